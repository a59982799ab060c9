#!/usr/bin/env node
import { build, hasPackages, isStale } from '../scripts/build.mjs';

// In a checkout the bundle follows the sources, so that nobody runs yesterday's program.
if (isStale() && !hasPackages()) {
  console.error('The packages of this checkout are not installed; run npm ci first.');
  process.exit(1);
}
if (isStale()) await build();
await import('../dist/lib/command.js');
