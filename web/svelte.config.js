import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  // A short name for a component's styles: it stands in every rule and at every element.
  compilerOptions: {
    runes: true,
    cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 5)}`,
  },
};
