/** Large type for what must be read at a glance, smaller until all of it fits its box. */
const steps = [28, 24, 20, 18, 16];
/** Below these it scrolls. */
const last = [18, 16, 14, 13];

function isWhole(box: HTMLElement): boolean {
  return box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth;
}

/** Sets the font size of a box of fixed height to the largest step at which nothing is cut. Where none is, the class
 * `tight` drops what can be read elsewhere. */
export function fitType(box: HTMLElement): void {
  for (const isTight of [false, true]) {
    box.classList.toggle('tight', isTight);
    for (const step of isTight ? last : steps) {
      box.style.fontSize = `${step}px`;
      if (isWhole(box)) return;
    }
  }
}
