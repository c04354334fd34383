/** Short notices above the Hand, one at a time. Errors stay until they are closed. */
export interface Toast {
  id: number;
  text: string;
  kind: 'note' | 'error';
  action?: { label: string; run: () => void };
}

const NOTE_MS = 4000;
const UNDO_MS = 6000;

class Toasts {
  private queue = $state<Toast[]>([]);
  private lastId = 0;

  get current(): Toast | undefined {
    return this.queue[0];
  }

  note(text: string): void {
    this.push({ text, kind: 'note' }, NOTE_MS);
  }

  error(text: string): void {
    if (this.queue.some((toast) => toast.text === text)) return;
    this.push({ text, kind: 'error' });
  }

  /** Says what happened and offers to take it back. `ms`: how long the offer stands. */
  undo(text: string, label: string, run: () => void, ms = UNDO_MS): void {
    this.push({ text, kind: 'note', action: { label, run } }, ms);
  }

  close(id: number): void {
    this.queue = this.queue.filter((toast) => toast.id !== id);
  }

  clear(): void {
    this.queue = [];
  }

  private push(toast: Omit<Toast, 'id'>, ms?: number): void {
    const id = ++this.lastId;
    this.queue = [...this.queue.filter((other) => other.kind === 'error'), { id, ...toast }];
    if (ms) setTimeout(() => this.close(id), ms);
  }
}

export const toasts = new Toasts();
