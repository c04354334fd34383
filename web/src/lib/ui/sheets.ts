/** Back closes the open sheet instead of leaving the room: open sheets share one entry of the history. */
const open = new Set<() => void>();

export function enter(close: () => void): () => void {
  open.add(close);
  if (!isOurs()) history.pushState({ sheet: true }, '');
  return () => {
    open.delete(close);
    // One sheet may give way to another; only when the last is gone does its entry go.
    setTimeout(() => {
      if (open.size === 0 && isOurs()) history.back();
    });
  };
}

function isOurs(): boolean {
  return (history.state as { sheet?: boolean } | null)?.sheet === true;
}

addEventListener('popstate', () => {
  for (const close of [...open]) close();
});
