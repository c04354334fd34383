/** What this device remembers: a name, a language, a look, notes. Never a credential, never a card. */
const prefix = 'parlour.';

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null; // private windows may refuse storage; everything works without
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // nothing to do: the value lives as long as the page
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // as above
  }
}
