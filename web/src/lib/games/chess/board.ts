/** The board as the page needs it: squares, names, and which of the server's legal moves a tap or a typed word means.
 * Nothing here knows what is legal. Square 0 is a1, 7 is h1, 63 is h8. */
import type { Action, ChessView, Move, PieceName, Team } from './types';

/** 64 letters as in FEN, '' for an empty square. */
export type Squares = string[];

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
export const promotions: PieceName[] = ['queen', 'rook', 'bishop', 'knight'];
const FILES = 'abcdefgh';
const names: Record<string, PieceName> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

export function squaresOf(fen: string): Squares {
  const squares: Squares = Array.from({ length: 64 }, () => '');
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, i) => {
    let square = (7 - i) * 8;
    for (const letter of row) {
      if (/\d/.test(letter)) square += Number(letter);
      else squares[square++] = letter;
    }
  });
  return squares;
}

export function nameOf(square: number): string {
  return `${FILES[square % 8]}${Math.floor(square / 8) + 1}`;
}

export function squareOf(name: string): number {
  return FILES.indexOf(name[0] ?? '') + 8 * (Number(name[1]) - 1);
}

export function pieceOf(letter: string): { piece: PieceName; isWhite: boolean } | null {
  const piece = names[letter.toLowerCase()];
  return piece ? { piece, isWhite: letter !== letter.toLowerCase() } : null;
}

export function letterOf(piece: PieceName): string {
  return piece === 'knight' ? 'n' : (piece[0] as string);
}

export function fromOf(uci: string): number {
  return squareOf(uci.slice(0, 2));
}

export function toOf(uci: string): number {
  return squareOf(uci.slice(2, 4));
}

type Named<Type> = Extract<Action, { type: Type }>;

export function actionOf<Type extends Action['type']>(
  view: ChessView,
  type: Type,
): Named<Type> | undefined {
  return view.available_actions.find((action): action is Named<Type> => action.type === type);
}

/** Where the men that may move stand. */
export function startsOf(legal: string[]): Set<number> {
  return new Set(legal.map(fromOf));
}

export function targetsOf(legal: string[], from: number): Set<number> {
  return new Set(legal.filter((uci) => fromOf(uci) === from).map(toOf));
}

/** One move; four where a pawn arrives; none where the server allows none. */
export function movesBetween(legal: string[], from: number, to: number): string[] {
  return legal.filter((uci) => fromOf(uci) === from && toOf(uci) === to);
}

/** The king put on his own rook, as many play castling. */
export function isOntoRook(squares: Squares, from: number, to: number): boolean {
  const men = `${squares[from]}${squares[to]}`;
  return (men === 'KR' || men === 'kr') && Math.floor(from / 8) === Math.floor(to / 8);
}

export function castlesOnto(legal: string[], squares: Squares, from: number, to: number): string[] {
  if (!isOntoRook(squares, from, to)) return [];
  return movesBetween(legal, from, to > from ? from + 2 : from - 2);
}

const worth: Record<PieceName, number> = {
  pawn: 1,
  knight: 3,
  bishop: 3,
  rook: 5,
  queen: 9,
  king: 0,
};
const full: [PieceName, number][] = [
  ['queen', 1],
  ['rook', 2],
  ['bishop', 2],
  ['knight', 2],
  ['pawn', 8],
];

/** What White has taken, what Black has taken, and by how much the first is ahead. */
export function captured(squares: Squares): Record<Team, PieceName[]> & { lead: number } {
  const taken = { A: [] as PieceName[], B: [] as PieceName[], lead: 0 };
  for (const letter of squares) {
    const man = pieceOf(letter);
    if (man) taken.lead += man.isWhite ? worth[man.piece] : -worth[man.piece];
  }
  for (const [piece, count] of full)
    for (const isWhite of [true, false]) {
      const letter = isWhite ? letterOf(piece).toUpperCase() : letterOf(piece);
      const gone = count - squares.filter((one) => one === letter).length;
      for (let i = 0; i < gone; i++) taken[isWhite ? 'B' : 'A'].push(piece);
    }
  return taken;
}

/** Men that are elsewhere now than before: what the eye is to follow. A man that was taken stands in `gone`. */
export function changes(
  before: Squares,
  after: Squares,
): { steps: { from: number; to: number }[]; gone: { square: number; letter: string }[] } {
  const left = before.flatMap((letter, i) => (letter && after[i] !== letter ? [i] : []));
  const come = after.flatMap((letter, i) => (letter && before[i] !== letter ? [i] : []));
  const steps: { from: number; to: number }[] = [];
  const isSameSide = (a: string, b: string) => (a === a.toUpperCase()) === (b === b.toUpperCase());
  const pair = (fits: (from: string, to: string) => boolean) => {
    for (const to of [...come]) {
      const from = left.find((square) => fits(before[square] as string, after[to] as string));
      if (from === undefined) continue;
      steps.push({ from, to });
      left.splice(left.indexOf(from), 1);
      come.splice(come.indexOf(to), 1);
    }
  };
  pair((from, to) => from === to);
  /* A pawn that became something, or, going back, was one again. */
  pair(
    (from, to) => isSameSide(from, to) && (from.toLowerCase() === 'p' || to.toLowerCase() === 'p'),
  );
  return { steps, gone: left.map((square) => ({ square, letter: before[square] as string })) };
}

const SAN = /^([NBRQK])?([a-h])?([1-8])?[x:]?([a-h][1-8])=?([NBRQ])?$/;

function fitsSan(uci: string, squares: Squares, san: RegExpExecArray): boolean {
  const [, piece, file, rank, to, promotion] = san;
  const from = uci.slice(0, 2);
  return (
    uci.slice(2, 4) === to &&
    (squares[squareOf(from)] ?? '').toUpperCase() === (piece ?? 'P') &&
    (!file || from[0] === file) &&
    (!rank || from[1] === rank) &&
    uci.slice(4).toUpperCase() === (promotion ?? '')
  );
}

function fitsCastling(uci: string, squares: Squares, isLong: boolean): boolean {
  const isKing = (squares[fromOf(uci)] ?? '').toUpperCase() === 'K';
  return isKing && toOf(uci) - fromOf(uci) === (isLong ? -2 : 2);
}

/** King, queen, rook, bishop, knight, as SAN on the wire has them. */
const LETTERS = 'KQRBN';
export const figures = '♔♕♖♗♘';

/** SAN in other letters: five of them, in the order of LETTERS. */
export function localSan(san: string, letters: string): string {
  return san.replace(/[KQRBN]/g, (letter) => letters[LETTERS.indexOf(letter)] ?? letter);
}

/** Words in these letters as SAN on the wire has them. */
function wireSan(words: string, letters: string): string {
  const wired = (letter: string) => LETTERS[letters.indexOf(letter.toUpperCase())] ?? letter;
  return words.replace(/^[A-Z]/, wired).replace(/(?<=[18]=?)[A-Z]$/i, wired);
}

/** A move typed in the player's own letters, or else in English ones. */
export function resolveSpoken(
  typed: string,
  legal: string[],
  squares: Squares,
  letters: string,
): string[] {
  const own = resolveTyped(wireSan(typed.trim(), letters), legal, squares);
  return own.length ? own : resolveTyped(typed, legal, squares);
}

/** The moves of `legal` that the typed words can mean: SAN or UCI, with or without signs of check. */
export function resolveTyped(typed: string, legal: string[], squares: Squares): string[] {
  const words = typed.trim().replace(/[+#!?]+$/, '');
  const uci = words.toLowerCase().replace(/[-=]/g, '');
  if (legal.includes(uci)) return [uci];
  const castling = /^[o0]-?[o0](-?[o0])?$/i.exec(words);
  if (castling) return legal.filter((move) => fitsCastling(move, squares, Boolean(castling[1])));
  const san = SAN.exec(words) ?? SAN.exec(words.slice(0, 1).toUpperCase() + words.slice(1));
  return san ? legal.filter((move) => fitsSan(move, squares, san)) : [];
}

/** The board after a move that was legal: also the rook of a castling and the pawn taken in passing. */
export function moved(before: Squares, uci: string): Squares {
  const after = [...before];
  const from = fromOf(uci);
  const to = toOf(uci);
  const man = before[from] ?? '';
  const isPawn = man.toLowerCase() === 'p';
  if (isPawn && from % 8 !== to % 8 && !before[to]) after[from - (from % 8) + (to % 8)] = '';
  if (man.toLowerCase() === 'k' && Math.abs(to - from) === 2) {
    const corner = to > from ? to + 1 : to - 2;
    after[(from + to) / 2] = before[corner] ?? '';
    after[corner] = '';
  }
  const promotion = uci.slice(4);
  after[from] = '';
  after[to] = promotion ? (man === 'P' ? promotion.toUpperCase() : promotion) : man;
  return after;
}

/** The board before the first move and after each. */
export function positions(moves: string[], start = START): Squares[] {
  const all = [squaresOf(start)];
  for (const uci of moves) all.push(moved(all[all.length - 1] as Squares, uci));
  return all;
}

export interface MoveRow {
  number: number;
  white: Move | undefined;
  black: Move | undefined;
}

/** `isBlackFirst`: the game began with a move of Black; its first row has no move of White. */
export function rowsOf(moves: Move[], isBlackFirst = false): MoveRow[] {
  const all = isBlackFirst ? [undefined, ...moves] : moves;
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, i) => ({
    number: i + 1,
    white: all[2 * i],
    black: all[2 * i + 1],
  }));
}

/** The king of the side to move, if it stands in check; -1 otherwise. */
export function checkSquare(view: ChessView): number {
  if (!view.in_check) return -1;
  return squaresOf(view.fen).indexOf(view.to_move === 'A' ? 'K' : 'k');
}

/** Where the arrow keys lead, as the board is seen. */
export function neighbourByKey(key: string, square: number, isFlipped: boolean): number {
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  const step = steps[key];
  if (!step) return square;
  const turn = isFlipped ? -1 : 1;
  const file = (square % 8) + turn * step[0];
  const rank = Math.floor(square / 8) + turn * step[1];
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? square : rank * 8 + file;
}
