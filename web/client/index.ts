/** A client for programs: the page's own connection, types and HTTP, without the page. */
import { makeHttp } from '../src/lib/net/http';
import type { Args, Games, RoomCommand } from '../src/lib/net/protocol';
import { RoomSocket, type Connection, type Frame, type Status } from '../src/lib/net/socket';
import { updated, type GameEvent, type Poster, type RoomView } from '../src/lib/net/view';
import type { AvalonView } from '../src/lib/games/avalon/types';
import type { ChessView } from '../src/lib/games/chess/types';
import type { GrimoireView } from '../src/lib/games/grimoire/types';
import type { JourneymanView } from '../src/lib/games/journeyman/types';
import type { OneNightView } from '../src/lib/games/onenight/types';

export { Refusal } from '../src/lib/net/socket';
export type { Frame, GameEvent, Games, Poster, RoomCommand, RoomView, Status };
export type { AvalonView, ChessView, GrimoireView, JourneymanView, OneNightView };

export interface Views {
  avalon: AvalonView;
  chess: ChessView;
  grimoire: GrimoireView;
  journeyman: JourneymanView;
  onenight: OneNightView;
}

/** A room with the view of one game. */
export type State<Game extends keyof Views> = Omit<RoomView, 'game'> & { game: Views[Game] | null };

type Command<Game extends keyof Games> = RoomCommand | Games[Game]['command'];

export interface Made {
  game_id: string;
  game_set_id: string;
  code: string;
  url: string;
}

/** A commandless description of what the server offers; `GET /api/catalog`. */
export interface Offered {
  id: keyof Games;
  seats_min: number;
  seats_max: number;
  sides: string[];
  has_narrator: boolean;
}

export class Parlour {
  private readonly http: ReturnType<typeof makeHttp>;

  private constructor(
    /** "http://localhost:8000" */
    readonly server: string,
    /** The credential: whoever has it is this player. */
    readonly token: string,
  ) {
    this.http = makeHttp((path, init) => {
      const headers = { ...(init.headers as object), authorization: `Bearer ${token}` };
      return fetch(server + path, { ...init, headers: token ? headers : (init.headers ?? {}) });
    });
  }

  /** A new player called `name`. Keep the token to be the same one later. */
  static async signIn(server: string, name: string): Promise<Parlour> {
    const nobody = new Parlour(server, '');
    const { token } = await nobody.post<{ token: string }>('/api/session', { name });
    return new Parlour(server, token);
  }

  static resume(server: string, token: string): Parlour {
    return new Parlour(server, token);
  }

  get<T>(path: string): Promise<T> {
    return this.http.call<T>('GET', path);
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.http.call<T>('POST', path, body);
  }

  async games(): Promise<Offered[]> {
    return (await this.get<{ games: Offered[] }>('/api/catalog?brief=1')).games;
  }

  create(game: keyof Games, options: object = {}): Promise<Made> {
    return this.post('/api/games', { game, options });
  }

  poster(code: string): Promise<Poster> {
    return this.get(`/api/rooms/${code}`);
  }

  /** Opens a table that one has made or joined, or looks at it. */
  room<Game extends keyof Games & keyof Views>(code: string): Room<Game> {
    return new Room<Game>(this, code);
  }
}

/** A table as this player may know it, kept up to date over one socket that survives lost networks. */
export class Room<Game extends keyof Games & keyof Views> {
  state: State<Game> | null = null;
  status: Status = 'connecting';
  /** Of every message, after `state` has followed it. */
  onFrame: (frame: Frame) => void = () => undefined;
  private readonly connection: Connection;
  private waiting: (() => void)[] = [];

  constructor(parlour: Parlour, code: string) {
    const address = `${parlour.server.replace(/^http/, 'ws')}/ws/${code}`;
    const options = { headers: { authorization: `Bearer ${parlour.token}` } };
    this.connection = new RoomSocket(
      address,
      {
        onFrame: (frame) => this.heard(frame),
        onStatus: (status) => this.changed(status),
      },
      // Node's WebSocket takes headers; a browser's takes the cookie along instead.
      (url) => new WebSocket(url, options as unknown as string[]),
    );
    this.connection.start();
  }

  /** Sends a command of the room or the game. Rejects with a Refusal, whose `code` is stable. */
  send<Type extends Command<Game>['type']>(
    type: Type,
    ...args: object extends Args<Command<Game>, Type>
      ? [args?: Args<Command<Game>, Type>]
      : [args: Args<Command<Game>, Type>]
  ): Promise<void> {
    return this.connection.send(type, args[0]);
  }

  can(command: RoomCommand['type']): boolean {
    return this.state?.you?.actions?.includes(command) ?? false;
  }

  /** The state as soon as `holds` does; rejects if the table is closed before. */
  async until(holds: (state: State<Game>) => boolean): Promise<State<Game>> {
    while (!this.state || !holds(this.state)) {
      if (this.status === 'closed') throw new Error('the table is closed');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return this.state;
  }

  close(): void {
    this.connection.stop();
  }

  private heard(frame: Frame): void {
    if (frame.type === 'room_state') this.state = frame.state as State<Game>;
    if (frame.type === 'game_update')
      this.state = updated(this.state as RoomView | null, frame) as State<Game> | null;
    this.onFrame(frame);
    this.wake();
  }

  private changed(status: Status): void {
    this.status = status;
    this.wake();
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
