/** The tables where this device had a seat lately, to find the way back: codes only, nothing of what was played. */
import { recall, remember } from '../storage';

export interface Visit {
  code: string;
  game: string;
  /** By this device's clock. */
  ms: number;
}

const KEPT = 6;
const LASTING_MS = 24 * 60 * 60 * 1000;

export function visits(now = Date.now()): Visit[] {
  try {
    const kept = JSON.parse(recall('visits') ?? '[]') as Visit[];
    return kept.filter((visit) => visit.ms <= now && now - visit.ms < LASTING_MS);
  } catch {
    return [];
  }
}

export function noteVisit(code: string, game: string, now = Date.now()): void {
  const others = visits(now).filter((visit) => visit.code !== code);
  remember('visits', JSON.stringify([{ code, game, ms: now }, ...others].slice(0, KEPT)));
}

export function forgetVisit(code: string): void {
  remember('visits', JSON.stringify(visits().filter((visit) => visit.code !== code)));
}

/** A table where this device was, whose code differs in one letter from what was typed, or in two that are swapped. */
export function meantCode(typed: string): string | undefined {
  return visits().find(({ code }) => code !== typed && isNear(code, typed))?.code;
}

function isNear(code: string, typed: string): boolean {
  const wrong = [...code].flatMap((letter, at) => (letter === typed[at] ? [] : [at]));
  const [one = 0, other] = wrong;
  if (code.length !== typed.length || wrong.length > 2) return false;
  if (other === undefined) return true;
  return code[one] === typed[other] && code[other] === typed[one];
}
