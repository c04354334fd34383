/** Messages by the browser that it is the player's move in a game that takes days. Only on a secure address, and only if the
 * server sends such messages. */
import { currentLanguage } from './i18n/index.svelte';
import { api } from './net/api';

export type Telling = 'impossible' | 'off' | 'on';

/** The server's key as browsers want it. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

const canTell = () =>
  isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window;

const serverKey = async () => (await api.get<{ key: string | null }>('/api/me/push')).key;

async function save(subscription: PushSubscription): Promise<void> {
  await api.post('/api/me/push', { ...subscription.toJSON(), language: currentLanguage() });
}

/** The state on this device. An address that the browser still has is sent to the server again, which may have lost it. */
export async function telling(): Promise<Telling> {
  if (!canTell() || Notification.permission === 'denied' || !(await serverKey()))
    return 'impossible';
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return 'off';
  await save(subscription);
  return 'on';
}

/** False if the person, or the browser, said no. */
export async function startTelling(): Promise<boolean> {
  const key = await serverKey();
  if (!key || (await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  });
  await save(subscription);
  return true;
}

export async function stopTelling(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await api.remove('/api/me/push');
}
