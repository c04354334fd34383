/** The keepsake: a card of a finished game, drawn on this device. It shows the people, what they were and how it ended;
 * nothing of it is secret any more, and the code of the room is not on it. */
import first from '../../assets/animals.svg?url';
import second from '../../assets/animals-2.svg?url';
import letters from '../../assets/made/display.woff2?url';
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
const MIDDLE = { x: 400, y: 500 };
const RADIUS = { x: 258, y: 264 };
const DISC_MAX = 54;
/** As wide as a name or a role may be beside the frame. */
const LABEL_WIDTH = 220;
/** Of a letter, in parts of its height; about. */
const LETTER = 0.56;
const SHARPNESS = 2;
const shapes = { good: '▲ ', evil: '■ ', third: '● ' } as const;
/** The tokens that the picture uses; it always has the colours of the night, which its evening was. */
const tokens = [
  'bg',
  'bg-hi',
  'text',
  'muted',
  'gold',
  'foil',
  'foil-line',
  'good',
  'evil',
  'third',
  'on-disc',
].concat([
  'felt-a',
  'felt-b',
  'felt-glow',
  'wood-a',
  'wood-b',
  'on-felt',
  'brass',
  'ivory',
  'plate',
  'on-plate',
]);
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
  const glyph = r * 1.2;
  const size = Math.max(17, r * 0.48);
  const colour = part?.team ? `var(--${part.team})` : 'var(--muted)';
  const role = part ? `${part.team ? shapes[part.team] : ''}${part.role}` : '';
  const ring = (out: number, ink: string, width: number) =>
    `<circle cx="${x}" cy="${y}" r="${r + out}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
  return `<g style="color:var(--on-disc);--paper:${look.colour}">${
    hasWon ? ring(11, 'var(--gold)', 5) : ''
  }<circle cx="${x}" cy="${y}" r="${r}" fill="${look.colour}"/>${ring(2, 'var(--ivory)', 3)}${ring(5, 'var(--brass)', 4)}
<use href="#${look.animal}" x="${x - glyph / 2}" y="${y - glyph / 2}" width="${glyph}" height="${glyph}" fill="currentColor"/></g>
${label(name, x, y + r + 8 + size, size, 'font-weight="700"')}
${label(role, x, y + r + 8 + size * 2.1, size * 0.86, `font-weight="600" fill="${colour}"`)}`;
}

/** The picture as an SVG that needs nothing else. `ink`: the tokens as declarations; `glyphs`: the symbols it uses;
 * `font`: the display letters as a URL with them in it. */
export function drawKeepsake(keepsake: Keepsake, ink: string, glyphs: string, font = ''): string {
  const { title, date, guests, reason, turn } = keepsake;
  const seated = guests.map((guest, seat) => drawGuest(guest, seat, guests.length));
  const oval = (by: number, looks: string) =>
    `<ellipse cx="${MIDDLE.x}" cy="${MIDDLE.y}" rx="${RADIUS.x + by}" ry="${RADIUS.y + by}" ${looks}/>`;
  const frame = (by: number, width: number) =>
    `<rect x="${by}" y="${by}" width="${WIDTH - 2 * by}" height="${HEIGHT - 2 * by}" rx="${44 - by / 2}" fill="none"
 stroke="var(--foil-line)" stroke-width="${width}"/>`;
  const face = font
    ? `@font-face{font-family:D;src:url(${font}) format('woff2');font-weight:500 800}`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"
 style="${ink}" text-anchor="middle" font-family="system-ui, sans-serif" fill="var(--text)">
<style>${face}.display{font-family:D,Palatino,'Noto Serif',Georgia,serif}
text{paint-order:stroke;stroke:var(--bg);stroke-width:5;stroke-linejoin:round}</style><defs>${glyphs}
<radialGradient id="room" cy="0.55" r="0.75"><stop offset="0" stop-color="var(--bg-hi)"/>
<stop offset="1" stop-color="var(--bg)"/></radialGradient>
<radialGradient id="felt"><stop offset="0" stop-color="var(--felt-glow)"/>
<stop offset="0.55" stop-color="var(--felt-a)"/><stop offset="1" stop-color="var(--felt-b)"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#room)"/>${frame(22, 4)}${frame(34, 1.5)}
${write(title, MIDDLE.x, 108, 60, 'class="display" font-weight="750" style="fill:var(--ivory)"')}
${write(date, MIDDLE.x, 150, 23, 'letter-spacing="1" style="fill:var(--foil)"')}
${oval(0, 'fill="url(#felt)" stroke="var(--wood-a)" stroke-width="16"')}
${paragraph(reason, MIDDLE.y, 34, 16)}${seated.join('')}
${paragraph(turn, HEIGHT - 66, 23, 58)}</svg>`;
}

/** The display letters, in the picture itself: an image fetches nothing. Without them it has a serif of the device. */
export async function lettersUrl(): Promise<string> {
  const blob = await (await fetch(letters)).blob();
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** The colours of the night, whatever the table has now. */
export function nightInk(): string {
  const sample = document.createElement('div');
  sample.dataset.phase = 'night';
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
