import { readFileSync } from 'node:fs';
import {
  addBot,
  axe,
  createTable,
  expect,
  overflow,
  person,
  setOption,
  takeSide,
  test,
  walk,
} from './house';

test('an evening is looked back upon: the log, the awards, a card to take home', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, { viewport: { width: 320, height: 568 } });
  await createTable(ana, 'Ana');
  await setOption(ana, 'Days of the year', 1);
  await takeSide(ana, 'Journeyman');
  await addBot(ana);
  await ana.getByRole('button', { name: 'Start the year' }).click();
  await walk(ana);
  await expect(ana.getByRole('heading', { name: 'The end' })).toBeVisible();

  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'What happened' }).click();
  await expect(ana.getByRole('heading', { name: 'Game 1 begins.' })).toBeVisible();
  await ana.getByRole('button', { name: 'Ana takes Journeyman.' }).click();
  const people = ana.getByRole('list', { name: 'Show who this is about' });
  await expect(people.locator('.marked')).toHaveCount(1);
  await expect(people.locator('.marked')).toHaveAccessibleName(/^Ana/);
  expect(await axe(ana)).toEqual([]);
  await ana.keyboard.press('Escape');

  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'Scores' }).click();
  await ana.getByRole('button', { name: 'Awards and picture' }).click();
  const drawn = ana.getByRole('img', { name: /Ana: Journeyman/ });
  await expect(drawn).toBeVisible();
  // The picture has the house's letters in it: an image fetches nothing.
  await expect(drawn).toHaveAttribute('src', /font-face.{1,40}font%2Fwoff2%3Bbase64/);
  expect(await axe(ana)).toEqual([]);
  expect(await overflow(ana)).toMatchObject({ wide: false });
  const saved = ana.waitForEvent('download');
  await ana.getByRole('button', { name: 'Save picture' }).click();
  const picture = readFileSync(await (await saved).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBe(1600);
});

test('a minute of practice needs no table: the bots play on the device', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const asked: string[] = [];
  ana.on('websocket', (socket) => asked.push(socket.url()));
  ana.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url());
  });
  await ana.goto('/rules/journeyman');
  await ana.getByRole('link', { name: 'Practise for a minute' }).click();
  await ana.getByRole('button', { name: 'Start the year' }).click();
  await walk(ana);
  await expect(ana.getByRole('heading', { name: 'Day 2', exact: true })).toBeVisible();

  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'Leave' }).click();

  await expect(ana).toHaveURL(/\/rules\/journeyman$/);

  // One Night explains its first screens, to whatever role, and waits for nobody.
  await ana.goto('/practice/onenight');
  const hint = ana.getByRole('dialog', { name: 'Hold the card to see your role.' });
  await expect(hint).toBeVisible();
  expect(await overflow(ana)).toEqual({ wide: false, tall: false, isHandOut: false });
  await hint.getByRole('button', { name: 'Next' }).click();
  await ana.getByRole('button', { name: 'I know my role' }).click();
  await ana.getByRole('button', { name: 'Skip hints' }).click();
  await expect(ana.getByRole('dialog')).toHaveCount(0);
  expect(asked).toEqual([]);
});
