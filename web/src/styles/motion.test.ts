/** How long the big moments take and how they move, as the look asks for it; and that a reader who wants no motion has none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (name: string) => readFileSync(join('src', name), 'utf8');

const moments: [moment: string, file: string, code: string][] = [
  [
    'nearly everything comes fast and settles',
    'styles/tokens.css',
    '--ease: cubic-bezier(0.2, 0.8, 0.2, 1)',
  ],
  ['a card turns', 'styles/tokens.css', '--ease-turn: cubic-bezier(0.45, 0.05, 0.25, 1)'],
  ['a disc drops', 'styles/tokens.css', '--ease-drop: cubic-bezier(0.3, 1.4, 0.5, 1)'],
  ['dusk falls', 'styles/tokens.css', '--dusk: 3000ms'],
  ['somebody sits down', 'lib/room/Lobby.svelte', 'animation: sit 320ms var(--ease-drop)'],
  ['a back is dealt to each seat', 'lib/room/deal.ts', 'FLIGHT_MS = 380'],
  ['one back after the other', 'lib/room/deal.ts', 'STEP_MS = 90'],
  ['one’s own card grows to the hand', 'lib/room/deal.ts', 'GROW_MS = 520'],
  ['a dealt back flies', 'lib/room/Deal.svelte', 'fly var(--flight) var(--ease) var(--begins)'],
  ['one’s own card grows', 'lib/room/Deal.svelte', 'animation: grow var(--grow) var(--ease)'],
  ['a card is peeked at', 'lib/ui/Peek.svelte', 'animation: turn 280ms var(--ease-turn)'],
  ['a card is let go', 'lib/ui/Peek.svelte', 'animation: land 160ms'],
  ['a card stands in space', 'lib/ui/Peek.svelte', 'perspective(1400px) rotateY(90deg)'],
  ['a face is chosen', 'lib/ui/Disc.svelte', 'transform 160ms var(--ease)'],
  ['three, two, one', 'lib/games/onenight/stages.ts', 'COUNT_MS = 700'],
  ['threads are drawn', 'lib/ui/Threads.svelte', 'animation: draw 600ms'],
  [
    'counts come after the threads',
    'lib/games/onenight/Spread.svelte',
    'animation: pop 200ms 600ms',
  ],
  ['the screen dims for the cards', 'lib/games/onenight/Turning.svelte', 'animation: dim 400ms'],
  ['a card turns for all', 'lib/ui/Card.svelte', 'animation: turn 640ms var(--ease-turn)'],
  ['a card and the pause after it', 'lib/games/onenight/stages.ts', `TURN_MS = ${640 + 350}`],
  ['silence before the last card', 'lib/games/onenight/stages.ts', 'HELD_MS = 900'],
  ['the field of a verdict opens', 'lib/ui/Finale.svelte', 'animation: open 500ms'],
  ['the words of a verdict rise', 'lib/ui/Finale.svelte', 'animation: rise 420ms'],
  ['rays turn one degree a second', 'lib/ui/Field.svelte', 'animation: turn 360s linear infinite'],
  [
    'a verdict without motion fades in',
    'lib/ui/Finale.svelte',
    'animation: fade 200ms linear !important',
  ],
  ['smoke of a candle', 'lib/ui/Candle.svelte', 'animation: smoke 900ms'],
];

describe('motion', () => {
  it.each(moments)('%s', (_, file, code) => {
    expect(read(file)).toContain(code);
  });

  it('of the deal changes nothing but place and opacity', () => {
    const frames = [...read('lib/room/Deal.svelte').matchAll(/@keyframes[\s\S]*?\n  \}/g)];
    const changed = frames.flatMap(([text]) => [...text.matchAll(/^ +([\w-]+):/gm)]);

    expect(frames).toHaveLength(3);
    expect(new Set(changed.map(([, name]) => name))).toEqual(new Set(['transform', 'opacity']));
  });

  it('is none for who wants none', () => {
    const reduced = /@media \(prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/.exec(
      read('styles/base.css'),
    );

    expect(reduced?.[1]).toMatch(/\*,[\s\S]*animation-duration: 1ms !important/);
    expect(reduced?.[1]).toMatch(/transition-duration: 1ms !important/);
  });
});
