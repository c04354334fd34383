/** The words of the house, each language in a file of its own, and which of them this reader wants. */
import { recall } from '../storage';
import type { Messages } from './format';

export const languages = { en: 'English', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

type Pack = () => Promise<{ default: Messages }>;
export type Packs = Record<Language, Pack>;

/** What a table needs while it plays. */
export const table: Packs = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
};

/** Everything around it: the pages, the lobby, the sheets. */
export const house: Packs = {
  en: () => import('./house/en.json'),
  fr: () => import('./house/fr.json'),
  es: () => import('./house/es.json'),
};

export function preferred(): Language {
  const wanted = [recall('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag): tag is Language => tag !== null && tag in languages) ?? 'en';
}
