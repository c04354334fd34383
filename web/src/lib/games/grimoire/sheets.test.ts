import { expect, it } from 'vitest';
import { grimoireRoles } from '../../net/protocol';
import en from './en.json';
import later from './later/en.json';
import { isLater } from './sheets';

it('every ability is in the words where it is looked for', () => {
  for (const name of Object.keys(grimoireRoles)) {
    const [own, other] = isLater(name) ? [later, en] : [en, later];
    expect(own).toHaveProperty([`grimoire.character.${name}.ability`]);
    expect(other).not.toHaveProperty([`grimoire.character.${name}.ability`]);
  }
});
