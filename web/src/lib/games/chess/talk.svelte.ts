/** The words of the own team: what was said, and how much of it is new to the reader. */
import type { RoomSession } from '../../net/session.svelte';
import type { ChessView } from './types';

export class Talk {
  private readonly room: RoomSession;
  private readonly view: () => ChessView;
  /** The last line that was before the reader's eyes; null: all that was there when the board came. */
  private readTo = $state<number | null>(null);

  constructor(room: RoomSession, view: () => ChessView) {
    this.room = room;
    this.view = view;
  }

  get channel(): string {
    return this.view().own?.team === 'B' ? 'team_b' : 'team_a';
  }

  get lines() {
    return this.room.chat.filter((line) => line.channel === this.channel);
  }

  get canSpeak(): boolean {
    const channels = this.room.state?.you?.channels ?? [];
    return channels.some((known) => known.name === this.channel && known.can_speak);
  }

  /** Lines of others since the reader looked last. */
  get unread(): number {
    const readTo = this.readTo;
    if (readTo === null) return 0;
    return this.lines.filter((line) => line.seq > readTo && line.player !== this.room.playerId)
      .length;
  }

  /** The first line that is new, or -1. */
  get firstNew(): number {
    const readTo = this.readTo;
    if (readTo === null || this.unread === 0) return -1;
    return this.lines.find((line) => line.seq > readTo)?.seq ?? -1;
  }

  /** A line that comes alone was just said; more at once are what was said before this page was opened. */
  readonly notice = (): void => {
    const lines = this.lines;
    const last = lines.at(-1);
    if (this.readTo === null && last) this.readTo = lines.length === 1 ? last.seq - 1 : last.seq;
  };

  readonly markRead = (): void => {
    this.readTo = this.lines.at(-1)?.seq ?? 0;
  };
}
