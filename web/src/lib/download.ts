/** Gives somebody a file that was made here. */
const KEPT_MS = 60_000;

export function download(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** What may stand in the name of a file, whatever people call their things. */
export const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-');
