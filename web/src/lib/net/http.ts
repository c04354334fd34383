/** HTTP for the API: JSON in, JSON out, problems (RFC 9457) as Refusals. It knows no page: the caller brings the function
 * that sends requests to the server, with address and credential. */
import { Refusal, newCid } from './socket';

export type Send = (path: string, init: RequestInit) => Promise<Response>;

export function makeHttp(send: Send) {
  const text = (method: string, path: string, body?: unknown): Promise<string> =>
    read(
      send(path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(method === 'POST' && { 'idempotency-key': newCid() }),
        },
        body: JSON.stringify(body),
      }),
    );
  return {
    text,
    call: async <T>(method: string, path: string, body?: unknown): Promise<T> =>
      parse(await text(method, path, body)) as T,
    /** What a response says that somebody else has asked for. */
    answer: async <T>(response: Promise<Response>): Promise<T> => parse(await read(response)) as T,
  };
}

async function read(answer: Promise<Response>): Promise<string> {
  const response = await answer.catch(() => {
    throw new Refusal('unreachable');
  });
  const text = await response.text();
  if (!response.ok) throw problem(response.status, parse(text));
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function problem(status: number, answer: unknown): Refusal {
  const { code, why, detail, title } = answer as Record<string, string | undefined>;
  const fallback = status === 404 ? 'not_found' : status === 429 ? 'too_many' : 'failed';
  return new Refusal(code ?? fallback, why ?? '', detail ?? title ?? '');
}
