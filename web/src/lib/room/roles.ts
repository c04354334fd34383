/** The roles of the game on the table, as the role sheet lists them. */
import { t } from '../i18n/index.svelte';
import type { GameModule } from '../games';
import type { CatalogGame } from '../net/api';
import { catalog } from '../net/catalog.svelte';
import type { RoomSession } from '../net/session.svelte';
import type { Face } from '../ui/card';
import { valuesOf, type Values } from './options';

export interface RoleLine {
  id: string;
  team: 'good' | 'evil' | 'third';
  count: number;
}

type Known = NonNullable<CatalogGame['roles']>;

/** The same three teams in every game. */
const teams: { [team: string]: RoleLine['team'] } = {
  good: 'good',
  village: 'good',
  townsfolk: 'good',
  outsider: 'good',
  evil: 'evil',
  werewolf: 'evil',
  minion: 'evil',
  demon: 'evil',
};

/** In the order in which they wake; those who sleep come last, as the game lists them. */
export function roleLines(inPlay: string[], known: Known): RoleLine[] {
  const order = (role: Known[number]) => role.wake_order ?? Infinity;
  return known
    .filter((role) => inPlay.includes(role.role_id))
    .sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
    .map((role) => ({
      id: role.role_id,
      team: teams[role.team] ?? 'third',
      count: inPlay.filter((id) => id === role.role_id).length,
    }));
}

/** What the settings put into the next game: an option with a role's name says how many, `include_` and its name
 * whether it is there. */
export function rolesSet(known: Known, values: Values): string[] {
  return known.flatMap(({ role_id: id }) =>
    Array<string>(Number(values[id] ?? values[`include_${id}`] ?? 0)).fill(id),
  );
}

function rolesAhead(room: RoomSession): string[] {
  const chosen = (room.state?.settings.options ?? {}) as Values;
  const game = catalog.find(room.kind);
  return rolesSet(game?.roles ?? [], valuesOf(game?.options ?? [], chosen));
}

/** The roles in play, before a game those that are set for it, in words; of a running game none before its own part of
 * the page is there. */
export function rolesOf(room: RoomSession, game: GameModule | null) {
  const view = room.state?.phase === 'lobby' ? null : room.state?.game;
  const inPlay = view ? (game?.rolesIn?.(view) ?? []) : rolesAhead(room);
  return roleLines(inPlay, catalog.find(room.kind)?.roles ?? []).map((line) => ({
    ...line,
    ...(game?.sayRole?.(line.id) ?? {
      name: t(`${room.kind}.role.${line.id}`),
      help: t(`${room.kind}.role.${line.id}.help`),
    }),
  }));
}

/** The card of a role that everybody may know of, where its game has pictures. */
export function faceIn(
  game: Pick<GameModule, 'pictureOf'> | null,
  { id, name, team }: { id: string; name: string; team: RoleLine['team'] },
): Face | null {
  return game?.pictureOf ? { picture: game.pictureOf(id), name, team } : null;
}

/** Without capitals and accents, as people type. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
