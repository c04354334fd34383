import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import { addWords, startWords, type Packs } from '../i18n/index.svelte';
import type { Person, RoomSession } from '../net/session.svelte';
import { notebook } from './notebook.svelte';
import NotesSheet from './NotesSheet.svelte';

const words: Packs = {
  en: () => import('../games/onenight/en.json'),
  fr: () => import('../games/onenight/fr.json'),
  es: () => import('../games/onenight/es.json'),
};
const seated = ['Ana', 'Bruno'].map(
  (name, seat) => ({ name, seat, player: name, look: seat }) as Person,
);

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
    this.open = true;
  };
  await Promise.all([startWords(), addWords(words)]);
});

it('what was noted on the ring is in the notes', async () => {
  notebook.open('KRTW4P', 'g');
  notebook.noteRole('Bruno', 'seer');
  const room = {
    kind: 'onenight',
    code: 'KRTW4P',
    playerId: 'Ana',
    seated,
    people: seated,
    state: { phase: 'playing', game_id: 'g', you: { player: 'Ana' } },
  } as unknown as RoomSession;

  render(NotesSheet, { room, onclose: () => {} });

  expect(await screen.findByText('Noted at the table: Seer')).toBeTruthy();
});
