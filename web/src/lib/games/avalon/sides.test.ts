import { describe, expect, it } from 'vitest';
import type { GameEvent } from '../../net/session.svelte';
import { isEvilAtTheEnd } from './sides';

const shown = (role: string) => ({ type: 'role_revealed', role }) as unknown as GameEvent;
const drawn = (...switches: boolean[]) =>
  switches.map((isSwitch) => ({ type: 'loyalty_drawn', switch: isSwitch }) as unknown as GameEvent);

describe('the side of a role at the end', () => {
  it('is the one it was dealt', () => {
    expect(isEvilAtTheEnd([], shown('lunatic'))).toBe(true);
    expect(isEvilAtTheEnd([], shown('troublemaker'))).toBe(false);
    expect(isEvilAtTheEnd(drawn(false), shown('evil_lancelot'))).toBe(true);
  });

  it('is the other one for a Lancelot whose side was switched, and for nobody else', () => {
    expect(isEvilAtTheEnd(drawn(false, true), shown('good_lancelot'))).toBe(true);
    expect(isEvilAtTheEnd(drawn(false, true), shown('evil_lancelot'))).toBe(false);
    expect(isEvilAtTheEnd(drawn(true), shown('assassin'))).toBe(true);
  });

  it('is evil for the Untrustworthy Servant only where the assassin has found them', () => {
    const named = (success: boolean) =>
      [{ type: 'servant_named', success }] as unknown as GameEvent[];
    expect(isEvilAtTheEnd(named(true), shown('untrustworthy_servant'))).toBe(true);
    expect(isEvilAtTheEnd(named(false), shown('untrustworthy_servant'))).toBe(false);
    expect(isEvilAtTheEnd(named(true), shown('loyal_servant'))).toBe(false);
  });

  it('is the first one again after two switches', () => {
    expect(isEvilAtTheEnd(drawn(true, false, true), shown('good_lancelot'))).toBe(false);
  });
});
