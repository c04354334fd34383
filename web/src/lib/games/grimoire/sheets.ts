/** Which of the two sprites has a character's picture. The first has Trouble Brewing and the signs; the second the other editions
 * and travellers, so that a first game does not wait for them. Every phone of a table whose script needs the second fetches it,
 * whatever its own character is: what a phone asks for tells nothing. Their abilities are in words of their own (later/), which
 * every device fetches behind the first screen. */
import { grimoireRoles } from '../../net/protocol';

const roles: { [character: string]: readonly [edition: string, team: string] } = grimoireRoles;

export function isLater(character: string): boolean {
  const [edition, team] = roles[character] ?? ['tb', ''];
  return edition !== 'tb' || team === 'traveller';
}
