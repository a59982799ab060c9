import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { findChromium, UNSEEN_FLAGS, WEBGPU_FLAGS } from '../scripts/chromium.mjs';
import { serve } from '../scripts/serve.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built studio. */
    studio: string;
    /** Where the browser is reached that shows pages as people see them. */
    seeing: string;
    /** The same for pages that nobody looks at. */
    unseeing: string;
  }
}

/** Builds the studio as users get it, where the command finds it too, serves it and starts browsers, once for all tests. */
export default async function openStudio(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (!executablePath) return async () => {};
  await buildStudio();
  const server = await serve(fileURLToPath(new URL('../dist/studio', import.meta.url)));
  const seeing = await chromium.launchServer({ executablePath, args: WEBGPU_FLAGS });
  const unseeing = await chromium.launchServer({ executablePath, args: [...WEBGPU_FLAGS, ...UNSEEN_FLAGS] });
  project.provide('studio', server.url);
  project.provide('seeing', seeing.wsEndpoint());
  project.provide('unseeing', unseeing.wsEndpoint());
  return async () => {
    await Promise.all([seeing.close(), unseeing.close()]);
    await server.close();
  };
}

async function buildStudio(): Promise<void> {
  const configFile = fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url));
  const before = process.env.NODE_ENV;
  // Vite keeps what a test runner has set here, and the page would get the slow React of development.
  process.env.NODE_ENV = 'production';
  await build({ configFile, logLevel: 'error' });
  process.env.NODE_ENV = before;
}
