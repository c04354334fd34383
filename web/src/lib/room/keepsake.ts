/** The keepsake: a card of a finished game, drawn on this device. It shows the people, what they were and how it ended;
 * nothing of it is secret any more, and the code of the room is not on it. */
import first from '../../assets/animals.svg?url';
import second from '../../assets/animals-2.svg?url';
import type { Part } from '../games/memory';
import type { Identity } from '../ui/identity';

export interface Guest {
  name: string;
  look: Identity;
  /** Null: no role and no side. */
  part: Part | { role: string; team: null } | null;
  hasWon: boolean;
}

export interface Keepsake {
  title: string;
  date: string;
  guests: Guest[];
  /** How it ended, in the middle of the ring. */
  reason: string;
  /** What turned the game. */
  turn: string;
}

export const WIDTH = 800;
export const HEIGHT = 1000;
const MIDDLE = { x: 400, y: 490 };
const RADIUS = { x: 265, y: 295 };
const DISC_MAX = 46;
/** As wide as a name or a role may be beside the frame. */
const LABEL_WIDTH = 220;
/** Of a letter, in parts of its height; about. */
const LETTER = 0.56;
const SHARPNESS = 2;
const shapes = { good: '▲ ', evil: '■ ', third: '● ' } as const;
/** The tokens that the picture uses; it always has the colours of the day. */
const tokens = ['bg', 'surface', 'text', 'muted', 'accent', 'ring', 'good', 'evil', 'third'];
const seatTokens = Array.from({ length: 10 }, (_, i) => `seat-${i}`);

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Lines of at most `width` letters, where the words allow it. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function paragraph(text: string, y: number, size: number, width: number): string {
  const lines = wrap(text, width);
  const top = y - ((lines.length - 1) * size * 1.3) / 2;
  return lines
    .map((line, i) => write(line, MIDDLE.x, top + i * size * 1.3, size, 'class="display"'))
    .join('');
}

function write(text: string, x: number, y: number, size: number, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" ${more}>${escape(text)}</text>`;
}

function label(text: string, x: number, y: number, size: number, more: string): string {
  const fitting = Math.min(size, LABEL_WIDTH / (LETTER * Math.max(1, text.length)));
  return write(text, x, y, Number(fitting.toFixed(1)), more);
}

/** As large as the neighbours and the two lines below allow. */
function discRadius(count: number): number {
  const apart = (2 * Math.PI * ((RADIUS.x + RADIUS.y) / 2)) / Math.max(1, count);
  return Math.min(DISC_MAX, apart * 0.3);
}

function drawGuest({ name, look, part, hasWon }: Guest, seat: number, count: number): string {
  const angle = Math.PI / 2 + (2 * Math.PI * seat) / Math.max(1, count);
  const x = MIDDLE.x + RADIUS.x * Math.cos(angle);
  const y = MIDDLE.y + RADIUS.y * Math.sin(angle);
  const r = discRadius(count);
  const glyph = r * 1.36;
  const size = Math.max(17, r * 0.54);
  const colour = part?.team ? `var(--${part.team})` : 'var(--muted)';
  const role = part ? `${part.team ? shapes[part.team] : ''}${part.role}` : '';
  return `<g style="color:${look.colour}">${
    hasWon
      ? `<circle cx="${x}" cy="${y}" r="${r + 7}" fill="none" stroke="var(--accent)" stroke-width="4"/>`
      : ''
  }<circle cx="${x}" cy="${y}" r="${r}" fill="var(--surface)" stroke="currentColor" stroke-width="4"/>
<use href="#${look.animal}" x="${x - glyph / 2}" y="${y - glyph / 2}" width="${glyph}" height="${glyph}" fill="currentColor"/></g>
${label(name, x, y + r + size * 1.25, size, 'font-weight="700"')}
${label(role, x, y + r + size * 2.4, size * 0.9, `fill="${colour}"`)}`;
}

/** The picture as an SVG that needs nothing else. `ink`: the tokens as declarations; `glyphs`: the symbols it uses. */
export function drawKeepsake(keepsake: Keepsake, ink: string, glyphs: string): string {
  const { title, date, guests, reason, turn } = keepsake;
  const ring = guests.map((guest, seat) => drawGuest(guest, seat, guests.length));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"
 style="${ink};--paper:var(--surface)" text-anchor="middle" font-family="system-ui, sans-serif" fill="var(--text)">
<style>.display{font-family:Palatino,'Noto Serif',Georgia,serif}text{paint-order:stroke;stroke:var(--bg);stroke-width:6}</style><defs>${glyphs}</defs>
<rect width="100%" height="100%" fill="var(--bg)"/>
<rect x="18" y="18" width="${WIDTH - 36}" height="${HEIGHT - 36}" rx="28" fill="none" stroke="var(--wood-a)" stroke-width="3"/>
${write(title, MIDDLE.x, 88, 46, 'class="display" font-weight="700" style="fill:var(--accent)"')}
${write(date, MIDDLE.x, 126, 22, 'style="fill:var(--muted)"')}
<ellipse cx="${MIDDLE.x}" cy="${MIDDLE.y}" rx="${RADIUS.x}" ry="${RADIUS.y}" fill="none" stroke="var(--wood-a)" stroke-width="2"/>
${paragraph(reason, MIDDLE.y, 27, 18)}${ring.join('')}
${paragraph(turn, HEIGHT - 62, 21, 64)}</svg>`;
}

/** The colours of the day, whatever the table has now. */
export function dayInk(): string {
  const sample = document.createElement('div');
  sample.dataset.phase = 'day';
  document.body.append(sample);
  const style = getComputedStyle(sample);
  const ink = [...tokens, ...seatTokens].map(
    (token) => `--${token}:${style.getPropertyValue(`--${token}`).trim()}`,
  );
  sample.remove();
  return ink.join(';');
}

/** The symbols of the people's animals, out of the sprites. */
export async function glyphsOf(looks: Identity[]): Promise<string> {
  const sheets = await Promise.all([first, second].map(async (url) => (await fetch(url)).text()));
  return looks
    .map(({ animal, sheet }) => {
      const sprite = new DOMParser().parseFromString(sheets[sheet] ?? '', 'image/svg+xml');
      return sprite.getElementById(animal)?.outerHTML ?? '';
    })
    .join('');
}

export function svgUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = svgUrl(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * SHARPNESS;
  canvas.height = HEIGHT * SHARPNESS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}
