/** Who comes from the first page has given code and name already and goes straight through the door, once. */
let expected = '';

export const arrival = {
  announce(code: string): void {
    expected = code;
  },
  take(code: string): boolean {
    const isExpected = expected === code;
    if (isExpected) expected = '';
    return isExpected;
  },
};
