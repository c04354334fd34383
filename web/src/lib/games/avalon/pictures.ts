/** Where a picture is, and what every phone fetches before the cards are dealt to anybody's eyes. */
import first from '../../../assets/made/avalon.svg?url';
import second from '../../../assets/made/avalon-2.svg?url';
import { isLater } from './sheets';
import type { AvalonView } from './types';

export function pictureOf(name: string): string {
  return `${isLater(name) ? second : first}#${name}`;
}

/** What every phone at the table fetches besides, whatever its card. */
export function spritesOf(view: AvalonView): string[] {
  return view.has_excalibur || view.roles_in_play.some(isLater) ? [second] : [];
}
