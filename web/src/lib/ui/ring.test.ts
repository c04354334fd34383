import { describe, expect, it } from 'vitest';
import { layRing, type Ring } from './ring';

const phone = { width: 358, height: 500, self: 0 };
/** The middle of the shell, as measured: a small phone's table and lobby, a phone's table and end, one on its side, a tablet,
 * a desk, a TV; and with claims under the names. */
const boxes = [
  { width: 288, height: 289 },
  { width: 288, height: 340 },
  { width: 358, height: 586 },
  { width: 358, height: 470, foot: 40 },
  { width: 358, height: 337 },
  { width: 442, height: 374 },
  { width: 614, height: 788 },
  { width: 700, height: 520, foot: 40 },
  { width: 1728, height: 760, foot: 42 },
  { width: 1728, height: 760, foot: 76 },
];
const upTo20 = Array.from({ length: 18 }, (_, i) => i + 3);

type Part = { left: number; right: number; top: number; bottom: number };

/** What a seat takes: its disc, and the name under or beside it. */
function parts(ring: Ring, seat: number): Part[] {
  const { disc, foot } = ring;
  const { x, y } = ring.places[seat]!;
  const name = ring.names[seat]!;
  const side = ring.sides[seat];
  const coin = { left: x - disc / 2, right: x + disc / 2, top: y - disc / 2, bottom: y + disc / 2 };
  const beside = { top: y - foot / 2, bottom: y + foot / 2 };
  if (side === 'left') return [coin, { ...beside, left: coin.left - ring.name, right: coin.left }];
  if (side === 'right')
    return [coin, { ...beside, left: coin.right, right: coin.right + ring.name }];
  return [
    coin,
    { left: x - name / 2, right: x + name / 2, top: coin.bottom, bottom: coin.bottom + foot },
  ];
}

function cover(one: Part, two: Part): boolean {
  return (
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.6 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 0.6
  );
}

function coverings(ring: Ring): string[] {
  const seats = ring.places.map((_, seat) => parts(ring, seat));
  return seats.flatMap((mine, a) =>
    seats
      .slice(0, a)
      .flatMap((theirs, b) =>
        mine.some((one) => theirs.some((two) => cover(one, two))) ? [`${b} and ${a}`] : [],
      ),
  );
}

describe('a table', () => {
  it('puts the viewer at the bottom and the next person to the left', () => {
    const ring = layRing({ ...phone, seats: 7, self: 3 });

    expect(ring.places[3]?.x).toBeCloseTo(179);
    expect(ring.places[3]?.y).toBe(Math.max(...ring.places.map(({ y }) => y)));
    expect(ring.places[4]?.x).toBeLessThan(179);
  });

  it('seats people at equal lengths along its edge, left and right alike', () => {
    const { places, middle } = layRing({ ...phone, seats: 6 });

    for (const by of [1, 2]) {
      const [left, right] = [places[by]!, places[6 - by]!];
      expect(left.x - middle.x).toBeCloseTo(middle.x - right.x);
      expect(left.y).toBeCloseTo(right.y);
    }
    expect(places[3]?.x).toBeCloseTo(middle.x);
  });

  it('has larger discs where there is more room and fewer people', () => {
    const disc = (width: number, height: number, seats: number) =>
      layRing({ width, height, seats, self: 0 }).disc;

    expect(disc(358, 586, 6)).toBe(64);
    expect(disc(358, 586, 10)).toBeGreaterThanOrEqual(56);
    expect(disc(700, 560, 6)).toBe(84);
    expect(disc(1728, 800, 6)).toBe(132);
    expect(disc(288, 300, 6)).toBeLessThanOrEqual(52);
  });

  it('seats twenty people of a phone at one long table, with their names outside', () => {
    const ring = layRing({ width: 358, height: 620, seats: 20, self: 0 });

    expect(ring.places).toHaveLength(20);
    expect(ring.sides.filter((side) => side === 'left')).toHaveLength(9);
    expect(ring.sides.filter((side) => side === 'right')).toHaveLength(9);
  });

  it('finds a place for up to fifteen in every box, and for twenty on a TV', () => {
    for (const box of boxes.slice(2))
      expect(layRing({ ...box, seats: box.height > 500 ? 15 : 10, self: 0 }).places).not.toEqual(
        [],
      );
    expect(layRing({ width: 1728, height: 760, foot: 42, seats: 20, self: 0 }).places).toHaveLength(
      20,
    );
  });

  it.each(boxes)('lets no disc and no name cover another in $width × $height', (box) => {
    const covered = upTo20.map((seats) => coverings(layRing({ ...box, seats, self: 0 })));

    expect(covered).toEqual(upTo20.map(() => []));
  });

  it.each(boxes)('stays within $width × $height, with 44 px to see and 48 to tap', (box) => {
    for (const seats of upTo20) {
      const ring = layRing({ ...box, seats, self: 0 });
      const all = ring.places.flatMap((_, seat) => parts(ring, seat));

      expect(ring.name).toBeGreaterThanOrEqual(48);
      if (all.length === 0) continue;
      expect(Math.min(...all.map(({ left }) => left))).toBeGreaterThanOrEqual(-0.6);
      expect(Math.max(...all.map(({ right }) => right))).toBeLessThanOrEqual(box.width + 0.6);
      expect(Math.min(...all.map(({ top }) => top))).toBeGreaterThanOrEqual(-0.6);
      expect(Math.max(...all.map(({ bottom }) => bottom))).toBeLessThanOrEqual(box.height + 0.6);
    }
  });
});
