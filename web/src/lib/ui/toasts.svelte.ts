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
  /** Where they may appear: the page, and each sheet that lies over it. */
  private hosts = $state<symbol[]>([]);

  get current(): Toast | undefined {
    return this.queue[0];
  }

  /** A new place on top of the others; only the topmost shows anything. Returns how to take it away. */
  stack(host: symbol): () => void {
    this.hosts = [...this.hosts, host];
    return () => (this.hosts = this.hosts.filter((other) => other !== host));
  }

  isOnTop(host: symbol): boolean {
    return this.hosts.at(-1) === host;
  }

  /** Returns what `close` takes. */
  note(text: string): number {
    return this.push({ text, kind: 'note' }, NOTE_MS);
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

  private push(toast: Omit<Toast, 'id'>, ms?: number): number {
    const id = ++this.lastId;
    this.queue = [...this.queue.filter((other) => other.kind === 'error'), { id, ...toast }];
    if (ms) setTimeout(() => this.close(id), ms);
    return id;
  }
}

export const toasts = new Toasts();
