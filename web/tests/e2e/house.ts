/** A house for tests: the real server on a port and a data folder of its own, and people who come in. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { everyFont, inFonts } from './fonts';

const root = resolve(import.meta.dirname, '../../..');
const binary = process.env.PARLOUR_BINARY ?? join(root, 'build/parlour');

async function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

export class House {
  private process: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), 'parlour-web-'));

  private constructor(
    readonly port: number,
    private readonly options: string[],
    private readonly path: string,
  ) {}

  /** `path` is where in its site the house is. */
  static async open(options: string[] = [], path = ''): Promise<House> {
    if (!existsSync(binary)) throw new Error(`no server at ${binary}: ./run --build-only`);
    const house = new House(await freePort(), options, path);
    await house.start();
    return house;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${this.path}`;
  }

  async start(): Promise<void> {
    const limits = ['commands', 'guesses', 'knocks', 'rooms', 'sessions'].flatMap((what) => [
      `--${what}-per-${what === 'commands' ? '10s' : 'minute'}`,
      '0',
    ]);
    this.process = spawn(
      binary,
      ['serve', '--port', String(this.port), '--address', '127.0.0.1', '--data', this.data]
        .concat(['--web', join(root, 'web/dist'), '--qr', '0', '--bot-delay-ms', '50'])
        .concat(limits, ['--rooms-per-day', '0'], this.options),
      { stdio: 'ignore' },
    );
    await expect(async () => expect((await fetch(`${this.url}/health`)).ok).toBe(true)).toPass();
  }

  /** Makes the operator's key; the server learns it when it starts again. */
  async adminToken(): Promise<string> {
    await this.stop();
    execFileSync(binary, ['admin', 'token', '--data', this.data]);
    await this.start();
    return readFileSync(join(this.data, 'admin-token'), 'utf8').trim();
  }

  /** Ends the process: politely, or as a power cut would. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const process = this.process;
    this.process = null;
    if (!process || process.exitCode !== null) return;
    const ended = new Promise((done) => process.once('exit', done));
    process.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.data, { recursive: true, force: true });
  }
}

export const test = base.extend<{ goodbyes: undefined }, { house: House }>({
  /** Nobody stays in the house after a test: their phones would go on working. */
  goodbyes: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
  house: [
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Somebody with a phone of their own. */
export async function person(
  browser: Browser,
  house: House,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `${house.url}/`,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

/** What does not fit on the screen, in any font. */
export async function overflow(
  page: Page,
): Promise<{ wide: boolean; tall: boolean; isHandOut: boolean }> {
  const found = Object.values(await inFonts(page, everyFont, () => overflowNow(page)));
  return {
    wide: found.some(({ wide }) => wide),
    tall: found.some(({ tall }) => tall),
    isHandOut: found.some(({ isHandOut }) => isHandOut),
  };
}

const overflowNow = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth + 1;
    const shell = document.querySelector('.shell');
    const tall = shell ? shell.scrollHeight > shell.clientHeight + 1 : false;
    const hand = document.querySelector('.hand')?.getBoundingClientRect();
    return { wide, tall, isHandOut: hand ? hand.bottom > innerHeight + 1 : false };
  });

/** What is lost beyond the sides of the screen, where the text is large, in any font. */
export async function lostText(page: Page): Promise<string[]> {
  const found = Object.entries(await inFonts(page, everyFont, () => lostNow(page)));
  return found.flatMap(([font, lost]) => lost.map((what) => `${font} font: ${what}`));
}

const lostNow = (page: Page) =>
  page.evaluate(() => {
    const isWide = document.documentElement.scrollWidth > innerWidth + 1;
    const isOut = (element: Element) => {
      const box = element.getBoundingClientRect();
      const isShown = box.width > 0 && getComputedStyle(element).visibility !== 'hidden';
      return isShown && (box.right > innerWidth + 1 || box.left < -1) && !isInScroller(element);
    };
    /* What a person can scroll to is not lost. */
    const isInScroller = (element: Element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        const isWithin = at.getBoundingClientRect().right <= innerWidth + 1;
        if (
          isWithin &&
          at.scrollWidth > at.clientWidth &&
          getComputedStyle(at).overflowX === 'auto'
        )
          return true;
      }
      return false;
    };
    const out = [...document.querySelectorAll(isWide ? 'body *' : 'button, h1, h2, p, input')]
      .filter(isOut)
      .map((e) => e.outerHTML.slice(0, 80));
    return isWide ? ['wider than the screen', ...out] : out;
  });

/** Creates a table from the first page; returns its code. */
export async function createTable(
  page: Page,
  name: string,
  game = 'Journeyman and Weather',
): Promise<string> {
  await page.goto('./');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('radio', { name: new RegExp(game) }).check({ force: true });
  await page.getByRole('button', { name: `Create: ${game}` }).click();
  await page.waitForURL(/\/game\/[A-Z0-9]{6}$/);
  return page.url().slice(-6);
}

/** Comes in by the short link, as from a scanned code. */
export async function joinTable(page: Page, code: string, name: string): Promise<void> {
  await page.goto(`./j/${code}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(new RegExp(`/game/${code}$`));
}

/** A table that Ana has made and Bruno has joined. */
export async function tableOfTwo(
  browser: Browser,
  house: House,
): Promise<{ ana: Page; bruno: Page; code: string }> {
  const ana = await person(browser, house);
  const bruno = await person(browser, house);
  const code = await createTable(ana, 'Ana');
  await joinTable(bruno, code, 'Bruno');
  return { ana, bruno, code };
}

export async function takeSide(page: Page, side: 'Journeyman' | 'Weather'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${side}`) }).click();
}

/** Holds a button down until it has done its work, however late the page's clock is; a short hold would do nothing. */
export async function hold(page: Page, button: Locator | string | RegExp): Promise<void> {
  const found =
    typeof button === 'object' && 'focus' in button
      ? button
      : page.getByRole('button', { name: button });
  await found.focus();
  const element = await found.elementHandle();
  // Noted in the page: on a busy machine a look from here may come when all is over.
  const seen = await found.evaluateHandle((button) => {
    const was = { held: false };
    new MutationObserver(() => {
      was.held ||= button.classList.contains('held');
    }).observe(button, { attributes: true, attributeFilter: ['class'] });
    return was;
  });
  await page.keyboard.down('Enter');
  await page.waitForFunction(
    ([button, was]) => was.held && !(button?.isConnected && button.classList.contains('held')),
    [element, seen] as const,
  );
  await page.keyboard.up('Enter');
}

const axeSource = readFileSync(join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8');
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe-core on the page as it is; every violation by name. */
export async function axe(page: Page, rules = axeRules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  // A fade that began while the inspector looked makes what it saw worthless.
  for (let looks = 0; ; looks++) {
    await endFades(page);
    const found = await inspect(page, rules);
    if (found.length === 0 || looks === 5 || !(await isFading(page))) return found;
  }
}

function inspect(page: Page, rules: string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    type Axe = { run(of: Document, options: object): Promise<{ violations: Violation[] }> };
    type Violation = { id: string; help: string; nodes: { target: string[]; html: string }[] };
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly });
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`);
  }, rules);
}

/** Lets every fade that has begun come to its end: in the middle of it colours are no colours. A fade may begin some
 * frames after what it belongs to, so several frames must pass without one. */
export function endFades(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let quiet = 0, frames = 0; quiet < 4 && frames < 40; frames++) {
      await new Promise(requestAnimationFrame);
      const fades = document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity);
      for (const fade of fades) fade.finish();
      quiet = fades.length ? 0 : quiet + 1;
    }
  });
}

function isFading(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .some(
        (one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity,
      ),
  );
}

/** What depends on the colours alone: for the same screen in the colours of another phase. */
export const axeColours = (page: Page) => axe(page, ['color-contrast']);

/** Two people at a new table of Journeyman, the year `days` long, the field chosen. */
export async function beginYear(
  ana: Page,
  bruno: Page,
  { days = 365, size = 6 } = {},
): Promise<string> {
  const code = await createTable(ana, 'Ana');
  if (days !== 365) await setOption(ana, 'Days of the year', days);
  await joinTable(bruno, code, 'Bruno');
  await takeSide(ana, 'Journeyman');
  await takeSide(bruno, 'Weather');
  await ana.getByRole('slider').fill(String(size));
  await ana.getByRole('button', { name: 'Start the year' }).click();
  await expect(ana.getByRole('heading', { name: 'Day 1', exact: true })).toBeVisible();
  return code;
}

/** A bot sits down, as the house suggests it. */
export async function addBot(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Add / }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

export async function setOption(page: Page, label: string, value: number): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const field = page.getByRole('spinbutton', { name: label });
  await field.fill(String(value));
  await field.press('Enter');
  await field.blur();
  await expect(field).toHaveValue(String(value));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The Journeyman's turn: the first field that may be taken. */
export async function walk(page: Page): Promise<void> {
  await page.locator('[data-field][aria-disabled=false]').first().click();
  await page.getByRole('button', { name: 'End the day' }).click();
  await expect(page.getByRole('button', { name: 'End the day', disabled: false })).toHaveCount(0);
}

/** Weather's turn: floods the first `count` fields that may be flooded. */
export async function rain(page: Page, count: number): Promise<void> {
  const legal = page.locator('[data-field][aria-disabled=false]');
  await expect(legal.first()).toBeVisible();
  for (let i = 0; i < count; i++) await legal.nth(i).click();
  await page.getByRole('button', { name: count ? 'End the night' : 'Leave it dry' }).click();
  await expect(legal).toHaveCount(0);
}
