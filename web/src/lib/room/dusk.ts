/** Day and night of a room on this device: the game says which, and everybody's devices change together. */
import type { GameModule } from '../games';
import type { RoomSession } from '../net/session.svelte';
import { theme } from '../theme.svelte';

/** `game` is null while it is being fetched; until then the colours stay as they are. */
export function followTable({ state: view, lateMs }: RoomSession, game: GameModule | null): void {
  if (!view) return;
  const isPlayed = view.game && view.phase !== 'lobby' && !view.outcome?.is_void;
  if (!isPlayed) theme.follow(null);
  else if (game) theme.follow(game.phaseOf?.(view.game) ?? 'day', game.duskMs, lateMs);
}
