/** The game as a list of steps that can be taken back, and the town as it was after one. Pure. */
import { list, t } from '../../../i18n/index.svelte';
import type { GameEvent } from '../../../net/session.svelte';
import { stepName, tellEvent, type Name } from '../say';
import type { Script } from '../types';

export interface Entry {
  step: number;
  lines: string[];
}

export interface Citizen {
  character: string | null;
  isAlive: boolean;
  effects: { token: number; effect: string; note: string }[];
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

/** Who chose whom: "Imp Bruno chose Dmitri." */
function tellChoice(
  event: GameEvent,
  step: GameEvent | undefined,
  name: Name,
  script: Script,
): string | null {
  if (!step || typeof step.seat !== 'number') return tellEvent(event, name, script);
  return t('grimoire.log.chose', {
    step: stepName(String(step.about), script),
    name: name(step.seat),
    players: list(((event.choice as number[]) ?? []).map(name)),
  });
}

/** One entry for every step that has something to say, oldest first. */
export function entriesOf(events: GameEvent[], name: Name, script: Script): Entry[] {
  const entries: Entry[] = [];
  const steps = new Map<number, GameEvent>();
  for (const event of events) {
    if (event.type === 'step_added') steps.set(Number(event.step), event);
    const line =
      event.type === 'choice_made'
        ? tellChoice(event, steps.get(Number(event.step)), name, script)
        : tellEvent(event, name, script);
    if (!line || isEcho(event, events)) continue;
    const step = event.at_step as number;
    if (entries.at(-1)?.step === step) entries.at(-1)?.lines.push(line);
    else entries.push({ step, lines: [line] });
  }
  return entries;
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
