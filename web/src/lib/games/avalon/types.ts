/** The view of Avalon, as src/engine/games/avalon/avalon_view.c writes it. Seats are numbers. */
export type Team = 'good' | 'evil';
export type Role =
  | 'merlin'
  | 'percival'
  | 'loyal_servant'
  | 'assassin'
  | 'morgana'
  | 'mordred'
  | 'oberon'
  | 'minion'
  | 'cleric'
  | 'troublemaker'
  | 'trickster'
  | 'lunatic'
  | 'brute'
  | 'revealer'
  | 'good_lancelot'
  | 'evil_lancelot'
  | 'good_sorcerer'
  | 'evil_sorcerer'
  | 'senior_messenger'
  | 'junior_messenger'
  | 'evil_messenger'
  | 'untrustworthy_servant';
export type Card = 'success' | 'fail' | 'magic' | 'good_message' | 'evil_message';
export type Phase =
  | 'setup'
  | 'role_reveal'
  | 'team_building'
  | 'team_voting'
  | 'vote_results'
  | 'quest_execution'
  | 'excalibur'
  | 'quest_results'
  | 'lady_of_the_lake'
  | 'untrustworthy_servant'
  | 'assassination'
  | 'finished';

export interface Quest {
  quest_number: number;
  team_size: number;
  fails_required: number;
  team_members: number[];
  success: boolean | null;
  success_count?: number;
  fail_count?: number;
  /** There where the Sorcerers are in play. */
  magic_count?: number;
  /** Of the successes and of the fails; there where the Messengers are in play. */
  good_messages?: number;
  evil_messages?: number;
  /** Who carried Excalibur and whose card was turned; there where it is in the game. */
  excalibur?: number | null;
  turned?: number | null;
}

export interface Proposal {
  quest_number: number;
  leader: number;
  team_members: number[];
  /** Null while it is voted on. */
  approved: boolean | null;
  approvals?: number;
  rejections?: number;
  /** Not there where votes are anonymous. */
  approved_by?: number[];
  /** Who is to carry Excalibur. */
  excalibur?: number;
}

export interface Examination {
  quest_number: number;
  holder: number;
  target: number;
  team?: Team;
}

export type Action =
  | { type: 'acknowledge_role' }
  | { type: 'continue' }
  | { type: 'set_picks'; team: { from: number[]; count: { min: number; max: number } } }
  | { type: 'propose_team'; team: { from: number[]; count: number } }
  | { type: 'vote'; vote: ('approve' | 'reject')[] }
  | { type: 'play_card'; card: Card[] }
  | { type: 'examine'; target: number[] }
  | { type: 'assassinate'; target: number[] }
  | { type: 'name_merlin'; target: number[] }
  | { type: 'recruit_servant'; target: number[] }
  | { type: 'suspect_servant'; target: number[] }
  | { type: 'use_excalibur'; target: (number | null)[] }
  | { type: 'show_loyalty'; team: Team[] };

export interface AvalonView {
  phase: Phase;
  my_role: {
    role: Role;
    team: Team;
    knows: 'evil' | 'merlin' | 'messenger' | 'none';
    known_players: number[];
    /** The other Lancelot, for one who was shown. */
    lancelot?: number;
  } | null;
  has_acknowledged: boolean;
  has_seen: boolean;
  my_vote: 'approve' | 'reject' | null;
  my_card: Card | null;
  my_merlin: number | null;
  /** With whom that one would be the two good Messengers; there where they are in play. */
  my_second?: number | null;
  /** What a check by the Lady (examine) or as the Cleric (check) has shown, and the cards turned with Excalibur. */
  actions: (
    | { type: 'examine' | 'check'; target: number; team: Team }
    | { type: 'turn'; quest_number: number; target: number; card: Card }
  )[];
  /** What this seat shows when checked; there where the Trickster is in play, and of use to the Trickster. */
  my_shown_team?: Team;
  available_actions: Action[];
  player_count: number;
  good_count: number;
  evil_count: number;
  approvals_required: number;
  roles_in_play: Role[];
  anonymous_votes: boolean;
  flip_evil: boolean;
  oberon_hidden_from_merlin: boolean;
  oberon_good_to_lady: boolean;
  /** Approve and Reject stand on sides that differ from phone to phone. */
  swap_votes: boolean;
  has_excalibur?: boolean;
  /** Has left Excalibur alone, so far. */
  has_sheathed?: boolean;
  quest_number: number;
  team_size: number;
  fails_required: number;
  leader: number | null;
  rejection_count: number;
  is_last_proposal: boolean;
  picks: number[];
  proposed_team: number[];
  is_window_open: boolean;
  action_status: { phase: Phase; done: number; total: number };
  votes?: { submitted: number; required: number; voted?: number[] };
  quests: Quest[];
  proposals: Proposal[];
  lady?: { holder: number | null; has_held: number[]; examinations: Examination[] };
  /** Whether the Lancelots switch when a quest begins, for each quest whose card lies open. */
  lancelots?: { mode: 'known' | 'draw' | 'schedule'; switches: boolean[] };
  /** Whom the assassin took for the Untrustworthy Servant, when it has been said. */
  servant?: { named: number; is_found: boolean };
  revealed_evil?: number[];
  winning_team?: Team;
  reason?: string;
  assassin_target?: number | null;
  assassin_second?: number | null;
  roles?: { role: Role; team: Team }[];
  instincts?: (number | null)[];
  /** Makes the views of all seats equally long. */
  padding?: string;
}
