/** The info tokens that a storyteller can show at any time, outside every step. Pure. */
import { t } from '../../../i18n/index.svelte';
import type { CommandStep, Message } from '../types';

export interface InfoToken {
  id: string;
  /** What the message is about, for the words on the player's phone. */
  about: CommandStep | 'you_are' | 'text';
  /** How many of each may be shown with it. */
  players: number;
  characters: number;
}

const many = 15;

export const infoTokens: InfoToken[] = [
  { id: 'you_are', about: 'you_are', players: 0, characters: 1 },
  { id: 'player_is', about: 'text', players: 1, characters: 1 },
  { id: 'demon', about: 'minion_info', players: 1, characters: 0 },
  { id: 'minions', about: 'demon_info', players: many, characters: 0 },
  { id: 'not_in_play', about: 'demon_info', players: 0, characters: 3 },
  { id: 'selected_you', about: 'text', players: 0, characters: 1 },
  { id: 'nominated', about: 'text', players: 0, characters: 0 },
  { id: 'voted', about: 'text', players: 0, characters: 0 },
  { id: 'ability', about: 'text', players: 0, characters: 0 },
  { id: 'choose', about: 'text', players: 0, characters: 0 },
];

export type Shown = Pick<Message, 'about' | 'players' | 'characters' | 'number' | 'text'>;

/** Whether enough is chosen to show it. */
export function isWhole(token: InfoToken, players: number[], characters: string[]): boolean {
  return (
    (token.players === 0 || players.length > 0) && (token.characters === 0 || characters.length > 0)
  );
}

/** The message that says it: the Demon is a number, as in a Minion's own information. */
export function messageOf(token: InfoToken, players: number[], characters: string[]): Shown {
  const isDemon = token.about === 'minion_info';
  return {
    about: token.about,
    players: isDemon ? [] : players,
    characters,
    number: isDemon ? (players[0] ?? null) : null,
    text: token.about === 'text' ? t(`grimoire.token.${token.id}`) : '',
  };
}
