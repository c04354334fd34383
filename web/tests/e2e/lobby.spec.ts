import type { Browser, Page } from '@playwright/test';
import {
  addBot,
  beginYear,
  createTable,
  expect,
  joinTable,
  person,
  tableOfTwo,
  test,
  type House,
} from './house';

test('settings come from the table, are checked, and reach everybody', async ({
  browser,
  house,
}) => {
  const { ana, bruno } = await tableOfTwo(browser, house);
  await bruno.getByRole('button', { name: 'Settings' }).click();
  await expect(bruno.getByText('Only the host can change these')).toBeVisible();
  await expect(bruno.getByRole('spinbutton', { name: 'Floods a night' })).toBeDisabled();

  await ana.getByRole('button', { name: 'Settings' }).click();
  await ana.getByRole('button', { name: 'Less: Floods a night' }).click();

  await expect(bruno.getByRole('spinbutton', { name: 'Floods a night' })).toHaveValue('1');
  await expect(ana.getByText('With these settings Weather can’t win.')).toBeVisible();
  await ana.getByRole('spinbutton', { name: 'Days of the year' }).fill('9999');
  await ana.getByRole('spinbutton', { name: 'Days of the year' }).blur();
  await expect(ana.getByRole('spinbutton', { name: 'Days of the year' })).toHaveValue('365');
});

test('the crown can be handed over', async ({ browser, house }) => {
  const { ana, bruno } = await tableOfTwo(browser, house);

  await ana.getByRole('button', { name: 'Bruno' }).click();
  await ana.getByRole('button', { name: 'Make host' }).click();

  await expect(bruno.getByRole('button', { name: 'Bruno, you, host' })).toBeVisible();
});

test('a bot can be made stronger and sent away', async ({ browser, house }) => {
  const ana = await person(browser, house);
  await createTable(ana, 'Ana', 'One Night');
  await ana.getByRole('button', { name: 'Add a bot' }).click();
  await ana.getByLabel('Name').fill('Rusty');
  await ana.getByRole('radio', { name: /^Good/ }).check();
  await ana.getByRole('button', { name: 'Add Rusty' }).click();
  const bot = ana
    .getByRole('list', { name: 'Who sits where' })
    .getByRole('button', { name: /^Rusty, bot/ });
  await bot.click();
  await ana.getByRole('button', { name: 'More: Strength' }).click();

  await expect(ana.getByRole('spinbutton', { name: 'Strength' })).not.toHaveValue('2');
  await ana.getByRole('button', { name: 'Remove the bot' }).click();
  await expect(bot).toHaveCount(0);
});

test('the table talks, and notes stay on the device', async ({ browser, house }) => {
  const { ana, bruno } = await tableOfTwo(browser, house);
  await ana.getByRole('button', { name: 'Settings' }).click();
  await ana.getByRole('switch', { name: /^Chat/ }).check();
  await ana.keyboard.press('Escape');
  // Whoever uses a keyboard goes on where they were.
  await expect(ana.getByRole('button', { name: 'Settings' })).toBeFocused();
  for (const page of [ana, bruno]) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Chat' }).click();
  }
  await ana.getByLabel('Write a message').fill('<b>Hello</b> & welcome');
  await ana.getByRole('button', { name: 'Send' }).click();
  await expect(bruno.getByText('<b>Hello</b> & welcome')).toBeVisible();
  await bruno.reload();
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await bruno.getByRole('dialog').getByRole('button', { name: 'Chat' }).click();
  await expect(bruno.getByText('<b>Hello</b> & welcome')).toBeVisible();
});

test('a sticker is shown at its sender’s disc on every screen, three times a minute', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  const code = await createTable(ana, 'Ana');
  await joinTable(bruno, code, 'Bruno');
  await tv.goto(`/game/${code}/tv`);
  await expect(tv.getByRole('img', { name: 'Bruno' })).toBeVisible();
  const show = async (sticker: string) => {
    await bruno.getByRole('button', { name: 'Menu' }).click();
    await bruno.getByRole('button', { name: sticker }).click();
  };

  await show('Bravo!');
  for (const screen of [ana, bruno, tv])
    await expect(screen.locator('.disc', { hasText: 'Bruno' })).toContainText('Bravo!');
  await show('Cheers!');
  await expect(ana.locator('.disc', { hasText: 'Bruno' })).toContainText('Cheers!');
  await show('I doubt it');
  await expect(bruno.getByRole('dialog')).toBeHidden();
  await show('Oh!');

  await expect(bruno.getByText('It’s too soon for that.')).toBeVisible();
});

test('what happened is told in words, also after a reload', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  await beginYear(ana, bruno);
  await ana.locator('[data-field="7"]').click();
  await ana.getByRole('button', { name: 'End the day' }).click();
  await expect(ana.getByRole('heading', { name: 'Night 1', exact: true })).toBeVisible();

  await ana.reload();
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'What happened' }).click();

  await expect(ana.getByText('The Journeyman steps to B2.')).toBeVisible();
  await expect(ana.getByText('Bruno takes Weather.')).toBeVisible();

  // Names of those who are awaited are told when the host asks, and to everybody.
  await ana.keyboard.press('Escape');
  await expect(ana.getByRole('button', { name: 'Menu' })).toBeFocused();
  await ana.getByRole('button', { name: 'Menu' }).click();
  // A notice goes by itself, so everybody looks out for it before it comes.
  const told = [ana, bruno].map((page) =>
    expect(page.getByText('Waiting for Bruno.').first()).toBeVisible(),
  );
  await ana.getByRole('button', { name: 'Who are we waiting for?' }).click();
  await Promise.all(told);
});

test('every player has a language of their own', async ({ browser, house }) => {
  const ana = await person(browser, house, { locale: 'fr-FR' });
  await ana.goto('/');
  await expect(ana.getByRole('button', { name: 'Rejoindre' })).toBeVisible();

  await ana.getByLabel('Langue').selectOption('es');

  await expect(ana.getByRole('button', { name: 'Unirse' })).toBeVisible();
  await ana.reload();
  await expect(ana.getByRole('button', { name: 'Unirse' })).toBeVisible();
  await expect(ana.locator('html')).toHaveAttribute('lang', 'es');
});

test('the table speaks its creator’s language, and then the one that the host chooses', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house, { locale: 'fr-FR' });
  const bruno = await person(browser, house);
  const tv = await person(browser, house, { viewport: { width: 1920, height: 1080 } });
  const spoken: string[] = [];
  await tv.exposeFunction('heard', (words: string) => spoken.push(words));
  await tv.addInitScript(() => {
    speechSynthesis.speak = ({ lang, text }) =>
      (window as unknown as { heard(words: string): void }).heard(`${lang}: ${text}`);
  });
  await ana.goto('/');
  await ana.getByLabel('Votre prénom ou pseudo').fill('Ana');
  await ana.getByRole('radio', { name: /Compagnon/ }).check({ force: true });
  await ana.getByRole('button', { name: /^Créer/ }).click();
  await ana.waitForURL(/\/game\/[A-Z0-9]{6}$/);
  const code = ana.url().slice(-6);
  await tv.goto(`/game/${code}/tv`);
  await expect(tv.getByText('Scannez, entrez votre nom, prenez place.')).toBeVisible();
  await ana.getByRole('button', { name: 'Réglages' }).click();
  await expect(ana.getByLabel('Sa langue')).toHaveValue('fr');
  await ana.getByLabel('Qui parle').selectOption('table');
  const overflowing = (rows: Element[]) =>
    rows.filter((row) => row.scrollHeight > row.clientHeight).map((row) => row.textContent);
  expect(await ana.locator('dialog label:has(select)').evaluateAll(overflowing)).toEqual([]);

  await joinTable(bruno, code, 'Bruno');

  await expect.poll(() => spoken).toContain('fr: Bruno est là.');
  await expect(bruno.getByText('Choose a side.')).toBeVisible();
  await ana.getByLabel('Sa langue').selectOption('es');
  await expect(tv.getByText('Escanea, escribe tu nombre y siéntate.')).toBeVisible();

  await tv.goto('/');
  await tv.getByLabel('Language').selectOption('fr');
  await tv.goto(`/game/${code}/tv`);
  await expect(tv.getByRole('img', { name: 'Bruno' })).toBeVisible();
  await expect(tv.getByText('Scannez, entrez votre nom, prenez place.')).toBeVisible();
});

test('Back closes a sheet and does not leave the room', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await ana.getByRole('button', { name: 'Menu' }).click();
  await expect(ana.getByRole('dialog')).toBeVisible();

  await ana.goBack();

  await expect(ana.getByRole('dialog')).toBeHidden();
  expect(ana.url()).toContain(code);
  await expect(ana.getByText('Choose a side.')).toBeVisible();
});

test('the link is shared, or copied where there is nothing to share with', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  await ana.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await createTable(ana, 'Ana');

  await ana.getByRole('button', { name: 'Share the link' }).click();

  await expect(ana.getByText('Link copied.')).toBeVisible();
});

/** A table of a game for many, made as a program would make it. */
async function manyPeople(
  browser: Browser,
  house: House,
  names: string[],
): Promise<{ code: string; pages: Page[] }> {
  const host = await person(browser, house);
  await host.goto('/');
  const code = await host.evaluate(async (name) => {
    const post = (path: string, body: object) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json());
    await post('/api/session', { name });
    return ((await post('/api/games', { game: 'onenight', name })) as { code: string }).code;
  }, names[0]);
  await host.goto(`/game/${code}`);
  const pages = [host];
  for (const name of names.slice(1)) {
    const page = await person(browser, house);
    await joinTable(page, code, name);
    pages.push(page);
  }
  return { code, pages };
}

test('roll call seats everybody in the order of their taps', async ({ browser, house }) => {
  const { pages } = await manyPeople(browser, house, ['Ana', 'Bruno', 'Chloé']);
  const [ana, bruno, chloe] = pages as [Page, Page, Page];
  await expect(ana.getByRole('button', { name: 'Chloé' })).toBeVisible();

  await ana.getByRole('button', { name: 'Set seating order' }).click();
  await expect(bruno.getByRole('button', { name: 'I’m next' })).toBeVisible();
  await ana.getByRole('button', { name: 'Keep the seats' }).click();
  await expect(bruno.getByRole('button', { name: 'I’m next' })).toBeHidden();
  await ana.getByRole('button', { name: 'Set seating order' }).click();
  for (const page of [chloe, ana, bruno]) {
    await page.getByRole('button', { name: 'I’m next' }).click();
    await expect(page.getByRole('button', { name: 'I’m next' })).toBeHidden();
  }

  // The viewer is at the bottom; clockwise from Chloé come Ana, then Bruno.
  const ring = chloe.getByRole('list', { name: 'Who sits where' }).getByRole('button');
  await expect
    .poll(async () => (await ring.allTextContents()).map((text) => text.trim()))
    .toEqual(['Chloé', 'Ana', 'Bruno']);

  await ana.getByRole('button', { name: 'Bruno' }).click();
  await ana.getByRole('button', { name: 'One seat on' }).click();
  await expect
    .poll(async () => (await ring.allTextContents()).map((text) => text.trim()))
    .toEqual(['Bruno', 'Ana', 'Chloé']);
});

test('a spectator sees everything with everybody’s yes, and everybody is told', async ({
  browser,
  house,
}) => {
  const { code, pages } = await manyPeople(browser, house, ['Ana', 'Bruno']);
  const [ana, bruno] = pages as [Page, Page];
  await addBot(ana);
  await ana.getByRole('button', { name: 'Start the game' }).click();
  const dora = await person(browser, house);
  await joinTable(dora, code, 'Dora');
  await dora.getByRole('button', { name: 'Menu' }).click();
  await dora.getByRole('button', { name: 'Ask to see everything' }).click();
  await expect(dora.getByText('The others have been asked.')).toBeVisible();

  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'Let Dora see' }).click();
  await expect(bruno.getByText('Ana agrees that Dora sees everything.')).toBeVisible();
  await expect(dora.getByRole('button', { name: 'See everything' })).toHaveCount(0);
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await bruno.getByRole('button', { name: 'Let Dora see' }).click();

  await expect(ana.getByText('Dora sees everything this game.')).toBeVisible();
  await dora.getByRole('button', { name: 'See everything' }).click();
  await expect(dora.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  await expect(dora.getByRole('dialog').getByText('Bruno')).toContainText(/^Bruno[A-Z]/);
});

test('during a game everybody says yes to a new phone, reads how it stands, and the log keeps it', async ({
  browser,
  house,
}) => {
  const { code, pages } = await manyPeople(browser, house, ['Ana', 'Bruno', 'Chloé']);
  const [ana, bruno, chloe] = pages as [Page, Page, Page];
  await ana.getByRole('button', { name: 'Start the game' }).click();
  await expect(chloe.getByRole('button', { name: 'Your card' })).toBeVisible();
  const phone = await person(browser, house);
  await joinTable(phone, code, 'Chloé');
  await phone.getByRole('button', { name: 'I’m Chloé: ask to get my seat back' }).click();
  await expect(phone.getByText('The others have been asked.')).toBeVisible();
  const question = ana.getByRole('heading', { name: 'A new device asks for the seat of Chloé' });
  await expect(question).toBeVisible();

  // On the smallest phone a question never lies over the key that lets the table go on.
  await ana.setViewportSize({ width: 320, height: 568 });
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('button', { name: 'Pause' }).click();
  await ana.keyboard.press('Escape');
  await ana.getByRole('button', { name: 'Resume' }).click();
  await expect(ana.getByRole('heading', { name: 'The game is paused' })).toBeHidden();

  await ana.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(ana.getByText('You said yes.')).toBeVisible();

  // Chloé is there: hers is the word that counts.
  await chloe.getByRole('button', { name: 'Yes', exact: true }).click();

  await expect(phone.getByRole('button', { name: 'Your card' })).toBeVisible();
  await expect(bruno.getByText('Chloé is on another device now.')).toBeVisible();
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await bruno.getByRole('button', { name: 'What happened' }).click();
  await expect(
    bruno.getByText('A new device asks for the seat of Chloé.', { exact: true }),
  ).toBeVisible();
});

test('readiness is shown to everybody', async ({ browser, house }) => {
  const { pages } = await manyPeople(browser, house, ['Ana', 'Bruno']);
  const [ana, bruno] = pages as [Page, Page];

  await bruno.getByRole('button', { name: 'I’m ready' }).click();

  await expect(ana.getByRole('button', { name: 'Bruno, ready' })).toBeVisible();
  await expect(ana.getByText('2 of 2 ready')).toBeVisible(); // the host has only to start

  // Everybody sees what will be played, and what each role does.
  await bruno.getByRole('button', { name: 'Robber' }).click();
  await expect(bruno.getByText(/^Swap your card/)).toBeVisible();

  // Bruno picks an animal that nobody has.
  await bruno.getByRole('button', { name: /^Bruno/ }).click();
  await bruno.getByRole('button', { name: 'Change animal or colour' }).click();
  await expect(bruno.getByRole('radio', { name: 'Fox' })).toBeDisabled(); // it is Ana's
  await bruno.getByRole('radio', { name: 'Bee' }).check({ force: true });
  await bruno.getByRole('button', { name: 'This is me' }).click();
  await expect(ana.locator('.disc use[href$="#bee"]')).toHaveCount(1);

  // The host may take a deck that the house suggests for the mood of the evening.
  await ana.getByRole('button', { name: 'Settings' }).click();
  const sneaky = ana.getByRole('button', { name: /^Sneaky/ });
  await expect(sneaky).toHaveAttribute('aria-pressed', 'false');
  await sneaky.click();
  await expect(sneaky).toHaveAttribute('aria-pressed', 'true');
});

test('the host reads that some are not ready, and finds the way through the settings', async ({
  browser,
  house,
}) => {
  const { pages } = await manyPeople(browser, house, ['Ana', 'Bruno', 'Chloé']);
  const [ana, bruno, chloe] = pages as [Page, Page, Page];

  await expect(ana.getByText('You can start. 2 players are not ready yet.')).toBeVisible();
  await bruno.getByRole('button', { name: 'I’m ready' }).click();
  await expect(ana.getByText('You can start. One player is not ready yet.')).toBeVisible();
  await chloe.getByRole('button', { name: 'I’m ready' }).click();
  await expect(ana.getByText('Everything is ready.')).toBeVisible();

  // Every tab is on the screen, the one that is read is marked, and the counter of cards stays.
  await ana.getByRole('button', { name: 'Settings' }).click();
  const tabs = ana.getByRole('navigation', { name: 'Settings' });
  const marked = tabs.locator('[aria-current=true]');
  await expect(marked).toHaveText('Deck');
  await expect(tabs.getByRole('button', { name: 'Games' })).toBeInViewport({ ratio: 1 });
  await ana.setViewportSize({ width: 320, height: 568 });
  await expect(tabs.getByRole('button', { name: 'Games' })).toBeInViewport({ ratio: 1 });
  await ana.getByRole('button', { name: 'More: Drunk' }).scrollIntoViewIfNeeded();
  await expect(ana.locator('.deck .count')).toBeInViewport({ ratio: 1 });
  for (const name of ['Sound', 'Games', 'Time']) {
    await tabs.getByRole('button', { name }).click();
    await expect(marked).toHaveText(name);
  }
  await ana.getByRole('heading', { name: 'Deck', exact: true }).scrollIntoViewIfNeeded();
  await expect(marked).toHaveText('Deck');

  // On a laptop the sheet lies over all that stands beside the table, so that no strip of it looks out.
  await ana.keyboard.press('Escape');
  for (const width of [1180, 1440, 1920]) {
    await ana.setViewportSize({ width, height: 820 });
    const beside = await ana.locator('.shell > .hand').boundingBox();
    await ana.getByRole('button', { name: 'Settings' }).click();
    // It slides in.
    await expect(async () => {
      const sheet = await ana.getByRole('dialog').boundingBox();
      expect(sheet?.x).toBeLessThanOrEqual(beside?.x ?? 0);
      expect((beside?.x ?? 0) - (sheet?.x ?? 0)).toBeLessThan(32);
    }).toPass({ timeout: 20_000 });
    await ana.keyboard.press('Escape');
    await expect(ana.getByRole('dialog')).toBeHidden();
  }
});
