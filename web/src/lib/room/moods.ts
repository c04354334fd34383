/** A suggestion by the mood of the evening: options that fit together, and in words (`<game>.mood.<id>` and `.why`) why. */
import type { Values } from './options';

export interface Mood {
  id: string;
  values: Values;
}
