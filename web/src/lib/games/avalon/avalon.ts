/** What the screens of Avalon work out from a view. No rules: what may be done is in `available_actions`. Pure. */
import type { Action, AvalonView, Card, Proposal } from './types';

/** The action of that type, if this viewer may do it now. */
export function actionOf<T extends Action['type']>(
  view: AvalonView,
  type: T,
): Extract<Action, { type: T }> | undefined {
  return view.available_actions.find((action) => action.type === type) as
    Extract<Action, { type: T }> | undefined;
}

/** Taps on a seat: in or out; when the team is full, the seat picked longest ago makes room. */
export function togglePick(picks: number[], seat: number, size: number): number[] {
  if (picks.includes(seat)) return picks.filter((other) => other !== seat);
  return [...picks, seat].slice(-size);
}

/** The last proposal that has been voted on, while its quest is on the table. */
export function lastVote(view: AvalonView): Proposal | undefined {
  const last = view.proposals.filter((one) => one.approved !== null).at(-1);
  return last?.quest_number === view.quest_number ? last : undefined;
}

/** Who is to carry Excalibur with the team on the table; null where nobody is. */
export function bearerOf(view: AvalonView): number | null {
  const last = view.proposed_team.length ? view.proposals.at(-1) : undefined;
  return last?.excalibur ?? null;
}

/** How a seat voted on a proposal; null where that is not known. */
export function voteOf(proposal: Proposal | undefined, seat: number): 'approve' | 'reject' | null {
  if (!proposal?.approved_by) return null;
  return proposal.approved_by.includes(seat) ? 'approve' : 'reject';
}

/** The cards of a quest as they are turned: successes first, then fails, and last what turns the result. */
export function cardsOf(view: AvalonView): Card[] {
  const quest = view.quests[view.quest_number - 1];
  const some = (card: Card, count = 0) => Array<Card>(count).fill(card);
  const { success_count = 0, fail_count = 0, good_messages = 0, evil_messages = 0 } = quest ?? {};
  return [
    ...some('success', success_count - good_messages),
    ...some('good_message', good_messages),
    ...some('fail', fail_count - evil_messages),
    ...some('evil_message', evil_messages),
    ...some('magic', quest?.magic_count),
  ];
}

/** The cards in the hand of everybody on a quest, also those that this player cannot play. A message is of one's
 * own side; face down it is like the others'. */
export function handOf(view: AvalonView): Card[] {
  const hand: Card[] = ['success', 'fail'];
  if (view.roles_in_play.includes('good_sorcerer')) hand.push('magic');
  if (view.roles_in_play.includes('evil_messenger'))
    hand.push(view.my_role?.team === 'evil' ? 'evil_message' : 'good_message');
  return hand;
}

function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  return hash;
}

/** Heads or tails that stays the same for one player and one step, and differs between players: on which side a
 * button stands must not be read from a thumb. */
export function isSwapped(player: string, step: string): boolean {
  return (hashOf(player + step) >> 3) % 2 === 1;
}

/** The same for any number of cards: each order as likely as another. */
export function shuffled<T>(cards: T[], player: string, step: string): T[] {
  const left = [...cards];
  const dealt: T[] = [];
  while (left.length)
    dealt.push(...left.splice((hashOf(`${player}${step}${left.length}`) >> 3) % left.length, 1));
  return dealt;
}
