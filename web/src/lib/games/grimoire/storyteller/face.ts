/** What stands on the screen that is shown to a player: a lead, something large, groups of characters and players. Pure. */
import type { Answer, Character } from '../types';

export interface Group {
  title: string;
  characters: Character[];
  players: number[];
}

export interface Face {
  /** Keys of words. */
  lead: string;
  large: string;
  /** `large` is a key of words, not a number. */
  isWord: boolean;
  /** The sentences are said too. */
  isSaid?: boolean;
  tail: string;
  groups: Group[];
}

const pairs = new Set(['washerwoman', 'librarian', 'investigator']);
const counts = new Set(['chef', 'empath']);
/** A number large, and the sentence under it. */
const numbers = new Set(['chambermaid', 'clockmaker', 'oracle', 'mathematician', 'juggler']);
const yesOrNo = new Set(['fortune_teller', 'flowergirl', 'town_crier', 'seamstress']);

const nothing: Face = { lead: '', large: '', isWord: false, tail: '', groups: [] };
const group = (title: string, characters: Character[], players: number[]): Group => ({
  title,
  characters,
  players,
});

/** The face of a message; without lead and large the sentences are said instead. */
export function faceOf({ about, number, players, characters }: Answer & { about: string }): Face {
  if (about === 'minion_info')
    return {
      ...nothing,
      lead: 'grimoire.face.demon_is',
      groups: [
        group('', [], number === null ? [] : [number]),
        ...(players.length ? [group('grimoire.face.fellows', [], players)] : []),
      ],
    };
  if (about === 'demon_info')
    return {
      ...nothing,
      lead: players.length ? 'grimoire.face.minions' : '',
      groups: [
        group('', [], players),
        ...(characters.length ? [group('grimoire.face.bluffs', characters, [])] : []),
      ],
    };
  if (pairs.has(about) && players.length && characters.length)
    return { ...nothing, lead: 'grimoire.face.pair', groups: [group('', characters, players)] };
  if (counts.has(about) && number !== null)
    return {
      ...nothing,
      lead: `grimoire.face.${about}`,
      large: String(number),
      tail: `grimoire.face.${about}.tail`,
    };
  if (numbers.has(about) && number !== null)
    return { ...nothing, large: String(number), isSaid: true };
  if (about === 'lunatic' && number !== null)
    return { ...nothing, isSaid: true, groups: [group('', characters, [number])] };
  if (yesOrNo.has(about) && number !== null)
    return {
      ...nothing,
      lead: `grimoire.face.${about}`,
      large: number ? 'grimoire.yes' : 'grimoire.no',
      isWord: true,
    };
  return { ...nothing, groups: [group('', characters, players)] };
}
