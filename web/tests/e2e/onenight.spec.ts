import { createTable, expect, House, joinTable, person, setOption, test } from './house';
import type { Page } from '@playwright/test';

const shots = process.env.PARLOUR_SHOTS;
/** A window of the night may have to pass. */
const wait = { timeout: 60_000 };

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/onenight-${name}.png` });
}

/** Marks the first thing that fits and confirms, as somebody in a hurry would. */
async function answer(page: Page): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm' });
  const players = page.getByLabel('The table').getByRole('button');
  const cards = page.getByRole('button', { name: /^Centre card/ });
  for (const target of [
    players.nth(0),
    players.nth(1),
    players.nth(2),
    cards.nth(0),
    cards.nth(1),
  ]) {
    if (await confirm.isEnabled()) break;
    await target.click();
  }
  await confirm.click();
}

/** Position and size of everything that can be tapped or read. */
async function boxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main button, main .prompt, main .strip')]
      .map((element) => element.getBoundingClientRect())
      .map((box) => [box.x, box.y, box.width, box.height].map(Math.round).join(' '))
      .sort(),
  );
}

test('two people and three bots play a game on phones and a TV, with a reload and a restart', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const house = await House.open();
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const pages = [ana, bruno];
  const code = await createTable(ana, 'Ana', 'One Night');
  await joinTable(bruno, code, 'Bruno');
  await ana.getByRole('button', { name: 'Settings' }).click();
  for (let i = 0; i < 3; i++) {
    await ana.getByRole('dialog').getByRole('button', { name: 'Add a bot' }).click();
    await expect(ana.getByText(`${i + 3} at the table`)).toBeVisible();
  }
  await ana.keyboard.press('Escape');
  await setOption(ana, 'Seconds to choose', 20);
  await shoot(ana, '1-lobby');
  await ana.getByRole('button', { name: /^Start/ }).click();

  // The card is face down until a finger is on it.
  await expect(ana.getByText('Hold the card to look.', { exact: false })).toBeVisible();
  await shoot(ana, '2-reveal');
  await expect(ana.locator('main')).not.toContainText(/Villager|Werewolf|Seer|Robber/);
  await ana.getByRole('button', { name: 'Your card' }).hover();
  await ana.mouse.down();
  await expect(ana.locator('.face strong')).toBeVisible();
  await shoot(ana, '3-peek');
  await ana.mouse.up();
  await expect(ana.locator('.face strong')).toBeHidden();
  for (const page of pages) await page.getByRole('button', { name: 'I know my role' }).click();

  // Every window: the same boxes on both phones, and an answer from both.
  for (const step of ['Werewolves', 'Seer', 'Robber', 'Troublemaker']) {
    await Promise.all(
      pages.map((page) => expect(page.locator('.call')).toHaveText(new RegExp(`^${step}`), wait)),
    );
    expect(await boxes(bruno)).toEqual(await boxes(ana));
    if (step === 'Seer') {
      await bruno.reload();
      await expect(bruno.locator('.call')).toBeVisible();
    }
    await Promise.all(pages.map(answer));
    for (const page of pages) await expect(page.getByText('Done. Wait')).toBeVisible();
    await shoot(ana, `4-night-${step}`);
  }

  // The day survives a power cut.
  await expect(ana.getByRole('heading', { name: 'Discussion' })).toBeVisible(wait);
  await house.stop('SIGKILL');
  await house.start();
  await bruno.getByRole('button', { name: 'Claim a role' }).click();
  await bruno.getByRole('dialog').getByRole('button', { name: 'Robber' }).click();
  await expect(ana.getByRole('listitem').filter({ hasText: 'Bruno' })).toContainText('Robber');
  await shoot(ana, '5-day');
  // All but Ana have claimed something, so the bots join her call, and that is more than half.
  await ana.getByRole('button', { name: 'Vote now' }).click();

  // Votes are a count until all are in.
  await expect(ana.getByRole('heading', { name: 'Vote' })).toBeVisible(wait);
  await ana.getByRole('button', { name: /^Bruno/ }).click();
  await shoot(ana, '6-vote');
  await ana.getByRole('button', { name: 'Vote for Bruno' }).click();
  await expect(bruno.getByText('4 of 5 have voted')).toBeVisible(wait);
  await bruno.getByRole('button', { name: /^Ana/ }).click();
  await bruno.getByRole('button', { name: 'Vote for Ana' }).click();

  for (const page of pages) await expect(page.getByText(/^Rule \d+ of 13$/)).toBeVisible();
  await expect(ana.locator('.card.up')).toHaveCount(3);
  await shoot(ana, '7-end');
  await ana.getByRole('button', { name: 'The night again' }).click();
  await ana.getByRole('button', { name: 'Next' }).click();
  await shoot(ana, '8-replay');
  await ana.getByText('First instincts').click();
  await shoot(ana, '9-instincts');
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  await tv.goto(`/game/${code}/tv`);
  await expect(tv.getByText(/wins?$/).first()).toBeVisible();
  await shoot(tv, '7-end-tv');
  await house.close();
});
