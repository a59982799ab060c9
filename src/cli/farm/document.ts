import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { filesBeside } from '../../formats/beside.ts';
import { readBody, readHair } from '../../formats/index.ts';
import type { FileReader } from '../../scene/body-files.ts';
import type { Scene } from '../../scene/schema.ts';
import { InputError } from '../../strands/input-error.ts';
import { packageRoot, packageVersion } from '../package-root.ts';
import { folderReader } from '../scene-argument.ts';
import { OWN, type Place } from './place.ts';

/** What travels to a worker: the scene with all files that it names, each by the hash of its bytes, and what is to be made of them. */

const whole = z.number().int().min(1).max(1_000_000);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const picturesSchema = z.strictObject({
  width: whole.max(8192),
  height: whole.max(8192),
  spp: whole.max(4096),
  shutter: z.number().min(0).max(1),
  /** The first frame that is drawn. */
  from: whole,
  /** Frames that are drawn by one job. */
  range: whole,
  video: z.enum(['.mp4', '.webm']).nullable(),
});

const documentSchema = z.strictObject({
  format: z.literal('pelage-farm'),
  /** The build of the program that it was made for. */
  build: z.string().max(100),
  /** What the person called the scene. */
  name: z.string().max(1000),
  scene: z.record(z.string(), z.unknown()),
  /** Hashes of the files that the scene names, by path. */
  files: z.record(z.string().max(1000), hash),
  frames: whole,
  fps: z.number().min(0.01).max(100_000),
  /** Frames between two checkpoints. */
  every: whole,
  isFull: z.boolean(),
  /** The frame that a contact sheet shows. */
  pictured: whole.nullable(),
  pictures: picturesSchema.nullable(),
});

export type FarmPictures = z.infer<typeof picturesSchema>;
export type FarmDocument = z.infer<typeof documentSchema>;

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const blob = (name: string): string => `${OWN}/files/${name}`;

let ownBuild: string | null = null;

/** Which program this is: other code may make other hair and other pictures. */
export function buildName(): string {
  const lib = join(packageRoot(), 'dist', 'lib');
  // Shared pieces have names by content, so these two stand for all.
  const parts = ['command.js', 'simulate-worker.js'].map((name) => readFileSync(join(lib, name)));
  ownBuild ??= `${packageVersion()}-${sha256(Buffer.concat(parts)).slice(0, 8)}`;
  return ownBuild;
}

export function checkBuild(build: string): void {
  const own = buildName();
  if (build !== own)
    throw new InputError(
      'farm/version',
      `this was submitted by Pelage ${build}, and this is Pelage ${own}, which may make other hair: start a worker of that version, or submit it again with this one`,
    );
}

/** Files that scenes name, as they travel. */
export interface PackedFiles {
  /** Hashes by path. */
  readonly files: Readonly<Record<string, string>>;
  /** A scene, or a value in it, with the paths by which they travel. */
  packed<T>(value: T): T;
  packedName(name: string): string;
}

/**
 * Puts the files that scenes name to the place. Where they lie above the scenes' folder, the scenes are written as if they lay there, too:
 * no path that travels leads out of the folder that a worker makes of it.
 */
export async function packFiles(place: Place, scenes: readonly Scene[], folder: string): Promise<PackedFiles> {
  const read = new Map<string, Uint8Array>();
  const reader = folderReader(folder);
  const files: FileReader = (name) => {
    const bytes = reader(name);
    read.set(name, bytes);
    return bytes;
  };
  for (const scene of scenes) await readAll(scene, files);
  const root = [...read.keys()].reduce((above, name) => commonFolder(above, dirname(resolve(folder, name))), folder);
  const own = (name: string): string => relative(root, resolve(folder, name)).replaceAll('\\', '/');
  const hashes: Record<string, string> = {};
  for (const [name, bytes] of [...read].sort(([a], [b]) => (a < b ? -1 : 1)))
    hashes[own(name)] = await putBlob(place, bytes);
  const packedName = (name: string): string => (read.has(name) ? own(name) : name);
  return { files: hashes, packedName, packed: (value) => renamed(value, packedName) as typeof value };
}

/** Reads every file that a scene names, and what these name. One that cannot be read is told by the job that needs it. */
async function readAll(scene: Scene, files: FileReader): Promise<void> {
  for (const { shape } of scene.bodies)
    if (shape.kind === 'mesh') await attempt(() => readBody(shape.file, files(shape.file), shape, files));
  for (const { source } of scene.grooms)
    if (source.kind === 'file')
      await attempt(() => readHair(source.file, files(source.file), { files: filesBeside(source.file, files) }));
  renamed(scene, (name) => {
    try {
      files(name);
    } catch {
      // Said by the job.
    }
    return name;
  });
}

async function attempt(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch {
    // Said by the job.
  }
}

function commonFolder(a: string, b: string): string {
  let folder = a;
  while (relative(folder, b).startsWith('..') || isAbsolute(relative(folder, b))) folder = dirname(folder);
  return folder;
}

/** The same data with other names of files. */
function renamed(value: unknown, name: (file: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'file' && typeof one === 'string' ? name(one) : renamed(one, name),
    ]),
  );
}

async function putBlob(place: Place, bytes: Uint8Array): Promise<string> {
  const name = sha256(bytes);
  if (!(await place.has(blob(name)))) await place.put(blob(name), bytes);
  return name;
}

/** Puts a document to the place; its hash. */
export const putDocument = (place: Place, document: FarmDocument): Promise<string> =>
  putBlob(place, new TextEncoder().encode(JSON.stringify(document)));

async function blobOf(place: Place, name: string, what: string): Promise<Uint8Array> {
  const bytes = await place.get(blob(name));
  if (!bytes) throw new InputError('farm/lost', `${what} is no longer in ${place.name}: submit the shot again`);
  if (sha256(bytes) !== name)
    throw new InputError('farm/damaged', `${what} in ${place.name} is not what was submitted: submit the shot again`);
  return bytes;
}

/** Checks a document like any file that comes from outside. */
export async function getDocument(place: Place, name: string): Promise<FarmDocument> {
  const bytes = await blobOf(place, name, 'The document of this shot');
  const document = documentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  checkBuild(document.build);
  for (const path of Object.keys(document.files)) checkPath(document.name, path);
  return document;
}

/** A scene from a queue may name what came with it, and nothing else on the machine. */
export function checkScenePaths(name: string, scene: Scene): void {
  renamed(scene, (path) => {
    checkPath(name, path);
    return path;
  });
}

function checkPath(name: string, path: string): void {
  if (isAbsolute(path) || /(^|[/\\])\.\.([/\\]|$)|\\|^[A-Za-z]:|\0/.test(path))
    throw new InputError('farm/path', `${name} names the file ${path}, which lies outside of its folder`);
}

/** Lays the files of a document into a folder of their own, once for all jobs of this process. */
export async function unpackFiles(place: Place, { name, files }: FarmDocument, scratch: string): Promise<string> {
  const folder = join(scratch, sha256(JSON.stringify(files)).slice(0, 32));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), await blobOf(place, content, `${path}, a file of ${name},`));
  }
  renameSync(draft, folder);
  return folder;
}
