/** Gives somebody a file that was made here. */
const KEPT_MS = 60_000;

export function download(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** The name without the characters that a file's name may not have. */
export const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-');
