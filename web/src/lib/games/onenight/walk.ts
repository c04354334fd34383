/** The night told again, step by step with the cards moving. Pure but for the words. */
import { t } from '../../i18n/index.svelte';
import { ALPHA_SLOT, isWolf, placeText, roleText, type NameOf } from './night';
import type { Deed, Outcome, Place } from './types';

/** A card keeps its identity while it travels: the place it was dealt to. */
export interface Card {
  id: Place;
  role: string;
  at: Place;
}

/** The table after a deed of the night. */
export interface Picture {
  cards: Card[];
  label: string;
  lit: Place[];
  /** Who did it; null where nobody did anything. */
  actor: number | null;
  /** What each seat believes to lie where, out of what it has seen and swapped itself. */
  known: Record<Place, string>[];
}

class Night {
  private cards: Card[];
  private readonly known: Record<Place, string>[];

  constructor(
    private readonly results: Outcome,
    private readonly name: NameOf,
  ) {
    const seats = results.seats.map((seat, i) => ({ place: `seat_${i}`, role: seat.dealt }));
    const centre = results.center.map((card, i) => ({ place: `center_${i}`, role: card.dealt }));
    this.cards = [...seats, ...centre].map(({ place, role }) => ({ id: place, role, at: place }));
    this.known = seats.map(({ place, role }) => ({ [place]: role }));
  }

  private picture(label: string, lit: Place[] = [], actor: number | null = null): Picture {
    return { cards: this.cards, label, lit, actor, known: structuredClone(this.known) };
  }

  private swap(deed: Deed): void {
    const { source_id: source, target_id: target } = deed;
    const to = (at: Place) => (at === source ? target : at === target ? source : at);
    this.cards = this.cards.map((card) => ({ ...card, at: to(card.at) }));
    const own = this.known[deed.seat ?? 0];
    if (!own) return;
    const entries = Object.entries(own).map(([place, role]) => [to(place), role]);
    this.known[deed.seat ?? 0] = Object.fromEntries(entries) as Record<Place, string>;
  }

  private look(deed: Deed): void {
    const own = this.known[deed.seat ?? 0];
    if (own && deed.source_role && deed.source_id !== 'center')
      own[deed.source_id] = deed.source_role;
  }

  private done(deed: Deed, window: string): Picture {
    if (deed.action_type === 'VIEW_CARD' || deed.action_type === 'COPY_CARD') this.look(deed);
    else if (deed.action_type !== 'SHIELD_CARD') this.swap(deed);
    const lit = [deed.source_id, deed.target_id].filter(Boolean);
    return this.picture(
      deedText(deed, this.name, this.actsAs(deed, window)),
      lit,
      deed.seat ?? null,
    );
  }

  /** As whom it was done. A Doppelganger wakes with others in their window; in her own she is what she copied. */
  private actsAs(deed: Deed, window: string): string {
    const dealt = this.results.seats[deed.seat ?? 0]?.dealt ?? '';
    if (dealt !== 'doppelganger') return dealt;
    if (window !== dealt) return window;
    const copied = copiedBy(this.results.night, deed.seat ?? 0);
    return isWolf(copied) ? dealt : (copied ?? dealt);
  }

  all(): Picture[] {
    const pictures = [this.picture(t('onenight.end.dealt'))];
    for (const { role, actions } of this.results.night) {
      if (actions.length === 0)
        pictures.push(this.picture(t('onenight.deed.nobody', { role: roleText(role) })));
      for (const deed of actions) pictures.push(this.done(deed, role));
    }
    pictures.push(this.picture(t('onenight.end.final')));
    return pictures;
  }
}

function copiedBy(night: Outcome['night'], seat: number): string | null {
  const deeds = night.flatMap(({ actions }) => actions);
  const copy = deeds.find((deed) => deed.action_type === 'COPY_CARD' && deed.seat === seat);
  return copy?.source_role ?? null;
}

/** The first picture is the deal, the last the end of the night. */
export function picturesOf(results: Outcome, name: NameOf): Picture[] {
  return new Night(results, name).all();
}

const isCentre = (place: Place) => place.startsWith('center');

/** They open their eyes and see each other: nobody looks at a card. */
const wakesTogether = new Set(['werewolf', 'alpha_wolf', 'minion', 'mason']);

function lookText(deed: Deed, actor: string, name: NameOf, dealt: string): string {
  const role = roleText(deed.source_role);
  if (isCentre(deed.source_id))
    return t('onenight.deed.view', { name: actor, place: centreText(deed.source_id), role });
  if (deed.source_id === `seat_${deed.seat}`) return t('onenight.deed.own', { name: actor, role });
  const other = placeText(deed.source_id, name);
  // The Mystic Wolf first sees the others, then looks at a card.
  const isMate =
    dealt === 'mystic_wolf' ? deed.source_role === 'werewolf' : wakesTogether.has(dealt);
  return t(isMate ? 'onenight.deed.mate' : 'onenight.deed.view_card', {
    name: actor,
    other,
    role,
  });
}

function centreText(place: Place): string {
  const index = place.split('_')[1];
  if (index === undefined) return t('onenight.center.some');
  if (index === ALPHA_SLOT) return t('onenight.center.wolf');
  return t('onenight.center.lower', { n: Number(index) + 1 });
}

function deedText(deed: Deed, name: NameOf, dealt: string): string {
  const actor = name(deed.seat ?? 0);
  if (deed.action_type === 'VIEW_CARD') return lookText(deed, actor, name, dealt);
  if (deed.action_type === 'COPY_CARD')
    return t('onenight.deed.copy', {
      name: actor,
      other: placeText(deed.source_id, name),
      role: roleText(deed.source_role),
    });
  if (deed.action_type === 'SHIELD_CARD')
    return t('onenight.deed.shield', { name: actor, other: placeText(deed.source_id, name) });
  if (dealt === 'village_idiot') return t('onenight.deed.shift', { name: actor });
  if (isCentre(deed.target_id)) {
    const target = centreText(deed.target_id);
    if (deed.source_id === `seat_${deed.seat}`)
      return t('onenight.deed.swap_center', { name: actor, target });
    const other = placeText(deed.source_id, name);
    return t('onenight.deed.swap_for', { name: actor, other, target });
  }
  const target = placeText(deed.target_id, name);
  if (deed.source_id === `seat_${deed.seat}`)
    return t('onenight.deed.swap_own', { name: actor, target });
  return t('onenight.deed.swap', { name: actor, source: placeText(deed.source_id, name), target });
}
