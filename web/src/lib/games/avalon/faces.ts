/** What is on a role's card. */
import sprite from '../../../assets/made/avalon.svg?url';
import { list, t } from '../../i18n/index.svelte';
import type { Face } from '../../ui/card';
import type { AvalonView, Role, Team } from './types';

export function faceOf(role: Role, team: Team, text = ''): Face {
  return {
    picture: `${sprite}#${role}`,
    name: t(`avalon.role.${role}`),
    team,
    side: t(`avalon.team.${team}`),
    text,
  };
}

/** Whom this player knows, in words; only ever inside the held card. */
export function knowledgeOf(view: AvalonView, name: (seat: number) => string): string {
  const own = view.my_role;
  if (!own || own.knows === 'none' || own.known_players.length === 0) return t('avalon.knows.none');
  const names = list(own.known_players.map(name));
  if (own.knows === 'merlin')
    return t(own.known_players.length === 1 ? 'avalon.knows.merlin' : 'avalon.knows.pair', {
      names,
    });
  return t(own.team === 'evil' ? 'avalon.knows.allies' : 'avalon.knows.evil', { names });
}
