/** The Grimoire on the real server: a storyteller with a tablet, three phones, and four people without one. */
import type { Browser, Page } from '@playwright/test';
import { axe, createTable, expect, hold, House, joinTable, overflow, person, test } from './house';
import { boxes, closeSheet, comeBack, sit, type Player } from './players';

test.use({ actionTimeout: 20_000 });

const shots = process.env.PARLOUR_SHOTS;
const tablet = { viewport: { width: 1180, height: 820 } };
/** Who is what. The first three have phones. */
const cast = {
  Bruno: 'imp',
  Chloé: 'fortune_teller',
  Dora: 'empath',
  Emil: 'washerwoman',
  Finn: 'mayor',
  Gus: 'poisoner',
  Hana: 'monk',
} as const;
const secret = /Imp\b|Fortune Teller|Empath|Washerwoman|Mayor|Poisoner|Monk/;
/** A script as storytellers' tools write it, with a character of its own. */
const script = [
  { id: '_meta', name: 'Our own town', author: 'Ana' },
  ...[
    'washerwoman',
    'chef',
    'empath',
    'fortuneteller',
    'monk',
    'mayor',
    'slayer',
    'saint',
    'poisoner',
    'imp',
  ],
  { id: 'lamplighter', name: 'Lamplighter', team: 'townsfolk', ability: 'Lights a lamp.' },
];

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/grimoire-${name}.png` });
}

/** Opens a seat of the grimoire and makes it somebody. */
async function assign(page: Page, name: string, character: string): Promise<void> {
  const ring = page.getByRole('list', { name: 'The grimoire' });
  await ring.getByRole('button', { name: new RegExp(`^${name}, `) }).click();
  await page.getByRole('combobox', { name: 'Character', exact: true }).selectOption(character);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A seat in the ring. */
function tokenOf(page: Page, name: string) {
  return page
    .getByRole('list', { name: 'The grimoire' })
    .getByRole('button', { name: new RegExp(`^${name}(,|$)`) });
}

/** Holds the strip and gives what it says; afterwards it is gone from the page. */
async function peek(page: Page): Promise<string> {
  const strip = page.locator('.strip');
  await strip.getByRole('button').hover();
  await page.mouse.down();
  await expect(strip.locator('.known')).toBeVisible();
  const text = await strip.locator('.known').innerText();
  await page.mouse.up();
  await expect(strip.locator('.known')).toHaveCount(0);
  return text;
}

/** Everything that can be tapped or read. */
const everything = 'main button, section button, .prompt, .strip';

async function seat(
  browser: Browser,
  house: House,
): Promise<{ ana: Page; players: Player[]; code: string }> {
  const ana = await person(browser, house, tablet);
  const code = await createTable(ana, 'Ana', 'Grimoire');
  const players: Player[] = [];
  for (const name of Object.keys(cast).slice(0, 3)) {
    const player = await sit(browser, house, name);
    await joinTable(player.page, code, name);
    await expect(player.page.getByLabel(`${name}, you`)).toBeVisible();
    players.push(player);
  }
  await ana.getByRole('button', { name: 'Who sits here' }).click();
  for (const name of Object.keys(cast).slice(3)) {
    await ana.getByLabel('Somebody without a phone').fill(name);
    await ana.getByRole('button', { name: 'Add to the table' }).click();
    await expect(ana.getByLabel('Somebody without a phone')).toHaveValue('');
  }
  await ana.keyboard.press('Escape');
  await shoot(ana, '01-lobby');
  await ana.getByRole('button', { name: /^Start/ }).click();
  return { ana, players, code };
}

test('a storyteller, three phones and four guests play a game with nights, votes and an end', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const house = await House.open();
  const { ana, players, code } = await seat(browser, house);
  const phones = players.map(({ page }) => page);
  const [bruno, chloe, dora] = phones as [Page, Page, Page];
  const token = (name: string) => tokenOf(ana, name);

  // Set-up: a script from a file, a seat dragged and put back, a random bag, dealt; then everybody gets what this
  // test needs.
  await expect(ana.getByRole('heading', { name: 'Set-up' })).toBeVisible();
  await shoot(ana, '02-town');
  await ana.getByRole('button', { name: 'Script', exact: true }).click();
  await ana.getByText('Another script').click();
  const file = { name: 'town.json', mimeType: 'application/json' };
  const picker = ana.getByLabel('From a file');
  await picker.setInputFiles({ ...file, buffer: Buffer.from('{"id":"imp"}') });
  await expect(ana.getByRole('alert')).toHaveText('A script is a list of characters.');
  await picker.setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(script)) });
  await expect(ana.getByRole('heading', { name: 'Our own town' })).toBeVisible();
  await expect(ana.getByText('Lamplighter')).toBeVisible();
  const ring = ana.getByRole('list', { name: 'The grimoire' });
  const sits = () => ring.locator('.name').allInnerTexts();
  const before = await sits();
  await ring
    .getByRole('button', { name: 'Bruno' })
    .dragTo(ring.getByRole('button', { name: 'Emil' }), { steps: 5 });
  await expect.poll(sits).toEqual(['Chloé', 'Dora', 'Emil', 'Bruno', 'Finn', 'Gus', 'Hana']);
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(sits).toEqual(before);
  await ana.getByRole('button', { name: 'Bag', exact: true }).click();
  await ana.getByRole('button', { name: 'Random' }).click();
  await expect(ana.getByRole('button', { name: 'Deal 7 tokens' })).toBeEnabled();
  await shoot(ana, '03-bag');
  await ana.getByRole('button', { name: 'Deal 7 tokens' }).click();
  await expect(ana.getByRole('button', { name: 'Hand out the tokens' })).toBeEnabled();
  for (const [name, character] of Object.entries(cast)) await assign(ana, name, character);
  await expect(ana.getByRole('button', { name: /^Bruno, Imp/ })).toBeVisible();
  expect(await axe(ana)).toEqual([]);
  await ana.getByRole('button', { name: 'Hand out the tokens' }).click();

  // Tokens: on the phones by holding, for the others on the tablet behind a cover.
  for (const [at, phone] of phones.entries()) {
    await expect(phone.getByText('Look at your token, then tap the button.')).toBeVisible();
    await expect(phone.locator('body')).not.toContainText(secret);
    expect(await peek(phone)).toMatch(['Imp', 'Fortune Teller', 'Empath'][at] as string);
    await phone.getByRole('button', { name: 'I know who I am' }).click();
  }
  await shoot(bruno, '04-token-phone');
  await ana
    .getByRole('listitem')
    .filter({ hasText: 'Emil' })
    .getByRole('button', { name: 'Show to player' })
    .click();
  await expect(ana.getByRole('dialog')).toContainText('Washerwoman');
  await shoot(ana, '05-cover');
  await ana.keyboard.press('Escape');
  await expect(ana.getByRole('dialog')).toBeVisible();
  await hold(ana, 'Back Keep holding');
  await expect(ana.getByRole('dialog')).toHaveCount(0);
  await expect(ana.getByText('3 have not seen their tokens yet.')).toBeVisible();
  await shoot(ana, '06-preparation');
  await ana.getByRole('button', { name: 'Start the first night' }).click();

  // The first night, step by step.
  await expect(ana.getByRole('heading', { name: 'Night 1' })).toBeVisible();
  await shoot(ana, '07-night');
  expect(await axe(ana)).toEqual([]);
  await expect(ana.getByRole('heading', { name: 'Minion info' })).toBeVisible();
  await ana.getByRole('button', { name: 'Show the Minions' }).click();
  await expect(ana.getByRole('dialog')).toContainText('Bruno');
  await hold(ana, 'Back Keep holding');
  await expect(ana.getByText('Your Minion: Gus', { exact: false })).toBeVisible();
  await ana.getByRole('button', { name: 'Tell the Demon on their phone' }).click();
  await expect(ana.getByRole('heading', { name: 'Poisoner, Gus' })).toBeVisible();
  await token('Finn').click();
  await expect(ana.getByText('Finn is poisoned until dusk.')).toBeVisible();
  await ana.getByRole('button', { name: 'Done, next: Washerwoman' }).click();
  await shoot(ana, '08-step-pair');
  await ana.getByRole('button', { name: 'Show Emil' }).click();
  await expect(ana.getByRole('dialog')).toContainText('One of');
  await shoot(ana, '09-show');
  await hold(ana, 'Back Keep holding');
  await ana.getByRole('button', { name: 'Tell Dora on their phone' }).click();
  await ana.getByRole('button', { name: 'Ask Chloé on their phone' }).click();

  // Every phone stirs alike: the same words, the same boxes; what is meant is under the finger.
  for (const phone of phones) {
    await expect(phone.getByText('Your choice.', { exact: false })).toBeVisible();
    expect(await boxes(phone, everything)).toEqual(await boxes(bruno, everything));
    await expect(phone.locator('body')).not.toContainText(secret);
  }
  await shoot(chloe, '10-prompt-phone');
  expect(await axe(chloe)).toEqual([]);
  expect(await peek(chloe)).toContain('Which two');
  expect(await peek(bruno)).toContain('Nothing to do for you');
  expect(await peek(dora)).toContain('Nothing to do for you');
  const cut = players[2] as Player;
  await comeBack([cut], async () => {
    cut.cut();
    await chloe.reload();
  });
  await chloe.getByRole('button', { name: /^Bruno/ }).click();
  await chloe.getByRole('button', { name: /^Finn/ }).click();
  await chloe.getByRole('button', { name: 'Confirm' }).click();
  await expect(chloe.getByText('Done. Wait for the dawn.')).toBeVisible();
  await dora.getByRole('button', { name: /^Bruno/ }).click();
  await dora.getByRole('button', { name: 'Confirm' }).click();
  await expect(ana.getByRole('button', { name: 'Choose Bruno and Finn' })).toBeEnabled();
  await shoot(ana, '11-choice-from-phone');
  await ana.getByRole('button', { name: 'Choose Bruno and Finn' }).click();
  await expect(ana.getByText('Yes: a Demon is among them.', { exact: false })).toBeVisible();
  await ana.getByRole('button', { name: 'Tell Chloé on their phone' }).click();
  await expect(ana.getByRole('button', { name: 'Dawn' })).toBeVisible();
  expect(await peek(chloe)).toContain('Yes: a Demon is among them.');
  expect(await peek(dora)).toMatch(/\d of your living neighbours/);

  // Undo and redo, and a power cut.
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect(ana.getByRole('button', { name: 'Tell Chloé on their phone' })).toBeVisible();
  await ana.getByRole('button', { name: 'Redo' }).click();
  await expect(ana.getByRole('button', { name: 'Dawn' })).toBeVisible();
  await house.stop('SIGKILL');
  await house.start();
  await ana.getByRole('button', { name: 'Dawn' }).click({ timeout: 40_000 });

  // The first day ends without an execution; the second night kills.
  await expect(ana.getByRole('heading', { name: 'Day 1' })).toBeVisible();
  await expect(bruno.getByText('Nobody died in the night.')).toBeVisible();
  await shoot(ana, '12-day');
  expect(await axe(ana)).toEqual([]);
  await ana.getByRole('button', { name: /^Dusk/ }).click();
  await expect(ana.getByRole('heading', { name: 'Night 2' })).toBeVisible();
  await ana
    .getByRole('listitem')
    .filter({ hasText: 'Imp' })
    .getByRole('button', { name: /^Imp/ })
    .click();
  await expect(ana.getByRole('heading', { name: 'Imp, Bruno' })).toBeVisible();
  await token('Finn').click();
  await expect(ana.getByText('You will be asked who dies.')).toBeVisible();
  await ana.getByRole('button', { name: /^Done/ }).click();
  await expect(ana.getByRole('heading', { name: 'Decide' })).toBeVisible();
  await expect(ana.getByText('The Mayor, Finn, would die. Who dies instead?')).toBeVisible();
  await shoot(ana, '12-question');
  expect(await axe(ana)).toEqual([]);
  await token('Dora').click();
  await ana.getByRole('button', { name: 'Dora dies instead' }).click();
  const dawn = ana.getByRole('button', { name: 'Dawn' });
  const skip = ana.getByRole('button', { name: /^Skip / }).first();
  await expect(async () => {
    if (await skip.isVisible()) await skip.click();
    await expect(dawn).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(dora.getByText('7 alive')).toBeVisible();
  await dawn.click();
  await expect(dora.getByText('Dora died in the night.')).toBeVisible();
  await shoot(dora, '13-dead-phone');

  // The dead bet, and light candles that all see.
  await dora.getByRole('button', { name: 'The dead' }).click();
  await dora.getByRole('button', { name: 'Good wins' }).click();
  await expect(dora.getByRole('button', { name: 'Good wins', pressed: true })).toBeVisible();
  await shoot(dora, '13-ghost-phone');
  expect(await axe(dora)).toEqual([]);
  await dora.getByRole('dialog').getByRole('list').getByRole('button').first().click();
  for (const page of phones) await expect(page.locator('.shown .candle')).toBeVisible();
  await shoot(chloe, '13-candle-phone');

  // Anybody may claim to be the Slayer, truly or not.
  await bruno.getByRole('button', { name: 'Use a day ability' }).click();
  await bruno.getByRole('button', { name: /^Finn/ }).click();
  await hold(bruno, /^Slayer’s shot: Finn/);
  await expect(ana.getByText('Bruno uses “Slayer’s shot” on Finn.')).toBeVisible();
  await shoot(ana, '14-claim');
  await ana.getByRole('button', { name: 'See what happens' }).click();
  await expect(bruno.getByText('Bruno uses “Slayer’s shot” on Finn.')).toHaveCount(0);

  // A nomination from the phone; hands from phones and for the guests; the clock; the block; the end.
  await ana.getByRole('switch', { name: 'Nominations from the phones' }).click();
  await chloe.getByRole('button', { name: /^Bruno/ }).click();
  await shoot(chloe, '14-nominate-phone');
  await chloe.getByRole('button', { name: 'Nominate Bruno' }).click();
  await chloe.getByRole('button', { name: 'Raise my hand' }).click();
  await dora.getByRole('button', { name: 'Raise my hand' }).click();
  await expect(dora.getByText('This is your last vote.')).toBeVisible();
  for (const name of ['Emil', 'Hana']) await token(name).click();
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  await tv.goto(`/game/${code}/tv`);
  await expect(tv.getByText(/\d of 3 needed/)).toBeVisible();
  await ana.getByRole('button', { name: '2 s', exact: true }).click();
  await ana.getByRole('button', { name: 'Run the clock' }).click();
  await expect(tv.getByText(/[2-4] of 3 needed/)).toBeVisible({ timeout: 30_000 });
  await shoot(tv, '15-vote-tv');
  await shoot(ana, '15-vote');
  await shoot(bruno, '15-vote-phone');
  await expect(tv.locator('body')).not.toContainText(secret);
  await expect(tv.getByText('1 ghost has bet')).toBeVisible();
  await expect(bruno.getByText('Bruno is on the block with 4.')).toBeVisible({ timeout: 40_000 });
  await shoot(ana, '16-block');
  await hold(ana, /^Execute Bruno/);
  await expect(ana.getByRole('heading', { name: 'Good wins' })).toBeVisible();
  await shoot(ana, '17-victory');
  await expect(bruno.getByText('Good wins')).toHaveCount(0);
  await ana.getByRole('button', { name: 'Log', exact: true }).click();
  await expect(ana.getByRole('dialog')).toBeVisible();
  await shoot(ana, '18-log');
  await closeSheet(ana);
  // The tokens are turned one by one, before all eyes; nobody sees the others yet.
  await hold(ana, /^Good has won/);
  for (const page of [bruno, tv]) {
    await expect(page.getByText('Good wins').first()).toBeVisible();
    await expect(page.locator('body')).not.toContainText(secret);
  }
  await token('Emil').click();
  for (const page of [bruno, tv]) {
    await expect(page.getByRole('img', { name: 'Emil, Washerwoman' })).toBeVisible();
    await expect(page.locator('body')).not.toContainText('Poisoner');
  }
  await shoot(ana, '18-reveal');
  await shoot(bruno, '18-reveal-phone');
  await shoot(tv, '18-reveal-tv');
  await hold(ana, /^End the game/);
  for (const page of [ana, ...phones, tv])
    await expect(page.getByText('The Demon is dead.').first()).toBeVisible();
  await expect(bruno.getByText('Washerwoman').first()).toBeVisible();
  for (const page of [bruno, tv])
    await expect(page.getByText('Bet on the winners: Dora.')).toBeVisible();
  await shoot(bruno, '19-end-phone');
  await shoot(tv, '19-end-tv');
  expect(await axe(bruno)).toEqual([]);
  await house.close();
});

/** Whether everything fits the width, so that nobody has to scroll sideways. */
async function fits(page: Page): Promise<void> {
  await expect.poll(async () => (await overflow(page)).wide).toBe(false);
}

/** The same screen on the narrowest phone and with text twice as large. */
async function squeeze(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  await shoot(page, `${name}-320`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await fits(page);
  await shoot(page, `${name}-200`);
  await page.evaluate(() => document.head.querySelector('style:last-of-type')?.remove());
}

/** Does what the open step asks for, with these players or the first that may be chosen, and shows what is to be told. Gives
 * the number of taps. */
async function doStep(page: Page, players: string[] = []): Promise<number> {
  const ring = page.getByRole('list', { name: 'The grimoire' });
  const heading = page.locator('h2', { hasText: /^\d+ · / });
  const number = (await heading.innerText()).split(' ')[0];
  let taps = 0;
  const tap = page.getByRole('button', { name: /^Tap / });
  const free = ring.locator('button:not(.faint):not([aria-pressed="true"])').first();
  for (; await tap.isVisible(); taps++) {
    const player = players[taps];
    await (player ? tokenOf(page, player) : free).click();
  }
  const show = page.getByRole('button', { name: /^Show / }).last();
  const done = page.getByRole('button', { name: /^Done/ });
  await expect(show.or(done)).toBeVisible();
  taps++;
  if (await show.isVisible()) {
    await show.click();
    await hold(page, 'Back Keep holding');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  } else await done.click();
  await expect(heading.filter({ hasText: new RegExp(`^${number} ·`) })).toHaveCount(0);
  return taps;
}

test('alone with a phone and without a network, a storyteller runs a game to its end', async ({
  browser,
  house,
}) => {
  test.setTimeout(200_000);
  const ana = await person(browser, house);
  const dawn = ana.getByRole('button', { name: 'Dawn' });
  await ana.goto('/grimoire');
  await expect(ana.getByText('it works without a network')).toBeVisible();
  await ana.context().setOffline(true);
  await ana.getByLabel('Your name').fill('Ana');
  await ana.getByRole('button', { name: 'New game' }).click();
  await ana.getByRole('button', { name: 'Who sits here' }).click();
  for (const name of Object.keys(cast)) {
    await ana.getByLabel('Somebody without a phone').fill(name);
    await ana.getByRole('button', { name: 'Add to the table' }).click();
    await expect(ana.getByLabel('Somebody without a phone')).toHaveValue('');
  }
  await ana.keyboard.press('Escape');
  await ana.getByRole('button', { name: /^Start/ }).click();
  await ana.getByRole('button', { name: 'Bruno: one seat on' }).press('Enter');
  await squeeze(ana, '31-town');
  await ana.getByRole('button', { name: 'On to the bag' }).click();
  await ana.getByRole('button', { name: 'Gentle' }).click();
  await squeeze(ana, '32-bag');
  await ana.getByRole('button', { name: 'Deal 7 tokens' }).click();
  await ana.getByRole('button', { name: 'Grimoire' }).click();
  for (const [name, character] of Object.entries(cast)) await assign(ana, name, character);
  await squeeze(ana, '33-ring');
  await ana.getByRole('button', { name: 'List' }).click();
  await ana.getByRole('button', { name: 'Hand out the tokens' }).click();
  expect(await axe(ana)).toEqual([]);
  await ana.getByRole('button', { name: 'Start the first night' }).click();
  await squeeze(ana, '34-night');
  // Minions, Demon, Poisoner, Washerwoman, Empath, Fortune Teller: one tap for who learns, two for who chooses, three for
  // who chooses two and learns. The next step comes by itself.
  const taps: number[] = [];
  for (let steps = 0; steps < 6; steps++) taps.push(await doStep(ana));
  expect(taps).toEqual([1, 1, 2, 1, 1, 3]);
  await ana.getByRole('button', { name: 'Hide' }).click();
  await expect(ana.locator('body')).not.toContainText(secret);
  await squeeze(ana, '34-hidden');
  expect(await axe(ana)).toEqual([]);
  await hold(ana, /^Open the grimoire/);
  await dawn.click();
  await squeeze(ana, '35-day');
  expect(await axe(ana)).toEqual([]);

  // A later night: Poisoner, Monk, Imp, Empath, Fortune Teller, and one tap each for dusk and dawn.
  await ana.getByRole('button', { name: /^Dusk/ }).click();
  const later: number[] = [];
  for (const players of [['Finn'], ['Dora'], ['Finn'], [], []])
    later.push(await doStep(ana, players));
  expect(later).toEqual([2, 2, 2, 1, 3]);
  await dawn.click();
  await expect(ana.getByText('Finn died in the night.')).toBeVisible();

  // Two taps, hands by the storyteller, the clock by hand, the block, the end.
  await tokenOf(ana, 'Hana').click();
  await tokenOf(ana, 'Bruno').click();
  for (const name of ['Chloé', 'Dora', 'Emil', 'Hana']) await tokenOf(ana, name).click();
  await expect(ana.getByText('Bruno is on the block.')).toBeVisible();
  await squeeze(ana, '36-vote');
  expect(await axe(ana)).toEqual([]);
  await ana.getByRole('button', { name: 'Close the vote: 4' }).click();
  await hold(ana, /^Execute Bruno/);
  await expect(ana.getByRole('heading', { name: 'Good wins' })).toBeVisible();

  // Everything can be seen as it was, and taken back.
  await ana.getByRole('button', { name: 'Log', exact: true }).click();
  await ana.getByRole('button', { name: 'Choices', exact: true }).click();
  await expect(ana.getByText('Imp Bruno chose Finn.')).toBeVisible();
  await ana.getByRole('button', { name: 'Told', exact: true }).click();
  await expect(ana.getByText(/^true$/).first()).toBeVisible();
  await shoot(ana, '37-told');
  await ana.getByRole('button', { name: 'All', exact: true }).click();
  await ana.getByRole('button', { name: /^Night 1 falls/ }).click();
  await shoot(ana, '37-log');
  expect(await axe(ana)).toEqual([]);
  await hold(ana, /^Undo everything after this/);
  await ana.keyboard.press('Escape');
  await expect(ana.getByRole('heading', { name: 'Night 1' })).toBeVisible();
  // At the end the button can no longer be pressed, and the heading may come later than that.
  const redo = ana.getByRole('button', { name: 'Redo' });
  await expect(async () => {
    while (await redo.isEnabled({ timeout: 1_000 })) await redo.click({ timeout: 2_000 });
    await expect(ana.getByRole('heading', { name: 'Good wins' })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  await hold(ana, /^Good has won/);
  for (let turned = 0; turned < 12; turned++) {
    const next = ana.getByRole('button', { name: /^Turn / });
    if (!(await next.isVisible())) break;
    const label = await next.innerText();
    await next.click();
    await expect(ana.getByRole('button', { name: label })).toHaveCount(0);
  }
  await ana.getByRole('button', { name: 'End the game' }).click();
  await expect(ana.getByText('The Demon is dead.')).toBeVisible();
  await shoot(ana, '38-end');
  await squeeze(ana, '38-end');
});
