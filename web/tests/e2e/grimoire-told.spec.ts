/** What a player is told can be read: every word of every message, on the smallest phone, in every language. */
import type { Page } from '@playwright/test';
import { expect, joinTable, person, test } from './house';

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

/** While the strip is held: what the card says, its box, and the words of it that cannot be seen. */
async function read(page: Page): Promise<{ words: string; box: string; lost: string[] }> {
  await page.locator('.strip').getByRole('button').hover();
  await page.mouse.down();
  await expect(page.locator('.known')).toBeVisible();
  const seen = await page.locator('.known').evaluate(async (card) => {
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
          const isOnScreen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
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
  });
  if (process.env.PARLOUR_SHOTS)
    await page.screenshot({ path: `${process.env.PARLOUR_SHOTS}/told-${Date.now()}.png` });
  await page.mouse.up();
  await expect(page.locator('.known')).toHaveCount(0);
  return seen;
}

test('every word of every message can be read at 320 × 568 in three languages', async ({
  browser,
  house,
}) => {
  test.setTimeout(180_000);
  const ana = await person(browser, house);
  const headers = { origin: house.url };
  await ana.request.post('/api/session', { headers, data: { name: 'Ana' } });
  const made = await ana.request.post('/api/games', { headers, data: { game: 'grimoire' } });
  const { code, game_id } = (await made.json()) as { code: string; game_id: string };
  const send = async (type: string, args: object = {}) => {
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
  const [demon, other] = phones as [Page, Page];
  for (const name of names.slice(2)) await send('add_guest', { name });
  await send('start');
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
    for (const phone of phones) {
      await phone.evaluate((chosen) => localStorage.setItem('parlour.language', chosen), language);
      await phone.reload();
    }
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
