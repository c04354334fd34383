/** Decks by the mood of the evening: what they begin with for three players, and what each further player adds. Pure. */
import type { Mood } from '../../room/moods';

const CENTER_CARDS = 3;

const decks: { id: string; first: string; more: string }[] = [
  {
    id: 'first',
    first: 'werewolf werewolf seer robber troublemaker villager',
    more: 'villager villager minion insomniac drunk hunter tanner',
  },
  {
    id: 'sneaky',
    first: 'werewolf werewolf robber troublemaker drunk insomniac',
    more: 'seer minion villager villager hunter tanner villager',
  },
  {
    id: 'unsafe',
    first: 'werewolf werewolf tanner seer robber villager',
    more: 'minion hunter troublemaker insomniac drunk villager villager',
  },
  {
    id: 'quiet',
    first: 'werewolf werewolf seer villager villager villager',
    more: 'hunter minion insomniac bodyguard robber drunk tanner',
  },
  {
    id: 'clues',
    first: 'werewolf werewolf seer paranormal_investigator revealer robber',
    more: 'villager minion insomniac villager tanner hunter villager',
  },
  {
    id: 'carousel',
    first: 'werewolf werewolf robber witch village_idiot troublemaker',
    more: 'seer insomniac minion drunk villager hunter tanner',
  },
  {
    id: 'alpha',
    first: 'werewolf alpha_wolf seer sentinel revealer troublemaker',
    more: 'villager hunter insomniac robber minion villager tanner',
  },
  {
    id: 'mirror',
    first: 'werewolf werewolf doppelganger seer robber insomniac',
    more: 'troublemaker minion villager hunter drunk villager tanner',
  },
];

/** For so many players; every role that is not named is left out. */
export function moodsFor(players: number, roles: string[]): Mood[] {
  return decks.map(({ id, first, more }) => {
    const cards = [...first.split(' '), ...more.split(' ')].slice(0, players + CENTER_CARDS);
    const count = (role: string) => cards.filter((card) => card === role).length;
    return { id, values: Object.fromEntries(roles.map((role) => [role, count(role)])) };
  });
}
