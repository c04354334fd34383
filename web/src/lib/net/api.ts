/** The HTTP side: JSON in, JSON out, problems (RFC 9457) as Refusals. The credential is a cookie we never see. */
import { currentLanguage } from '../i18n/index.svelte';
import { posterPath, request, take } from './request';
import { Refusal, newCid } from './socket';
import type { Poster } from './view';

export interface Me {
  player_id: string;
  name: string;
}

export interface Arg {
  name: string;
  type: string;
  values?: string[];
  min?: number;
  max?: number;
}

export interface Option extends Arg {
  preset: number | boolean | string | string[] | number[];
  locked?: boolean;
}

export interface CatalogGame {
  id: string;
  seats_min: number;
  seats_max: number;
  sides?: string[];
  side_seats_max?: number;
  starts_when_full?: boolean;
  options?: Option[];
  has_narrator?: boolean;
  has_bots?: boolean;
  presets?: Record<string, Record<string, unknown>>;
  roles?: {
    role_id: string;
    team: string;
    has_action: boolean;
    wake_order: number | null;
    description: string;
  }[];
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return parse(await callText(method, path, body)) as T;
}

function callText(method: string, path: string, body?: unknown): Promise<string> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = newCid();
  const text = body === undefined ? null : JSON.stringify(body);
  return read(request(path, { method, headers, body: text }));
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

export const api = {
  me: () => call<Me>('GET', '/api/session'),
  signIn: (name: string) => call<Me>('POST', '/api/session', { name }),
  catalog: () => call<{ games: CatalogGame[] }>('GET', '/api/catalog?brief=1'),
  create: (game: string, name: string, code?: string, options?: object) =>
    call<{ game_id: string; game_set_id: string; code: string; url: string }>(
      'POST',
      '/api/games',
      {
        game,
        name,
        language: currentLanguage(),
        ...(code ? { code } : {}),
        ...(options ? { options } : {}),
      },
    ),
  poster: async (code: string) => parse(await read(take(posterPath(code)))) as Poster,
  get: <T>(path: string) => call<T>('GET', path),
  text: (path: string) => callText('GET', path),
  post: <T>(path: string, body: unknown) => call<T>('POST', path, body),
};
