/** The end of a game in pictures and words: who won, the night step by step with the cards moving, what each seat
 * knew, first instincts. Pure but for the words. */
import { list, t } from '../../i18n/index.svelte';
import { placeText, questionText, roleText, type NameOf } from './night';
import type { Deed, Outcome, Place } from './types';

/** Who has won, in the key of a headline, by the cards the winners hold. */
export function headlineOf(results: Outcome): string {
  const finals = results.winners.map((seat) => results.seats[seat]?.final ?? '');
  const others = ['werewolf', 'minion', 'tanner'];
  const hasTanner = finals.includes('tanner');
  if (finals.length === 0) return 'nobody';
  if (finals.some((role) => !others.includes(role)))
    return hasTanner ? 'village_tanner' : 'village';
  if (finals.includes('werewolf')) return 'werewolf';
  if (finals.includes('minion')) return hasTanner ? 'minion_tanner' : 'minion';
  return 'tanner';
}

/** The team whose colour and shape the banner has. */
export function bannerOf(results: Outcome): 'good' | 'evil' | 'third' | 'none' {
  const headline = headlineOf(results);
  if (headline === 'nobody') return 'none';
  if (headline.startsWith('village')) return 'good';
  return headline === 'tanner' ? 'third' : 'evil';
}

export function deathsText(deaths: Outcome['deaths'], name: NameOf): string {
  if (deaths.length === 0) return t('onenight.end.no_deaths');
  return t('onenight.end.deaths', { names: list(deaths.map((death) => name(death.seat))) });
}

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

  private done(deed: Deed): Picture {
    if (deed.action_type === 'VIEW_CARD') this.look(deed);
    else this.swap(deed);
    const lit = [deed.source_id, deed.target_id].filter(Boolean);
    return this.picture(deedText(deed, this.name), lit, deed.seat ?? null);
  }

  all(): Picture[] {
    const pictures = [this.picture(t('onenight.end.dealt'))];
    for (const { role, actions } of this.results.night) {
      if (actions.length === 0)
        pictures.push(this.picture(t('onenight.deed.nobody', { role: roleText(role) })));
      for (const deed of actions) pictures.push(this.done(deed));
    }
    pictures.push(this.picture(t('onenight.end.final')));
    return pictures;
  }
}

/** The first picture is the deal, the last the end of the night. */
export function picturesOf(results: Outcome, name: NameOf): Picture[] {
  return new Night(results, name).all();
}

function deedText(deed: Deed, name: NameOf): string {
  const actor = name(deed.seat ?? 0);
  if (deed.action_type === 'VIEW_CARD')
    return t('onenight.deed.view', {
      name: actor,
      place: placeText(deed.source_id, name),
      role: roleText(deed.source_role),
    });
  const isOwn = deed.source_id === `seat_${deed.seat}`;
  return t(isOwn ? 'onenight.deed.swap_own' : 'onenight.deed.swap', {
    name: actor,
    source: placeText(deed.source_id, name),
    target: placeText(deed.target_id, name),
  });
}

/** First instincts, by question. */
export function instinctsOf(
  results: Outcome,
  name: NameOf,
): { question: string; answers: string[] }[] {
  const byQuestion = new Map<string, string[]>();
  for (const one of results.first_instincts) {
    const question = questionText(one.step, one.question);
    const targets = [
      ...one.players.map(name),
      ...one.center.map((card) => t('onenight.center', { n: card + 1 })),
    ];
    const answer = t('onenight.end.instinct', { name: name(one.seat), answer: list(targets) });
    byQuestion.set(question, [...(byQuestion.get(question) ?? []), answer]);
  }
  return [...byQuestion].map(([question, answers]) => ({ question, answers }));
}
