import { describe, expect, it } from 'vitest';
import avalon from '../games/avalon/memory';
import chess from '../games/chess/memory';
import grimoire from '../games/grimoire/memory';
import onenight from '../games/onenight/memory';
import type { GameEvent } from '../net/session.svelte';
import { finishedIn, honoursOf, judgeBallots, type Judged } from './evening';

let seq = 0;
const room = (type: string, more: object = {}): GameEvent => ({ type, seq: ++seq, ...more });
const game = (type: string, more: object = {}): GameEvent => room(type, { kind: 'game', ...more });

const players = ['ana', 'bob', 'cat', 'dan', 'eve'];
const honours = (judged: Judged) => honoursOf([{ judged, players }]);
const against = (by: number, on: number) => ({ by, on, isAgainst: true });
const trusts = (by: number, on: number) => ({ by, on, isAgainst: false });

describe('the games of an evening', () => {
  const evening = [
    room('room_created', { game: 'onenight' }),
    room('game_started', { game_id: 'FIRST' }),
    game('player_died', { seat: 1 }),
    room('game_over', { game_id: 'FIRST', winners: [0], reason: 'werewolf_died' }),
    room('scored', { seat: 0, player: 'ana' }),
    room('scored', { seat: 1, player: 'bob' }),
    room('game_changed', { game: 'avalon' }),
    room('game_started', { game_id: 'SECOND' }),
    game('team_proposed'),
    room('game_voided', { game_id: 'SECOND' }),
    room('game_started', { game_id: 'THIRD' }),
    room('rewound'),
    room('game_over', { game_id: 'THIRD', winners: [], reason: 'five_rejections' }),
    room('game_started', { game_id: 'FOURTH' }),
  ];

  it('are those that came to their end, with their people', () => {
    const finished = finishedIn(evening);

    expect(finished.map(({ gameId, kind }) => [gameId, kind])).toEqual([
      ['FIRST', 'onenight'],
      ['THIRD', 'avalon'],
    ]);
    expect(finished[0]).toMatchObject({
      players: ['ana', 'bob'],
      winners: [0],
      reason: 'werewolf_died',
      wasRewound: false,
    });
    expect(finished[0]?.events.map((event) => event.type)).toEqual(['player_died']);
    expect(finished[1]?.wasRewound).toBe(true);
  });
});

describe('an award', () => {
  it('for lying goes to nobody whom half of the good have accused', () => {
    const found = [against(0, 4), against(1, 4), trusts(2, 4), trusts(3, 4)];
    const missed = [against(0, 4), trusts(1, 4), trusts(2, 4)];
    const liars = (verdicts: typeof found) =>
      honours({ verdicts, evil: [4] }).filter(({ award }) => award === 'liar');

    expect(liars(found)).toEqual([]);
    expect(liars(missed)).toEqual([{ award: 'liar', players: ['eve'], n: 2 }]);
  });

  it('bloodhound goes to the good one who accused evil most often', () => {
    const verdicts = [against(0, 4), against(0, 4), against(1, 4)];

    expect(honours({ verdicts, evil: [4] })).toContainEqual({
      award: 'bloodhound',
      players: ['ana'],
      n: 2,
    });
  });

  it('is not for evil that finds evil', () => {
    const verdicts = [against(4, 3)];

    expect(honours({ verdicts, evil: [3, 4] })).toEqual([{ award: 'rod', players: ['dan'], n: 1 }]);
  });

  it('liar goes to evil that the good trusted most often', () => {
    const verdicts = [trusts(0, 4), trusts(1, 4), trusts(0, 3), trusts(3, 4)];

    expect(honours({ verdicts, evil: [3, 4] })).toEqual([
      { award: 'liar', players: ['eve'], n: 2 },
    ]);
  });

  it('liar goes to evil that nobody’s ballot found', () => {
    const ballots = [
      { by: 0, on: 3 },
      { by: 1, on: 2 },
      { by: 4, on: 2 },
    ];

    expect(honoursOf([{ judged: judgeBallots(ballots, [3, 4]), players }])).toContainEqual({
      award: 'liar',
      players: ['eve'],
      n: 2,
    });
  });

  it('angel goes to the good one who stood by the good', () => {
    const verdicts = [trusts(0, 1), trusts(0, 2), trusts(1, 2)];

    expect(honours({ verdicts, evil: [] })).toEqual([{ award: 'angel', players: ['ana'], n: 2 }]);
  });

  it('adds up over the evening, wherever somebody sat', () => {
    const first = { judged: { verdicts: [against(0, 4)], evil: [4] }, players };
    const moved = { judged: { verdicts: [against(1, 4)], evil: [4] }, players: ['bob', 'ana'] };

    expect(honoursOf([first, moved])).toContainEqual({
      award: 'bloodhound',
      players: ['ana'],
      n: 2,
    });
  });

  it('is nobody’s where more than two have earned it alike', () => {
    const verdicts = [trusts(0, 1), trusts(1, 2), trusts(2, 0)];

    expect(honours({ verdicts, evil: [] })).toEqual([]);
  });
});

describe('what a game remembers', () => {
  it('of Avalon: a vote on a team is one on each of the others in it', () => {
    const judged = avalon.judged?.([
      game('role_assigned', { seat: 0, role: 'merlin', team: 'good' }),
      game('team_proposed', { leader: 0, team_members: [0, 2] }),
      game('votes_revealed', { approved_by: [0], rejected_by: [1] }),
      game('role_revealed', { seat: 2, role: 'mordred' }),
    ]);

    expect(judged).toEqual({
      verdicts: [trusts(0, 2), against(1, 0), against(1, 2)],
      evil: [2],
    });
  });

  it('of One Night: the ballots, and the cards as they lay in the end', () => {
    const events = [
      game('role_dealt', { seat: 0, role: 'werewolf' }),
      game('ballot_revealed', { seat: 0, target: 1 }),
      game('ballot_revealed', { seat: 1, target: null }),
      game('card_turned', { place: 'seat_0', dealt: 'werewolf', final: 'robber' }),
      game('card_turned', { place: 'seat_1', dealt: 'robber', final: 'werewolf' }),
      game('card_turned', { place: 'center_0', dealt: 'minion', final: 'minion' }),
    ];

    expect(onenight.judged?.(events)).toEqual({ verdicts: [against(0, 1)], evil: [1] });
    expect(onenight.partOf?.(events, 1)?.team).toBe('evil');
  });

  it('of chess: the vote; and nothing where there was no wolf', () => {
    const events = [
      game('role_dealt', { seat: 1, role: 'werewolf' }),
      game('ballot_revealed', { seat: 0, suspect: 1 }),
    ];

    expect(chess.judged?.(events)).toEqual({ verdicts: [against(0, 1)], evil: [] });
    expect(chess.partOf?.(events, 1)).toBeNull();

    const told = [...events, game('roles_revealed', { werewolves: [1] })];
    expect(chess.judged?.(told).evil).toEqual([1]);
    expect(chess.partOf?.(told, 1)?.team).toBe('evil');
  });

  it('of the Grimoire: hands that were counted in a vote that was finished', () => {
    const hand = (seat: number, is_up: boolean) => game('hand_counted', { seat, is_up });
    const events = [
      game('nominated', { nominator: 0, nominee: 3, is_exile: false }),
      hand(0, true),
      hand(1, false),
      game('vote_cancelled'),
      game('nominated', { nominator: 0, nominee: 3, is_exile: false }),
      hand(0, true),
      hand(3, false),
      game('vote_counted', { votes: 1 }),
      game('nominated', { nominator: 0, nominee: 2, is_exile: true }),
      hand(0, true),
      game('vote_counted', { votes: 1 }),
      game('character_assigned', { seat: 1, character: 'imp', is_evil: true }),
      game('seat_revealed', { seat: 3, character: 'imp', is_evil: true }),
    ];

    expect(grimoire.judged?.(events)).toEqual({ verdicts: [against(0, 3)], evil: [3] });
    expect(grimoire.partOf?.(events, 1)).toBeNull();
  });
});
