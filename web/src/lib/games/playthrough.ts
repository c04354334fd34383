/** Reads the transcripts in tests/playthroughs: what each viewer saw, as the views that they describe by their changes. For
 * tests only. */
type View = { [field: string]: unknown };

/** The end of the JSON value that begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (depth === 0 && (letter === ',' || letter === '\n')) return at;
  }
  return text.length;
}

/** `phase "night", day 2, no vote` as changes of a view; undefined: the field is gone. */
function changesIn(text: string): [string, unknown][] {
  const changes: [string, unknown][] = [];
  const name = /[\s,]*(no )?([a-z_]+) ?/y;
  for (let at = 0; at < text.length;) {
    name.lastIndex = at;
    const match = name.exec(text);
    if (!match) break;
    const end = match[1] ? name.lastIndex : endOfValue(text, name.lastIndex);
    const value = match[1] ? undefined : (JSON.parse(text.slice(name.lastIndex, end)) as unknown);
    changes.push([match[2] ?? '', value]);
    at = end;
  }
  return changes;
}

/** Every view of every viewer, in the order of the transcript. */
export function viewsOf(transcript: string): View[] {
  const views: View[] = [];
  // A sight is a line with viewers, and below it, further in, what all of them see new.
  const sight =
    /^ {2}((?:seat \d+|public|narrator)(?:, (?:seat \d+|public|narrator))*):\n((?: {4}.*\n)+)/gm;
  for (const part of transcript.split(/^(?=> game )/m)) {
    const seen = new Map<string, View>();
    // The sights of one command stand together; what a viewer sees is complete after the last of them.
    let changed = new Set<string>();
    let end = 0;
    const tell = () => {
      for (const viewer of changed) views.push({ ...seen.get(viewer) });
      changed = new Set();
    };
    for (const match of part.matchAll(sight)) {
      if (match.index !== end) tell();
      end = match.index + match[0].length;
      for (const viewer of (match[1] ?? '').split(', ')) {
        const view = { ...seen.get(viewer), ...Object.fromEntries(changesIn(match[2] ?? '')) };
        seen.set(viewer, JSON.parse(JSON.stringify(view)) as View);
        changed.add(viewer);
      }
    }
    tell();
  }
  return views;
}
