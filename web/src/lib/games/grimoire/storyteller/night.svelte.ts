/** The open step of the night: who is marked in the ring, what is about to be told, and what the primary button does. */
import { t } from '../../../i18n/index.svelte';
import type { Args, GrimoireCommand } from '../../../net/protocol';
import type { RoomSession } from '../../../net/session.svelte';
import { teamOf } from '../characters';
import { toggle } from '../town';
import type { Answer, Desk, OpenStep } from '../types';
import { foresee, judge, type Line } from './consequence';
import { aboutOf, argsOf, draftOf, nextStep, type Draft } from './desk';
import { flow } from './flow.svelte';

export class NightDesk {
  /** The answer is on the screen for the player. */
  isShown = $state(false);
  /** The storyteller says something of their own. */
  isFree = $state(false);

  constructor(
    private readonly view: () => Desk,
    private readonly room: RoomSession,
  ) {}

  private get play() {
    return this.room.player<GrimoireCommand>();
  }

  readonly step: OpenStep | null = $derived.by(() => this.view().step);
  readonly next = $derived.by(() => nextStep(this.view()));
  readonly name = $derived.by(() =>
    this.step && this.step.seat !== null ? this.room.nameOfSeat(this.step.seat) : '',
  );
  /** The same, or the team that learns together. */
  readonly who = $derived.by(() =>
    this.name ? this.name : t(`grimoire.who.${this.step?.kind ?? 'minion_info'}`),
  );
  readonly isChoosing = $derived.by(() => Boolean(this.step?.choice && !this.step.choice.made));
  readonly truth = $derived.by(() => (this.step?.answer?.is_ready ? this.step.answer : null));
  readonly about = $derived.by(() => (this.step ? aboutOf(this.step, this.view()) : ''));

  // As texts, so that news from elsewhere does not undo what is half marked here.
  private readonly given = $derived.by(() => {
    const choice = this.step?.choice;
    const chosen = (this.isChoosing ? choice?.phone : choice?.made) ?? [];
    return JSON.stringify({ step: this.step?.step, chosen });
  });
  private readonly suggestion = $derived.by(() =>
    JSON.stringify({ step: this.step?.step, answer: this.truth?.suggested ?? null }),
  );
  marked: number[] = $derived.by(() => (JSON.parse(this.given) as { chosen: number[] }).chosen);
  draft: Draft = $derived.by(() =>
    draftOf((JSON.parse(this.suggestion) as { answer: Answer | null }).answer),
  );

  /** Whose step it is: one, or the team that learns together. */
  readonly awake = $derived.by(() => {
    const { step } = this;
    if (!step) return [];
    return step.seat === null ? this.team(step.kind) : [step.seat];
  });

  /** Who has to be told has a phone, all of them. */
  readonly hasPhone = $derived.by(() => {
    if (!this.step) return false;
    return this.awake.every((seat) => {
      const person = this.room.seated.find((one) => one.seat === seat);
      return Boolean(person && !person.is_guest && !person.is_bot);
    });
  });

  /** Who wakes together for what a team learns. */
  private team(kind: string): number[] {
    const view = this.view();
    const team = kind === 'demon_info' ? 'demon' : 'minion';
    return view.seats.flatMap(({ seat, character }) =>
      character && teamOf(character, view.script) === team ? [seat] : [],
    );
  }

  /** The answer names players, who are marked in the ring. */
  readonly namesPlayers = $derived.by(() =>
    ['pair', 'two_players', 'players_and_character', 'player'].includes(this.truth?.kind ?? ''),
  );

  /** No rules of it are known: the storyteller marks whom they like, and says what they like. */
  readonly isByHand = $derived.by(() => Boolean(this.step?.by_hand));

  /** Whom the ring marks: the choice, or whom the answer names. */
  readonly shown = $derived.by(() => {
    if (!this.step) return [];
    if (this.step.choice) return this.marked;
    return this.namesPlayers || this.isFree || this.isByHand ? this.draft.players : [];
  });

  /** The choice asks for a character too; which one is marked. */
  readonly picks = $derived.by(() =>
    this.isChoosing ? (this.step?.choice?.characters ?? []) : [],
  );
  picked: string | null = $derived.by(() => {
    void this.given; // another step begins without one
    return null;
  });

  readonly isComplete = $derived.by(
    () =>
      !this.isChoosing ||
      (this.marked.length === this.step?.choice?.count &&
        (!this.picks.length || this.picked !== null)),
  );

  readonly line: Line | null = $derived.by(() => {
    const { step } = this;
    if (!step) return null;
    const told = judge(this.view(), step, this.draft, this.room.nameOfSeat);
    const marked = this.isByHand ? this.draft.players : this.marked;
    return told ?? foresee(this.view(), step, marked, this.room.nameOfSeat);
  });

  /** A tap on a seat; false if the step has no use for it. */
  pick(seat: number): boolean {
    const { step } = this;
    if (!step) return false;
    if (this.isChoosing) {
      if (!step.choice?.from.includes(seat)) return true;
      this.marked = toggle(this.marked, seat, step.choice.count);
      // Whoever learns something by their choice is told at once what it is.
      if (step.answer && this.isComplete) void this.playChoice();
      return true;
    }
    if (step.choice && this.truth && !this.isFree) {
      void this.chooseAgain();
      return true;
    }
    if (!this.namesPlayers && !this.isFree && !this.isByHand) return false;
    const isAny = this.isFree || this.isByHand;
    const named = this.truth?.kind === 'player' ? 1 : 2;
    const most = isAny ? this.view().ring.length : named;
    const players = toggle(this.draft.players, seat, most);
    this.draft = { ...this.draft, players, ...(isAny ? {} : { number: null }) };
    return true;
  }

  /** The choice that was made by the last tap is taken back. */
  private chooseAgain(): Promise<boolean> {
    return this.room.act('rewind', { to: (this.room.state?.you?.step ?? 1) - 1 });
  }

  /** With the order in which the players were tapped: what is done to them happens in that order. */
  private playChoice(): Promise<boolean> {
    const [first = null, second = null] = this.marked;
    const characters = this.picked ? [this.picked] : [];
    const args = { players: this.marked, characters, first, second };
    return this.play('choose', args as Args<GrimoireCommand, 'choose'>);
  }

  choose(): void {
    const act = this.playChoice();
    if (!this.step?.answer) void flow.goOn(act);
  }

  /** Nobody is a choice too, of those who may. */
  chooseNobody(): void {
    void flow.goOn(this.play('choose', { players: [] }));
  }

  tell(): void {
    const args = argsOf(this.draft) as Args<GrimoireCommand, 'tell'>;
    this.isShown = false;
    this.isFree = false;
    void flow.goOn(this.afterChoice(() => this.play('tell', args)));
  }

  finish(): void {
    void flow.goOn(this.afterChoice(() => this.play('finish_step')));
  }

  /** What was chosen by hand is kept for the log before the step ends. */
  private async afterChoice(act: () => Promise<boolean>): Promise<boolean> {
    const { players, characters } = this.draft;
    const isChosen = this.isByHand && players.length + characters.length > 0;
    const args = { players, characters } as Args<GrimoireCommand, 'choose'>;
    return (!isChosen || (await this.play('choose', args))) && act();
  }

  skip(): void {
    if (this.step) void flow.goOn(this.play('skip_step', { step: this.step.step }));
  }

  /** Opens the next step, if one was asked for and none is open. */
  async advance(): Promise<void> {
    const { next } = this;
    if (!flow.isGoing || this.step || this.view().question) return;
    flow.isGoing = false;
    if (!next) return;
    const at = (this.room.state?.you?.step ?? 0) + 1;
    if (await this.play('open_step', { step: next.step })) flow.noteOpened(at);
  }
}
