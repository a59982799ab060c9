#!/usr/bin/env node
import { build, isStale } from '../scripts/build.mjs';

// In a checkout the bundle follows the sources, so that nobody runs yesterday's program.
if (isStale()) await build();
await import('../dist/lib/command.js');
