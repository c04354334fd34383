/** Day or night on <html>. The game sets the phase; a player may pin the colours, and then only the ornament
 * in the Bar follows the game. Without a game the device's own preference decides. */
import { recall, remember } from './storage';

export type Phase = 'day' | 'night';
export type Pin = 'table' | Phase;

const grounds: Record<Phase, string> = { day: '#f4ecdb', night: '#0d0b16' };

class Theme {
  private game = $state<Phase | null>(null);
  private pinned = $state<Pin>('table');
  private duskTimer: ReturnType<typeof setTimeout> | undefined;

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

  /** The phase of the running game, or null when there is none. `fadeMs`: how long the dusk takes. */
  follow(phase: Phase | null, fadeMs = 3000): void {
    if (phase === this.game) return;
    this.game = phase;
    const root = document.documentElement;
    root.style.setProperty('--dusk', `${fadeMs}ms`);
    root.dataset.dusk = '';
    clearTimeout(this.duskTimer);
    this.duskTimer = setTimeout(() => delete root.dataset.dusk, fadeMs);
    this.paint();
  }

  private paint(): void {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
    const colours = this.pinned === 'table' ? (this.game ?? system) : this.pinned;
    document.documentElement.dataset.phase = colours;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', grounds[colours]);
  }
}

export const theme = new Theme();
