/** What a player has in hand, on this device alone: a man taken up, a move to be confirmed, one for the next turn, an
 * arrow begun. */
import { untrack } from 'svelte';
import { t } from '../../i18n/index.svelte';
import type { ChessCommand } from '../../net/protocol';
import type { RoomSession } from '../../net/session.svelte';
import { toasts } from '../../ui/toasts.svelte';
import {
  actionOf,
  castlesOnto,
  isOntoRook,
  moved,
  movesBetween,
  pieceOf,
  squaresOf,
  startsOf,
  targetsOf,
} from './board';
import type { LookBack } from './lookback.svelte';
import type { ChessView } from './types';

export class Choosing {
  private readonly room: RoomSession;
  private readonly view: () => ChessView;
  private readonly look: LookBack;
  /** Whether a move is played as it is made. */
  private readonly isQuick: () => boolean;

  selected = $state(-1);
  /** The moves between the two squares chosen: more than one where a pawn arrives. */
  pending = $state<string[]>([]);
  premove = $state<{ from: number; to: number } | null>(null);
  isDrawing = $state(false);

  readonly squares = $derived.by(() => squaresOf(this.view().fen));
  private readonly propose = $derived.by(() => actionOf(this.view(), 'propose'));
  readonly legal = $derived.by(() => actionOf(this.view(), 'move')?.uci ?? this.propose?.uci ?? []);
  /** The next of the team may choose while the others think. */
  private readonly canPremove = $derived.by(() => {
    const { phase, team_vote: isVote, hand_and_brain: hasBrain, own, teams, to_move } = this.view();
    if (phase !== 'playing' || isVote || hasBrain || !own || own.team === to_move) return false;
    return teams[own.team].next === this.room.me?.seat;
  });
  readonly starts = $derived.by(() => {
    if (!this.look.isNow || this.isDrawing) return new Set<number>();
    if (!this.canPremove) return startsOf(this.legal);
    const isWhite = this.view().own?.team !== 'B';
    return new Set(
      this.squares.flatMap((letter, i) => (pieceOf(letter)?.isWhite === isWhite ? [i] : [])),
    );
  });
  readonly targets = $derived.by(() =>
    this.isDrawing || this.selected < 0 || this.pending.length
      ? new Set<number>()
      : targetsOf(this.legal, this.selected),
  );
  /** The position with the chosen move on the board. */
  readonly shown = $derived.by(() => {
    if (!this.look.isNow) return this.look.squares;
    return this.pending.length === 1
      ? moved(this.squares, this.pending[0] as string)
      : this.squares;
  });

  constructor(room: RoomSession, view: () => ChessView, look: LookBack, isQuick: () => boolean) {
    this.room = room;
    this.view = view;
    this.look = look;
    this.isQuick = isQuick;
    const turn = $derived(`${view().moves.length} ${view().on_move}`);
    $effect(() => {
      void turn;
      untrack(this.put);
    });
    // What was chosen ahead is played if it can be; if not, it is said.
    $effect(() => {
      if (!this.premove || !this.legal.length) return;
      const { from, to } = this.premove;
      this.premove = null;
      const [uci] = this.between(from, to);
      if (uci) void this.send(uci);
      else toasts.note(t('chess.premove.dropped'));
    });
  }

  private between(from: number, to: number): string[] {
    const moves = movesBetween(this.legal, from, to);
    return moves.length ? moves : castlesOnto(this.legal, this.squares, from, to);
  }

  readonly put = (): void => {
    this.selected = -1;
    this.pending = [];
  };

  readonly pick = (square: number): void => {
    if (!this.look.isNow) return this.look.show(this.look.moves.length);
    if (this.isDrawing) return this.drawAt(square);
    if (this.canPremove) return this.pickAhead(square);
    const moves = this.selected >= 0 ? this.between(this.selected, square) : [];
    if (moves.length) return this.choose(moves);
    this.pending = [];
    this.take(square);
  };

  private take(square: number) {
    this.selected = this.starts.has(square) && square !== this.selected ? square : -1;
  }

  private pickAhead(square: number) {
    const from = this.selected;
    if (from >= 0 && (!this.starts.has(square) || isOntoRook(this.squares, from, square))) {
      this.premove = { from, to: square };
      this.selected = -1;
      return;
    }
    this.premove = null;
    this.take(square);
  }

  private drawAt(square: number) {
    if (this.selected < 0) this.selected = square;
    else this.drop(this.selected, square);
  }

  readonly drop = (from: number, to: number): void => {
    if (this.isDrawing) {
      this.selected = -1;
      this.draw(from, to);
    } else if (this.canPremove) {
      this.premove = { from, to };
      this.selected = -1;
    } else this.choose(this.between(from, to));
  };

  readonly draw = (from: number, to: number): void => {
    void this.room.player<ChessCommand>()('draw_arrow', { from, to });
  };

  private choose(moves: string[]) {
    this.pending = moves;
    if (this.isQuick() && moves.length === 1) void this.send(moves[0] as string);
  }

  readonly send = async (uci: string): Promise<void> => {
    const play = this.room.player<ChessCommand>();
    if (await play(this.propose ? 'propose' : 'move', { uci })) this.put();
    else this.pending = [];
  };

  /** Escape puts back what is in hand, chosen, or chosen ahead. */
  readonly escape = (): void => {
    this.put();
    this.premove = null;
  };

  readonly toggleDrawing = (): void => {
    this.put();
    this.isDrawing = !this.isDrawing;
  };
}
