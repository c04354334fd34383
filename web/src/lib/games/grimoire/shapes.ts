/** The outline of a token says its team, so that colour is not alone: a circle, a hexagon, a square, horns, a diamond. In a
 * box of 100 by 100; `line` is the fine line inside. */
import type { Team } from './types';

interface Shape {
  outline: string;
  line: string;
}

/** A polygon with round corners: a curve at each corner, straight between them. */
function rounded(corners: [number, number][], round: number): string {
  const parts = corners.map(([x, y], i) => {
    const before = corners.at(i - 1) as [number, number];
    const after = corners[(i + 1) % corners.length] as [number, number];
    const towards = ([px, py]: [number, number]) => {
      const length = Math.hypot(px - x, py - y);
      const at = (from: number, to: number) => (from + ((to - from) * round) / length).toFixed(1);
      return `${at(x, px)} ${at(y, py)}`;
    };
    return `${i ? 'L' : 'M'}${towards(before)}Q${x} ${y} ${towards(after)}`;
  });
  return `${parts.join('')}Z`;
}

const circle = (r: number) => `M50 ${50 - r}a${r} ${r} 0 1 0 .01 0z`;

function hexagon(r: number): [number, number][] {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((2 * i - 3) * Math.PI) / 6;
    return [
      Math.round(50 + r * Math.cos(angle) * 1.04),
      Math.round(50 + r * Math.sin(angle)),
    ] as const;
  }).map(([x, y]) => [x, y]);
}

const square = (r: number): [number, number][] => [
  [50 - r, 50 - r],
  [50 + r, 50 - r],
  [50 + r, 50 + r],
  [50 - r, 50 + r],
];

const diamond = (r: number): [number, number][] => [
  [50, 50 - r],
  [50 + r, 50],
  [50, 50 + r],
  [50 - r, 50],
];

const round: Shape = { outline: circle(47), line: circle(40) };

const shapes: { [team in Team]: Shape } = {
  townsfolk: round,
  fabled: round,
  loric: round,
  outsider: { outline: rounded(hexagon(50), 9), line: rounded(hexagon(42), 7) },
  minion: { outline: rounded(square(44), 13), line: rounded(square(37), 9) },
  demon: {
    outline:
      'M6 0Q20 4 29 13Q50 6 71 13Q80 4 94 0Q96 14 89 26Q95 39 95 54Q92 97 50 97Q8 97 5 54Q5 39 11 26Q4 14 6 0Z',
    line: 'M28 21Q50 14 72 21Q88 37 88 54Q85 90 50 90Q15 90 12 54Q12 37 28 21Z',
  },
  traveller: { outline: rounded(diamond(51), 10), line: rounded(diamond(42), 8) },
};

export const shapeOfTeam = (team: Team): Shape => shapes[team] ?? round;
