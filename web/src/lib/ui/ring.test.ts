import { describe, expect, it } from 'vitest';
import { layCrowd } from './crowd';
import { layRing, type Box, type Place, type Ring } from './ring';

const phone = { width: 358, height: 500, self: 0 };
/** The middle of the shell, as measured: a small phone's table and lobby, a phone's table and end, one on its side, a desk. */
const boxes = [
  { width: 288, height: 289 },
  { width: 288, height: 303 },
  { width: 288, height: 340 },
  { width: 358, height: 586 },
  { width: 358, height: 337 },
  { width: 442, height: 374 },
  { width: 614, height: 788, large: 64, foot: 37 },
];
const upTo15 = Array.from({ length: 14 }, (_, i) => i + 2);

function lay(box: Box): Ring {
  const ring = layRing(box);
  return ring.isCrowded ? layCrowd(box) : ring;
}

/** What a seat takes: its disc, and the name under it. */
function parts({ x, y }: Place, { disc, name, foot }: Ring) {
  return [
    { left: x - disc / 2, right: x + disc / 2, top: y - disc / 2, bottom: y + disc / 2 },
    {
      left: x - name / 2,
      right: x + name / 2,
      top: y + disc / 2,
      bottom: y + disc / 2 + foot,
    },
  ];
}

function coverings(ring: Ring): string[] {
  const seats = ring.places.map((place) => parts(place, ring));
  return seats.flatMap((mine, a) =>
    seats
      .slice(0, a)
      .flatMap((theirs, b) =>
        mine.some((one) =>
          theirs.some(
            (two) =>
              Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.01 &&
              Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 0.01,
          ),
        )
          ? [`${b} and ${a}`]
          : [],
      ),
  );
}

describe('a ring', () => {
  it('puts the viewer at the bottom', () => {
    const ring = layRing({ ...phone, seats: 7, self: 3 });

    expect(ring.places[3]?.x).toBeCloseTo(179);
    expect(ring.places[3]?.y).toBeCloseTo(250 + ring.ry);
  });

  it('seats the next person clockwise, which from the bottom is to the left', () => {
    const ring = layRing({ ...phone, seats: 4 });

    expect(ring.places[1]?.x).toBeLessThan(179);
    expect(ring.places[1]?.y).toBeCloseTo(250);
  });

  it('takes its radii from the box', () => {
    const ring = layRing({ ...phone, seats: 5 });

    expect(ring.rx).toBe(135);
    expect(ring.ry).toBeCloseTo(Math.min(204, 1.35 * 135));
  });

  it('uses small discs from eleven seats and rows from sixteen', () => {
    expect(layRing({ ...phone, seats: 10 }).disc).toBe(52);
    expect(layRing({ ...phone, seats: 11 }).disc).toBe(44);
    expect(layRing({ ...phone, seats: 15 }).places).toHaveLength(15);
    expect(layRing({ ...phone, seats: 16 }).places).toHaveLength(0);
  });

  it('says when people would cover each other', () => {
    expect(layRing({ ...phone, seats: 7 }).isCrowded).toBe(false);
    expect(layRing({ ...phone, width: 288, height: 303, seats: 10 }).isCrowded).toBe(true);
  });
});

describe('a crowded ring', () => {
  it.each(boxes)('lets no disc and no name cover another in $width × $height', (box) => {
    const covered = upTo15.map((seats) => coverings(lay({ ...box, seats, self: 0 })));

    expect(covered).toEqual(upTo15.map(() => []));
  });

  it.each(boxes)('stays within $width × $height, with 48 px to tap', (box) => {
    for (const seats of upTo15) {
      const ring = lay({ ...box, seats, self: 0 });
      const all = ring.places.flatMap((place) => parts(place, ring));

      expect(ring.name).toBeGreaterThanOrEqual(48);
      expect(Math.min(...all.map(({ left }) => left))).toBeGreaterThanOrEqual(-0.01);
      expect(Math.max(...all.map(({ right }) => right))).toBeLessThanOrEqual(box.width + 0.01);
      expect(Math.min(...all.map(({ top }) => top))).toBeGreaterThanOrEqual(-0.01);
      expect(Math.max(...all.map(({ bottom }) => bottom))).toBeLessThanOrEqual(box.height + 0.01);
    }
  });

  it('keeps the viewer at the bottom, the others clockwise, left and right alike', () => {
    const box = { width: 288, height: 303, seats: 15, self: 4 };
    const { places, middle } = layCrowd(box);
    const turned = (by: number) => places[(box.self + by) % 15] as Place;
    const clockwise = ({ x, y }: Place) => (Math.atan2(middle.x - x, y - middle.y) + 6.29) % 6.2832;
    const angles = Array.from({ length: 15 }, (_, by) => clockwise(turned(by)));

    expect(turned(0).x).toBeCloseTo(144);
    expect(turned(0).y).toBe(Math.max(...places.map(({ y }) => y)));
    expect(angles).toEqual([...angles].sort((a, b) => a - b));
    for (const by of [1, 2, 3, 4, 5, 6, 7]) {
      expect(turned(by).x + turned(15 - by).x).toBeCloseTo(288);
      expect(turned(by).y).toBeCloseTo(turned(15 - by).y);
    }
  });
});
