/** The log as it is read: a line per event that is worth one, with the seats that its sentence names, by round. */
import type { GameModule } from '../games';
import type { GameEvent, Person, RoomView } from '../net/session.svelte';
import { tellRoom, type Names } from './tell';

export interface Line {
  text: string;
  seats: number[];
}

/** `title` is null for what happened before the first round. */
export interface Round {
  title: string | null;
  lines: Line[];
}

type Teller = Pick<GameModule, 'tell' | 'rounds'>;

/** What the log asks of a room. */
export type Source = Names & { people: Person[]; state?: RoomView | null };

/** Says names and remembers whom it was asked for. */
function witness({ kind, people, nameOf, nameOfSeat }: Source) {
  const asked = new Set<Person>();
  const ask = (isMeant: (person: Person) => boolean) => {
    for (const person of people) if (isMeant(person)) asked.add(person);
  };
  const names: Names = {
    kind,
    nameOf(player) {
      ask((person) => person.player === player);
      return nameOf(player);
    },
    nameOfSeat(seat) {
      ask((person) => person.seat === seat);
      return nameOfSeat(seat);
    },
  };
  return { names, asked };
}

function lineOf(event: GameEvent, room: Source, game: Teller | null): Line | null {
  const { names, asked } = witness(room);
  const text =
    tellRoom(event, names) ?? game?.tell(event, names.nameOfSeat, room.state?.game) ?? null;
  if (text === null) return null;
  // A sentence may ask for more names than it says.
  const named = [...asked].filter((person) => text.includes(person.name));
  return { text, seats: named.flatMap(({ seat }) => (seat === null ? [] : [seat])) };
}

function opensRound(event: GameEvent, game: Teller | null): boolean {
  if (event.kind !== 'game') return event.type === 'game_started';
  return game?.rounds?.includes(event.type) ?? false;
}

/** The newest first, in rounds and in lines. */
export function roundsOf(events: GameEvent[], room: Source, game: Teller | null): Round[] {
  const rounds: Round[] = [{ title: null, lines: [] }];
  for (const event of events) {
    const line = lineOf(event, room, game);
    if (line === null) continue;
    if (opensRound(event, game)) rounds.unshift({ title: line.text, lines: [] });
    else rounds[0]?.lines.unshift(line);
  }
  return rounds.filter((round) => round.title !== null || round.lines.length > 0);
}
