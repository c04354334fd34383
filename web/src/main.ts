import './lib/ahead';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { startWords } from './lib/i18n/index.svelte';
import { route, startRouter } from './lib/router.svelte';
import { markShown, shown } from './lib/shown';
import { theme } from './lib/theme.svelte';
import { pages } from './pages';

theme.start();
startRouter();
const { page } = route();
const isRoom = page === 'room'; // says itself when it has something to show
void startWords(!isRoom).then(() => {
  mount(App, { target: document.getElementById('app') as HTMLElement });
  if (!isRoom) void pages[page]().then(markShown, () => undefined);
}, sayThatWordsAreMissing);

/** Without its words the page cannot say what is wrong in one language, so it does in all. */
function sayThatWordsAreMissing(): void {
  const again = document.createElement('button');
  again.textContent = 'Try again · Réessayer · Reintentar';
  again.onclick = () => location.reload();
  const said = document.createElement('p');
  said.textContent =
    'The page did not load. · La page ne s’est pas chargée. · La página no se ha cargado.';
  document.getElementById('app')?.append(said, again);
}

// Only on a secure address; everything works without. It fetches the whole house, so it comes last.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  void shown.then(() => navigator.serviceWorker.register('./sw.js')).catch(() => undefined);
