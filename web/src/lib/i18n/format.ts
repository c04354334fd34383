/** One message: a sentence, or its plural forms chosen by the value of `n`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Messages = Record<string, Message>;
export type Values = Record<string, string | number>;

/** Fills `{name}` from `values`; a plural message is chosen by `values.n` in `language`. */
export function format(message: Message, values: Values, language: string): string {
  const sentence = typeof message === 'string' ? message : plural(message, values.n, language);
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

function plural(forms: Exclude<Message, string>, n: string | number | undefined, language: string) {
  const form = new Intl.PluralRules(language).select(Number(n ?? 0));
  return forms[form] ?? forms.other ?? '';
}

/** The names in braces, sorted: what translations of one message must have in common. */
export function placeholders(message: Message): string[] {
  const text = typeof message === 'string' ? message : Object.values(message).join(' ');
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string))].sort();
}
