import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord, Later, TvProps } from '..';
import { t } from '../../i18n/index.svelte';
import Chess from './Chess.svelte';
import { notation } from './say';
import { tell } from './tell';
import type { ChessView } from './types';

const chess: GameModule = {
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  Screen: Chess as unknown as Component<GameProps>,
  Tv: (() => import('./Tv.svelte')) as unknown as Later<TvProps>,
  phaseOf: (view) => ((view as ChessView).phase === 'voting' ? 'night' : 'day'),
  duskMs: 1200,
  tell,
  rolesIn: (view) => ((view as ChessView).wolf_rule === 'none' ? [] : ['villager', 'werewolf']),
  buzzes: ['turn_started'],
  memory: () => import('./memory'),
  practice: { bots: 1, options: { turn_seconds: 0 } },
  replay: {
    async steps(record: GameRecord) {
      const { positions } = await import('./board');
      const moves = record.events.filter((event) => event.type === 'moved');
      return positions(moves.map((move) => String(move.uci))).map((squares, i) => ({
        label: i
          ? `${Math.ceil(i / 2)}${i % 2 ? '.' : '…'} ${notation(String(moves[i - 1]?.san ?? ''))}`
          : t('chess.start'),
        picture: { squares, uci: i ? String(moves[i - 1]?.uci) : '' },
      }));
    },
    Picture: (() => import('./ReplayBoard.svelte')) as unknown as Later<{ picture: unknown }>,
  },
};

export default chess;
