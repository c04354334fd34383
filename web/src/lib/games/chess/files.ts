/** How the files of a game are named: by the day it began and the two teams, as a collection is sorted. */

/** The day of a game as its PGN says it, with dashes; empty if it says none. */
export function dayOf(pgn: string): string {
  return (/\[Date "(\d{4}\.\d\d\.\d\d)"\]/.exec(pgn)?.[1] ?? '').replaceAll('.', '-');
}

/** Without an ending. Some systems refuse most signs in a name. */
export function fileNameOf(day: string, teams: string[][]): string {
  const name = `${day} ${teams.map((team) => team.join('+')).join(' - ')}`;
  return name
    .replace(/[^\p{L}\p{N} +_-]/gu, '')
    .trim()
    .slice(0, 120);
}
