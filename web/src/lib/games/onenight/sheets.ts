/** Which of the two sprites has a role's picture: the second those of the Daybreak box, so that a first game does not wait for
 * them. Every phone of a table whose deck needs the second fetches it, whatever its own card is. */
const daybreak = [
  'doppelganger',
  'sentinel',
  'alpha_wolf',
  'mystic_wolf',
  'apprentice_seer',
  'paranormal_investigator',
  'witch',
  'village_idiot',
  'revealer',
  'bodyguard',
  'dream_wolf',
];

export function isLater(role: string): boolean {
  return daybreak.includes(role);
}
