/** What the cards of a quest came to, in words. Pure but for the words. */
import { t } from '../../i18n/index.svelte';
import type { AvalonView, Quest } from './types';

export type Counted = Partial<
  Pick<Quest, 'success' | 'fail_count' | 'magic_count' | 'good_messages' | 'evil_messages'>
>;

/** An odd number of Magic cards turns what the Fails came to, an even one nothing. */
function magicOf(quest: Counted): string[] {
  const n = quest.magic_count ?? 0;
  if (n === 0) return [];
  return [t(n % 2 === 1 ? 'avalon.magic.turns' : 'avalon.magic.cancels', { n })];
}

function messagesOf(quest: Counted): string[] {
  const { good_messages: good = 0, evil_messages: evil = 0 } = quest;
  return good || evil ? [t('avalon.messages', { good, evil })] : [];
}

/** The cards alone, beside a headline that says how it went. */
function countOf(quest: Counted): string[] {
  const fails = t('avalon.result.fails', { n: quest.fail_count ?? 0 });
  return [fails, ...messagesOf(quest), ...magicOf(quest)];
}

/** All of it in a sentence, for the history. Also of the event that ends a quest. */
export function outcomeOf(quest: Counted): string {
  const key = quest.success ? 'avalon.history.success' : 'avalon.history.failure';
  const outcome = t(key, { n: quest.fail_count ?? 0 });
  return [outcome, ...messagesOf(quest), ...magicOf(quest)].join(' ');
}

/** On the last quest the messages of the whole game weigh: three good ones against a Fail, two evil ones for one. */
function weightOf(quests: Quest[]): string[] {
  const sum = (key: 'good_messages' | 'evil_messages') =>
    quests.reduce((all, quest) => all + (quest[key] ?? 0), 0);
  const good = sum('good_messages') >= 3;
  const evil = sum('evil_messages') >= 2;
  if (good && evil) return [t('avalon.messages.both')];
  if (good) return [t('avalon.messages.off')];
  return evil ? [t('avalon.messages.more')] : [];
}

/** Everything that led to the result of the quest on the table. */
export function reasonOf(view: AvalonView, name: (seat: number) => string): string {
  const quest = view.quests[view.quest_number - 1];
  if (!quest) return '';
  const words = countOf(quest);
  if (quest.quest_number === view.quests.length) words.push(...weightOf(view.quests));
  if (quest.turned != null)
    words.push(
      t('avalon.excalibur.used', { name: name(quest.excalibur ?? 0), target: name(quest.turned) }),
    );
  const isSpared = quest.success && quest.fail_count && quest.fails_required > 1;
  if (isSpared && !quest.magic_count) words.push(t('avalon.result.two_needed'));
  return words.join(' ');
}
