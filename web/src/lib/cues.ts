/** The sounds of the big moments, computed, so that no file is fetched. Each begins and ends at zero, so that none clicks. All
 * are brought to the same loudness first; the table below then sets how loud each is. */
import type { Cue } from './cue';

export const RATE = 22_050;
const ATTACK_SECONDS = 0.004;
const RELEASE_SECONDS = 0.03;
/** Loudness is measured in its loudest tenth of a second: a short knock and a long chord are heard as equally loud. */
const WINDOW = RATE / 10;
const LEVEL = 0.2;

type Samples = Float32Array<ArrayBuffer>;
interface Note {
  begin?: number;
  seconds: number;
  pitch: number;
  /** Where it glides to. */
  to?: number;
  level?: number;
  /** Louder and longer in the middle, as a bow does; else struck. */
  isBowed?: boolean;
}

const at = (samples: Samples, i: number): number => samples[i] ?? 0;

/** How loud a sound is at `place` of its length: struck and dying away, or swelling. */
function shape(place: number, isBowed: boolean): number {
  return isBowed ? Math.sin(Math.PI * place) ** 0.7 : Math.exp(-5 * place);
}

function note(samples: Samples, one: Note): void {
  const { begin = 0, seconds, pitch, to = pitch, level = 1, isBowed = false } = one;
  const first = Math.floor(begin * RATE);
  const count = Math.floor(seconds * RATE);
  let turn = 0;
  for (let i = 0; i < count && first + i < samples.length; i++) {
    const place = i / count;
    turn += (pitch + (to - pitch) * place) / RATE;
    const wave = Math.sin(2 * Math.PI * turn) + 0.25 * Math.sin(4 * Math.PI * turn);
    samples[first + i] = at(samples, first + i) + level * shape(place, isBowed) * wave;
  }
}

/** Noise that dies away, the duller the smaller `brightness` is. */
function hiss(
  samples: Samples,
  one: {
    begin?: number;
    seconds: number;
    brightness: number;
    level?: number;
    isBowed?: boolean;
  },
): void {
  const { begin = 0, seconds, brightness, level = 1, isBowed = false } = one;
  const first = Math.floor(begin * RATE);
  const count = Math.floor(seconds * RATE);
  let last = 0;
  for (let i = 0; i < count && first + i < samples.length; i++) {
    last += brightness * (2 * Math.random() - 1 - last);
    samples[first + i] = at(samples, first + i) + level * shape(i / count, isBowed) * last;
  }
}

/** A bell: a fundamental and partials that are no multiples of it. */
function bell(samples: Samples, pitch: number, seconds: number, begin = 0, level = 1): void {
  const partials = [1, 2.0, 2.76, 5.4];
  partials.forEach((ratio, i) =>
    note(samples, {
      begin,
      seconds: seconds / (1 + i),
      pitch: pitch * ratio,
      level: level / (1 + 1.5 * i),
    }),
  );
}

function chord(samples: Samples, pitches: number[], begin: number, seconds: number): void {
  pitches.forEach((pitch, i) =>
    note(samples, { begin: begin + 0.07 * i, seconds, pitch, level: 0.5 }),
  );
}

interface Recipe {
  seconds: number;
  /** Beside the others: a tick is soft, a verdict is not. */
  loudness: number;
  make: (samples: Samples) => void;
}

const recipes: Record<Cue, Recipe> = {
  /** Somebody sits down: a knock on wood. */
  chair: {
    seconds: 0.2,
    loudness: 0.5,
    make: (s) => {
      note(s, { seconds: 0.16, pitch: 150, to: 110 });
      hiss(s, { seconds: 0.05, brightness: 0.3, level: 0.4 });
    },
  },
  /** Cards are dealt: paper on cloth, five times. */
  deal: {
    seconds: 0.8,
    loudness: 0.6,
    make: (s) => {
      for (let i = 0; i < 5; i++)
        hiss(s, { begin: 0.13 * i, seconds: 0.14, brightness: 0.75, isBowed: true });
    },
  },
  /** A low bell. */
  dusk: { seconds: 2.6, loudness: 0.8, make: (s) => bell(s, 131, 2.5) },
  /** A bird, and one bowed note. */
  dawn: {
    seconds: 2.2,
    loudness: 0.7,
    make: (s) => {
      note(s, { seconds: 2.1, pitch: 294, level: 0.5, isBowed: true });
      for (let i = 0; i < 4; i++)
        note(s, {
          begin: 0.3 + 0.16 * i,
          seconds: 0.12,
          pitch: 2600,
          to: 3300,
          level: 0.35,
          isBowed: true,
        });
    },
  },
  /** Half a minute is left. */
  bell: { seconds: 1.5, loudness: 0.7, make: (s) => bell(s, 660, 1.4) },
  /** One of the last ten seconds. */
  tick: { seconds: 0.08, loudness: 0.35, make: (s) => note(s, { seconds: 0.06, pitch: 1250 }) },
  /** It is your turn: two notes upwards. */
  turn: {
    seconds: 0.6,
    loudness: 0.6,
    make: (s) => {
      note(s, { seconds: 0.3, pitch: 523 });
      note(s, { begin: 0.12, seconds: 0.45, pitch: 784 });
    },
  },
  /** Three, two, one. */
  count: {
    seconds: 0.3,
    loudness: 0.6,
    make: (s) => note(s, { seconds: 0.28, pitch: 196, to: 180 }),
  },
  /** The votes are open: a drum roll, cut short. */
  votes: {
    seconds: 0.9,
    loudness: 0.7,
    make: (s) => {
      for (let i = 0; i < 14; i++)
        hiss(s, { begin: 0.05 * i, seconds: 0.09, brightness: 0.25, level: 0.4 + 0.04 * i });
      note(s, { begin: 0.7, seconds: 0.2, pitch: 110, to: 80, level: 0.8 });
    },
  },
  /** A card turns over. */
  card: {
    seconds: 0.16,
    loudness: 0.7,
    make: (s) => {
      hiss(s, { seconds: 0.05, brightness: 0.9, isBowed: true });
      hiss(s, { begin: 0.05, seconds: 0.09, brightness: 0.5 });
    },
  },
  /** A warm chord. */
  success: { seconds: 1.2, loudness: 0.7, make: (s) => chord(s, [262, 330, 392], 0, 0.95) },
  /** A string breaks. */
  fail: {
    seconds: 0.9,
    loudness: 0.7,
    make: (s) => {
      note(s, { seconds: 0.8, pitch: 220, to: 92 });
      hiss(s, { seconds: 0.06, brightness: 0.8, level: 0.6 });
    },
  },
  /** A candle goes out: a breath. */
  candle: {
    seconds: 0.6,
    loudness: 0.45,
    make: (s) => hiss(s, { seconds: 0.55, brightness: 0.3, isBowed: true }),
  },
  /** One stroke of metal. */
  blade: {
    seconds: 1.4,
    loudness: 0.8,
    make: (s) => {
      hiss(s, { seconds: 0.12, brightness: 0.95, isBowed: true });
      for (const pitch of [1730, 2410, 3370])
        note(s, { begin: 0.1, seconds: 1.2, pitch, level: 0.4 });
    },
  },
  /** The verdicts. */
  good: {
    seconds: 3,
    loudness: 1,
    make: (s) => {
      chord(s, [262, 330, 392], 0, 1.2);
      chord(s, [349, 440, 523], 0.55, 1.2);
      chord(s, [392, 494, 587, 784], 1.1, 1.6);
    },
  },
  evil: {
    seconds: 3,
    loudness: 1,
    make: (s) => {
      chord(s, [110, 131, 165], 0, 1.4);
      chord(s, [104, 131, 156], 0.7, 1.4);
      bell(s, 98, 1.6, 1.3, 1.2);
    },
  },
  third: {
    seconds: 3,
    loudness: 1,
    make: (s) => {
      [587, 740, 880, 1175].forEach((pitch, i) =>
        note(s, { begin: 0.22 * i, seconds: 0.7, pitch, level: 0.6 }),
      );
      chord(s, [294, 370, 440], 1, 1.8);
    },
  },
  end: { seconds: 2, loudness: 0.9, make: (s) => chord(s, [262, 392, 523], 0, 1.7) },
};

export const cueNames = Object.keys(recipes) as Cue[];

/** How loud the loudest tenth of a second is. */
export function loudnessOf(samples: Samples): number {
  const window = Math.min(WINDOW, samples.length);
  let sum = 0;
  let most = 0;
  for (let i = 0; i < samples.length; i++) {
    sum += at(samples, i) ** 2;
    if (i >= window) sum -= at(samples, i - window) ** 2;
    most = Math.max(most, sum / window);
  }
  return Math.sqrt(most);
}

/** One cue as it is played: between -1 and 1, and zero at both ends. */
export function samplesOf(name: Cue): Samples {
  const { seconds, loudness, make } = recipes[name];
  const samples = new Float32Array(Math.floor(seconds * RATE));
  make(samples);
  const scale = (LEVEL * loudness) / loudnessOf(samples);
  const edge = (i: number) =>
    Math.min(1, i / (ATTACK_SECONDS * RATE), (samples.length - 1 - i) / (RELEASE_SECONDS * RATE));
  return samples.map((sample, i) => Math.max(-1, Math.min(1, sample * scale)) * edge(i));
}

const buffers = new Map<Cue, AudioBuffer>();

export function play(audio: AudioContext, name: Cue): void {
  let buffer = buffers.get(name);
  if (!buffer) {
    const samples = samplesOf(name);
    buffer = audio.createBuffer(1, samples.length, RATE);
    buffer.copyToChannel(samples, 0);
    buffers.set(name, buffer);
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.start();
}
