import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axe, expect, hold, person, test } from './house';

const guests = ['Bruno', 'Chloé', 'Dan', 'Eva', 'Finn'];

async function addGuests(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Who sits here' }).click();
  const sheet = page.getByRole('dialog');
  for (const name of guests) {
    await sheet.getByLabel('Somebody without a phone').fill(name);
    await sheet.getByRole('button', { name: 'Add to the table' }).click();
    await expect(sheet.getByLabel('Somebody without a phone')).toHaveValue('');
  }
}

async function seats(page: Page): Promise<string[]> {
  const fields = page.getByRole('dialog').getByRole('textbox', { name: /^Name on seat/ });
  return fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
}

test('without a network a game is made, set up, opened again, taken away, brought back; then it moves to a table', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, { acceptDownloads: true });
  await ana.goto('/grimoire');
  await expect(ana.getByText('it works without a network')).toBeVisible();
  await ana.context().setOffline(true);
  await ana.reload();
  await expect(ana.getByText('Your games will be here.')).toBeVisible();
  expect(await axe(ana)).toEqual([]);

  await ana.getByLabel('Your name').fill('Ana');
  await ana.getByRole('button', { name: 'New game' }).click();
  await ana.waitForURL(/\/grimoire\/[0-9a-f]{32}$/);
  await addGuests(ana);
  await ana.getByRole('textbox', { name: 'Name on seat 2' }).fill('Chloë');
  await ana.getByRole('textbox', { name: 'Name on seat 2' }).press('Enter');
  await ana.getByRole('button', { name: 'Move Bruno one seat on' }).click();
  await expect.poll(() => seats(ana)).toEqual(['Chloë', 'Bruno', 'Dan', 'Eva', 'Finn']);
  expect(await axe(ana)).toEqual([]);

  // A name that is taken is refused in words, and nothing has changed.
  await ana.getByLabel('Somebody without a phone').fill('Dan');
  await ana.getByRole('button', { name: 'Add to the table' }).click();
  await expect(ana.getByText('Someone at the table already has that name.')).toBeVisible();

  await ana.reload();
  await ana.getByRole('button', { name: 'Who sits here' }).click();
  await expect.poll(() => seats(ana)).toEqual(['Chloë', 'Bruno', 'Dan', 'Eva', 'Finn']);
  await ana.keyboard.press('Escape');

  // Played on: a bag, a deal, tokens handed out, and all of it is there after a reload.
  await ana.getByRole('button', { name: /^Start/ }).click();
  await ana.getByRole('button', { name: 'Script', exact: true }).click();
  const saving = ana.waitForEvent('download');
  await ana.getByRole('button', { name: 'Save the script as a file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Trouble-Brewing.json');
  const script = JSON.parse(readFileSync((await saved.path()) as string, 'utf8')) as unknown[];
  expect(script).toContain('fortuneteller');
  await ana.getByRole('button', { name: 'On to the town' }).click();
  await ana.getByRole('button', { name: 'On to the bag' }).click();
  await ana.getByRole('button', { name: 'Random', exact: true }).click();
  await ana.getByRole('button', { name: /^Deal/ }).click();
  await ana.getByRole('button', { name: 'Hand out the tokens' }).click();
  await expect(ana.getByRole('button', { name: 'Start the first night' })).toBeVisible();
  await ana.reload();
  await expect(ana.getByRole('button', { name: 'Start the first night' })).toBeVisible();
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: /^Leave/ }).click();

  // Away as a file, gone, and back.
  await ana.waitForURL(/\/grimoire$/);
  await ana.getByText(/^Name, export, delete/).click();
  await ana.getByLabel('Name of the game').fill('Tuesday');
  await ana.getByLabel('Name of the game').press('Enter');
  await expect(ana.getByRole('link', { name: 'Tuesday' })).toBeVisible();
  const downloading = ana.waitForEvent('download');
  await ana.getByRole('button', { name: 'Export as a file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Tuesday.parlour');
  const file = readFileSync((await download.path()) as string);
  await hold(ana, 'Delete for good');
  await expect(ana.getByText('Your games will be here.')).toBeVisible();

  const picker = ana.getByLabel('Import a game from a file');
  const bad = Buffer.from(file.toString().replaceAll('Bruno', 'Berta'));
  await picker.setInputFiles({ name: 'bad.parlour', mimeType: 'text/plain', buffer: bad });
  await expect(ana.getByRole('alert')).toContainText('damaged');
  await picker.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(ana.getByRole('alert')).toContainText('not a Parlour game');
  await picker.setInputFiles({ name: 'Tuesday.parlour', mimeType: 'text/plain', buffer: file });
  await ana.getByRole('link', { name: 'Tuesday' }).click();
  await expect(ana.getByRole('button', { name: 'Start the first night' })).toBeVisible();

  // With the network back: to a table, where somebody with a phone takes a guest's seat.
  await ana.context().setOffline(false);
  await ana.goto('/grimoire');
  await ana.getByText(/^Name, export, delete/).click();
  await ana.getByRole('button', { name: 'Move to a table with phones' }).click();
  await ana.waitForURL(/\/game\/[A-Z0-9]{6}$/);
  const dan = await person(browser, house);
  await dan.goto(ana.url());
  await dan.getByLabel('Your name').fill('Daniel');
  await dan.getByRole('button', { name: /I’m Dan/ }).click();
  await ana.getByRole('button', { name: /^Yes/ }).click();
  await expect(dan.getByRole('button', { name: /Hold to look/ })).toBeVisible();

  // Home again, where everybody is a guest and the game goes on; then back to the table, where Dan still sits.
  const table = ana.url();
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'Continue on this device' }).click();
  await ana.waitForURL(/\/grimoire\/[0-9a-f]{32}$/);
  await ana.getByRole('button', { name: 'Start the first night' }).click();
  await expect(ana.getByRole('heading', { name: 'Night 1' })).toBeVisible();
  await ana.goto('/grimoire');
  await ana
    .getByText(/^Name, export, delete/)
    .first()
    .click();
  await ana.getByRole('button', { name: 'Move to a table with phones' }).click();
  await ana.waitForURL(table);
  await expect(ana.getByRole('heading', { name: 'Night 1' })).toBeVisible();
  await expect(dan.getByText('It is night.', { exact: false })).toBeVisible();
});

test('the worker shows what the server has to say to somebody who is away, and nothing more', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  await ana.goto('/');
  await ana.evaluate(async () => void (await navigator.serviceWorker.ready));
  const [worker] = ana.context().serviceWorkers();
  if (!worker) throw new Error('no worker');
  // A browser without a desktop has no place for notices: what would be shown is written down.
  await worker.evaluate(() => {
    const here = self as unknown as { shown: object[]; registration: ServiceWorkerRegistration };
    here.shown = [];
    here.registration.showNotification = async (title, options) =>
      void here.shown.push({ title, body: options?.body, tag: options?.tag });
  });
  const debug = await ana.context().newCDPSession(ana);
  const registered = new Promise<string>((found) =>
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) found(registration.registrationId);
    }),
  );
  await debug.send('ServiceWorker.enable');
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: house.url,
    registrationId: await registered,
    data: 'It is your move.',
  });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { shown: object[] }).shown))
    .toEqual([{ title: 'Parlour', body: 'It is your move.', tag: 'move' }]);
});
