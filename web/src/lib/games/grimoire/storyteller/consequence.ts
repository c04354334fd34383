/** What a choice will do, in one line before it is done, and what the last change has done. Pure. */
import { list, t, tOr } from '../../../i18n/index.svelte';
import type { GameEvent } from '../../../net/session.svelte';
import { nameOf } from '../characters';
import { effectName, sayMessage, tellEvent, type Name } from '../say';
import type { Desk, OpenStep, Vote } from '../types';
import { aboutOf, isTrue, type Draft } from './desk';

export interface Line {
  /** The rule, or the news: said first, bold. */
  strong: string;
  text: string;
  /** Violet: what is told may be false. */
  mayBeFalse?: boolean;
}

const say = (key: string, values: { [name: string]: string | number } = {}): Line => ({
  strong: t(`grimoire.line.${key}`, values),
  text: tOr(`grimoire.line.${key}.then`, '', values),
});

/** Why an ability does not work. */
export function whyOff(why: string[]): string {
  return list(why.map((one) => (one === 'dead' ? t('grimoire.dead') : effectName(one))));
}

/** Who or what keeps a player from dying by the Demon tonight. */
function guardOf(view: Desk, target: number): string | null {
  const guard = view.seats[target]?.effects?.find(
    ({ effect, source }) =>
      effect === 'safe' && (source === null || view.seats[source]?.works !== false),
  );
  if (!guard) return null;
  return nameOf(view.seats[guard.source ?? target]?.character, view.script);
}

function foreseeKill(view: Desk, step: OpenStep, target: number, name: string): Line {
  const seat = view.seats[target];
  const guard = guardOf(view, target);
  const has = (effect: string) => seat?.effects?.some((one) => one.effect === effect);
  if (seat?.is_alive === false) return say('dead_already', { name });
  if (guard) return say('guarded', { character: guard, name });
  if (
    target === step.seat &&
    view.seats.some((one) => has('star_pass') || isMinion(view, one.seat))
  )
    return say('star_pass', { name });
  if (has('bounce') && seat?.works !== false)
    return say('bounce', { character: nameOf(seat?.character, view.script), name });
  return say('dies', { name });
}

function isMinion(view: Desk, seat: number): boolean {
  const one = view.seats[seat];
  return Boolean(one?.is_evil && one.is_alive && one.seat !== view.step?.seat && one.character);
}

const marks = new Set(['poisoner', 'monk', 'butler']);

/** What Done will do with the players that are marked. */
export function foresee(view: Desk, step: OpenStep, marked: number[], name: Name): Line | null {
  const [target] = marked;
  if (!step.choice || target === undefined || marked.length < step.choice.count) return null;
  const values = { name: name(target), names: list(marked.map(name)) };
  if (!step.works)
    return {
      ...say('no_effect', {
        character: nameOf(step.kind, view.script),
        why: whyOff(step.why),
      }),
      mayBeFalse: true,
    };
  if (step.kind === 'imp') return foreseeKill(view, step, target, values.name);
  if (marks.has(step.kind)) return say(step.kind, values);
  return step.answer ? null : say('chosen', values);
}

/** Whether what is about to be told is true, and the truth beside a lie. */
export function judge(view: Desk, step: OpenStep, draft: Draft, name: Name): Line | null {
  const truth = step.answer;
  if (!truth?.is_ready || truth.kind === 'anything' || truth.kind === 'grimoire') return null;
  const about = aboutOf(step, view);
  const off = step.works || step.seat === null ? '' : whyOff(step.why);
  const plain = sayMessage({ ...truth.plain, text: '', about }, name, view.script).join(' ');
  if (isTrue(draft, truth))
    return off
      ? {
          strong: t('grimoire.line.off', { why: off }),
          text: t('grimoire.answer.true'),
          mayBeFalse: true,
        }
      : { strong: t('grimoire.answer.true'), text: '' };
  return {
    strong: off ? t('grimoire.line.off', { why: off }) : t('grimoire.answer.false'),
    text: t('grimoire.answer.truth', { text: plain }),
    mayBeFalse: true,
  };
}

/** What closing a vote now would do. */
export function weigh(view: Desk, vote: Vote, name: Name): Line {
  const hands = vote.order.filter((seat) =>
    vote.counted.includes(seat) ? vote.voted.includes(seat) : vote.hands.includes(seat),
  ).length;
  const strong = t('grimoire.line.hands', { n: hands });
  const nominee = name(vote.nominee);
  if (vote.is_exile)
    return {
      strong,
      text: t(hands >= vote.needed ? 'grimoire.line.exiled' : 'grimoire.line.exile_needs', {
        name: nominee,
        n: vote.needed,
      }),
    };
  const values = { name: nominee, n: vote.to_block, votes: view.block.votes };
  if (hands >= vote.to_block) return { strong, text: t('grimoire.line.to_block', values) };
  if (view.block.votes && hands === view.block.votes)
    return { strong, text: t('grimoire.line.tie', values) };
  return { strong, text: t('grimoire.line.needs', values) };
}

/** Events that change something for good; the rest is told elsewhere. */
const news = new Set([
  'died',
  'prevented',
  'redirected',
  'character_changed',
  'alignment_set',
  'executed',
  'exiled',
  'question_dismissed',
  'vote_counted',
]);

/** What the latest change did, if it did anything: by the events of the last two steps of the game. */
export function lastNews(events: GameEvent[], step: number, name: Name, view: Desk): Line | null {
  const recent = events.filter(
    (event) =>
      Number(event.at_step) >= step - 1 && Number(event.at_step) <= step && news.has(event.type),
  );
  const at = recent.at(-1)?.at_step;
  const lines = recent
    .filter((event) => event.at_step === at)
    .flatMap((event) => tellEvent(event, name, view.script) ?? []);
  return lines.length ? { strong: [...new Set(lines)].join(' '), text: '' } : null;
}
