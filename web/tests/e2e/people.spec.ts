import { House, createTable, expect, hold, joinTable, person, test } from './house';

test('a report reaches the operator, who deals with it; somebody asks to be forgotten', async ({
  browser,
}) => {
  const house = await House.open();
  const token = await house.adminToken();
  const [ana, bruno, operator] = [
    await person(browser, house),
    await person(browser, house),
    await person(browser, house),
  ];
  const code = await createTable(ana, 'Ana');
  await joinTable(bruno, code, 'Bruno');

  await ana.getByRole('button', { name: 'Bruno' }).click();
  await ana.getByRole('button', { name: 'Report…' }).click();
  const sheet = ana.getByRole('dialog', { name: 'Report Bruno' });
  await sheet.getByRole('radio', { name: 'The name' }).check();
  await sheet.getByLabel('In your own words (optional)').fill('That is not his name.');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await expect(ana.getByText('The operator has your report.')).toBeVisible();

  await operator.goto('/admin');
  await operator.getByLabel('Key').fill(token);
  await operator.getByRole('button', { name: 'Look' }).click();
  await expect(operator.getByText(`Bruno at ${code}: The name`)).toBeVisible();
  await expect(operator.getByText('That is not his name.')).toBeVisible();
  await operator.getByRole('button', { name: 'Dealt with' }).click();
  await expect(operator.getByText('That is not his name.')).toHaveCount(0);
  await expect(operator.getByText(/^Dealt with a report on /)).toBeVisible();

  await bruno.goto('/privacy');
  await expect(bruno.getByRole('link', { name: 'Download what is kept' })).toBeVisible();
  await hold(bruno, 'Forget me');
  await expect(bruno.getByText('Done: your name is no longer kept here.')).toBeVisible();
  await expect(ana.getByText('Bruno')).toHaveCount(0);
  await house.close();
});
