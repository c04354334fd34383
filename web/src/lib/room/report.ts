/** A finished game in words, for a file: who played, how it ended, what happened. In the reader's language, and only what
 * the reader was told. */
import { locale, t, tOr } from '../i18n/index.svelte';
import { loadWhole } from '../games';
import { recordOf } from '../net/record';
import type { RoomSession } from '../net/session.svelte';

interface Told {
  title: string;
  date: string;
  reason: string;
  people: { name: string; notes: string[] }[];
  lines: string[];
}

/** The text of it. Pure. */
export function compose({ title, date, reason, people, lines }: Told): string {
  const who = people.map(({ name, notes }) =>
    notes.length ? `- ${name}: ${notes.join(', ')}` : `- ${name}`,
  );
  const what = lines.map((line, i) => `${i + 1}. ${line}`);
  return [`${title}, ${date}`, reason, '', ...who, '', ...what, ''].join('\n');
}

export function reasonOf(kind: string, reason: string): string {
  return tOr(`${kind}.reason.${reason}`, '');
}

export async function reportOf(room: RoomSession): Promise<string> {
  const { kind, seated, state } = room;
  const [game, { record }] = await Promise.all([loadWhole(kind), recordOf(state?.game_id ?? '')]);
  const memory = game && (await game.memory()).default;
  const winners = state?.outcome?.winners ?? [];
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });
  return compose({
    title: t(`game.${kind}.name`),
    date: day.format(new Date()),
    reason: reasonOf(kind, state?.outcome?.reason ?? ''),
    people: seated.map(({ name, seat }) => ({
      name,
      notes: [
        memory?.partOf?.(record.events, seat as number)?.role ?? '',
        winners.includes(seat as number) ? t('shared.winner') : '',
      ].filter(Boolean),
    })),
    lines: record.events.flatMap((event) => game?.tell(event, room.nameOfSeat, state?.game) ?? []),
  });
}
