/** A room on this device with the same interface as the server's socket: commands up, the same messages down. Every batch is
 * in IndexedDB before anything of it is shown. */
import { newCid, Refusal, type Connection, type Frame, type SocketEvents } from '../net/socket';
import type { Elsewhere, GameEvent } from '../net/session.svelte';
import type { Engine, Question } from '../wasm/module';
import { onDisk, type Keeper, type LocalGame } from './store';

const LONGEST_TIMER_MS = 0x7fffffff;
const CREDIT_LEAST_MS = 1000;
/** How long a bot seems to think. */
const BOT_MS = 700;

interface Answer {
  problem?: string;
  file?: string;
  frames?: Frame[];
  deadline_ms?: number | null;
  has_bot?: boolean;
  /** Of a batch to be kept. */
  seq?: number;
}

/** Puts a log into the engine. Throws a Refusal where it is not one that this engine wrote. */
export function loadLog(engine: Engine, game: LocalGame, batches: string[]): void {
  check(engine.ask<Answer>('parlour_local_open', { player: game.player, seed: game.seed }));
  for (const batch of batches)
    check(JSON.parse(engine.askText('parlour_local_load', batch)) as Answer);
}

function check(answer: Answer): Answer {
  if (answer.problem) throw new Refusal('bad_log', answer.problem);
  return answer;
}

export class LocalConnection implements Connection {
  private queue: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private botTimer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  constructor(
    private readonly engine: Engine,
    private readonly game: LocalGame,
    private readonly events: SocketEvents,
    private readonly keeper: Keeper = onDisk(game.id),
  ) {}

  start(): void {
    this.events.onStatus('connecting');
    addEventListener('pagehide', this.leave);
    document.addEventListener('visibilitychange', this.leave);
    void this.inTurn(() => this.open()).catch((error: unknown) => {
      this.stop(error instanceof Refusal ? error.why || error.code : 'damaged');
    });
  }

  stop(reason = 'left'): void {
    if (this.isStopped) return;
    this.leave();
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.botTimer);
    removeEventListener('pagehide', this.leave);
    document.removeEventListener('visibilitychange', this.leave);
    this.events.onStatus('closed', reason);
  }

  send(type: string, args: object = {}): Promise<void> {
    return this.inTurn(() => this.run({ command: { type, cid: newCid(), ...args } }));
  }

  /** One after the other, as at the server. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async open(): Promise<void> {
    loadLog(this.engine, this.game, await this.keeper.batches());
    this.tell(check(this.ask('parlour_local_begin', {})));
    const away = Date.now() - Math.max(this.game.left_ms, this.game.changed_ms);
    if (away >= CREDIT_LEAST_MS)
      await this.run({ clock: 'credit_clock', ms: away }).catch(() => undefined);
    this.events.onStatus('open');
  }

  private ask(name: Question, question: object): Answer {
    return this.engine.ask<Answer>(name, { now_ms: Date.now(), ...question });
  }

  /** Decides, keeps, then tells. */
  private async run(question: object): Promise<void> {
    if (this.isStopped) throw new Refusal('closed');
    const text = this.engine.askText(
      'parlour_local_command',
      JSON.stringify({ now_ms: Date.now(), ...question }),
    );
    const answer = check(JSON.parse(text) as Answer);
    if (answer.frames) return this.settle(answer.frames);
    await this.keep(answer.seq as number, text);
    this.tell(check(this.ask('parlour_local_commit', {})));
  }

  private async keep(seq: number, text: string): Promise<void> {
    try {
      await this.keeper.append(seq, text);
    } catch (error) {
      if ((error as DOMException).name !== 'ConstraintError') throw new Refusal('not_saved');
      this.stop('replaced');
      throw new Refusal('closed');
    }
    void this.keeper.note({ changed_ms: Date.now() }).catch(() => undefined);
  }

  private settle(frames: Frame[]): void {
    const refused = frames.find((frame) => frame.type === 'error');
    if (refused)
      throw new Refusal(String(refused.code), refused.why === undefined ? '' : String(refused.why));
  }

  private tell({ frames = [], deadline_ms, has_bot }: Answer): void {
    for (const frame of frames) if (frame.type !== 'ok') this.events.onFrame(frame);
    clearTimeout(this.timer);
    clearTimeout(this.botTimer);
    if (has_bot) this.botTimer = this.later({ bot: true }, BOT_MS);
    if (deadline_ms) this.timer = this.later({ clock: 'tick' }, deadline_ms - Date.now());
  }

  private later(question: object, wait: number): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => void this.inTurn(() => this.run(question)).catch(() => undefined),
      Math.min(Math.max(0, wait), LONGEST_TIMER_MS),
    );
  }

  /** Since when the clock stands still. */
  private leave = (): void => {
    if (this.isStopped) return;
    this.game.left_ms = Date.now();
    void this.keeper.note({ left_ms: this.game.left_ms }).catch(() => undefined);
  };
}

/** The room of `game` for a RoomSession. */
export function onDevice(
  engine: Engine,
  game: LocalGame,
  home: string,
  keeper?: Keeper,
): Elsewhere {
  return {
    home,
    connect: (events) => new LocalConnection(engine, game, events, keeper),
    history: () =>
      Promise.resolve(
        engine.ask<{ events?: GameEvent[] }>('parlour_local_history', { after: 0 }).events ?? [],
      ),
    file: async (extension) =>
      check(engine.ask<Answer>('parlour_local_export', { extension })).file ?? '',
  };
}
