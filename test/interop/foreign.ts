import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';

/** Readers that others made. Each is undefined where it is missing on this machine. */

const require = createRequire(import.meta.url);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function resolve(name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

/** Says that a reader is missing, in place of its tests. */
export function missing(reader: string): void {
  it(`is left out: ${reader} is missing`, ({ skip }) => {
    console.log(`Files were not opened with ${reader}: it is missing on this machine.`);
    skip();
  });
}

/** A USD file of any kind, read by tinyusdz and printed as text; throws what it says about a bad one. */
export type ToUsda = (bytes: Uint8Array, name: string) => string;

/** npm tinyusdz is built for pages: it is told that this is one for as long as it starts. */
export async function tinyUsdz(): Promise<ToUsda | undefined> {
  const script = resolve('tinyusdz/tinyusdz.js');
  const wasm = resolve('tinyusdz/tinyusdz.wasm');
  if (!script || !wasm) return undefined;
  const page = globalThis as Record<string, unknown>;
  const program = process as { type?: string };
  const { default: start } = await import(/* @vite-ignore */ script);
  program.type = 'renderer';
  const added = { window: globalThis, location: { href: 'file:///' }, document: { baseURI: 'file:///' } };
  const names = Object.keys(added).filter((name) => !(name in page));
  for (const name of names) page[name] = added[name as keyof typeof added];
  const native = await start({ wasmBinary: readFileSync(wasm), print: () => {}, printErr: () => {} });
  for (const name of names) delete page[name];
  delete program.type;
  return (bytes, name) => {
    const loader = new native.TinyUSDZLoaderNative();
    if (!loader.loadAsLayerFromBinary(bytes, name)) throw new Error(loader.error());
    return loader.layerToString();
  };
}

export interface PixarReport {
  readonly prims: Readonly<Record<string, { type: string; points: number; bounds: number[][] }>>;
  readonly errors: readonly string[];
}

/** What Pixar's USD (npm three-usdz-loader) draws of files, first as they are opened, then at each time code. */
export type PixarUsd = (jobs: readonly { path: string; codes: readonly number[] }[]) => PixarReport[];

export function pixarUsd(): PixarUsd | undefined {
  if (!resolve('three-usdz-loader/package.json')) return undefined;
  return (jobs) => {
    const args = ['--require', here('page-shim.cjs'), here('pixar-usd.cjs'), JSON.stringify(jobs)];
    return JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 100_000, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  };
}

/** The listing of an Alembic file by an independent reader. */
export type AbcDump = (path: string) => string;

export function abcDump(): AbcDump | undefined {
  const tool = here('../../../shared/tools/abc_dump.py');
  if (!existsSync(tool)) return undefined;
  try {
    execFileSync('python3', ['-c', 'import numpy'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return (path) => execFileSync('python3', [tool, path, '-v'], { encoding: 'utf8' });
}

/** One object that Blender made of a file. */
export interface BlenderObject {
  readonly edges: number;
  readonly faces: number;
  /** Connected parts. */
  readonly pieces: number;
  readonly materials: readonly string[];
  /** All points at each frame that was asked for, xyz with Z up. */
  readonly frames: readonly (readonly number[])[];
}

export interface BlenderReport {
  readonly version: string;
  /** Without it Blender reads and writes no glTF. */
  readonly numpy: boolean;
  /** In the order of the files; `problem` where Blender could not open one. */
  readonly files: readonly { readonly objects?: readonly BlenderObject[]; readonly problem?: string }[];
}

/** What Blender finds in files at frames (24 a second). It also writes hair.obj and ball.glb of its own into the folder. */
export type Blender = (jobs: readonly { path: string; frames: readonly number[] }[], folder: string) => BlenderReport;

/** Starting it takes three seconds: one process opens all files. */
export function blender(): Blender | undefined {
  try {
    execFileSync('blender', ['--version'], { stdio: 'ignore', timeout: 20_000 });
  } catch {
    return undefined;
  }
  return (jobs, folder) => {
    const [job, result] = [join(folder, 'job.json'), join(folder, 'result.json')];
    writeFileSync(job, JSON.stringify({ open: jobs, write: folder }));
    const script = ['--python-exit-code', '1', '--python', here('blender.py')];
    const args = ['-b', '--factory-startup', ...script, '--', job, result];
    execFileSync('blender', args, { stdio: 'ignore', timeout: 120_000 });
    return JSON.parse(readFileSync(result, 'utf8'));
  };
}
