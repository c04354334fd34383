/** The voice of the table: off unless this device was chosen. One sentence at a time, and every sentence is also on
 * the screen. Without voices (or without sound) only a soft bell remains, or nothing. */
import { currentLanguage } from './i18n/index.svelte';
import { recall, remember } from './storage';

/** Three narrators with different tempers, made of whatever voice the device has. */
export const tempers = {
  warm: { rate: 0.95, pitch: 1 },
  grave: { rate: 0.8, pitch: 0.7 },
  brisk: { rate: 1.15, pitch: 1.15 },
} as const;
export type Temper = keyof typeof tempers;

const QUEUE_MAX = 3;
const MOMENT_MS = 200;

function rememberedTemper(): Temper {
  const kept = recall('temper');
  return kept !== null && kept in tempers ? (kept as Temper) : 'warm';
}

class Voice {
  isOn = $state(recall('voice') === 'on');
  temper = $state<Temper>(rememberedTemper());
  /** What is being said, for the caption. */
  caption = $state('');
  private queue: string[] = [];
  private isSpeaking = false;
  private shownAt = 0;
  private audio: AudioContext | null = null;

  set(isOn: boolean): void {
    this.isOn = isOn;
    remember('voice', isOn ? 'on' : 'off');
    if (isOn) this.bell();
    else this.hush();
  }

  setTemper(temper: Temper): void {
    this.temper = temper;
    remember('temper', temper);
  }

  say(sentence: string): void {
    if (!this.isOn) {
      this.show(sentence);
      return;
    }
    this.queue = [...this.queue, sentence].slice(-QUEUE_MAX);
    this.next();
  }

  /** Without a voice everything that happens at once is shown at once. */
  private show(sentence: string): void {
    const isSameMoment = Date.now() - this.shownAt < MOMENT_MS;
    this.caption = isSameMoment ? `${this.caption} ${sentence}` : sentence;
    this.shownAt = Date.now();
  }

  private next(): void {
    if (this.isSpeaking) return;
    const sentence = this.queue.shift();
    if (sentence === undefined) return;
    this.caption = sentence;
    this.isSpeaking = true;
    const done = () => {
      this.isSpeaking = false;
      this.next();
    };
    // A voice may be missing or stuck: the estimate goes on without it.
    const timer = setTimeout(done, 1200 + 65 * sentence.length);
    if (!('speechSynthesis' in window)) return;
    const words = new SpeechSynthesisUtterance(sentence);
    words.lang = currentLanguage();
    Object.assign(words, tempers[this.temper]);
    words.onend = () => {
      clearTimeout(timer);
      done();
    };
    speechSynthesis.speak(words);
  }

  private hush(): void {
    this.queue = [];
    if ('speechSynthesis' in window) speechSynthesis.cancel();
  }

  /** One soft bell. Also unlocks sound, when a tap asked for it. */
  bell(): void {
    if (!this.isOn || typeof AudioContext === 'undefined') return;
    this.audio ??= new AudioContext();
    const now = this.audio.currentTime;
    const tone = this.audio.createOscillator();
    const volume = this.audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 1.4);
    tone.connect(volume).connect(this.audio.destination);
    tone.start(now);
    tone.stop(now + 1.5);
  }
}

export const voice = new Voice();
