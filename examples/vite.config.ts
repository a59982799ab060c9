import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: './',
  worker: { format: 'es' },
  // The sources of this clone; a project that installed the package needs no alias.
  resolve: {
    alias: [
      { find: /^pelage$/, replacement: here('../src/index.ts') },
      { find: /^pelage\/(\w+)$/, replacement: here('../src/$1/index.ts') },
    ],
  },
  build: {
    outDir: here('../dist/examples'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: ['index', 'webgpu', 'three', 'animation'].map((name) => here(`${name}.html`)) },
  },
});
