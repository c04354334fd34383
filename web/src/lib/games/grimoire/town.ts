/** The town as the screens need it: who sits where, who is alive, what may be done. Pure. */
import type { Person, RoomSession } from '../../net/session.svelte';
import { list, t } from '../../i18n/index.svelte';
import { nameOf } from './characters';
import type { Counts, GrimoireView, Seat, TableView, Vote } from './types';

/** The people as they sit, clockwise. */
export function ringOf(view: TableView, room: RoomSession): Person[] {
  return view.ring.flatMap((seat) => room.seated.find((person) => person.seat === seat) ?? []);
}

/** The place in the ring that belongs at the bottom: one's own, or the first. */
export function placeOf(view: TableView, seat: number | null | undefined): number {
  return Math.max(0, view.ring.indexOf(seat ?? -1));
}

export function seatOf(view: TableView, seat: number): Seat {
  return view.seats[seat] as Seat;
}

export function aliveCount(view: TableView): number {
  return view.seats.filter((seat) => !seat.is_dead).length;
}

export function ghostVotes(view: TableView): number {
  return view.seats.filter((seat) => seat.is_dead && seat.has_ghost_vote).length;
}

/** How many hands do something: put on the block, also against a tie or whoever stands there, or exile. */
export function neededOf(vote: Vote): number {
  return vote.is_exile ? vote.needed : vote.to_block;
}

export function sizeOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

type Action = { type: string };

/** Whether the engine would take this command from this viewer now. */
export function may(view: GrimoireView, command: string): boolean {
  return ((view.available_actions ?? []) as Action[]).some(({ type }) => type === command);
}

/** The values that the engine lists for an argument of a command. */
export function choicesFor<Value>(view: GrimoireView, command: string, argument: string): Value[] {
  const entries = (view.available_actions ?? []).filter(({ type }) => type === command);
  return entries.flatMap((entry) => (entry[argument] as Value[] | undefined) ?? []);
}

/** What everybody may know of a seat, for those who cannot see it. */
export function publicNote(view: TableView, seat: Seat): string {
  const notes: string[] = [];
  if (seat.is_traveller)
    notes.push(
      seat.traveller
        ? t('grimoire.traveller_is', { character: nameOf(seat.traveller, view.script) })
        : t('grimoire.is_traveller'),
    );
  if (seat.is_dead) {
    notes.push(t('grimoire.dead'));
    notes.push(t(seat.has_ghost_vote ? 'grimoire.ghost_vote' : 'grimoire.no_ghost_vote'));
  }
  if (view.vote?.hands.includes(seat.seat)) notes.push(t('grimoire.hand_up'));
  if (view.phase !== 'night' && view.block.seat === seat.seat) notes.push(t('grimoire.on_block'));
  return notes.join(', ');
}

/** How far the vote clock has turned, as the place in the ring that it points at. */
export function handPlace(view: TableView): number | null {
  if (!view.vote) return null;
  return view.ring.indexOf(view.vote.next ?? view.vote.nominee);
}

/** Marks or unmarks; beyond `count` the oldest mark gives way. */
export function toggle(marked: number[], seat: number, count: number): number[] {
  if (marked.includes(seat)) return marked.filter((one) => one !== seat);
  return [...marked, seat].slice(-count);
}

/** Whose bets came true, and whose did not; nothing if nobody has bet. */
export function betsOutcome({ bets, result }: TableView, name: (seat: number) => string): string {
  const sentences = (['right', 'wrong'] as const).flatMap((how) => {
    const ghosts = bets.filter((bet) => (bet.winner === result?.winner) === (how === 'right'));
    const names = list(ghosts.map(({ seat }) => name(seat)));
    return ghosts.length ? [t(`grimoire.bets.${how}`, { names })] : [];
  });
  return sentences.join(' ');
}

/** The title of the Bar. */
export function phaseTitle(view: TableView): string {
  return t(`grimoire.phase.${view.phase}`, { n: view.day });
}
