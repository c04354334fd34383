import { describe, expect, it } from 'vitest';
import en from '../en.json';
import es from '../es.json';
import fr from '../fr.json';
import { allKnown } from '../characters';
import { placeChips } from './chips';
import { doOverlap, layGrimoire, spotsOf, TOKEN_MIN, type Label, type Rect } from './layout';

const people = [
  'Ana',
  'Bruno',
  'Chloé',
  'Dmitri',
  'Esperanza-María',
  'Farouk',
  'Gwendolyn',
  'Hiro',
  'Ines',
  'Jamal',
  'Katarzyna',
  'Liu',
  'Mohammed',
  'Nadia',
  'Oskar',
];
const languages = { en, fr, es } as { [language: string]: { [key: string]: unknown } };
/** As wide as the house's bold letters are on average, and a little more. */
const measure = (text: string, size: number) => text.length * size * 0.58;
const boxes = {
  'tablet on its side': [748, 764],
  'tablet upright': [820, 840],
  'phone, short step': [390, 588],
  'phone with consequence': [390, 518],
  'small phone': [320, 386],
  'very small phone': [320, 250],
} as const;

function seats(language: string, count: number): Label[] {
  return people.slice(0, count).map((name, i) => ({
    name,
    ribbon: String(languages[language]?.[`grimoire.character.${allKnown[(i * 7) % 22]}`]),
  }));
}

function lay(box: keyof typeof boxes, count: number, language = 'en') {
  const [width, height] = boxes[box];
  return layGrimoire({ width, height, seats: seats(language, count), measure });
}

describe.each(Object.keys(languages))('the ring in %s', (language) => {
  it.each(Object.keys(boxes) as (keyof typeof boxes)[])('overlaps nowhere: %s', (box) => {
    for (let count = 5; count <= 15; count++) {
      const { places, token, kind } = lay(box, count, language);
      expect(places).toHaveLength(count);
      if (kind === 'ring') expect(token).toBeGreaterThanOrEqual(TOKEN_MIN);
      for (const [i, one] of places.entries())
        for (const other of places.slice(i + 1))
          for (const a of one.boxes)
            for (const b of other.boxes)
              expect(doOverlap(a, b), `${count} seats: ${a} on ${b}`).toBe(false);
    }
  });

  it('has room for words that covers no seat, near the middle first', () => {
    for (const box of ['tablet upright', 'phone with consequence', 'small phone'] as const)
      for (const count of [7, 12]) {
        const layout = lay(box, count, language);
        if (layout.kind === 'files') continue;
        const spots = spotsOf(layout);
        // In the smallest boxes the words may have to give way.
        const hasRoom = spots.some((one) => one.width >= 60 && one.height >= 56);
        expect(hasRoom || box === 'small phone', `${box}, ${count}`).toBe(true);
        const seats = layout.places.flatMap((one) => one.boxes);
        const covered = spots.filter(({ x, y, width, height }) => {
          const spot: Rect = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
          return seats.some((seat) => doOverlap(seat, spot));
        });
        expect(covered, `${box}, ${count}`).toEqual([]);
      }
  });

  it('keeps every box within the width, and reminders off everything', () => {
    for (const box of ['tablet on its side', 'phone, short step'] as const)
      for (let count = 5; count <= 15; count++) {
        const layout = lay(box, count, language);
        if (layout.kind === 'files') continue;
        const [width] = boxes[box];
        const words = ['Poisoned', 'Red herring'];
        const all = layout.places.map((_, seat) => ({ seat, words }));
        const placed = placeChips(all, layout, { width, centre: null, most: 2, measure });
        expect(placed.length).toBeGreaterThan(0);
        for (const { seat, box, line } of placed) {
          const foot = Math.max(...(layout.places[seat]?.boxes ?? []).map((one) => one[3]));
          if (box[1] >= foot) expect(line[1], 'through the name').toBeGreaterThanOrEqual(foot);
        }
        const taken = [
          ...layout.places.flatMap((one) => one.boxes),
          ...placed.map((one) => one.box),
        ];
        for (const [left, , right] of taken.slice(count * 3)) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
        }
        for (const { box: chip } of placed)
          for (const other of taken) if (other !== chip) expect(doOverlap(chip, other)).toBe(false);
      }
  });
});

it('finds a place for three reminders of neighbours on a tablet', () => {
  for (const [box, count] of [
    ['tablet on its side', 12],
    ['tablet upright', 12],
  ] as const) {
    const layout = lay(box, count);
    const words = ['Chosen last night', 'Cannot die', 'Survives execution'];
    const all = [0, 1].map((seat) => ({ seat, words }));
    const [width] = boxes[box];
    const placed = placeChips(all, layout, { width, centre: null, most: 3, measure });
    expect(placed.map(({ shown }) => shown)).toEqual([3, 3]);
  }
});

it('is as large as the box allows', () => {
  expect(lay('tablet on its side', 7).token).toBeGreaterThanOrEqual(136);
  expect(lay('tablet on its side', 10).token).toBeGreaterThanOrEqual(112);
  expect(lay('tablet on its side', 12).token).toBeGreaterThanOrEqual(98);
  expect(lay('tablet on its side', 15).token).toBeGreaterThanOrEqual(84);
  expect(lay('phone, short step', 7).token).toBeGreaterThanOrEqual(88);
  expect(lay('phone, short step', 12).token).toBeGreaterThanOrEqual(56);
});

it('stands in two files where the tokens would be too small, neighbours beside each other', () => {
  const layout = lay('very small phone', 15);
  expect(layout.kind).toBe('files');
  const [first, second] = layout.places;
  expect(second!.y).toBeLessThan(first!.y); // up on the left
  expect(layout.places[14]!.y).toBeGreaterThan(layout.places[13]!.y); // down on the right
  expect(layout.places[7]!.y).toBe(layout.places[8]!.y); // at the top they meet
});

it('makes the rows of two files lower before one is out of sight, down to 36 px', () => {
  expect(lay('very small phone', 12).height).toBeLessThanOrEqual(250);
  expect(lay('very small phone', 15).row).toBe(36);
  expect(layGrimoire({ width: 320, height: 420, seats: seats('en', 15), measure }).row).toBe(52);
});

it('makes a long name of two files smaller, so that it does not run into the other file', () => {
  const long = ['Esperanza-María', 'Bartholomew Ray', 'Ana'].map((name) => ({
    name,
    ribbon: 'Empoisonneuse',
  }));
  const { places, token } = layGrimoire({
    width: 320,
    height: 60,
    seats: Array.from({ length: 15 }, (_, i) => long[i % 3] as Label),
    measure,
  });
  expect(places).toHaveLength(15);
  for (const [
    i,
    {
      letters,
      boxes: [box],
    },
  ] of places.entries()) {
    const name = measure(long[i % 3]!.name, letters!.name);
    expect(box![0] + token + name).toBeLessThanOrEqual(box![2]);
    expect(letters!.name).toBeGreaterThanOrEqual(11);
  }
});

it('begins at the bottom and goes clockwise', () => {
  const { places, middle } = lay('tablet upright', 8);
  expect(places[0]!.y).toBeGreaterThan(middle.y);
  expect(places[2]!.x).toBeLessThan(middle.x);
  expect(places[4]!.y).toBeLessThan(middle.y);
});
