/** Which of the two sprites has a picture: the second those of the large box, so that a first game does not wait for them.
 * Every phone of a table that needs the second fetches it, whatever its own card is. */
const largeBox = new Set([
  'cleric',
  'troublemaker',
  'trickster',
  'lunatic',
  'brute',
  'revealer',
  'good_lancelot',
  'evil_lancelot',
  'good_sorcerer',
  'evil_sorcerer',
  'magic',
  'untrustworthy_servant',
  'senior_messenger',
  'junior_messenger',
  'evil_messenger',
  'good_message',
  'evil_message',
  'excalibur',
]);

export function isLater(name: string): boolean {
  return largeBox.has(name);
}
