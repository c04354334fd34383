// Plays games of bots natively and in WebAssembly: events, views and state must be the same bytes.
// node wasm_test.mjs MODULE NATIVE GAME…
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [modulePath, nativePath, ...games] = process.argv.slice(2)
const SEATS_MAX = 20
const SEEDS = ['00'.repeat(32), '0123456789abcdef'.repeat(4), 'ff'.repeat(32)]

// Every number of seats once; at most four of them also with other seeds and strengths, for time's sake.
function questionsFor(game) {
  const all = []
  for (let seat_count = 1; seat_count <= SEATS_MAX; seat_count++) {
    all.push({ game, seat_count, seed: SEEDS[1], strength: 1 })
    if ([2, 5, 8].includes(seat_count))
      for (const seed of SEEDS)
        for (const strength of [0, 2]) all.push({ game, seat_count, seed, strength })
  }
  return all.map((question) => JSON.stringify(question))
}

function askNative(questions) {
  const input = questions.join('\n') + '\n'
  return execFileSync(nativePath, { input, encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n')
}

const module = await WebAssembly.compile(readFileSync(modulePath))
assert.deepEqual(WebAssembly.Module.imports(module), [], 'the module must import nothing')
const { exports: wasm } = await WebAssembly.instantiate(module)

function askWasm(question, ask = wasm.parlour_selfplay) {
  const bytes = new TextEncoder().encode(question)
  assert.ok(bytes.length <= wasm.parlour_in_size())
  new Uint8Array(wasm.memory.buffer, wasm.parlour_in(), bytes.length).set(bytes)
  const length = ask(bytes.length)
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.parlour_out(), length))
}

let failures = 0
for (const game of games) {
  const questions = questionsFor(game)
  const answers = askNative(questions)
  assert.equal(answers.length, questions.length)
  let played = 0
  questions.forEach((question, i) => {
    const answer = askWasm(question)
    if (answer !== answers[i]) {
      failures++
      console.log(`${question}\n  native ${answers[i]}\n  wasm   ${answer}`)
    }
    if (JSON.parse(answers[i]).events_hash) played++
  })
  console.log(`${game}: ${played} games played, ${questions.length - played} refused`)
  assert.ok(played >= 5, `${game}: hardly a game was played`)
}
assert.equal(wasm.parlour_selfplay(wasm.parlour_in_size() + 1), 0)
assert.equal(failures, 0)

const foolsMate = JSON.stringify({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], depth: 5 })
const { scores } = JSON.parse(askWasm(foolsMate, wasm.parlour_analyse))
assert.deepEqual(scores.slice(3), [-29999, -30000], 'the mate is seen from White\'s side')

const beforeIt = JSON.stringify({ start: '1. f3 e5 2. g4', moves: [], depth: 4 })
const { best, score } = JSON.parse(askWasm(beforeIt, wasm.parlour_explore))
assert.deepEqual([best, score], ['d8h4', -29999], 'the analysis board plays it')
