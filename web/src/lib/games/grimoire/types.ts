import type { Args, GrimoireCommand } from '../../net/protocol';

/** The view of the Grimoire, as src/engine/games/grimoire/README.md describes it. Seats are numbers. */
export type Phase = 'setup' | 'preparation' | 'night' | 'day' | 'vote' | 'ended';
export type Team = 'townsfolk' | 'outsider' | 'minion' | 'demon' | 'traveller' | 'fabled' | 'loric';
export type Side = 'good' | 'evil';

/** A name: one of the 22, or `custom_1` and so on, which the script describes. */
export type Character = string;

/** The same words as the commands have them; a view is given them by the engine and hands them back. */
export type CommandCharacter = Args<GrimoireCommand, 'assign'>['character'];
export type CommandEffect = Args<GrimoireCommand, 'add_effect'>['effect'];
export type CommandStep = Args<GrimoireCommand, 'add_info'>['step'];

export interface Effect {
  token: number;
  effect: string;
  source: number | null;
  character: Character | null;
  expiry: string[];
  note: string;
}

/** What a player is told, or what may be told. */
export interface Answer {
  players: number[];
  characters: Character[];
  number: number | null;
}

export interface Message extends Answer {
  about: string;
  is_night: boolean;
  day: number;
  text: string;
}

export interface Seat {
  seat: number;
  is_dead: boolean;
  has_ghost_vote: boolean;
  is_traveller: boolean;
  traveller: Character | null;
  has_nominated: boolean;
  was_nominated: boolean;
  // Of the storyteller, and of everybody after the end:
  character?: Character | null;
  belief?: Character | null;
  /** Whose ability the player has besides. */
  gained?: Character | null;
  is_evil?: boolean;
  is_alive?: boolean;
  works?: boolean;
  has_seen?: boolean;
  /** On the phone, no answer yet. */
  is_asked?: boolean;
  phone?: number[] | null;
  effects?: Effect[];
  told?: Message | null;
  /** Of what they were told last: whether it is true, and what would be. Null: nobody can say. */
  told_truth?: (Answer & { is_true: boolean }) | null;
}

export type Counts = { townsfolk: number; outsider: number; minion: number; demon: number };

export interface Custom {
  character: Character;
  id: string;
  name: string;
  team: Team;
  ability: string;
  reminders: string[];
  changes_setup: boolean;
}

export interface Script {
  /** Empty: Trouble Brewing. */
  name: string;
  author: string;
  house_rules: string[];
  characters: Character[];
  custom: Custom[];
  night: { step: string; first: number; other: number }[];
}

export interface Nomination {
  nominator: number;
  nominee: number;
  is_exile: boolean;
  votes: number;
  result: 'too_few' | 'tied' | 'on_the_block' | 'exile' | null;
}

export interface Vote {
  nominator: number;
  nominee: number;
  is_exile: boolean;
  needed: number;
  /** Puts the nominee on the block: more than whoever stands there, or than the tie. */
  to_block: number;
  /** As many clear the block; null: nobody stands there. */
  to_tie?: number | null;
  votes: number;
  order: number[];
  next: number | null;
  hands: number[];
  counted: number[];
  voted: number[];
  is_running: boolean;
  next_ms: number | null;
}

export interface Prompt {
  is_decoy: boolean;
  about: string | null;
  count: number;
  from: number[];
}

export interface Page {
  seat: number;
  character: Character;
  belief: Character | null;
  effects: string[];
}

export interface Own {
  seat: number;
  /** Null until the tokens are handed out. */
  character: Character | null;
  is_evil: boolean;
  has_seen: boolean;
  /** Of the dead, on the winner. */
  bet: Side | null;
  prompt: Prompt | null;
  messages: Message[];
  grimoire: Page[] | null;
}

export interface NightStep {
  step: number;
  kind: string;
  seat: number | null;
  origin: 'sheet' | 'effect' | 'hand';
  order: number;
  status: 'waiting' | 'done' | 'skipped';
  is_due: boolean;
}

export type AnswerKind =
  | 'number'
  | 'yes_or_no'
  | 'character'
  | 'pair'
  | 'team'
  | 'grimoire'
  | 'anything'
  | 'two_characters'
  | 'two_players'
  | 'players_and_character'
  | 'player'
  | 'characters';

export interface Truth {
  kind: AnswerKind;
  is_ready: boolean;
  plain: Answer;
  numbers: number[];
  characters: Character[];
  false_numbers: number[];
  pairs: { character: Character; is: number[]; may_be: number[] }[];
  may_be_none: boolean;
  /** Of two players: who may be meant. */
  players?: number[];
  suggested: Answer;
}

/** One thing that comes of a choice. What is not said of it is null or empty. */
export interface Fact {
  fact:
    | 'chose'
    | 'failed'
    | 'prevented'
    | 'redirected'
    | 'marked'
    | 'died'
    | 'executed'
    | 'became'
    | 'asked'
    | 'won';
  seat: number | null;
  other: number | null;
  players: number[];
  effect: string | null;
  /** Whose ability it is; of `became` the new one; of `chose` the step. */
  character: string | null;
  cause: string | null;
  winner: Side | null;
}

/** What would come of naming this player, or of yes or no. */
export interface Outcome {
  player: number | null;
  is_yes?: boolean;
  facts: Fact[];
}

export interface OpenStep {
  step: number;
  kind: string;
  origin: NightStep['origin'];
  seat: number | null;
  works: boolean;
  why: string[];
  choice: {
    count: number;
    from: number[];
    may_be_nobody?: boolean;
    /** A character is chosen as well, one of these. */
    characters?: Character[];
    /** In the order of choosing. */
    made: number[] | null;
    phone: number[] | null;
    /** What the phone answered and the step does not allow. */
    impossible: number[] | null;
  } | null;
  /** Only false things are learnt now. */
  is_falsified?: boolean;
  answer: Truth | null;
  /** No rules of it are known: `choose` takes any players, and again. */
  by_hand?: boolean;
  chosen?: number[] | null;
  chosen_characters?: Character[];
  /** Of a choice of one player that is not made yet; absent while a rule asks. */
  outcomes?: Outcome[];
}

export interface Question {
  effect: string;
  holder: number;
  intent: string;
  cause: string;
  source: number | null;
  target: number;
  answer: 'player' | 'yes_or_no';
  players: number[];
  may_be_nobody: boolean;
  outcomes?: Outcome[];
}

export interface Warning {
  warning: string;
  seat: number | null;
  character: Character | null;
  effect: string | null;
  team: Team | null;
}

/** What everybody sees. */
export interface TableView {
  phase: Phase;
  day: number;
  ring: number[];
  seats: Seat[];
  distribution: Counts;
  script: Script;
  died_at_night: number[];
  nominations: {
    is_open: boolean;
    may_nominate: number[];
    may_be_nominated: number[];
    may_be_exiled: number[];
    today: Nomination[];
  };
  threshold: number;
  to_block: number;
  block: { seat: number | null; votes: number };
  executed: { has_executed: boolean; seat: number | null };
  vote: Vote | null;
  /** How Travellers change the day: who may not vote or nominate, who may nominate after an execution, whether the dead vote freely and
   * fewer than half suffice. */
  rules: {
    no_vote: number[];
    no_nomination: number[];
    again: number[];
    is_dead_free: boolean;
    needs_no_half: boolean;
  };
  clock_tenths: number;
  timer_ms: number | null;
  claim: { seat: number; action: string; target: number } | null;
  actions: string[];
  stirs: number;
  own: Own | null;
  available_actions?: { type: string; [argument: string]: unknown }[];
  /** Of the dead; on whom is told after the end. */
  bets: { seat: number; winner: Side | null }[];
  result: { winner: Side; reason: string } | null;
  /** The storyteller has said who won, and turns the tokens one by one. */
  reveal?: {
    winner: Side;
    reason: string;
    turned: {
      seat: number;
      character: Character | null;
      belief: Character | null;
      is_evil: boolean;
    }[];
  } | null;
}

/** What the storyteller sees besides. */
export interface Desk extends TableView {
  bag: {
    characters: Character[];
    needed: Counts;
    chosen: Counts;
    changes: { character: Character; outsiders: number }[];
  };
  bluffs: Character[];
  preparation: { seat: number; effect: string; holder: number | null; from: number[] }[];
  night: { is_first: boolean; open: number | null; steps: NightStep[] };
  step: OpenStep | null;
  question: Question | null;
  victory: { winner: Side; reason: string } | null;
  /** What has come of the latest choice; what executing whoever is on the block would do. */
  consequence?: { step: number | null; facts: Fact[]; execution: Fact[] | null };
  /** Now, and as far as it has been announced; Travellers too. */
  alive?: { now: number; announced: number };
  warnings: Warning[];
}

export type GrimoireView = TableView & Partial<Omit<Desk, keyof TableView>>;

/** Whether this is the storyteller's view (everybody's after the end). */
export function isDesk(view: GrimoireView): view is Desk {
  return view.night !== undefined;
}
