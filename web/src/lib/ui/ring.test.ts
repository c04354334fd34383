import { describe, expect, it } from 'vitest';
import { layRing } from './ring';

describe('layRing', () => {
  it('puts the viewer at the bottom', () => {
    const ring = layRing(358, 500, 7, 3);

    expect(ring.places[3]?.x).toBeCloseTo(179);
    expect(ring.places[3]?.y).toBeCloseTo(250 + ring.ry);
  });

  it('seats the next person clockwise, which from the bottom is to the left', () => {
    const ring = layRing(358, 500, 4, 0);

    expect(ring.places[1]?.x).toBeLessThan(179);
    expect(ring.places[1]?.y).toBeCloseTo(250);
  });

  it('takes its radii from the box', () => {
    const ring = layRing(358, 500, 5, 0);

    expect(ring.rx).toBe(135);
    expect(ring.ry).toBeCloseTo(Math.min(204, 1.35 * 135));
  });

  it('uses small discs from eleven seats and rows from sixteen', () => {
    expect(layRing(358, 500, 10, 0).disc).toBe(52);
    expect(layRing(358, 500, 11, 0).disc).toBe(44);
    expect(layRing(358, 500, 15, 0).places).toHaveLength(15);
    expect(layRing(358, 500, 16, 0).places).toHaveLength(0);
  });

  it('uses small discs where large ones would touch', () => {
    expect(layRing(288, 200, 5, 0).disc).toBe(52);
    expect(layRing(288, 200, 10, 0).disc).toBe(44);
  });
});
