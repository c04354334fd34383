/** Words by key, per player. The page starts in English and repaints when a language has arrived. */
import { recall, remember } from '../storage';
import { format, type Messages, type Values } from './format';

export const languages = { en: 'English', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

type Pack = () => Promise<{ default: Messages }>;
export type Packs = Record<Language, Pack>;

/** Sentences by key, and the language they are in. */
export interface Words {
  language: Language;
  messages: Messages;
}

const packs: Packs[] = [];
let words = $state.raw<Words>({ language: 'en', messages: {} });
/** Instead of the reader's, while something is told to others. */
let borrowed: Words | null = null;

/** What a table needs while it plays. */
const table: Packs = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
};

/** Everything around it: the pages, the lobby, the sheets. */
const house: Packs = {
  en: () => import('./house/en.json'),
  fr: () => import('./house/fr.json'),
  es: () => import('./house/es.json'),
};

function preferred(): Language {
  const wanted = [recall('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag): tag is Language => tag !== null && tag in languages) ?? 'en';
}

/** Loads the first words in the player's language; call once before the first paint. A game's first screen does not
 * wait for the words of the house; every other page does (`isWhole`). */
export async function startWords(isWhole = true): Promise<void> {
  packs.push(table);
  words = { language: preferred(), messages: {} };
  const rest = houseWords();
  await showIn(words.language);
  if (isWhole) await rest;
}

/** Resolves when the words of the house are there; asks again if they did not come. */
export async function houseWords(): Promise<void> {
  await addWords(house).catch(() => undefined);
}

/** Adds the words of a game. Resolves when they can be used. */
export async function addWords(more: Packs): Promise<void> {
  if (packs.includes(more)) return;
  const { language } = words;
  const pack = await more[language]();
  if (language !== words.language) return addWords(more);
  packs.push(more);
  words = { ...words, messages: { ...words.messages, ...pack.default } };
}

/** All words in use, in `language`. */
export async function wordsIn(language: Language): Promise<Words> {
  const loaded = await Promise.all(packs.map((pack) => pack[language]()));
  return { language, messages: Object.assign({}, ...loaded.map((pack) => pack.default)) };
}

/** What `tell` says by other words than the reader's. It asks `t` at once, and awaits nothing. */
export function tellBy(others: Words, tell: () => string): string {
  borrowed = others;
  try {
    return tell();
  } finally {
    borrowed = null;
  }
}

/** Repaints the page in `language`. */
export async function showIn(language: Language): Promise<void> {
  const { messages } = await wordsIn(language);
  words = { language, messages: { ...words.messages, ...messages } };
  document.documentElement.lang = language;
}

/** As somebody chose it on this device. */
export async function setLanguage(language: Language): Promise<void> {
  remember('language', language);
  await showIn(language);
}

/** Whether somebody has chosen a language on this device. */
export function isLanguageChosen(): boolean {
  return recall('language') !== null;
}

export function currentLanguage(): Language {
  return words.language;
}

/** The sentence called `key`. An unknown key shows itself, which a test of the keys prevents; while the words of the
 * house are on their way it shows nothing. */
export function t(key: string, values: Values = {}): string {
  const { messages, language } = borrowed ?? words;
  const message = messages[key];
  if (message === undefined) return packs.includes(house) ? key : '';
  return format(message, values, language);
}

/** The sentence called `key`, or `fallback` where the words have none (a game's own table may be ahead of us). */
export function tOr(key: string, fallback: string, values: Values = {}): string {
  return key in (borrowed ?? words).messages ? t(key, values) : fallback;
}

/** "Ana, Bruno and Chloé", in the language of the words. */
export function list(items: string[]): string {
  const { language } = borrowed ?? words;
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}
