/** Commands are typed from the server's tables: what is wrong here does not compile, which `npm run check` looks at. */
import { describe, expect, it } from 'vitest';
import type { Act, AvalonCommand, Games, RoomCommand } from './protocol';

describe('a command', () => {
  const sent: unknown[] = [];
  const act: Act<RoomCommand> = (type, ...args) => Promise.resolve(sent.push([type, ...args]) > 0);
  const play: Act<Games['avalon']['command']> = act as Act<AvalonCommand>;

  it('has a name of the tables, and its arguments', () => {
    void act('start');
    void act('ready', { ready: true });
    void play('vote', { vote: 'approve' });
    expect(sent).toEqual([['start'], ['ready', { ready: true }], ['vote', { vote: 'approve' }]]);
  });

  it('does not compile otherwise', () => {
    // @ts-expect-error: there is no such command
    void act('strat');
    // @ts-expect-error: a command of a game is none of the room
    void act('vote', { vote: 'approve' });
    // @ts-expect-error: an argument must be there
    void act('kick');
    // @ts-expect-error: an argument of another type
    void play('vote', { vote: 'perhaps' });
    // @ts-expect-error: an argument that the command does not have
    void play('vote', { vote: 'approve', loudly: true });
    expect(sent).toHaveLength(8);
  });
});
