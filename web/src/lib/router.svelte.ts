/** The page that is shown. Links are plain `<a href>`; a click inside the site changes the page in place. */
import { parse, type Route } from './address';

const here = $state<{ path: string }>({ path: location.pathname });
const current = $derived(parse(here.path));

export function route(): Route {
  return current;
}

export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', `.${path}`);
  else history.replaceState(null, '', `.${path}`);
  follow();
}

function follow(): void {
  here.path = location.pathname;
  scrollTo(0, 0);
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function startRouter(): void {
  addEventListener('popstate', () => (here.path = location.pathname));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (parse(link.pathname).page === 'unknown') return;
    event.preventDefault();
    if (link.pathname === location.pathname) return;
    history.pushState(null, '', link.href);
    follow();
  });
}
