/** The engine in the page: the same C code as the server's, as WebAssembly. It imports nothing, so all it knows comes in
 * through the question. `src/wasm/wasm.c` is its other side. */
import url from '../../assets/parlour.wasm?url';

/** The functions that take a question. */
export type Question =
  | 'parlour_analyse'
  | 'parlour_explore'
  | 'parlour_script_import'
  | 'parlour_local_open'
  | 'parlour_local_load'
  | 'parlour_local_begin'
  | 'parlour_local_command'
  | 'parlour_local_commit'
  | 'parlour_local_history'
  | 'parlour_local_export'
  | 'parlour_local_digest'
  | 'parlour_local_catalog';

type Exports = { [Name in Question]: (length: number) => number } & {
  memory: WebAssembly.Memory;
  parlour_in(): number;
  parlour_in_size(): number;
  parlour_out(): number;
};

export class Engine {
  constructor(private readonly wasm: Exports) {}

  /** Puts a question as JSON and gives the answer as JSON. */
  ask<Answer>(name: Question, question: unknown): Answer {
    return JSON.parse(this.askText(name, JSON.stringify(question))) as Answer;
  }

  /** The same byte by byte, for what is kept as it was written. */
  askText(name: Question, question: string): string {
    const { wasm } = this;
    const bytes = new TextEncoder().encode(question);
    if (bytes.length > wasm.parlour_in_size()) throw new RangeError('too long a question');
    new Uint8Array(wasm.memory.buffer, wasm.parlour_in(), bytes.length).set(bytes);
    const length = wasm[name](bytes.length);
    const answer = new Uint8Array(wasm.memory.buffer, wasm.parlour_out(), length);
    return new TextDecoder().decode(answer);
  }
}

export function engineOf(instance: WebAssembly.Instance): Engine {
  return new Engine(instance.exports as unknown as Exports);
}

export async function loadEngine(): Promise<Engine> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(url));
  return engineOf(instance);
}
