/** Private notes on the people at the table. They stay on this device; what somebody claimed in one game means nothing
 * in the next, so a new game begins with clean marks and keeps only the free text. */
import { recall, remember } from '../storage';

interface Notes {
  game: string;
  /** By player: what they claim to be, in words; and which role that is, where a game has roles. */
  claims: Record<string, string>;
  roles: Record<string, string>;
  trust: Record<string, string>;
  text: string;
}

export const trustMarks = ['unsure', 'trust', 'doubt'] as const;

class Notebook {
  notes = $state<Notes>({ game: '', claims: {}, roles: {}, trust: {}, text: '' });
  private code = '';

  open(code: string, game: string): void {
    if (this.code === code && this.notes.game === game) return;
    this.code = code;
    const kept = JSON.parse(recall(`notes.${code}`) ?? '{}') as Partial<Notes>;
    const marks = kept.game === game ? kept : { text: kept.text };
    this.notes = { claims: {}, roles: {}, trust: {}, text: '', ...marks, game } as Notes;
  }

  keep(): void {
    remember(`notes.${this.code}`, JSON.stringify(this.notes));
  }

  markOf(player: string): string {
    return this.notes.trust[player] ?? 'unsure';
  }

  turnMark(player: string): void {
    const at = trustMarks.findIndex((mark) => mark === this.markOf(player));
    this.notes.trust[player] = trustMarks[(at + 1) % trustMarks.length] as string;
    this.keep();
  }

  /** The same role again takes the note back. */
  noteRole(player: string, role: string): void {
    this.notes.roles[player] = this.notes.roles[player] === role ? '' : role;
    this.keep();
  }
}

export const notebook = new Notebook();
