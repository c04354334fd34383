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

try {
  token = (await get('POST', '/api/session', { name: 'Ana' })).token
  const upload = {
    player: OWNER,
    seed: SEED,
    state_hash: ask('digest', {}).state_hash,
    batches: log.map((text) => JSON.parse(text)).map(({ time_ms, command }) => ({ time_ms, command })),
  }
  const made = await get('POST', '/api/games/move-in', upload)
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
    state_hash: ask('digest', {}).state_hash,
    batches: log
      .map((text) => JSON.parse(text))
      .map(({ time_ms, player, command }) => ({ time_ms, is_clock: player === '', command })),
  })
  assert.deepEqual(back.state.game, game, 'it is the same game, to the last field')
  assert.equal(back.state.code, made.code)
} finally {
  server.removeAllListeners('exit')
  server.kill()
  rmSync(data, { recursive: true, force: true })
}
