/** Words by key, per player. The page starts in English and repaints when a language has arrived. */
import { recall, remember } from '../storage';
import { format, type Messages, type Values } from './format';
import { house, preferred, table, type Language, type Packs } from './packs';

export { languages, type Language, type Packs } from './packs';

/** Sentences by key, and the language they are in. */
export interface Words {
  language: Language;
  messages: Messages;
}

const packs: Packs[] = [];
let words = $state.raw<Words>({ language: 'en', messages: {} });
let wanted: Language = 'en';
/** Used instead of the reader's language while a text is made for others. */
let borrowed: Words | null = null;

/** Loads the first words in the player's language; call once before the first paint. A game's first screen can do without
 * the words of the house; every other page waits for them (`isWhole`). */
export async function startWords(isWhole = true): Promise<void> {
  packs.push(table);
  words = { language: preferred(), messages: {} };
  const rest = isWhole ? houseWords() : undefined;
  await showIn(words.language);
  await rest;
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
  if (packs.includes(more)) return;
  packs.push(more);
  words = { ...words, messages: { ...words.messages, ...pack.default } };
}

/** All words in use, in `language`. */
export async function wordsIn(language: Language): Promise<Words> {
  const loaded = await Promise.all(packs.map((pack) => pack[language]()));
  return { language, messages: Object.assign({}, ...loaded.map((pack) => pack.default)) };
}

/** The result of `tell` in other words than the reader's. `tell` calls `t` at once and awaits nothing. */
export function tellBy(others: Words, tell: () => string): string {
  borrowed = others;
  try {
    return tell();
  } finally {
    borrowed = null;
  }
}

/** Repaints the page in `language`, unless another is asked for meanwhile; also what was added meanwhile. */
export async function showIn(language: Language): Promise<void> {
  wanted = language;
  const { length } = packs;
  const { messages } = await wordsIn(language);
  if (wanted !== language) return;
  if (packs.length !== length) return showIn(language);
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
  return (borrowed ?? words).language;
}

/** The locale for dates and lists. English means British English. */
export function locale(): string {
  const language = currentLanguage();
  return language === 'en' ? 'en-GB' : language;
}

/** The sentence called `key`. An unknown key shows itself, which a test of the keys prevents; while the words of the
 * house are on their way it shows nothing, and whoever needs one of them first sends for them. */
export function t(key: string, values: Values = {}): string {
  const { messages, language } = borrowed ?? words;
  const message = messages[key];
  if (message !== undefined) return format(message, values, language);
  if (packs.includes(house)) return key;
  void houseWords();
  return '';
}

/** The sentence called `key`, or `fallback` where the words have none (a game's own table may be ahead of us). */
export function tOr(key: string, fallback: string, values: Values = {}): string {
  return key in (borrowed ?? words).messages ? t(key, values) : fallback;
}

/** "Ana, Bruno and Chloé", in the language of the words. */
export function list(items: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);
}
