/** What the Grimoire says in words: what a player is told, and every event of the log. */
import { list, t, tOr } from '../../i18n/index.svelte';
import type { Values } from '../../i18n/format';
import type { GameEvent } from '../../net/session.svelte';
import { nameOf } from './characters';
import type { Answer, Message, Prompt, Script } from './types';

export type Name = (seat: number) => string;
type Told = Answer & { about: string; text: string };

const counted = new Set<string>([
  'chef',
  'empath',
  'chambermaid',
  'clockmaker',
  'oracle',
  'juggler',
  'mathematician',
]);
const yesOrNo = new Set<string>([
  'fortune_teller',
  'flowergirl',
  'town_crier',
  'seamstress',
  'barista',
]);
const sides = new Set<string>(['beggar']);
/** A player is told, with who they are. */
const known = new Set(['grandmother', 'exorcist']);
const pairs = new Set(['washerwoman', 'librarian', 'investigator']);

/** Whom a question leaves out, if anybody. */
export function sayWhom({ from }: Prompt, ring: number[], name: Name): string {
  const left = ring.filter((seat) => !from.includes(seat));
  if (!left.length) return '';
  const isShort = left.length <= from.length;
  const names = list((isShort ? left : from).map(name));
  return t(isShort ? 'grimoire.prompt.not' : 'grimoire.prompt.only', { names });
}

/** Two names as "Ana and Bruno", several characters likewise. */
function namesOf({ players, characters }: Answer, name: Name, script?: Script): Values {
  return {
    players: list(players.map(name)),
    characters: list(characters.map((one) => nameOf(one, script))),
    character: nameOf(characters[0], script),
  };
}

/** Whatever it is about: the parts that are there, one after the other. */
function plainly(told: Told, values: Values): string[] {
  const sentences: string[] = [];
  if (told.players.length) sentences.push(t('grimoire.message.players', values));
  if (told.characters.length) sentences.push(t('grimoire.message.characters', values));
  if (told.number !== null) sentences.push(t('grimoire.message.number', { n: told.number }));
  return sentences;
}

function evilInfo(told: Told, values: Values, name: Name): string[] {
  const sentences: string[] = [];
  if (told.about === 'minion_info' && told.number !== null)
    sentences.push(t('grimoire.message.minion_info', { demon: name(told.number) }));
  if (told.players.length)
    sentences.push(
      t(`grimoire.message.${told.about === 'minion_info' ? 'fellows' : 'minions'}`, {
        ...values,
        n: told.players.length,
      }),
    );
  if (told.characters.length) sentences.push(t('grimoire.message.bluffs', values));
  return sentences;
}

function sentencesOf(told: Told, name: Name, script?: Script): string[] {
  const { about, number } = told;
  const values = namesOf(told, name, script);
  if (about === 'minion_info' || about === 'demon_info') return evilInfo(told, values, name);
  if (about === 'lunatic' && number !== null)
    return [
      t('grimoire.message.lunatic', { name: name(number) }),
      ...(told.players.length ? [t('grimoire.message.lunatic.chose', values)] : []),
    ];
  if (about === 'godfather')
    return [t(`grimoire.message.godfather${told.characters.length ? '' : '.none'}`, values)];
  if (known.has(about) && told.players.length) return [t(`grimoire.message.${about}`, values)];
  if (pairs.has(about) && told.players.length && told.characters.length === 1)
    return [t('grimoire.message.pair', values)];
  if (pairs.has(about) && number === 0) return [t(`grimoire.message.none.${about}`)];
  if (yesOrNo.has(about) && number !== null)
    return [t(`grimoire.message.${about}.${number ? 'yes' : 'no'}`)];
  if (sides.has(about) && told.players.length && number !== null)
    return [t(number ? 'grimoire.message.side.evil' : 'grimoire.message.side.good', values)];
  if (about === 'dreamer' && told.characters.length > 1)
    return [t('grimoire.message.dreamer', values)];
  if (about === 'sage' && told.players.length) return [t('grimoire.message.sage', values)];
  if (about === 'evil_twin' && told.players.length && told.characters.length)
    return [t('grimoire.message.evil_twin', values)];
  if (counted.has(about) && number !== null) return [t(`grimoire.message.${about}`, { n: number })];
  if (about === 'you_are' && told.characters.length && number !== null)
    return [
      t('grimoire.message.you_are', values),
      t(number ? 'grimoire.you.evil' : 'grimoire.you.good'),
    ];
  if (told.characters.length === 1 && !told.players.length)
    return [tOr(`grimoire.message.${about}`, t('grimoire.message.characters', values), values)];
  if (about === 'spy' && !told.players.length && number === null)
    return [t('grimoire.message.spy')];
  return plainly(told, values);
}

/** What a player is told, as sentences. */
export function sayMessage(told: Told, name: Name, script?: Script): string[] {
  const { players, characters, text } = told;
  // An info token: its words, then what it shows.
  if (told.about === 'text' && text && players.length + characters.length) {
    const shown = [...players.map(name), ...characters.map((one) => nameOf(one, script))];
    return [text, `${shown.join(', ')}.`];
  }
  const sentences = sentencesOf(told, name, script);
  return text ? [...sentences, text] : sentences;
}

export function whenOf({ is_night, day }: Message): string {
  return t(is_night ? 'grimoire.message.when.night' : 'grimoire.message.when.day', { n: day });
}

export function effectName(effect: string): string {
  return tOr(`grimoire.effect.${effect}`, tOr(`grimoire.action.${effect}`, effect));
}

/** Which argument of an event decides between its sentences. */
const variants: { [type: string]: string } = {
  traveller_set: 'is_traveller',
  nominations_opened: 'is_open',
  nominated: 'is_exile',
  vote_counted: 'result',
  executed: 'cause',
  ghost_vote_set: 'is_spent',
  bet_revealed: 'winner',
  game_ended: 'winner',
  victory_reached: 'winner',
  alignment_set: 'is_evil',
  character_assigned: 'is_evil',
  hand_raised: 'is_up',
  hand_counted: 'is_up',
  warned: 'warning',
};

const seatArgs = [
  'first',
  'second',
  'target',
  'nominator',
  'nominee',
  'source',
  'subject',
] as const;

function valuesOf(event: GameEvent, name: Name, script?: Script): Values {
  const values: Values = {
    text: String(event.name ?? event.text ?? event.note ?? ''),
    name: typeof event.seat === 'number' ? name(event.seat) : '–',
    character: nameOf(event.character as string | undefined, script),
    belief: nameOf(event.belief as string | undefined, script),
    effect: effectName(String(event.effect ?? event.action ?? '')),
    characters: list(((event.characters as string[]) ?? []).map((one) => nameOf(one, script))),
    players: list(((event.players as number[]) ?? []).map(name)),
    choice: list(((event.choice as number[]) ?? []).map(name)),
    n: Number(event.night ?? event.day ?? event.tenths ?? event.number ?? 0),
    votes: Number(event.votes ?? 0),
    step: stepName(String(event.kind_of_step ?? event.about ?? ''), script),
    reason: tOr(`grimoire.reason.${String(event.reason)}`, ''),
  };
  for (const arg of seatArgs)
    if (typeof event[arg] === 'number') values[arg] = name(event[arg] as number);
  return values;
}

/** A step of the night, or what a message is about. */
export function stepName(kind: string, script?: Script): string {
  return tOr(`grimoire.step.${kind}`, kind ? nameOf(kind, script) : '');
}

/** An event in words, or null if the words have none for it. */
export function tellEvent(event: GameEvent, name: Name, script?: Script): string | null {
  const key = `grimoire.log.${event.type}`;
  const variant = variants[event.type];
  const values = valuesOf(event, name, script);
  if (event.type === 'message_sent')
    return t('grimoire.log.message_sent', {
      ...values,
      text: sayMessage(event as unknown as Told, name, script).join(' '),
    });
  const special = variant ? tOr(`${key}.${String(event[variant])}`, '', values) : '';
  return special || tOr(key, '', values) || null;
}
