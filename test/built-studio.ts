import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../scripts/chromium.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built studio. */
    studio: string;
  }
}

/** Builds the studio once for all tests that open it, as users get it. */
export default async function buildStudio(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pelage-studio-'));
  project.provide('studio', folder);
  const configFile = fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url));
  const before = process.env.NODE_ENV;
  // Vite keeps what a test runner has set here, and the page would get the slow React of development.
  process.env.NODE_ENV = 'production';
  if (findChromium()) await build({ configFile, logLevel: 'error', build: { outDir: folder } });
  process.env.NODE_ENV = before;
  return () => rmSync(folder, { recursive: true, force: true });
}
