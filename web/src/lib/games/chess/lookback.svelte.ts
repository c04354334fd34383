/** The way back through a game: which position is shown. A new move does not pull whoever is looking at an old one. */
import { positions, type Squares } from './board';
import type { ChessView, Move } from './types';

const SWIPE_PX = 48;

export class LookBack {
  private readonly view: () => ChessView;
  private ply = $state<number | null>(null);

  constructor(view: () => ChessView) {
    this.view = view;
  }

  get moves(): Move[] {
    return this.view().moves;
  }

  get isBlackFirst(): boolean {
    return this.view().start_fen.split(' ')[1] === 'b';
  }

  /** Plies before the position that is shown. */
  get at(): number {
    return Math.min(this.ply ?? this.moves.length, this.moves.length);
  }

  get isNow(): boolean {
    return this.at === this.moves.length;
  }

  private readonly all = $derived.by(() =>
    positions(
      this.moves.map((move) => move.uci),
      this.view().start_fen,
    ),
  );

  get squares(): Squares {
    return this.all[this.at] ?? [];
  }

  get uci(): string | undefined {
    return this.moves[this.at - 1]?.uci;
  }

  readonly show = (ply: number): void => {
    const last = this.moves.length;
    this.ply = ply >= last ? null : Math.max(0, ply);
  };

  /** Arrow keys, where nothing else has the focus that wants them. */
  readonly key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isTaken = document.activeElement?.closest(
      'input, textarea, select, [role=grid], [role=tablist], [role=radiogroup]',
    );
    if (!step || isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.show(this.at + step);
  };

  readonly wheel = (event: WheelEvent): void => {
    if (event.deltaY) this.show(this.at + Math.sign(event.deltaY));
  };

  private swipeFrom: { x: number; y: number } | null = null;

  /** A finger that moves sideways over the board, and does not carry a man, turns the pages. */
  readonly touchStart = (event: TouchEvent): void => {
    const [touch, other] = event.touches;
    this.swipeFrom = touch && !other ? { x: touch.clientX, y: touch.clientY } : null;
  };

  readonly touchEnd = (event: TouchEvent): void => {
    const [touch] = event.changedTouches;
    const from = this.swipeFrom;
    this.swipeFrom = null;
    if (!touch || !from) return;
    const dx = touch.clientX - from.x;
    if (Math.abs(dx) < SWIPE_PX || Math.abs(touch.clientY - from.y) > Math.abs(dx) / 2) return;
    this.show(this.at + (dx > 0 ? -1 : 1));
  };

  readonly touchCancel = (): void => {
    this.swipeFrom = null;
  };
}
