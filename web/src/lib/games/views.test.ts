/** The types of the views, against what the games really say: every view of every playthrough is given to the compiler as
 * a literal of the game's type, so a field that is missing, unknown or of another type is an error. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { loaders } from './loaders';
import { viewsOf } from './playthrough';

const web = resolve(import.meta.dirname, '../../..');
const transcripts = join(web, '../tests/playthroughs');

const views: { [game: string]: string } = {
  avalon: 'AvalonView',
  chess: 'ChessView',
  grimoire: 'GrimoireView',
  journeyman: 'JourneymanView',
  onenight: 'OneNightView',
};

/** Fields that differ only in numbers and in the length of lists teach the compiler nothing new. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))];
  if (typeof value === 'number') return 0;
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value).map(([key, one]) => [key, shapeOf(one)]);
}

function framesOf(game: string): { frames: string[]; count: number } {
  const known = new Set<string>();
  const frames: string[] = [];
  let count = 0;
  for (const file of readdirSync(join(transcripts, game)))
    for (const view of viewsOf(readFileSync(join(transcripts, game, file), 'utf8'))) {
      count += 1;
      const facts = Object.entries(view).map((fact) => JSON.stringify(shapeOf(fact)));
      if (facts.every((fact) => known.has(fact))) continue;
      for (const fact of facts) known.add(fact);
      frames.push(JSON.stringify(view));
    }
  return { frames, count };
}

/** The files that every check reads. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of `source` as a file beside the types of `game`. */
function errorsIn(game: string, source: string): string[] {
  const path = join(web, 'src/lib/games', game, 'frames.virtual.ts');
  const { config } = ts.readConfigFile(join(web, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web);
  const host = ts.createCompilerHost({ ...options, types: [] });
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) => {
    if (name === path) return ts.createSourceFile(name, source, target);
    if (!parsed.has(name)) parsed.set(name, read(name, target));
    return parsed.get(name);
  };
  const program = ts.createProgram([path], { ...options, types: [], allowJs: false }, host);
  const found = program.getSemanticDiagnostics(program.getSourceFile(path));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function check(game: string, frames: string[]): string[] {
  const type = views[game];
  const lines = frames.map((frame) => `take(${frame});`);
  const source = `import type { ${type} } from './types';\ndeclare function take(view: ${type}): void;\n${lines.join('\n')}\n`;
  return [...new Set(errorsIn(game, source))];
}

describe('the types of a view', () => {
  it('exist for every game with screens', () => {
    expect(Object.keys(views)).toEqual(Object.keys(loaders).sort());
  });

  it.each(Object.keys(views))('fit what %s says', { timeout: 60_000 }, (game) => {
    const { frames, count } = framesOf(game);
    expect(count).toBeGreaterThan(20);
    expect(check(game, frames)).toEqual([]);
  });

  it('are found wrong where they are', { timeout: 60_000 }, () => {
    const { frames } = framesOf('journeyman');
    const view = JSON.parse(frames.at(-1) ?? '{}') as { [field: string]: unknown };
    const { days, ...without } = view;
    expect(days).toBeTypeOf('number');
    expect(check('journeyman', [JSON.stringify(without)])).toHaveLength(1);
    expect(check('journeyman', [JSON.stringify({ ...view, days: 'many' })])).toHaveLength(1);
    expect(check('journeyman', [JSON.stringify({ ...view, dais: 3 })])).toHaveLength(1);
  });
});
