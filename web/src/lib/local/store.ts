/** Games on this device, in IndexedDB: who they are, and for each a log of batches. A batch is kept, byte by byte as the
 * engine wrote it, before anything of it is shown. */
const NAME = 'parlour';
const VERSION = 1;

/** As secret as the log itself: the seed gives away all chance of the game. */
export interface LocalGame {
  id: string;
  name: string;
  /** The id of the game: "grimoire". */
  game: string;
  player: string;
  seed: string;
  changed_ms: number;
  /** When the page last had the room open: the clock stood still since then. */
  left_ms: number;
  /** The code of the table that the game has gone to. */
  moved_to?: string;
}

/** Where the log of one game is kept. */
export interface Keeper {
  batches(): Promise<string[]>;
  /** Resolves when it is kept; rejects with a ConstraintError if another tab has played on. */
  append(seq: number, text: string): Promise<void>;
  note(change: Partial<LocalGame>): Promise<void>;
}

/** On the disk of this device. */
export function onDisk(id: string): Keeper {
  return {
    batches: () => batchesOf(id),
    append: (seq, text) => appendBatch(id, seq, text),
    note: (change) => changeGame(id, change),
  };
}

interface Row {
  game: string;
  seq: number;
  text: string;
}

function done(request: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    request.oncomplete = () => resolve();
    request.onerror = request.onabort = () => reject(request.error ?? new Error('not kept'));
  });
}

function found<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not read'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('games', { keyPath: 'id' });
    request.result.createObjectStore('batches', { keyPath: ['game', 'seq'] });
  };
  return found(request);
}

let opened: Promise<IDBDatabase> | undefined;

async function within(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return (await opened).transaction(stores, mode, { durability: 'strict' });
}

const allOf = (game: string) => IDBKeyRange.bound([game, 0], [game, Infinity]);

/** The latest first. */
export async function listGames(): Promise<LocalGame[]> {
  const work = await within(['games'], 'readonly');
  const games = await found(work.objectStore('games').getAll() as IDBRequest<LocalGame[]>);
  return games.sort((a, b) => b.changed_ms - a.changed_ms);
}

export async function findGame(id: string): Promise<LocalGame | undefined> {
  const work = await within(['games'], 'readonly');
  return found(work.objectStore('games').get(id) as IDBRequest<LocalGame | undefined>);
}

/** A new game with its log so far: all of it or nothing. */
export async function addGame(game: LocalGame, batches: string[] = []): Promise<void> {
  const work = await within(['games', 'batches'], 'readwrite');
  work.objectStore('games').add(game);
  batches.forEach((text, i) =>
    work.objectStore('batches').add({ game: game.id, seq: i + 1, text } satisfies Row),
  );
  await done(work);
}

export async function changeGame(id: string, change: Partial<LocalGame>): Promise<void> {
  const work = await within(['games'], 'readwrite');
  const games = work.objectStore('games');
  const game = await found(games.get(id) as IDBRequest<LocalGame | undefined>);
  if (game) games.put({ ...game, ...change });
  await done(work);
}

export async function deleteGame(id: string): Promise<void> {
  const work = await within(['games', 'batches'], 'readwrite');
  work.objectStore('games').delete(id);
  work.objectStore('batches').delete(allOf(id));
  await done(work);
}

export async function batchesOf(id: string): Promise<string[]> {
  const work = await within(['batches'], 'readonly');
  const rows = await found(work.objectStore('batches').getAll(allOf(id)) as IDBRequest<Row[]>);
  return rows.map((row) => row.text);
}

/** Resolves when it is on disk. Rejects if there is one of that number already: another tab has played on. */
export async function appendBatch(id: string, seq: number, text: string): Promise<void> {
  const work = await within(['batches'], 'readwrite');
  work.objectStore('batches').add({ game: id, seq, text } satisfies Row);
  await done(work);
}
