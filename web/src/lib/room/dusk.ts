/** Day and night of a room on this device: the game says which, and everybody's devices change together. */
import type { GameModule } from '../games';
import type { RoomSession } from '../net/session.svelte';
import { theme } from '../theme.svelte';

/** `load` fetches the game, once it is played; until it is there the colours stay as they are. */
export async function followTable(
  { state: view, lateMs }: RoomSession,
  load: () => Promise<GameModule | null> | null,
): Promise<void> {
  if (!view) return;
  if (!view.game || view.phase === 'lobby' || view.outcome?.is_void) return theme.follow(null);
  const game = await load();
  if (game) theme.follow(game.phaseOf?.(view.game) ?? 'day', game.duskMs, lateMs);
}
