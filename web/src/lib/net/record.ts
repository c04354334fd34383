/** A game out of its room's log, as this viewer was told of it. */
import type { GameRecord } from '../games';
import { api } from './api';
import type { GameEvent } from './session.svelte';
import type { RoomView } from './view';

export interface Found {
  kind: string;
  isOver: boolean;
  /** When it ended; 0: not known. */
  endedMs: number;
  record: GameRecord;
}

/** Everything this viewer was told in the room of `gameId`. */
export function allEvents(gameId: string): Promise<GameEvent[]> {
  return pagesOf(`/api/games/${gameId}/events`);
}

/** Everything the table view was told in the room `code`. */
export function tableEvents(code: string): Promise<GameEvent[]> {
  return pagesOf(`/api/rooms/${code}/events`);
}

/** All events that are behind an address, page by page. */
export async function pagesOf(address: string): Promise<GameEvent[]> {
  const all: GameEvent[] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0;
    const path = `${address}?after=${after}`;
    const { events } = await api.get<{ events: { event: GameEvent }[] }>(path);
    if (!events.length) return all;
    all.push(...events.map((told) => told.event));
  }
}

/** The events between a game's start and its end, and which game it was. */
export function slice(
  events: GameEvent[],
  gameId: string,
): { kind: string; isOver: boolean; events: GameEvent[] } {
  let kind = '';
  let isOver = false;
  let isInside = false;
  const own: GameEvent[] = [];
  for (const event of events) {
    if (event.kind === 'game') {
      if (isInside) own.push(event);
      continue;
    }
    if (event.type === 'room_created' || event.type === 'game_changed')
      kind = isInside || isOver ? kind : String(event.game);
    if (event.type === 'game_started') isInside = event.game_id === gameId;
    if (event.type === 'game_over' && event.game_id === gameId) {
      isOver = true;
      isInside = false;
    }
  }
  return { kind, isOver, events: own };
}

interface Seated {
  seat: number | null;
  name: string;
  look: number;
}

/** Who sat where in that game: people may have changed places since. */
interface Report {
  ended_ms: number;
  people: Seated[];
}

/** One value of each person, indexed by seat, whatever their order in the list. */
function bySeat<Thing>(people: Seated[], of: (one: Seated) => Thing): Thing[] {
  const list: Thing[] = [];
  for (const one of people) if (one.seat !== null) list[one.seat] = of(one);
  return list;
}

export async function recordOf(gameId: string): Promise<Found> {
  const [events, view, report] = await Promise.all([
    allEvents(gameId),
    api.get<{ state: RoomView }>(`/api/games/${gameId}`),
    api.get<Report>(`/api/games/${gameId}.json`).catch(() => null),
  ]);
  const own = slice(events, gameId);
  const people = report?.people ?? view.state.people;
  const record = {
    events: own.events,
    options: view.state.settings.options,
    names: bySeat(people, (one) => one.name),
    looks: bySeat(people, (one) => one.look),
  };
  const kind = own.kind || view.state.settings.game;
  return { kind, isOver: own.isOver, endedMs: report?.ended_ms ?? 0, record };
}

/** What happened; the names of those who have gone, the latest first, are added to `names`. */
export function withNames(past: GameEvent[], names: Map<string, string>): GameEvent[] {
  for (const { player, name } of [...past].reverse())
    if (typeof player === 'string' && typeof name === 'string' && !names.has(player))
      names.set(player, name);
  return past;
}
