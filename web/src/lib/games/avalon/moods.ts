/** Who plays, by the mood of the evening. Pure. */
import type { Mood } from '../../room/moods';
import type { Values } from '../../room/options';

const MANY = 7;

/** Merlin and the Assassin; everything else of the box stays in it. */
const bare: Values = {
  include_merlin: true,
  include_assassin: true,
  include_percival: false,
  include_morgana: false,
  include_mordred: false,
  include_oberon: false,
  include_cleric: false,
  include_troublemaker: false,
  include_trickster: false,
  include_lunatic: false,
  include_brute: false,
  include_revealer: false,
  include_untrustworthy_servant: false,
  lancelots: 'none',
  sorcerers: 'none',
  messengers: 'none',
  lady_of_the_lake: false,
  excalibur: false,
};

/** `usual`: what the house suggests for so many. */
export default function moodsFor(players: number, usual: Values): Mood[] {
  const known = Object.keys(bare);
  const common = Object.fromEntries(known.map((name) => [name, usual[name] ?? bare[name]!]));
  const isMany = players >= MANY; // two evil are not enough for Mordred and Morgana
  const moods: Mood[] = [
    { id: 'first', values: bare },
    { id: 'usual', values: common },
    {
      id: 'fog',
      values: { ...bare, include_mordred: true, include_percival: isMany, include_morgana: isMany },
    },
  ];
  if (isMany) moods.push({ id: 'lake', values: { ...common, lady_of_the_lake: true } });
  return moods;
}
