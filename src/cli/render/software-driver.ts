import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'vk_swiftshader_icd.json';

/** Folders where browsers keep the software driver that comes with them. */
const FOLDERS: readonly string[] = [
  '/usr/lib/chromium',
  '/usr/lib/chromium-browser',
  '/usr/lib64/chromium-browser',
  '/opt/google/chrome',
  '/opt/microsoft/msedge',
  '/snap/chromium/current/usr/lib/chromium-browser',
  '/Applications/Google Chrome.app/Contents/Frameworks/Google Chrome Framework.framework/Libraries',
  'C:/Program Files/Google/Chrome/Application',
  'C:/Program Files (x86)/Microsoft/Edge/Application',
];

/** Where Playwright and Puppeteer put browsers: one folder a version. */
const CACHES: readonly string[] = [
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), '.cache', 'puppeteer', 'chrome'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
];

function inside(folder: string, depth: number): string | undefined {
  const here = join(folder, NAME);
  if (existsSync(here)) return here;
  if (depth === 0 || !existsSync(folder)) return undefined;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const found = entry.isDirectory() ? inside(join(folder, entry.name), depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The description of SwiftShader's Vulkan driver, wherever a browser has brought it; undefined where none has. */
export function softwareDriver(): string | undefined {
  for (const folder of FOLDERS) {
    // Chrome and Edge on Windows keep it in a folder named after their version.
    const found = inside(folder, folder.startsWith('C:') ? 1 : 0);
    if (found) return found;
  }
  for (const cache of CACHES) {
    const found = inside(cache, 3);
    if (found) return found;
  }
  return undefined;
}
