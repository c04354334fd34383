/** Whole evenings of the other two editions: three phones and four guests, and a storyteller on a tablet who loads the page
 * anew, whose line breaks, and whose server loses its power. */
import type { Browser, Page } from '@playwright/test';
import { axe, expect, hold, House, joinTable, test } from './house';
import { comeBack, sit, type Player } from './players';

const tablet = { viewport: { width: 1180, height: 820 } };
const shots = process.env.PARLOUR_SHOTS;

/** Whom each character chooses, with the character that is named and the answer to a rule that asks. */
interface Deed {
  players?: string[];
  character?: string;
  answer?: string;
}

interface Evening {
  edition: string;
  title: string;
  cast: { [name: string]: string };
  nights: { [character: string]: Deed }[];
  /** Said before Done, of the Demon's choice in the second night. */
  foreseen: string;
}

const evenings: Evening[] = [
  {
    edition: 'bmr',
    title: 'Bad Moon Rising',
    cast: {
      Bruno: 'shabaloth',
      Chloé: 'chambermaid',
      Dora: 'sailor',
      Emil: 'innkeeper',
      Finn: 'gambler',
      Gus: 'devils_advocate',
      Hana: 'fool',
    },
    nights: [
      {
        Sailor: { players: ['Hana'], answer: 'Hana' },
        'Devil’s Advocate': { players: ['Emil'] },
        Chambermaid: { players: ['Dora', 'Gus'] },
      },
      {
        Sailor: { players: ['Hana'], answer: 'Hana' },
        Innkeeper: { players: ['Chloé', 'Finn'], answer: 'Finn' },
        Gambler: { players: ['Bruno'], character: 'shabaloth' },
        Shabaloth: { players: ['Hana', 'Chloé'] },
        Chambermaid: { players: ['Dora', 'Emil'] },
      },
    ],
    foreseen: 'Hana dies.',
  },
  {
    edition: 'snv',
    title: 'Sects & Violets',
    cast: {
      Bruno: 'no_dashii',
      Chloé: 'dreamer',
      Dora: 'seamstress',
      Emil: 'clockmaker',
      Finn: 'snake_charmer',
      Gus: 'witch',
      Hana: 'flowergirl',
    },
    nights: [
      {
        'Snake Charmer': { players: ['Emil'] },
        Witch: { players: ['Chloé'] },
        Clockmaker: {},
        Dreamer: { players: ['Gus'] },
        Seamstress: { players: ['Bruno', 'Gus'] },
      },
      {
        'Snake Charmer': { players: ['Emil'] },
        'No Dashii': { players: ['Emil'] },
        Dreamer: { players: ['Finn'] },
        Flowergirl: {},
      },
    ],
    foreseen: 'Emil dies.',
  },
];

function token(page: Page, name: string) {
  return page
    .getByRole('list', { name: 'The grimoire' })
    .getByRole('button', { name: new RegExp(`^${name}(,|$)`) });
}

async function seat(
  browser: Browser,
  house: House,
  { edition, title, cast }: Evening,
): Promise<{ ana: Player; players: Player[] }> {
  const ana = await sit(browser, house, 'Ana', tablet);
  const headers = { origin: house.url };
  const { request } = ana.page.context();
  await request.post('/api/session', { headers, data: { name: 'Ana' } });
  const made = await request.post('/api/games', { headers, data: { game: 'grimoire' } });
  const { code, game_id } = (await made.json()) as { code: string; game_id: string };
  const send = async (type: string, args: object = {}) => {
    const data = { type, ...args };
    const answer = await request.post(`/api/games/${game_id}/actions`, { headers, data });
    expect(answer.ok(), `${type}: ${await answer.text()}`).toBe(true);
  };
  const players: Player[] = [];
  for (const name of Object.keys(cast).slice(0, 3)) {
    const player = await sit(browser, house, name);
    await joinTable(player.page, code, name);
    await expect(player.page.getByLabel(`${name}, you`)).toBeVisible();
    players.push(player);
  }
  for (const name of Object.keys(cast).slice(3)) await send('add_guest', { name });
  await send('start');
  const catalog = (await (await request.get('/api/catalog')).json()) as {
    games: { id: string; roles: { role_id: string; edition?: string; side: string }[] }[];
  };
  const roles = catalog.games.find(({ id }) => id === 'grimoire')?.roles ?? [];
  await send('begin_script', { name: title });
  for (const role of roles)
    if (role.edition === edition && role.side !== 'traveller')
      await send('add_character', { character: role.role_id });
  const seated = await request.get(`/api/games/${game_id}/players`);
  const people = ((await seated.json()) as { players: { name: string; seat: number | null }[] })
    .players;
  for (const { name, seat: at } of people)
    if (at !== null) await send('assign', { seat: at, character: cast[name] });
  await ana.page.goto(`/game/${code}`);
  return { ana, players };
}

/** What the storyteller does from dusk to dawn, as the desk asks for it. Gives whose steps were done. */
async function playNight(
  page: Page,
  deeds: { [character: string]: Deed },
  meanwhile: (character: string) => Promise<void>,
): Promise<string[]> {
  const done: string[] = [];
  const primary = page.locator('.actions .primary');
  const heading = page.locator('h2', { hasText: /^\d+ · / });
  const dawn = page.getByRole('button', { name: 'Dawn' });
  const next = page.getByRole('button', { name: /^Next: / });
  for (;;) {
    // Most steps open by themselves; where none does, the button that says which is next.
    await expect(async () => {
      if (await next.isVisible()) await next.click({ timeout: 1_000 });
      await expect(heading.or(dawn)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    if (await dawn.isVisible()) return done;
    const title = await heading.innerText();
    const [, character = ''] = /^\d+ · ([^,\n]+)/.exec(title) ?? [];
    const { players = [], character: named, answer } = deeds[character] ?? {};
    for (const name of players) await token(page, name).click();
    if (named) await page.getByRole('combobox', { name: 'Choose a character' }).selectOption(named);
    await meanwhile(character);
    await expect(primary).toBeEnabled();
    const shows = /^Show /.test(await primary.innerText());
    await primary.click();
    if (shows) {
      await hold(page, 'Back Keep holding');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    if (answer) {
      await expect(page.getByRole('heading', { name: 'Decide' })).toBeVisible();
      await token(page, answer).click();
      await expect(primary).toBeEnabled();
      await primary.click();
      await expect(page.getByRole('heading', { name: 'Decide' })).toHaveCount(0);
    }
    await expect(heading.filter({ hasText: title })).toHaveCount(0);
    done.push(character);
  }
}

/** Two taps, hands, the block, and the execution. */
async function execute(page: Page, nominator: string, nominee: string, hands: string[]) {
  await token(page, nominator).click();
  await token(page, nominee).click();
  await expect(page.getByRole('button', { name: /^Close the vote/ })).toBeVisible();
  for (const name of hands) await token(page, name).click();
  await page.getByRole('button', { name: `Close the vote: ${hands.length}` }).click();
  await hold(page, new RegExp(`^Execute ${nominee}`));
}

for (const evening of evenings)
  test(`an evening of ${evening.title} with a reload, a dead line and a power cut`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const house = await House.open();
    const { ana, players } = await seat(browser, house, evening);
    const { page } = ana;
    const [bruno, chloe] = players as [Player, Player];
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${evening.edition}-${name}.png` });
    };
    await page.getByRole('button', { name: 'Hand out the tokens' }).click();
    await page.getByRole('button', { name: 'Start the first night' }).click();
    await expect(page.getByRole('heading', { name: 'Night 1' })).toBeVisible();
    const [first = {}, second = {}] = evening.nights;
    let looked = '';
    const done = await playNight(page, first, async (character) => {
      if (character !== Object.keys(first)[1] || looked) return;
      looked = character;
      await shoot('night-1');
      expect(await axe(page)).toEqual([]);
    });
    expect(done).toEqual(['Minion info', 'Demon info', ...Object.keys(first)]);
    expect(looked).not.toBe('');

    // The tablet is loaded anew, a phone's line breaks.
    await comeBack([ana, chloe], async () => {
      chloe.cut();
      await page.reload();
    });
    await page.getByRole('button', { name: 'Dawn' }).click();
    await expect(bruno.page.getByText('Nobody died in the night.')).toBeVisible();
    await execute(page, 'Finn', 'Gus', ['Chloé', 'Dora', 'Emil', 'Hana']);
    await expect(bruno.page.getByText('Gus was executed.').first()).toBeVisible();
    await shoot('day-1');
    await page.getByRole('button', { name: /^Dusk/ }).click();

    // In the middle of the second night the storyteller's line breaks, and the server loses its power.
    await expect(page.getByRole('heading', { name: 'Night 2' })).toBeVisible();
    const demon = Object.keys(second).find((name) =>
      ['Shabaloth', 'No Dashii'].includes(name),
    ) as string;
    const later = await playNight(page, second, async (character) => {
      if (character !== demon) return;
      await expect(page.getByRole('status').filter({ hasText: evening.foreseen })).toBeVisible();
      await shoot('night-2');
      await comeBack([ana], async () => ana.cut());
      await comeBack([ana, ...players], async () => {
        await house.stop('SIGKILL');
        await house.start();
      });
      for (const name of second[demon]?.players ?? [])
        if ((await token(page, name).getAttribute('aria-pressed')) !== 'true')
          await token(page, name).click();
    });
    expect(later).toEqual(Object.keys(second));
    await page.getByRole('button', { name: 'Dawn' }).click();
    await expect(
      bruno.page.getByText(
        `${evening.foreseen.replace('dies', 'died')}`.replace('.', ' in the night.'),
      ),
    ).toBeVisible();
    await shoot('day-2');

    // The Demon is executed, the tokens turn.
    await execute(page, 'Finn', 'Bruno', ['Chloé', 'Dora', 'Finn']);
    await expect(page.getByRole('heading', { name: 'Good wins' })).toBeVisible();
    await hold(page, /^Good has won/);
    const next = page.getByRole('button', { name: /^Turn / });
    for (let turned = 0; turned < Object.keys(evening.cast).length; turned++) {
      const label = await next.innerText();
      await next.click();
      await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'End the game' }).click();
    for (const one of [page, ...players.map((player) => player.page)])
      await expect(one.getByText('The Demon is dead.').first()).toBeVisible();
    await house.close();
  });
