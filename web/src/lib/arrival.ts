/** People who come from the first page have given code and name already, so they join without being asked again, once. */
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
