/** A room as this viewer may know it, kept up to date by one connection. Screens read it and ask it to act; they know
 * no rules, only what the server says is possible. */
import { refusalText } from '../words';
import { toasts } from '../ui/toasts.svelte';
import { clock } from './clock.svelte';
import { remember } from '../storage';
import { at } from '../address';
import { api } from './api';
import type { Act, Args, RoomCommand } from './protocol';
import { updated, type GameEvent, type Person, type RoomView } from './view';
import {
  RoomSocket,
  newCid,
  type Connection,
  type Frame,
  type Refusal,
  type SocketEvents,
  type Status,
} from './socket';

export type { GameEvent, Person, RoomView };

export interface ChatLine {
  player: string;
  channel: string;
  text: string;
  seq: number;
}

/** A table's password as it is sent: keyboards begin with a capital, and people say it aloud. */
export function asPassword(text: string): string {
  return text.trim().toLowerCase();
}

const SLOW_MS = 1500;
const BACK_MS = 1000;
const LOG_MAX = 600;

type Listener = (event: GameEvent) => void;

/** A room that is not behind the server's socket: how to reach it, what happened in it before, and its game as a file. */
export interface Elsewhere {
  /** The page to go back to. */
  home: string;
  connect(events: SocketEvents): Connection;
  history(): Promise<GameEvent[]>;
  file(extension: string): Promise<string>;
}

function serverSocket(code: string, isTable: boolean, events: SocketEvents): Connection {
  const url = at(`/ws/${code}${isTable ? '?table=1' : ''}`).replace(/^http/, 'ws');
  return new RoomSocket(url, events);
}

export class RoomSession {
  status = $state<Status>('connecting');
  /** Why it is closed: `kicked`, `no_room`, … */
  reason = $state('');
  /** The connection banner: nothing, a command on its way or not saved yet, "reconnecting", or for a second "back". */
  banner = $state<'none' | 'waiting' | 'unsaved' | 'lost' | 'back'>('none');
  state = $state.raw<RoomView | null>(null);
  log = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Messages to the whole table that nobody has read here yet. Those of a team are not counted: a number that only
   * some phones show would tell who is in it. */
  unread = $state(0);
  /** The chat is open on this screen. */
  isReading = false;
  /** How long the last message was on its way. */
  lateMs = 0;

  private connection: Connection;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;
  private listeners = new Set<Listener>();
  private seen = new Set<number>();
  /** Also of those who have left, or play on another device by now. */
  private names = new Map<string, string>();
  private selfId = '';
  private noncedGame = '';
  private hasHistory = false;

  /** `isTable`: sees what the public sees, whoever is signed in on this device. */
  constructor(
    readonly code: string,
    private readonly isTable = false,
    private readonly elsewhere?: Elsewhere,
  ) {
    const events: SocketEvents = {
      onFrame: (frame) => this.heard(frame),
      onStatus: (status, reason) => this.changed(status, reason),
      onWaiting: (isWaiting, isUnsaved) => this.waits(isWaiting, isUnsaved),
      // Our own page there: this one may speak to its own server only.
      onElsewhere: (origin) => location.replace(origin + location.pathname),
    };
    this.connection = elsewhere?.connect(events) ?? serverSocket(code, isTable, events);
  }

  /** Nobody else can come in: the room is on this device. */
  get isLocal(): boolean {
    return this.elsewhere !== undefined;
  }

  /** The page to show after leaving. */
  get home(): string {
    return this.elsewhere?.home ?? '/';
  }

  /** A game against bots on this device that counts nowhere. */
  get isPractice(): boolean {
    return this.home.startsWith('/rules/');
  }

  start(): void {
    this.connection.start();
  }

  stop(): void {
    clearTimeout(this.slowTimer);
    this.connection.stop();
  }

  /** Calls `listener` for every event as it happens, not for those of the past. Returns how to stop. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // For the screens.

  get people(): Person[] {
    return this.state?.people ?? [];
  }
  /** In the order of the chairs. */
  get seated(): Person[] {
    return this.people.filter((person) => person.seat !== null);
  }
  get spectators(): Person[] {
    return this.people.filter((person) => person.seat === null && !person.is_narrator);
  }
  get narrators(): Person[] {
    return this.people.filter((person) => person.is_narrator);
  }
  get me(): Person | undefined {
    return this.people.find((person) => person.player === this.state?.you?.player);
  }
  get playerId(): string | null {
    return this.state?.you?.player ?? null;
  }
  get isHost(): boolean {
    return this.state?.you?.is_host ?? false;
  }
  /** The id of the game on the table, or of the one being prepared. */
  get kind(): string {
    return this.state?.settings.game ?? '';
  }
  get isInert(): boolean {
    return this.status !== 'open';
  }
  nameOfSeat = (seat: number): string =>
    this.people.find((person) => person.seat === seat)?.name ?? '–';
  nameOf = (player: string): string =>
    this.people.find((person) => person.player === player)?.name ?? this.names.get(player) ?? '–';

  /** Whether the server would take this command of the room from us now. */
  can(command: string): boolean {
    return this.state?.you?.actions?.includes(command) ?? false;
  }

  /** Sends a command of the room and waits for the answer; rejects with a Refusal. */
  send<Type extends RoomCommand['type']>(
    type: Type,
    args?: Args<RoomCommand, Type>,
  ): Promise<void> {
    return this.connection.send(type, args);
  }

  /** Sends a command of the room; a refusal is shown to the player. True if it was accepted. */
  act: Act<RoomCommand> = (type, ...args) => this.attempt(type, args[0]);

  /** The same for the commands of one game: `const play = room.player<JourneymanCommand>()`. */
  player<Commands extends { type: string }>(): Act<Commands> {
    return (type, ...args) => this.attempt(type, args[0]);
  }

  /** The same without showing a refusal, for commands that the page sends by itself. */
  whisperer<Commands extends { type: string }>(): Act<Commands> {
    return (type, ...args) =>
      this.connection.send(type, args[0]).then(
        () => true,
        () => false,
      );
  }

  private async attempt(type: string, args?: object): Promise<boolean> {
    try {
      await this.connection.send(type, args);
      return true;
    } catch (error) {
      const refusal = error as Refusal;
      if (this.status !== 'closed') toasts.error(refusalText(refusal, this.kind));
      return false;
    }
  }

  /** Takes a chair (or a place to watch from). Our part of the chance goes along. */
  join(name: string, asSpectator = false, password = ''): Promise<void> {
    return this.send('join', {
      name,
      nonce: newCid(),
      ...(asSpectator ? { as_spectator: true } : {}),
      ...(password.trim() ? { password: asPassword(password) } : {}),
    });
  }

  /** Asks at a locked table to be let in; at an open one it is the same as join(). */
  knock(name: string, asSpectator = false): Promise<void> {
    return this.send('knock', { name, ...(asSpectator ? { as_spectator: true } : {}) });
  }

  // Messages from the server.

  private heard(frame: Frame): void {
    if (typeof frame.server_time_ms === 'number') {
      clock.heard(frame.server_time_ms);
      this.lateMs = clock.peek() - frame.server_time_ms;
    }
    switch (frame.type) {
      case 'welcome':
        this.selfId = String(frame.player_id ?? '');
        return;
      case 'error':
        return;
      case 'room_state':
        this.state = frame.state as RoomView;
        for (const { player, name } of this.state.people) this.names.set(player, name);
        this.tendChance();
        break;
      case 'game_update':
        this.state = updated(this.state, frame);
        break;
      default:
        this.happened(frame as unknown as GameEvent); // some events are messages of their own
        return;
    }
    for (const event of (frame.events as GameEvent[] | undefined) ?? []) this.happened(event);
  }

  /** Keeps the commitment made before the deal, to compare it with the secret afterwards, and sends our own nonce. */
  private tendChance(): void {
    const { chance, you } = this.state as RoomView;
    remember(`promise.${chance.game_id}`, chance.commitment);
    if (!you || you.has_nonce || you.seat === null || this.noncedGame === chance.game_id) return;
    if (!this.can('set_nonce')) return;
    this.noncedGame = chance.game_id;
    void this.send('set_nonce', { nonce: newCid() }).catch(() => undefined);
  }

  private happened(event: GameEvent): void {
    if (this.seen.has(event.seq)) return;
    this.note(event);
    if (event.type === 'chat') this.received(chatLine(event));
    if (event.type === 'player_kicked' && event.player === this.selfId)
      this.connection.stop('kicked');
    for (const listener of this.listeners) listener(event);
  }

  private received({ player, channel }: ChatLine): void {
    if (channel === 'table' && player !== this.selfId && !this.isReading) this.unread += 1;
  }

  private note(event: GameEvent): void {
    this.seen.add(event.seq);
    if (event.type === 'chat') this.chat = inOrder([...this.chat, chatLine(event)]);
    else this.log = inOrder([...this.log, event]);
  }

  /** The whole evening as this viewer was told of it. */
  async history(): Promise<GameEvent[]> {
    const { allEvents, tableEvents, withNames } = await import('./record');
    const past =
      this.elsewhere?.history() ??
      (this.isTable ? tableEvents(this.code) : allEvents(this.state?.game_id ?? ''));
    return withNames(await past, this.names);
  }

  /** What happened before this page was opened, asked once, when somebody wants to read it. */
  async loadHistory(): Promise<void> {
    if (this.hasHistory || !this.state?.you) return;
    this.hasHistory = true;
    try {
      const past = await this.history();
      for (const event of past) if (!this.seen.has(event.seq)) this.note(event);
    } catch {
      this.hasHistory = false;
    }
  }

  /** The game on the table as a file for other programs; rejects with a Refusal. */
  file(extension: string): Promise<string> {
    const path = `/api/games/${this.state?.game_id ?? ''}.${extension}`;
    return this.elsewhere?.file(extension) ?? api.text(path);
  }

  private changed(status: Status, reason = ''): void {
    this.status = status;
    this.reason = reason;
    if (status === 'open') this.isBack();
    else if (status === 'closed') this.banner = 'none';
    else if (this.banner !== 'none')
      this.banner = 'lost'; // they have waited long enough
    else this.slowTimer ??= setTimeout(() => (this.banner = 'lost'), SLOW_MS);
  }

  private waits(isWaiting: boolean, isUnsaved = false): void {
    if (this.banner === 'lost' || this.banner === 'back') return;
    this.banner = isUnsaved ? 'unsaved' : isWaiting ? 'waiting' : 'none';
  }

  private isBack(): void {
    clearTimeout(this.slowTimer);
    this.slowTimer = undefined;
    if (this.banner !== 'lost') return;
    this.banner = 'back';
    setTimeout(() => this.banner === 'back' && (this.banner = 'none'), BACK_MS);
  }
}

function chatLine(event: GameEvent): ChatLine {
  const { player, channel, text, seq } = event;
  return { player: String(player), channel: String(channel), text: String(text), seq };
}

function inOrder<T extends { seq: number }>(list: T[]): T[] {
  return list.sort((a, b) => a.seq - b.seq).slice(-LOG_MAX);
}
