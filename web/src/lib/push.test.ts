import { expect, test } from 'vitest';
import { keyBytes } from './push';

test('the key of the server is read from base64url', () => {
  expect([...keyBytes('BP-_')]).toEqual([4, 255, 191]);
});
