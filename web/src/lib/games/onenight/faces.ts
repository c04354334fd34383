/** What is on a role's card. */
import { t } from '../../i18n/index.svelte';
import type { Face, Team } from '../../ui/card';
import { isWolf, roleText } from './night';
import { pictureOf } from './pictures';

export function teamOf(role: string): Team {
  if (isWolf(role) || role === 'minion') return 'evil';
  return role === 'tanner' ? 'third' : 'good';
}

const sides: Record<Team, string> = { good: 'village', evil: 'werewolf', third: 'tanner' };

export function faceOf(role: string): Face {
  const team = teamOf(role);
  return {
    picture: pictureOf(role),
    name: roleText(role),
    team,
    side: t(`onenight.team.${sides[team]}`),
    text: t(`onenight.role.${role}.help`),
  };
}
