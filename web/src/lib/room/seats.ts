/** The order of the chairs, as the host changes it. */
import type { RoomSession } from '../net/session.svelte';

/** `player` changes places with the neighbour `by` chairs on; the ring has no ends. */
export function moveSeat(room: RoomSession, player: string, by: 1 | -1): Promise<boolean> {
  const order = room.seated.map((one) => one.player);
  const from = order.indexOf(player);
  const to = (from + by + order.length) % order.length;
  [order[from], order[to]] = [order[to] as string, order[from] as string];
  return room.act('reorder_seats', { order });
}
