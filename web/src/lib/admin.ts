/** What an operator may see of the house. The key is given with every question and kept nowhere. */
export interface AdminRoom {
  code: string;
  game: string;
  created_ms: number;
  batches: number;
  clients: number;
}

export interface Overview {
  version: string;
  /** Why it cannot take work; null: it can. */
  problem: string | null;
  rooms: AdminRoom[];
}

async function ask<T>(path: string, token: string, method = 'GET'): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(path, { method, headers, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}

export async function overview(token: string): Promise<Overview> {
  const { rooms } = await ask<{ rooms: AdminRoom[] }>('/api/admin/rooms', token);
  const { version } = await ask<{ version: string }>('/version', token);
  const ready = await fetch('/ready').then((answer) => answer.json());
  const { status, store } = ready as { status: string; store?: string };
  return { version, problem: status === 'ready' ? null : (store ?? status), rooms };
}

export function closeRoom(token: string, code: string): Promise<unknown> {
  return ask(`/api/admin/rooms/${code}/close`, token, 'POST');
}
