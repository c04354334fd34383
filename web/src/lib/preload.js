/* What the build puts around every import(): the files it needs are sent for side by side, and styles are there before the
 * code runs. It stands for Vite's own helper, which knows more than our pages need and is four times as large. */
const sent = new Map();

/** Resolves when the style is there; one that failed is forgotten, so that another try asks again. */
function arrival(link, name) {
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      sent.delete(name);
      reject(new Error(`${name} did not come`));
    };
  });
}

function send(name) {
  const href = `/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return null; // the page named it
  const isStyle = name.endsWith('.css');
  const rel = isStyle ? 'stylesheet' : 'modulepreload';
  const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' });
  document.head.append(link);
  return isStyle ? arrival(link, name) : null;
}

export function __vitePreload(load, names = []) {
  for (const name of names) if (!sent.has(name)) sent.set(name, send(name));
  return Promise.all(names.map((name) => sent.get(name))).then(load);
}
