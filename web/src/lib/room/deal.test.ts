import { readFileSync } from 'node:fs';
import { render } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameIds, loadGame } from '../games';
import type { GameEvent, Person, RoomSession } from '../net/session.svelte';
import Attend from './Attend.svelte';
import Deal from './Deal.svelte';
import { FLIGHT_MS, GROW_MS, lastsMs, STEP_MS, turnsOf } from './deal';

const FRAME_MS = 40;

function measure(middle: Element): void {
  const box = { left: 0, top: 56, width: 390, height: 500 } as DOMRect;
  vi.spyOn(middle, 'getBoundingClientRect').mockReturnValue(box);
}

/** The screen of a game: with a card in the hand, or with the ring. */
function shows(seats: number, hasCard: boolean, place = 'shell'): Element {
  const middle = place === 'shell' ? 'middle' : 'picture';
  const ring = `<ul class="seats">${'<li></li>'.repeat(seats)}</ul>`;
  const inside = hasCard ? '<div class="peek back"></div>' : ring;
  document.body.innerHTML = `<div class="${place}"><main class="${middle}"><div>${inside}</div></main></div>`;
  measure(document.querySelector(`.${middle}`)!);
  return document.querySelector(`.${place}`)!;
}

const overlay = () => document.querySelector('.deal');
const flown = () => [...document.querySelectorAll<HTMLElement>('.flown')];
const dealt = () =>
  flown().map((back) => [Number(back.dataset.seat), back.style.getPropertyValue('--begins')]);
const still = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

beforeEach(() => {
  vi.useFakeTimers();
  still(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('the turns of a deal', () => {
  it('go round clockwise from the viewer, 90 ms apart', () => {
    expect(turnsOf(5, 3)).toEqual([
      { seat: 3, delay: 0 },
      { seat: 4, delay: 90 },
      { seat: 0, delay: 180 },
      { seat: 1, delay: 270 },
      { seat: 2, delay: 360 },
    ]);
  });

  it('end with the last back, and not before one’s own has grown', () => {
    expect(lastsMs(10, false)).toBe(9 * STEP_MS + FLIGHT_MS);
    expect(lastsMs(2, false)).toBe(GROW_MS);
    expect(lastsMs(10, true)).toBeGreaterThan(lastsMs(10, false));
  });
});

describe('the deal', () => {
  async function dealOn(seats: number, self: number, isTable = false) {
    const onend = vi.fn();
    const { unmount } = render(Deal, { seats, self, isTable, onend });
    await vi.advanceTimersByTimeAsync(FRAME_MS);
    return { onend, unmount };
  }

  it('flies to the others and grows one’s own', async () => {
    shows(4, true);
    const { onend } = await dealOn(4, 2);

    expect(dealt()).toEqual([
      [3, '90ms'],
      [0, '180ms'],
      [1, '270ms'],
    ]);
    expect(document.querySelectorAll('.grown')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(lastsMs(4, false));
    expect(onend).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a table view', true, 'tv'],
    ['a spectator', false, 'shell'],
  ])('flies to everybody for %s', async (_who, isTable, place) => {
    shows(3, false, place);
    await dealOn(3, -1, isTable);

    expect(dealt()).toEqual([
      [0, '0ms'],
      [1, '90ms'],
      [2, '180ms'],
    ]);
    expect(document.querySelector('.grown')).toBeNull();
  });

  it('is neither read aloud nor in the way of a finger, and a tap ends it', async () => {
    shows(3, true);
    const { onend } = await dealOn(3, 0);

    expect(overlay()?.getAttribute('aria-hidden')).toBe('true');
    expect(readFileSync('src/lib/room/Deal.svelte', 'utf8')).toContain('pointer-events: none');
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(onend).toHaveBeenCalled();
  });

  it('shows the card again when it is ended', async () => {
    shows(3, true);
    const cancel = vi.fn();
    const card = document.querySelector('.peek')!;
    vi.spyOn(card, 'animate').mockReturnValue({ cancel } as unknown as Animation);
    const { unmount } = await dealOn(3, 0);
    unmount();

    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('does not begin on the screen before, and does not wait for ever', async () => {
    const before = shows(3, true);
    const onend = vi.fn();
    render(Deal, { seats: 3, self: 0, before, onend });
    await vi.advanceTimersByTimeAsync(1000);
    expect(overlay()).toBeNull();
    expect(onend).not.toHaveBeenCalled();

    await vi.advanceTimersByTimeAsync(1000);
    expect(onend).toHaveBeenCalled();
  });

  it('without motion is nothing where the card is in the hand', async () => {
    still(true);
    shows(3, true);
    const { onend } = await dealOn(3, 0);

    expect(overlay()).toBeNull();
    expect(onend).toHaveBeenCalled();
  });

  it('without motion lays backs before the people of a table', async () => {
    still(true);
    shows(3, false, 'tv');
    await dealOn(3, -1, true);

    expect(overlay()?.classList).toContain('still');
    expect(flown()).toHaveLength(3);
  });
});

describe('a room', () => {
  let happen: (event: GameEvent) => void;
  const seated = ['Ana', 'Bruno', 'Chloé'].map(
    (name, seat) => ({ name, seat, player: name }) as Person,
  );
  const started = { type: 'game_started', kind: 'room', game_number: 1, seq: 1 };
  const views: Record<string, object> = {
    onenight: { phase: 'reveal', roles: { seer: 1 } },
    avalon: { phase: 'role_reveal', roles_in_play: ['merlin'] },
    chess: { phase: 'role_reveal', wolf_rule: 'one_wolf' },
    journeyman: {},
    grimoire: { phase: 'setup', script: { characters: ['imp'] } },
  };

  /** Attends a table at which `kind` is on, and shows its screen a moment after the one before. */
  async function playing(kind: string, game: object = views[kind]!, narrators: Person[] = []) {
    const before = shows(3, true);
    const room = {
      kind,
      seated,
      narrators,
      me: seated[1],
      listen: (listener: (event: GameEvent) => void) => {
        happen = listener;
        return () => {};
      },
      state: {
        phase: 'playing',
        game,
        clock: {},
        settings: { voice: 'off', language: 'en' },
      },
    } as unknown as RoomSession;
    render(Attend, { room });
    await vi.advanceTimersByTimeAsync(10);
    return before;
  }

  async function next(before: Element) {
    before.replaceWith(before.cloneNode(true));
    measure(document.querySelector('.middle')!);
    await vi.advanceTimersByTimeAsync(FRAME_MS);
  }

  beforeAll(() => Promise.all(gameIds.map(loadGame)), 60_000);

  it.each(['onenight', 'avalon', 'chess'])('deals at the start of %s, once', async (kind) => {
    const before = await playing(kind);
    happen(started);
    await next(before);
    expect(flown()).toHaveLength(2);

    await vi.advanceTimersByTimeAsync(2000);
    expect(overlay()).toBeNull();
    happen({ ...started, type: 'player_tapped', seq: 2 });
    await vi.advanceTimersByTimeAsync(FRAME_MS);
    expect(overlay()).toBeNull();
  });

  it('that is opened in the middle of it deals nothing', async () => {
    await next(await playing('onenight'));

    expect(overlay()).toBeNull();
  });

  it.each([
    ['journeyman', views.journeyman, []],
    ['chess', { phase: 'playing', wolf_rule: 'none' }, []],
    ['grimoire', views.grimoire, seated.slice(0, 1)],
  ] as const)('deals no cards in %s, %o', async (kind, game, narrators) => {
    const before = await playing(kind, game, [...narrators]);
    happen(started);
    await next(before);

    expect(overlay()).toBeNull();
  });
});
