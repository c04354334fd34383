import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord, Later, SetupProps, TvProps } from '..';
import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import type { Mix } from '../../soundscape';
import { nameOf, pictures, seasonOf, yearOf, type Picture, type Season } from './board';
import Journeyman from './Journeyman.svelte';
import type { Field, JourneymanView } from './types';

function fields(event: GameEvent): string {
  return ((event.positions as Field[] | undefined) ?? []).map(nameOf).join(' ');
}

function tell(event: GameEvent): string | null {
  switch (event.type) {
    case 'grid_configured':
      return t('journeyman.log.grid', { width: Number(event.width), height: Number(event.height) });
    case 'day_began':
      return t('journeyman.log.day', { day: Number(event.day) });
    case 'moved':
      return t('journeyman.log.moved', { field: nameOf(event.position as Field) });
    case 'dried':
      return fields(event) ? t('journeyman.log.dried', { fields: fields(event) }) : null;
    case 'flooded':
      return fields(event)
        ? t('journeyman.log.flooded', { fields: fields(event) })
        : t('journeyman.log.left_dry');
    case 'time_ran_out':
      return t('journeyman.log.time', { side: t(`journeyman.side.${String(event.side)}`) });
    case 'year_survived':
    case 'trapped':
      return t(`journeyman.log.${event.type}`, { n: Number(event.days_survived) });
    default:
      return null;
  }
}

const days: { [season in Season]: Mix } = {
  spring: { birds: 0.8, wind: 0.2 },
  summer: { birds: 0.6, crickets: 0.3 },
  autumn: { birds: 0.2, wind: 0.6 },
  winter: { wind: 1 },
};

function sound(view: unknown): Mix {
  const { current_role, current_turn, days: year } = view as JourneymanView;
  if (current_role === 'weather') return { rain: 0.3, wind: 0.2 };
  return current_role ? days[seasonOf(current_turn, year)] : {};
}

/** It rains as hard as the night has flooded; nobody hears it before it is known. */
function swell(event: GameEvent, view: unknown): Mix | null {
  if (event.type !== 'flooded') return null;
  const { floods } = view as JourneymanView;
  return { rain: (event.positions as Field[]).length / floods };
}

function label(picture: Picture): string {
  const key = picture.isNight ? 'journeyman.night_of' : 'journeyman.day_of';
  return t(key, { day: picture.day });
}

const journeyman: GameModule = {
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  Screen: Journeyman as unknown as Component<GameProps>,
  Tv: (() => import('./Tv.svelte')) as unknown as Later<TvProps>,
  Setup: (() => import('./Setup.svelte')) as unknown as Later<SetupProps>,
  /** A player's screen keeps the light of the own side, so that it does not turn with every turn; only the board does.
   * Whoever watches sees day and night pass. */
  phaseOf: (view) => {
    const { winner, own_role: own, current_role: role } = view as JourneymanView;
    return (winner ?? own ?? role) === 'weather' ? 'night' : 'day';
  },
  isTurnOf: (view) => {
    const { own_role: own, current_role: role } = view as JourneymanView;
    return own !== null && own === role;
  },
  duskMs: 1600,
  sound,
  swell,
  tell,
  rounds: ['day_began'],
  memory: () => import('./memory'),
  practice: { bots: 1, side: 'journeyman', options: { days: 12 } },
  replay: {
    steps(record: GameRecord) {
      const year = yearOf(record);
      return pictures(year).map((picture) => ({
        label: label(picture),
        picture: { ...picture, days: year.days },
      }));
    },
    isBoard: true,
    Picture: (() => import('./ReplayBoard.svelte')) as unknown as Later<{ picture: unknown }>,
  },
};

export default journeyman;
