import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { startWords } from './lib/i18n/index.svelte';
import { route, startRouter } from './lib/router.svelte';
import { theme } from './lib/theme.svelte';

theme.start();
startRouter();
const isRoom = route().page === 'room';
if (isRoom) void import('./pages/Room.svelte').catch(() => undefined); // on its way while the words are
await startWords(!isRoom);
mount(App, { target: document.getElementById('app') as HTMLElement });

// Only on a secure address; everything works without.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
