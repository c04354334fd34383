/** Who sits at a table before a game, and who is still needed. */
import { catalog } from '../net/catalog.svelte';
import type { RoomSession } from '../net/session.svelte';
import type { Person } from '../net/view';
import { inRing } from './people';

/** How many more the next game needs. */
export function missingFor(room: RoomSession): number {
  return Math.max(0, (catalog.find(room.kind)?.seats_min ?? 0) - room.seated.length);
}

/** The lobby's ring, where free chairs (null) stand for those who are still needed; sides have chairs of their own. */
export function seatsAhead(room: RoomSession): (Person | null)[] {
  const hasSides = (catalog.find(room.kind)?.sides?.length ?? 0) > 0;
  const free = hasSides ? 0 : missingFor(room);
  return [...inRing(room, hasSides), ...Array<null>(free).fill(null)];
}
