import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { makeFolder, writeFailure } from '../files.ts';
import { openBucket } from './bucket.ts';

/**
 * Where the results of a farm go, and what its jobs hand each other: a folder that all machines see, or a bucket. Whatever is there is
 * whole, because it gets its name when it is; two jobs that make the same thing make the same bytes.
 */
export interface Place {
  /** As jobs name it: with nothing secret in it. */
  readonly name: string;
  /** null where there is nothing of that name. */
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The same of a file on this disk. */
  putFile(name: string, path: string): Promise<void>;
  /** What a folder holds; nothing where there is none. */
  list(folder: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** What is not for people: documents, runs, drafts. */
export const OWN = '.farm';

/** The place of that name: s3://bucket/folder, or a folder. */
export async function openPlace(context: Pick<Context, 'cwd'>, name: string): Promise<Place> {
  if (/^s3:\/\//i.test(name)) return openBucket(name, process.env);
  makeFolder(context, name);
  return new Folder(resolve(context.cwd, name));
}

/** Drafts of a worker that ended in the middle of one are swept away after so long, milliseconds. */
const FORGOTTEN = 24 * 3600 * 1000;

class Folder implements Place {
  readonly name: string;
  private drafts = 0;

  constructor(path: string) {
    this.name = path;
    this.sweep();
  }

  async get(name: string): Promise<Uint8Array | null> {
    try {
      return readFileSync(this.path(name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async has(name: string): Promise<boolean> {
    return existsSync(this.path(name));
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.replace(name, (draft) => writeFileSync(draft, bytes));
  }

  async putFile(name: string, path: string): Promise<void> {
    this.replace(name, (draft) => copyFileSync(path, draft));
  }

  async list(folder: string): Promise<string[]> {
    try {
      return readdirSync(this.path(folder)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    rmSync(this.path(name), { force: true });
  }

  /** Drafts lie in a folder of their own: among the results nothing is ever seen that is not whole. */
  private replace(name: string, write: (draft: string) => void): void {
    const full = this.path(name);
    const draft = join(this.drafted, `${process.pid}-${Date.now()}-${this.drafts++}`);
    try {
      mkdirSync(this.drafted, { recursive: true });
      mkdirSync(dirname(full), { recursive: true });
      write(draft);
      renameSync(draft, full);
    } catch (error) {
      rmSync(draft, { force: true });
      throw writeFailure(full, error as NodeJS.ErrnoException);
    }
  }

  private sweep(): void {
    if (!existsSync(this.drafted)) return;
    for (const name of readdirSync(this.drafted)) {
      const draft = join(this.drafted, name);
      const age = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > FORGOTTEN) rmSync(draft, { force: true });
    }
  }

  private get drafted(): string {
    return join(this.name, OWN, 'drafts');
  }

  private path(name: string): string {
    return join(this.name, name);
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
