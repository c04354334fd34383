/** Whom the reader of this device does not want to hear: their words and stickers are not shown here. Nobody is told. */
import { recall, remember } from '../storage';

const KEY = 'muted';
const MUTED_MAX = 200;

let players = $state.raw<string[]>(recall(KEY)?.split(' ').filter(Boolean) ?? []);

export function isMuted(player: string): boolean {
  return players.includes(player);
}

export function setMuted(player: string, isOn: boolean): void {
  const others = players.filter((one) => one !== player);
  players = isOn ? [...others, player].slice(-MUTED_MAX) : others;
  remember(KEY, players.join(' '));
}
