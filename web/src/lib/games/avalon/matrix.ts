/** The votes of a game as a table: a row per player, a column per proposal, the quests as groups. Pure. */
import { voteOf } from './avalon';
import type { AvalonView, Proposal, Quest } from './types';

export interface Column {
  /** "2.3": the third team of the second quest. */
  label: string;
  proposal: Proposal;
  quest: Quest | undefined;
  /** Whether this team went on the quest. */
  went: boolean;
  /** The first of its quest. */
  isFirst: boolean;
}

export function columnsOf(view: AvalonView): Column[] {
  let number = 0;
  let before = 0;
  return view.proposals.map((proposal) => {
    const isFirst = proposal.quest_number !== before;
    number = isFirst ? 1 : number + 1;
    before = proposal.quest_number;
    return {
      label: `${proposal.quest_number}.${number}`,
      proposal,
      quest: view.quests[proposal.quest_number - 1],
      went: proposal.approved === true,
      isFirst,
    };
  });
}

export interface Cell {
  vote: 'approve' | 'reject' | null;
  isOnTeam: boolean;
  isLeader: boolean;
}

export function cellOf({ proposal }: Column, seat: number): Cell {
  return {
    vote: proposal.approved === null ? null : voteOf(proposal, seat),
    isOnTeam: proposal.team_members.includes(seat),
    isLeader: proposal.leader === seat,
  };
}
