import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  {
    ignores: [
      'src/lib/net/protocol.ts',
      '**/dist/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
    ],
  },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      // Pages are plain paths of our own router; there is no SvelteKit to resolve them.
      'svelte/no-navigation-without-resolve': 'off',
      'no-console': 'error',
      // Sets of listeners and of numbers seen are book-keeping; nothing on the screen reads them.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['tools/**', 'tests/**', 'client/example.mjs'], rules: { 'no-console': 'off' } },
);
