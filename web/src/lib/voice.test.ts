import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addWords, t, type Packs } from './i18n/index.svelte';
import { voice } from './voice.svelte';

const spoken: FakeUtterance[] = [];
const textsOf = (utterances: FakeUtterance[]) => utterances.map(({ text }) => text);
const fetched: string[] = [];
let isRecorded = true;

/** What sounds: "tone", "rain"; and what was stopped. */
const sounding: string[] = [];

/** A node of sound that leads on to the next. */
const node = (values: object = {}) => ({ ...values, connect: (next: unknown) => next });
const knob = () => ({
  value: 0,
  setValueAtTime: () => {},
  exponentialRampToValueAtTime: () => {},
});

class FakeSource {
  loop = false;
  buffer = null;
  playbackRate = { value: 1 };
  onended: (() => void) | null = null;
  connect(next: unknown) {
    return next;
  }
  start() {
    if (this.loop) sounding.push('rain');
    setTimeout(() => this.onended?.());
  }
  stop() {
    sounding.push('rain stops');
  }
}

class FakeAudio {
  state = 'suspended';
  destination = {};
  async resume() {
    this.state = 'running';
  }
  sampleRate = 8000;
  currentTime = 0;
  createBufferSource() {
    return new FakeSource();
  }
  createBuffer(_channels: number, length: number) {
    return { getChannelData: () => new Float32Array(length) };
  }
  createBiquadFilter() {
    return node({ frequency: knob() });
  }
  createGain() {
    return node({ gain: knob() });
  }
  createOscillator() {
    return node({ frequency: knob(), start: () => sounding.push('tone'), stop: () => {} });
  }
  async decodeAudioData() {
    return {};
  }
}

class FakeUtterance {
  lang = '';
  voice: { lang: string } | null = null;
  onend: (() => void) | null = null;
  constructor(readonly text: string) {}
}

beforeEach(() => {
  spoken.length = fetched.length = sounding.length = 0;
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  vi.stubGlobal('speechSynthesis', {
    cancel: () => {},
    getVoices: () => ['en-GB', 'de-DE', 'fr_FR'].map((lang) => ({ lang })),
    speak: (words: FakeUtterance) => {
      spoken.push(words);
      setTimeout(() => words.onend?.());
    },
  });
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return { ok: isRecorded, arrayBuffer: async () => new ArrayBuffer(0) };
  });
  isRecorded = true;
  voice.isChosen = true;
  voice.isMuted = false;
  voice.language = 'en';
});

describe('the voice', () => {
  it('only shows its words where the table has chosen another device', async () => {
    voice.isChosen = false;
    await voice.unlock();

    voice.say(() => 'Seer, wake up.', 'seer');

    expect(voice.caption).toBe('Seer, wake up.');
    await new Promise((done) => setTimeout(done, 20));
    expect([...spoken, ...fetched]).toEqual([]);
  });

  it('only shows its words in silent mode', async () => {
    voice.mute(true);

    voice.say(() => 'Seer, wake up.', 'seer');

    expect(voice.caption).toContain('Seer, wake up.');
    expect([...spoken, ...fetched]).toEqual([]);
  });

  it('plays what was recorded, one sentence after the other', async () => {
    await voice.unlock();

    voice.say(() => 'First.', 'first');
    voice.say(() => 'Second.', 'second');

    await vi.waitFor(() => expect(voice.caption).toBe('Second.'));
    expect(fetched).toEqual(['/voice/en/first.mp3', '/voice/en/second.mp3']);
    expect(spoken).toEqual([]);
  });

  it('lets the browser speak where nothing was recorded', async () => {
    isRecorded = false;
    await voice.unlock();

    voice.say(() => 'Welcome, Ana.');
    voice.say(() => 'Seer, wake up.', 'seer');

    await vi.waitFor(() => expect(textsOf(spoken)).toEqual(['Welcome, Ana.', 'Seer, wake up.']));
  });
});

describe('the table’s language', () => {
  const words: Packs = {
    en: async () => ({ default: { day: 'Day {n}.' } }),
    fr: async () => ({ default: { day: 'Jour {n}.' } }),
    es: () => Promise.reject(new Error('unreachable')),
  };
  const day = () => t('day', { n: 3 });

  beforeEach(() => addWords(words));

  it('is what is said, by a voice of that language; the caption stays in its reader’s', async () => {
    voice.language = 'fr';

    voice.say(day);

    await vi.waitFor(() => expect(textsOf(spoken)).toEqual(['Jour 3.']));
    expect(spoken[0]).toMatchObject({ lang: 'fr', voice: { lang: 'fr_FR' } });
    expect(voice.caption).toBe('Day 3.');
    expect(day()).toBe('Day 3.');
  });

  it('is that of the recordings', async () => {
    voice.language = 'es';
    await voice.unlock();

    voice.say(day, 'onenight.call.seer');

    await vi.waitFor(() => expect(fetched).toEqual(['/voice/es/onenight.call.seer.mp3']));
  });

  it('gives way to the reader’s where its words do not come', async () => {
    voice.language = 'es';

    voice.say(day);

    await vi.waitFor(() => expect(textsOf(spoken)).toEqual(['Day 3.']));
    expect(spoken[0]).toMatchObject({ lang: 'en', voice: { lang: 'en-GB' } });
  });

  it('is fetched by the device that speaks alone', async () => {
    const fetchWords = vi.spyOn(words, 'fr');
    voice.language = 'fr';
    voice.mute(true);

    voice.say(day);

    await new Promise((done) => setTimeout(done, 20));
    expect(fetchWords).not.toHaveBeenCalled();
  });

  it('leaves the voice to the browser where the device has none', async () => {
    vi.stubGlobal('speechSynthesis', { ...speechSynthesis, getVoices: () => [] });
    voice.language = 'fr';

    voice.say(day);

    await vi.waitFor(() => expect(spoken[0]).toMatchObject({ lang: 'fr', voice: null }));
  });
});

describe('other sounds', () => {
  it('are a bell and, through the night, rain', async () => {
    await voice.unlock();

    voice.bell();
    voice.rain(true);
    voice.rain(true);
    voice.rain(false);

    expect(sounding).toEqual(['tone', 'rain', 'rain stops']);
  });

  it.each([
    ['another device speaks', () => (voice.isChosen = false)],
    ['this device is silent', () => voice.mute(true)],
  ])('are not heard where %s', async (_why, hush) => {
    await voice.unlock();
    hush();

    voice.bell();
    voice.rain(true);

    expect(sounding).toEqual([]);
  });
});
