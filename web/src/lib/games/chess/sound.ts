/** The sounds of the board, made on the spot: no files to fetch. On by choice; preset: where a mouse is, since a dozen
 * phones around one table need not all click. */
import { recall, remember } from '../../storage';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low';

let context: AudioContext | undefined;

export function hasSound(): boolean {
  const kept = recall('chess.sound');
  return kept ? kept === 'yes' : (globalThis.matchMedia?.('(pointer: fine)').matches ?? false);
}

export function setSound(isOn: boolean): void {
  remember('chess.sound', isOn ? 'yes' : 'no');
}

/** Pitch in Hz, start and length in seconds, loudness. */
type Tone = [number, number, number, number];
const tones: Record<Sound, Tone[]> = {
  move: [[190, 0, 0.07, 0.5]],
  capture: [
    [150, 0, 0.09, 0.6],
    [95, 0.03, 0.1, 0.5],
  ],
  check: [
    [190, 0, 0.07, 0.5],
    [520, 0.05, 0.22, 0.25],
  ],
  end: [
    [262, 0, 0.5, 0.25],
    [330, 0.12, 0.5, 0.25],
    [392, 0.24, 0.8, 0.25],
  ],
  low: [[880, 0, 0.7, 0.22]],
};

export function sound(kind: Sound): void {
  if (!hasSound() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  const now = context.currentTime;
  for (const [pitch, start, length, loudness] of tones[kind]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(loudness, now + start);
    gain.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
