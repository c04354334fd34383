/** What the engine knows of all official characters: their abilities in our words, and who is at odds with whom. Asked for once,
 * when a script has such characters; which script it is everybody knows, so asking tells nothing. */
import { currentLanguage } from '../../i18n/index.svelte';
import { api } from '../../net/api';
import type { Script } from './types';

interface Official {
  id: string;
  name: string;
  role: string | null;
  ability: { [language: string]: string };
}

export interface Reference {
  games: { id: string; characters: Official[]; jinxes: [string, string][] }[];
}

/** A game on a device has no server to ask. */
async function ask(isLocal: boolean): Promise<Reference> {
  if (!isLocal) return api.reference<Reference>();
  const { loadEngine } = await import('../../wasm/module');
  return (await loadEngine()).ask<Reference>('parlour_local_catalog', { reference: true });
}

class Officials {
  private byId = $state.raw(new Map<string, Official>());
  private pairs = $state.raw<[string, string][]>([]);
  private isAsked = false;

  async load(isLocal: boolean): Promise<void> {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      this.take(await ask(isLocal));
    } catch {
      this.isAsked = false; // the next look at the script asks again
    }
  }

  take({ games }: Reference): void {
    const game = games.find(({ id }) => id === 'grimoire');
    this.byId = new Map(game?.characters.map((one) => [one.id, one]));
    this.pairs = game?.jinxes ?? [];
  }

  /** In the reader's language; empty if it is nobody's. */
  ability(id: string): string {
    return this.byId.get(id)?.ability[currentLanguage()] ?? '';
  }

  /** The pairs of a script's characters that are at odds. */
  jinxes(script: Script): [string, string][] {
    const onScript = new Map<string, string>(script.custom.map((one) => [one.id, one.character]));
    for (const { id, role } of this.byId.values())
      if (role && script.characters.includes(role)) onScript.set(id, role);
    return this.pairs.flatMap(([a, b]): [string, string][] => {
      const [first, second] = [onScript.get(a), onScript.get(b)];
      return first && second ? [[first, second]] : [];
    });
  }
}

export const officials = new Officials();
