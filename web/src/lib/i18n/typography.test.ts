/** How the words look in print, and words that have a better one: see the paragraph on words in docs/decisions.md. */
import { describe, expect, it } from 'vitest';
import type { Language } from './index.svelte';

const files = import.meta.glob<{ default: unknown }>(
  ['./**/*.json', '../{games/**,local}/{en,fr,es}.json', '../games/*/rules.*.json'],
  { eager: true },
);

/** The name of a game in a shop is written as its publisher does. */
const TITLE = 'The Resistance: Avalon';

/** Every text of a language, with the place where it stands. */
function textsIn(language: Language): [place: string, text: string][] {
  const texts: [string, string][] = [];
  const walk = (place: string, value: unknown) => {
    if (typeof value === 'string') texts.push([place, value.replace(TITLE, '')]);
    else for (const [key, one] of Object.entries(value as object)) walk(`${place} ${key}`, one);
  };
  for (const [path, { default: pack }] of Object.entries(files))
    if (path.endsWith(`${language}.json`)) walk(path, pack);
  return texts;
}

function found(language: Language, pattern: RegExp): string[] {
  return textsIn(language)
    .filter(([, text]) => pattern.test(text))
    .map(([place, text]) => `${place}: ${text}`);
}

/** Never before a sign, never behind an opening mark: what would be right in French. */
const rules: { [language in Language]: { [rule: string]: RegExp } } = {
  en: {
    'straight quotation marks': /['"]/,
    'a space before a sign': /[\s\u00a0\u202f][:;?!](\s|$)/,
    'quotation marks of another language': /[«»„]/,
  },
  fr: {
    'straight quotation marks': /['"]/,
    'quotation marks of another language': /[“”„]/,
    'no unbreakable space before a sign': /[^\u00a0\u202f?!…][?!]|[^\u00a0\u202f][;:](\s|$)/,
    'no unbreakable space inside quotation marks': /«[^\u00a0\u202f]|[^\u00a0\u202f]»/,
  },
  es: {
    'straight quotation marks': /['"]/,
    'quotation marks of another language': /[“”„]/,
    'a space before a sign': /[\s\u00a0\u202f][:;?!](\s|$)/,
    'a space inside quotation marks': /«\s|\s»/,
    'a question or a call without its beginning': /^[^¿]*\?|^[^¡]*!/,
  },
};

/** One word for each thing: these have another. */
const forbidden: { [language in Language]: RegExp } = {
  en: /\b(whoever|only watch|hand over the crown|chairs?|the house|front page|dying|believes to be|mark (a|the) player)\b/i,
  fr: /\b(robots?|personnes|vers l’accueil|dressez|dressé|chaises?|hors vie|de passage|le Temps|affirmer|champs?|Voyez)\b/,
  es: /\b(robots?|papel(es)?|disimulos?|[eE]lige (un|el|dos|\{n\}) (primer |segundo )?(jugador(es)?|vecino)|quien (invita|narra)|a punto|portada|toquen|trajín|sillas?|aparato|móvil|velada acaba|el Tiempo|al Tiempo|campos?|sin vida)\b/,
};

describe.each(['en', 'fr', 'es'] as const)('the words in %s', (language) => {
  it('are found', () => {
    expect(textsIn(language).length).toBeGreaterThan(1000);
  });

  it.each(Object.keys(rules[language]))('have nowhere %s', (rule) => {
    expect(found(language, rules[language][rule] as RegExp)).toEqual([]);
  });

  it('have one word for each thing', () => {
    expect(found(language, forbidden[language])).toEqual([]);
  });
});

describe('a colon between a name and what belongs to it', () => {
  const sources = import.meta.glob<string>('../../**/*.svelte', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  /** French has a space before it, so it stands in the words: t('said', { name, text }). */
  const written = /\}(<\/\w+>)?:\s*(<|\{|$)/m;

  it('is in no page', () => {
    const markup = Object.entries(sources).map(
      ([path, text]) => [path, text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')] as const,
    );
    const CLOCK = '/onenight/BigClock.svelte'; // minutes and seconds

    expect(markup.length).toBeGreaterThan(100);
    expect(
      markup
        .filter(([path, text]) => !path.endsWith(CLOCK) && written.test(text))
        .map(([path]) => path),
    ).toEqual([]);
  });

  it('would be found', () => {
    expect('<p>{label}: <strong>{name}</strong></p>').toMatch(written);
    expect("<a aria-label=\"{t('one')}: {t('two')}\">").toMatch(written);
  });
});

describe('the rules above', () => {
  it('catch what they are for', () => {
    expect('Entrée 2 : mal').toMatch(rules.fr['no unbreakable space before a sign'] as RegExp);
    expect('Qui ?').toMatch(rules.fr['no unbreakable space before a sign'] as RegExp);
    expect('Qui\u00a0?').not.toMatch(rules.fr['no unbreakable space before a sign'] as RegExp);
    expect('Entry 2 : bad').toMatch(rules.en['a space before a sign'] as RegExp);
    expect('Quién?').toMatch(rules.es['a question or a call without its beginning'] as RegExp);
    expect('Ajouter un ' + 'robot').toMatch(forbidden.fr);
    expect('Elige un ' + 'jugador').toMatch(forbidden.es);
    expect('Voyez ' + 'le loup').toMatch(forbidden.fr);
  });
});
