/** How wide words are in the page's letters. */
import type { Measure } from './layout';

const BOLD = 700;

/** A measure in the font of `element`, bold: ribbons and names are. */
export function measureIn(element: Element): Measure {
  const context = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(element).fontFamily;
  const known = new Map<string, number>();
  return (text, size) => {
    if (!context) return text.length * size * 0.6;
    const key = `${size} ${text}`;
    let width = known.get(key);
    if (width === undefined) {
      context.font = `${BOLD} ${size}px ${family}`;
      width = Math.ceil(context.measureText(text).width);
      known.set(key, width);
    }
    return width;
  };
}
