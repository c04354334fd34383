/** The pages by name, each fetched when it is visited. */
import type { Route } from '../lib/address';

export const pages: { [page in Route['page']]: () => Promise<unknown> } = {
  landing: () => import('./Landing.svelte'),
  room: () => import('./Room.svelte'),
  tv: () => import('./Tv.svelte'),
  replay: () => import('./Replay.svelte'),
  verify: () => import('./Verify.svelte'),
  rules: () => import('./Rules.svelte'),
  practice: () => import('./Practice.svelte'),
  shared: () => import('./Shared.svelte'),
  about: () => import('./About.svelte'),
  leaderboard: () => import('./Leaderboard.svelte'),
  player: () => import('./Player.svelte'),
  admin: () => import('./Admin.svelte'),
  shelf: () => import('./Shelf.svelte'),
  local: () => import('./LocalRoom.svelte'),
  unknown: () => import('./Unknown.svelte'),
};
