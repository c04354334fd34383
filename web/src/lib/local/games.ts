/** New games on this device. */
import { currentLanguage } from '../i18n/index.svelte';
import { newCid, Refusal } from '../net/socket';
import type { CatalogGame } from '../net/api';
import type { Engine } from '../wasm/module';
import { addGame, type LocalGame } from './store';

/** The id of the person who holds the device: the same in every local game, and unknown to every server. */
const OWNER = '0000000000001';

export function newGame(name: string, game: string): LocalGame {
  return {
    id: newCid(),
    name,
    game,
    player: OWNER,
    seed: newCid() + newCid(),
    changed_ms: Date.now(),
    left_ms: 0,
  };
}

/** The games that one person runs for the whole table: only these can be played on one device. */
export function gamesHere(engine: Engine): CatalogGame[] {
  return engine.ask<{ games: CatalogGame[] }>('parlour_local_catalog', {}).games;
}

/** The first batch of a new room: `person` sets the table. */
export function firstBatch(engine: Engine, game: LocalGame, person: string): string {
  engine.ask('parlour_local_open', { player: game.player, seed: game.seed });
  const language = currentLanguage();
  const command = { type: 'create', game: game.game, name: person, language, cid: newCid() };
  const batch = engine.askText(
    'parlour_local_command',
    JSON.stringify({ now_ms: Date.now(), command }),
  );
  const { frames } = JSON.parse(batch) as { frames?: { code: string; why?: string }[] };
  if (frames?.[0]) throw new Refusal(frames[0].code, frames[0].why);
  return batch;
}

/** A new room of `kind`, run by `person`, kept with its first batch. */
export async function createGame(
  engine: Engine,
  kind: string,
  name: string,
  person: string,
): Promise<LocalGame> {
  const game = newGame(name, kind);
  await addGame(game, [firstBatch(engine, game, person)]);
  return game;
}
