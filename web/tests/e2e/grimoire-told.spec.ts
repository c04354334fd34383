/** What a player is told can be read: every word of every message, on the smallest phone, in every language. */
import type { Browser, Page } from '@playwright/test';
import { expect, type House, joinTable, person, test } from './house';

const small = { viewport: { width: 320, height: 568 } };
/** As long as names may be. */
const names = [
  'Esperanza-María Fernánde',
  'Maximilian-Alexander III',
  'Wilhelmina Gwendolyn-Ann',
  'Bartholomew Featherstone',
  'Konstantinos Papadopoulo',
  'Anne-Sophie de Montmoren',
  'Guadalupe Hernández-Mart',
  'Katarzyna Wiśniewska-Now',
  'Christopher Montgomery J',
  'Jean-Baptiste Rochambeau',
];
const text = 'Whatever the Storyteller writes by hand, which is at most eighty letters long, ok';
const told = [
  {
    about: 'demon_info',
    players: [2, 3, 4],
    characters: ['fortune_teller', 'scarlet_woman', 'investigator'],
  },
  { about: 'minion_info', players: [2, 3, 4], number: 1 },
  { about: 'washerwoman', players: [3, 7], characters: ['fortune_teller'] },
  { about: 'librarian', number: 0 },
  { about: 'chef', number: 2 },
  { about: 'empath', number: 1 },
  { about: 'fortune_teller', number: 1 },
  { about: 'undertaker', characters: ['scarlet_woman'] },
  { about: 'ravenkeeper', characters: ['scarlet_woman'] },
  { about: 'spy' },
  { about: 'you_are', characters: ['imp'], number: 1 },
  { about: 'text', text: text.slice(0, 80) },
  {
    about: 'text',
    players: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    characters: ['fortune_teller', 'scarlet_woman', 'investigator', 'washerwoman', 'ravenkeeper'],
    number: 12,
    text: text.slice(0, 80),
  },
];

interface Seen {
  words: string;
  box: string;
  lost: string[];
}

/** What the open card says, its box, and the words of it that cannot be seen. */
function look(page: Page): Promise<Seen> {
  return page.locator('.known').evaluate(
    async (card) => {
      // As it is painted: letters are there, and their size is chosen in the frame after the card opens.
      await document.fonts.ready;
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      const frame = card.getBoundingClientRect();
      const lost: string[] = [];
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        for (const word of (walker.currentNode.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, word.index);
          range.setEnd(walker.currentNode, word.index + word[0].length);
          for (const { left, right, top, bottom } of range.getClientRects()) {
            const isIn =
              left >= frame.left &&
              right <= frame.right &&
              top >= frame.top &&
              bottom <= frame.bottom;
            const isOnScreen =
              left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
            const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            if (!isIn || !isOnScreen || !card.contains(at)) lost.push(word[0]);
          }
        }
      const { x, y, width, height } = frame;
      return {
        words: (card as HTMLElement).innerText,
        box: [x, y, width, height].map(Math.round).join(' '),
        lost,
      };
    },
    undefined,
    { timeout: 3_000 },
  );
}

async function holdStrip(page: Page): Promise<void> {
  await page.locator('.strip').getByRole('button').hover();
  await page.mouse.down();
  await expect(page.locator('.known')).toBeVisible();
}

async function letGo(page: Page): Promise<void> {
  await page.mouse.up();
  await expect(page.locator('.known')).toHaveCount(0);
}

/** Holds the strip, looks, and lets go. */
async function read(page: Page): Promise<Seen> {
  await holdStrip(page);
  const seen = await look(page);
  if (process.env.PARLOUR_SHOTS)
    await page.screenshot({ path: `${process.env.PARLOUR_SHOTS}/told-${Date.now()}.png` });
  await letGo(page);
  return seen;
}

type Send = (type: string, args?: object) => Promise<void>;

/** A storyteller without a screen, two small phones with long names and eight guests, in the set-up. */
async function sitDown(
  browser: Browser,
  house: House,
): Promise<{ send: Send; phones: Page[]; ana: Page; game_id: string }> {
  const ana = await person(browser, house);
  const headers = { origin: house.url };
  await ana.request.post('/api/session', { headers, data: { name: 'Ana' } });
  const made = await ana.request.post('/api/games', { headers, data: { game: 'grimoire' } });
  const { code, game_id } = (await made.json()) as { code: string; game_id: string };
  const send: Send = async (type, args = {}) => {
    const answer = await ana.request.post(`/api/games/${game_id}/actions`, {
      headers,
      data: { type, ...args },
    });
    expect(answer.ok(), `${type}: ${await answer.text()}`).toBe(true);
  };
  const phones: Page[] = [];
  for (const name of names.slice(0, 2)) {
    const phone = await person(browser, house, small);
    await joinTable(phone, code, name);
    // Seated: the table opens before the seat is taken, and the storyteller below waits for nobody.
    await expect(phone.getByText(name).first()).toBeVisible();
    phones.push(phone);
  }
  for (const name of names.slice(2)) await send('add_guest', { name });
  await send('start');
  return { send, phones, ana, game_id };
}

async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('parlour.language', chosen), language);
  await page.reload();
}

test('every word of every message can be read at 320 × 568 in three languages', async ({
  browser,
  house,
}) => {
  test.setTimeout(180_000);
  const { send, phones, ana, game_id } = await sitDown(browser, house);
  const [demon, other] = phones as [Page, Page];
  const state = await ana.request.get(`/api/games/${game_id}/players`);
  const { players } = (await state.json()) as { players: { name: string; seat: number | null }[] };
  const nameOf = (seat: number) => players.find((one) => one.seat === seat)?.name ?? '';
  const seat = players.find((one) => one.name === names[0])?.seat ?? -1;
  await send('fill_bag', { style: 'any' });
  await send('deal');
  await send('assign', { seat, character: 'imp' });
  await send('hand_out');
  for (const phone of phones) await expect(phone.locator('.strip')).toBeVisible();
  const [first, second] = [await read(demon), await read(other)];
  expect(first.words).toContain('You are the Imp.');
  expect(nameOf(7)).not.toBe('');
  expect(first.lost).toEqual([]);
  expect(first.box).toBe(second.box);
  await send('begin_night');

  for (const language of ['en', 'fr', 'es']) {
    for (const phone of phones) await speak(phone, language);
    for (const message of told) {
      await send('show', { seat, ...message });
      await expect(demon.locator('.prompt')).not.toHaveCount(0);
      let seen = await read(demon);
      await expect(async () => {
        seen = await read(demon);
        if (message.text) expect(seen.words).toContain('eighty letters');
        for (const one of message.players ?? []) expect(seen.words).toContain(nameOf(one));
      }).toPass({ timeout: 5_000 });
      expect(seen.words.length).toBeGreaterThan(60);
      expect(seen.lost, `${language}: ${seen.words}`).toEqual([]);
      // Whoever was told nothing has the same card.
      if (message === told[0] || message === told.at(-1))
        expect((await read(other)).box).toBe(seen.box);
    }
  }
});

/** What the characters of the other editions and the Travellers bring about, as long as it may be. */
const alsoTold = [
  { about: 'grandmother', players: [3], characters: ['snake_charmer'] },
  { about: 'chambermaid', number: 2 },
  { about: 'exorcist', players: [3], characters: ['exorcist'] },
  { about: 'lunatic', players: [2, 3, 4], number: 5, characters: ['lunatic'] },
  { about: 'godfather', characters: ['goon', 'lunatic', 'moonchild', 'sweetheart'] },
  { about: 'godfather' },
  { about: 'clockmaker', number: 7 },
  { about: 'dreamer', players: [3], characters: ['snake_charmer', 'devils_advocate'] },
  { about: 'mathematician', number: 4 },
  { about: 'flowergirl', number: 1 },
  { about: 'town_crier', number: 0 },
  { about: 'oracle', number: 3 },
  { about: 'seamstress', players: [3, 7], number: 1 },
  { about: 'juggler', number: 5 },
  { about: 'sage', players: [3, 7] },
  { about: 'evil_twin', players: [3, 7], characters: ['snake_charmer'] },
  { about: 'cerenovus', characters: ['snake_charmer'] },
  { about: 'beggar', players: [3], number: 1 },
  { about: 'barista', number: 1 },
  { about: 'barista', number: 0 },
  { about: 'harlot', players: [3], characters: ['snake_charmer'] },
  { about: 'apprentice', characters: ['devils_advocate'] },
  { about: 'you_are', characters: ['bone_collector'], number: 1 },
];

test('so can every token and every message of the three editions', async ({ browser, house }) => {
  test.setTimeout(240_000);
  const { send, phones, ana, game_id } = await sitDown(browser, house);
  const [phone] = phones as [Page];
  const catalog = (await (await ana.request.get('/api/catalog')).json()) as {
    games: { id: string; roles: { role_id: string; edition?: string }[] }[];
  };
  const roles = catalog.games
    .find(({ id }) => id === 'grimoire')
    ?.roles.filter(({ edition }) => ['tb', 'bmr', 'snv'].includes(edition ?? ''));
  const characters = (roles ?? []).map(({ role_id }) => role_id);
  expect(characters.length).toBe(87);
  const state = await ana.request.get(`/api/games/${game_id}/players`);
  const { players } = (await state.json()) as { players: { name: string; seat: number | null }[] };
  const seat = players.find((one) => one.name === names[0])?.seat ?? -1;
  await send('begin_script', { name: 'All three' });
  for (const character of characters) await send('add_character', { character });
  const cast = ['chef', 'monk', 'mayor', 'saint', 'empath', 'virgin', 'slayer', 'spy', 'baron'];
  for (const { seat: at } of players)
    if (at !== null) await send('assign', { seat: at, character: cast[at] ?? 'imp' });
  await send('hand_out');

  /** While the finger stays down, each of these comes, and all of it can be read. */
  async function readAll<T>(all: T[], bring: (one: T) => Promise<void>): Promise<void> {
    let words = '';
    for (const one of all) {
      await bring(one);
      let seen: Seen | undefined;
      await expect(async () => {
        // The card closes by itself after a while, and whoever goes on reading holds it again.
        if (!(await phone.locator('.known').isVisible())) {
          await phone.mouse.up();
          await holdStrip(phone);
        }
        seen = await look(phone);
        expect(seen.words, JSON.stringify(one)).not.toBe(words);
      }).toPass();
      words = seen?.words ?? '';
      expect(words).not.toBe('');
      expect(seen?.lost, words).toEqual([]);
    }
    await letGo(phone);
  }

  const languages = ['en', 'fr', 'es'];
  for (const language of languages) {
    await speak(phone, language);
    await expect(phone.locator('.strip')).toBeVisible();
    await readAll(characters, (character) => send('set_belief', { seat, character }));
  }
  await send('begin_night');
  await send('show', { seat, about: 'chef', number: 0 });
  await expect(phone.locator('.prompt')).not.toHaveCount(0);
  for (const language of languages) {
    await speak(phone, language);
    await expect(phone.locator('.prompt')).not.toHaveCount(0);
    await readAll(alsoTold, (message) => send('show', { seat, ...message }));
  }
});
