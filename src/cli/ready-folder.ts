import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReadyCache } from '../scene/ready-cache.ts';
import { flag, type Option } from './options.ts';
import { packageRoot } from './package-root.ts';

/** The command's cache: one file an entry, in a folder that other versions of the program do not share. */
export class ReadyFolder implements ReadyCache {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async get(key: string): Promise<Uint8Array | null> {
    return this.read(key);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.write(key, bytes);
  }

  /** null where there is no such entry. */
  read(key: string): Uint8Array | null {
    const file = join(this.path, key);
    try {
      const bytes = readFileSync(file);
      // What was used last is thrown away last.
      utimesSync(file, new Date(), new Date());
      return bytes;
    } catch {
      return null;
    }
  }

  /** Written beside and then put in its place: two commands may make the same entry at a time. */
  write(key: string, bytes: Uint8Array): void {
    if (mkdirSync(this.path, { recursive: true }) !== undefined) dropForgotten(dirname(this.path));
    const fresh = join(this.path, `.${key}-${process.pid}`);
    writeFileSync(fresh, bytes);
    renameSync(fresh, join(this.path, key));
    dropOldest(this.path, LARGEST);
  }

  /** Where the runs of scenes are kept that were made ready here. */
  get runs(): string {
    return `${this.path}-runs`;
  }
}

const PREFIX = 'ready-';
/** Entries together may take so many bytes. */
const LARGEST = 1e9;

/** Folders of builds that left nothing new for so long are thrown away, milliseconds. */
const FORGOTTEN = 30 * 24 * 3600 * 1000;

function dropForgotten(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (name.startsWith(PREFIX) && age > FORGOTTEN) rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws away what was used longest ago, as far as all together take more than so many bytes. */
export function dropOldest(folder: string, largest: number): void {
  const entries = readdirSync(folder).flatMap((name) => {
    try {
      const { size, mtimeMs } = statSync(join(folder, name));
      return [{ name, size, mtimeMs }];
    } catch {
      return [];
    }
  });
  entries.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let sum = 0;
  for (const { name, size } of entries) {
    sum += size;
    if (sum > largest) rmSync(join(folder, name), { force: true });
  }
}

/** The user's cache folder, with one folder for each build of the program: other code may make other hair. */
export function readyFolder(): ReadyFolder {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const user = XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache');
  const built = statSync(join(packageRoot(), 'dist', 'lib', 'command.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return new ReadyFolder(join(user, 'pelage', `${PREFIX}${Math.round(built)}`));
}

/** The option of every command that makes a scene ready. */
export const cacheOption: { readonly 'no-cache': Option<boolean>; readonly fresh: Option<boolean> } = {
  'no-cache': flag('make the scene ready and simulate it anew, and leave nothing for the next run'),
  fresh: flag('simulate anew, though nothing that hair depends on has changed since a run before'),
};
