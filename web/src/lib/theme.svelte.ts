/** Day or night on <html>. The game sets the phase; a player may pin the colours, and then only the ornament
 * in the Bar follows the game. Without a game the device's own preference decides. */
import { forget, recall, remember } from './storage';

export type Phase = 'day' | 'night';
export type Pin = 'table' | Phase;

const DUSK_MS = 3000;
const grounds: Record<Phase, string> = { day: '#f6e8cc', night: '#120c14' };

class Theme {
  /** Undefined outside of rooms. */
  private game = $state<Phase | null | undefined>();
  private pinned = $state<Pin>('table');
  private duskTimer: ReturnType<typeof setTimeout> | undefined;

  /** Of the game, whatever the colours are. */
  get phase(): Phase | null {
    return this.game ?? null;
  }

  get pin(): Pin {
    return this.pinned;
  }

  start(): void {
    const pin = recall('colours');
    this.pinned = pin === 'day' || pin === 'night' ? pin : 'table';
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    this.paint();
  }

  setPin(pin: Pin): void {
    this.pinned = pin;
    remember('colours', pin);
    this.paint();
  }

  /** The phase of the running game, or null when there is none. It fades over `duskMs`, of which `lateMs` are over, so that
   * all devices end together. Whoever comes into a night finds it dark: a bright phone would show. */
  follow(phase: Phase | null, duskMs = DUSK_MS, lateMs = 0): void {
    if (phase === this.game) return;
    const isThere = this.game !== undefined;
    this.game = phase;
    if (phase === 'night') remember('night', location.pathname);
    else forget('night');
    if (isThere) this.fade(duskMs, Math.min(lateMs, duskMs));
    this.paint();
  }

  /** Out of the room. */
  leave(): void {
    this.game = undefined;
    forget('night');
    this.paint();
  }

  private fade(duskMs: number, lateMs: number): void {
    const root = document.documentElement;
    root.style.setProperty('--dusk', `${duskMs}ms`);
    root.style.setProperty('--late', `${-lateMs}ms`);
    root.dataset.dusk = '';
    clearTimeout(this.duskTimer);
    this.duskTimer = setTimeout(() => delete root.dataset.dusk, duskMs);
  }

  /** A dark device is dark at the table too. A page that is loaded again at night is dark before it knows the table. */
  private unpinned(): Phase {
    if (matchMedia('(prefers-color-scheme: dark)').matches) return 'night';
    const wasNight = this.game === undefined && recall('night') === location.pathname;
    return this.game ?? (wasNight ? 'night' : 'day');
  }

  private paint(): void {
    const colours = this.pinned === 'table' ? this.unpinned() : this.pinned;
    document.documentElement.dataset.phase = colours;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', grounds[colours]);
  }
}

export const theme = new Theme();
