import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord, Later, TvProps } from '..';
import { addWords, type Packs } from '../../i18n/index.svelte';
import OneNight from './OneNight.svelte';
import { pictureOf } from './pictures';
import { script, tell } from './tell';
import type { OneNightView } from './types';

/** The words of the deck builder, which is for the host before the game. */
const setup: Packs = {
  en: () => import('./setup/en.json'),
  fr: () => import('./setup/fr.json'),
  es: () => import('./setup/es.json'),
};

const onenight: GameModule = {
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  Setup: async () => (await Promise.all([import('./Deck.svelte'), addWords(setup)]))[0],
  Screen: OneNight as unknown as Component<GameProps>,
  Tv: (() => import('./Tv.svelte')) as unknown as Later<TvProps>,
  TvFacts: (() => import('./TvFacts.svelte')) as unknown as Later<GameProps>,
  tellsEnd: true,
  hasFinale: true,
  phaseOf: (view) => {
    const { phase } = view as OneNightView;
    return phase === 'reveal' || phase === 'night' ? 'night' : 'day';
  },
  tell,
  rolesIn: (view) =>
    Object.entries((view as OneNightView).roles).flatMap(([role, n]) =>
      Array<string>(n).fill(role),
    ),
  pictureOf,
  rounds: ['reveal_began', 'discussion_began', 'voting_began'],
  script,
  buzzes: ['voting_began'],
  botsTalk: true,
  memory: () => import('./memory'),
  practice: {
    bots: 4,
    options: { step_seconds: 10, discussion_seconds: 90, voting_seconds: 60 },
  },
  replay: {
    steps: async (record: GameRecord) => (await import('./replay')).stepsOf(record),
    Picture: (() => import('./ReplayTable.svelte')) as unknown as Later<{ picture: unknown }>,
  },
};

export default onenight;
