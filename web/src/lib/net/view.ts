/** What a viewer may know of a room, as src/room/room_view.c writes it. */
import type { Frame } from './socket';

export interface Person {
  player: string;
  name: string;
  /** Which glyph and colour: the same all evening, on every screen. */
  look: number;
  seat: number | null;
  side: string | null;
  is_host: boolean;
  is_narrator: boolean;
  is_bot: boolean;
  /** Sits here by name, without a phone. */
  is_guest: boolean;
  strength?: number;
  is_ready: boolean;
  is_away: boolean;
  has_left: boolean;
  plays_for_absent: boolean;
  has_tapped: boolean;
  /** A spectator who asks to see everything, or may this round. */
  asks_sight?: boolean;
  sees_all?: boolean;
  score: number;
  wins: number;
  games: number;
}

export interface Settings {
  game: string;
  game_id: string;
  num_players: number;
  chairs: number;
  options: Record<string, unknown>;
  allows_spectators: boolean;
  spectators_max: number;
  /** Nobody new comes in unless somebody lets them. */
  is_locked: boolean;
  chat_is_open: boolean;
  /** Programs outside may wait for what everybody sees. */
  bridge_is_open: boolean;
  bots_talk: boolean;
  /** Which device speaks for the table. */
  voice: 'host' | 'table' | 'silent';
  /** Which language it speaks. */
  language: 'en' | 'fr' | 'es';
  absent_policy: string;
  absent_seconds: number;
}

export interface You {
  player: string;
  name: string;
  seat: number | null;
  side: string | null;
  is_host: boolean;
  is_narrator: boolean;
  is_spectator: boolean;
  wants_seat: boolean;
  has_nonce: boolean;
  asks_void: boolean;
  /** Those of whom we have agreed that they see everything. */
  sight_yes?: string[];
  step?: number;
  step_top?: number;
  transfer_code?: string;
  transfer_until_ms?: number;
  channels: { name: string; can_speak: boolean }[];
  actions?: string[];
}

export interface Clock {
  is_paused: boolean;
  is_waiting: boolean;
  offset_ms: number;
  /** By the server's clock; null: none, or it stands still. */
  deadline_ms: number | null;
  /** While it stands still. */
  left_ms?: number;
  /** When the game goes on without those it waits for; not there if it waits until they are back. */
  waits_until_ms?: number;
}

export interface Outcome {
  is_void: boolean;
  reason?: string;
  winners?: number[];
  scores?: number[];
}

export interface Knock {
  player: string;
  name: string;
  look: number;
  as_spectator: boolean;
}

export interface RoomView {
  room: string;
  code: string;
  phase: 'lobby' | 'playing' | 'results' | 'closed';
  seq: number;
  game_id: string;
  game_number: number;
  /** In seat order, then the narrator, then those who watch. */
  people: Person[];
  settings: Settings;
  start?: {
    is_possible: boolean;
    problem: string | null;
    why: string | null;
    warnings: string[];
    /** Above 0: the settings favour the good team. Where a game can tell. */
    balance?: number;
  };
  is_roll_call: boolean;
  chance: { game_id: string; game_number: number; commitment: string };
  /** `yes`: who has agreed; `missing`: during a game, whose yes is still needed. */
  claim: {
    player: string;
    holder: string;
    until_ms: number;
    yes: string[];
    missing: string[];
  } | null;
  /** Who stands at the door of a locked table, the longest waiting first. */
  knocks?: Knock[];
  outcome?: Outcome;
  /** Who lets strangers see the game that is over, once somebody has said yes. */
  share?: { yes: string[]; named: string[]; missing: string[]; link: string | null };
  void_vote?: { count: number; needed: number };
  you: You | null;
  clock: Clock;
  awaited: number;
  /** Of games with sides, in the words of a specification: whether each is taken. */
  players?: Record<string, boolean>;
  /** The same in the lobby. */
  game_status?: 'waiting';
  game: unknown;
}

/** What anyone with the code may see before joining. */
export interface Poster {
  code: string;
  phase: RoomView['phase'];
  game: string;
  num_players: number;
  chairs: number;
  allows_spectators: boolean;
  spectators: number;
  /** Nobody new comes in unless somebody lets them … */
  is_locked: boolean;
  /** … or they know the password. */
  has_password: boolean;
  people: {
    player: string;
    name: string;
    seat: number;
    side: string | null;
    is_guest: boolean;
    is_away: boolean;
  }[];
  /** Who narrates. */
  desk: { player: string; name: string; is_away: boolean }[];
  is_member: boolean;
  /** A seat or the desk is ours, though we have left. */
  has_place: boolean;
}

/** An event as told to this viewer: `seq` is the viewer's own count. */
export interface GameEvent {
  type: string;
  seq: number;
  /** "game" for the game's own events; the room's have none. */
  kind?: string;
  [key: string]: unknown;
}

/** After a move only the part that a move can change is sent. */
export function updated(before: RoomView | null, frame: Frame): RoomView | null {
  if (!before) return null;
  const { clock, awaited, game } = frame as unknown as RoomView;
  return { ...before, clock, awaited, game, you: stepped(before.you, frame.events as GameEvent[]) };
}

/** A move is a step that can be taken back, and nothing can be played again after it. */
function stepped(you: You | null, events: GameEvent[] = []): You | null {
  const step = events.at(-1)?.at_step as number | undefined;
  return you && step !== undefined ? { ...you, step, step_top: step } : you;
}
