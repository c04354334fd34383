import { expect, it } from 'vitest';
import { compose } from './report';

it('writes who played and what happened, a line each', () => {
  const text = compose({
    title: 'Avalon',
    date: '1 May',
    reason: 'Three quests failed.',
    people: [
      { name: 'Ana', notes: ['Merlin'] },
      { name: 'Bob', notes: [] },
    ],
    lines: ['Ana proposes Bob.', 'The team goes.'],
  });

  expect(text).toBe(
    'Avalon, 1 May\nThree quests failed.\n\n- Ana: Merlin\n- Bob\n\n1. Ana proposes Bob.\n2. The team goes.\n',
  );
});
