/** The options form, derived from the game's option table: which control, what it may hold, what it says. Pure. */
import type { CatalogGame, Option } from '../net/api';

export type Value = number | boolean | string | string[] | number[];
export type Values = Record<string, Value>;
export type Control = 'switch' | 'stepper' | 'choice' | 'choices' | 'numbers' | 'none';

export function controlOf(option: Option): Control {
  switch (option.type) {
    case 'bool':
      return 'switch';
    case 'int':
    case 'time':
      return 'stepper';
    case 'name':
      return 'choice';
    case 'names':
      return 'choices';
    case 'set':
    case 'seats':
      return 'numbers';
    default:
      return 'none';
  }
}

/** How long something lasts; its name says so. */
export function isTime(option: Option): boolean {
  return option.type === 'time' || option.name.endsWith('_seconds');
}

/** What the server would say to `value`; null if it fits. The server checks again. */
export function problemOf(
  option: Option,
  value: Value,
): 'too_small' | 'too_large' | 'unknown' | null {
  if (typeof value === 'number') {
    if (option.min !== undefined && value < option.min) return 'too_small';
    if (option.max !== undefined && value > option.max) return 'too_large';
  }
  const words = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  if (option.values && words.some((word) => !option.values?.includes(String(word))))
    return 'unknown';
  return null;
}

/** The values shown: chosen by the host, or the preset. */
export function valuesOf(options: Option[], chosen: Values): Values {
  return Object.fromEntries(
    options.map((option) => [option.name, chosen[option.name] ?? option.preset]),
  );
}

/** What the house suggests for `count` players, of the options that can still be changed. */
export function suggestionOf(game: CatalogGame, count: number): Values {
  const open = (game.options ?? []).filter((option) => !option.locked);
  return valuesOf(open, (game.presets?.[count] ?? {}) as Values);
}

/** Only what differs, so that an answer from the server does not undo somebody else's change. */
export function changesOf(before: Values, after: Values): Values {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}

export function toggled<T>(list: T[], item: T): T[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
