/** People at a board of team chess, whatever language their pages speak. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './house';

export function square(page: Page, name: string) {
  const number = 'abcdefgh'.indexOf(name[0] ?? '') + 8 * (Number(name[1]) - 1);
  return page.locator(`[data-square="${number}"]`);
}

export async function clicks(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await square(page, name).click();
}

export const manOn = (page: Page, name: string, man: string) =>
  expect(square(page, name).locator(`use[href$="#${man}"]`)).toHaveCount(1);

type Words = Record<string, string>;
export const wordsIn = (language: string): Words =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../src/lib/games/chess/${language}.json`), 'utf8'),
  ) as Words;

export type Answer = { token?: string; state?: { game?: { my_role?: string } } };

export const send = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, json]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body: json });
      if (!answer.ok) throw new Error(`${to}: ${await answer.text()}`);
      return (await answer.json()) as { game_id: string; code: string } & Answer;
    },
    [path, JSON.stringify(body)] as const,
  );

/** A game that has begun: the first `white` people are team A, the others B. The lobby has tests of its own. */
export async function begun(people: { [name: string]: Page }, white: number, options: object) {
  const pages = Object.values(people);
  for (const [name, page] of Object.entries(people)) {
    await page.goto('./');
    await page.evaluate((said) => localStorage.setItem('parlour.name', said), name);
    await send(page, './api/session', { name });
  }
  const host = pages[0] as Page;
  const { game_id: id, code } = await send(host, './api/games', { game: 'chess', options });
  const act = (page: Page, type: string, more = {}) =>
    send(page, `./api/games/${id}/actions`, { type, ...more });
  for (const [i, page] of pages.entries()) {
    if (i > 0) await send(page, `./api/games/${id}/join`, {});
    await act(page, 'select_role', { role: i < white ? 'A' : 'B' });
    if (i > 0) await act(page, 'ready');
  }
  await act(host, 'start');
  await Promise.all(pages.map((page) => page.goto(`./game/${code}`)));
  for (const page of pages) await expect(page.getByRole('grid')).toBeVisible();
  return code;
}

/** In whatever language the page speaks. */
export async function typeMove(page: Page, words: string): Promise<void> {
  await page.locator('.tool').last().click();
  const field = page.getByRole('dialog').locator('input[type=text]');
  await field.fill(words);
  await field.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}
