/** The end of a game in words: who won and why, first instincts. Pure but for the words. */
import { list, t } from '../../i18n/index.svelte';
import { isWolf, questionText, roleText, type NameOf } from './night';
import type { Outcome } from './types';

/** Who has won, in the key of a headline, by the cards the winners hold. */
export function headlineOf(results: Outcome): string {
  const finals = results.winners.map((seat) => results.seats[seat]?.final ?? '');
  const isOther = (role: string) => isWolf(role) || role === 'minion' || role === 'tanner';
  const hasTanner = finals.includes('tanner');
  if (finals.length === 0) return 'nobody';
  if (finals.some((role) => !isOther(role))) return hasTanner ? 'village_tanner' : 'village';
  if (finals.some(isWolf)) return 'werewolf';
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

/** Whom most point at, in words; one vote each is nobody's. */
export function votesText(tallies: number[], name: NameOf): string {
  const most = Math.max(0, ...tallies);
  const leaders = tallies.flatMap((count, seat) => (count === most ? [name(seat)] : []));
  if (most < 2) return t('onenight.end.one_each');
  return t('onenight.end.votes_for', { n: most, name: list(leaders) });
}

/** The seat whose card decided: a wolf or a Tanner who died, else who died first, else a wolf who got away. */
export function decidedBy(results: Outcome): number | null {
  const dead = results.deaths.map((death) => death.seat);
  const finalOf = (seat: number) => results.seats[seat]?.final;
  const wanted = [
    ...dead.filter((seat) => isWolf(finalOf(seat))),
    ...dead.filter((seat) => finalOf(seat) === 'tanner'),
  ];
  const wolf = results.seats.findIndex((seat) => isWolf(seat.final));
  return wanted[0] ?? dead[0] ?? (wolf >= 0 ? wolf : null);
}

/** Why, in a sentence or two. */
export function reasonOf(results: Outcome, name: NameOf): string {
  const reason = t(`onenight.reason.${results.reason}`);
  const [first, ...others] = results.deaths;
  if (!first) return `${t('onenight.end.out_none')} ${reason}`;
  if (others.length > 0) {
    const names = list(results.deaths.map((death) => name(death.seat)));
    return `${t('onenight.end.out_many', { names })} ${reason}`;
  }
  const role = roleText(results.seats[first.seat]?.final ?? null);
  return `${t('onenight.end.out', { name: name(first.seat), role })} ${reason}`;
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
