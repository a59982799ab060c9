import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

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
