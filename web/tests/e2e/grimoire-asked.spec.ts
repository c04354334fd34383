/** At night nobody sees from across the table who is asked: every phone takes the same taps, whoever it belongs to. */
import type { Page } from '@playwright/test';
import { expect, joinTable, person, test } from './house';

const names = ['Bruno', 'Chloé', 'Dora', 'Emil', 'Finn'];
const seatsOf = (phone: Page) => phone.getByLabel('The town square').getByRole('button');

/** What another player could see of it, whoever sits where: every button, whether it answers, and what is marked. */
async function looks(phone: Page): Promise<string> {
  return phone.locator('main button, section button').evaluateAll((buttons) =>
    buttons
      .map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const box = [x, y, width, height].map(Math.round).join(' ');
        const isOff = (button as HTMLButtonElement).disabled;
        return `${box} ${isOff} ${button.ariaPressed} ${getComputedStyle(button).opacity}`;
      })
      .sort()
      .join('\n'),
  );
}

async function peek(phone: Page): Promise<string> {
  await phone.locator('.strip').getByRole('button').hover();
  await phone.mouse.down();
  const card = phone.locator('.known');
  await expect(card).toBeVisible();
  const words = await card.innerText();
  await phone.mouse.up();
  await expect(card).toHaveCount(0);
  return words;
}

test('a phone that is asked takes every tap a decoy takes, and what cannot be is asked again', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, { viewport: { width: 1180, height: 820 } });
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
    const phone = await person(browser, house);
    await joinTable(phone, code, name);
    await expect(phone.getByLabel(`${name}, you`)).toBeVisible();
    phones.push(phone);
  }
  const [monk, chef] = phones as [Page, Page];
  for (const name of names.slice(2)) await send('add_guest', { name });
  await send('start');
  for (const [seat, character] of ['monk', 'chef', 'saint', 'poisoner', 'imp'].entries())
    await send('assign', { seat, character });
  for (const step of ['hand_out', 'begin_night', 'begin_day', 'begin_night']) await send(step);
  await ana.goto(`/game/${code}`);
  const list = ana.getByRole('listitem').filter({ hasText: 'Monk' });
  await list.getByRole('button', { name: /^Monk/ }).click();
  await ana.getByRole('button', { name: 'Ask Bruno on their phone' }).click();
  await expect(ana.getByText('Bruno has been asked; no answer yet.')).toBeVisible();

  // Only the card under the finger differs.
  expect(await peek(monk)).toContain('Who do you protect? Not Bruno.');
  expect(await peek(chef)).toContain('Nothing to do for you');
  for (const phone of phones) await expect(seatsOf(phone)).toHaveCount(names.length);

  // One after the other every seat is tapped, from one's own clockwise: the same comes of it on both.
  for (let step = 0; step < names.length; step++) {
    const seen: string[] = [];
    for (const [self, phone] of phones.entries()) {
      const seat = seatsOf(phone).nth((self + step) % names.length);
      await seat.click();
      await expect(seat).toHaveAttribute('aria-pressed', 'true');
      await expect(phone.getByRole('button', { name: 'Confirm' })).toBeEnabled();
      seen.push(await looks(phone));
      await seat.click();
      await expect(seat).not.toHaveAttribute('aria-pressed');
    }
    expect(seen[0]).toContain('true');
    expect(seen[0]).toBe(seen[1]);
  }

  // Themselves: the phone says as little as a decoy's, and the desk asks again.
  for (const [i, phone] of phones.entries()) {
    await phone.getByRole('button', { name: new RegExp(`^${names[i]}`) }).click();
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await expect(phone.getByText('Done. Wait for the dawn.')).toBeVisible();
  }
  expect(await looks(monk)).toBe(await looks(chef));
  await expect(ana.getByText('Bruno chose Bruno, which cannot be: ask again.')).toBeVisible();
  await ana.getByRole('button', { name: 'Ask Bruno on their phone' }).click();
  await monk.getByRole('button', { name: /^Finn/ }).click();
  await monk.getByRole('button', { name: 'Confirm' }).click();
  await expect(ana.getByText('Bruno has answered.')).toBeVisible();
});
