/** Words by key, per player. The page starts in English and repaints when a language has arrived. */
import { recall, remember } from '../storage';
import { format, type Messages, type Values } from './format';

export const languages = { en: 'English', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

type Pack = () => Promise<{ default: Messages }>;
export type Packs = Record<Language, Pack>;

const packs: Packs[] = [];
const words = $state<{ language: Language; messages: Messages }>({ language: 'en', messages: {} });

const shared: Packs = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
};

function preferred(): Language {
  const wanted = [recall('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag): tag is Language => tag !== null && tag in languages) ?? 'en';
}

/** Loads the shared words in the player's language; call once before the first paint. */
export async function startWords(): Promise<void> {
  packs.push(shared);
  await speak(preferred());
}

/** Adds the words of a game. Resolves when they can be used. */
export async function addWords(more: Packs): Promise<void> {
  if (packs.includes(more)) return;
  packs.push(more);
  const pack = await more[words.language]();
  words.messages = { ...words.messages, ...pack.default };
}

async function speak(language: Language): Promise<void> {
  const loaded = await Promise.all(packs.map((pack) => pack[language]()));
  words.messages = Object.assign({}, ...loaded.map((pack) => pack.default)) as Messages;
  words.language = language;
  document.documentElement.lang = language;
}

export async function setLanguage(language: Language): Promise<void> {
  remember('language', language);
  await speak(language);
}

export function currentLanguage(): Language {
  return words.language;
}

/** The sentence called `key`. An unknown key shows itself, which a test of the keys prevents. */
export function t(key: string, values: Values = {}): string {
  const message = words.messages[key];
  return message === undefined ? key : format(message, values, words.language);
}

/** The sentence called `key`, or `fallback` where the words have none (a game's own table may be ahead of us). */
export function tOr(key: string, fallback: string, values: Values = {}): string {
  return key in words.messages ? t(key, values) : fallback;
}

/** "Ana, Bruno and Chloé", in the reader's language. */
export function list(items: string[]): string {
  return new Intl.ListFormat(words.language, { type: 'conjunction' }).format(items);
}
