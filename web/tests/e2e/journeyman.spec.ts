import {
  beginYear,
  createTable,
  expect,
  hold,
  House,
  joinTable,
  person,
  rain,
  takeSide,
  test,
  walk,
} from './house';

test('two players, a spectator and a TV play to the end, through reload, cut and restart', async ({
  browser,
}) => {
  const house = await House.open();
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const chloe = await person(browser, house);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  let cut = () => {};
  await bruno.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    cut = () => {
      void socket.close({ code: 1011 });
      void server.close();
    };
  });

  const code = await beginYear(ana, bruno, { days: 5 });
  await joinTable(chloe, code, 'Chloé');
  await tv.goto(`/game/${code}/tv`);
  await expect(chloe.getByText('Ana, the Journeyman, is walking.')).toBeVisible();
  await expect(tv.getByRole('heading', { name: 'Day 1', exact: true })).toBeVisible();

  // A staged step survives a reload.
  await ana.locator('[data-field="7"]').click();
  await expect(ana.getByRole('button', { name: 'End the day' })).toBeEnabled();
  await ana.reload();
  await expect(ana.locator('[data-field="7"]')).toHaveAttribute('aria-pressed', 'true');
  await ana.getByRole('button', { name: 'End the day' }).click();
  await rain(bruno, 2);
  await expect(ana.getByRole('heading', { name: 'Day 2', exact: true })).toBeVisible();
  await expect(tv.locator('.wet')).toHaveCount(2);
  // What is said there leaves the code in the corner free.
  await expect(tv.locator('.caption')).toHaveText(/Day 2 begins/);
  const { left, right } = await tv.locator('.caption').evaluate((caption) => {
    const words = document.createRange();
    words.selectNodeContents(caption);
    const code = document.querySelector('.code');
    return {
      left: words.getBoundingClientRect().left,
      right: code?.getBoundingClientRect().right ?? Infinity,
    };
  });
  expect(left).toBeGreaterThan(right);

  // A cut socket comes back by itself, and the tap made meanwhile counts.
  await walk(ana);
  await expect(bruno.getByRole('button', { name: 'Leave it dry' })).toBeVisible();
  cut();
  await rain(bruno, 1);
  await expect(ana.getByRole('heading', { name: 'Day 3', exact: true })).toBeVisible();

  // A killed server: everybody ends where they were, without touching anything.
  await walk(ana);
  await house.stop('SIGKILL');
  await expect(bruno.getByText('Reconnecting…')).toBeVisible();
  await house.start();
  await expect(bruno.getByText('Reconnecting…')).toBeHidden({ timeout: 30_000 });
  await rain(bruno, 0);
  await walk(ana);
  await rain(bruno, 0);
  await walk(ana);

  for (const page of [ana, bruno, chloe])
    await expect(page.getByText('The Journeyman has made it through the year')).toBeVisible({
      timeout: 30_000,
    });
  await expect(
    tv.getByRole('heading', { name: 'The Journeyman has made it through the year' }),
  ).toBeVisible({ timeout: 30_000 });
  for (const page of [ana, tv])
    await expect(page.getByText('On dry ground to the end: 5 days.')).toBeVisible();

  // Time-lapse, replay, proof.
  await ana.getByRole('button', { name: 'The year in ten seconds' }).click();
  await expect(ana.getByRole('button', { name: /Stop at day/ })).toBeVisible();
  await ana.getByRole('link', { name: 'Replay' }).click();
  await ana.getByRole('slider', { name: 'Step' }).fill('2');
  await expect(ana.locator('p.label')).toContainText('Night 1');
  await expect(ana.locator('.wet')).toHaveCount(2);
  await ana.goBack();
  await ana.getByRole('link', { name: 'Check the deal' }).click();
  await expect(ana.getByText('The secret fits the promise.')).toBeVisible();
  await expect(
    ana.getByText('The promise is the one this device saw before the deal.'),
  ).toBeVisible();
  await ana.goBack();

  // Rematch: the same people, the sides swapped.
  await ana.getByRole('button', { name: 'Play again' }).click();
  await expect(bruno.getByRole('button', { name: 'Start the year' })).toBeVisible();
  await expect(ana.getByText('The Journeyman is choosing the size of the board.')).toBeVisible();
  await house.close();
});

test('Weather wins when no field beside the Journeyman is dry', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  await beginYear(ana, bruno, { size: 3 });

  // Corner to corner neighbours: stepping along the edge, Weather shuts the trap within a few nights.
  for (let day = 0; day < 30; day++) {
    if (await ana.getByText('Weather has trapped the Journeyman').isVisible()) break;
    await walk(ana);
    await closeIn(bruno);
    await expect(ana.getByRole('heading', { name: /^(Day \d+|The end)$/ })).toBeVisible();
  }

  await expect(bruno.getByText('Weather has trapped the Journeyman')).toBeVisible();
  await expect(bruno.getByText(/No dry field was left/)).toBeVisible();
});

/** Floods the two dry fields nearest to the Journeyman. */
async function closeIn(page: import('@playwright/test').Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Leave it dry' })).toBeVisible();
  const nearest = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')];
    const width = Math.sqrt(fields.length);
    const here = Number(fields.find((field) => field.querySelector('.figure'))?.dataset.field);
    const far = (n: number) =>
      Math.max(
        Math.abs((n % width) - (here % width)),
        Math.abs(Math.floor(n / width) - Math.floor(here / width)),
      );
    return fields
      .filter((field) => field.getAttribute('aria-disabled') === 'false')
      .map((field) => Number(field.dataset.field))
      .sort((a, b) => far(a) - far(b))
      .slice(0, 2);
  });
  for (const field of nearest) await page.locator(`[data-field="${field}"]`).click();
  await page.getByRole('button', { name: 'End the night' }).click();
  await expect(page.getByRole('button', { name: 'End the night' })).toBeHidden();
}

test('a bot takes the other side and plays', async ({ browser, house }) => {
  const ana = await person(browser, house);
  await createTable(ana, 'Ana');
  await takeSide(ana, 'Journeyman');

  // With it the table is full and the game begins: how well it plays is asked before.
  await ana.getByRole('button', { name: 'Add a bot' }).click();
  const asked = ana.getByRole('dialog');
  await asked.getByRole('radio', { name: 'Strong' }).check();
  await asked.getByRole('button', { name: /^Add / }).click();
  await ana.getByRole('button', { name: 'Start the year' }).click();

  await walk(ana);

  await expect(ana.getByRole('heading', { name: 'Day 2', exact: true })).toBeVisible();
});

test('the game waits for whoever is away, and the seat is theirs when they return', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await beginYear(ana, bruno);

  await bruno.goto('about:blank');
  await expect(ana.getByText('Waiting for Bruno')).toBeVisible();
  await bruno.goto(`/game/${code}`);

  await expect(ana.getByText('Waiting for Bruno')).toBeHidden();
  await walk(ana);
  await expect(bruno.getByRole('button', { name: 'Leave it dry' })).toBeVisible();
});

test('one tap ends the turn when the player wants it so', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  await beginYear(ana, bruno);
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('switch', { name: /Play on the first tap/ }).check();
  await ana.keyboard.press('Escape');

  // A field out of reach does nothing but say why.
  await ana.locator('[data-field="35"]').click({ force: true });
  await expect(ana.getByText('That field is more than one step away.')).toBeVisible();
  await expect(ana.getByRole('heading', { name: 'Day 1', exact: true })).toBeVisible();

  await ana.locator('[data-field="7"]').click();

  await expect(bruno.getByRole('heading', { name: 'Night 1', exact: true })).toBeVisible();
  // A player's screen keeps the light of the own side.
  await expect(ana.getByRole('heading', { name: 'Night 1', exact: true })).toBeVisible();
  await expect(ana.locator('html')).toHaveAttribute('data-phase', 'day');
  await expect(bruno.locator('html')).toHaveAttribute('data-phase', 'night');
});

test('where fields are smaller than a fingertip, the first tap shows them enlarged and chooses nothing', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
  });
  const bruno = await person(browser, house);
  await beginYear(ana, bruno, { size: 10 });
  const near = ana.locator('[data-near]');
  const end = ana.getByRole('button', { name: 'End the day' });

  await ana.locator('[data-field="55"]').tap({ force: true });
  await expect(near).toHaveCount(9);
  await ana.locator('[data-near="55"]').tap();
  await expect(ana.getByText('That field is more than one step away.')).toBeVisible();
  await ana.keyboard.press('Escape');
  await expect(near).toHaveCount(0);
  await ana.locator('[data-field="11"]').tap();
  await expect(end).toBeDisabled();

  await ana.locator('[data-near="11"]').tap();
  await expect(near).toHaveCount(0);
  await expect(ana.locator('[data-field="11"]')).toHaveAttribute('aria-pressed', 'true');
  await expect(end).toBeEnabled();
});

test('the table can call a game off, and it does not count', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  await beginYear(ana, bruno);
  const asked = '1 of 2 votes to call this game off';
  for (const page of [ana, bruno]) {
    await page.getByRole('button', { name: 'Menu' }).click();
    if (page === ana) {
      await hold(page, /Call this game off/);
      await expect(page.getByText(asked)).toBeVisible();
      await page.keyboard.press('Escape');
    } else {
      // Who has not asked is told how many have.
      await expect(page.getByText(asked)).toBeVisible();
      await hold(page, /Call this game off/);
    }
  }

  for (const page of [ana, bruno]) await expect(page.getByText('It doesn’t count.')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Play again' })).toBeVisible();

  // Who wants to change something first finds the lobby, although both sides are taken.
  await ana.getByRole('button', { name: 'Change settings or game' }).click();
  await expect(ana.getByRole('button', { name: 'Settings' })).toBeVisible();
  await ana.getByRole('button', { name: 'Start the game' }).click();
  await expect(ana.getByRole('button', { name: 'Start the year' })).toBeVisible();
});
