/** The game as a list of steps that can be taken back, and the town as it was after one. Pure. */
import { list, t, tOr } from '../../../i18n/index.svelte';
import type { GameEvent } from '../../../net/session.svelte';
import { nameOf } from '../characters';
import { sayMessage, stepName, tellEvent, type Name } from '../say';
import type { Answer, Script } from '../types';

export const logKinds = ['choices', 'told', 'votes'] as const;
export type LogKind = (typeof logKinds)[number] | 'other';

export interface LogLine {
  text: string;
  kind: LogKind;
  /** Of what was told: to whom, what it was about, whether it was true, and what would have been. */
  seat?: number;
  about?: string;
  isTrue?: boolean;
  truth?: string;
  isTakenBack?: boolean;
}

export interface Entry {
  step: number;
  lines: LogLine[];
}

export interface Citizen {
  character: string | null;
  isAlive: boolean;
  effects: { token: number; effect: string; source: number | null; note: string }[];
}

export interface Town {
  phase: string;
  day: number;
  seats: Map<number, Citizen>;
}

/** The events of the game that still hold, each with its step: what was taken back is gone. */
export function standing(log: GameEvent[]): GameEvent[] {
  let held: GameEvent[] = [];
  const byStep = new Map<number, GameEvent[]>();
  for (const event of log) {
    if (event.type === 'game_started') {
      held = [];
      byStep.clear();
    } else if (event.type === 'rewound') {
      const to = Number(event.to);
      held = [...byStep.keys()]
        .filter((step) => step <= to)
        .sort((a, b) => a - b)
        .flatMap((step) => byStep.get(step) ?? []);
    } else if (typeof event.at_step === 'number') {
      const step = event.at_step;
      if (held.at(-1)?.at_step !== step) byStep.set(step, []);
      byStep.get(step)?.push(event);
      held = [...held, event];
    }
  }
  return held;
}

/** Whether another event of the same step says it as well. */
function isEcho(event: GameEvent, events: GameEvent[]): boolean {
  const has = (type: string) =>
    events.some(
      (one) => one.type === type && one.seat === event.seat && one.at_step === event.at_step,
    );
  if (event.type === 'death_announced') return has('died');
  if (event.type !== 'effect_added') return false;
  return (
    (event.effect === 'dead' && has('died')) ||
    (event.effect === 'used_dead_vote' && has('ghost_vote_set'))
  );
}

/** Who chose whom: "Imp Bruno chose Dmitri." Where there are no rules a character may be chosen too. */
function tellChoice(
  event: GameEvent,
  step: GameEvent | undefined,
  name: Name,
  script: Script,
): string | null {
  if (!step || typeof step.seat !== 'number') return tellEvent(event, name, script);
  const players = (event.choice as number[]) ?? [];
  const isByHand = String(step.about).startsWith('custom_');
  const characters = isByHand ? ((event.characters as string[]) ?? []) : [];
  const how = players.length === 0 ? 'chose_character' : 'chose_both';
  return t(`grimoire.log.${characters.length ? how : 'chose'}`, {
    step: stepName(String(step.about), script),
    name: name(step.seat),
    players: list(players.map(name)) || '–',
    characters: list(characters.map((one) => nameOf(one, script))),
  });
}

/** Whose ability an effect on a seat is, by the town as it was then. */
function sourceOf(town: Town, event: GameEvent): string | null {
  const one = town.seats.get(Number(event.seat));
  const effect = one?.effects.filter((held) => held.effect === event.effect).at(-1);
  return town.seats.get(effect?.source ?? Number(event.seat))?.character ?? null;
}

/** What an effect did, with the rule: "Soldier: Dora is protected." */
function tellPrevented(town: Town, event: GameEvent, name: Name, script: Script): string {
  const values = {
    character: nameOf(sourceOf(town, event), script),
    name: name(Number(event.seat)),
  };
  return tOr(
    `grimoire.fact.prevented.${event.effect}`,
    t('grimoire.log.protected', values),
    values,
  );
}

const kinds: { [type: string]: LogKind } = {
  choice_made: 'choices',
  prompt_answered: 'choices',
  prevented: 'choices',
  redirected: 'choices',
  died: 'choices',
  step_failed: 'choices',
  character_changed: 'choices',
  message_sent: 'told',
  nominated: 'votes',
  hand_counted: 'votes',
  vote_counted: 'votes',
  executed: 'votes',
  exiled: 'votes',
};

/** Reads the events one after the other, and remembers what later ones need. */
class Teller {
  readonly entries: Entry[] = [];
  private readonly steps = new Map<number, GameEvent>();
  private readonly town: Town = { phase: 'setup', day: 0, seats: new Map() };
  /** What was said in a step of the night, for the case that it is taken back. */
  private readonly said = new Map<number, LogLine[]>();
  private open = -1;

  constructor(
    private readonly events: GameEvent[],
    private readonly name: Name,
    private readonly script: Script,
  ) {}

  read(event: GameEvent): void {
    if (event.type === 'step_added') this.steps.set(Number(event.step), event);
    if (event.type === 'night_began') this.steps.clear();
    if (event.type === 'step_opened') this.open = Number(event.step);
    if (event.type === 'step_taken_back') this.takeBack(Number(event.step));
    if (event.type === 'statement_judged') this.judge(event);
    const text = this.say(event);
    note(this.town, event);
    if (text && !isEcho(event, this.events)) this.add(event, text);
  }

  private say(event: GameEvent): string | null {
    const step = this.steps.get(Number(event.step));
    if (event.type === 'choice_made') return tellChoice(event, step, this.name, this.script);
    if (event.type === 'prevented') return tellPrevented(this.town, event, this.name, this.script);
    if (event.type !== 'step_taken_back') return tellEvent(event, this.name, this.script);
    return t('grimoire.log.step_taken_back', {
      step: stepName(String(step?.about ?? ''), this.script),
      name: typeof step?.seat === 'number' ? this.name(step.seat) : '',
    });
  }

  private add(event: GameEvent, text: string): void {
    const line: LogLine = { text, kind: kinds[event.type] ?? 'other' };
    if (event.type === 'message_sent')
      Object.assign(line, { about: String(event.about), seat: event.seat });
    if (line.kind === 'told' || line.kind === 'choices')
      this.said.set(this.open, [...(this.said.get(this.open) ?? []), line]);
    const step = event.at_step as number;
    const last = this.entries.at(-1);
    if (last?.step === step) last.lines.push(line);
    else this.entries.push({ step, lines: [line] });
  }

  /** A message cannot be unread: it stays, struck through. */
  private takeBack(step: number): void {
    for (const line of this.said.get(step) ?? []) line.isTakenBack = true;
    this.said.delete(step);
  }

  /** Of the message just before: whether it was true, and what would have been. */
  private judge(event: GameEvent): void {
    const line = this.entries
      .at(-1)
      ?.lines.filter(({ kind, seat }) => kind === 'told' && seat === event.seat)
      .at(-1);
    if (!line) return;
    const truth = event as unknown as Answer;
    line.isTrue = Boolean(event.is_true);
    line.truth = sayMessage(
      {
        players: truth.players ?? [],
        characters: truth.characters ?? [],
        number: truth.number ?? null,
        text: '',
        about: line.about ?? '',
      },
      this.name,
      this.script,
    ).join(' ');
  }
}

/** One entry for every step that has something to say, oldest first. */
export function entriesOf(events: GameEvent[], name: Name, script: Script): Entry[] {
  const teller = new Teller(events, name, script);
  for (const event of events) teller.read(event);
  return teller.entries;
}

/** The entries with lines of one kind, and only those lines. */
export function filtered(entries: Entry[], kind: LogKind | 'all'): Entry[] {
  if (kind === 'all') return entries;
  return entries
    .map((entry) => ({ ...entry, lines: entry.lines.filter((line) => line.kind === kind) }))
    .filter(({ lines }) => lines.length > 0);
}

function citizen(town: Town, seat: unknown): Citizen {
  const known = town.seats.get(Number(seat));
  if (known) return known;
  const fresh: Citizen = { character: null, isAlive: true, effects: [] };
  town.seats.set(Number(seat), fresh);
  return fresh;
}

function note(town: Town, event: GameEvent): void {
  const one = () => citizen(town, event.seat);
  switch (event.type) {
    case 'character_assigned':
    case 'character_changed':
      one().character = String(event.character);
      break;
    case 'died':
    case 'death_announced':
      one().isAlive = false;
      break;
    case 'life_announced':
      one().isAlive = true;
      break;
    case 'effect_added':
      one().effects.push({
        token: Number(event.token),
        effect: String(event.effect),
        source: typeof event.source === 'number' ? event.source : null,
        note: String(event.note ?? ''),
      });
      if (event.effect === 'dead') one().isAlive = false;
      break;
    case 'effect_removed':
      one().effects = one().effects.filter(({ token }) => token !== event.token);
      if (event.effect === 'dead') one().isAlive = true;
      break;
    case 'night_began':
      Object.assign(town, { phase: 'night', day: Number(event.night) });
      break;
    case 'day_began':
      Object.assign(town, { phase: 'day', day: Number(event.day) });
      break;
  }
}

/** The town after `step`, by the events that stand. */
export function townAt(events: GameEvent[], step: number): Town {
  const town: Town = { phase: 'setup', day: 0, seats: new Map() };
  for (const event of events) if ((event.at_step as number) <= step) note(town, event);
  return town;
}
