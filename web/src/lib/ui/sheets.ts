/** Back closes the open sheet instead of leaving the room: open sheets share one entry of the history. */
const open = new Set<() => void>();
/** Our own step back is under way; its popstate is nobody's wish. */
let isGoingBack = false;

export function enter(close: () => void): () => void {
  open.add(close);
  if (!isGoingBack && !isOurs()) history.pushState({ sheet: true }, '');
  return () => {
    open.delete(close);
    // One sheet may give way to another; only when the last is gone does its entry go.
    setTimeout(() => {
      if (open.size > 0 || !isOurs() || isGoingBack) return;
      isGoingBack = true;
      history.back();
    });
  };
}

function isOurs(): boolean {
  return (history.state as { sheet?: boolean } | null)?.sheet === true;
}

addEventListener('popstate', () => {
  if (isGoingBack) {
    isGoingBack = false;
    if (open.size > 0) history.pushState({ sheet: true }, ''); // opened in the meantime
    return;
  }
  for (const close of [...open]) close();
});
