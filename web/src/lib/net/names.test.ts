import { beforeEach, describe, expect, it } from 'vitest';
import { RoomSession } from './session.svelte';
import type { Connection, Frame, SocketEvents } from './socket';

let told: (frame: object) => void;
let room: RoomSession;

/** What happened before this phone came in: a bot was there, won and was sent away; somebody got another name. */
const past = [
  { type: 'bot_added', player: 'b0t', name: 'Pixel', seq: 1 },
  { type: 'player_joined', player: 'ana', name: 'Anna', seq: 2 },
  { type: 'player_renamed', player: 'ana', name: 'Ana', seq: 3 },
  { type: 'bot_removed', player: 'b0t', seq: 4 },
];

describe('the name of somebody', () => {
  beforeEach(() => {
    room = new RoomSession('KRTW4P', false, {
      home: '/',
      connect: (events: SocketEvents) => {
        told = (frame) => events.onFrame(frame as Frame);
        const connection = { start() {}, stop() {}, send: () => Promise.resolve() };
        return connection as unknown as Connection;
      },
      history: () => Promise.resolve(past),
      file: () => Promise.resolve(''),
    });
    const state = {
      people: [{ player: 'ana', name: 'Ana' }],
      you: { player: 'ana', seat: null, has_nonce: true },
      chance: { game_id: 'g', commitment: '' },
    };
    told({ type: 'room_state', state });
  });

  it('who has gone is known from the log, also to a phone that came later', async () => {
    expect(room.nameOf('b0t')).toBe('–');

    await room.loadHistory();

    expect(room.nameOf('b0t')).toBe('Pixel');
  });

  it('is the one they have now', async () => {
    await room.loadHistory();

    expect(room.nameOf('ana')).toBe('Ana');
  });
});
