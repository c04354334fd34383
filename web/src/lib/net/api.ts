/** The page's requests to the server over HTTP. The credential is a cookie that scripts cannot read. */
import { currentLanguage } from '../i18n/index.svelte';
import { makeHttp } from './http';
import { posterPath, request, take } from './request';
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

const http = makeHttp(request);

export const api = {
  me: () => http.call<Me>('GET', '/api/session'),
  signIn: (name: string) => http.call<Me>('POST', '/api/session', { name }),
  /** What a storyteller looks up, as one game writes it. */
  reference: <Answer>() => http.call<Answer>('GET', '/api/catalog?reference=1'),
  catalog: () => http.call<{ games: CatalogGame[] }>('GET', '/api/catalog?brief=1'),
  create: (game: string, name: string, code?: string, options?: object) =>
    http.call<{ game_id: string; game_set_id: string; code: string; url: string }>(
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
  poster: (code: string) => http.answer<Poster>(take(posterPath(code))),
  get: <T>(path: string) => http.call<T>('GET', path),
  text: (path: string) => http.text('GET', path),
  remove: (path: string) => http.text('DELETE', path),
  post: <T>(path: string, body: unknown) => http.call<T>('POST', path, body),
};
