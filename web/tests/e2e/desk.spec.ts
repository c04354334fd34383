/** A storyteller's device is lost in the second night; the evening goes on from another one. */
import type { Page } from '@playwright/test';
import { createTable, expect, joinTable, person, test } from './house';

/** A command, sent by whoever is signed in on that page. */
async function act(page: Page, code: string, type: string, args: object = {}): Promise<void> {
  const status = await page.evaluate(
    async ([table, body]) => {
      const { game_id: game } = await (await fetch(`/api/rooms/${table}`)).json();
      const how = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
      const answer = await fetch(`/api/games/${game}/actions`, how);
      return answer.ok ? 'ok' : await answer.text();
    },
    [code, JSON.stringify({ type, ...args })] as const,
  );
  expect([type, status]).toEqual([type, 'ok']);
}

test('the storyteller’s device is destroyed in night 2, and the evening goes on from another', async ({
  browser,
  house,
}) => {
  test.setTimeout(240_000);
  const ana = await person(browser, house);
  const code = await createTable(ana, 'Ana', 'Grimoire');
  const phones: Page[] = [];
  for (const name of ['Bruno', 'Chloé', 'Dora']) {
    const phone = await person(browser, house);
    await joinTable(phone, code, name);
    await expect(phone.getByLabel(`${name}, you`)).toBeVisible();
    phones.push(phone);
  }
  for (const name of ['Emil', 'Finn']) await act(ana, code, 'add_guest', { name });
  await act(ana, code, 'start');
  await act(ana, code, 'fill_bag', { style: 'any' });
  for (const step of ['deal', 'hand_out', 'begin_night', 'begin_day', 'begin_night'])
    await act(ana, code, step);
  await expect(ana.getByRole('heading', { name: 'Night 2' })).toBeVisible();

  await ana.context().close();

  // Everybody reads who is missing, and finds them among the people.
  const [bruno] = phones as [Page];
  for (const phone of phones)
    await expect(phone.getByText('Ana, the storyteller, is away')).toBeVisible();
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await bruno.getByRole('button', { name: 'People' }).click();
  await expect(bruno.getByRole('heading', { name: 'Storyteller' })).toBeVisible();
  await expect(bruno.getByRole('button', { name: /^Ana/ })).toContainText('away');
  await bruno.keyboard.press('Escape');

  // On another device: ask. Everybody has to agree, and the holder has a minute to come back.
  const spare = await person(browser, house);
  await spare.goto(`/game/${code}`);
  await spare.getByLabel('Your name').fill('Ana again');
  await spare.getByRole('button', { name: 'Ask to be the storyteller in place of Ana' }).click();
  for (const phone of phones) {
    await expect(phone.getByText('A new device asks for the seat of Ana')).toBeVisible();
    await phone.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(phone.getByText('You said yes.')).toBeVisible();
  }
  await expect(spare.getByRole('heading', { name: 'Night 2' })).toBeVisible({ timeout: 90_000 });

  for (const phone of phones)
    await expect(phone.getByText('Ana, the storyteller, is away')).toBeHidden();
  await act(spare, code, 'begin_day');
  await expect(bruno.getByText('Nobody died in the night.')).toBeVisible();
});
