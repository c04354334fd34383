/** The storyteller's words, loaded with the storyteller's screens. */
import type { Packs } from '../../../i18n/index.svelte';

export const words: Packs = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
};
