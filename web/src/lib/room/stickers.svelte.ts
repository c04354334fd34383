/** The stickers that people show just now, by player. */
import type { GameEvent } from '../net/session.svelte';

const SHOWN_MS = 5000;

let shown = $state.raw<{ [player: string]: GameEvent }>({});

export function stickerOf(player: string): number | null {
  const event = shown[player];
  return event ? Number(event.sticker) : null;
}

/** Shows the sticker of a `reacted` event for a while; a newer one of the same person takes its place. */
export function showSticker(event: GameEvent): void {
  const player = String(event.player);
  shown = { ...shown, [player]: event };
  setTimeout(() => {
    shown = Object.fromEntries(Object.entries(shown).filter(([, other]) => other !== event));
  }, SHOWN_MS);
}
