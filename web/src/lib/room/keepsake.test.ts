import { describe, expect, it } from 'vitest';
import { identityOf } from '../ui/identity';
import { drawKeepsake, wrap, type Guest, type Keepsake } from './keepsake';

const guest = (name: string, seat: number): Guest => ({
  name,
  look: identityOf(seat),
  part: { role: 'Seer', team: 'good' },
  hasWon: seat === 0,
});
const keepsake: Keepsake = {
  title: 'One Night',
  date: '3 May 2026',
  guests: ['Ana', '<b>Bob</b>', 'Chloé'].map(guest),
  reason: 'A werewolf died.',
  turn: 'Bob was voted out.',
};

function parsed(svg: string): Document {
  return new DOMParser().parseFromString(svg, 'image/svg+xml');
}

describe('the keepsake', () => {
  const picture = parsed(drawKeepsake(keepsake, '--bg:#fff', ''));
  const words = [...picture.querySelectorAll('text')].map((text) => text.textContent);

  it('says who was there, what they were and how it ended', () => {
    expect(words).toEqual(
      expect.arrayContaining([
        'One Night',
        'Ana',
        '▲ Seer',
        'A werewolf died.',
        'Bob was voted out.',
      ]),
    );
  });

  it('has its own letters in it, if it is given some', () => {
    expect(drawKeepsake(keepsake, '', '', 'data:font/woff2;base64,AA')).toContain(
      '@font-face{font-family:D;src:url(data:font/woff2;base64,AA)',
    );
    expect(drawKeepsake(keepsake, '', '')).not.toContain('@font-face');
  });

  it('takes a name for a name, whatever it looks like', () => {
    expect(picture.querySelector('parsererror')).toBeNull();
    expect(words).toContain('<b>Bob</b>');
  });

  it('keeps everybody inside its frame, up to twenty people', () => {
    const guests = Array.from({ length: 20 }, (_, seat) => guest(`Guest ${seat}`, seat));
    const crowd = parsed(drawKeepsake({ ...keepsake, guests }, '', ''));

    const texts = crowd.querySelectorAll('text');
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) {
      expect(Number(text.getAttribute('y'))).toBeLessThan(985);
      expect(Number(text.getAttribute('x'))).toBeGreaterThan(80);
    }
  });
});

describe('a paragraph', () => {
  it('breaks between words, and never inside one', () => {
    expect(wrap('Three quests have failed.', 13)).toEqual(['Three quests', 'have failed.']);
    expect(wrap('Unbreakable', 4)).toEqual(['Unbreakable']);
  });
});
