import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Shared memory between workers needs an isolated page; scripts/serve.mjs sends the same two headers. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: here('.'),
  // Relative addresses: the built page works from any folder of any server.
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  server: { headers: ISOLATION, fs: { allow: [here('..')] } },
  preview: { headers: ISOLATION },
  // The glTF library's reader of disks, which a page never calls.
  resolve: { alias: { 'node:fs': here('no-disk.ts'), 'node:path': here('no-disk.ts') } },
  build: { outDir: here('../dist/studio'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1500 },
});
