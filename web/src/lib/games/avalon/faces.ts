/** What is on a role's card. */
import { list, t } from '../../i18n/index.svelte';
import type { Face } from '../../ui/card';
import { pictureOf } from './pictures';
import type { AvalonView, Role, Team } from './types';

export function faceOf(role: Role, team: Team, text = ''): Face {
  return {
    picture: pictureOf(role),
    name: t(`avalon.role.${role}`),
    team,
    side: t(`avalon.team.${team}`),
    text,
  };
}

/** What this role must mind, in words; only ever inside the held card. */
function dutyOf(view: AvalonView): string {
  const role = view.my_role?.role;
  if (role === 'good_lancelot' || role === 'evil_lancelot')
    return view.lancelots?.mode === 'known' ? '' : t('avalon.duty.switch');
  if (role === 'merlin' && view.roles_in_play.includes('untrustworthy_servant'))
    return t('avalon.duty.one_good');
  return role && dutiful.has(role) ? t(`avalon.role.${role}.help`) : '';
}

const dutiful = new Set<Role>([
  'cleric',
  'troublemaker',
  'trickster',
  'lunatic',
  'brute',
  'revealer',
  'good_sorcerer',
  'evil_sorcerer',
  'senior_messenger',
  'junior_messenger',
  'evil_messenger',
  'untrustworthy_servant',
]);

/** Whom this player knows and what it means, in words; only ever inside the held card. */
export function knowledgeOf(view: AvalonView, name: (seat: number) => string): string {
  const lancelot = view.my_role?.lancelot;
  const other = lancelot === undefined ? '' : t('avalon.knows.lancelot', { name: name(lancelot) });
  const duty = dutyOf(view);
  const isAlone = (view.my_role?.known_players.length ?? 0) === 0;
  /** A good role that has something to do: the card has no room to say besides that it knows nobody. */
  const isBusy = view.my_role?.team === 'good' && duty !== '';
  const known = isAlone && (other || isBusy) ? '' : peopleOf(view, name);
  return [known, other, duty].filter(Boolean).join(' · ');
}

function peopleOf(view: AvalonView, name: (seat: number) => string): string {
  const own = view.my_role;
  if (!own || own.knows === 'none' || own.known_players.length === 0) return t('avalon.knows.none');
  const names = list(own.known_players.map(name));
  if (own.role === 'untrustworthy_servant') return t('avalon.knows.assassin', { names });
  if (own.knows === 'messenger') return t('avalon.knows.junior', { names });
  if (own.knows === 'merlin')
    return t(own.known_players.length === 1 ? 'avalon.knows.merlin' : 'avalon.knows.pair', {
      names,
    });
  return t(own.team === 'evil' ? 'avalon.knows.allies' : 'avalon.knows.evil', { names });
}
