/** What an operator may see and do. The key is sent with every request and stored nowhere. */
export interface AdminRoom {
  code: string;
  game: string;
  created_ms: number;
  batches: number;
  clients: number;
}

export interface House {
  is_healthy: boolean;
  version: string;
  sockets: number;
  read_only: boolean;
  tables_in_memory: number;
  /** 0: no limit */
  tables_max: number;
  name_words: string;
  chat_words: string;
  storage: { data_bytes: number; free_bytes: number | null; newest_backup_ms: number | null };
}

export interface AdminPerson {
  player_id: string;
  name: string;
  /** null: at no table in memory */
  code: string | null;
  is_here: boolean;
}

export interface Ban {
  id: string;
  player?: string;
  network?: string;
  until_ms: number;
  reason: string;
}

/** An entry of the house's log. */
export interface Entry {
  time_ms: number;
  event: { type: string; [fact: string]: unknown };
}

export interface Report extends Entry {
  event: {
    type: 'reported';
    id: string;
    name: string;
    player: string;
    code: string;
    reason: string;
    text: string;
    lines: { time_ms: number; text: string }[];
  };
}

export interface Overview {
  version: string;
  /** Why the server cannot take work; null if it can. */
  problem: string | null;
  house: House;
  rooms: AdminRoom[];
  people: AdminPerson[];
  bans: Ban[];
  reports: Report[];
  acts: Entry[];
}

async function ask<T>(path: string, token: string, method = 'GET', body?: object): Promise<T> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body) headers['content-type'] = 'application/json';
  const text = body ? JSON.stringify(body) : null;
  const answer = await fetch(`.${path}`, { method, headers, body: text, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}

export async function overview(token: string, wanted = ''): Promise<Overview> {
  const q = encodeURIComponent(wanted);
  const [house, { rooms }, { people }, { bans }, { reports }, { acts }] = await Promise.all([
    ask<House>('/api/admin/house', token),
    ask<{ rooms: AdminRoom[] }>(`/api/admin/rooms${wanted ? `?q=${q}` : ''}`, token),
    ask<{ people: AdminPerson[] }>(`/api/admin/people?q=${q}`, token),
    ask<{ bans: Ban[] }>('/api/admin/bans', token),
    ask<{ reports: Report[] }>('/api/admin/reports', token),
    ask<{ acts: Entry[] }>('/api/admin/audit', token),
  ]);
  const ready = await fetch('./ready').then((answer) => answer.json());
  const { status, store } = ready as { status: string; store?: string };
  const problem = status === 'ready' ? null : (store ?? status);
  return { version: house.version, problem, house, rooms, people, bans, reports, acts };
}

/** Does something; the paths are those of /api/admin. */
export function act(token: string, path: string, body?: object, method = 'POST'): Promise<unknown> {
  return ask(`/api/admin/${path}`, token, method, body);
}
