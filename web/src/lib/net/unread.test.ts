import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWords } from '../i18n/index.svelte';
import Attend from '../room/Attend.svelte';
import { toasts } from '../ui/toasts.svelte';
import { RoomSession } from './session.svelte';
import type { Connection, Frame, SocketEvents } from './socket';

let told: (frame: object) => void;
let room: RoomSession;
let seq = 0;

/** A room whose connection is this test. */
function sit(): RoomSession {
  const connection = { start() {}, stop() {}, send: () => Promise.resolve() };
  return new RoomSession('KRTW4P', false, {
    home: '/',
    connect: (events: SocketEvents) => {
      told = (frame) => events.onFrame(frame as Frame);
      return connection as unknown as Connection;
    },
    history: () => Promise.resolve([]),
    file: () => Promise.resolve(''),
  });
}

const say = (player: string, channel = 'table') =>
  told({ type: 'chat', player, channel, text: 'Hello', seq: ++seq });

beforeAll(() => startWords());

describe('messages that nobody has read', () => {
  beforeEach(() => {
    room = sit();
    told({ type: 'welcome', player_id: 'ana' });
  });

  it('are counted, but not our own', () => {
    say('bruno');
    say('ana');
    say('dora');

    expect(room.unread).toBe(2);
  });

  it('are not counted in a team, since a number on some phones tells who is in it', () => {
    say('bruno', 'evil');

    expect(room.unread).toBe(0);
    expect(room.chat).toHaveLength(1);
  });

  it('are none while the chat is open', () => {
    room.isReading = true;
    say('bruno');

    expect(room.unread).toBe(0);
  });

  it('are shown in a notice, which goes when the chat is opened', () => {
    render(Attend, { room });
    say('bruno');
    flushSync();
    expect(toasts.current?.text).toContain('Hello');

    room.unread = 0;
    flushSync();

    expect(toasts.current).toBeUndefined();
  });
});
