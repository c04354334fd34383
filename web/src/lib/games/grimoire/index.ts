import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord } from '..';
import Grimoire from './Grimoire.svelte';
import LaterReplay from './LaterReplay.svelte';
import LaterTv from './LaterTv.svelte';
import { stepsOf } from './replay';
import { tellEvent } from './say';
import type { GrimoireView } from './types';

const nights = new Set(['preparation', 'night']);

const grimoire: GameModule = {
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
  Screen: Grimoire as unknown as Component<GameProps>,
  Tv: LaterTv as unknown as Component<GameProps>,
  phaseOf: (view) => (nights.has((view as GrimoireView).phase) ? 'night' : 'day'),
  tell: (event, name) => tellEvent(event, name),
  rounds: ['night_began', 'day_began'],
  memory: () => import('./memory'),
  replay: {
    steps: (record: GameRecord) => stepsOf(record),
    Picture: LaterReplay as unknown as Component<{ picture: unknown }>,
  },
};

export default grimoire;
