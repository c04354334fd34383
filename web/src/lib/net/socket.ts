/** One connection to a room that comes back after dead Wi-Fi, locked phones and restarted servers. It works in a page and in
 * Node; web/client makes a package of it.
 *
 * A command has an id (`cid`) and is sent again after every reconnect until the server has answered it; the
 * server knows the id, so a command counts once. One that could not be saved is sent again every second, and whatever
 * comes after it waits, so that the last word stays the last. A socket that says nothing for 25 s is dead, whatever the
 * browser believes; one that leaves a command unanswered, or whose network is gone, is asked at once and has 3 s. */

export type Frame = { type: string; [key: string]: unknown };
export type Status = 'connecting' | 'open' | 'lost' | 'closed';

/** Why the server closed for good. Everything else is worth another try. */
export const closeReasons: Record<number, string> = {
  4001: 'replaced',
  4002: 'no_session',
  4003: 'forbidden',
  4004: 'no_room',
  4008: 'kicked',
  4009: 'moved',
  4010: 'room_closed',
  4011: 'out_of_order',
};

/** Another server has the room; the reason is its address. */
const ELSEWHERE = 4012;
export const HEARTBEAT_MS = 10_000;
export const DEAD_MS = 25_000;
export const PROBE_MS = 3_000;
/** A command that takes longer than this is waiting, and somebody looks at the screen for it. */
export const WAIT_MS = 600;
/** How long a command rests that the server could not save. */
export const UNSAVED_MS = 1_000;
/** Blanks after the JSON make short commands equally long: what is chosen must not show in the length of its message. */
export const COMMAND_SIZE = 256;
const BACKOFF_MS = 500;
const BACKOFF_MAX_MS = 15_000;

/** A command the server did not accept. `code` is stable; `why` is the game's finer word. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly why = '',
    message = code,
  ) {
    super(message);
  }
}

export interface SocketEvents {
  onFrame(frame: Frame): void;
  onStatus(status: Status, reason?: string): void;
  /** Another server has the room, at this address. Without this the socket goes there itself, which a page may not. */
  onElsewhere?(origin: string): void;
  /** A command has not been answered for a while, or could not be saved yet; or none of those is left. */
  onWaiting?(isWaiting: boolean, isUnsaved?: boolean): void;
}

/** A way to a room: the server's socket, or the room on this device. */
export interface Connection {
  start(): void;
  stop(reason?: string): void;
  /** Resolves when the command is accepted and saved; rejects with a Refusal. */
  send(type: string, args?: object): Promise<void>;
}

interface Pending {
  frame: Frame;
  resolve: () => void;
  reject: (refusal: Refusal) => void;
}

/** `crypto.randomUUID` is missing on plain http, `getRandomValues` is not. */
export function newCid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The wait before try number `attempt` (from 0): doubling, with jitter, so that not everybody reconnects at once after a
 * restart. */
export function backoff(attempt: number, random = Math.random): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random();
}

export class RoomSocket implements Connection {
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  /** Only the oldest of them is sent, again and again. */
  private isUnsaved = false;
  private attempt = 0;
  private heardAt = 0;
  private heardCount = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pulseTimer: ReturnType<typeof setInterval> | undefined;
  private probeTimer: ReturnType<typeof setTimeout> | undefined;
  private waitTimer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  /** The last event seen; the server continues from there. */
  seq = -1;

  constructor(
    private url: string,
    private readonly events: SocketEvents,
    private readonly makeSocket = (address: string) => new WebSocket(address),
  ) {}

  start(): void {
    this.listen('addEventListener');
    this.connect();
  }

  stop(reason = 'left'): void {
    this.isStopped = true;
    this.listen('removeEventListener');
    this.drop();
    for (const { reject } of this.pending.values()) reject(new Refusal(reason));
    this.pending.clear();
    this.answered();
    this.events.onStatus('closed', reason);
  }

  send(type: string, args: object = {}): Promise<void> {
    if (this.isStopped) return Promise.reject(new Refusal('closed'));
    const frame = { type, cid: newCid(), ...args };
    return new Promise((resolve, reject) => {
      this.pending.set(frame.cid, { frame, resolve, reject });
      if (!this.isUnsaved) this.transmit(frame);
      this.waitTimer ??= setTimeout(() => this.wait(), WAIT_MS);
    });
  }

  private wait(): void {
    this.events.onWaiting?.(true, this.isUnsaved);
    this.probe();
  }

  /** The last answer that was missing has come, or never will. */
  private answered(): void {
    clearTimeout(this.waitTimer);
    this.waitTimer = undefined;
    this.isUnsaved = false;
    this.events.onWaiting?.(false);
  }

  /** A program without a page is always awake. */
  private listen(how: 'addEventListener' | 'removeEventListener'): void {
    if (typeof document === 'undefined') return;
    document[how]('visibilitychange', this.wake);
    for (const news of ['pageshow', 'online', 'offline']) window[how](news, this.wake);
  }

  /** The page is visible again, or the network has come or gone: find out at once whether we are still connected. */
  private wake = (): void => {
    if (this.isStopped || document.visibilityState === 'hidden') return;
    if (this.socket?.readyState === WebSocket.OPEN) this.probe();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  };

  private probe(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const heard = this.heardCount;
    this.transmit({ type: 'heartbeat' });
    clearTimeout(this.probeTimer);
    this.probeTimer = setTimeout(() => {
      if (this.heardCount === heard) this.lose();
    }, PROBE_MS);
  }

  private connect(): void {
    this.drop();
    this.events.onStatus('connecting');
    const after = this.seq >= 0 ? `${this.url.includes('?') ? '&' : '?'}after=${this.seq}` : '';
    const socket = this.makeSocket(this.url + after);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.heard(socket, event.data);
    socket.onclose = (event) => this.ended(socket, event.code, event.reason);
    this.pulseTimer = setInterval(() => this.pulse(), HEARTBEAT_MS / 2);
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.heardAt = Date.now();
    this.sendPending();
    this.events.onStatus('open');
  }

  private heard(socket: WebSocket, data: unknown): void {
    if (socket !== this.socket || typeof data !== 'string') return;
    this.heardAt = Date.now();
    this.heardCount++;
    this.attempt = 0;
    const frame = JSON.parse(data) as Frame;
    if (typeof frame.seq === 'number') this.seq = Math.max(this.seq, frame.seq);
    if (this.settle(frame) || frame.type === 'ok') return;
    this.events.onFrame(frame);
  }

  /** An answer to one of our commands; true if it was. */
  private settle(frame: Frame): boolean {
    const pending = this.pending.get(String(frame.cid));
    if (!pending || (frame.type !== 'ok' && frame.type !== 'error')) return false;
    if (frame.code === 'not_saved') {
      this.rest();
      return true;
    }
    this.pending.delete(String(frame.cid));
    if (this.pending.size === 0) this.answered();
    else if (this.isUnsaved) this.sendPending();
    if (frame.type === 'ok') pending.resolve();
    else
      pending.reject(
        new Refusal(
          String(frame.code),
          String(frame.why ?? ''),
          String(frame.message ?? frame.code),
        ),
      );
    return true;
  }

  private rest(): void {
    this.isUnsaved = true;
    this.events.onWaiting?.(true, true);
    clearTimeout(this.retryTimer); // a line that breaks needs it, and then all is sent again anyway
    this.retryTimer = setTimeout(() => this.sendPending(), UNSAVED_MS);
  }

  private sendPending(): void {
    for (const { frame } of this.pending.values()) {
      this.transmit(frame);
      if (this.isUnsaved) return;
    }
  }

  private pulse(): void {
    const silence = Date.now() - this.heardAt;
    if (silence >= DEAD_MS) this.lose();
    else if (silence >= HEARTBEAT_MS / 2) this.transmit({ type: 'heartbeat' });
  }

  private ended(socket: WebSocket, code: number, told: string): void {
    if (socket !== this.socket) return;
    const reason = closeReasons[code];
    if (code === ELSEWHERE && /^https?:/.test(told)) this.follow(told);
    if (reason) this.stop(reason);
    else this.lose();
  }

  private follow(origin: string): void {
    if (this.events.onElsewhere) this.events.onElsewhere(origin);
    else this.url = this.url.replace(/^wss?:\/\/[^/]+/, origin.replace(/^http/, 'ws'));
  }

  private lose(): void {
    this.drop();
    this.events.onStatus('lost');
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.connect(), backoff(this.attempt++));
  }

  private drop(): void {
    clearInterval(this.pulseTimer);
    clearTimeout(this.probeTimer);
    clearTimeout(this.retryTimer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private transmit(frame: Frame): void {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify(frame).padEnd(COMMAND_SIZE));
  }
}
