import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** By hand: a house of several servers, which takes two minutes and processes of its own (docs/testing.md). */
export default defineConfig({
  ...config,
  testDir: 'tests/cluster',
  projects: undefined,
  workers: 1,
});
