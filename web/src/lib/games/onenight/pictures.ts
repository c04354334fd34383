/** Where a role's picture is, and what every phone fetches before the cards are dealt to anybody's eyes. */
import first from '../../../assets/made/onenight.svg?url';
import second from '../../../assets/made/onenight-2.svg?url';
import { isLater } from './sheets';

export function pictureOf(role: string): string {
  return `${isLater(role) ? second : first}#${role}`;
}

/** What every phone at the table fetches besides, whatever its card. */
export function spritesOf(roles: string[]): string[] {
  return roles.some(isLater) ? [second] : [];
}
