/** The games with screens: where their code and their words are. The two come side by side. */
import type { Packs } from '../i18n/packs';
import type { GameModule } from '.';

interface Loader {
  code: () => Promise<{ default: GameModule }>;
  words: Packs;
  /** What a first screen can do without; fetched behind it by every device alike. */
  later?: Packs;
}

export const loaders: { [id: string]: Loader } = {
  journeyman: {
    code: () => import('./journeyman'),
    words: {
      en: () => import('./journeyman/en.json'),
      fr: () => import('./journeyman/fr.json'),
      es: () => import('./journeyman/es.json'),
    },
  },
  onenight: {
    code: () => import('./onenight'),
    words: {
      en: () => import('./onenight/en.json'),
      fr: () => import('./onenight/fr.json'),
      es: () => import('./onenight/es.json'),
    },
    later: {
      en: () => import('./onenight/later/en.json'),
      fr: () => import('./onenight/later/fr.json'),
      es: () => import('./onenight/later/es.json'),
    },
  },
  avalon: {
    code: () => import('./avalon'),
    words: {
      en: () => import('./avalon/en.json'),
      fr: () => import('./avalon/fr.json'),
      es: () => import('./avalon/es.json'),
    },
    later: {
      en: () => import('./avalon/later/en.json'),
      fr: () => import('./avalon/later/fr.json'),
      es: () => import('./avalon/later/es.json'),
    },
  },
  chess: {
    code: () => import('./chess'),
    words: {
      en: () => import('./chess/en.json'),
      fr: () => import('./chess/fr.json'),
      es: () => import('./chess/es.json'),
    },
    later: {
      en: () => import('./chess/later/en.json'),
      fr: () => import('./chess/later/fr.json'),
      es: () => import('./chess/later/es.json'),
    },
  },
  grimoire: {
    code: () => import('./grimoire'),
    words: {
      en: () => import('./grimoire/en.json'),
      fr: () => import('./grimoire/fr.json'),
      es: () => import('./grimoire/es.json'),
    },
    later: {
      en: () => import('./grimoire/later/en.json'),
      fr: () => import('./grimoire/later/fr.json'),
      es: () => import('./grimoire/later/es.json'),
    },
  },
};
