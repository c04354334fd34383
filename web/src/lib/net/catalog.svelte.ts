/** The games that are offered, with their options and sides: requested once, from the server or the engine in the page. */
import { shown } from '../shown';
import { api, type CatalogGame } from './api';

class Catalog {
  private games = $state.raw<CatalogGame[]>([]);
  private asked = false;

  get isKnown(): boolean {
    this.ask();
    return this.games.length > 0;
  }

  find(id: string): CatalogGame | undefined {
    this.ask();
    return this.games.find((game) => game.id === id);
  }

  /** What the engine in the page knows without a server. */
  use(games: CatalogGame[]): void {
    this.asked = true;
    this.games = games;
  }

  private ask(): void {
    if (this.asked) return;
    this.asked = true;
    shown.then(api.catalog).then(
      (answer) => (this.games = answer.games),
      () => (this.asked = false),
    );
  }
}

export const catalog = new Catalog();
