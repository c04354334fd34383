/** The games of the house: id → what the page needs of it, loaded when a room plays it.
 *
 * A game is one folder here with an index.ts that default-exports a GameModule, and one line in loaders.ts. */
import type { Component } from 'svelte';
import type { Cue } from '../cue';
import { addWords, type Language } from '../i18n/index.svelte';
import type { Option } from '../net/api';
import type { GameEvent, RoomSession } from '../net/session.svelte';
import type { Mood } from '../room/moods';
import type { Values } from '../room/options';
import type { Mix } from '../soundscape';
import { loaders } from './loaders';
import type { Memory } from './memory';

/** What the top component of a game is given. `view` is the game's view as the server wrote it. */
export interface GameProps<View = unknown> {
  view: View;
  room: RoomSession;
}

/** What its table view is given. */
export interface TvProps<View = unknown> extends GameProps<View> {
  /** Where `tellsEnd`: called when everything is open. */
  ontold: () => void;
}

/** What a game's own form for its settings is given; changes are sent at once. */
export interface SetupProps {
  room: RoomSession;
  options: Option[];
  values: Values;
  isEditable: boolean;
  onchange: (change: Values) => void;
}

/** One step of a replay: its caption, and what its picture needs. */
export interface Step<Picture = unknown> {
  label: string;
  picture: Picture;
}

/** A finished game as this viewer was told of it. */
export interface GameRecord {
  events: GameEvent[];
  options: { [name: string]: unknown };
  /** By seat, as they sat in that game. */
  names?: string[];
  /** Their animals and colours, by seat. */
  looks?: number[];
}

/** A component that is fetched where it is shown. */
export type Later<Props extends object> = () => Promise<{ default: Component<Props> }>;

/** A page of rules: short sections of plain sentences, where one fits with a picture (assets/rules.json). */
export type RulesPage = { title: string; picture?: string; text: string[] }[];

export interface GameModule {
  rules: { [language in Language]: () => Promise<{ default: RulesPage }> };
  /** What kind of evening the settings make it, in a word that everybody at the table should know before it starts. */
  badge?(options: { [name: string]: unknown }): string | null;
  /** The settings, where the plain form does not do. */
  Setup?: Later<SetupProps>;
  /** Settings by the mood of the evening; `usual` is what the house suggests for so many. */
  moods?: () => Promise<{ default: (players: number, usual: Values) => Mood[] }>;
  /** That form has the times as well; else the sheet lists them in a part of their own. */
  hasOwnTimes?: true;
  /** The player's screens, from the first to the last; also what spectators see. */
  Screen: Component<GameProps>;
  /** The table view: everything public, nothing to tap. */
  Tv: Later<TvProps>;
  /** Beside the table on a TV, instead of the list of roles and what happened last. */
  TvFacts?: Later<GameProps>;
  /** The table view fills the screen: nothing stands beside it or below, but the code in its lower left corner. */
  fillsTv?: true;
  /** The table view takes its time to tell the end: the awards, which give roles away, wait for `ontold`. */
  tellsEnd?: true;
  /** Day or night, for all devices alike; day where a game has no nights. */
  phaseOf?(view: unknown): 'day' | 'night';
  /** How long dusk and dawn take, where the usual is too long: nights that come every turn. */
  duskMs?: number;
  /** What is heard behind the words where the table has sound, out of what everybody knows; by night rain where a game
   * says nothing. */
  sound?(view: unknown): Mix;
  /** What swells up for a moment at a public event. */
  swell?(event: GameEvent, view: unknown): Mix | null;
  /** A public event in words, or null if it is not worth a line. `name` gives the name of a seat; `view` is the game's,
   * where some words are its own. */
  tell(event: GameEvent, name: (seat: number) => string, view?: unknown): string | null;
  /** The roles in play, as everybody knows them; one that is there twice is named twice. */
  rolesIn?(view: unknown): string[];
  /** A role in words, where they are not `mygame.role.<name>` and `.help`. */
  sayRole?(role: string): { name: string; help: string };
  /** Where a role's picture is, with the sprite that shows it to everybody alike. */
  pictureOf?(role: string): string;
  /** The events with which a round begins; their sentences are the headings of the log. */
  rounds?: readonly string[];
  /** What the host of the game says aloud at an event: the key of a sentence, which the build records. A game without
   * a script is told aloud as `tell` tells it. */
  script?(event: GameEvent): string | null;
  /** Whether it is this seat's turn, where everybody sees whose turn it is. */
  isTurnOf?(view: unknown, seat: number): boolean;
  /** What is heard at a public event, beside the moments that its screens name. */
  cueOf?(event: GameEvent): Cue | null;
  /** The end is told with Finale.svelte, which names its own moments. */
  hasFinale?: true;
  /** Its bots have something to say (`remarks` of the engine), with words at `<id>.say.*`. */
  botsTalk?: true;
  /** Public events at which phones buzz by day: that of the seat they name, or all. */
  buzzes?: readonly string[];
  /** What is kept of a finished game: awards and keepsake. */
  memory: () => Promise<{ default: Memory }>;
  /** Where bots can play. */
  practice?: Practice;
  /** A finished game step by step, and the component that shows one. */
  replay?: {
    steps(record: GameRecord): Step[] | Promise<Step[]>;
    Picture: Later<{ picture: unknown }>;
    /** The picture is a board with nothing to scroll: wheel and swipe over it turn the steps. */
    isBoard?: true;
  };
}

/** A first game against bots, of about a minute. */
export interface Practice {
  bots: number;
  /** The side of whoever practises. */
  side?: string;
  options?: Values;
}

/** In the order of the tiles. */
export const gameIds = ['onenight', 'avalon', 'chess', 'journeyman', 'grimoire'];

export function hasScreens(id: string): boolean {
  return id in loaders;
}

/** The module of a game with its words ready; null if this build has no screens for it. */
export async function loadGame(id: string): Promise<GameModule | null> {
  const loader = loaders[id];
  if (!loader) return null;
  const [{ default: module }] = await Promise.all([loader.code(), addWords(loader.words)]);
  void laterWords(id);
  return module;
}

/** As loadGame, with all words of the game: for sentences that are made once and not painted again as words come. */
export async function loadWhole(id: string): Promise<GameModule | null> {
  const [module] = await Promise.all([loadGame(id), laterWords(id)]);
  return module;
}

/** Resolves also if they did not come. */
async function laterWords(id: string): Promise<void> {
  const later = loaders[id]?.later;
  if (later) await addWords(later).catch(() => undefined);
}

/** Only the words of a game, for what is said of it before it is played. */
export async function loadWords(id: string): Promise<void> {
  const loader = loaders[id];
  if (!loader) return;
  await addWords(loader.words).catch(() => undefined);
  void laterWords(id);
}

/** The rules of a game in `language`, or null if the house has none. */
export async function loadRules(id: string, language: Language): Promise<RulesPage | null> {
  const module = await loadGame(id);
  return module ? (await module.rules[language]()).default : null;
}
