/** The analysis board of a finished game: any move from any of its positions, and what our own search thinks of it. */
import { explore, type Place, type Position } from '../../wasm/analyse';
import { loadEngine, type Engine } from '../../wasm/module';
import { squaresOf, type Squares } from './board';
import type { LookBack } from './lookback.svelte';
import type { ChessView } from './types';

const DEPTH = 20;

export class Explorer {
  private engine = $state.raw<Engine>();
  /** Moves beside the game, from the position of the game that is shown. */
  tries = $state.raw<string[]>([]);
  found = $state.raw<Position>();
  hasFailed = $state(false);

  constructor(
    private readonly view: () => ChessView,
    private readonly look: LookBack,
  ) {
    loadEngine().then(
      (engine) => (this.engine = engine),
      () => (this.hasFailed = true),
    );
    // Whoever turns a page leaves the line that was tried.
    $effect(() => {
      void this.look.at;
      this.tries = [];
    });
    $effect(() => {
      const leaving = new AbortController();
      this.found = undefined;
      explore({ ...this.place, depth: DEPTH }, leaving.signal).then(
        (found) => (this.found = found),
        () => (this.hasFailed ||= !leaving.signal.aborted),
      );
      return () => leaving.abort();
    });
  }

  private readonly place = $derived.by<Place>(() => {
    const played = this.view().moves.slice(0, this.look.at);
    const moves = [...played.map((move) => move.uci), ...this.tries];
    return { start: this.view().start_fen, moves, depth: 0 };
  });

  /** Without a search: at once. */
  readonly position = $derived(this.engine?.ask<Position>('parlour_explore', this.place));

  get squares(): Squares {
    return this.position ? squaresOf(this.position.fen) : this.look.squares;
  }

  get legal(): string[] {
    return this.position?.legal ?? [];
  }

  /** The moves that were tried, as written. */
  get sans(): string[] {
    return this.position?.sans.slice(this.look.at) ?? [];
  }

  get lastUci(): string | undefined {
    return this.tries.at(-1) ?? this.look.uci;
  }

  readonly play = (uci: string): void => {
    this.tries = [...this.tries, uci];
  };

  readonly keep = (count: number): void => {
    this.tries = this.tries.slice(0, count);
  };
}
