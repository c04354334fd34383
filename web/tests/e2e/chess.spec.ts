import type { Browser, Page } from '@playwright/test';
import { begun, clicks, manOn, send, square, typeMove, wordsIn, type Answer } from './chessboard';
import { axe, createTable, expect, House, joinTable, person, setOption, test, hold } from './house';
import {
  all,
  closeSheet,
  expectAlike,
  holdDown,
  openChat,
  picture,
  say,
  sit,
  trouble,
  wholeGame,
  type Player,
} from './players';

const strip = '.strip, .strip button, .tool, .acts';

async function drag(page: Page, from: string, to: string): Promise<void> {
  const start = (await square(page, from).boundingBox())!;
  const end = (await square(page, to).boundingBox())!;
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play [A-Z]/ }).click();
}

/** Tap, tap, confirm. */
async function tap({ page }: Player, from: string, to: string): Promise<void> {
  await expect(page.getByText(/Your move\.$/)).toBeVisible();
  await square(page, from).click();
  await square(page, to).click();
}

async function move(player: Player, from: string, to: string): Promise<void> {
  await tap(player, from, to);
  await confirm(player.page);
}

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Moves, draw, resign' }).click();
}

async function type(page: Page, text: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Type a move').fill(text);
  await sheet.getByRole('button', { name: 'Play', exact: true }).click();
}

/** One of the things that a team decides together. */
async function agree({ page }: Player, what: RegExp): Promise<void> {
  await openSheet(page);
  await hold(page, page.getByRole('dialog').getByRole('button', { name: what }));
  await page.keyboard.press('Escape');
}

async function accuse({ page }: Player, suspect: Player): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${suspect.name}`) }).click();
  await page.getByRole('button', { name: `Accuse ${suspect.name}` }).click();
}

async function holdRole(page: Page): Promise<void> {
  await holdDown(page, page.locator('.strip button'), page.locator('.strip .face strong'));
}

/** What the strip shows while it is held, and nothing before or after. */
async function roleOf({ page }: Player): Promise<string> {
  await holdRole(page);
  await expect(page.locator('.strip .face')).toContainText(/Villager|Werewolf/);
  const text = await page.locator('.strip .face strong').innerText();
  await page.keyboard.up('Space');
  await expect(page.locator('body')).not.toContainText(/Villager|Werewolf/);
  return text;
}

async function wolvesOf(players: Player[]): Promise<Player[]> {
  const roles = await all(players, roleOf);
  return players.filter((_, i) => roles[i] === 'Werewolf');
}

/** Everybody holds to see their role and says so; the same boxes for all; then the clock starts. */
async function lookAtRoles(players: Player[], count: number): Promise<void> {
  await all(players, ({ page }) => expect(page.locator('.peek')).toBeVisible());
  await expectAlike(players, '.peek, .acts');
  await all(players, ({ page }) =>
    holdDown(page, page.locator('.peek button'), page.locator('.peek .face h2')),
  );
  await expectAlike(players, '.peek, .peek .face > *, .acts');
  await picture(players[1]!.page, `c${count}-reveal`);
  await all(players, ({ page }) => page.keyboard.up('Space'));
  for (const [i, { page }] of players.entries()) {
    await expect(page.getByText(`${i} of ${count} have looked.`)).toBeVisible();
    await page.getByRole('button', { name: 'I know who I am' }).click();
  }
  await all(players, ({ page }) => expect(page.locator('.strip')).toBeVisible());
}

/** The creator asks, and everybody else has to agree. */
async function closeTogether([creator, ...others]: Player[]): Promise<void> {
  await hold(creator!.page, creator!.page.getByRole('button', { name: /^Ask to close the vote/ }));
  for (const { page } of others) {
    await expect(page.getByText(/would close the vote/)).toBeVisible();
    await hold(page, page.getByRole('button', { name: /^Close the vote, too/ }));
  }
}

/** Everybody sits down: the first `white` of them in team A, the others in B. */
async function sitDown(
  browser: Browser,
  house: House,
  names: string[],
  white: number,
  { seconds, wolves }: { seconds: number; wolves: 'one' | 'each' },
) {
  const players = await Promise.all(names.map((name) => sit(browser, house, name)));
  await all(players, ({ page }) =>
    page.addInitScript(() => localStorage.setItem('parlour.chess.quick', 'no')),
  );
  const [host, ...others] = players as [Player, ...Player[]];
  await host.page.goto('/');
  await host.page.getByRole('radio', { name: /Team Chess/ }).check({ force: true });
  await host.page.getByLabel('Your name').fill(host.name);
  await host.page.getByLabel(/^Mode/).selectOption('werewolf');
  if (wolves === 'each')
    await host.page.getByRole('switch', { name: /^A wolf in each team/ }).click();
  await host.page.getByRole('spinbutton', { name: 'Time for the vote' }).fill('600');
  await host.page.getByRole('button', { name: 'Create: Team Chess' }).click();
  await host.page.waitForURL(/\/game\/[A-Z0-9]{6}$/);
  const code = host.page.url().slice(-6);
  await setOption(host.page, 'Time for a move', seconds);
  for (const [i, { page, name }] of others.entries()) {
    await joinTable(page, code, name);
    if (i < 2) await expect(host.page.getByText(`${i + 2}/4`)).toBeVisible();
  }
  await expect(host.page.getByText('/4')).toHaveCount(0);
  await all(players, ({ page }) => expect(page.locator('.badge')).toHaveText('Loup-Garou'));
  for (const [i, { page }] of players.entries())
    await page.getByRole('button', { name: i < white ? /^Team A/ : /^Team B/ }).click();
  await all(others, ({ page }) => page.getByRole('button', { name: 'I’m ready' }).click());
  await picture(host.page, `c${names.length}-lobby`);
  await host.page.getByRole('button', { name: /^Start/ }).click();
  await lookAtRoles(players, names.length);
  return { code, players };
}

async function expectAll(players: Player[], text: string | RegExp): Promise<void> {
  await all(players, ({ page }) => expect(page.getByText(text).first()).toBeVisible());
}

/** Long enough for a person to choose and confirm while five others are drawn on the same machine. */
const turnSeconds = 20;

async function expectTimeUp({ page }: Player, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible({ timeout: 2 * turnSeconds * 1000 });
}

test('two against two with a wolf: a draw by majority, a mate with colours swapped, a game called off', async ({
  browser,
}) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const names = ['Ana', 'Bruno', 'Chloé', 'Dan'];
  const { code, players } = await sitDown(browser, house, names, 2, { seconds: 0, wolves: 'one' });
  const [ana, bruno, chloe, dan] = players as [Player, Player, Player, Player];
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  await tv.goto(`/game/${code}/tv`);

  await all(players, ({ page }) =>
    expect(page.getByRole('heading', { name: 'Loup-Garou' })).toBeVisible(),
  );
  // The strip is the same box for everybody, and the role is in the page only while it is held.
  await expectAll(players, 'One wolf is at this table.');
  await expectAlike(players, strip);
  await all(players, ({ page }) => holdRole(page));
  await expectAlike(players, strip);
  await all(players, ({ page }) => page.keyboard.up('Space'));
  const [wolf] = (await wolvesOf(players)) as [Player];
  await picture(wolf.page, 'c4-role', () => holdRole(wolf.page));

  // An opponent starts the fast clock: a minute for this turn. Taps, and what may be tapped.
  await picture(chloe.page, 'c4-sheet', () => chloe.page.locator('.tool').last().click());
  await openSheet(chloe.page);
  await chloe.page.getByRole('button', { name: 'Fast clock: 60 seconds' }).click();
  await chloe.page.keyboard.press('Escape');
  await expect(ana.page.getByText('Chloé has started the fast clock.')).toBeVisible();
  await expect(ana.page.getByText(/^(1:00|0:5\d)$/)).toBeVisible();
  await expect(ana.page.locator('.dot')).toHaveCount(0);
  await square(ana.page, 'a2').click();
  await expect(ana.page.locator('.dot')).toHaveCount(2);
  await square(ana.page, 'a4').click();
  await picture(bruno.page, 'c4-waiting');
  await confirm(ana.page);
  await expect(chloe.page.locator('[aria-live=polite]').getByText('Ana played a4')).toBeAttached();

  // A drag; an arrow for the own team; the words of the own team.
  await expect(chloe.page.getByText('Your move.')).toBeVisible();
  await drag(chloe.page, 'b7', 'b5');
  await confirm(chloe.page);
  await ana.page.getByRole('button', { name: 'Draw arrows for the team' }).click();
  await square(ana.page, 'a4').click();
  await square(ana.page, 'b5').click();
  await ana.page.getByRole('button', { name: 'Draw arrows for the team' }).click();
  await expect(bruno.page.locator('.arrows path')).toHaveCount(1);
  for (const page of [dan.page, tv]) await expect(page.locator('.arrows path')).toHaveCount(0);
  await say(ana, 'Team A', 'take that pawn');
  await openChat(bruno.page);
  await bruno.page.getByRole('tab', { name: 'Team A' }).click();
  await expect(bruno.page.getByText('take that pawn')).toBeVisible();
  await openChat(dan.page);
  await expect(dan.page.getByRole('tab', { name: 'Team A' })).toHaveCount(0);
  await all([ana, bruno, dan], ({ page }) => closeSheet(page));

  // Trouble in the middle of a turn; then a move by typing.
  await trouble(house, players, { cut: dan, reload: bruno });
  await expect(bruno.page.locator('.arrows path')).toHaveCount(1);
  await expectAlike(players.slice(2), strip);
  await openSheet(bruno.page);
  await type(bruno.page, 'Ke7');
  await expect(bruno.page.getByText('Ke7 is not possible now.')).toBeVisible();
  await type(bruno.page, 'axb5');
  await expect(square(tv, 'b5')).toHaveAccessibleName(/white pawn/);
  expect(await axe(dan.page)).toEqual([]);

  // A pawn arrives and becomes what its player says.
  await move(dan, 'a7', 'a6');
  await move(ana, 'b5', 'a6');
  await move(chloe, 'b8', 'c6');
  await move(bruno, 'a6', 'a7');
  await move(dan, 'c6', 'b8');
  await tap(ana, 'a7', 'b8');
  await expect(ana.page.getByText('The pawn becomes…')).toBeVisible();
  expect(await axe(ana.page)).toEqual([]);
  await ana.page.getByRole('button', { name: 'Knight', exact: true }).click();
  await expect(square(chloe.page, 'b8')).toHaveAccessibleName(/white knight/);

  // A draw takes a majority of either team; nobody else sees a single voice.
  await agree(ana, /^Offer a draw/);
  await expect(chloe.page.getByText('offers a draw')).toHaveCount(0);
  await agree(bruno, /^Offer a draw/);
  await expect(chloe.page.getByText('White offers a draw.')).toBeVisible();
  await picture(dan.page, 'c4-offer');
  await agree(chloe, /^Accept the draw/);
  await expect(dan.page.getByText('Who is the wolf?')).toHaveCount(0);
  await hold(dan.page, dan.page.getByRole('button', { name: /^Accept the draw/ }));

  // The vote after a draw, with trouble in it; the TV sees no ballot before it is closed.
  await expectAll(players, 'Who is the wolf?');
  await expectAlike(players, strip);
  const [first, ...others] = players.filter((player) => player !== wolf) as [Player, ...Player[]];
  await accuse(first, wolf);
  await expectAll(players, /1 of 4 have voted/);
  await trouble(house, players, { cut: chloe, reload: ana });
  await expectAll(players, /1 of 4 have voted/);
  await expect(ana.page.getByText(/^\S+ voted for \S+\.$/)).toHaveCount(1);
  await expect(tv.getByText(/^\S+ voted for \S+\.$/)).toHaveCount(0);
  expect(await axe(chloe.page)).toEqual([]);
  await picture(chloe.page, 'c4-vote');
  await picture(tv, 'c4-tv-vote');
  for (const voter of others) await accuse(voter, wolf);
  await accuse(wolf, first);
  await expectAll(players, 'A draw');
  await expect(ana.page.getByText('By agreement.')).toBeVisible();
  await expect(ana.page.getByText(`The majority named ${wolf.name}.`)).toBeVisible();
  for (const page of [ana.page, tv]) {
    await expect(page.getByRole('heading', { name: `${wolf.name} was the wolf` })).toBeVisible();
    await expect(page.locator('.werewolf')).toHaveCount(1);
  }
  await expect(ana.page.getByText('found the wolf')).not.toHaveCount(0);
  const href = await ana.page.getByRole('link', { name: 'PGN' }).getAttribute('href');
  expect(await (await ana.page.request.get(href ?? '')).text()).toMatch(/a4 .*Ana.*axb8=N/s);
  expect(await axe(ana.page)).toEqual([]);
  await picture(ana.page, 'c4-end');
  await expect(tv.getByRole('heading', { name: 'Lightning rod' })).toBeVisible();
  await picture(tv, 'c4-tv-end');
  await bruno.page.getByRole('link', { name: 'Best players' }).click();
  const row = bruno.page.locator('tbody tr', { hasText: first.name });
  await expect(row.locator('[data-label=Score]')).toHaveText('1'); // a wolf found, a game drawn
  await expect(row.locator('[data-label="Wolves found"]')).toHaveText('1');
  await expect(row.locator('[data-label="Wins as the wolf"]')).toHaveText('0');
  expect(await axe(bruno.page)).toEqual([]);
  await picture(bruno.page, 'c-leaderboard');
  await row.getByRole('link', { name: first.name }).click();
  await expect(bruno.page.getByRole('listitem')).toHaveText(
    /Team Chess.*1 point\s*found the wolf/s,
  );
  expect(await axe(bruno.page)).toEqual([]);
  await bruno.page.goBack();
  await bruno.page.goBack();

  // Again with colours swapped: Chloé and Dan are White. A mate; the creator asks to close the vote.
  await ana.page.getByRole('button', { name: 'Play again' }).click();
  await lookAtRoles(players, 4);
  await move(chloe, 'f2', 'f3');
  await move(ana, 'e7', 'e5');
  await move(dan, 'g2', 'g4');
  await move(bruno, 'd8', 'h4');
  await expectAll(players, 'Who is the wolf?');
  await accuse(ana, bruno);
  await expect(bruno.page.getByRole('button', { name: /^(Ask to c|C)lose the vote/ })).toHaveCount(
    0,
  );
  await closeTogether(players);
  await expectAll(players, 'Black has won');
  await expect(dan.page.getByText('Checkmate.')).toBeVisible();
  await expect(dan.page.getByText('The majority named Bruno.')).toBeVisible();

  // The page searches the game itself: g4 allowed mate in one.
  await ana.page.getByRole('button', { name: /^2\. g4 \(Dan\): .* → #−1$/ }).click();
  await expect(square(ana.page, 'd8')).toHaveAccessibleName(/black queen/);
  await expect(ana.page.getByRole('img', { name: /now #−1/ })).toBeVisible();
  await ana.page.getByText('Every position').click();
  await expect(ana.page.getByRole('row', { name: '2… Qh4# #' })).toBeVisible();
  expect(await axe(ana.page)).toEqual([]);
  await picture(ana.page, 'c4-evaluation');

  // Called off before both have moved: no vote, no points.
  await ana.page.getByRole('button', { name: 'Play again' }).click();
  await lookAtRoles(players, 4);
  await expect(ana.page.getByText('Your move.')).toBeVisible();
  await agree(ana, /^Call the game off/);
  await expectAll(players, 'The game was called off');
  await expect(dan.page.getByText('No result, no vote, no points.')).toBeVisible();
  await house.close();
});

test('four against two, a wolf in each team: time runs out three times, a claim, a vote closed, a resignation', async ({
  browser,
}) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const names = ['Ana', 'Bruno', 'Chloé', 'Dan', 'Emma', 'Félix'];
  const { players } = await sitDown(browser, house, names, 4, {
    seconds: turnSeconds,
    wolves: 'each',
  });
  const [ana, bruno, chloe, dan, emma, felix] = players as [
    Player,
    Player,
    Player,
    Player,
    Player,
    Player,
  ];
  await expectAll(players, 'There is one wolf in each team.');
  await move(ana, 'e2', 'e4');
  await move(emma, 'e7', 'e5');

  // Time is up: the others decide, and any of them may. The third time in a row they may claim the win.
  await expectTimeUp(emma, 'Time is up for Bruno. You decide.');
  await expectTimeUp(bruno, 'Time is up for Bruno. The others decide.');
  await picture(emma.page, 'c6-timeout');
  await felix.page.getByRole('button', { name: 'Let Chloé move' }).click();
  await expect(chloe.page.getByText('Your move.')).toBeVisible();
  await expectAll(players, '1 time-out');
  const wolves = await wolvesOf(players);
  expect(wolves.map((wolf) => players.indexOf(wolf) < 4)).toEqual([true, false]);
  expect(await axe(felix.page)).toEqual([]);
  await expectTimeUp(emma, 'Time is up for Chloé. You decide.');
  await emma.page.getByRole('button', { name: 'Let Dan move' }).click();
  await dan.page.reload();
  bruno.cut();
  await expect(dan.page.getByText('Your move.')).toBeVisible();
  await expect(emma.page.getByRole('button', { name: /^Claim the win/ })).toHaveCount(0);
  await expectTimeUp(emma, 'Time is up for Dan. You decide.');
  await expect(ana.page.getByRole('button', { name: /^Claim the win/ })).toHaveCount(0);
  await picture(felix.page, 'c6-claim');
  await hold(emma.page, emma.page.getByRole('button', { name: /^Claim the win/ }));

  // The vote: named as it comes, final; the creator cannot close it against the others.
  await expectAll(players, 'Who is the wolf?');
  await expectAlike(players, strip);
  const [found] = wolves as [Player, Player];
  await accuse(emma, found);
  await accuse(felix, found);
  await trouble(house, players, { cut: felix, reload: emma });
  await expectAll(players, /2 of 6 have voted/);
  await expect(emma.page.getByText(`You suspect ${found.name}.`)).toBeVisible();
  await picture(dan.page, 'c6-vote');
  await closeTogether(players);
  await expectAll(players, 'Black has won');
  await expect(dan.page.getByText('Claimed after three time-outs in a row.')).toBeVisible();
  await expect(dan.page.locator('.werewolf')).toHaveCount(2);
  await expect(dan.page.getByText('found the wolf')).toHaveCount(1); // the other voter is a wolf
  await picture(dan.page, 'c6-end');

  // Again: the four are Black now. Three of them resign; nobody votes, and the losing wolf has got away with it.
  await ana.page.getByRole('button', { name: 'Play again' }).click();
  await lookAtRoles(players, 6);
  await expect(emma.page.getByText('Your move.')).toBeVisible();
  await agree(bruno, /^Resign/);
  await expect(ana.page.getByText('1 of 4 of your team would resign.')).toBeVisible();
  await agree(chloe, /^Resign/);
  await expect(emma.page.getByText('would resign')).toHaveCount(0);
  await agree(dan, /^Resign/);
  await expectAll(players, 'Who is the wolf?');
  await closeTogether(players);
  await expectAll(players, 'White has won');
  await expect(dan.page.getByText('The other team has resigned.')).toBeVisible();
  await expect(dan.page.getByText('the wolf got away with it')).toHaveCount(1);
  await house.close();
});

test('a classic game for two by keyboard alone, every square and every move told; then analysed, replayed and offered again', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const [ana, ben] = await Promise.all([person(browser, house), person(browser, house)]);
  const code = await createTable(ana, 'Ana', 'Team Chess');
  await joinTable(ben, code, 'Ben');
  await ana.getByRole('button', { name: /^Team A/ }).click();
  await ben.getByRole('button', { name: /^Team B/ }).click();
  await ben.getByRole('button', { name: 'I’m ready' }).press('Enter');
  await ana.getByRole('button', { name: /^Start/ }).press('Enter');

  /** Walks the board from where the focus is. Where there is a mouse a move is played without being confirmed. */
  const walk = async (page: Page, from: string, to: string) => {
    await expect(page.getByText('Your move.')).toBeVisible();
    await page.locator('[data-square][tabindex="0"]').focus();
    for (const name of [from, to]) {
      await steer(page, name);
      await page.keyboard.press('Enter');
    }
  };
  await walk(ana, 'f2', 'f3');
  await expect(
    ben.locator('[aria-live=polite]').getByText('Ana played f3, f2 to f3.'),
  ).toBeAttached();
  await walk(ben, 'e7', 'e5');
  await expect(square(ana, 'e5')).toHaveAccessibleName('e5, black pawn, last move');
  await walk(ana, 'g2', 'g4');
  await walk(ben, 'd8', 'h4');

  for (const page of [ana, ben]) await expect(page.getByText('Black has won')).toBeVisible();
  await expect(ana.getByText('Checkmate.')).toBeVisible();
  await expect(ana.getByText('Who is the wolf?')).toHaveCount(0);

  // The file is named by the day that stands in it, and the teams.
  const file = ana.getByRole('link', { name: 'PGN' });
  await expect(file).toHaveAttribute('download', /^\d{4}-\d\d-\d\d Ana - Ben\.pgn$/);
  const href = (await file.getAttribute('href')) ?? '';
  const day = (await file.getAttribute('download'))!.slice(0, 10).replaceAll('-', '.');
  expect(await (await ana.request.get(href)).text()).toContain(`[Date "${day}"]`);

  // The analysis board: one move back, what was best there, another move, and back to the game.
  await ana.getByRole('button', { name: 'Analysis board' }).click();
  await expect(ana.getByText('Checkmate', { exact: true })).toBeVisible();
  await ana.keyboard.press('ArrowLeft');
  await expect(ana.getByText('#−1')).toBeVisible();
  await square(ana, 'a7').click();
  await square(ana, 'a6').click();
  await expect(ana.getByRole('button', { name: 'a6', exact: true })).toBeVisible();
  await ana.getByRole('button', { name: 'back to the game' }).click();
  // A tap on the board does not take the arrow keys away.
  await square(ana, 'e4').click();
  await ana.keyboard.press('ArrowRight');
  await expect(square(ana, 'h4')).toHaveAccessibleName(/black queen/);
  await ana.getByRole('button', { name: 'Close the analysis' }).click();

  // The replay turns by key, wheel and list.
  await ana.getByRole('link', { name: 'Replay' }).click();
  const label = ana.locator('p.label');
  await expect(label).toHaveText('The first position');
  await ana.keyboard.press('ArrowRight');
  await expect(label).toHaveText('1. f3');
  await ana.locator('.picture').hover();
  await ana.mouse.wheel(0, 100);
  await expect(label).toHaveText('1… e5');
  await ana.getByRole('button', { name: '2… Qh4#' }).click();
  await expect(label).toHaveText('2… Qh4#');
  await ana.goBack();

  // Anybody offers a rematch, the host begins it; then another position, out of a PGN.
  await ben.getByRole('button', { name: 'Offer a rematch' }).click();
  await expect(ana.getByText('For a rematch: Ben')).toBeVisible();
  await ana.getByRole('button', { name: 'Play again' }).click();
  await expect(ben.getByText('Your move.')).toBeVisible();
  await openSheet(ana);
  await ana.getByText('Start from another position').click();
  await ana.getByLabel(/^A FEN, or a PGN/).fill('1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6');
  await ana.getByRole('button', { name: 'Set it up' }).click();
  await expect(square(ben, 'h5')).toHaveAccessibleName(/white queen/);
});

/** From the focused square to the one called `name` by the arrow keys, whichever way round the board lies. */
async function steer(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 14; i++) {
    const label = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? '',
    );
    const here = label.slice(0, 2);
    if (here === name) return;
    const box = (await square(page, here).boundingBox())!;
    const goal = (await square(page, name).boundingBox())!;
    const dx = Math.sign(Math.round(goal.x - box.x));
    const dy = Math.sign(Math.round(goal.y - box.y));
    await page.keyboard.press(
      dx ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp',
    );
  }
  throw new Error(`${name} was not reached`);
}

test('in French and Spanish: moves typed in the own letters, chosen ahead, castling onto the rook, a move taken back, another look', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const [fr, es] = [wordsIn('fr'), wordsIn('es')];
  const ana = await person(browser, house, {
    viewport: { width: 1366, height: 768 },
    locale: 'fr-FR',
  });
  const ben = await person(browser, house, { locale: 'es-ES' });
  await begun({ Ana: ana, Ben: ben }, 1, { time_control: 'none' });
  const shownToAna = ana.locator('.at');
  const shownToBen = ben.locator('.move[aria-current]');

  // Each types and reads in the own letters: cavalier and caballo, fou and alfil.
  await typeMove(ana, 'e4');
  await typeMove(ben, 'e5');
  await typeMove(ana, 'Cf3');
  await typeMove(ben, 'Cc6');
  await typeMove(ana, 'Fc4');
  await expect(shownToBen).toContainText('Ac4');
  await typeMove(ben, 'Ac5');
  await expect(shownToAna).toContainText('Fc5');

  // The king on his rook castles.
  await clicks(ana, 'e1', 'h1');
  await manOn(ben, 'g1', 'king');
  await manOn(ben, 'f1', 'rook');

  // Chosen ahead: Escape puts it back; what can be played is, what cannot is dropped with a word.
  const ahead = ana.locator('.premove');
  await clicks(ana, 'd2', 'd3');
  await expect(ahead).toHaveCount(2);
  await ana.keyboard.press('Escape');
  await expect(ahead).toHaveCount(0);
  await clicks(ana, 'd2', 'd3');
  await typeMove(ben, 'd6');
  await expect(shownToBen).toContainText('d3');
  await clicks(ana, 'a1', 'a5');
  await expect(ahead).toHaveCount(2);
  await typeMove(ben, 'Cf6');
  await expect(ana.getByText(fr['chess.premove.dropped'] ?? '')).toBeVisible();
  await expect(ahead).toHaveCount(0);
  await clicks(ben, 'e8', 'h8');
  await expect(ben.locator('.premove')).toHaveCount(2);
  await typeMove(ana, 'h3');
  await manOn(ana, 'g8', 'king');

  // Ben takes it back, as Ana allows.
  await ben.locator('.tool').last().click();
  await hold(ben, new RegExp(`^${es['chess.do.offer_takeback']}`));
  await ben.keyboard.press('Escape');
  await hold(ana, new RegExp(`^${fr['chess.do.accept_takeback']}`));
  await manOn(ana, 'e8', 'king');

  // Another board, other men, figures for letters, seen from the other side.
  await ana.getByRole('button', { name: 'Menu' }).click();
  const menu = ana.getByRole('dialog');
  await menu.getByRole('switch', { name: fr['chess.figures'] }).click();
  await menu.getByRole('switch', { name: fr['chess.flip'] }).click();
  await menu.getByRole('button', { name: fr['chess.board_look.green'] }).click();
  await menu.getByRole('button', { name: fr['chess.piece_look.flat'] }).click();
  await ana.keyboard.press('Escape');
  await expect(ana.locator('.space.green')).toHaveCount(1);
  await expect(ana.locator('[data-square]').first()).toHaveAttribute('data-square', '7');
  await manOn(ana, 'e8', 'flat-king');
  await typeMove(ben, 'Ch5');
  await expect(shownToAna).toContainText('♘h5');
});

test('a team votes on its moves, a brain names the piece, and a game of days is found on the front page', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const [ana, bea, cid] = await Promise.all([
    person(browser, house),
    person(browser, house, { viewport: { width: 320, height: 568 } }),
    person(browser, house, { viewport: { width: 1366, height: 768 } }),
  ]);
  const people = { Ana: ana, Bea: bea, Cid: cid };

  // Both propose; the own team sees the proposals as arrows; among equals the player on move decides.
  await begun(people, 2, { team_vote: true, time_control: 'none' });
  await clicks(bea, 'd2', 'd4');
  await expect(ana.getByText('1 of 2 have proposed.')).toBeVisible();
  await expect(ana.locator('.arrows path')).toHaveCount(1);
  await expect(cid.locator('.arrows path')).toHaveCount(0);
  await clicks(ana, 'e2', 'e4');
  await manOn(cid, 'e4', 'pawn');
  await manOn(cid, 'd2', 'pawn');

  // The board has one size on the smallest phone, whatever is asked under it.
  const size = async () => (await bea.getByRole('grid').boundingBox())!.width;
  const before = await size();
  await cid.locator('.tool').last().click();
  await hold(cid, /^Offer a draw/);
  await cid.keyboard.press('Escape');
  await expect(bea.getByRole('button', { name: 'Refuse' })).toBeVisible();
  expect(await size()).toBe(before);

  // The brain says it to the own team only, and arrows of the right button are the team's.
  await begun(people, 2, { hand_and_brain: true, time_control: 'none' });
  await expect(ana.getByText('Bea names a piece.')).toBeVisible();
  await bea.getByRole('button', { name: 'Knight', exact: true }).click();
  await expect(ana.getByText('Bea says: Knight')).toBeVisible();
  await expect(cid.getByText('Bea says')).toHaveCount(0);
  await expect(ana.locator('[data-square][aria-pressed]')).toHaveCount(2);
  const from = (await square(ana, 'g1').boundingBox())!;
  const to = (await square(ana, 'f3').boundingBox())!;
  await ana.mouse.move(from.x + 9, from.y + 9);
  await ana.mouse.down({ button: 'right' });
  await ana.mouse.move(to.x + 9, to.y + 9);
  await ana.mouse.up({ button: 'right' });
  await expect(bea.locator('.arrows path')).toHaveCount(1);
  await expect(cid.locator('.arrows path')).toHaveCount(0);
  await clicks(ana, 'g1', 'f3');
  await expect(cid.getByText('Bea → Ana')).toBeVisible();

  const code = await begun(people, 2, { time_control: 'days', days_per_move: 1 });
  await expect(cid.getByRole('timer').first()).toHaveText('24 h');
  await clicks(ana, 'e2', 'e4');
  await manOn(cid, 'e4', 'pawn');
  await cid.goto('./');
  await expect(cid.getByRole('link', { name: new RegExp(`Your move.*${code}`) })).toBeVisible();
});

/** Somebody without a page: only what they do matters. */
async function stranger(house: House, name: string) {
  const call = async (path: string, body: object, token = ''): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${house.url}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const { token } = await call('session', { name });
  return (path: string, body: object) => call(path, body, token);
}

test('twelve vote and read the verdict: all of it on a TV, the game beside it on a laptop, the wolf first on a phone', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  const ana = await person(browser, house, { viewport: { width: 1366, height: 768 } });
  const bea = await person(browser, house, { viewport: { width: 320, height: 568 } });
  const names =
    'Bartholomew Chloé David Élodie Fabien Gabrielle Henri Isabelle Jean-Luc Katharina'.split(' ');
  const pages = { Ana: ana, Bea: bea };
  for (const [name, page] of Object.entries(pages)) {
    await page.goto('./');
    await page.evaluate((said) => localStorage.setItem('parlour.name', said), name);
    await send(page, './api/session', { name });
  }
  const options = { mode: 'werewolf', time_control: 'none' };
  const { game_id: id, code } = await send(ana, './api/games', { game: 'chess', options });
  type Send = (path: string, body: object) => Promise<Answer>;
  const people: Send[] = [
    (path, body) => send(ana, `./api/${path}`, body),
    (path, body) => send(bea, `./api/${path}`, body),
    ...(await Promise.all(names.map((name) => stranger(house, name)))),
  ];
  const act = (seat: number, type: string, more = {}) =>
    people[seat]!(`games/${id}/actions`, { type, ...more });
  for (const seat of people.keys()) {
    if (seat > 0) await people[seat]!(`games/${id}/join`, {});
    await act(seat, 'select_role', { role: seat % 2 ? 'B' : 'A' });
    if (seat > 0) await act(seat, 'ready');
  }
  await act(0, 'start');
  const roles: (string | undefined)[] = [];
  for (const seat of people.keys())
    roles.push((await act(seat, 'acknowledge')).state?.game?.my_role);
  const wolf = roles.indexOf('werewolf');
  expect(wolf).toBeGreaterThanOrEqual(0);
  await act(0, 'move', { uci: 'e2e4' });
  await act(1, 'move', { uci: 'e7e5' });
  for (const seat of [1, 3, 5, 7]) await act(seat, 'resign');
  await Promise.all([ana.goto(`./game/${code}`), bea.goto(`./game/${code}`)]);
  await tv.goto(`/game/${code}/tv`);

  // Everybody at once, nobody cut; on the laptop the moves with their authors stand beside the board.
  await expect(tv.locator('.suspect')).toHaveCount(12);
  await expect(ana.locator('.suspect')).toHaveCount(12);
  await expect(ana.locator('.side').getByText('Ana')).toBeVisible();
  for (const page of [tv, ana]) {
    const { height } = page.viewportSize()!;
    const last = (await page.locator('.suspect').last().boundingBox())!;
    expect(last.y + last.height).toBeLessThan(height);
  }

  // As much as there can be to say: finders, the wolf, and somebody who named another.
  const other = (wolf + 1) % 12;
  for (const seat of people.keys())
    await act(seat, 'vote', {
      suspect: seat === wolf ? other : seat === other ? (wolf + 2) % 12 : wolf,
    });
  for (const page of [tv, ana, bea])
    await expect(page.getByRole('heading', { name: /was the wolf$/ })).toBeInViewport();
  await expect(tv.locator('.ballots li')).toHaveCount(12);
  await expect(tv.locator('.rows li')).toHaveCount(3);
  const ballots = (await tv.locator('.ballots').boundingBox())!;
  const card = (await tv.locator('.unmasked').boundingBox())!;
  const award = (await tv.getByRole('heading', { name: 'Lightning rod' }).boundingBox())!;
  expect(card.y).toBeGreaterThanOrEqual(0);
  expect(ballots.y + ballots.height).toBeLessThanOrEqual(award.y);

  // What the moves were is a tap away.
  await ana.locator('.side').getByRole('button', { name: /^e4/ }).click();
  await manOn(ana, 'e7', 'pawn');
});
