import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord, Later, SetupProps, TvProps } from '..';
import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import Chess from './Chess.svelte';
import { notation } from './say';
import { tell } from './tell';
import type { ChessView } from './types';

/** The moves that stand, and where they began. */
function gameOf(events: GameEvent[]): { moves: GameEvent[]; start?: string } {
  const moves: GameEvent[] = [];
  let start: string | undefined;
  for (const event of events) {
    if (event.type === 'moved') moves.push(event);
    else if (event.type === 'taken_back') moves.splice(-Number(event.plies));
    else if (event.type === 'position_set') start = String(event.fen);
  }
  return start === undefined ? { moves } : { moves, start };
}

const nights = new Set(['voting', 'role_reveal']);

const chess: GameModule = {
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  Screen: Chess as unknown as Component<GameProps>,
  Tv: (() => import('./Tv.svelte')) as unknown as Later<TvProps>,
  fillsTv: true,
  Setup: (() => import('./Setup.svelte')) as unknown as Later<SetupProps>,
  hasOwnTimes: true,
  badge: (options) => (options.mode === 'werewolf' ? t('chess.badge') : null),
  phaseOf: (view) => (nights.has((view as ChessView).phase) ? 'night' : 'day'),
  isTurnOf: (view, seat) => {
    const { phase, on_move: mover } = view as ChessView;
    return phase === 'playing' && mover === seat;
  },
  duskMs: 1200,
  tell,
  rolesIn: (view) => ((view as ChessView).wolf_rule === 'none' ? [] : ['villager', 'werewolf']),
  buzzes: ['turn_started'],
  memory: () => import('./memory'),
  practice: { bots: 1, options: { turn_seconds: 0 } },
  replay: {
    async steps(record: GameRecord) {
      const { positions, START } = await import('./board');
      const { moves, start } = gameOf(record.events);
      const shift = start?.split(' ')[1] === 'b' ? 1 : 0;
      const numberOf = (ply: number) =>
        `${Math.ceil((ply + shift) / 2)}${(ply + shift) % 2 ? '.' : '…'}`;
      const played = moves.map((move) => String(move.uci));
      return positions(played, start ?? START).map((squares, i) => ({
        label: i ? `${numberOf(i)} ${notation(String(moves[i - 1]?.san))}` : t('chess.start'),
        picture: { squares, uci: i ? String(moves[i - 1]?.uci) : '' },
      }));
    },
    isBoard: true,
    Picture: (() => import('./ReplayBoard.svelte')) as unknown as Later<{ picture: unknown }>,
  },
};

export default chess;
