import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DEAD_MS,
  PROBE_MS,
  UNSAVED_MS,
  WAIT_MS,
  RoomSocket,
  Refusal,
  backoff,
  type Frame,
  type Status,
} from './socket';

class FakeSocket {
  static made: FakeSocket[] = [];
  readyState: number = WebSocket.CONNECTING;
  sent: Frame[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Frame);
  }
  close() {
    this.readyState = WebSocket.CLOSED;
  }
  open() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }
  say(frame: Frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  die(code: number, reason = '') {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

const tables: RoomSocket[] = [];
const latest = () => FakeSocket.made.at(-1) as FakeSocket;

function table() {
  const heard: Frame[] = [];
  const statuses: [Status, string?][] = [];
  const waits: boolean[] = [];
  const unsaved: boolean[] = [];
  const socket = new RoomSocket(
    'ws://table',
    {
      onFrame: (frame) => heard.push(frame),
      onStatus: (status, reason) => statuses.push([status, reason]),
      onWaiting: (isWaiting, isUnsaved) => {
        waits.push(isWaiting);
        unsaved.push(isUnsaved ?? false);
      },
    },
    (url) => new FakeSocket(url) as unknown as WebSocket,
  );
  socket.start();
  tables.push(socket);
  return { socket, heard, statuses, waits, unsaved };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
});
afterEach(() => {
  for (const socket of tables.splice(0)) socket.stop();
  vi.useRealTimers();
});

describe('RoomSocket', () => {
  it('resolves a command when the server says ok', async () => {
    const { socket } = table();
    latest().open();

    const sent = socket.send('ready', { is_ready: true });
    latest().say({ type: 'ok', cid: latest().sent[0]?.cid });

    await expect(sent).resolves.toBeUndefined();
    expect(latest().sent[0]).toMatchObject({ type: 'ready', is_ready: true });
  });

  it('rejects a command with the code and the reason of the refusal', async () => {
    const { socket } = table();
    latest().open();

    const sent = socket.send('flood');
    latest().say({
      type: 'error',
      cid: latest().sent[0]?.cid,
      code: 'bad_target',
      why: 'field_is_wet',
    });

    await expect(sent).rejects.toMatchObject({ code: 'bad_target', why: 'field_is_wet' });
    await expect(sent).rejects.toBeInstanceOf(Refusal);
  });

  it('sends an unanswered command again with the same id after a reconnect', () => {
    const { socket } = table();
    latest().open();
    socket.send('end_turn').catch(() => undefined);
    const cid = latest().sent[0]?.cid;

    latest().die(1006);
    vi.advanceTimersByTime(1000);
    latest().open();

    expect(FakeSocket.made).toHaveLength(2);
    expect(latest().sent).toContainEqual({ type: 'end_turn', cid });
  });

  it('resumes after the last sequence number it has seen', () => {
    table();
    latest().open();
    latest().say({ type: 'game_update', seq: 41 });

    latest().die(1012);
    vi.advanceTimersByTime(1000);
    latest().open();

    expect(latest().url).toBe('ws://table?after=41');
  });

  it('takes a socket that has said nothing for 25 seconds for dead', () => {
    const { statuses } = table();
    latest().open();

    vi.advanceTimersByTime(DEAD_MS + 5000);

    expect(statuses).toContainEqual(['lost', undefined]);
    expect(latest().sent.every((frame) => frame.type === 'heartbeat')).toBe(true);
  });

  it('says when a command waits, asks the server, and gives the socket up when it is silent', () => {
    const { socket, statuses, waits } = table();
    latest().open();
    void socket.send('end_turn').catch(() => undefined);

    vi.advanceTimersByTime(WAIT_MS);
    expect(waits).toEqual([true]);
    expect(latest().sent.at(-1)?.type).toBe('heartbeat');

    vi.advanceTimersByTime(PROBE_MS);
    expect(statuses.at(-1)?.[0]).toBe('lost');
  });

  it('keeps the socket while a command waits for a slow disk and the server answers', () => {
    const { socket, statuses, waits } = table();
    latest().open();
    void socket.send('end_turn');
    const cid = latest().sent.at(-1)?.cid;

    vi.advanceTimersByTime(WAIT_MS);
    latest().say({ type: 'ok', cid: '' });
    vi.advanceTimersByTime(PROBE_MS);
    latest().say({ type: 'ok', cid });

    expect(statuses.at(-1)?.[0]).toBe('open');
    expect(waits).toEqual([true, false]);
  });

  it('says nothing of a command that is answered at once', () => {
    const { socket, waits } = table();
    latest().open();
    void socket.send('end_turn');
    latest().say({ type: 'ok', cid: latest().sent.at(-1)?.cid });

    vi.advanceTimersByTime(WAIT_MS);

    expect(waits).not.toContain(true);
    expect(latest().sent).toHaveLength(1);
  });

  it('sends what could not be saved again until it is, and says so', async () => {
    const { socket, unsaved } = table();
    latest().open();
    const sent = socket.send('vote', { vote: 'approve' });
    const cid = latest().sent[0]?.cid;

    latest().say({ type: 'error', cid, code: 'not_saved' });
    expect(unsaved.at(-1)).toBe(true);
    vi.advanceTimersByTime(UNSAVED_MS);
    latest().say({ type: 'error', cid, code: 'not_saved' });
    vi.advanceTimersByTime(UNSAVED_MS);
    latest().say({ type: 'ok', cid });

    await expect(sent).resolves.toBeUndefined();
    expect(latest().sent.filter((frame) => frame.type === 'vote')).toHaveLength(3);
    expect(unsaved.at(-1)).toBe(false);
  });

  it('keeps the order of what is sent while nothing can be saved, also over a reconnect', () => {
    const { socket, unsaved } = table();
    latest().open();
    const votes = () =>
      latest()
        .sent.filter((frame) => frame.type === 'vote')
        .map((frame) => frame.vote);
    const answer = (vote: string, frame: Frame) =>
      latest().say({ ...frame, cid: latest().sent.find((one) => one.vote === vote)?.cid });
    for (const vote of ['approve', 'reject']) {
      socket.send('vote', { vote }).catch(() => undefined);
      if (vote === 'approve') answer(vote, { type: 'error', code: 'not_saved' });
    }
    expect(votes()).toEqual(['approve']);

    latest().die(1006);
    vi.advanceTimersByTime(1000);
    latest().open();
    expect(votes()).toEqual(['approve']);
    answer('approve', { type: 'ok' });
    expect(votes()).toEqual(['approve', 'reject']);
    answer('reject', { type: 'error', code: 'wrong_phase' });
    expect(unsaved.at(-1)).toBe(false);
  });

  it('finds out within seconds that the network is gone', () => {
    const { statuses } = table();
    latest().open();

    dispatchEvent(new Event('offline'));
    vi.advanceTimersByTime(PROBE_MS);

    expect(statuses.at(-1)?.[0]).toBe('lost');
  });

  it('stays connected while the server answers the heartbeat', () => {
    const { statuses } = table();
    latest().open();

    for (let second = 0; second < 60; second += 5) {
      vi.advanceTimersByTime(5000);
      latest().say({ type: 'ok', cid: '' });
    }

    expect(FakeSocket.made).toHaveLength(1);
    expect(statuses.at(-1)?.[0]).toBe('open');
  });

  it.each([
    [4001, 'replaced'],
    [4004, 'no_room'],
    [4008, 'kicked'],
    [4010, 'room_closed'],
    [4011, 'out_of_order'],
  ])('does not come back after close code %i', (code, reason) => {
    const { statuses } = table();
    latest().open();

    latest().die(code);
    vi.advanceTimersByTime(60_000);

    expect(statuses.at(-1)).toEqual(['closed', reason]);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('goes on at the server that has the room', () => {
    table();
    latest().open();

    latest().die(4012, 'https://n2.example');
    vi.advanceTimersByTime(1000);
    expect(latest().url).toBe('wss://n2.example');

    latest().die(4012, 'no address');
    vi.advanceTimersByTime(2000);
    expect(latest().url).toBe('wss://n2.example');
  });

  it('probes at once when the page becomes visible, and reconnects without an answer', () => {
    table();
    latest().open();

    dispatchEvent(new Event('pageshow'));
    expect(latest().sent.at(-1)).toEqual({ type: 'heartbeat' });
    vi.advanceTimersByTime(5000);

    expect(FakeSocket.made).toHaveLength(2);
  });

  it('reconnects without waiting when the network returns', () => {
    table();
    latest().open();
    latest().die(1006);

    dispatchEvent(new Event('online'));

    expect(FakeSocket.made).toHaveLength(2);
  });

  it('refuses everything outstanding when it stops', async () => {
    const { socket } = table();
    const sent = socket.send('ready');

    socket.stop('left');

    await expect(sent).rejects.toMatchObject({ code: 'left' });
  });
});

describe('backoff', () => {
  it('doubles up to fifteen seconds and is jittered by half', () => {
    expect(backoff(0, () => 1)).toBe(500);
    expect(backoff(0, () => 0)).toBe(250);
    expect(backoff(3, () => 1)).toBe(4000);
    expect(backoff(20, () => 1)).toBe(15_000);
  });
});
