/** The words in the middle of the ring stand where no seat is: as near to the middle as they fit, else in smaller letters, else
 * nowhere. */
import type { Rect, Spot } from './layout';

/** Places `node` in the first spot that holds it, and gives the box that it covers. */
export function settleIn(node: HTMLElement, spots: Spot[], middle: number): Rect | null {
  for (const isTight of [false, true]) {
    node.classList.toggle('tight', isTight);
    const sizes = new Map<number, [number, number]>(); // by the width of the spot: words wrap
    for (const { x, y, width, height } of spots) {
      if (!sizes.has(width)) {
        node.style.maxWidth = `${width}px`;
        sizes.set(width, [Math.max(node.offsetWidth, node.scrollWidth), node.offsetHeight]);
      }
      const [w, h] = sizes.get(width) as [number, number];
      if (w > width || h > height) continue;
      const spare = (height - h) / 2;
      const top = Math.min(Math.max(middle, y - spare), y + spare);
      const at = { left: `${x}px`, top: `${top}px`, maxWidth: `${width}px`, visibility: '' };
      Object.assign(node.style, at);
      return [x - w / 2, top - h / 2, x + w / 2, top + h / 2];
    }
  }
  node.style.visibility = 'hidden';
  return null;
}
