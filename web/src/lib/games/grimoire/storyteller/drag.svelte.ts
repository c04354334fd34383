/** A finger on the ring: a tap, a long press, or a drag from one seat to another that the token follows. */
const DRAG_PX = 14;
const PRESS_MS = 500;

interface Hooks {
  pick: (seat: number) => void;
  open: () => ((seat: number) => void) | undefined;
  move: () => ((from: number, to: number) => void) | undefined;
}

function seatAt(x: number, y: number): number | null {
  const token = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-seat]');
  return token ? Number(token.dataset.seat) : null;
}

export function dragging({ pick, open, move }: Hooks) {
  let from: { seat: number; x: number; y: number } | null = null;
  let isOver = false; // what the finger did was no tap
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = $state<number | null>(null);
  let dx = $state(0);
  let dy = $state(0);

  function end() {
    clearTimeout(timer);
    from = null;
    held = null;
  }

  return {
    /** The seat that follows the finger, and how far. */
    get seat() {
      return held;
    },
    get x() {
      return dx;
    },
    get y() {
      return dy;
    },
    down(event: PointerEvent) {
      const seat = seatAt(event.clientX, event.clientY);
      isOver = false;
      if (seat === null) return;
      from = { seat, x: event.clientX, y: event.clientY };
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (held !== null || !open()) return;
        isOver = true;
        open()?.(seat);
        end();
      }, PRESS_MS);
    },
    move(event: PointerEvent) {
      if (!from) return;
      const x = event.clientX - from.x;
      const y = event.clientY - from.y;
      if (Math.hypot(x, y) < DRAG_PX && held === null) return;
      clearTimeout(timer);
      isOver = true;
      if (!move()) return;
      [held, dx, dy] = [from.seat, x, y];
    },
    up(event: PointerEvent) {
      const start = from;
      const wasHeld = held !== null;
      const target = wasHeld ? seatAt(event.clientX, event.clientY) : null;
      end();
      if (start && target !== null && target !== start.seat) move()?.(start.seat, target);
    },
    cancel: end,
    tap(seat: number) {
      if (!isOver) pick(seat);
      isOver = false;
    },
  };
}
