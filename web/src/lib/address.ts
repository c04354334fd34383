/** What an address of the site stands for. */
export type Route =
  | { page: 'landing'; code?: string }
  | { page: 'room'; code: string }
  | { page: 'tv'; code: string }
  | { page: 'replay'; gameId: string }
  | { page: 'verify'; gameId: string }
  | { page: 'rules'; game: string }
  | { page: 'practice'; game: string }
  | { page: 'about' }
  | { page: 'privacy' }
  | { page: 'shared'; gameId: string; link: string }
  | { page: 'leaderboard' }
  | { page: 'player'; playerId: string }
  | { page: 'admin' }
  | { page: 'shelf' }
  | { page: 'local'; id: string }
  | { page: 'unknown' };

/** The address of a page of ours. The page's `<base>` says where we are in the site: the server may serve everything below a
 * path of another site. Links in templates are relative to it (`./about`). */
export function at(path: string): string {
  return new URL(`.${path}`, document.baseURI).href;
}

/** Our address as people type it: the host and the path in that site. */
export function houseName(): string {
  return at('/').replace(/^https?:\/\/|\/$/g, '');
}

/** Room codes: 6 letters and digits without vowels and look-alikes, as the server draws them. */
export const CODE_LENGTH = 6;
const codePattern = /^[A-Z0-9]{6}$/;
/** The id of a set of games, which the server answers with the address of its table. */
const idPattern = /^[0-9a-z]{13}$/;

/** A code as a person may type it: any case, with blanks or dashes. */
export function tidyCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH);
}

/** The code in what somebody pasted: a link to a table has it in its path. */
export function pastedCode(pasted: string): string {
  const link = /\/(?:j|game)\/([a-z0-9]{6})(?![a-z0-9])/i.exec(pasted);
  return tidyCode(link?.[1] ?? pasted);
}

export function isCode(code: string): boolean {
  return codePattern.test(code);
}

const plain = ['leaderboard', 'admin', 'about', 'privacy'] as const;

function isPlain(word: string): word is (typeof plain)[number] {
  return (plain as readonly string[]).includes(word);
}

export function parse(path: string): Route {
  const base = new URL(at('/')).pathname;
  if (!path.startsWith(base)) return { page: 'unknown' };
  const parts = path.slice(base.length).split('/').filter(Boolean).map(decode);
  const [first, second, third] = parts;
  if (first === undefined) return { page: 'landing' };
  if (parts.length === 1 && isPlain(first)) return { page: first };
  if (parts.length === 1 && first === 'grimoire') return { page: 'shelf' };
  if (second === undefined || parts.length > 3) return { page: 'unknown' };
  if (third !== undefined) {
    if (first === 'shared') return { page: 'shared', gameId: second, link: third };
    if (first === 'game' && third === 'tv') return { page: 'tv', code: tidyCode(second) };
    return { page: 'unknown' };
  }
  switch (first) {
    case 'j':
      return { page: 'landing', code: tidyCode(second) };
    case 'game':
      if (idPattern.test(second)) return { page: 'unknown' }; // the server knows the table's code
      return { page: 'room', code: tidyCode(second) };
    case 'replay':
      return { page: 'replay', gameId: second };
    case 'verify':
      return { page: 'verify', gameId: second };
    case 'grimoire':
      return { page: 'local', id: second };
    case 'player':
      return { page: 'player', playerId: second };
    case 'rules':
    case 'practice':
      return { page: first, game: second };
    default:
      return { page: 'unknown' };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
