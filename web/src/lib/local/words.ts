/** The words of games on this device, fetched with their pages. */
import type { Packs } from '../i18n/index.svelte';

export const words: Packs = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
};
