/** The first script of the page, a small one: it requests what this address needs while the rest of the code is still being
 * loaded. The code that needs it requests it too, and gets the same answer. */
import { isCode, parse } from './address';
import { loaders } from './games/loaders';
import { house, preferred, table } from './i18n/packs';
import { askAhead, posterPath } from './net/request';
import type { Poster } from './net/view';
import { pages } from '../pages';

type Load = (() => Promise<unknown>) | undefined;

const language = preferred();

function sendFor(...loads: Load[]): void {
  for (const load of loads) void load?.().catch(() => undefined);
}

/** People without a seat see the door, and before a game the lobby: both need the words of the house. */
function sendForRoom({ game, phase, is_member: isMember }: Poster): void {
  if (!isMember) sendFor(() => import('../pages/Door.svelte'), house[language]);
  else if (phase === 'lobby') sendFor(() => import('./room/Lobby.svelte'), house[language]);
  else sendFor(loaders[game]?.code);
  sendFor(loaders[game]?.words[language]);
}

const here = parse(location.pathname);
sendFor(pages[here.page], table[language]);
if (here.page === 'room' && isCode(here.code))
  askAhead<Poster>(posterPath(here.code)).then(sendForRoom, () => undefined);
else sendFor(house[language]);
