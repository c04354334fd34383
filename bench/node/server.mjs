// The same table as a usual Node server would do it: ws for sockets, objects for rooms, better-sqlite3 for the log.
//
//   node server.mjs [FILE]     without FILE the log is an array
//
// Plays coinflip with the messages of docs/protocol.md, as far as bench/load asks for them, and pads them to the
// same sizes. No sessions, no lobby, no limits, no proof of the deal: it does less than Parlour. With FILE every
// move is one transaction, WAL with synchronous=FULL, committed before anybody hears of it.
import { randomInt } from 'node:crypto';
import { WebSocketServer } from 'ws';
import Database from 'better-sqlite3';

const SEATS = 5;
const ROUNDS = 9;
const BUCKET = 512;
const STATE_SIZE = 3584; // of a room_state of five people
const SIDES = ['heads', 'tails'];

function memoryLog() {
  const log = [];
  return (room, seq, events) => void log.push({ room, seq, time_ms: Date.now(), events });
}

function sqliteLog(path) {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE log (room INTEGER, seq INTEGER, time_ms INTEGER, events TEXT, PRIMARY KEY (room, seq)) WITHOUT ROWID');
  const insert = db.prepare('INSERT INTO log VALUES (?, ?, ?, ?)');
  return (room, seq, events) => void insert.run(room, seq, Date.now(), events);
}

const append = process.argv[2] ? sqliteLog(process.argv[2]) : memoryLog();
const rooms = new Map();

const toss = () => SIDES[randomInt(2)];
const newGame = () => ({
  phase: 'guessing', round: 1, coin: toss(), guess: Array(SEATS).fill(null), points: Array(SEATS).fill(0),
  seen: { heads: 0, tails: 0 }, last: null,
});
const newRoom = (id) => ({ id, seq: 0, told: 0, socket: Array(SEATS).fill(null), game: newGame() });

// Decides and applies; returns the events, or throws a code.
function decide(room, seat, command) {
  const game = room.game;
  if (command.type === 'rematch') {
    if (seat !== 0) throw new Error('not_host');
    if (game.phase !== 'over') throw new Error('wrong_phase');
    room.game = newGame();
    return [{ type: 'game_started' }, { type: 'coin_tossed', kind: 'game', round: 1, coin: room.game.coin }];
  }
  if (command.type !== 'guess') throw new Error('unknown_command');
  if (!SIDES.includes(command.side)) throw new Error('bad_argument');
  if (game.phase !== 'guessing') throw new Error('wrong_phase');
  if (game.guess[seat] !== null) throw new Error('already_guessed');
  game.guess[seat] = command.side;
  const events = [{ type: 'guess_made', kind: 'game', seat, side: command.side }];
  if (game.guess.every((guess) => guess !== null)) reveal(game, events);
  return events;
}

const guessersOf = (game, side) => game.guess.flatMap((guess, seat) => (guess === side ? [seat] : []));

function reveal(game, events) {
  events.push({
    type: 'coin_revealed', kind: 'game', coin: game.coin, heads: guessersOf(game, 'heads'), tails: guessersOf(game, 'tails'),
  });
  game.points = game.points.map((points, seat) => points + (game.guess[seat] === game.coin ? 1 : 0));
  game.seen[game.coin]++;
  game.last = { coin: game.coin, guesses: game.guess };
  game.guess = Array(SEATS).fill(null);
  if (game.round < ROUNDS) {
    game.round++;
    game.coin = toss();
    events.push({ type: 'coin_tossed', kind: 'game', round: game.round, coin: game.coin });
  } else {
    game.phase = 'over';
    events.push({ type: 'game_over' });
  }
}

// What this seat may know of an event.
function tell(event, seat, seq) {
  if (event.type === 'guess_made' && event.seat !== seat) return { seq, type: event.type, kind: event.kind };
  if (event.type === 'coin_tossed') return { seq, type: event.type, kind: event.kind, round: event.round, deadline_ms: 0 };
  return { seq, ...event };
}

function viewOf(game, seat) {
  const mayGuess = game.phase === 'guessing' && game.guess[seat] === null;
  return {
    phase: game.phase, round: game.round, rounds: ROUNDS,
    guessed_count: game.guess.filter((guess) => guess !== null).length, own_guess: game.guess[seat],
    points: game.points, heads_seen: game.seen.heads, tails_seen: game.seen.tails,
    ...(game.last && { last_round: game.last }),
    available_actions: mayGuess ? [{ type: 'guess', side: SIDES }] : [],
  };
}

function padded(frame, bucket) {
  const text = JSON.stringify(frame);
  const length = text.length + ',"pad":""'.length;
  return `${text.slice(0, -1)},"pad":"${'0'.repeat((bucket - (length % bucket)) % bucket)}"}`;
}

function frameFor(room, events, seat, isRoom) {
  const frame = {
    type: isRoom ? 'room_state' : 'game_update', seq: room.told + events.length, server_time_ms: Date.now(),
    events: events.map((event, i) => tell(event, seat, room.told + 1 + i)),
    clock: { is_paused: false, is_waiting: false, offset_ms: 0, deadline_ms: null },
    awaited: SEATS, game: viewOf(room.game, seat),
  };
  return padded(frame, isRoom ? STATE_SIZE : BUCKET);
}

function take(room, seat, text) {
  const command = JSON.parse(text);
  let events;
  try {
    events = decide(room, seat, command);
  } catch (problem) {
    room.socket[seat].send(JSON.stringify({ type: 'error', cid: command.cid, code: problem.message }));
    return;
  }
  append(room.id, ++room.seq, JSON.stringify(events));
  const isRoom = events.some((event) => event.kind !== 'game');
  room.socket.forEach((socket, viewer) => socket.send(frameFor(room, events, viewer, isRoom)));
  room.told += events.length;
  room.socket[seat].send(JSON.stringify({ type: 'ok', cid: command.cid, server_time_ms: Date.now() }));
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 1024 });
server.on('connection', (socket, request) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const id = Number(pathname.slice('/ws/'.length));
  const seat = Number(searchParams.get('seat'));
  if (!rooms.has(id)) rooms.set(id, newRoom(id));
  const room = rooms.get(id);
  room.socket[seat] = socket;
  socket.on('message', (data) => take(room, seat, data.toString()));
});
server.on('listening', () => console.log(server.address().port));
