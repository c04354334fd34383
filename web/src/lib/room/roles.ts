/** The roles of the game on the table, as the role sheet lists them. */
import { t } from '../i18n/index.svelte';
import type { GameModule } from '../games';
import type { CatalogGame } from '../net/api';
import { catalog } from '../net/catalog.svelte';
import type { RoomSession } from '../net/session.svelte';

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

/** The roles in play, in words; none before the game's own part of the page is there. */
export function rolesOf(room: RoomSession, game: GameModule | null) {
  const view = room.state?.game;
  const inPlay = (view ? game?.rolesIn?.(view) : undefined) ?? [];
  return roleLines(inPlay, catalog.find(room.kind)?.roles ?? []).map((line) => ({
    ...line,
    ...(game?.sayRole?.(line.id) ?? {
      name: t(`${room.kind}.role.${line.id}`),
      help: t(`${room.kind}.role.${line.id}.help`),
    }),
  }));
}

/** Without capitals and accents, as people type. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
