/** What the page knows of characters: names, teams, pictures. What they do is the engine's. */
import { t, tOr } from '../../i18n/index.svelte';
import { grimoireRoles } from '../../net/protocol';
import { officials } from './reference.svelte';
import type { Character, Counts, Custom, Script, Team } from './types';

/** Edition and team, from the engine's catalogue, in the order of the sheet. */
const roles: { [character: Character]: readonly [edition: string, team: Team] } = grimoireRoles;

export const dealtTeams: (keyof Counts)[] = ['townsfolk', 'outsider', 'minion', 'demon'];
export const allKnown: Character[] = Object.keys(roles);

/** Who comes and goes; whatever the script, they may. */
export const travellers = allKnown.filter((one) => roles[one]?.[1] === 'traveller');

/** What a game begins with. */
export const firstEdition = allKnown.filter(
  (one) => roles[one]?.[0] === 'tb' && !travellers.includes(one),
);

/** What the script is called. */
export const titleOf = (script: Script): string => script.name || t('grimoire.script.default');

/** The script's own description of a character, for the ones we do not know. */
function customOf(script: Script | undefined, character: Character): Custom | undefined {
  return script?.custom.find((one) => one.character === character);
}

export function teamOf(character: Character, script?: Script): Team {
  return roles[character]?.[1] ?? customOf(script, character)?.team ?? 'townsfolk';
}

/** The shape of a team: good, evil, or neither. */
export function shapeOf(team: Team): 'good' | 'evil' | 'third' {
  if (team === 'townsfolk' || team === 'outsider') return 'good';
  return team === 'minion' || team === 'demon' ? 'evil' : 'third';
}

export function nameOf(character: Character | null | undefined, script?: Script): string {
  if (!character) return t('grimoire.character.none');
  const own = customOf(script, character)?.name;
  if (own) return own;
  const number = character.match(/^custom_(\d+)$/)?.[1];
  if (number) return t('grimoire.custom', { n: Number(number) });
  return tOr(`grimoire.character.${character}`, character);
}

export function abilityOf(character: Character, script?: Script): string {
  const own = customOf(script, character);
  if (own) return own.ability || officials.ability(own.id);
  return tOr(`grimoire.character.${character}.ability`, '');
}

/** Its symbol in the sprite. */
export function glyphOf(character: Character | null | undefined): string {
  return !character || character.startsWith('custom_') ? 'custom' : character;
}

/** The characters of a script, team by team, in the order of the sheet. */
export function byTeam(script: Script): { team: Team; characters: Character[] }[] {
  const teams: Team[] = [...dealtTeams, 'traveller', 'fabled', 'loric'];
  return teams
    .map((team) => ({
      team,
      characters: script.characters.filter((one) => teamOf(one, script) === team),
    }))
    .filter(({ characters }) => characters.length > 0);
}
