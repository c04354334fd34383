// A game of the Grimoire begins on a device (WebAssembly), moves to the real server, and comes home again.
// node wasm_move_test.mjs MODULE BINARY
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [modulePath, binary] = process.argv.slice(2)
const OWNER = '0000000000001'
const SEED = 'ab'.repeat(32)
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath))
const wasm = instance.exports

// The device.

function askText(name, question) {
  const text = typeof question === 'string' ? question : JSON.stringify(question)
  const bytes = new TextEncoder().encode(text)
  new Uint8Array(wasm.memory.buffer, wasm.parlour_in(), bytes.length).set(bytes)
  const length = wasm[`parlour_local_${name}`](bytes.length)
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.parlour_out(), length))
}

const ask = (name, question) => JSON.parse(askText(name, question))

const log = []
let now = Date.now() - 60_000
let game = null

function act(type, args = {}) {
  const command = { type, cid: `${log.length}`, ...args }
  const batch = askText('command', { now_ms: ++now, command })
  assert.ok(batch.startsWith('{"seq"'), `${type}: ${batch}`)
  log.push(batch)
  for (const frame of ask('commit', { now_ms: now }).frames)
    game = frame.state?.game ?? frame.game ?? game
}

ask('open', { player: OWNER, seed: SEED })
act('create', { game: 'grimoire', name: 'Ana' })
for (const name of ['Bo', 'Cy', 'Di', 'Ed', 'Fy', 'Gi', 'Hu']) act('add_guest', { name })
act('start')
act('fill_bag', { style: 'any' })
act('deal')
act('hand_out')
act('rewind', { to: 3 }) // after the bag was filled
assert.equal(game.phase, 'setup')
act('deal')
act('hand_out')
act('begin_night')
act('open_step', { step: 0 })
assert.equal(game.phase, 'night')

// The server.

const data = mkdtempSync(join(tmpdir(), 'parlour-move-'))
const server = spawn(
  binary,
  ['serve', '--port', '0', '--address', '127.0.0.1', '--data', data, '--qr', '0'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
)
const port = await new Promise((resolve, reject) => {
  let said = ''
  server.stderr.on('data', (text) => {
    said += text
    const found = /listening.* port=(\d+)/.exec(said)
    if (found) resolve(Number(found[1]))
  })
  server.on('exit', () => reject(new Error(said)))
})

let token = ''
async function call(method, path, body) {
  const headers = { 'content-type': 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: sent })
  return { status: answer.status, text: await answer.text() }
}

async function get(method, path, body) {
  const { status, text } = await call(method, path, body)
  assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
  return JSON.parse(text)
}

// What a page sends of the log: see src/server/move.h.
function commands() {
  const batches = log.map((text) => JSON.parse(text))
  return {
    state_hash: ask('digest', {}).state_hash,
    time_ms: batches[0].time_ms,
    batches: batches.map(({ time_ms, player, command: { type, cid, ...args } }, i) => [
      time_ms - batches[Math.max(0, i - 1)].time_ms,
      player === '' ? { clock: type, ...args } : { type, ...args },
    ]),
  }
}

try {
  token = (await get('POST', '/api/session', { name: 'Ana' })).token
  const made = await get('POST', '/api/games/move-in', { player: OWNER, seed: SEED, ...commands() })
  const path = `/api/games/${made.game_id}`
  const moved = await get('GET', path)
  assert.deepEqual(moved.state.game, game, 'it is the same game, to the last field')
  assert.deepEqual(
    moved.state.people.filter((person) => person.is_guest).map((person) => person.name),
    ['Bo', 'Cy', 'Di', 'Ed', 'Fy', 'Gi', 'Hu'],
  )

  // Its script is the same file in both places.
  const script = await get('GET', `${path}.script.json`)
  assert.deepEqual(JSON.parse(ask('export', { extension: 'script.json' }).file), script)
  assert.ok(script.includes('fortuneteller'))

  // Played on there; a rewind shows the earlier state at once.
  await get('POST', `${path}/actions`, { type: 'close_step' })
  const rewound = await get('POST', `${path}/actions`, { type: 'rewind', to: 3 })
  assert.equal(rewound.state.game.phase, 'setup')

  const [head, ...lines] = (await call('GET', `${path}/log`)).text.trimEnd().split('\n')
  const { player, seed } = JSON.parse(head)
  ask('open', { player, seed })
  for (const line of lines) assert.deepEqual(ask('load', line), {})
  const home = ask('begin', { now_ms: Date.now() })
  assert.deepEqual(home.frames[1].state.game, rewound.state.game)

  // Played on at home, undone there, and back to the same table.
  const parting = JSON.parse(lines.at(-1))
  log.length = 0
  now = Date.now()
  const moved_home = askText('command', { now_ms: now, clock: 'move_here' })
  assert.match(moved_home, /"room_moved"/)
  log.push(moved_home)
  ask('commit', { now_ms: now })
  act('deal')
  act('hand_out')
  act('begin_night')
  act('open_step', { step: 0 })
  act('rewind', { to: 5 }) // the night has not begun
  assert.equal(game.phase, 'preparation')
  const back = await get('POST', `${path}/move-back`, {
    seq: parting.seq,
    hash: parting.hash,
    seed,
    ...commands(),
  })
  assert.deepEqual(back.state.game, game, 'it is the same game, to the last field')
  assert.equal(back.state.code, made.code)

  // The longest evening: fifteen people, seven nights and days, four votes a day that all take part in.
  const SECOND_SEED = 'cd'.repeat(32)
  log.length = 0
  now -= 3 * 3600_000
  ask('open', { player: OWNER, seed: SECOND_SEED })
  act('create', { game: 'grimoire', name: 'Ana' })
  for (let n = 1; n <= 15; n++) act('add_guest', { name: `Player ${n}` })
  for (const type of ['start', 'fill_bag', 'deal', 'hand_out'])
    act(type, type === 'fill_bag' ? { style: 'any' } : {})
  for (let day = 1; day <= 7; day++) {
    act('begin_night')
    for (const { step } of game.night.steps) {
      act('open_step', { step })
      act('finish_step')
    }
    act('begin_day')
    for (let vote = 0; vote < 4; vote++) {
      act('nominate', { nominator: 14 - vote, nominee: vote })
      if (game.question) act('answer', { is_yes: false })
      for (let seat = 0; game.phase === 'vote' && seat < 15; seat++) act('set_hand', { seat, is_up: true })
      while (game.phase === 'vote') act('count_hand')
    }
    now += 20 * 60_000
  }
  const long = { player: OWNER, seed: SECOND_SEED, ...commands() }
  const { length } = JSON.stringify(long)
  assert.ok(length < 64 * 1024, `${log.length} commands in ${length} bytes`)
  const elsewhere = await get('POST', '/api/games/move-in', long)
  assert.deepEqual((await get('GET', `/api/games/${elsewhere.game_id}`)).state.game, game)
} finally {
  server.removeAllListeners('exit')
  server.kill()
  rmSync(data, { recursive: true, force: true })
}
