import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord } from '..';
import { t } from '../../i18n/index.svelte';
import { positions } from './board';
import Chess from './Chess.svelte';
import LaterReplay from './LaterReplay.svelte';
import LaterTv from './LaterTv.svelte';
import { tell } from './say';
import type { ChessView } from './types';

const chess: GameModule = {
  words: {
    en: () => import('./en.json'),
    fr: () => import('./fr.json'),
    es: () => import('./es.json'),
  },
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  Screen: Chess as unknown as Component<GameProps>,
  Tv: LaterTv as unknown as Component<GameProps>,
  phaseOf: (view) => ((view as ChessView).phase === 'voting' ? 'night' : 'day'),
  tell,
  memory: () => import('./memory'),
  replay: {
    steps(record: GameRecord) {
      const moves = record.events.filter((event) => event.type === 'moved');
      return positions(moves.map((move) => String(move.uci))).map((squares, i) => ({
        label: i
          ? `${Math.ceil(i / 2)}${i % 2 ? '.' : '…'} ${moves[i - 1]?.san}`
          : t('chess.start'),
        picture: { squares, uci: i ? String(moves[i - 1]?.uci) : '' },
      }));
    },
    Picture: LaterReplay as unknown as Component<{ picture: unknown }>,
  },
};

export default chess;
