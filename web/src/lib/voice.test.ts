import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addWords, t, type Packs } from './i18n/index.svelte';
import { Soundscape } from './soundscape';
import { voice } from './voice.svelte';

const spoken: FakeUtterance[] = [];
const textsOf = (utterances: FakeUtterance[]) => utterances.map(({ text }) => text);
const fetched: string[] = [];
let isRecorded = true;

const cues: string[] = [];
vi.mock('./cues', () => ({ play: (_audio: unknown, name: string) => cues.push(name) }));
let stopped = 0;

/** A node of sound that leads on to the next. */
const node = (values: object = {}) => ({ ...values, connect: (next: unknown) => next });
const knob = () => ({
  value: 0,
  setValueAtTime: () => {},
  exponentialRampToValueAtTime: () => {},
});

class FakeSource {
  buffer = null;
  playbackRate = { value: 1 };
  onended: (() => void) | null = null;
  connect(next: unknown) {
    return next;
  }
  start() {
    setTimeout(() => this.onended?.());
  }
  stop() {
    stopped++;
  }
}

class FakeAudio {
  state = 'suspended';
  destination = {};
  async resume() {
    this.state = 'running';
  }
  currentTime = 0;
  createBufferSource() {
    return new FakeSource();
  }
  createGain() {
    return node({ gain: knob() });
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
  voice.mute(true); // no switch is on
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
  spoken.length = fetched.length = cues.length = stopped = 0;
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
    expect(voice.isReciting).toBe(true);
    expect(fetched).toEqual(['./voice/en/first.mp3', './voice/en/second.mp3']);
    expect(spoken).toEqual([]);
  });

  it('breaks off where it is silenced', async () => {
    await voice.unlock();
    voice.say(() => 'First.', 'first');
    voice.say(() => 'Second.', 'second');
    await vi.waitFor(() => expect(fetched).toHaveLength(1));

    voice.mute(true);

    expect(stopped).toBe(1);
    await new Promise((done) => setTimeout(done, 20));
    expect([fetched.length, spoken.length]).toEqual([1, 0]);
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
    expect(voice.isReciting).toBe(false);
    expect(spoken[0]).toMatchObject({ lang: 'fr', voice: { lang: 'fr_FR' } });
    expect(voice.caption).toBe('Day 3.');
    expect(day()).toBe('Day 3.');
  });

  it('is that of the recordings', async () => {
    voice.language = 'es';
    await voice.unlock();

    voice.say(day, 'onenight.call.seer');

    await vi.waitFor(() => expect(fetched).toEqual(['./voice/es/onenight.call.seer.mp3']));
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
  const played = vi.spyOn(Soundscape.prototype, 'play').mockImplementation(() => {});
  const swollen = vi.spyOn(Soundscape.prototype, 'swell').mockImplementation(() => {});

  beforeEach(() => {
    played.mockClear();
    swollen.mockClear();
  });

  it('are a bell, and what is behind the words', async () => {
    await voice.unlock();

    await voice.cue('bell');
    await voice.sound({ rain: 0.5 });
    await voice.swell({ rain: 1 });

    expect(cues).toEqual(['bell']);
    expect(played).toHaveBeenLastCalledWith({ rain: 0.5 });
    expect(swollen).toHaveBeenLastCalledWith({ rain: 1 });
  });

  it.each([
    ['another device speaks', () => (voice.isChosen = false)],
    ['this device is silent', () => voice.mute(true)],
  ])('are not heard where %s', async (_why, hush) => {
    await voice.unlock();
    hush();

    await voice.cue('bell');
    await voice.sound({ rain: 0.5 });
    await voice.swell({ rain: 1 });

    expect(cues).toEqual([]);
    for (const [mix] of played.mock.calls) expect(mix).toEqual({});
    expect(swollen).not.toHaveBeenCalled();
  });

  it('fall silent with the voice', async () => {
    await voice.unlock();
    await voice.sound({ rain: 0.5 });

    voice.mute(true);

    await vi.waitFor(() => expect(played).toHaveBeenLastCalledWith({}));
  });
});

describe('the one switch of a device', () => {
  beforeEach(() => (voice.isChosen = false));

  it('is off on a player’s phone that nobody has touched', async () => {
    await voice.unlock();
    await voice.cue('deal');

    expect(voice.hasSound).toBe(false);
    expect(cues).toEqual([]);
  });

  it('lets a player’s phone sound, but not speak', async () => {
    voice.mute(false);
    await voice.unlock();

    await voice.cue('deal');
    voice.say(() => 'Seer, wake up.', 'seer');

    expect(cues).toEqual(['deal']);
    await new Promise((done) => setTimeout(done, 20));
    expect([...spoken, ...fetched]).toEqual([]);
  });
});
