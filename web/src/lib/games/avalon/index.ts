import type { Component } from 'svelte';
import type { GameModule, GameProps, GameRecord, Later, TvProps } from '..';
import { list, t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import Avalon from './Avalon.svelte';
import { outcomeOf, type Counted } from './counted';
import { pictureOf } from './pictures';
import type { AvalonView } from './types';

type Name = (seat: number) => string;

/** One for Merlin, or two for the Messengers. */
function struckBy({ target, second }: GameEvent): number[] {
  return second == null ? [Number(target)] : [Number(target), Number(second)];
}

function names(seats: unknown, name: Name): string {
  return list(((seats as number[] | undefined) ?? []).map(name));
}

function tell(event: GameEvent, name: Name): string | null {
  switch (event.type) {
    case 'teams_announced':
      return t('avalon.sides', { good: Number(event.good_count), evil: Number(event.evil_count) });
    case 'leader_changed':
      return t('avalon.log.leader', { name: name(Number(event.leader)) });
    case 'team_proposed':
      return t(event.excalibur == null ? 'avalon.history.proposed' : 'avalon.excalibur.proposed', {
        name: name(Number(event.leader)),
        names: names(event.team_members, name),
        bearer: name(Number(event.excalibur ?? 0)),
      });
    case 'excalibur_used':
      return t('avalon.excalibur.used', {
        name: name(Number(event.holder)),
        target: name(Number(event.target)),
      });
    case 'team_approved':
    case 'team_rejected':
      return t(`avalon.log.${event.type}`, {
        approvals: Number(event.approvals),
        rejections: Number(event.rejections),
      });
    case 'quest_completed':
      return outcomeOf(event as Counted);
    case 'player_examined':
      return t('avalon.log.examined', {
        name: name(Number(event.holder)),
        target: name(Number(event.target)),
      });
    case 'loyalties_dealt':
      return (event.switches as number[]).length
        ? t('avalon.log.schedule', { names: list((event.switches as number[]).map(String)) })
        : t('avalon.log.no_schedule');
    case 'loyalty_drawn':
      return t(event.switch ? 'avalon.log.switch' : 'avalon.log.no_switch');
    case 'evil_revealed':
      return t('avalon.log.evil', { names: names(event.evil, name) });
    case 'servant_named':
      return t(event.success ? 'avalon.servant.found' : 'avalon.servant.missed', {
        name: name(Number(event.target)),
      });
    case 'assassin_target':
      return t('avalon.log.target', { name: names(struckBy(event), name) });
    case 'role_revealed':
      return t('avalon.log.role', {
        name: name(Number(event.seat)),
        role: t(`avalon.role.${String(event.role)}`),
      });
    case 'game_finished':
      return t(`avalon.reason.${String(event.reason)}`);
    default:
      return null;
  }
}

const nights = new Set([
  'role_reveal',
  'quest_execution',
  'excalibur',
  'untrustworthy_servant',
  'assassination',
]);

const avalon: GameModule = {
  rules: {
    en: () => import('./rules.en.json'),
    fr: () => import('./rules.fr.json'),
    es: () => import('./rules.es.json'),
  },
  moods: () => import('./moods'),
  botsTalk: true,
  Screen: Avalon as unknown as Component<GameProps>,
  Tv: (() => import('./Tv.svelte')) as unknown as Later<TvProps>,
  phaseOf: (view) => {
    const { phase, winning_team: winner } = view as AvalonView;
    return nights.has(phase) || winner === 'evil' ? 'night' : 'day';
  },
  hasFinale: true,
  cueOf: ({ type }) => {
    if (type === 'team_rejected') return 'candle';
    if (type === 'excalibur_used') return 'blade';
    return type === 'team_approved' ? 'votes' : null;
  },
  isTurnOf: (view, seat) => {
    const { phase, leader } = view as AvalonView;
    return phase === 'team_building' && leader === seat;
  },
  duskMs: 900,
  tell,
  rolesIn: (view) => (view as AvalonView).roles_in_play,
  pictureOf,
  rounds: ['leader_changed'],
  memory: () => import('./memory'),
  practice: { bots: 4 },
  replay: {
    steps: async (record: GameRecord) => (await import('./replay')).stepsOf(record),
    Picture: (() => import('./ReplayTable.svelte')) as unknown as Later<{ picture: unknown }>,
  },
};

export default avalon;
