/** Keeps the screen awake from deal to results. Browsers give a wake lock only on a secure address; elsewhere a
 * silent looping video does the same, where the browser lets it play. */
interface Lock {
  release(): Promise<void>;
}

export function keepAwake(): () => void {
  let lock: Lock | null = null;
  let video: HTMLVideoElement | null = null;
  let isOver = false;

  async function take() {
    if (isOver || document.visibilityState !== 'visible') return;
    try {
      if ('wakeLock' in navigator) lock = (await navigator.wakeLock.request('screen')) as Lock;
      else video ??= await playSilence();
    } catch {
      // Low battery, or no tap yet: the screen may sleep, the seat stays ours.
    }
    if (isOver) release();
  }

  function release() {
    void lock?.release().catch(() => undefined);
    lock = null;
    video?.pause();
    video = null;
  }

  document.addEventListener('visibilitychange', take);
  // Videos want a tap first.
  document.addEventListener('pointerdown', take, { once: true });
  void take();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    document.removeEventListener('pointerdown', take);
    release();
  };
}

/** A picture that never changes, as a stream: nothing to download. */
async function playSilence(): Promise<HTMLVideoElement> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2;
  const paint = () => canvas.getContext('2d')?.fillRect(0, 0, 2, 2);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.loop = true;
  video.srcObject = canvas.captureStream(1);
  const timer = setInterval(paint, 1000);
  video.onpause = () => clearInterval(timer);
  await video.play();
  return video;
}
