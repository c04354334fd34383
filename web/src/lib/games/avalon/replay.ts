/** A finished game as steps to walk through: after each proposal, vote, quest and shot, what the table saw. Pure but
 * for the words. */
import type { GameRecord, Step } from '..';
import { list, t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import { outcomeOf, type Counted } from './counted';
import { isEvilAtTheEnd } from './sides';
import type { AvalonView, Proposal, Quest, Role, Team } from './types';

export interface Seat {
  name: string;
  look: number;
  role: Role;
  team: Team;
  known: number[];
}

/** What the Lady showed to whoever held her. */
export interface Seen {
  holder: number;
  target: number;
  team: Team;
}

export interface Picture {
  view: AvalonView;
  seats: Seat[];
  marked: number[];
  vote: Proposal | undefined;
  seen: Seen[];
}

/** How one pair of eyes sees a seat: its glyph, its kind, and the word for it. */
export interface Mark {
  glyph: string;
  kind: Team | 'unsure';
  word: string;
}

/** What those eyes know of `seat`: all of it, what their card or the Lady showed, or nothing. */
export function markOf(
  picture: Picture,
  eyes: number | 'all' | 'table',
  seat: number,
): Mark | null {
  const { role, team } = picture.seats[seat] as Seat;
  if (eyes === 'all' || eyes === seat)
    return { glyph: role, kind: team, word: t(`avalon.role.${role}`) };
  if (eyes === 'table') return null;
  const own = picture.seats[eyes];
  if (own?.known.includes(seat))
    return own.role === 'percival'
      ? { glyph: 'merlin', kind: 'unsure', word: t('avalon.replay.unsure') }
      : { glyph: 'evil', kind: 'evil', word: t('avalon.team.evil') };
  const seen = picture.seen.find((one) => one.holder === eyes && one.target === seat)?.team;
  return seen ? { glyph: seen, kind: seen, word: t(`avalon.team.${seen}`) } : null;
}

const QUESTS = 5;

function seatsOf(record: GameRecord): Seat[] {
  const seats: Seat[] = [];
  for (const event of record.events) {
    if (event.type !== 'role_revealed') continue;
    const seat = Number(event.seat);
    const role = event.role as Role;
    seats[seat] = {
      name: record.names?.[seat] ?? t('avalon.replay.seat', { n: seat + 1 }),
      look: record.looks?.[seat] ?? seat,
      role,
      team: isEvilAtTheEnd(record.events, event) ? 'evil' : 'good',
      known: (event.known_players as number[] | undefined) ?? [],
    };
  }
  return seats;
}

/** Team sizes are told as the quests come; of those that never came they are not known. */
function questsOf(events: GameEvent[]): Quest[] {
  return Array.from({ length: QUESTS }, (_, i) => {
    const told = events.find(
      (event) => event.type === 'phase_changed' && event.quest_number === i + 1,
    );
    const done = events.find(
      (event) => event.type === 'quest_completed' && event.quest_number === i + 1,
    );
    return {
      quest_number: i + 1,
      team_size: Number(told?.team_size ?? 0),
      fails_required: Number(done?.fails_required ?? 1),
      team_members: [],
      success: null,
    };
  });
}

class Walk {
  readonly steps: Step<Picture>[] = [];
  private readonly seats: Seat[];
  private view: AvalonView;
  private marked: number[] = [];
  private vote: Proposal | undefined;
  private seen: Seen[] = [];

  constructor(private readonly record: GameRecord) {
    this.seats = seatsOf(record);
    this.view = {
      phase: 'team_building',
      quests: questsOf(record.events),
      proposals: [],
      rejection_count: 0,
      quest_number: 1,
      leader: null,
      available_actions: [],
    } as unknown as AvalonView;
  }

  private name = (seat: unknown): string => this.seats[Number(seat)]?.name ?? '';
  private names = (seats: unknown): string => list((seats as number[]).map(this.name));

  private step(label: string): void {
    const { seats, marked, vote, seen } = this;
    const view = structuredClone(this.view);
    this.steps.push({ label, picture: { view, seats, marked, vote, seen } });
  }

  private votes(event: GameEvent): void {
    const last = this.view.proposals.at(-1);
    if (!last) return;
    last.approved = event.type === 'team_approved';
    last.approvals = Number(event.approvals);
    last.rejections = Number(event.rejections);
    this.vote = structuredClone(last);
    this.view.rejection_count = last.approved ? 0 : this.view.rejection_count + 1;
    const values = { approvals: last.approvals, rejections: last.rejections };
    this.step(t(`avalon.log.${event.type}`, values));
  }

  private proposed(event: GameEvent): void {
    const team = event.team_members as number[];
    this.marked = team;
    this.vote = undefined;
    this.view.proposals.push({
      quest_number: this.view.quest_number,
      leader: Number(event.leader),
      team_members: team,
      approved: null,
    });
    const bearer = event.excalibur as number | undefined;
    const key = bearer === undefined ? 'avalon.history.proposed' : 'avalon.excalibur.proposed';
    const values = { name: this.name(event.leader), names: this.names(team) };
    this.step(t(key, { ...values, bearer: this.name(bearer) }));
  }

  private completed(event: GameEvent): void {
    const quest = this.view.quests[Number(event.quest_number) - 1];
    if (quest) {
      quest.success = Boolean(event.success);
      quest.fail_count = Number(event.fail_count);
    }
    this.step(outcomeOf(event as Counted));
  }

  private examined(event: GameEvent): void {
    const holder = Number(event.holder);
    const target = Number(event.target);
    const { role, team } = this.seats[target] as Seat;
    const isMistaken = role === 'oberon' && this.record.options.oberon_good_to_lady === true;
    const told = event.team as Team | undefined;
    this.seen = [...this.seen, { holder, target, team: told ?? (isMistaken ? 'good' : team) }];
    this.step(t('avalon.log.examined', { name: this.name(holder), target: this.name(target) }));
  }

  private happen(event: GameEvent): void {
    switch (event.type) {
      case 'leader_changed':
        this.view.leader = Number(event.leader);
        break;
      case 'phase_changed':
        this.view.quest_number = Number(event.quest_number);
        break;
      case 'team_proposed':
        this.proposed(event);
        break;
      case 'votes_revealed': {
        const last = this.view.proposals.at(-1);
        if (last) last.approved_by = event.approved_by as number[];
        break;
      }
      case 'team_approved':
      case 'team_rejected':
        this.votes(event);
        break;
      case 'quest_completed':
        this.completed(event);
        break;
      case 'player_examined':
        this.examined(event);
        break;
      case 'excalibur_used': {
        const target = this.name(event.target);
        this.step(t('avalon.excalibur.used', { name: this.name(event.holder), target }));
        break;
      }
      case 'loyalty_drawn':
        this.step(t(event.switch ? 'avalon.log.switch' : 'avalon.log.no_switch'));
        break;
      case 'evil_revealed':
        this.step(t('avalon.log.evil', { names: this.names(event.evil) }));
        break;
      case 'servant_named':
        this.step(
          t(event.success ? 'avalon.servant.found' : 'avalon.servant.missed', {
            name: this.name(event.target),
          }),
        );
        break;
      case 'assassin_target':
        this.view.assassin_target = Number(event.target);
        this.step(
          t('avalon.log.target', {
            name: this.names([event.target, event.second].filter((seat) => seat != null)),
          }),
        );
        break;
      case 'game_finished':
        this.step(t(`avalon.reason.${String(event.reason)}`));
        break;
    }
  }

  all(): Step<Picture>[] {
    this.step(t('avalon.reveal.title'));
    for (const event of this.record.events) this.happen(event);
    return this.steps;
  }
}

export function stepsOf(record: GameRecord): Step<Picture>[] {
  return new Walk(record).all();
}
