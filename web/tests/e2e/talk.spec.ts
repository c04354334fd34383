import { addBot, axe, createTable, expect, overflow, person, test } from './house';
import { closeSheet } from './players';

/** What some bot says, as a notice has it. */
const english =
  /(It wasn’t me!|Somebody failed us|good team|Not with|I said no|I would have|I don’t trust|I’d send)/;
const french =
  /(Ce n’est pas moi|Quelqu’un a trahi|bonne équipe|Pas avec|J’ai dit non|cette équipe m’allait|Je me méfie|J’enverrais)/;

test('bots talk where the host wants it, to each reader in their language', async ({
  browser,
  house,
}) => {
  test.setTimeout(180_000);
  const ana = await person(browser, house, { viewport: { width: 320, height: 568 } });
  const code = await createTable(ana, 'Ana', 'Avalon');
  await ana.getByRole('button', { name: 'Settings' }).click();
  const talk = ana.getByRole('switch', { name: 'Bots talk' });
  await expect(talk).not.toBeChecked();
  await talk.click();
  await expect(talk).toBeChecked();
  // A switch that has been scrolled half under the parts' names would count as too small.
  await ana.getByRole('dialog').evaluate((sheet) => {
    for (const part of sheet.querySelectorAll('*')) part.scrollTop = 0;
  });
  expect(await axe(ana)).toEqual([]);
  await closeSheet(ana);
  for (let bots = 0; bots < 5; bots++) await addBot(ana);
  await ana.getByRole('button', { name: /^Ana/ }).first().click();
  await ana.getByRole('button', { name: 'Give up my seat and watch' }).click();

  const luc = await person(browser, house, { locale: 'fr-FR' });
  await luc.goto(`./j/${code}`);
  await luc.getByLabel('Votre prénom ou pseudo').fill('Luc');

  // A host who watches starts the game, or sits down again.
  await expect(ana.getByRole('button', { name: 'Take a seat' })).toBeVisible();
  await ana.getByRole('button', { name: 'Start the game' }).click();
  await expect(ana.getByText(english).first()).toBeVisible({ timeout: 60_000 });
  await luc
    .getByRole('button', { name: /^(Rejoindre|Regarder)/ })
    .first()
    .click();
  await expect(luc.getByText(french).first()).toBeVisible({ timeout: 60_000 });

  expect(await overflow(ana)).toMatchObject({ wide: false });
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'What happened' }).click();
  await expect(ana.getByRole('dialog').getByText(english).first()).toBeVisible();
});
