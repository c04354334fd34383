/** Sounds behind the words, out of arithmetic: no file is fetched. Each is a loop whose end meets its beginning, and
 * loudness only ever glides, so that nothing clicks. */

/** How strong each sound is, from 0 to 1; what is not named is not heard. */
export type Mix = Partial<Record<Sound, number>>;
export type Sound = keyof typeof loops;

const RATE = 22_050;
const SECONDS = 8;
const LENGTH = SECONDS * RATE;
const SEAM = RATE / 2;
/** The time in which most of a change of loudness is done, and after how many of them nothing is left. */
const GLIDE_SECONDS = 0.6;
const GLIDES = 6;
const SWELL_MS = 4000;

/** White noise, the duller the smaller `brightness` is; its end runs over into its beginning. */
function noise(brightness: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(LENGTH + SEAM);
  let level = 0;
  for (let i = 0; i < samples.length; i++)
    samples[i] = level += brightness * (2 * Math.random() - 1 - level);
  for (let i = 0; i < SEAM; i++) {
    const place = i / SEAM;
    samples[i] = Math.sqrt(place) * at(samples, i) + Math.sqrt(1 - place) * at(samples, LENGTH + i);
  }
  return samples.slice(0, LENGTH);
}

const at = (samples: Float32Array, i: number): number => samples[i] ?? 0;

/** Adds a note that swells and dies, gliding from one pitch to another. */
function sing(
  samples: Float32Array,
  note: { begin: number; seconds: number; from: number; to: number },
): void {
  const count = Math.floor(note.seconds * RATE);
  const first = Math.floor(note.begin * RATE);
  let turn = 0;
  for (let i = 0; i < count && first + i < LENGTH; i++) {
    const place = i / count;
    turn += (note.from + (note.to - note.from) * place) / RATE;
    samples[first + i] =
      at(samples, first + i) + Math.sin(Math.PI * place) ** 2 * Math.sin(2 * Math.PI * turn);
  }
}

/** A hiss, and drops that are heard one by one. */
function rain(): Float32Array<ArrayBuffer> {
  const samples = noise(0.45);
  for (let drop = 0; drop < 30 * SECONDS; drop++) {
    const pitch = 900 + 1800 * Math.random();
    const begin = Math.random() * (SECONDS - 0.1);
    sing(samples, { begin, seconds: 0.02, from: pitch, to: 0.6 * pitch });
  }
  return samples;
}

/** Dull noise that comes and goes three times a loop. */
function wind(): Float32Array<ArrayBuffer> {
  const turn = (2 * Math.PI * 3) / LENGTH;
  return noise(0.04).map((sample, i) => sample * (0.6 + 0.4 * Math.sin(turn * i)));
}

/** A few calls of some notes each, and silence between them. */
function birds(): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(LENGTH);
  for (let call = 0; call < 6; call++) {
    const pitch = 2400 + 1800 * Math.random();
    const begin = (call + Math.random() / 2) * (SECONDS / 6);
    for (let i = 0; i < 2 + (call % 3); i++)
      sing(samples, { begin: begin + 0.14 * i, seconds: 0.1, from: pitch, to: 1.3 * pitch });
  }
  return samples;
}

/** Three strokes of the wings at a time. */
function crickets(): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(LENGTH);
  for (let chirp = 0; chirp < 2 * SECONDS; chirp++)
    for (let i = 0; i < 3; i++)
      sing(samples, { begin: chirp / 2 + 0.035 * i, seconds: 0.03, from: 4300, to: 4300 });
  return samples;
}

/** What makes each sound, and how loud it is at its strongest: below a voice. */
const loops = {
  rain: { make: rain, loudness: 0.3 },
  wind: { make: wind, loudness: 0.2 },
  birds: { make: birds, loudness: 0.08 },
  crickets: { make: crickets, loudness: 0.05 },
} as const;
const sounds = Object.keys(loops) as Sound[];

function isSilent(mix: Mix): boolean {
  return Object.keys(mix).length === 0;
}

/** One loop of a sound, between -1 and 1. */
export function loopOf(sound: Sound): Float32Array<ArrayBuffer> {
  const samples = loops[sound].make();
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => sample / peak);
}

interface Playing {
  source: AudioBufferSourceNode;
  volume: GainNode;
  strength: number;
}

export class Soundscape {
  private mix: Mix = {};
  private swollen: Mix = {};
  private swellTimer: ReturnType<typeof setTimeout> | undefined;
  private playing = new Map<Sound, Playing>();
  private buffers = new Map<Sound, AudioBuffer>();

  constructor(private readonly audio: AudioContext) {}

  /** What is heard from now on; nothing ends what has swollen up as well. */
  play(mix: Mix): void {
    this.mix = mix;
    if (isSilent(mix)) this.swollen = {};
    this.settle();
  }

  /** Besides, for a moment; not out of silence. */
  swell(mix: Mix): void {
    if (isSilent(this.mix)) return;
    clearTimeout(this.swellTimer);
    this.swellTimer = setTimeout(() => this.subside(), SWELL_MS);
    this.swollen = mix;
    this.settle();
  }

  private subside(): void {
    this.swollen = {};
    this.settle();
  }

  private settle(): void {
    for (const sound of sounds)
      this.set(sound, Math.max(this.mix[sound] ?? 0, this.swollen[sound] ?? 0));
  }

  private set(sound: Sound, strength: number): void {
    const found = this.playing.get(sound);
    if (strength === (found?.strength ?? 0)) return;
    const playing = found ?? this.begin(sound);
    const { currentTime } = this.audio;
    playing.strength = strength;
    playing.volume.gain.setTargetAtTime(
      strength * loops[sound].loudness,
      currentTime,
      GLIDE_SECONDS,
    );
    if (strength > 0) return;
    playing.source.stop(currentTime + GLIDES * GLIDE_SECONDS);
    this.playing.delete(sound);
  }

  private begin(sound: Sound): Playing {
    const source = this.audio.createBufferSource();
    const volume = this.audio.createGain();
    source.buffer = this.bufferOf(sound);
    source.loop = true;
    volume.gain.value = 0;
    source.connect(volume).connect(this.audio.destination);
    source.start();
    const playing = { source, volume, strength: 0 };
    this.playing.set(sound, playing);
    return playing;
  }

  private bufferOf(sound: Sound): AudioBuffer {
    const found = this.buffers.get(sound);
    if (found) return found;
    const buffer = this.audio.createBuffer(1, LENGTH, RATE);
    buffer.copyToChannel(loopOf(sound), 0);
    this.buffers.set(sound, buffer);
    return buffer;
  }
}
