/** A finished game out of its record: the end told to everybody holds the whole night. Pure but for the words. */
import type { GameRecord, Step } from '..';
import { t } from '../../i18n/index.svelte';
import type { GameEvent } from '../../net/session.svelte';
import { deathsText, headlineOf } from './results';
import { roleText, type NameOf } from './night';
import type { Deed, Outcome, Place } from './types';
import { picturesOf, type Picture } from './walk';

export interface Arrow {
  from: number;
  to: number;
}

export interface Scene extends Picture {
  names: string[];
  looks: number[];
  arrows: Arrow[];
  dead: number[];
  /** Everything lies open, whoever looks. */
  isOpen: boolean;
}

const seatOf = (place: Place) => Number(place.split('_')[1]);

function turnedOf(events: GameEvent[], kind: 'seat' | 'center'): GameEvent[] {
  return events.filter(
    (event) => event.type === 'card_turned' && String(event.place).startsWith(kind),
  );
}

/** Mates are seen when their role wakes; one record for each, as in the results. */
function matesOf(event: GameEvent, dealt: string): Deed[] {
  const role = dealt === 'mason' ? 'mason' : 'werewolf';
  const mates = event.mates as number[];
  const places = mates.map((mate) => `seat_${mate}`);
  if (places.length === 0 && dealt === 'mason') places.push('center');
  return places.map((place) => ({
    seat: Number(event.seat),
    action_type: 'VIEW_CARD',
    source_id: place,
    target_id: '',
    source_role: role,
    target_role: null,
  }));
}

const looks = new Set<Deed['action_type']>(['VIEW_CARD', 'SHIELD_CARD', 'COPY_CARD']);

/** The deeds in their order, with what lay where when they were done. */
function deedsOf(events: GameEvent[]): Deed[] {
  const cards: Record<Place, string> = {};
  for (const event of events)
    if (event.type === 'card_turned') cards[String(event.place)] = String(event.dealt);
  return events
    .filter((event) => event.type === 'deed_told')
    .map((event) => {
      const source_id = String(event.source);
      const target_id = String(event.target);
      const action_type = event.action_type as Deed['action_type'];
      const isLook = looks.has(action_type);
      const source_role = cards[source_id] ?? null;
      const target_role = isLook ? null : (cards[target_id] ?? null);
      if (!isLook && source_role && target_role) {
        cards[source_id] = target_role;
        cards[target_id] = source_role;
      }
      return {
        seat: Number(event.seat),
        action_type,
        source_id,
        target_id: isLook ? '' : target_id,
        source_role: action_type === 'SHIELD_CARD' ? null : source_role,
        target_role,
      };
    });
}

type Copies = Map<number, string>;

/** In whose window a seat saw its mates: a Doppelganger wakes with the others, as a Minion right away. */
function matesWindow(dealt: string[], copies: Copies, seat: number): string | undefined {
  const copied = copies.get(seat);
  if (!copied) return dealt[seat];
  if (copied === 'minion') return dealt[seat];
  return copied === 'mason' ? 'mason' : 'werewolf';
}

/** What she does right after the role itself is told with that role. */
function deedWindow(dealt: string[], copies: Copies, deed: Deed): string | undefined {
  const copied = copies.get(deed.seat ?? 0);
  return copied === 'insomniac' || copied === 'revealer' ? copied : dealt[deed.seat ?? 0];
}

function nightOf(record: GameRecord, dealt: string[]): Outcome['night'] {
  const deeds = deedsOf(record.events);
  const mates = record.events.filter((event) => event.type === 'mates_told');
  const called = record.events
    .filter((event) => event.type === 'step_began')
    .map((event) => String(event.step))
    // A second window of a role shows what the first one does; a copy is told with what was copied.
    .filter((step) => !step.endsWith('_again') && !step.startsWith('doppelganger_'));
  const copies = new Map(
    deeds.flatMap((deed) =>
      deed.action_type === 'COPY_CARD' ? [[deed.seat ?? 0, deed.source_role ?? ''] as const] : [],
    ),
  );
  // All at once: the roles of the list, whose order is that of the night.
  const roles = called.includes('choice') ? Object.keys(record.options) : called;
  return roles
    .map((role) => ({
      role,
      actions: [
        ...deeds.filter((deed) => deed.action_type === 'COPY_CARD' && role === 'doppelganger'),
        ...mates
          .filter((event) => matesWindow(dealt, copies, Number(event.seat)) === role)
          .flatMap((event) => matesOf(event, role)),
        ...deeds.filter(
          (deed) => deed.action_type !== 'COPY_CARD' && deedWindow(dealt, copies, deed) === role,
        ),
      ],
    }))
    .filter(({ role, actions }) => called.includes(role) || actions.length > 0);
}

export function outcomeOf(record: GameRecord): Outcome {
  const seats = turnedOf(record.events, 'seat');
  const ended = record.events.find((event) => event.type === 'game_ended');
  const winners = (ended?.winners as number[] | undefined) ?? [];
  const deaths = record.events
    .filter((event) => event.type === 'player_died')
    .map((event) => ({
      seat: Number(event.seat),
      cause: event.cause as 'votes' | 'hunter',
      hunter: event.hunter === null ? null : Number(event.hunter),
    }));
  const dealt = seats.map((event) => String(event.dealt));
  return {
    row: Number(ended?.row ?? 0),
    reason: '',
    winners,
    deaths,
    seats: seats.map((event) => ({
      dealt: String(event.dealt),
      final: String(event.final),
      team: '',
      was_killed: deaths.some((death) => death.seat === seatOf(String(event.place))),
      won: winners.includes(seatOf(String(event.place))),
    })),
    center: turnedOf(record.events, 'center').map((event) => ({
      dealt: String(event.dealt),
      final: String(event.final),
    })),
    night: nightOf(record, dealt),
    first_instincts: [],
  };
}

function arrowsOf(events: GameEvent[]): Arrow[] {
  return events
    .filter((event) => event.type === 'ballot_revealed' && event.target !== null)
    .map((event) => ({ from: Number(event.seat), to: Number(event.target) }));
}

/** The caption of a step says what the table heard; what was done is for the eyes that saw it. */
function captionsOf(results: Outcome): string[] {
  const woken = results.night.flatMap(({ role, actions }) =>
    Array.from({ length: Math.max(1, actions.length) }, () => roleText(role)),
  );
  return [t('onenight.end.dealt'), ...woken, t('onenight.end.final')];
}

export function stepsOf(record: GameRecord): Step<Scene>[] {
  const results = outcomeOf(record);
  const names = results.seats.map(
    (_, seat) => record.names?.[seat] ?? t('onenight.replay.seat', { n: seat + 1 }),
  );
  const name: NameOf = (seat) => names[seat] ?? '–';
  const pictures = picturesOf(results, name);
  const captions = captionsOf(results);
  const last = pictures.at(-1);
  if (!last) return [];
  const looks = record.looks ?? [];
  const closed = { names, looks, arrows: [], dead: [], isOpen: false };
  const night: Step<Scene>[] = pictures.map((picture, i) => ({
    label: captions[i] ?? '',
    picture: { ...picture, ...closed },
  }));
  const arrows = arrowsOf(record.events);
  const dead = results.deaths.map((death) => death.seat);
  const day = { ...last, ...closed, label: '' };
  return [
    ...night,
    { label: t('onenight.vote.title'), picture: { ...day, arrows } },
    {
      label: `${deathsText(results.deaths, name)} ${t(`onenight.won.${headlineOf(results)}`)}.`,
      picture: { ...day, dead, isOpen: true },
    },
  ];
}
