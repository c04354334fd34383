/** A script file as commands of the game. Reading is the engine's; here is only how it gets to the table. Pure. */
import type { Team } from '../types';

interface Entry {
  id: string;
  character: string | null;
  name?: string;
  team?: string;
  ability?: string;
  first?: number;
  other?: number;
  changes_setup?: boolean;
  reminders?: string[];
}

export interface Reading {
  name: string;
  author: string;
  house_rules: string[];
  first_night: string[];
  other_night: string[];
  entries: Entry[];
}

export interface Problem {
  problem: string;
  entry: number | null;
  key: string | null;
}

export type Command = [type: string, args: object];

/** What the game has room for; the file may have more. In bytes, as the engine counts. */
const CUSTOM_MAX = 32;
const HOUSE_RULES_MAX = 5;
const REMINDERS_MAX = 6;
const ORDER_MAX = 999;
const size = { name: 60, rule: 200, id: 32, ability: 300, reminder: 40 };

const teams = new Set<string>(['townsfolk', 'outsider', 'minion', 'demon', 'traveller', 'fabled']);
/** The two steps that are nobody's, by their names in files. */
const infos: { [id: string]: string } = { minioninfo: 'minion_info', demoninfo: 'demon_info' };

/** The longest beginning of `text` that takes at most `bytes`. */
export function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  let fitting = text;
  while (encoder.encode(fitting).length > bytes) fitting = [...fitting].slice(0, -1).join('');
  return fitting;
}

function teamOf(entry: Entry): Team {
  const team = entry.team === 'loric' ? 'fabled' : (entry.team ?? '');
  return (teams.has(team) ? team : 'townsfolk') as Team;
}

function customCommands(entry: Entry, character: string): Command[] {
  const commands: Command[] = [
    [
      'add_custom',
      {
        team: teamOf(entry),
        first: Math.min(entry.first ?? 0, ORDER_MAX),
        other: Math.min(entry.other ?? 0, ORDER_MAX),
        changes_setup: entry.changes_setup ?? false,
        name: cut(entry.name || entry.id, size.name),
      },
    ],
    ['describe_custom', { character, part: 'id', text: cut(entry.id, size.id) }],
  ];
  if (entry.ability)
    commands.push([
      'describe_custom',
      { character, part: 'ability', text: cut(entry.ability, size.ability) },
    ]);
  for (const reminder of (entry.reminders ?? []).slice(0, REMINDERS_MAX))
    commands.push([
      'describe_custom',
      { character, part: 'reminder', text: cut(reminder, size.reminder) },
    ]);
  return commands;
}

/** The order of the file's own night lists, where it has any: the place in the list is the number. */
function orderCommands(reading: Reading, byId: Map<string, string>): Command[] {
  const { first_night: first, other_night: other } = reading;
  if (!first.length && !other.length) return [];
  return [...new Set([...first, ...other])].flatMap((id) => {
    const step = infos[id] ?? byId.get(id);
    if (!step) return [];
    return [['order_night', { step, first: first.indexOf(id) + 1, other: other.indexOf(id) + 1 }]];
  });
}

export function commandsOf(reading: Reading): Command[] {
  const commands: Command[] = [['begin_script', { name: cut(reading.name || '?', size.name) }]];
  const byId = new Map<string, string>();
  let count = 0;
  if (reading.author)
    commands.push(['describe_script', { part: 'author', text: cut(reading.author, size.name) }]);
  for (const rule of reading.house_rules.slice(0, HOUSE_RULES_MAX))
    commands.push(['describe_script', { part: 'house_rule', text: cut(rule, size.rule) }]);
  for (const entry of reading.entries) {
    if (entry.character) {
      byId.set(entry.id, entry.character);
      commands.push(['add_character', { character: entry.character }]);
    } else if (count < CUSTOM_MAX) {
      const character = `custom_${++count}`;
      byId.set(entry.id, character);
      commands.push(...customCommands(entry, character));
    }
  }
  return [...commands, ...orderCommands(reading, byId)];
}
