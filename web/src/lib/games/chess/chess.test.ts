import { describe, expect, it } from 'vitest';
import {
  captured,
  castlesOnto,
  changes,
  checkSquare,
  localSan,
  movesBetween,
  nameOf,
  neighbourByKey,
  positions,
  resolveSpoken,
  resolveTyped,
  rowsOf,
  squareOf,
  squaresOf,
  START,
  targetsOf,
} from './board';
import { threadBetween } from '../../ui/threads';
import type { ChessView, Move } from './types';

const start = squaresOf(START);

describe('the notation', () => {
  const french = 'RDTFC';

  it('has the letters of the language', () => {
    const local = ['Nf3', 'Qxd1+', 'e8=Q', 'O-O'].map((san) => localSan(san, french));

    expect(local).toEqual(['Cf3', 'Dxd1+', 'e8=D', 'O-O']);
  });

  it('is read in the own letters, and in English ones', () => {
    const moves = ['g1f3', 'g1h3', 'e2e4'];
    const read = (typed: string) => resolveSpoken(typed, moves, start, french);

    expect([read('Cf3'), read('Nf3'), read('e4'), read('Fb5')]).toEqual([
      ['g1f3'],
      ['g1f3'],
      ['e2e4'],
      [],
    ]);
    const pawn = squaresOf('8/4P3/8/8/8/8/8/4K2k');
    expect(resolveSpoken('e8=D', ['e7e8q', 'e7e8n'], pawn, french)).toEqual(['e7e8q']);
  });
});

describe('what moved', () => {
  it('is the king and the rook in castling', () => {
    const before = squaresOf('8/8/8/8/8/8/8/4K2R');

    expect(changes(before, squaresOf('8/8/8/8/8/8/8/5RK1')).steps).toEqual(
      expect.arrayContaining([
        { from: squareOf('e1'), to: squareOf('g1') },
        { from: squareOf('h1'), to: squareOf('f1') },
      ]),
    );
  });

  it('leaves a pawn taken in passing behind, to fade', () => {
    const before = squaresOf('8/8/8/3pP3/8/8/8/8');
    const { steps, gone } = changes(before, squaresOf('8/8/3P4/8/8/8/8/8'));

    expect(steps).toEqual([{ from: squareOf('e5'), to: squareOf('d6') }]);
    expect(gone).toEqual([{ square: squareOf('d5'), letter: 'p' }]);
  });

  it('is a pawn that becomes a queen', () => {
    const { steps } = changes(squaresOf('8/P7/8/8/8/8/8/8'), squaresOf('Q7/8/8/8/8/8/8/8'));

    expect(steps).toEqual([{ from: squareOf('a7'), to: squareOf('a8') }]);
  });
});

describe('castling', () => {
  it('is meant by putting the king on his rook', () => {
    const squares = squaresOf('8/8/8/8/8/8/8/R3K2R');
    const legal = ['e1g1', 'e1c1', 'e1e2'];

    expect(castlesOnto(legal, squares, squareOf('e1'), squareOf('h1'))).toEqual(['e1g1']);
    expect(castlesOnto(legal, squares, squareOf('e1'), squareOf('a1'))).toEqual(['e1c1']);
    expect(castlesOnto(legal, squares, squareOf('a1'), squareOf('e1'))).toEqual([]);
  });
});

describe('captured men', () => {
  it('stand with whoever took them, and the lead is counted', () => {
    const taken = captured(squaresOf('rnb1kbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR'));

    expect([taken.A, taken.B, taken.lead]).toEqual([['queen'], ['pawn'], 8]);
  });
});

describe('squares', () => {
  it('are numbered from a1 along the ranks', () => {
    expect([nameOf(0), nameOf(7), nameOf(63)]).toEqual(['a1', 'h1', 'h8']);
    expect(squareOf('e4')).toBe(28);
  });

  it('hold the men of the FEN', () => {
    expect(start[squareOf('e1')]).toBe('K');
    expect(start[squareOf('d8')]).toBe('q');
    expect(start[squareOf('e4')]).toBe('');
  });

  it('are walked as the board is seen', () => {
    expect(nameOf(neighbourByKey('ArrowUp', squareOf('e2'), false))).toBe('e3');
    expect(nameOf(neighbourByKey('ArrowUp', squareOf('e2'), true))).toBe('e1');
    expect(nameOf(neighbourByKey('ArrowLeft', squareOf('a1'), false))).toBe('a1');
  });
});

describe('a tap', () => {
  const legal = ['e2e3', 'e2e4', 'a7a8q', 'a7a8r', 'a7a8b', 'a7a8n'];

  it('shows the targets that the server allows', () => {
    expect([...targetsOf(legal, squareOf('e2'))].map(nameOf)).toEqual(['e3', 'e4']);
  });

  it('on the last rank leaves four moves to choose from', () => {
    expect(movesBetween(legal, squareOf('a7'), squareOf('a8'))).toHaveLength(4);
  });
});

describe('a typed move', () => {
  const legal = ['e2e4', 'e2e3', 'g1f3', 'b1c3', 'b1a3'];

  it.each([
    ['e4', 'e2e4'],
    ['e2e4', 'e2e4'],
    ['e2-e4', 'e2e4'],
    ['Nf3', 'g1f3'],
    ['nf3', 'g1f3'],
    [' Nf3+ ', 'g1f3'],
    ['Nbc3', 'b1c3'],
  ])('%s is found', (typed, uci) => {
    expect(resolveTyped(typed, legal, start)).toEqual([uci]);
  });

  it.each(['Ke2', 'e5', 'Qh5', '', 'hello', 'e2e4q', 'O-O'])('%s is not possible', (typed) => {
    expect(resolveTyped(typed, legal, start)).toEqual([]);
  });

  it('that fits two men is not guessed', () => {
    const squares = squaresOf('7k/8/8/8/8/8/8/R4R1K');
    const legal = ['a1d1', 'f1d1'];

    expect(resolveTyped('Rd1', legal, squares)).toHaveLength(2);
    expect(resolveTyped('Rad1', legal, squares)).toEqual(['a1d1']);
  });

  it('is a bishop only with a capital letter, a pawn of the b-file otherwise', () => {
    const squares = squaresOf('7k/8/8/2p5/1P6/8/8/B6K');
    const legal = ['b4c5', 'a1c3'];

    expect(resolveTyped('bxc5', legal, squares)).toEqual(['b4c5']);
    expect(resolveTyped('Bc3', legal, squares)).toEqual(['a1c3']);
  });

  it('can castle and promote', () => {
    const squares = squaresOf('4k3/P7/8/8/8/8/8/R3K2R');
    const legal = ['e1g1', 'e1c1', 'e1e2', 'a7a8q', 'a7a8n'];

    expect(resolveTyped('O-O', legal, squares)).toEqual(['e1g1']);
    expect(resolveTyped('0-0-0', legal, squares)).toEqual(['e1c1']);
    expect(resolveTyped('a8=N', legal, squares)).toEqual(['a7a8n']);
    expect(resolveTyped('a8', legal, squares)).toEqual([]);
  });
});

describe('the game again', () => {
  const at = (moves: string[], square: string) => positions(moves).at(-1)?.[squareOf(square)];

  it('castles with the rook', () => {
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5', 'e1g1'];

    expect([at(moves, 'g1'), at(moves, 'f1'), at(moves, 'h1')]).toEqual(['K', 'R', '']);
  });

  it('takes in passing', () => {
    const moves = ['e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6'];

    expect([at(moves, 'd6'), at(moves, 'd5'), at(moves, 'e5')]).toEqual(['P', '', '']);
  });

  it('promotes in the colour of the pawn', () => {
    const moves = ['a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'h7h6', 'a6a7', 'h6h5', 'a7b8n'];

    expect(at(moves, 'b8')).toBe('N');
  });

  it('is listed in pairs', () => {
    const moves = ['e4', 'e5', 'Nf3'].map((san) => ({ san }) as Move);

    const rows = rowsOf(moves);

    expect(rows.map((row) => [row.number, row.white?.san, row.black?.san])).toEqual([
      [1, 'e4', 'e5'],
      [2, 'Nf3', undefined],
    ]);
  });
});

describe('check', () => {
  it('is shown on the king of the side to move', () => {
    const view = { fen: '4k3/8/8/8/7q/8/8/4K3 w - - 0 1', in_check: true, to_move: 'A' };

    expect(nameOf(checkSquare(view as ChessView))).toBe('e1');
    expect(checkSquare({ ...view, in_check: false } as ChessView)).toBe(-1);
  });
});

describe('threads', () => {
  it('of two who vote for each other do not lie on one another', () => {
    const a = { x: 0, y: 0 };
    const b = { x: 100, y: 0 };
    const bend = (path: string) => /Q\S+ (-?[\d.]+)/.exec(path)?.[1];

    expect(bend(threadBetween(a, b, 10))).not.toBe(bend(threadBetween(b, a, 10)));
  });
});
