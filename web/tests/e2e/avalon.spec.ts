import type { Browser, Page } from '@playwright/test';
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

/** Equally long, so that only a role could make two screens differ. */
const names = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil', 'Fred', 'Gina', 'Hugo', 'Ines', 'Jack'];
const hand = '.hand button, .hand .prompt, .hand .card, .hand .todo, .peek';
/** With the discs, where none is raised: whose is raised all may see. */
const everything = `${hand}, .coin, header button`;

async function tableOf(
  browser: Browser,
  house: House,
  count: number,
): Promise<{ code: string; players: Player[] }> {
  const players = await Promise.all(names.slice(0, count).map((name) => sit(browser, house, name)));
  const host = (players[0] as Player).page;
  const code = await createTable(host, names[0] as string, 'Avalon');
  // One after the other: they sit in the order of their names.
  for (const { page, name } of players.slice(1)) await joinTable(page, code, name);
  await setOption(host, 'Minimum time of a quest', 3);
  await setOption(host, 'Time to see the result', 0);
  return { code, players };
}

async function begin(players: Player[]): Promise<void> {
  for (const player of players) player.sizes = [];
  await players[0]!.page.getByRole('button', { name: 'Start the game' }).click();
  await all(players, ({ page }) =>
    expect(page.getByRole('button', { name: 'I know my role' })).toBeEnabled(),
  );
}

async function holdCard(page: Page): Promise<void> {
  const face = page.locator('.peek > .face :is(h3, .name)');
  await holdDown(page, page.locator('.peek button'), face);
}

/** What a finger held on the own card shows, and nothing before or after. */
async function peek({ page }: Player): Promise<string> {
  const face = page.locator('.peek > .face');
  await expect(face.locator('h3, .name')).toHaveCount(0);
  await holdCard(page);
  const text = await face.innerText();
  await page.keyboard.up('Space');
  await expect(face.locator('h3, .name')).toHaveCount(0);
  return text;
}

/** Who holds which role, by looking at every card. */
async function rolesOf(players: Player[]): Promise<Map<string, Player[]>> {
  const roles = new Map<string, Player[]>();
  const faces = await all(players, peek);
  for (const [i, face] of faces.entries()) {
    const role = face.split('\n')[0] as string;
    roles.set(role, [...(roles.get(role) ?? []), players[i] as Player]);
  }
  return roles;
}

/** The deal brings everybody a whole state of at least this length; messages of the lobby, which may still be on their
 * way, are shorter. */
const dealt = 8192;
/** From then on each message has a multiple of this length, which follows from what is public. */
const padded = 256;

/** As many views for everybody since the deal, and each as long. */
async function expectSameFrames(players: Player[]): Promise<void> {
  const sizes = ({ sizes: seen }: Player) => {
    const start = seen.findIndex((size) => size >= dealt);
    return start < 0 ? [] : seen.slice(start);
  };
  await expect
    .poll(() => players.map(sizes).filter((seen, _, [first]) => String(seen) !== String(first)))
    .toEqual([]);
  const seen = sizes(players[0] as Player);
  expect(seen).not.toEqual([]);
  expect(seen.filter((size) => size % padded !== 0)).toEqual([]);
}

/** What everybody was sent since the sizes were emptied has the same lengths. How often depends on whose line was cut. */
async function expectSameSizes(players: Player[]): Promise<void> {
  const sizes = ({ sizes: seen }: Player) => [...new Set(seen)].join(' ');
  await expect.poll(() => new Set(players.map(sizes)).size).toBe(1);
  const { sizes: seen } = players[0] as Player;
  expect(seen).not.toEqual([]);
  expect(seen.filter((size) => size % padded !== 0)).toEqual([]);
}

async function acknowledge(players: Player[]): Promise<void> {
  await all(players, ({ page }) => page.getByRole('button', { name: 'I know my role' }).click());
}

async function leaderOf(players: Player[]): Promise<Player> {
  let leader: Player | undefined;
  await expect(async () => {
    const counts = await all(players, ({ page }) =>
      page.getByRole('button', { name: 'Propose this team' }).count(),
    );
    leader = players[counts.indexOf(1)];
    expect(leader).toBeDefined();
  }).toPass();
  return leader as Player;
}

function discOf(page: Page, { name }: Player) {
  return page.locator('.seat').getByRole('button', { name: new RegExp(`^${name}`) });
}

async function propose(players: Player[], team: Player[]): Promise<void> {
  const { page } = await leaderOf(players);
  for (const member of team) await discOf(page, member).click();
  await page.getByRole('button', { name: 'Propose this team' }).click();
}

async function vote(players: Player[], how: 'Approve' | 'Reject'): Promise<void> {
  await all(players, ({ page }) => page.getByRole('button', { name: how, exact: true }).click());
}

/** Looks for the wanted card and slides it up. */
async function slide({ page }: Player, wanted: string): Promise<void> {
  const cards = page.getByRole('button', { name: /^Card \d, face down$/ });
  await expect(cards.first()).toBeVisible();
  const count = await cards.count(); // now: a card that is held has another name
  for (let number = 1; number <= count; number++) {
    const card = page.getByRole('button', { name: `Card ${number}, face down` });
    const face = page.locator('.cards .face');
    await holdDown(page, card, face);
    const isWanted = (await face.innerText()).trim().startsWith(wanted);
    await page.keyboard.up('Space');
    if (!isWanted) continue;
    const box = (await card.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - box.height, { steps: 5 });
    await page.mouse.up();
    return;
  }
}

async function play(player: Player, card: string): Promise<void> {
  await slide(player, card);
  const played = /^(Your card is played|All cards are played|The quest fails|The quest succeeds)\./;
  await expect(player.page.getByText(played).filter({ visible: true }).first()).toBeVisible();
}

/** The quest's shortest time is over, of which all are told whatever they do. */
async function quickQuestIsOver(players: Player[]): Promise<void> {
  await all(players, ({ heard }) =>
    expect
      .poll(() => heard.lastIndexOf('window_closed') > heard.lastIndexOf('phase_changed'))
      .toBe(true),
  );
}

/** Everybody has seen the result; it stays until the last has. */
async function goOn(players: Player[]): Promise<void> {
  await all(players, ({ page }) =>
    page.getByRole('button', { name: 'Continue', exact: true }).click(),
  );
}

/** A whole quest; whoever is in `failing` plays a Fail. */
async function quest(players: Player[], team: Player[], failing: Player[] = []): Promise<void> {
  await propose(players, team);
  await vote(players, 'Approve');
  await goOn(players);
  await all(team, (player) => play(player, failing.includes(player) ? 'Fail' : 'Success'));
  await expect(players[0]!.page.getByText(/^The quest (fails|succeeds)\.$/)).toBeVisible();
}

async function aim({ page }: Player, at: Player): Promise<void> {
  await discOf(page, at).click();
  await hold(page, page.getByRole('button', { name: `Point at ${at.name}` }));
}

/** All the words of a screen. */
function wordsOf(page: Page): Promise<string> {
  return page.locator('body').innerText();
}

async function enlarge(page: Page, text: string): Promise<void> {
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
}

test('five play to the last shot, through trouble in every secret step, and once more', async ({
  browser,
}) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const { players } = await tableOf(browser, house, 5);
  const [anna, bert, cleo, dora, emil] = players as [Player, Player, Player, Player, Player];
  await picture(anna.page, 'a5-lobby');
  await picture(anna.page, 'a5-settings', () => anna.page.locator('.settings').click());
  await begin(players);

  // The cards: same boxes and same frames for all; what is known stands in the held card.
  await expectAlike(players, everything);
  await expectSameFrames(players);
  const roles = await rolesOf(players);
  expect([...roles.keys()].sort()).toEqual([
    'Assassin',
    'Loyal servant',
    'Merlin',
    'Morgana',
    'Percival',
  ]);
  const [merlin] = roles.get('Merlin') as [Player];
  const [percival] = roles.get('Percival') as [Player];
  const [servant] = roles.get('Loyal servant') as [Player];
  const [assassin] = roles.get('Assassin') as [Player];
  const [morgana] = roles.get('Morgana') as [Player];
  // What one knows is written in the hand, and nowhere round the table.
  const evil = [assassin, morgana];
  const pair = [merlin, morgana];
  for (const [player, known] of [
    [merlin, evil],
    [percival, pair],
    [servant, []],
    [morgana, [assassin]],
  ] as const) {
    const face = await peek(player);
    for (const other of players)
      if (other !== player)
        expect(face.includes(other.name)).toBe((known as readonly Player[]).includes(other));
  }
  await all(players, ({ page }) => holdCard(page));
  await expectAlike(players, everything);
  await all(players, ({ page }) => page.keyboard.up('Space'));
  await picture(merlin.page, 'a5-reveal', () => holdCard(merlin.page));
  await acknowledge([anna, bert]);
  await trouble(house, players, { cut: bert, reload: cleo });
  for (const { page } of players) await expect(page.getByText('2 of 5 ready')).toBeVisible();
  await expectAlike([cleo, dora, emil], everything);
  await expectAlike([anna, bert], everything);
  const meanwhile = anna.page.locator('.todo').getByRole('button');
  await meanwhile.click();
  const another = anna.page.getByRole('button', { name: 'Another role' });
  const explained = anna.page.getByRole('dialog').getByRole('heading', { level: 3 });
  const first = await explained.innerText();
  await another.click();
  await expect(explained).not.toHaveText(first);
  expect(await axe(anna.page)).toEqual([]);
  await closeSheet(anna.page);
  await picture(anna.page, 'a5-meanwhile', () => meanwhile.click());
  expect((await peek(cleo)).split('\n')[0]).toBe(
    [...roles].find(([, holders]) => holders.includes(cleo))?.[0],
  );
  expect(await axe(anna.page)).toEqual([]);
  await acknowledge([cleo, dora, emil]);

  // A rejected team: nobody sees how before all have voted; then all do, and a candle goes out.
  await propose(players, [anna, bert]);
  await expect(emil.page.getByText(/proposes Anna and Bert\. Approve\?/).first()).toBeVisible();
  await expectAlike(players, hand);
  await vote([anna, bert, cleo, dora], 'Reject');
  for (const { page } of players)
    await expect(page.getByText('4 of 5 have voted').first()).toBeVisible();
  await expect(emil.page.locator('.badge.reject')).toHaveCount(0);
  await picture(emil.page, 'a5-vote');
  expect(await axe(bert.page)).toEqual([]);
  // Changed while Emil thinks: nobody else's screen or line says so, and the button has stayed where it was.
  const before = await wordsOf(bert.page);
  const approve = dora.page.getByRole('button', { name: 'Approve', exact: true });
  const place = await approve.boundingBox();
  for (const player of players) player.sizes = [];
  await approve.click();
  await expect(dora.page.getByText(/^You approve\./).first()).toBeVisible();
  await vote([dora], 'Reject');
  await expect(dora.page.getByText(/^You reject\./).first()).toBeVisible();
  expect(await wordsOf(bert.page)).toBe(before);
  for (const other of [anna, bert, cleo, emil]) expect(other.sizes).toEqual([]);
  expect(await approve.boundingBox()).toEqual(place);
  await vote([emil], 'Approve');
  await expect(anna.page.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(anna.page.locator('.badge.reject')).toHaveCount(4);
  await expect(anna.page.locator('.badge.approve')).toHaveCount(1);
  await expect(anna.page.locator('.candles .out')).toHaveCount(1);
  await expect(
    anna.page.getByText('1 team turned down. At five in a row, evil wins.'),
  ).toBeVisible();
  await picture(anna.page, 'a5-voted');
  // It stays for whoever has not seen it.
  await goOn([anna, bert, cleo, dora]);
  await expect(anna.page.getByRole('button', { name: '4 of 5 have seen it' })).toBeVisible();
  await expect(emil.page.locator('.badge.reject')).toHaveCount(4);
  await goOn([emil]);
  const leader = await leaderOf(players);
  await discOf(leader.page, merlin).click();
  await expect(emil.page.getByText('1 of 2 chosen')).toBeVisible();
  await picture(leader.page, 'a5-propose');
  await discOf(leader.page, merlin).click();

  // The first quest: trouble in the middle of it. A Fail of the servant comes back, and only its face says why.
  await propose(players, [servant, morgana]);
  await vote(players, 'Approve');
  await goOn(players);
  await expect(servant.page.getByRole('button', { name: 'Card 1, face down' })).toBeEnabled();
  await expectAlike([servant, morgana], hand);
  await expectAlike([merlin, percival, assassin], hand);
  await picture(servant.page, 'a5-quest');
  await picture(merlin.page, 'a5-quest-watch');
  await slide(servant, 'Fail');
  await expect(servant.page.getByRole('button', { name: 'Card 1, face down' })).toBeEnabled();
  await expect(servant.page.getByRole('status').filter({ hasText: /refus|cannot/i })).toHaveCount(
    0,
  );
  await expect(merlin.page.getByText('0 of 2 cards played')).toBeVisible();
  await quickQuestIsOver(players);
  for (const player of players) player.sizes = [];
  await play(servant, 'Success');
  await expectSameSizes(players);
  // Changed, and changed back, before the last card is in: the count stands.
  for (const player of players) player.sizes = [];
  await slide(servant, 'Success');
  await expect.poll(() => servant.sizes.length).toBeGreaterThan(0);
  for (const other of players) if (other !== servant) expect(other.sizes).toEqual([]);
  await expect(merlin.page.getByText('1 of 2 cards played')).toBeVisible();
  await trouble(house, players, { cut: morgana, reload: servant });
  await expect(
    servant.page.getByText(/^Your card is played/).filter({ visible: true }),
  ).toBeVisible();
  await play(morgana, 'Fail');
  await expect(anna.page.getByText('The quest fails.')).toBeVisible();
  await expect(anna.page.getByText('1 Fail.')).toBeVisible();
  await picture(anna.page, 'a5-result');
  await goOn(players);

  // Three successes.
  for (const team of [
    [merlin, percival, servant],
    [merlin, servant],
    [merlin, percival, servant],
  ]) {
    await quest(players, team);
    await goOn(players);
  }

  // The last shot: the same screen for all, and the same answer to whoever points; one decides.
  await all(players, ({ page }) =>
    expect(page.getByRole('heading', { name: 'The last shot' })).toBeVisible(),
  );
  await expectAlike(players, everything);
  for (const player of players) player.sizes = [];
  await all([servant, morgana], (player) => aim(player, merlin));
  await expect(
    servant.page.getByRole('button', { name: `You point at ${merlin.name}` }),
  ).toBeVisible();
  await expectSameSizes([servant, morgana]);
  await trouble(house, players, { cut: assassin, reload: servant });
  await expect(
    servant.page.getByRole('button', { name: `You point at ${merlin.name}` }),
  ).toBeVisible();
  await expectAlike(players, hand);
  expect(await axe(assassin.page)).toEqual([]);
  // Also where the letters are large and one question is longer than the other.
  await all(players, ({ page }) => enlarge(page, '200%'));
  await expectAlike(players, hand);
  await all(players, ({ page }) => enlarge(page, ''));
  await picture(assassin.page, 'a5-shot');
  // Evil whispers, and good has no such channel.
  await say(morgana, 'Evil', 'I think it is the quiet one');
  await openChat(assassin.page);
  await assassin.page.getByRole('tab', { name: 'Evil' }).click();
  await expect(assassin.page.getByText('I think it is the quiet one')).toBeVisible();
  await openChat(merlin.page);
  await expect(merlin.page.getByRole('tab')).toHaveCount(0);
  await expect(merlin.page.getByText('quiet one')).toHaveCount(0);
  await all([morgana, assassin, merlin], ({ page }) => closeSheet(page));
  await aim(assassin, merlin);

  for (const { page } of players) {
    await expect(page.getByRole('heading', { name: 'Evil wins' })).toBeVisible();
    await expect(
      page.getByText(`The Assassin struck ${merlin.name}, and ${merlin.name} was Merlin.`),
    ).toBeVisible();
    await expect(page.getByText(/^You (won|lost)$/)).toBeVisible();
    await picture(page, 'a5-verdict');
    await page.getByRole('button', { name: 'See all cards' }).click();
    await expect(page.locator('.roles li')).toHaveCount(5);
  }
  // The smallest phone shows who everybody was at once.
  const phone = anna.page.viewportSize()!;
  await anna.page.setViewportSize({ width: 320, height: 568 });
  await expect(anna.page.locator('.roles li').last()).toBeInViewport({ ratio: 1 });
  await anna.page.setViewportSize(phone);
  await anna.page.getByText('History').click();
  await expect(anna.page.getByText('The quest fails, with 1 Fail.').first()).toBeVisible();
  expect(await axe(anna.page)).toEqual([]);
  await picture(anna.page, 'a5-end');
  await picture(anna.page, 'a5-history', () => anna.page.locator('summary').nth(1).click());

  // Again, through anybody's eyes.
  await anna.page.getByRole('link', { name: 'Replay' }).click();
  await anna.page.getByRole('radio', { name: merlin.name }).check({ force: true });
  await expect(anna.page.locator('.badge.left.evil')).toHaveCount(2);
  await picture(anna.page, 'a5-replay');
  // On a laptop the table has most of the screen, and the keys stand beside it.
  await anna.page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(async () => (await anna.page.locator('.picture').boundingBox())!.width)
    .toBeGreaterThan(900);
  await expect(anna.page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await anna.page.setViewportSize(phone);
  await anna.page.getByRole('radio', { name: 'The table' }).check({ force: true });
  await expect(anna.page.locator('.badge.left')).toHaveCount(0);
  await anna.page.goBack();

  // The same people once more: new cards, the score goes on, and five rejections in a row end it.
  await anna.page.getByRole('button', { name: 'Play again' }).click();
  await acknowledge(players);
  for (let i = 0; i < 5; i++) {
    if (i === 4) await expect(cleo.page.getByText(/^Last proposal/)).toBeVisible();
    await propose(players, [anna, bert]);
    if (i === 4) await picture(cleo.page, 'a5-last-proposal');
    await vote(players, 'Reject');
    await goOn(players);
  }
  await all(players, ({ page }) =>
    expect(page.getByText('Five teams in a row were rejected.')).toBeVisible(),
  );
  await anna.page.getByRole('button', { name: 'See all cards' }).click();
  await anna.page.getByText('Scores').click();
  const scores = await anna.page.locator('tbody td:nth-child(2)').allInnerTexts();
  expect(scores.reduce((sum, score) => sum + Number(score), 0)).toBe(4);
  await house.close();
});

test('ten play with the Lady, on a TV, and good wins: one Fail is not enough, the shot misses', async ({
  browser,
}) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const { code, players } = await tableOf(browser, house, 10);
  const anna = players[0] as Player;
  await expect(anna.page.getByText(/^Good for 10/)).toBeVisible();
  await anna.page.getByRole('button', { name: 'Settings' }).click();
  await anna.page.getByRole('switch', { name: /^Lady of the Lake/ }).click();
  await anna.page.getByRole('switch', { name: /^Show who is evil before/ }).click();
  await closeSheet(anna.page);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  await tv.goto(`/game/${code}/tv`);
  await picture(anna.page, 'a10-lobby');
  await begin(players);

  await expect(tv.getByText('Everyone is checking their card.')).toBeVisible();
  await expectAlike(players, everything);
  await expectSameFrames(players);
  const roles = await rolesOf(players);
  const one = (role: string) => (roles.get(role) as Player[])[0] as Player;
  const servants = roles.get('Loyal servant') as Player[];
  expect(servants).toHaveLength(4);
  const [merlin, percival, oberon] = [one('Merlin'), one('Percival'), one('Oberon')];
  const [assassin, morgana, mordred] = [one('Assassin'), one('Morgana'), one('Mordred')];
  // Who is named to whom: Merlin sees no Mordred, evil no Oberon, Oberon nobody.
  for (const [player, seen] of [
    [merlin, [assassin, morgana, oberon]],
    [percival, [merlin, morgana]],
    [assassin, [morgana, mordred]],
    [oberon, []],
  ] as const) {
    const face = await peek(player);
    for (const other of players)
      if (other !== player)
        expect(face.includes(other.name)).toBe((seen as readonly Player[]).includes(other));
  }
  await picture(merlin.page, 'a10-reveal', () => holdCard(merlin.page));
  await picture(tv, 'a10-tv-reveal');
  await acknowledge(players.slice(0, 4));
  await trouble(house, players, { cut: players[8]!, reload: players[9]! });
  await expect(tv.getByText('4 of 10 ready')).toBeVisible();
  await acknowledge(players.slice(4));

  // A latecomer watches what the table sees.
  const watcher = await person(browser, house);
  await joinTable(watcher, code, 'Kate');
  await expect(watcher.getByText(/is choosing a team\.$/)).toBeVisible();
  await expect(watcher.locator('.peek')).toHaveCount(0);

  await quest(players, [merlin, percival, servants[0]!]);
  await picture(tv, 'a10-tv-result');
  await goOn(players);
  await propose(players, [percival, servants[0]!, servants[1]!, oberon]);
  await picture(tv, 'a10-tv-vote');
  await vote(players, 'Approve');
  await picture(tv, 'a10-tv-voted');
  // The votes of ten, the sentence and the signs: all on the screen, in letters for a room.
  for (const part of ['.matrix tbody tr', '.matrix .said', '.matrix .legend li'])
    await expect(tv.locator(part).last()).toBeInViewport({ ratio: 1 });
  await goOn(players);
  const going = [percival, servants[0]!, servants[1]!, oberon];
  await expect(oberon.page.getByRole('button', { name: 'Card 1, face down' })).toBeEnabled();
  await expectAlike(going, hand);
  await expectAlike(
    players.filter((player) => !going.includes(player)),
    hand,
  );
  await picture(watcher, 'a10-watcher-quest');
  await play(percival, 'Success');
  await trouble(house, players, { cut: oberon, reload: percival });
  await all(going.slice(1, 3), (player) => play(player, 'Success'));
  await play(oberon, 'Fail');
  await expect(tv.getByText('1 Fail.', { exact: true })).toBeVisible();
  await goOn(players);

  // The Lady after the second quest: all see whom, only the holder's card says what.
  const holder = await holderOf(players);
  const seen = holder === morgana ? oberon : morgana;
  await expectAlike(
    players.filter((player) => player !== holder),
    everything,
  );
  await expect(tv.getByText(`${holder.name} is using the Lady of the Lake.`)).toBeVisible();
  await discOf(holder.page, seen).click();
  await picture(tv, 'a10-tv-lady');
  await picture(seen.page, 'a10-lady-wait');
  await holder.page.reload();
  await discOf(holder.page, seen).click();
  await hold(holder.page, holder.page.getByRole('button', { name: `Check ${seen.name}` }));
  await leaderOf(players);
  expect(await peek(holder)).toContain(`The Lady: ${seen.name} is evil.`);
  await picture(holder.page, 'a10-lady-saw', () => holdCard(holder.page));
  for (const player of players)
    if (player !== holder) expect(await peek(player)).not.toContain('The Lady');

  // The third, after which the Lady goes on; the fourth bears one Fail.
  await quest(players, [merlin, percival, servants[0]!, servants[1]!]);
  await goOn(players);
  const next = await holderOf(players);
  expect(next).toBe(seen);
  const clean = servants.find((servant) => servant !== holder) as Player;
  await discOf(next.page, clean).click();
  await hold(next.page, next.page.getByRole('button', { name: `Check ${clean.name}` }));
  await quest(players, [merlin, percival, servants[0]!, servants[1]!, mordred], [mordred]);
  await expect(anna.page.getByText('This quest needs two Fails to fail.')).toBeVisible();
  await picture(anna.page, 'a10-spared');
  await goOn(players);

  // All evil is shown before the shot; it misses.
  await all(players, ({ page }) =>
    expect(page.getByRole('heading', { name: 'The last shot' })).toBeVisible(),
  );
  for (const page of [anna.page, tv, watcher])
    await expect(page.locator('.badge.evil')).toHaveCount(4);
  await expectAlike(players, everything);
  await trouble(house, players, { cut: assassin, reload: merlin });
  await picture(anna.page, 'a10-shot');
  await picture(tv, 'a10-tv-shot');
  await aim(assassin, percival);
  for (const page of [...players.map((player) => player.page), tv, watcher])
    await expect(page.getByRole('heading', { name: 'Good wins' })).toBeVisible();
  await anna.page.getByRole('button', { name: 'See all cards' }).click();
  await expect(anna.page.locator('.roles li')).toHaveCount(10);
  await picture(anna.page, 'a10-end');
  await picture(tv, 'a10-tv-end');
  await house.close();
});

/** Who has the Lady, by the button only the holder has. */
async function holderOf(players: Player[]): Promise<Player> {
  let holder: Player | undefined;
  await expect(async () => {
    const counts = await all(players, ({ page }) =>
      page.getByText('Whose loyalty do you check?').count(),
    );
    holder = players[counts.indexOf(1)];
    expect(holder).toBeDefined();
  }).toPass();
  return holder as Player;
}

test('where there is Magic and there are Messages, everybody on a quest holds the same four cards', async ({
  browser,
}) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const { code, players } = await tableOf(browser, house, 5);
  const anna = players[0] as Player;
  await anna.page.getByRole('button', { name: 'Settings' }).click();
  for (const role of [/^Percival/, /^Morgana/, /^Merlin/, /^Assassin/])
    await anna.page.getByRole('switch', { name: role }).first().click();
  await anna.page.getByLabel(/^Sorcerers/).selectOption('with_evil');
  await anna.page.getByLabel(/^Messengers/).selectOption('senior_knows_junior');
  await closeSheet(anna.page);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  await tv.goto(`/game/${code}/tv`);
  await begin(players);
  await expectAlike(players, everything);
  await expectSameFrames(players);
  const roles = await rolesOf(players);
  const one = (role: string) => (roles.get(role) as Player[])[0] as Player;
  const [sorcerer, senior] = [one('Good Sorcerer'), one('Senior Messenger')];
  const [dark, junior] = [one('Evil Messenger'), one('Junior Messenger')];
  expect(await peek(senior)).toContain(junior.name);
  expect(await peek(junior)).not.toContain(senior.name);
  await picture(senior.page, 'm5-reveal', () => holdCard(senior.page));
  await acknowledge(players);

  // A Sorcerer and a Messenger: as many cards, the same boxes, also while one of them is held.
  const team = [sorcerer, senior];
  await propose(players, team);
  await vote(players, 'Approve');
  await goOn(players);
  const cards = `${hand}, .cards button`;
  for (const { page } of team)
    await expect(page.getByRole('button', { name: /^Card \d, face down$/ })).toHaveCount(4);
  await expectAlike(team, cards);
  const holdFirst = ({ page }: Player) =>
    holdDown(page, page.locator('.cards button').first(), page.locator('.cards .face'));
  await all(team, holdFirst);
  await expectAlike(team, cards);
  await all(team, ({ page }) => page.keyboard.up('Space'));
  await picture(senior.page, 'm5-quest', () => holdFirst(senior));

  // What is not theirs to play comes back, as often as they like; what is theirs goes.
  for (const player of players) player.sizes = [];
  await slide(sorcerer, 'Fail');
  await expect(sorcerer.page.getByText('0 of 2 cards played').first()).toBeVisible();
  await play(sorcerer, 'Magic');
  await play(senior, 'Message');
  await expect(tv.getByText('The quest fails.')).toBeVisible();
  await expectSameSizes(players);
  for (const page of [dark.page, tv]) {
    await expect(page.getByText(/1 Magic: the result is turned/).first()).toBeVisible();
    await expect(page.getByText(/Messages: 1 good, 0 evil/).first()).toBeVisible();
  }
  await picture(anna.page, 'm5-result');
  await picture(tv, 'm5-tv-result');
  expect(await axe(anna.page)).toEqual([]);
});
