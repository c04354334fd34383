/** Requests to the server over HTTP, and requests made ahead: the first script requests the poster of the room at this
 * address, and the component that shows it takes that answer, once. Paths of the API begin where the page's `<base>` says. */
const TIMEOUT_MS = 10_000;

export const posterPath = (code: string) => `/api/rooms/${code}`;

let asked: { path: string; answer: Promise<Response> } | null = null;

export function request(path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(`.${path}`, { ...init, credentials: 'same-origin', signal });
}

export function askAhead<T>(path: string): Promise<T> {
  const answer = request(path);
  asked = { path, answer };
  return answer.then((response) => (response.ok ? response.clone().json() : Promise.reject()));
}

/** The answer that was asked for ahead, or a new one. */
export function take(path: string): Promise<Response> {
  const answer = asked?.path === path ? asked.answer : request(path);
  asked = null;
  return answer;
}
