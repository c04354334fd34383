import { at } from '../address';

/** The short link of a room: what the QR code says. Room only, never a seat. */
export function linkTo(code: string): string {
  return at(`/j/${code}`);
}
