/** The words around a table: what is taken home, shared, reported. Fetched when one of them is wanted. */
import { addWords, t, type Packs } from './i18n/index.svelte';
import { identityOf } from './ui/identity';

const office: Packs = {
  en: () => import('./i18n/office/en.json'),
  fr: () => import('./i18n/office/fr.json'),
  es: () => import('./i18n/office/es.json'),
};

export function officeWords(): Promise<void> {
  return addWords(office);
}

/** What somebody is called who gave no name: by the animal. */
export function animalName(look: number): string {
  return t(`animal.${identityOf(look).animal}`);
}
