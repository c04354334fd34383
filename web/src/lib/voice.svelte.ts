/** The voice of the table, where the table has chosen this device. One sentence at a time, and every sentence is also
 * on the screen: there in its reader's language, aloud in the table's. What was recorded when the pages were built is
 * played; the rest is said by the browser's own voice. Without either only a soft bell remains, or nothing. */
import type { Cue } from './cue';
import { currentLanguage, tellBy, wordsIn, type Language } from './i18n/index.svelte';
import type { Mix, Soundscape } from './soundscape';
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

/** A sentence by whichever words, and the key of its recording if it may have one. */
interface Line {
  tell: () => string;
  caption: string;
  recording: string | null;
}

function rememberedTemper(): Temper {
  const kept = recall('temper');
  return kept !== null && kept in tempers ? (kept as Temper) : 'warm';
}

/** A voice of this device for `language`; without one the browser chooses. */
function speakerOf(language: Language): SpeechSynthesisVoice | null {
  const speakers = speechSynthesis.getVoices();
  return speakers.find(({ lang }) => lang.slice(0, 2).toLowerCase() === language) ?? null;
}

async function openSoundscape(audio: AudioContext): Promise<Soundscape> {
  const { Soundscape } = await import('./soundscape');
  return new Soundscape(audio);
}

class Voice {
  /** Whether the table has chosen this device. */
  isChosen = $state(false);
  /** The one switch of this device: switched off, switched on, or never touched. Untouched, it sounds where the table has
   * chosen it, and players' phones are silent. */
  isMuted = $state(recall('voice') === 'off');
  private isWanted = $state(recall('voice') === 'on');
  /** The table's. */
  language = $state<Language>('en');
  temper = $state<Temper>(rememberedTemper());
  /** What is being said, for the caption. */
  caption = $state('');
  /** Whether that is a sentence of the game's script. */
  isReciting = $state(false);
  /** Browsers keep silent until somebody has tapped. */
  isLocked = $state(true);
  private queue: Line[] = [];
  private isSpeaking = false;
  private shownAt = 0;
  private audio: AudioContext | null = null;
  private recording: AudioBufferSourceNode | null = null;
  private scape: Promise<Soundscape> | null = null;

  /** It speaks. */
  get isOn(): boolean {
    return this.isChosen && !this.isMuted;
  }

  /** Its cues are heard: it speaks, or somebody has switched the sound of this phone on. */
  get hasSound(): boolean {
    return this.isOn || (this.isWanted && !this.isMuted);
  }

  /** Where sound can come from now. */
  private get output(): AudioContext | null {
    return this.isOn ? this.running : null;
  }

  private get running(): AudioContext | null {
    return this.audio?.state === 'running' ? this.audio : null;
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.isWanted = !isMuted;
    remember('voice', isMuted ? 'off' : 'on');
    if (isMuted) this.hush();
  }

  setTemper(temper: Temper): void {
    this.temper = temper;
    remember('temper', temper);
  }

  /** On a tap: from now on this device may sound. */
  async unlock(): Promise<void> {
    if (!this.hasSound || typeof AudioContext === 'undefined') return;
    this.audio ??= new AudioContext();
    await this.audio.resume();
    this.isLocked = this.audio.state !== 'running';
  }

  /** Says what `tell` tells, which is asked again for another language than the reader's. */
  say(tell: () => string, recording: string | null = null): void {
    const caption = tell();
    if (!this.isOn) {
      this.show(caption);
      return;
    }
    this.queue = [...this.queue, { tell, caption, recording }].slice(-QUEUE_MAX);
    void this.next();
  }

  /** For the eyes alone: everything that happens at once is shown at once. */
  private show(sentence: string): void {
    const isSameMoment = Date.now() - this.shownAt < MOMENT_MS;
    this.caption = isSameMoment ? `${this.caption} ${sentence}` : sentence;
    this.shownAt = Date.now();
  }

  private async next(): Promise<void> {
    if (this.isSpeaking) return;
    const line = this.queue.shift();
    if (!line) return;
    this.caption = line.caption;
    this.isReciting = line.recording !== null;
    this.isSpeaking = true;
    const isPlayed = line.recording !== null && (await this.play(line.recording));
    if (!isPlayed) await this.speak(line);
    this.isSpeaking = false;
    await this.next();
  }

  /** False if there is no such recording, or it cannot sound. */
  private async play(recording: string): Promise<boolean> {
    const { output } = this;
    if (!output) return false;
    try {
      const answer = await fetch(`./voice/${this.language}/${recording}.mp3`);
      if (!answer.ok) return false;
      const source = output.createBufferSource();
      source.buffer = await output.decodeAudioData(await answer.arrayBuffer());
      source.playbackRate.value = tempers[this.temper].rate;
      source.connect(output.destination);
      const ended = new Promise((done) => (source.onended = done));
      if (!this.isOn) return true;
      this.recording = source;
      source.start();
      await ended;
      return true;
    } catch {
      return false;
    }
  }

  /** In the table's language, whose words are fetched when they are needed; in the reader's if they do not come. */
  private async speak({ tell, caption }: Line): Promise<void> {
    const own = currentLanguage();
    if (this.language === own) return this.utter(caption, own);
    const words = await wordsIn(this.language).catch(() => null);
    await (words ? this.utter(tellBy(words, tell), words.language) : this.utter(caption, own));
  }

  /** Ends with the speech; or after its estimate: a voice may be missing or stuck. */
  private utter(sentence: string, language: Language): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, 1200 + 65 * sentence.length);
      if (!this.isOn || !('speechSynthesis' in window)) return;
      const words = new SpeechSynthesisUtterance(sentence);
      const traits = { lang: language, voice: speakerOf(language), ...tempers[this.temper] };
      Object.assign(words, traits);
      words.onend = () => {
        clearTimeout(timer);
        done();
      };
      speechSynthesis.speak(words);
    });
  }

  hush(): void {
    this.queue = [];
    this.recording?.stop();
    void this.sound({});
    if ('speechSynthesis' in window) speechSynthesis.cancel();
  }

  /** What is heard behind the words. */
  async sound(mix: Mix): Promise<void> {
    const heard = this.output ? mix : {};
    if (!this.scape && Object.keys(heard).length === 0) return;
    (await this.soundscape())?.play(heard);
  }

  /** What swells up behind them for a moment. */
  async swell(mix: Mix): Promise<void> {
    if (this.output) (await this.soundscape())?.swell(mix);
  }

  /** Fetched where it is heard; null if it does not come, and asked for again. */
  private async soundscape(): Promise<Soundscape | null> {
    try {
      this.scape ??= openSoundscape(this.audio as AudioContext);
      return await this.scape;
    } catch {
      this.scape = null;
      return null;
    }
  }

  /** A short sound of its own; what makes it is fetched where it is heard. */
  async cue(name: Cue): Promise<void> {
    const audio = this.hasSound ? this.running : null;
    if (!audio) return;
    const { play } = await import('./cues').catch(() => ({ play: null }));
    if (this.hasSound) play?.(audio, name);
  }
}

export const voice = new Voice();
