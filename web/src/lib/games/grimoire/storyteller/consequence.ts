/** What a choice will do and what the last one has done, in one line: the engine's facts in words. Pure. */
import { list, t, tOr } from '../../../i18n/index.svelte';
import { effectName, sayMessage, stepName, type Name } from '../say';
import type { Desk, Fact, Nomination, OpenStep, Outcome, Question, Vote } from '../types';
import { aboutOf, isTrue, type Draft } from './desk';

export interface Line {
  /** The rule, or the news: said first, bold. */
  strong: string;
  text: string;
  /** Violet: what is told may be false. */
  mayBeFalse?: boolean;
}

/** Why an ability does not work. */
export function whyOff(why: string[]): string {
  return list(why.map((one) => (one === 'dead' ? t('grimoire.dead') : effectName(one))));
}

/** Whom somebody chose is none, nor is a mark that only keeps whom. */
function isNoNews({ fact, effect }: Fact): boolean {
  return fact === 'chose' || effect === 'last_choice' || effect === 'swallowed';
}

/** One fact as a sentence; who chose whom is said by the step, and in the log. */
export function sayFact(fact: Fact, name: Name, view: Desk): string {
  if (isNoNews(fact)) return '';
  const values = {
    name: fact.seat === null ? '' : name(fact.seat),
    other: fact.other === null ? '' : name(fact.other),
    character: fact.character ? stepName(fact.character, view.script) : '',
    effect: fact.effect ? effectName(fact.effect) : '',
  };
  const variant = fact.effect ?? fact.cause ?? fact.winner ?? '';
  const key = `grimoire.fact.${fact.fact}`;
  return tOr(`${key}.${variant}`, t(key, values), values);
}

/** Who dies is said before who takes their place, and who has won last. */
function inOrder(facts: Fact[]): Fact[] {
  const late = (fact: Fact) => Number(fact.fact === 'became') + 2 * Number(fact.fact === 'won');
  return [...facts].sort((a, b) => late(a) - late(b));
}

/** A death that only seems to be one is said as what it is. */
function withoutShams(facts: Fact[]): Fact[] {
  const shams = facts.filter(({ fact, effect }) => fact === 'prevented' && effect === 'sham_death');
  const isSham = (one: Fact) => one.fact === 'died' && shams.some(({ seat }) => seat === one.seat);
  return facts.filter((one) => !isSham(one));
}

/** The facts of a choice: the first sentence says the rule. Nothing at all comes of some choices. */
function sayFacts(all: Fact[], name: Name, view: Desk): Line {
  const facts = withoutShams(all);
  const sentences = inOrder(facts).flatMap((fact) => sayFact(fact, name, view) || []);
  const [strong = t('grimoire.fact.nothing'), ...rest] = [...new Set(sentences)];
  const has = (...kinds: Fact['fact'][]) => facts.some(({ fact }) => kinds.includes(fact));
  const isSham = facts.length < all.length;
  if (has('prevented') && !isSham && !has('died', 'asked'))
    rest.push(t('grimoire.fact.nobody_dies'));
  return { strong, text: rest.join(' '), mayBeFalse: has('failed') };
}

function outcomeOf(outcomes: Outcome[] | undefined, player: number): Outcome | undefined {
  return outcomes?.find((one) => one.player === player);
}

/** What each who is marked meets with, in the order of the taps, as long as the ability goes on working; null: not
 * foreseen. */
function inTurn(step: OpenStep, marked: number[]): Fact[] | null {
  const all: Fact[] = [];
  for (const player of marked) {
    const outcome = outcomeOf(step.outcomes, player);
    if (!outcome) return null;
    all.push(...outcome.facts);
    if (outcome.facts.some(({ fact }) => fact === 'failed')) break;
  }
  return all;
}

/** What Done will do with the players that are marked. */
export function foresee(view: Desk, step: OpenStep, marked: number[], name: Name): Line | null {
  if (step.by_hand && marked.length) {
    const names = list(marked.map(name));
    return { strong: t('grimoire.line.chosen', { names }), text: t('grimoire.line.by_hand') };
  }
  if (!step.choice || !marked.length || marked.length < step.choice.count) return null;
  const facts = inTurn(step, marked);
  if (facts) return sayFacts(facts, name, view);
  const isMore = step.choice.count > 1 || Boolean(step.choice.characters?.length);
  if (step.answer || !isMore) return null;
  const off = step.works ? '' : whyOff(step.why);
  if (off)
    return { strong: t('grimoire.fact.failed', { effect: off }), text: '', mayBeFalse: true };
  // What is done to two at once, or depends on a character, would be too much to foresee.
  const names = list(marked.map(name));
  return { strong: t('grimoire.line.chosen', { names }), text: t('grimoire.line.pending') };
}

/** What an answer to a rule's question will do: by the player named, or by yes and no. */
export function foreseeAnswer(
  view: Desk,
  { outcomes }: Question,
  answer: { player: number } | { isYes: boolean },
  name: Name,
): Line | null {
  const outcome =
    'player' in answer
      ? outcomeOf(outcomes, answer.player)
      : outcomes?.find((one) => one.is_yes === answer.isYes);
  return outcome ? sayFacts(outcome.facts, name, view) : null;
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
    strong: off ? t('grimoire.line.off', { why: off }) : `${t('grimoire.answer.false')}.`,
    text: t('grimoire.answer.truth', { text: plain }),
    mayBeFalse: true,
  };
}

/** What closing a vote with so many hands would do. */
export function weigh(vote: Vote, hands: number, name: Name): Line {
  const strong = t('grimoire.line.hands', { n: hands });
  const values = { name: name(vote.nominee), n: vote.to_block, votes: vote.to_tie ?? 0 };
  if (vote.is_exile)
    return {
      strong,
      text: t(hands >= vote.needed ? 'grimoire.line.exiled' : 'grimoire.line.exile_needs', {
        ...values,
        n: vote.needed,
      }),
    };
  if (hands >= vote.to_block) return { strong, text: t('grimoire.line.to_block', values) };
  const tie = vote.to_tie ?? null;
  if (tie !== null && hands === tie) return { strong, text: t('grimoire.line.tie', values) };
  const needs = t('grimoire.line.needs', values);
  return {
    strong,
    text: tie === null ? needs : `${needs} ${t('grimoire.line.ties', values)}`,
  };
}

function sayVote({ votes, result, nominee }: Nomination, name: Name): Line {
  return {
    strong: t('grimoire.line.voted', { name: name(nominee), n: votes }),
    text: t(`grimoire.line.result.${result}`, { name: name(nominee), n: votes }),
  };
}

/** What has come of the latest choice, nomination or vote; null: nothing yet. */
export function lastNews(view: Desk, name: Name): Line | null {
  // What was asked has been answered, and what came of it follows.
  const facts = (view.consequence?.facts ?? []).filter(
    ({ fact }) => fact !== 'asked' || view.question,
  );
  if (!facts.every(isNoNews)) return sayFacts(facts, name, view);
  const last = view.phase === 'day' ? view.nominations.today.at(-1) : undefined;
  return last?.result ? sayVote(last, name) : null;
}

/** What executing whoever is on the block would do, beyond their death. */
export function foreseeExecution(view: Desk, name: Name): Line | null {
  const { seat, votes } = view.block;
  const facts = view.consequence?.execution;
  if (seat === null || !facts) return null;
  const more = withoutShams(facts).filter(({ fact }) => fact !== 'executed' && fact !== 'chose');
  return {
    strong: t('grimoire.day.block', { name: name(seat), n: votes }),
    text: more.length
      ? t('grimoire.line.if_executed', {
          text: inOrder(more)
            .flatMap((fact) => sayFact(fact, name, view) || [])
            .join(' '),
        })
      : '',
  };
}
