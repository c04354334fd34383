import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord } from '..';
import LaterDeck from './LaterDeck.svelte';
import LaterReplay from './LaterReplay.svelte';
import LaterTv from './LaterTv.svelte';
import OneNight from './OneNight.svelte';
import { stepsOf } from './replay';
import { script, tell } from './tell';
import type { OneNightView } from './types';

const onenight: GameModule = {
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
  Setup: LaterDeck,
  Screen: OneNight as unknown as Component<GameProps>,
  Tv: LaterTv as unknown as Component<GameProps>,
  phaseOf: (view) => {
    const { phase } = view as OneNightView;
    return phase === 'reveal' || phase === 'night' ? 'night' : 'day';
  },
  tell,
  rounds: ['reveal_began', 'discussion_began', 'voting_began'],
  script,
  memory: () => import('./memory'),
  replay: {
    steps: (record: GameRecord) => stepsOf(record),
    Picture: LaterReplay as unknown as Component<{ picture: unknown }>,
  },
};

export default onenight;
