/** The reminders that characters in play give, each with its source: one tap for each. Pure. */
import type { Character, CommandEffect, Desk } from '../types';

const effectsOf: { [character: Character]: CommandEffect[] } = {
  barista: ['clear_head', 'acts_twice'],
  bone_collector: ['bones', 'no_ability'],
  bureaucrat: ['three_votes'],
  butler: ['butler_master'],
  fortune_teller: ['red_herring'],
  monk: ['safe'],
  poisoner: ['poisoned'],
  slayer: ['no_ability'],
  thief: ['negative_vote'],
  virgin: ['no_ability'],
};

export interface Gift {
  effect: CommandEffect;
  source: number;
  character: Character;
  note: string;
}

/** Of the rules' characters their effects, of the script's own their words. */
export function giftsOf(view: Desk, allowed: CommandEffect[]): Gift[] {
  return view.ring.flatMap((source): Gift[] => {
    const character = view.seats[source]?.character;
    if (!character) return [];
    const own = view.script.custom.find((one) => one.character === character)?.reminders ?? [];
    return [
      ...(effectsOf[character] ?? []).map((effect) => ({ effect, source, character, note: '' })),
      ...own.map((note) => ({ effect: 'note' as CommandEffect, source, character, note })),
    ].filter(({ effect }) => allowed.includes(effect));
  });
}
