/** What the storyteller's page does by itself, across its screens: it hides the grimoire, and opens the next step. */
import { recall, remember } from '../../../storage';
import type { Desk } from '../types';

const HIDDEN = 'grimoire.hidden';
const BY_DAY = 'grimoire.hide_by_day';

class Flow {
  /** The town square instead of the grimoire; a page that is loaded anew stays hidden. */
  isHidden = $state(recall(HIDDEN) === 'yes');
  /** Whether every day begins hidden. */
  isByDay = $state(recall(BY_DAY) === 'yes');
  /** The next step is to be opened as soon as none is open. */
  isGoing = $state(false);
  /** Steps of the game at which this page opened a step of the night by itself. */
  private opened = new Set<number>();

  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    remember(HIDDEN, isHidden ? 'yes' : 'no');
  }

  setByDay(isByDay: boolean): void {
    this.isByDay = isByDay;
    remember(BY_DAY, isByDay ? 'yes' : 'no');
  }

  /** Does something, and goes on to the next step of the night when it was accepted. */
  async goOn(act: Promise<boolean>): Promise<void> {
    this.isGoing = true;
    if (!(await act)) this.isGoing = false;
  }

  /** A step of the night was opened by itself: undo takes it back together with what came before. */
  noteOpened(step: number): void {
    for (const one of this.opened) if (one >= step) this.opened.delete(one);
    this.opened.add(step);
  }

  undoTo(step: number, view: Desk): number {
    return view.step && this.opened.has(step) ? step - 2 : step - 1;
  }

  redoTo(step: number, top: number): number {
    return step + 2 <= top && this.opened.has(step + 2) ? step + 2 : step + 1;
  }
}

export const flow = new Flow();
