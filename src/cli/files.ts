import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { didYouMean } from '../numeric/nearest.ts';
import { InputError } from '../strands/input-error.ts';
import type { Context } from './context.ts';

type Place = Pick<Context, 'cwd'>;

/** What stands at a place; undefined where nothing does. */
function look(full: string): Stats | undefined {
  try {
    return statSync(full);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether there is a file (or a pipe, or a link to one) of this name. A folder is none. */
export function isFile({ cwd }: Place, path: string): boolean {
  const found = look(resolve(cwd, path));
  return found !== undefined && !found.isDirectory();
}

export function isFolder({ cwd }: Place, path: string): boolean {
  return look(resolve(cwd, path))?.isDirectory() === true;
}

/** The bytes of a file. `path` stands in messages as the person wrote it. */
export function readBytes(place: Place, path: string): Uint8Array {
  try {
    return readFileSync(resolve(place.cwd, path));
  } catch (error) {
    throw readFailure(path, place, error as NodeJS.ErrnoException);
  }
}

export function readFailure(path: string, place: Place, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT') return missingFile(place, path);
  if (error.code === 'EISDIR') return new InputError('file/folder', `${path} is a folder, not a file`);
  if (error.code === 'ENOTDIR')
    return new InputError('file/missing', `There is no file ${path}: a part of this path is a file, not a folder`);
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return new InputError('file/permission', `${path} cannot be read: permission denied`);
  return error;
}

/** Suggests files in the same folder; only those with one of the extensions where some are given. */
export function missingFile(place: Place, path: string, extensions?: readonly string[]): InputError {
  if (!isFolder(place, dirname(path)))
    return new InputError('file/missing', `There is no file ${path}: there is no folder ${dirname(path)}`);
  return new InputError(
    'file/missing',
    `There is no file ${path}${didYouMean(path, neighbours(place, path, extensions))}`,
  );
}

/** What stands in the same folder, spelled as the path is; files with one of the extensions where some are given. */
export function neighbours({ cwd }: Place, path: string, extensions?: readonly string[]): string[] {
  try {
    return readdirSync(dirname(resolve(cwd, path)))
      .filter((name) => extensions?.includes(extname(name).toLowerCase()) ?? true)
      .map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}

/** Refuses a place where no file can be written, before long work is done for it. */
export function checkWritable({ cwd }: Place, path: string): void {
  const full = resolve(cwd, path);
  if (look(full)?.isDirectory() || /[/\\]$/.test(path))
    throw new InputError('file/folder', `${path} is a folder; give the name of a file in it`);
  const folder = look(dirname(full));
  if (!folder)
    throw new InputError('file/no-folder', `There is no folder ${dirname(path)} to write ${basename(path)} into`);
  if (!folder.isDirectory()) throw new InputError('file/no-folder', `${dirname(path)} is a file, not a folder`);
  checkAccess(dirname(full), dirname(path));
}

/** Refuses a folder in which nothing can be made. */
export function checkAccess(full: string, path: string, access: typeof accessSync = accessSync): void {
  try {
    access(full, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EROFS' ? 'its file system is read-only' : 'you may not write there (permission denied)';
    throw new InputError('file/read-only', `Nothing can be written into the folder ${path}: ${why}`);
  }
}

/** Makes a folder and those above it, where they are missing. */
export function makeFolder({ cwd }: Place, path: string): void {
  try {
    mkdirSync(resolve(cwd, path), { recursive: true });
    checkAccess(resolve(cwd, path), path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new InputError('file/no-folder', `${path} cannot be a folder: there is a file of that name`);
    throw writeFailure(path, error as NodeJS.ErrnoException);
  }
}

/**
 * Writes a file as a whole: under another name first, then renamed, so that nobody ever finds half of it. A link stays a
 * link, a file keeps its permissions, and a pipe or device is written to directly.
 */
export function writeWhole({ cwd }: Place, path: string, bytes: Uint8Array): void {
  const full = resolve(cwd, path);
  try {
    const found = look(full);
    if (found && !found.isFile()) writeFileSync(full, bytes);
    else replace(found ? realpathSync(full) : full, bytes, found?.mode);
  } catch (error) {
    throw writeFailure(path, error as NodeJS.ErrnoException);
  }
}

function replace(full: string, bytes: Uint8Array, mode: number | undefined): void {
  const draft = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
  try {
    writeFileSync(draft, bytes);
    if (mode !== undefined) chmodSync(draft, mode & 0o777);
    renameSync(draft, full);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

export function writeFailure(path: string, error: NodeJS.ErrnoException): Error {
  const reason = WRITE_REASONS[error.code ?? ''];
  return reason ? new InputError('file/write', `${path} cannot be written: ${reason}`) : error;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of this path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
};
