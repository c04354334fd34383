import type { Page } from '@playwright/test';
import { beginYear, createTable, expect, joinTable, person, test } from './house';

/** Lets the page draw so often. */
async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (let i = 0; i < wanted; i++) await new Promise(requestAnimationFrame);
  }, count);
}

test('a staged choice is in nobody else’s page and on nobody else’s wire', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const heard: string[] = [];
  bruno.on('websocket', (socket) =>
    socket.on('framereceived', (frame) => heard.push(String(frame.payload))),
  );
  await beginYear(ana, bruno);
  await bruno.waitForLoadState('networkidle');
  // The body: parts of the page that are fetched ahead leave their links in the head at any time.
  const body = bruno.locator('body');
  let before = '';
  await expect(async () => {
    before = await body.innerHTML();
    await frames(bruno, 30);
    expect(await body.innerHTML()).toBe(before);
  }).toPass();
  heard.length = 0;

  await ana.locator('[data-field="7"]').click();
  await expect(ana.locator('[data-field="7"]')).toHaveAttribute('aria-pressed', 'true');
  await frames(bruno, 60);

  expect(heard.filter((frame) => !frame.includes('"type":"ok"'))).toEqual([]);
  expect(await bruno.locator('body').innerHTML()).toBe(before);
});

test('no credential is where scripts, links or caches could find it', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  await createTable(ana, 'Ana');
  await expect(ana.getByText('Choose a side.')).toBeVisible();
  const cookie = (await ana.context().cookies()).find((one) => one.name === 'parlour');
  const places = await ana.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        cached.push(new URL(request.url).pathname);
    return {
      cached,
      cookies: document.cookie,
      stored: JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
      page: document.documentElement.outerHTML,
      address: location.href + document.title + JSON.stringify(history.state),
    };
  });

  expect(cookie?.httpOnly).toBe(true);
  expect(cookie?.sameSite).toBe('Strict');
  const token = cookie?.value ?? 'missing';
  for (const place of [places.cookies, places.stored, places.page, places.address])
    expect(place).not.toContain(token);
  expect(places.cookies).toBe('');
  expect(places.cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
});

test('title, address and history say nothing about the game', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await beginYear(ana, bruno);

  for (const page of [ana, bruno]) {
    expect(await page.title()).toBe('Parlour');
    expect(new URL(page.url()).pathname).toBe(`/game/${code}`);
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('');
  }
});

test('nothing is asked of any other house', async ({ browser, house }) => {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const strangers: string[] = [];
  for (const page of [ana, bruno])
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.host !== new URL(house.url).host && url.protocol.startsWith('http'))
        strangers.push(request.url());
    });

  await beginYear(ana, bruno);
  await ana.goto('/leaderboard');

  expect(strangers).toEqual([]);
});

test('the pages run under their own policy, and from the first visit without an error', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  const refused: string[] = [];
  ana.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  const code = await createTable(ana, 'Ana');
  const bruno = await person(browser, house);
  await joinTable(bruno, code, 'Bruno');
  await ana.getByRole('button', { name: 'Menu' }).click();
  await expect(ana.getByRole('heading', { name: 'Menu' })).toBeVisible();

  expect(refused).toEqual([]);
  expect((await ana.request.get('/')).headers()['content-security-policy']).toContain(
    "frame-ancestors 'none'",
  );
});

test('installed, the page opens without a network, and a new build replaces the old files', async ({
  browser,
  house,
}) => {
  const ana = await person(browser, house);
  await ana.goto('/');
  await ana.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => ana.evaluate(async () => (await caches.keys()).length)).toBe(1);
  await ana.evaluate(async () =>
    (await caches.open('parlour-older')).put('/assets/old.js', new Response('old')),
  );

  await ana.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.unregister();
  });
  await ana.reload();
  await ana.evaluate(() => navigator.serviceWorker.ready);

  await expect.poll(() => ana.evaluate(() => caches.keys())).not.toContain('parlour-older');
  await ana.context().setOffline(true);
  await ana.reload();
  await expect(ana.getByRole('heading', { name: 'Parlour' })).toBeVisible();
});
