/** What the house offers: games, their options and sides, asked once, of the server or of the engine in the page. */
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

  /** What is known without a server. */
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
