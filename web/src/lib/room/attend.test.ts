import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameIds, loadGame } from '../games';
import { addWords, type Packs } from '../i18n/index.svelte';
import type { GameEvent, Person, RoomSession } from '../net/session.svelte';
import { voice } from '../voice.svelte';
import Attend from './Attend.svelte';

const WAVE_MS = 2400;
const greetings: Packs = {
  en: () => import('../i18n/house/en.json'),
  fr: () => import('../i18n/house/fr.json'),
  es: () => import('../i18n/house/es.json'),
};
const seated = ['Ana', 'Bruno', 'Chloé', 'Dora'].map(
  (name, seat) => ({ name, seat, player: name }) as Person,
);

/** Tells the page of an event. */
let happen: (event: GameEvent) => void;

/** A table as seen from `seat`. */
function tableAt(
  phase: string,
  seat: number,
  deadline_ms: number | null = null,
  kind = 'onenight',
): RoomSession {
  return {
    kind,
    seated,
    me: seated[seat],
    isHost: seat === 0,
    narrators: [],
    listen: (listener: (event: GameEvent) => void) => {
      happen = listener;
      return () => {};
    },
    state: {
      phase: 'playing',
      game: { phase, roles: {}, roles_in_play: [], wolf_rule: 'none', script: { characters: [] } },
      clock: { deadline_ms },
      settings: { voice: 'host', language: 'fr' },
    },
  } as unknown as RoomSession;
}

/** What this device was told to sound. */
function cues(): () => string[] {
  const cue = vi.spyOn(voice, 'cue').mockResolvedValue();
  return () => cue.mock.calls.map(([name]) => name);
}

const glow = () => document.querySelector('.glow');

beforeEach(async () => {
  await Promise.all(gameIds.map(loadGame));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function dawnAt(seat: number): Promise<void> {
  const { rerender } = render(Attend, { room: tableAt('night', seat) });
  await vi.advanceTimersByTimeAsync(10);
  await rerender({ room: tableAt('discussion', seat) });
}

describe('the light wave', () => {
  it.each([0, 1, 3])('reaches seat %i in its turn round the table', async (seat) => {
    await dawnAt(seat);
    const turn = (WAVE_MS * seat) / seated.length;

    await vi.advanceTimersByTimeAsync(Math.max(0, turn - 50));
    if (seat > 0) expect(glow()).toBeNull();
    await vi.advanceTimersByTimeAsync(100);

    expect(glow()).not.toBeNull();
  });

  it('is not for a page that is opened by day', async () => {
    render(Attend, { room: tableAt('discussion', 1) });
    await vi.advanceTimersByTimeAsync(2 * WAVE_MS);

    expect(glow()).toBeNull();
  });

  it('does not run at dusk', async () => {
    const { rerender } = render(Attend, { room: tableAt('discussion', 1) });
    await vi.advanceTimersByTimeAsync(10);
    await rerender({ room: tableAt('night', 1) });
    await vi.advanceTimersByTimeAsync(2 * WAVE_MS);

    expect(glow()).toBeNull();
  });
});

describe('the bell', () => {
  it('rings once, half a minute before a step ends', async () => {
    const heard = cues();
    render(Attend, { room: tableAt('discussion', 0, Date.now() + 60_000) });

    await vi.advanceTimersByTimeAsync(29_000);
    expect(heard()).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard()).toEqual(['bell']);
  });

  it('does not ring for a step that is shorter', async () => {
    const heard = cues();
    render(Attend, { room: tableAt('discussion', 0, Date.now() + 20_000) });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(heard()).toEqual([]);
  });
});

describe('cues', () => {
  const joined = { type: 'player_joined', kind: 'room', wants_seat: true, seq: 1 };
  const dealt = { type: 'game_started', kind: 'room', game_number: 1, seq: 2 };

  it('tick through the last ten seconds of a long step', async () => {
    const heard = cues();
    render(Attend, { room: tableAt('discussion', 1, Date.now() + 60_000) });
    await vi.advanceTimersByTimeAsync(61_000);

    expect(heard()).toEqual(['bell', ...Array(10).fill('tick')]);
  });

  it('are for somebody who sits down, and for the deal', async () => {
    const heard = cues();
    render(Attend, { room: tableAt('discussion', 1) });
    await vi.advanceTimersByTimeAsync(10);

    happen(joined);
    happen(dealt);

    expect(heard()).toEqual(['chair', 'deal']);
  });

  it.each([
    ['a phone', false, []],
    ['the TV', true, ['dusk', 'deal']],
  ])('by night: %s', async (_who, isTable, expected) => {
    const heard = cues();
    const { rerender } = render(Attend, { room: tableAt('discussion', 1), isTable });
    await vi.advanceTimersByTimeAsync(10);
    await rerender({ room: tableAt('night', 1, Date.now() + 60_000), isTable });
    await vi.advanceTimersByTimeAsync(61_000);
    happen(dealt);

    expect(heard()).toEqual(expected);
  });

  it.each([
    [0, ['turn']],
    [1, []],
  ])('say whose turn it is to seat %i', async (seat, expected) => {
    const heard = cues();
    const at = (leader: number) => {
      const room = tableAt('team_building', seat, null, 'avalon');
      Object.assign(room.state!.game as object, { leader });
      return room;
    };
    const { rerender } = render(Attend, { room: at(3) });
    await vi.advanceTimersByTimeAsync(10);
    await rerender({ room: at(0) });

    expect(heard()).toEqual(expected);
  });

  it.each([
    ['chess', ['end']],
    ['avalon', []],
  ])('at the end of %s, where no finale names it', async (kind, expected) => {
    const heard = cues();
    const { rerender } = render(Attend, { room: tableAt('day', 1, null, kind) });
    await vi.advanceTimersByTimeAsync(10);
    const over = tableAt('day', 1, null, kind);
    over.state!.phase = 'results';
    await rerender({ room: over });

    expect(heard()).toEqual(expected);
  });
});

describe('a phone buzzes', () => {
  const buzz = vi.fn();
  const began = (type: string, more = {}) => ({ type, kind: 'game', seq: 1, ...more });

  async function hearAt(seat: number, kind: string, phase: string, event: GameEvent) {
    vi.stubGlobal('navigator', { ...navigator, languages: ['en'], vibrate: buzz.mockClear() });
    render(Attend, { room: tableAt(phase, seat, null, kind) });
    await vi.advanceTimersByTimeAsync(10);
    happen(event);
  }

  it('for everybody at the final vote', async () => {
    await hearAt(2, 'onenight', 'discussion', began('voting_began'));

    expect(buzz).toHaveBeenCalledTimes(1);
  });

  it.each([
    [1, 1],
    [2, 0],
  ])('at seat %i, %i times, when it is the turn of seat 1', async (seat, times) => {
    await hearAt(seat, 'chess', 'playing', began('turn_started', { seat: 1 }));

    expect(buzz).toHaveBeenCalledTimes(times);
  });

  it('never by night', async () => {
    await hearAt(2, 'onenight', 'night', began('voting_began'));

    expect(buzz).not.toHaveBeenCalled();
  });
});

describe('behind the words', () => {
  const year = { floods: 2, days: 40, current_turn: 1, current_role: 'journeyman' };

  async function soundOf(kind: string, game: object, clock: object = {}, phase = 'playing') {
    const sound = vi.spyOn(voice, 'sound').mockResolvedValue();
    const room = tableAt('', 0, null, kind);
    Object.assign(room.state!, { phase, game, clock: { deadline_ms: null, ...clock } });
    voice.isLocked = false;
    render(Attend, { room });
    await vi.advanceTimersByTimeAsync(10);
    return sound.mock.calls.at(-1)?.[0];
  }

  it.each([
    ['onenight', { phase: 'night' }, { rain: 0.5 }],
    ['onenight', { phase: 'discussion' }, {}],
    ['grimoire', { phase: 'night' }, { crickets: 0.6, wind: 0.4 }],
    ['grimoire', { phase: 'day' }, {}],
    ['journeyman', year, { birds: 0.8, wind: 0.2 }],
    ['journeyman', { ...year, current_turn: 40 }, { wind: 1 }],
    ['journeyman', { ...year, current_role: 'weather' }, { rain: 0.3, wind: 0.2 }],
    ['journeyman', { ...year, current_role: null }, {}],
  ])('of %s in %o are %o', async (kind, game, mix) => {
    expect(await soundOf(kind, game)).toEqual(mix);
  });

  it.each([
    ['while the game is paused', { is_paused: true }, 'playing'],
    ['while it waits for somebody', { is_waiting: true }, 'playing'],
    ['after the end', {}, 'results'],
  ])('is silence %s', async (_when, clock, phase) => {
    expect(await soundOf('journeyman', year, clock, phase)).toEqual({});
  });

  it.each([0, 1, 2])('it rains harder at dawn after %i floods of 2', async (count) => {
    const swell = vi.spyOn(voice, 'swell').mockResolvedValue();
    await soundOf('journeyman', year);

    happen({ type: 'flooded', kind: 'game', positions: Array(count).fill({ x: 0, y: 0 }), seq: 1 });

    expect(swell).toHaveBeenCalledExactlyOnceWith({ rain: count / 2 });
  });
});

describe('the greeting', () => {
  const began = { type: 'game_started', game_number: 3, seq: 1 };

  beforeEach(() => addWords(greetings));

  it.each(gameIds)('names everybody and the round where %s is played', async (kind) => {
    const say = vi.spyOn(voice, 'say').mockImplementation(() => {});
    voice.setTemper('brisk');
    render(Attend, { room: tableAt('day', 0, null, kind) });

    happen(began);

    expect(say.mock.calls.map(([tell]) => tell())).toEqual([
      'Hello, Ana, Bruno, Chloé and Dora! Round 3, here we go!',
    ]);
  });

  it('is said by no other device', () => {
    const say = vi.spyOn(voice, 'say').mockImplementation(() => {});
    render(Attend, { room: tableAt('day', 1) });

    happen(began);

    expect(say).not.toHaveBeenCalled();
  });
});

describe('exactly one device speaks', () => {
  it('in the language of the table', () => {
    render(Attend, { room: tableAt('discussion', 0) });

    expect(voice.language).toBe('fr');
  });

  it.each([
    ['the host', 0, false, true],
    ['another player', 1, false, false],
    ['the table view', 1, true, false],
  ])('where the host’s phone does: %s', (_who, seat, isTable, speaks) => {
    render(Attend, { room: tableAt('discussion', seat), isTable });

    expect(voice.isChosen).toBe(speaks);
  });
});
