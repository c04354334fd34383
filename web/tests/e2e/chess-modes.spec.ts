/** Every way of playing team chess to its end, on a phone, a small phone, a laptop and a TV; and what is seen and heard
 * of each move. */
import type { Browser, Page } from '@playwright/test';
import { begun, clicks, manOn, square } from './chessboard';
import { expect, hold, House, person, test } from './house';
import { picture, wholeGame } from './players';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const laptop = { viewport: { width: 1366, height: 768 } };
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const tv = { viewport: { width: 1920, height: 1080 } };

/** Two are White, on phones; a third is Black. */
async function three(browser: Browser, house: House) {
  const [ana, bea, cid, screen] = await Promise.all([
    person(browser, house, phone),
    person(browser, house, { ...phone, viewport: { width: 320, height: 568 } }),
    person(browser, house, laptop),
    person(browser, house, tv),
  ]);
  return { ana, bea, cid, screen, people: { Ana: ana, Bea: bea, Cid: cid } };
}

/** On a phone a move is confirmed; before one's turn it would be chosen ahead. */
async function tapMove(page: Page, from: string, to: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose a move' })).toBeVisible();
  await square(page, from).tap();
  await square(page, to).tap();
  await page.getByRole('button', { name: /^(Play|Propose) / }).tap();
}

async function expectEnd(pages: Page[], headline: string, reason: string): Promise<void> {
  for (const page of pages) {
    await expect(page.getByText(headline).first()).toBeInViewport();
    await expect(page.getByText(reason).first()).toBeVisible();
  }
}

test('with hand and brain a team plays to mate, each naming for the other', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const { ana, bea, cid, screen, people } = await three(browser, house);
  const code = await begun(people, 2, { hand_and_brain: true, time_control: 'none' });
  await screen.goto(`/game/${code}/tv`);

  await bea.getByRole('button', { name: 'Pawn', exact: true }).tap();
  await expect(ana.getByText('Bea says: Pawn')).toBeVisible();
  await picture(ana, 'm-hand');
  await picture(screen, 'm-hand-tv');
  await tapMove(ana, 'f2', 'f3');
  // Alone in a team one is both.
  await manOn(cid, 'f3', 'pawn');
  await clicks(cid, 'e7', 'e5');
  await picture(bea, 'm-hand-320');
  await ana.getByRole('button', { name: 'Pawn', exact: true }).tap();
  await tapMove(bea, 'g2', 'g4');
  await manOn(cid, 'g4', 'pawn');
  await picture(cid, 'm-hand-laptop');
  await clicks(cid, 'd8', 'h4');

  await expectEnd([ana, bea, cid, screen], 'Black has won', 'Checkmate.');
  await picture(ana, 'm-end');
  await picture(cid, 'm-end-laptop');
  await picture(screen, 'm-end-tv');
});

test('a team votes its way to mate', async ({ browser, house }) => {
  test.setTimeout(wholeGame);
  const { ana, bea, cid, screen, people } = await three(browser, house);
  const code = await begun(people, 2, { team_vote: true, time_control: 'none' });
  await screen.goto(`/game/${code}/tv`);

  await tapMove(ana, 'f2', 'f3');
  await expect(bea.getByText('1 of 2 have proposed.')).toBeVisible();
  await picture(bea, 'm-vote');
  await tapMove(bea, 'f2', 'f3');
  for (const page of [cid, screen]) await manOn(page, 'f3', 'pawn');
  await clicks(cid, 'e7', 'e5');
  for (const page of [ana, bea]) await tapMove(page, 'g2', 'g4');
  for (const page of [cid, screen]) await manOn(page, 'g4', 'pawn');
  await clicks(cid, 'd8', 'h4');

  await expectEnd([ana, bea, cid, screen], 'Black has won', 'Checkmate.');
});

test('a game of days goes on after a power cut, and ends by resignation', async ({ browser }) => {
  test.setTimeout(wholeGame);
  const house = await House.open();
  const { ana, bea, cid, screen, people } = await three(browser, house);
  const code = await begun(people, 2, { time_control: 'days', days_per_move: 1 });
  await screen.goto(`/game/${code}/tv`);
  await tapMove(ana, 'e2', 'e4');
  await manOn(cid, 'e4', 'pawn');
  await ana.goto('about:blank');

  await house.stop('SIGKILL');
  await expect(cid.getByText('Reconnecting…')).toBeVisible();
  await house.start();
  await expect(cid.getByText('Reconnecting…')).toBeHidden({ timeout: 30_000 });
  await clicks(cid, 'e7', 'e5');
  await manOn(screen, 'e5', 'pawn');
  await expect(screen.getByRole('timer').first()).toHaveText('24 h');
  await picture(screen, 'm-days-tv');

  // Who was away finds the game on the front page, and the move that came meanwhile.
  await ana.goto('./');
  await ana.getByRole('link', { name: new RegExp(code) }).click();
  await manOn(ana, 'e5', 'pawn');
  await picture(ana, 'm-days');
  await cid.locator('.tool').last().click();
  await hold(cid, /^Resign/);
  await expectEnd([ana, bea, cid, screen], 'White has won', 'The other team has resigned.');
  await house.close();
});

/** Writes down which tones the page plays, which men walk and which fade. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log = ((globalThis as unknown as { heard: (number | string)[] }).heard = []) as (
      number | string
    )[];
    class Tone {
      frequency = {
        set value(pitch: number) {
          log.push(pitch);
        },
      };
      gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      connect = (to: unknown) => to;
      start() {}
      stop() {}
    }
    class Speaker {
      state = 'running';
      currentTime = 0;
      destination = {};
      createOscillator = () => new Tone();
      createGain = () => new Tone();
    }
    Object.assign(globalThis, { AudioContext: Speaker });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (this.classList.contains('man'))
        log.push(`walk ${(options as { duration: number }).duration}`);
      return animate.call(this, frames, options);
    };
    addEventListener('animationstart', ({ target }) => {
      if ((target as Element).classList.contains('ghost')) log.push('fade');
    });
  });
}

/** What was heard and seen since it was asked last, in the order of the alphabet. */
const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: (number | string)[] }).heard.splice(0));

async function expectHeard(page: Page, ...what: (number | string)[]): Promise<void> {
  const all: (number | string)[] = [];
  await expect
    .poll(async () => {
      all.push(...(await heard(page)));
      return all.filter((one) => what.includes(one));
    })
    .toEqual(expect.arrayContaining(what));
}

test('men walk, what is taken fades, and each kind of move has its sound', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const ana = await person(browser, house, tablet);
  const cid = await person(browser, house, { ...laptop, reducedMotion: 'no-preference' });
  await listen(cid);
  await begun({ Ana: ana, Cid: cid }, 1, { time_control: 'none' });
  await heard(cid);

  await tapMove(ana, 'e2', 'e4');
  await expectHeard(cid, 190, 'walk 180');
  await clicks(cid, 'd7', 'd5');
  await tapMove(ana, 'e4', 'd5');
  await expectHeard(cid, 150, 'fade', 'walk 180');
  await clicks(cid, 'd8', 'd5');
  await tapMove(ana, 'b1', 'c3');
  await manOn(cid, 'c3', 'knight');
  await heard(cid);
  await clicks(cid, 'd5', 'e5');
  await expectHeard(cid, 520); // check
  await picture(ana, 'm-tablet');

  // A finger draws for the team alone: a circle and an arrow, and wipes them away.
  const draw = ana.getByRole('button', { name: 'Draw arrows for the team' });
  await draw.tap();
  for (const name of ['e2', 'e2', 'f1', 'e2']) await square(ana, name).tap();
  await expect(ana.locator('.arrows path')).toHaveCount(1);
  await expect(ana.locator('.arrows circle')).toHaveCount(1);
  await expect(cid.locator('.arrows > *')).toHaveCount(0);
  await draw.tap();

  // Looking back is quicker, and nothing of it is heard.
  await heard(cid);
  await cid.keyboard.press('ArrowLeft');
  await expectHeard(cid, 'walk 100');
  await cid.keyboard.press('ArrowRight');
  await ana.locator('.tool').last().tap();
  await hold(ana, /^Resign/);
  await expect(cid.getByText('Black has won')).toBeVisible();
  await expectHeard(cid, 262);
});

test('a bank runs down: tenths and one bell for whoever it is about, and the flag falls', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const { ana, bea, cid, screen, people } = await three(browser, house);
  await listen(cid);
  const options = { time_control: 'bank', bank_minutes: 1, increment_seconds: 0 };
  const code = await begun(people, 2, { ...options, bank_per_player: true });
  await screen.goto(`/game/${code}/tv`);
  await expect(screen.getByRole('timer')).toHaveText(['1:00', /^(1:00|0:5\d)$/]);
  await tapMove(ana, 'e2', 'e4');
  // Each has a clock of their own: Bea's is whole, whatever Ana needed.
  await manOn(cid, 'e4', 'pawn');
  await clicks(cid, 'e7', 'e5');
  const white = bea.getByRole('timer').last();
  await expect(white).toHaveText(/^(1:00|0:5\d)$/);
  await tapMove(bea, 'g1', 'f3');

  const black = cid.getByRole('timer').last();
  await expect(black).toHaveText(/^1?\d\.\d$/, { timeout: 60_000 });
  await expect(screen.locator('.clock.low')).toHaveCount(1);
  await expectHeard(cid, 880);
  await picture(screen, 'm-low-tv');
  await expect(cid.getByText('White has won').first()).toBeVisible({ timeout: 60_000 });
  await expectEnd([ana, bea, cid, screen], 'White has won', 'On time.');
  expect(await heard(cid)).not.toContain(880);
});

test('who has gone on move in a game without a clock holds up nobody', async ({
  browser,
  house,
}) => {
  test.setTimeout(wholeGame);
  const { ana, bea, cid, screen, people } = await three(browser, house);
  const code = await begun(people, 2, { time_control: 'none' });
  await screen.goto(`/game/${code}/tv`);

  await ana.goto('about:blank');
  for (const page of [bea, cid, screen])
    await expect(page.getByText('Ana is away, and it is their move.')).toBeVisible();
  await picture(bea, 'm-gone-320');
  await picture(screen, 'm-gone-tv');
  await bea.getByRole('button', { name: 'Give 60 seconds, then pass on' }).tap();
  await expect(cid.getByText('Bea has started the fast clock.')).toBeVisible();

  await expect(cid.getByText('Time is up for Ana. You decide.')).toBeVisible({ timeout: 90_000 });
  await cid.getByRole('button', { name: 'Let Bea move' }).click();
  await tapMove(bea, 'e2', 'e4');
  await manOn(cid, 'e4', 'pawn');
  await clicks(cid, 'e7', 'e5');

  // The next turn is as long as any, and whoever comes back finds the game where it is.
  await expect(bea.getByText('Ana is away, and it is their move.')).toBeVisible();
  await expect(bea.getByRole('timer')).toHaveCount(0);
  await ana.goto(`./game/${code}`);
  await tapMove(ana, 'g1', 'f3');
  await manOn(screen, 'f3', 'knight');
});
