/** The evening out of its log: the finished games, and who has earned which award. Only what everybody was told by the end
 * of a game counts, so that all phones agree and nothing is told that was not told before. Pure. */
import type { GameEvent } from '../net/session.svelte';

export interface Finished {
  kind: string;
  gameId: string;
  events: GameEvent[];
  /** By seat. */
  players: string[];
  winners: number[];
  reason: string;
  /** A part was taken back, and only the storyteller knows which. */
  wasRewound: boolean;
}

/** What one seat showed the table of its opinion of another. */
export interface Verdict {
  by: number;
  on: number;
  isAgainst: boolean;
}

export interface Judged {
  verdicts: Verdict[];
  /** As the end of the game revealed it. */
  evil: number[];
}

export const awards = ['liar', 'bloodhound', 'rod', 'angel'] as const;
export type Award = (typeof awards)[number];

interface Merit {
  award: Award;
  seat: number;
}

export interface Honour {
  award: Award;
  players: string[];
  n: number;
}

const SHARED_BY_MAX = 2;

function begun(kind: string, gameId: string): Finished {
  return { kind, gameId, events: [], players: [], winners: [], reason: '', wasRewound: false };
}

/** The games that were played to their end, in their order. */
export function finishedIn(events: GameEvent[]): Finished[] {
  const finished: Finished[] = [];
  let kind = '';
  let game = begun('', '');
  for (const event of events) {
    if (event.kind === 'game') {
      game.events.push(event);
      continue;
    }
    switch (event.type) {
      case 'room_created':
      case 'game_changed':
        kind = String(event.game);
        break;
      case 'game_started':
        game = begun(kind, String(event.game_id));
        break;
      case 'rewound':
        game.wasRewound = true;
        break;
      case 'scored':
        game.players[Number(event.seat)] = String(event.player);
        break;
      case 'game_over':
        game.winners = event.winners as number[];
        game.reason = String(event.reason);
        finished.push(game);
        break;
    }
  }
  return finished;
}

/** Where everybody accuses one person: whoever is evil and was not accused was believed. */
export function judgeBallots(ballots: { by: number; on: number }[], evil: number[]): Judged {
  const verdicts = ballots.flatMap(({ by, on }) => [
    { by, on, isAgainst: true },
    ...evil
      .filter((seat) => seat !== on && seat !== by)
      .map((seat) => ({ by, on: seat, isAgainst: false })),
  ]);
  return { verdicts, evil };
}

/** What a judgement earns, and whom. Evil knows too much to be a bloodhound or an angel, or to be fooled. */
function meritsOf({ verdicts, evil }: Judged): Merit[] {
  const good = verdicts.filter(({ by }) => !evil.includes(by));
  const share = (seat: number, isAgainst: boolean) =>
    good.filter((one) => one.on === seat && one.isAgainst === isAgainst).length;
  /** Whom as many of the good accused as believed did not lie well. */
  const wasBelieved = (seat: number) => share(seat, true) < share(seat, false);
  return verdicts.flatMap(({ by, on, isAgainst }): Merit[] => {
    const drawn: Merit[] = isAgainst ? [{ award: 'rod', seat: on }] : [];
    if (evil.includes(by)) return drawn;
    if (isAgainst) return evil.includes(on) ? [...drawn, { award: 'bloodhound', seat: by }] : drawn;
    if (!evil.includes(on)) return [{ award: 'angel', seat: by }];
    return wasBelieved(on) ? [{ award: 'liar', seat: on }] : [];
  });
}

function best(award: Award, count: Map<string, number>): Honour[] {
  const n = Math.max(0, ...count.values());
  const players = [...count.keys()].filter((player) => count.get(player) === n);
  return n > 0 && players.length <= SHARED_BY_MAX ? [{ award, players, n }] : [];
}

/** The awards of an evening, from all its games. One that more than two have earned alike is nobody's. */
export function honoursOf(games: { judged: Judged; players: string[] }[]): Honour[] {
  const earned = games.flatMap(({ judged, players }) =>
    meritsOf(judged).map(({ award, seat }) => ({ award, player: players[seat] ?? '' })),
  );
  return awards.flatMap((award) => {
    const count = new Map<string, number>();
    for (const one of earned)
      if (one.award === award) count.set(one.player, (count.get(one.player) ?? 0) + 1);
    return best(award, count);
  });
}
