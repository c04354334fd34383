/** Looking back: the log of the evening put into awards and, for the game that is just over, a keepsake. */
import { locale, t, tOr } from '../i18n/index.svelte';
import { loadWhole, type GameModule } from '../games';
import type { Memory } from '../games/memory';
import type { RoomSession } from '../net/session.svelte';
import { finishedIn, honoursOf, type Finished, type Honour } from './evening';
import type { Guest, Keepsake } from './keepsake';
import { lookOf } from './people';
import { roleName } from './tell';

export interface Evening {
  honours: Honour[];
  /** Null while no game has just ended. */
  keepsake: Keepsake | null;
}

interface Told extends Finished {
  game: GameModule;
  memory: Memory;
}

async function tellAgain(finished: Finished): Promise<Told[]> {
  const game = await loadWhole(finished.kind);
  if (!game) return [];
  return [{ ...finished, game, memory: (await game.memory()).default }];
}

function guestsOf({ players, winners, events, memory }: Told, room: RoomSession): Guest[] {
  return players.flatMap((player, seat) => {
    const person = room.people.find((one) => one.player === player);
    if (!person) return [];
    const side = person.side ? { role: roleName(room, person.side), team: null } : null;
    const part = memory.partOf?.(events, seat) ?? side;
    return [{ name: person.name, look: lookOf(person), part, hasWon: winners.includes(seat) }];
  });
}

function turnOf({ events, memory, game, players }: Told, room: RoomSession): string {
  const turn = events.filter((event) => memory.turns.includes(event.type)).at(-1);
  return (turn && game.tell(turn, (seat) => room.nameOf(players[seat] ?? ''))) ?? '';
}

function keepsakeOf(told: Told, room: RoomSession): Keepsake {
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });
  return {
    title: t(`game.${told.kind}.name`),
    date: day.format(new Date()),
    guests: guestsOf(told, room),
    reason: tOr(`${told.kind}.reason.${told.reason}`, ''),
    turn: turnOf(told, room),
  };
}

export async function lookBack(room: RoomSession): Promise<Evening> {
  const finished = finishedIn(await room.history());
  const told = (await Promise.all(finished.map(tellAgain))).flat();
  const judged = told.flatMap(({ memory, events, players, wasRewound }) =>
    memory.judged && !wasRewound ? [{ judged: memory.judged(events), players }] : [],
  );
  const last = told.find((one) => one.gameId === room.state?.game_id);
  return { honours: honoursOf(judged), keepsake: last ? keepsakeOf(last, room) : null };
}
