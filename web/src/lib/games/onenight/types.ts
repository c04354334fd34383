/** The view of One Night, as src/engine/games/onenight/onenight_view.c writes it. */
export type Role = string;

/** "seat_3", "center_1", or "center": one of the three, nobody knows which. */
export type Place = string;

export interface Deed {
  seat?: number;
  action_type:
    | 'VIEW_CARD'
    | 'SWAP_PLAYER_TO_PLAYER'
    | 'SWAP_PLAYER_TO_CENTER'
    | 'SHIELD_CARD'
    | 'SHIFT_CARDS'
    | 'COPY_CARD';
  source_id: Place;
  target_id: Place;
  source_role: Role | null;
  target_role: Role | null;
}

export interface Some {
  from: number[];
  count: number;
}

export type Action =
  | { type: 'acknowledge' }
  | { type: 'act'; players: Some; center: Some }
  | { type: 'claim'; role: Role[] }
  | { type: 'call_vote'; wants: boolean[] }
  | { type: 'vote'; target: number[] };

export interface Claim {
  role: Role;
  players: number[];
  center: number[];
  first: Role | null;
  second: Role | null;
}

export interface Turned {
  dealt: Role;
  final: Role;
  /** What is printed on the card, where its holder has become another. */
  face?: Role;
}

export interface Outcome {
  row: number;
  reason: string;
  winners: number[];
  deaths: { seat: number; cause: 'votes' | 'hunter'; hunter: number | null }[];
  seats: (Turned & { team: string; was_killed: boolean; won: boolean })[];
  center: Turned[];
  night: { role: Role; actions: Deed[] }[];
  first_instincts: {
    step: string;
    question: number;
    seat: number;
    players: number[];
    center: number[];
  }[];
}

export interface Ballot {
  seat: number;
  target: number | null;
}

export interface OneNightView {
  phase: 'dealing' | 'reveal' | 'night' | 'discussion' | 'voting' | 'results';
  /** The same, in the words of other programs. */
  state: string;
  night_pace: 'narrated' | 'simultaneous' | 'eager' | 'eyes_closed';
  roles: Record<Role, number>;
  pool: boolean;
  active_roles: Role[];
  current_role_step: Role | null;
  action_status: { role: Role; status: 'to_come' | 'now' | 'passed' }[];
  window: {
    step: string;
    question: number;
    prompt: 'deed' | 'question' | 'sleep' | null;
    has_answered: boolean;
    players: number[];
    center: number[];
    /** What counts if nothing is confirmed until the window closes. */
    marked: { players: number[]; center: number[] };
  } | null;
  my_role: Role | null;
  dealt: Role | null;
  /** What an Investigator became by what he saw. */
  turned: Role | null;
  /** What a Doppelganger saw, and is from then on. */
  copied: Role | null;
  mates: number[] | null;
  actions: Deed[];
  /** Seats whose cards nobody looks at or moves; cards that lie open. Everybody sees both. */
  shields: number[];
  shown_cards: { seat: number; role: Role }[];
  acknowledged_count: number;
  has_acknowledged: boolean;
  vote_calls: number;
  calls_vote: boolean;
  claims: (Claim | null)[];
  own_vote: number | null;
  votes: { count: number; ballots: Ballot[] };
  results: Outcome | null;
  available_actions: Action[];
}
