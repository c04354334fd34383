/** Events of the room in words; null for those that are not worth a line. */
import { list, t, tOr } from '../i18n/index.svelte';
import type { GameEvent, RoomSession } from '../net/session.svelte';

/** Who is who, and which game's words to use. */
export type Names = Pick<RoomSession, 'kind' | 'nameOf' | 'nameOfSeat'>;

const byPlayer = new Set([
  'player_joined',
  'player_left',
  'player_kicked',
  'player_readmitted',
  'host_changed',
  'bot_added',
  'bot_removed',
  'bot_took_over',
  'bot_stood_down',
  'claim_confirmed',
  'sight_asked',
  'game_brought_back',
  'player_disconnected',
  'player_reconnected',
]);

const plain = new Set([
  'game_paused',
  'game_resumed',
  'game_voided',
  'sides_swapped',
  'roll_call_started',
  'roll_call_cancelled',
  'set_ended',
  'rewound',
  'game_shared',
  'admin_looked',
]);

export function tellRoom(event: GameEvent, room: Names): string | null {
  if (event.kind === 'game') return null;
  const known = room.nameOf(String(event.player ?? ''));
  const name = typeof event.name === 'string' ? event.name : known;
  if (byPlayer.has(event.type)) return t(`event.${event.type}`, { name });
  if (plain.has(event.type)) return t(`event.${event.type}`);
  switch (event.type) {
    case 'role_selected':
      return t('event.role_selected', { name, role: roleName(room, String(event.role)) });
    case 'seat_claimed':
      return t('event.seat_claimed', {
        // Whoever got the seat has its name by now.
        asker: known === '–' || known === event.name ? t('claim.new_device') : known,
        name: event.name ? String(event.name) : room.nameOf(String(event.holder)),
      });
    case 'bot_said':
      return t('event.bot_said', { name, words: remark(event, room) });
    case 'knocked':
      return t('event.knocked', { name });
    case 'knock_ended':
      return event.by && event.let_in
        ? t('event.let_in', {
            name: room.nameOf(String(event.player)),
            by: room.nameOf(String(event.by)),
          })
        : null;
    case 'void_vote_cast':
      return event.count ? t('event.void_vote_cast', { n: Number(event.count) }) : null;
    case 'claim_ended':
      return event.accepted ? null : t('event.claim_ended');
    case 'seat_moved':
      return t('event.seat_moved', { name: room.nameOf(String(event.to)) });
    case 'narrator_changed':
      return knownName(room, event.player) && t('event.narrator_changed', { name });
    case 'desk_shared':
      return t(event.yes ? 'event.desk_shared' : 'event.desk_left', { name });
    case 'sight_agreed':
      return t(event.from_next_game ? 'event.sight_next' : 'event.sight_agreed', {
        name,
        by: room.nameOf(String(event.by)),
      });
    case 'bridge_set':
      return t(event.open ? 'event.bridge_opened' : 'event.bridge_closed');
    case 'operator_said':
      return t('event.operator_said', { text: String(event.text) });
    case 'share_answered':
      return t(event.yes ? 'event.share_yes' : 'event.share_no', { name });
    case 'sight_answered':
      return t(event.yes ? 'event.sight_given' : 'event.sight_denied', { name });
    case 'game_started':
      return t('event.game_started', { n: Number(event.game_number) });
    case 'awaited_named':
      return t('event.awaited_named', {
        names: list((event.seats as number[]).map(room.nameOfSeat)),
      });
    case 'game_changed':
      return t('event.game_changed', { game: t(`game.${String(event.game)}.name`) });
    default:
      return null;
  }
}

/** What a bot says of the game, in the reader's words. */
function remark({ about, line }: GameEvent, room: Names): string {
  const names = list((about as number[]).map(room.nameOfSeat));
  return t(`${room.kind}.say.${String(line)}`, { names });
}

/** Null for somebody who is not in the room, under that id. */
export function knownName(room: Names, player: unknown): string | null {
  const name = room.nameOf(String(player ?? ''));
  return name === '–' ? null : name;
}

export function roleName(room: Names, role: string): string {
  return tOr(`${room.kind}.side.${role}`, role);
}
