import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord, Later, TvProps } from '..';
import Grimoire from './Grimoire.svelte';
import { abilityOf, nameOf } from './characters';
import { tellEvent } from './say';
import type { GrimoireView } from './types';

const nights = new Set(['preparation', 'night']);

const grimoire: GameModule = {
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  Screen: Grimoire as unknown as Component<GameProps>,
  Tv: (() => import('./Tv.svelte')) as unknown as Later<TvProps>,
  tellsEnd: true,
  phaseOf: (view) => {
    const { phase, result } = view as GrimoireView;
    return nights.has(phase) || result?.winner === 'evil' ? 'night' : 'day';
  },
  sound: (view) => (nights.has((view as GrimoireView).phase) ? { crickets: 0.6, wind: 0.4 } : {}),
  tell: (event, name, view) => tellEvent(event, name, (view as GrimoireView | undefined)?.script),
  rounds: ['night_began', 'day_began'],
  rolesIn: (view) => (view as GrimoireView).script.characters,
  sayRole: (role) => ({ name: nameOf(role), help: abilityOf(role) }),
  memory: () => import('./memory'),
  replay: {
    steps: async (record: GameRecord) => (await import('./replay')).stepsOf(record),
    Picture: (() => import('./ReplayTown.svelte')) as unknown as Later<{ picture: unknown }>,
  },
};

export default grimoire;
