/** Texts that few people need: results to take home, sharing, reports. Loaded when the first of them is needed. */
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

/** The name of a person who gave none: their animal. */
export function animalName(look: number): string {
  return t(`animal.${identityOf(look).animal}`);
}
