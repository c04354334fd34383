/** Who we are to the server: a name and a public id. The credential is an HttpOnly cookie. */
import { recall, remember } from '../storage';
import { api, type Me } from './api';
import { Refusal } from './socket';

class Identity {
  me = $state<Me | null>(null);
  private asked: Promise<Me | null> | null = null;

  /** The name this device used last, for the name field. */
  get rememberedName(): string {
    return recall('name') ?? this.me?.name ?? '';
  }

  /** Asks the server once whether it knows us. A device on which nobody has given a name need not ask, unless the caller
   * has seen that it `isKnown`. */
  known(isKnown = recall('name') !== null): Promise<Me | null> {
    if (!isKnown && !this.asked) return Promise.resolve(null);
    this.asked ??= api
      .me()
      .then((me) => (this.me = me))
      .catch((refusal: Refusal) => {
        this.asked = null;
        if (refusal.code === 'unreachable') throw refusal;
        return null;
      });
    return this.asked;
  }

  /** Who we are; a new player called `name` if the server does not know us. The name at a table may be another one; the
   * player is the same. */
  async signIn(name: string): Promise<Me> {
    const known = await this.known();
    remember('name', name);
    if (known) return known;
    this.me = await api.signIn(name);
    this.asked = Promise.resolve(this.me);
    return this.me;
  }

  /** The server no longer knows us. */
  forget(): void {
    this.me = null;
    this.asked = null;
  }
}

export const identity = new Identity();
