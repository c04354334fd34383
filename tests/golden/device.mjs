// Games of a device, as its page exports them: a head, then a batch per line (web/src/lib/local/file.ts).
//   node device.mjs record MODULE FOLDER    plays some with the engine and keeps them in FOLDER/device
//   node device.mjs check MODULE            loads those of all versions, compares what is seen, and plays on
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'

const [mode, modulePath, folder] = process.argv.slice(2)
const OWNER = '0000000000001'
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath))
const wasm = instance.exports

function askText(name, question) {
  const bytes = new TextEncoder().encode(typeof question === 'string' ? question : JSON.stringify(question))
  new Uint8Array(wasm.memory.buffer, wasm.parlour_in(), bytes.length).set(bytes)
  const length = wasm[`parlour_local_${name}`](bytes.length)
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.parlour_out(), length))
}
const ask = (name, question) => JSON.parse(askText(name, question))

let log = []
let cid = 0
let now = 1_790_000_000_000
let state = null

function take(frames) {
  for (const frame of frames) {
    if (frame.state) state = frame.state
    else if (frame.game) state = { ...state, game: frame.game }
  }
}

// A command of the storyteller, which must be accepted.
function act(type, args = {}) {
  now += 1000
  const batch = askText('command', { now_ms: now, command: { type, cid: `${mode}-${cid++}`, ...args } })
  assert.ok(batch.startsWith('{"seq"'), `${type}: ${batch}`)
  log.push(batch)
  take(ask('commit', { now_ms: now }).frames)
}

function open(seed, guests) {
  log = []
  ask('open', { player: OWNER, seed })
  act('create', { game: 'grimoire', name: 'Ana' })
  for (const name of guests) act('add_guest', { name })
  act('start')
}

function night(steps = 99) {
  act('begin_night')
  for (const { step } of state.game.night.steps.slice(0, steps)) {
    act('open_step', { step })
    act('finish_step')
  }
}

const GUESTS = ['Bo', 'Cy', 'Di', 'Ed', 'Fy', 'Gi', 'Hü', 'Io']
const games = {
  setup: () => {
    open('a1'.repeat(32), GUESTS.slice(0, 5))
    act('fill_bag', { style: 'any' })
  },
  night: () => {
    open('b2'.repeat(32), GUESTS)
    act('fill_bag', { style: 'any' })
    act('deal')
    act('hand_out')
    night(2)
  },
  rewound: () => {
    games.night()
    act('rewind', { to: 3 })
    act('deal')
  },
  over: () => {
    open('c3'.repeat(32), GUESTS.slice(0, 7))
    for (const [type, args] of [['fill_bag', { style: 'any' }], ['deal'], ['hand_out']]) act(type, args)
    night()
    act('begin_day')
    act('nominate', { nominator: 1, nominee: 0 })
    if (state.game.question) act('answer', { is_yes: false })
    for (let seat = 0; state.game.phase === 'vote' && seat < 7; seat++) act('set_hand', { seat, is_up: true })
    while (state.game.phase === 'vote') act('count_hand')
    if (state.phase === 'playing') act('end_game', { winner: 'good' })
  },
}

function record() {
  mkdirSync(join(folder, 'device'))
  for (const [name, play] of Object.entries(games)) {
    play()
    const seed = { setup: 'a1', night: 'b2', rewound: 'b2', over: 'c3' }[name].repeat(32)
    const head = { format: 'parlour-game', version: 1, name, game: 'grimoire', player: OWNER, seed }
    const file = [JSON.stringify(head), ...log, ''].join('\n')
    writeFileSync(join(folder, 'device', `${name}.parlour.gz`), gzipSync(file))
    writeFileSync(join(folder, 'device', `${name}.json.gz`), gzipSync(JSON.stringify(state)))
  }
}

// What was seen is still seen; new fields, words and offers may have come.
function assertHolds(old, fresh, path) {
  if (Array.isArray(old) && (/actions$/.test(path) || old.every((item) => typeof item === 'string'))) {
    for (const item of old)
      assert.ok(fresh.some((other) => holds(item, other)), `${path}: ${JSON.stringify(item)} is gone`)
  } else if (old !== null && typeof old === 'object') {
    if (Array.isArray(old)) assert.equal(fresh?.length, old.length, path)
    for (const key of Object.keys(old)) assertHolds(old[key], fresh?.[key], `${path}.${key}`)
  } else assert.ok(isDeepStrictEqual(old, fresh), `${path}: was ${old}, is ${JSON.stringify(fresh)}`)
}
function holds(old, fresh) {
  try {
    assertHolds(old, fresh, '')
    return true
  } catch {
    return false
  }
}

function check(folder) {
  const names = readdirSync(join(folder, 'device')).filter((name) => name.endsWith('.parlour.gz'))
  assert.ok(names.length > 0, `no games in ${folder}`)
  for (const name of names) {
    const text = gunzipSync(readFileSync(join(folder, 'device', name))).toString()
    const seen = gunzipSync(readFileSync(join(folder, 'device', name.replace('.parlour', '.json'))))
    const [head, ...lines] = text.trimEnd().split('\n')
    const { player, seed } = JSON.parse(head)
    assert.deepEqual(ask('open', { player, seed }), {})
    for (const line of lines) assert.deepEqual(ask('load', line), {}, `${name}: ${line.slice(0, 80)}`)
    now = JSON.parse(lines.at(-1)).time_ms
    const begun = ask('begin', { now_ms: now })
    assert.ok(begun.frames, `${name}: ${JSON.stringify(begun)}`)
    take(begun.frames)
    const old = JSON.parse(seen)
    assertHolds(old.game, state.game, name)
    assertHolds(old.people, state.people, `${name}: people`)
    log = [...lines]
    if (state.phase === 'playing') act('rewind', { to: 1 }) // it can be run on
    else act('next_game')
  }
  return names.length
}

if (mode === 'record') record()
else {
  const here = dirname(fileURLToPath(import.meta.url))
  const versions = readdirSync(here).filter((name) => existsSync(join(here, name, 'device')))
  assert.ok(versions.length > 0)
  const count = versions.reduce((sum, version) => sum + check(join(here, version)), 0)
  console.log(`${count} passed, 0 failed`)
}
