/** What the build makes from packages, in src/assets/made: the display font, cut to what is written here, and one sprite of
 * pictures per game. Files that are there already are made again only when what they are made from is newer. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subset from 'subset-font';
import svgpath from 'svgpath';
import { isLater as isLaterPicture } from '../src/lib/games/avalon/sheets';
import { isLater as isLaterCharacter } from '../src/lib/games/grimoire/sheets';
import { isLater as isLaterRole } from '../src/lib/games/onenight/sheets';

const require = createRequire(import.meta.url);
const here = (path: string) => new URL(`../${path}`, import.meta.url).pathname;
const made = (name: string) => here(`src/assets/made/${name}`);

/** Games with a second sprite, and which pictures are in it. */
const later: { [game: string]: (id: string) => boolean } = {
  avalon: isLaterPicture,
  grimoire: isLaterCharacter,
  onenight: isLaterRole,
};

export async function make(): Promise<void> {
  mkdirSync(made(''), { recursive: true });
  const isOld = (name: string, ...from: string[]) =>
    !existsSync(made(name)) ||
    from.some((path) => statSync(path).mtimeMs > statSync(made(name)).mtimeMs);
  const roles = here('src/lib/net/protocol.ts');
  const self = [
    here('tools/made.ts'),
    here('package-lock.json'),
    ...Object.keys(later).map((game) => here(`src/lib/games/${game}/sheets.ts`)),
  ];
  if (isOld('display.woff2', ...self)) await cutFont('display.woff2', 'latin', words);
  if (isOld('display-more.woff2', ...self)) await cutFont('display-more.woff2', 'latin-ext', names);
  for (const [name, list, drawn] of sprites()) {
    const isLater = later[name] ?? (() => false);
    const from = [list, drawn, roles, ...self];
    if (isOld(`${name}.svg`, ...from))
      writeFileSync(
        made(`${name}.svg`),
        sprite(list, drawn, (id) => !isLater(id)),
      );
    if (name in later && isOld(`${name}-2.svg`, ...from))
      writeFileSync(made(`${name}-2.svg`), sprite(list, null, isLater));
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

/** Every letter and sign of the three languages, and the blanks between them. */
export const words =
  range(0x20, 0x7e) +
  'ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŒÑÁÍÓÚàâäæçèéêëîïôöùûüœÿñáíóú¿¡«»ªº°·×' +
  '\u00a0\u2009\u202f\u2060‘’“”–—…•−';
/** What else is in people's names, and the Ÿ: fetched where one of them is shown. */
export const names = range(0x100, 0x17f);

async function cutFont(name: string, part: string, letters: string): Promise<void> {
  const file = require.resolve(
    `@fontsource-variable/fraunces/files/fraunces-${part}-full-normal.woff2`,
  );
  const font = await subset(readFileSync(file), letters, {
    targetFormat: 'woff2',
    variationAxes: { opsz: 72, SOFT: 50, WONK: 0, wght: 650 },
  });
  writeFileSync(made(name), font);
}

/** The sprite of each game: what its icons.json names, and what its own svg draws. */
function sprites(): [name: string, list: string, drawn: string][] {
  const games = readdirSync(here('src/lib/games')).filter((name) => !name.includes('.'));
  return [
    ...games.map((game): [string, string, string] => [
      game,
      here(`src/lib/games/${game}/icons.json`),
      here(`src/lib/games/${game}/${game}.svg`),
    ]),
    ['house', here('src/assets/icons.json'), here('src/assets/house.svg')],
    ['rules', here('src/assets/rules.json'), here('src/assets/rules.svg')],
    ['awards', here('src/assets/awards.json'), here('src/assets/awards.svg')],
  ];
}

interface Pictures {
  icons: { [name: string]: { body: string } };
}

/** The pictures that `list` names and `isMeant` wants, and what is drawn here. */
function sprite(list: string, drawn: string | null, isMeant: (id: string) => boolean): string {
  const { icons } = require('@iconify-json/game-icons/icons.json') as Pictures;
  const wanted = JSON.parse(readFileSync(list, 'utf8')) as { [id: string]: string };
  const meant = Object.entries(wanted).filter(([id]) => isMeant(id));
  const taken = meant.map(([id, name]) => {
    const picture = icons[name];
    if (!picture) throw new Error(`${list}: game-icons has no ${name}`);
    return symbol(id, picture.body);
  });
  const own = drawn
    ? readFileSync(drawn, 'utf8').match(/<symbol[\s\S]*?<\/symbol>|<defs>[\s\S]*?<\/defs>/g)
    : null;
  const kept = (own ?? []).filter((one) => !((/id="([^"]*)"/.exec(one)?.[1] as string) in wanted));
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...taken, ...kept].join('')}</svg>\n`;
}

const SIDE = 512;
const INK = 0.36;
const GRID = 0.5; // whole numbers on a grid of 256: half the bytes, and no eye sees it at the largest card

/** A picture of game-icons, scaled so that all weigh the same: by the part of its box that ink covers. */
function symbol(id: string, body: string): string {
  const paths = [...body.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d as string);
  const scale = Math.min(1.16, Math.max(0.86, Math.sqrt(INK / inkOf(paths))));
  const side = Math.round((SIDE * GRID) / scale);
  const from = Math.round((SIDE * GRID - side) / 2);
  const drawn = paths.map((d) => `<path d="${svgpath(d).scale(GRID).round(0)}"/>`).join('');
  return `<symbol id="${id}" viewBox="${from} ${from} ${side} ${side}">${drawn}</symbol>`;
}

const STEP = 4;

/** The part of the box that is painted, by lines across it. */
export function inkOf(paths: string[]): number {
  const edges = paths.flatMap(edgesOf);
  let painted = 0;
  for (let y = STEP / 2; y < SIDE; y += STEP) {
    const hits = edges
      .filter(([, y0, , y1]) => y0 > y !== y1 > y)
      .map(([x0, y0, x1, y1]) => ({
        x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0),
        turn: y1 > y0 ? 1 : -1,
      }))
      .sort((a, b) => a.x - b.x);
    let turns = 0;
    hits.forEach(({ x, turn }, i) => {
      turns += turn;
      if (turns !== 0) painted += (hits[i + 1]?.x ?? x) - x;
    });
  }
  return (painted * STEP) / (SIDE * SIDE);
}

type Edge = [x0: number, y0: number, x1: number, y1: number];

/** The outline as straight pieces. */
function edgesOf(d: string): Edge[] {
  const edges: Edge[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const to = (nx: number, ny: number) => {
    edges.push([x, y, nx, ny]);
    [x, y] = [nx, ny];
  };
  svgpath(d)
    .abs()
    .unshort()
    .unarc()
    .iterate(([letter, ...at]: [string, ...number[]]) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = at;
      if (letter === 'M') {
        to(startX, startY);
        edges.pop();
        [x, y, startX, startY] = [a, b, a, b];
      } else if (letter === 'L') to(a, b);
      else if (letter === 'H') to(a, y);
      else if (letter === 'V') to(x, a);
      else if (letter === 'Q') bend([x, y], [a, b], [a, b], [c, d], to);
      else if (letter === 'C') bend([x, y], [a, b], [c, d], [e, f], to);
      else to(startX, startY);
    });
  return edges;
}

type Point = [number, number];

function bend(p: Point, q: Point, r: Point, s: Point, to: (x: number, y: number) => void): void {
  for (let i = 1; i <= 8; i++) {
    const t = i / 8;
    const at = (k: 0 | 1) =>
      (1 - t) ** 3 * p[k] +
      3 * (1 - t) ** 2 * t * q[k] +
      3 * (1 - t) * t * t * r[k] +
      t ** 3 * s[k];
    to(at(0), at(1));
  }
}
