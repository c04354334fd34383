/** What the screens say of a person: the look, and the words for those who cannot see it. */
import { t } from '../i18n/index.svelte';
import type { RoomSession } from '../net/session.svelte';
import type { Person, RoomView } from '../net/view';
import { identityOf, type Identity } from '../ui/identity';

export function lookOf(person: Person): Identity {
  return identityOf(person.look);
}

/** Whom the lobby's ring shows: the seated; where chairs come with sides, everybody who may still choose one. */
export function inRing(room: RoomSession, hasSides: boolean): Person[] {
  return hasSides ? [...room.seated, ...room.spectators] : room.seated;
}

export function notesOn(person: Person, state: RoomView): string {
  const notes: string[] = [];
  if (person.player === state.you?.player) notes.push(t('person.you'));
  if (person.is_host) notes.push(t('person.host'));
  if (person.is_narrator) notes.push(t('person.narrator'));
  if (person.is_bot) notes.push(t('person.bot'));
  if (person.is_guest) notes.push(t('person.guest'));
  if (person.plays_for_absent) notes.push(t('person.stand_in'));
  if (person.is_away || person.has_left) notes.push(t('person.away'));
  else if (person.is_ready && state.phase === 'lobby') notes.push(t('person.ready'));
  return notes.join(', ');
}

/** A thread from one seat to another, in the colour of whoever sits on the first. */
export function threadOf(room: RoomSession, from: number, to: number) {
  const person = room.seated[from];
  return { from, to, colour: person ? lookOf(person).colour : '' };
}
