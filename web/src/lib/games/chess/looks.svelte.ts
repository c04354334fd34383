/** How this device likes its board and men. */
import { recall, remember } from '../../storage';

export const boards = ['wood', 'green', 'slate'] as const;
export const pieceSets = ['plain', 'ink', 'flat'] as const;
export type BoardLook = (typeof boards)[number];
export type PieceLook = (typeof pieceSets)[number];

function kept<T extends string>(key: string, all: readonly T[]): T {
  return all.find((one) => one === recall(key)) ?? (all[0] as T);
}

class Looks {
  board = $state<BoardLook>(kept('chess.board', boards));
  pieces = $state<PieceLook>(kept('chess.pieces', pieceSets));

  setBoard(board: BoardLook): void {
    this.board = board;
    remember('chess.board', board);
  }

  setPieces(pieces: PieceLook): void {
    this.pieces = pieces;
    remember('chess.pieces', pieces);
  }
}

export const looks = new Looks();
