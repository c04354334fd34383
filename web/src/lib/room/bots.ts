/** Names for bots: short, no person's, the same in all languages. */
const names = [
  'Pixel',
  'Biscuit',
  'Domino',
  'Echo',
  'Figaro',
  'Gizmo',
  'Koko',
  'Mango',
  'Nemo',
  'Pepper',
  'Rocket',
  'Sparky',
  'Tango',
  'Waffle',
  'Ziggy',
];

/** The first one that nobody at the table has; after the last with a number. */
export function freeName(taken: string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const isFree = (name: string) => !used.has(name.toLowerCase());
  for (let round = 1; ; round++) {
    const found = names.map((name) => (round > 1 ? `${name} ${round}` : name)).find(isFree);
    if (found) return found;
  }
}
