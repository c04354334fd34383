/** The way of a thread between two discs. Pure. */
export interface Place {
  x: number;
  y: number;
}

const HEAD = 12;
const BEND = 0.16;
/** The name stands under its disc; threads leave it readable. */
const NAME = 24;

/** An SVG path from `from` to `to`, `gap` short of both, bent to the left so that two who vote for each other make two
 * threads, and ending in a point. */
export function threadBetween(from: Place, to: Place, gap: number): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const bend = { x: (from.x + to.x) / 2 + dy * BEND, y: (from.y + to.y) / 2 - dx * BEND };
  const start = towards(from, bend, gapAt(from, bend, gap));
  const end = towards(to, bend, gapAt(to, bend, gap));
  const angle = Math.atan2(end.y - bend.y, end.x - bend.x);
  const left = barb(end, angle + 2.6);
  const right = barb(end, angle - 2.6);
  return `M${say(start)}Q${say(bend)} ${say(end)}M${say(left)}L${say(end)}L${say(right)}`;
}

function gapAt(place: Place, bend: Place, gap: number): number {
  const length = Math.hypot(bend.x - place.x, bend.y - place.y) || 1;
  return gap + NAME * Math.max(0, (bend.y - place.y) / length);
}

function towards(from: Place, to: Place, by: number): Place {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) * by) / length,
    y: from.y + ((to.y - from.y) * by) / length,
  };
}

function barb(end: Place, angle: number): Place {
  return { x: end.x + HEAD * Math.cos(angle), y: end.y + HEAD * Math.sin(angle) };
}

function say(place: Place): string {
  return `${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
}
