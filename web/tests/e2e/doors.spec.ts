import {
  addBot,
  beginYear,
  createTable,
  expect,
  House,
  joinTable,
  person,
  setOption,
  tableOfTwo,
  takeSide,
  test,
} from './house';

test('an unknown page says so and leads home', async ({ browser, house }) => {
  const ana = await person(browser, house);
  await ana.goto('/nowhere/at/all');

  await expect(ana.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
  await ana.getByRole('button', { name: 'Home page' }).click();
  await expect(ana.getByRole('heading', { name: 'Parlour' })).toBeVisible();
});

test('a malformed code is explained', async ({ browser, house }) => {
  const ana = await person(browser, house);
  await ana.goto('/game/abc');

  await expect(ana.getByRole('heading', { name: '“ABC” is not a room code' })).toBeVisible();
});

test('an unknown code is said to be one, and creates no table by surprise', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  const typo = `${code.slice(0, 5)}${code.endsWith('B') ? 'C' : 'B'}`;
  await expect(ana.getByText('Choose a side.')).toBeVisible(); // she was at the table

  await ana.goto('/');
  await ana.getByLabel('Room code').fill(typo);
  await ana.getByRole('button', { name: 'Join' }).click();
  await expect(ana.getByRole('heading', { name: 'No table here' })).toBeVisible();
  await expect(ana.getByRole('button', { name: `Did you mean ${code}?` })).toBeVisible();
  await ana.getByRole('button', { name: 'Try another code' }).click();
  await expect(ana.getByLabel('Room code')).toBeFocused();

  // Who was never at that table is told nothing of it; a link may be pasted whole.
  const bruno = await person(browser, house);
  await bruno.goto(`/game/${typo}`);
  await expect(bruno.getByRole('heading', { name: 'No table has this code yet' })).toBeVisible();
  await expect(bruno.getByRole('button', { name: /^Did you mean/ })).toHaveCount(0);
  await bruno.getByRole('button', { name: 'Try another code' }).click();
  await bruno.getByLabel('Room code').fill(`http://table.example/j/${code}`);
  await expect(bruno.getByLabel('Room code')).toHaveValue(code);

  // And Ana finds the way back from the home page.
  await ana.goto('/');
  await ana.getByRole('link', { name: /^Return to your table/ }).click();
  await expect(ana).toHaveURL(new RegExp(`/game/${code}$`));
});

test('any free code of six letters and digits makes its table: a name and one tap', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  await ana.goto('/game/friday');
  await expect(ana.getByRole('heading', { name: 'No table has this code yet' })).toBeVisible();
  await ana.getByRole('button', { name: 'Journeyman' }).click();
  await expect(ana.getByRole('alert')).toHaveText('Enter your name.');
  await ana.getByLabel('Your name').fill('Ana');
  await ana.getByRole('button', { name: 'Journeyman' }).click();
  await expect(ana.getByText('Choose a side.')).toBeVisible();

  const bruno = await person(browser, house);
  await bruno.goto('/game/FRIDAY');
  await expect(bruno.getByText('One player is here.')).toBeVisible();
});

test('nobody comes in without a name, and is told so', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await createTable(ana, 'Ana');

  await bruno.goto(`/game/${code}`);
  for (const name of ['Join', 'Just watch']) {
    await bruno.getByRole('button', { name }).click();
    await expect(bruno.getByRole('alert')).toHaveText('Enter your name.');
  }
});

test('a code may be typed in any case, and a wrong one is told at the field', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  await ana.goto('/');
  await ana.getByLabel('Room code').fill('kr tw');
  await ana.getByLabel('Your name').fill('Ana');
  await ana.getByRole('button', { name: 'Join' }).click();

  await expect(ana.getByLabel('Room code')).toHaveValue('KRTW');
  await expect(ana.getByRole('alert')).toContainText('six letters');
});

test('a returning player has one tap to go', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await bruno.goto('/');
  await bruno.evaluate(() => localStorage.setItem('parlour.name', 'Bruno'));

  await bruno.goto(`/j/${code}`);
  await bruno.getByRole('button', { name: 'Join' }).click();

  await expect(ana.getByRole('button', { name: 'Bruno' })).toBeVisible();
});

test('the way back to a running game is above everything else', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await beginYear(ana, bruno);

  await ana.goto('/');
  await ana.getByRole('link', { name: /^Return to your table/ }).click();

  await expect(ana).toHaveURL(new RegExp(`/game/${code}$`));
  await expect(ana.getByRole('heading', { name: 'Day 1', exact: true })).toBeVisible();
});

test('who finds all seats taken watches, and is not asked to be ready', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const dora = await person(browser, house);
  const code = await createTable(ana, 'Ana', 'One Night');
  await joinTable(bruno, code, 'Bruno');
  await addBot(ana);
  await setOption(ana, 'Max players', 3);

  await joinTable(dora, code, 'Dora');

  await expect(bruno.getByRole('button', { name: 'I’m ready' })).toBeVisible();
  await expect(dora.getByText(/^You are watching\./)).toBeVisible();
  await expect(dora.getByRole('button', { name: 'I’m ready' })).toHaveCount(0);
});

test('a latecomer watches', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const dora = await person(browser, house);
  const code = await beginYear(ana, bruno);

  await joinTable(dora, code, 'Dora');

  await expect(dora.getByText('Ana, the Journeyman, is walking.')).toBeVisible();
});

test('a name in use leads to the question whether that is you, and the holder may say yes', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await takeSide(ana, 'Journeyman');

  await joinTable(bruno, code, 'Ana');
  await expect(bruno.getByRole('alert')).toContainText(
    'Someone at the table already has that name',
  );
  await bruno.getByRole('button', { name: 'I’m Ana: ask to get my seat back' }).click();
  // Nothing is left to fill in or to press while the table decides.
  await expect(bruno.getByRole('heading', { name: 'Asking the table…' })).toBeVisible();
  await expect(bruno.getByRole('button', { name: 'Join' })).toBeHidden();
  await expect(bruno.getByLabel('Your name')).toBeHidden();
  await ana.getByRole('button', { name: 'Yes', exact: true }).click();

  await expect(bruno.getByRole('button', { name: 'Ana, you, host' })).toBeVisible();
});

test('a seat moves to a new phone by its code', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const phone = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await takeSide(ana, 'Weather');
  await ana.getByRole('button', { name: /^Ana/ }).first().click();
  await ana.getByRole('button', { name: 'Move my seat to another phone' }).click();
  const secret = (await ana.getByRole('dialog').locator('p.code').textContent()) ?? '';

  await phone.goto(`/game/${code}`);
  await phone.getByText('I have a seat on another phone').click();
  await phone.getByLabel('Code from the other phone').fill('NOSUCH');
  await phone.getByRole('button', { name: 'Move my seat here' }).click();
  await expect(phone.getByRole('alert')).toContainText('That seat code doesn’t work');
  await phone.getByLabel('Code from the other phone').fill(secret.trim());
  await phone.getByRole('button', { name: 'Move my seat here' }).click();

  await expect(phone.getByRole('button', { name: /^Weather/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('whoever is removed is told, and the host can take it back', async ({ browser, house }) => {
  const { ana, bruno } = await tableOfTwo(browser, house);
  await ana.getByRole('button', { name: 'Bruno' }).click();
  const remove = ana.getByRole('button', { name: /Remove Bruno/ });
  await remove.hover();
  await ana.mouse.down();
  await ana.getByRole('button', { name: 'Undo' }).waitFor();
  await ana.mouse.up();
  await ana.getByRole('button', { name: 'Undo' }).click();
  const told = bruno.getByRole('heading', { name: 'The host removed you from this table' });
  await expect(told).toBeVisible();

  await bruno.getByRole('button', { name: 'Try again' }).click();

  await expect(ana.getByRole('button', { name: 'Bruno' })).toBeVisible();
});

test('slipping off a hold button cancels it', async ({ browser, house }) => {
  const { ana, bruno } = await tableOfTwo(browser, house);
  await ana.getByRole('button', { name: 'Bruno' }).click();
  const remove = ana.getByRole('button', { name: /Remove Bruno/ });
  // By the page's own clock: the finger slips off at once, and more time passes than a hold takes.
  await remove.evaluate(async (button) => {
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    const wasHeld = button.classList.contains('held');
    button.dispatchEvent(new PointerEvent('pointerleave'));
    await new Promise((done) => setTimeout(done, 1000));
    if (!wasHeld) throw new Error('the button was not held');
  });

  await expect(remove).toBeVisible();
  await expect(bruno.getByText('Choose a side.')).toBeVisible();
});

test('a closed table says goodbye with the score', async ({ browser, house }) => {
  const ana = await person(browser, house);
  await createTable(ana, 'Ana');
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: /End the evening/ }).hover();
  await ana.mouse.down();
  await expect(ana.getByText('End the evening for everyone?')).toBeVisible();
  await ana.mouse.up();
  await ana.getByRole('button', { name: 'Yes, end it' }).click();

  await expect(ana.getByRole('heading', { name: 'The table is closed' })).toBeVisible();
});

test('the operator sees the tables, with the key alone, and may close one', async ({ browser }) => {
  const house = await House.open();
  const token = await house.adminToken();
  const ana = await person(browser, house);
  const operator = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await operator.goto('/admin');
  await operator.getByLabel('Key').fill('wrong');
  await operator.getByRole('button', { name: 'Look' }).click();
  await expect(operator.getByRole('alert')).toBeVisible();

  await operator.getByLabel('Key').fill(token);
  await operator.getByRole('button', { name: 'Look' }).click();
  await expect(operator.getByText('The server is ready.')).toBeVisible();
  await operator.getByRole('button', { name: `Close table ${code}` }).hover();
  await operator.mouse.down();

  await expect(ana.getByRole('heading', { name: 'The table is closed' })).toBeVisible();
  expect(await operator.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(token);
  await house.close();
});

test('a second screen takes the seat over, and the first can take it back', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  const second = await ana.context().newPage();
  await second.goto(`/game/${code}`);

  await expect(
    ana.getByRole('heading', { name: 'You are playing on another screen' }),
  ).toBeVisible();
  await ana.getByRole('button', { name: 'Play on this screen' }).click();
  await expect(
    second.getByRole('heading', { name: 'You are playing on another screen' }),
  ).toBeVisible();
});

test('a table that admits nobody says so', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const dora = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await joinTable(bruno, code, 'Bruno');
  await ana.getByRole('button', { name: 'Settings' }).click();
  await ana.getByRole('switch', { name: 'Others may watch' }).uncheck();
  await ana.keyboard.press('Escape');
  await takeSide(ana, 'Journeyman');
  await takeSide(bruno, 'Weather');
  await expect(bruno.getByText('The Journeyman is choosing the size of the board.')).toBeVisible();

  await joinTable(dora, code, 'Dora');

  await expect(dora.getByRole('heading', { name: 'This table is private' })).toBeVisible();
});

test('a locked table opens to whoever knows its password', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await ana.getByRole('button', { name: 'Settings' }).click();
  await ana.getByRole('switch', { name: 'Lock the table' }).check();
  await ana.getByLabel('Password', { exact: true }).fill('Hedgehog');
  await ana.getByRole('button', { name: 'Set password' }).click();
  await expect(ana.getByText('Saved.')).toBeVisible();

  await bruno.goto(`/game/${code}`);
  await bruno.getByLabel('Your name').fill('Bruno');
  await bruno.getByRole('button', { name: 'Join' }).click();
  await expect(bruno.getByRole('alert')).toHaveText('Enter the table’s password.');
  await bruno.getByLabel('Password').fill('hedgehog');
  await bruno.getByRole('button', { name: 'Join' }).click();

  await expect(bruno.getByText('Choose a side.')).toBeVisible();
});

test('at a locked table one knocks, and somebody there opens or does not', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const dora = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await ana.getByRole('button', { name: 'Settings' }).click();
  await ana.getByRole('switch', { name: 'Lock the table' }).check();
  await ana.keyboard.press('Escape');

  for (const [page, name] of [
    [bruno, 'Bruno'],
    [dora, 'Dora'],
  ] as const) {
    await page.goto(`/game/${code}`);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Knock' }).click();
    await expect(page.getByText('You knocked.')).toBeVisible();
  }
  const asked = ana.getByRole('alertdialog', { name: 'Bruno knocks' });
  await expect(asked).toContainText('One more is waiting.');
  await asked.getByRole('button', { name: 'Let in' }).click();
  await expect(bruno.getByText('Choose a side.')).toBeVisible();

  await ana
    .getByRole('alertdialog', { name: 'Dora knocks' })
    .getByRole('button', { name: 'No' })
    .click();
  await expect(dora.getByText('The table did not let you in.')).toBeVisible();
  await expect(ana.getByRole('alertdialog')).toHaveCount(0);
});

test('a house that does not answer is said so, with a way to try again', async ({ browser }) => {
  const house = await House.open();
  const ana = await person(browser, house);
  await ana.goto('/game/abc');
  await house.stop();
  await ana.evaluate(() => {
    history.pushState(null, '', '/game/KRTW4P');
    dispatchEvent(new PopStateEvent('popstate'));
  });

  // Which of the two depends on whether the room's part of the page had come before the server went.
  const said = ana.getByRole('heading', {
    name: /The server doesn’t answer|Part of the page is missing/,
  });
  await expect(said).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Try again' })).toBeVisible();
  await house.close();
});

test('where its first words do not come the page says so in every language', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const words = /\/assets\/en-[^/]*\.js$/;
  await ana.route(words, (route) => route.abort());
  await ana.goto('/');
  await expect(
    ana.getByText('The page did not load. · La page ne s’est pas chargée.'),
  ).toBeVisible();

  await ana.unroute(words);
  await ana.getByRole('button', { name: 'Try again · Réessayer · Reintentar' }).click();
  await expect(ana.getByRole('heading', { name: 'Parlour' })).toBeVisible();
});

test('a page and each of its files say what they may do', async ({ house }) => {
  const page = await fetch(`${house.url}/game/KRTW4P`);
  const script = /src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const file = await fetch(new URL(script, `${house.url}/`));

  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
});
