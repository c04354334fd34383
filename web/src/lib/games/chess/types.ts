/** The view of team chess, as src/engine/games/chess/chess_view.c writes it. */
export type Team = 'A' | 'B';
export type Role = 'villager' | 'werewolf';
export type PieceName = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';

export type Action =
  | { type: 'move'; uci: string[] }
  | { type: 'name_piece'; piece: PieceName[] }
  | { type: 'timeout_decision'; decision: ('end' | 'allow_next')[] }
  | { type: 'resign'; agree: boolean[] }
  | { type: 'offer_draw'; agree: boolean[] }
  | { type: 'accept_draw'; agree: boolean[] }
  | { type: 'vote'; suspect: number[] }
  | { type: 'draw_arrow'; from: Range; to: Range }
  | { type: 'fast_mode' }
  | { type: 'claim_victory' }
  | { type: 'claim_draw' }
  | { type: 'abort' }
  | { type: 'clear_arrows' }
  | { type: 'close_vote' }
  | { type: 'acknowledge' }
  | { type: 'propose'; uci: string[] }
  | { type: 'offer_takeback'; agree: boolean[] }
  | { type: 'accept_takeback'; agree: boolean[] }
  | { type: 'decline'; offer: Offer[] }
  | { type: 'set_position'; fen: string[] };

export type Offer = 'draw' | 'takeback';
export type TimeControl = 'per_move' | 'bank' | 'days' | 'none';

export interface Range {
  min: number;
  max: number;
}

export interface TeamView {
  color: 'white' | 'black';
  order: number[];
  next: number;
  timeouts: number;
}

export interface Move {
  uci: string;
  san: string;
  seat: number;
  brain?: number;
}

export interface Arrow {
  seat: number;
  from: number;
  to: number;
}

export interface Proposal {
  seat: number;
  uci: string;
}

export interface Ballot {
  seat: number;
  suspect: number;
}

export interface Point {
  seat: number;
  reason: 'found_werewolf' | 'werewolf_success';
}

export interface ChessView {
  phase: 'starting' | 'role_reveal' | 'playing' | 'timeout_decision' | 'voting' | 'over';
  mode: 'classic' | 'werewolf';
  wolf_rule: 'none' | 'one_wolf' | 'wolf_per_team';
  wolf_count: number;
  creator: number | null;
  /** Who has looked at their role; only with a wolf. */
  acknowledged?: number[];
  fen: string;
  to_move: Team;
  in_check: boolean;
  on_move: number | null;
  fast_mode_by: number | null;
  last_timeout: {
    seat: number;
    decision: 'end' | 'allow_next' | null;
    decided_by: number | null;
  } | null;
  repetitions: number;
  hand_and_brain: boolean;
  brain: number | null;
  team_vote: boolean;
  draw_offer: Team | null;
  takeback_offer: Team | null;
  time: {
    control: TimeControl;
    turn_ms: number;
    increment_ms?: number;
    per_player?: boolean;
    /** By seat; of the clock that runs, what was left when the turn began. */
    left_ms?: number[];
  };
  start_fen: string;
  teams: Record<Team, TeamView>;
  moves: Move[];
  my_role: Role | null;
  own?: {
    team: Team;
    resign_for: number[];
    draw_for: number[];
    takeback_for: number[];
    draw_against: number[];
    takeback_against: number[];
    named_piece: PieceName | null;
    arrows: Arrow[];
    /** Where the team votes on its moves. */
    proposals?: Proposal[];
    /** How it voted on its last move. */
    last_vote?: Proposal[];
  };
  result?: { reason: string; winner: Team | null };
  votes?: {
    vote_open: boolean;
    count: number;
    close_for: number[];
    ballots?: Ballot[];
    closed_by?: 'all_voted' | 'deadline' | 'creator' | 'admin';
    majority?: number | null;
    points?: Point[];
  };
  roles?: Role[];
  available_actions: Action[];
}
