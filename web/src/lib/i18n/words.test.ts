import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { format, placeholders, type Messages } from './format';
import {
  addWords,
  currentLanguage,
  list,
  locale,
  showIn,
  t,
  type Language,
  type Packs,
} from './index.svelte';

type Pack = { default: Messages };
const packs = import.meta.glob<Pack>(['./**/*.json', '../{games/**,local}/{en,fr,es}.json'], {
  eager: true,
});
const sources = import.meta.glob<string>(['../../**/*.{svelte,ts}', '!../../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const folders = [...new Set(Object.keys(packs).map((path) => path.replace(/[^/]+$/, '')))];

function words(folder: string, language: string): Messages {
  return packs[`${folder}${language}.json`]?.default ?? {};
}

describe.each(folders)('words of %s', (folder) => {
  const english = words(folder, 'en');

  it.each(['fr', 'es'])('has the same keys in %s', (language) => {
    expect(Object.keys(words(folder, language))).toEqual(Object.keys(english));
  });

  it.each(['fr', 'es'])('has the same placeholders in %s', (language) => {
    for (const [key, message] of Object.entries(words(folder, language)))
      expect([key, placeholders(message)]).toEqual([key, placeholders(english[key] ?? '')]);
  });

  it.each(['en', 'fr', 'es'])('has every plural form that %s needs', (language) => {
    for (const [key, message] of Object.entries(words(folder, language)))
      if (typeof message !== 'string')
        expect([key, Object.keys(message)]).toEqual([key, ['one', 'other']]);
  });

  it('leaves no sentence empty', () => {
    for (const language of ['en', 'fr', 'es'])
      for (const [key, message] of Object.entries(words(folder, language)))
        expect([language, key, JSON.stringify(message).length > 2]).toEqual([language, key, true]);
  });
});

describe('keys', () => {
  it('used in the page are all known', () => {
    const known = new Set(folders.flatMap((folder) => Object.keys(words(folder, 'en'))));
    const used = new Set<string>();
    for (const text of Object.values(sources))
      for (const call of text.matchAll(
        /\bt\(\s*(?:[^'"`()]*\?\s*)?'([a-z_]+(?:\.[a-z_]+)*)'(?:\s*:\s*'([a-z_.]+)')?/g,
      ))
        for (const key of [call[1], call[2]]) if (key) used.add(key);

    expect(used.size).toBeGreaterThan(100);
    expect([...used].filter((key) => !known.has(key))).toEqual([]);
  });
});

describe('a refusal', () => {
  const engine = resolve(import.meta.dirname, '../../../../src/engine/games');

  /** The finer words by which a game's code refuses a command or a set-up. */
  function reasonsOf(game: string): string[] {
    const files = readdirSync(join(engine, game)).filter((file) => /(?<!_test)\.c$/.test(file));
    const text = files.map((file) => readFileSync(join(engine, game, file), 'utf8')).join('');
    const found = text.matchAll(/(?:game_refuse\([^"();]*|refuse_setup\(why, |\*why = )"(\w+)"/g);
    return [...found].map((match) => match[1] as string);
  }

  it.each(['avalon', 'chess', 'journeyman', 'onenight'])('of %s has its words', (game) => {
    const folder = `../games/${game}/`;
    const known = { ...words(folder, 'en'), ...words(`${folder}later/`, 'en') };
    const reasons = reasonsOf(game);

    expect(reasons.filter((reason) => !(`${game}.why.${reason}` in known))).toEqual([]);
    expect(reasons.length).toBeGreaterThan(0);
  });
});

describe('another language', () => {
  /** A pack of one sentence, its key, which arrives after some milliseconds. */
  const packOf = (key: string, delays: { [language in Language]: number }): Packs => {
    const load = (language: Language) => async () => {
      await new Promise((done) => setTimeout(done, delays[language]));
      return { default: { [key]: language } };
    };
    return { en: load('en'), fr: load('fr'), es: load('es') };
  };
  const pack = packOf('first', { en: 0, fr: 40, es: 10 });

  beforeEach(async () => {
    await addWords(pack);
    await showIn('en');
  });

  it('is also that of words that come while it does', async () => {
    const late = packOf('second', { en: 20, fr: 0, es: 0 });

    await Promise.all([addWords(late), showIn('fr')]);

    expect([t('first'), t('second')]).toEqual(['fr', 'fr']);
  });

  it('is the one that was asked for last', async () => {
    await Promise.all([showIn('fr'), showIn('es')]);

    expect([t('first'), currentLanguage()]).toEqual(['es', 'es']);
  });
});

describe('lists and dates', () => {
  it('are written as in Britain, France and Spain', async () => {
    const written: string[] = [];
    for (const language of ['en', 'fr', 'es'] as const) {
      await showIn(language);
      const day = new Date(2026, 10, 3).toLocaleDateString(locale());
      written.push(`${list(['Ana', 'Bruno', 'Chloé'])} ${day}`);
    }

    expect(written).toEqual([
      'Ana, Bruno and Chloé 03/11/2026',
      'Ana, Bruno et Chloé 03/11/2026',
      'Ana, Bruno y Chloé 3/11/2026',
    ]);
  });
});

describe('format', () => {
  it('fills the holes', () => {
    expect(format('Hello {name}', { name: 'Ana' }, 'en')).toBe('Hello Ana');
  });

  it('chooses the plural by n', () => {
    const message = { one: '{n} day', other: '{n} days' };

    expect(format(message, { n: 1 }, 'en')).toBe('1 day');
    expect(format(message, { n: 0 }, 'en')).toBe('0 days');
    expect(format({ one: '{n} jour', other: '{n} jours' }, { n: 0 }, 'fr')).toBe('0 jour');
  });

  it('leaves a hole without a value standing, so that a mistake is seen', () => {
    expect(format('Hello {name}', {}, 'en')).toBe('Hello {name}');
  });
});
