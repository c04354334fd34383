/** The pages by name, each fetched when it is visited. */
import type { Route } from '../lib/address';

export const pages: { [page in Route['page']]: () => Promise<unknown> } = {
  landing: () => import('./Landing.svelte'),
  room: () => import('./Room.svelte'),
  tv: () => import('./Tv.svelte'),
  replay: () => import('./rare').then(({ replay }) => replay()),
  verify: () => import('./rare').then(({ verify }) => verify()),
  rules: () => import('./Rules.svelte'),
  practice: () => import('./Practice.svelte'),
  shared: () => import('./rare').then(({ shared }) => shared()),
  privacy: () => import('./rare').then(({ privacy }) => privacy()),
  about: () => import('./rare').then(({ about }) => about()),
  leaderboard: () => import('./rare').then(({ leaderboard }) => leaderboard()),
  player: () => import('./rare').then(({ player }) => player()),
  admin: () => import('./rare').then(({ admin }) => admin()),
  shelf: () => import('./Shelf.svelte'),
  local: () => import('./LocalRoom.svelte'),
  unknown: () => import('./Unknown.svelte'),
};
