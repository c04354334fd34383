import { House, createTable, expect, joinTable, person, test } from './house';

test('the house can be under a path of another site', async ({ browser }) => {
  const house = await House.open(['--base-path', '/parlour'], '/parlour');
  try {
    const [ana, ben] = [await person(browser, house), await person(browser, house)];
    const strays: string[] = [];
    for (const page of [ana, ben])
      page.on('request', (request) => {
        const { pathname, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !pathname.startsWith('/parlour/')) strays.push(pathname);
      });

    const code = await createTable(ana, 'Ana');
    expect(new URL(ana.url()).pathname).toBe(`/parlour/game/${code}`);
    await joinTable(ben, code, 'Ben');
    await expect(ana.getByText('Ben').first()).toBeVisible();
    await ben.reload();
    await expect(ben.getByText('Ana').first()).toBeVisible();

    await ana.goto('./');
    await ana.getByRole('link', { name: 'About', exact: false }).first().click();
    await ana.waitForURL('**/parlour/about');
    await ana.goBack();
    await ana.waitForURL('**/parlour/');
    const scope = await ana.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(new URL(scope).pathname).toBe('/parlour/');
    expect(strays).toEqual([]);
  } finally {
    await house.close();
  }
});
