import { type Kernels, MODULE } from './generated/rod-module.ts';
import { bindTwin } from './generated/rod-twin.ts';

/** Lanes of a row: strands that are worked on together. */
export const LANES = 4;

/** Kernels with the memory that they work on. Row r is numbers 4 r .. 4 r + 3, one a strand. */
export interface RodKernels extends Kernels {
  readonly memory: Float32Array;
  readonly isSimd: boolean;
}

/** Bytes by which memory is given. */
export const PAGE = 65536;
let compiled: WebAssembly.Module | null | undefined;

/** A module in base 64; null where WebAssembly or its vector instructions are missing. */
export function compile(module: string): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/**
 * Kernels on `rows` of fresh memory, all zero. Without vector instructions, or where they are not wanted, a twin in TypeScript does the same
 * to the last bit, about ten times slower.
 */
export function makeRodKernels(rows: number, wantsSimd = true): RodKernels {
  if (wantsSimd && compiled === undefined) compiled = compile(MODULE);
  if (!wantsSimd || !compiled) return makeTwin(rows);
  const pages = Math.ceil((16 * rows) / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return { ...(exports as unknown as Kernels), memory: new Float32Array(memory.buffer), isSimd: true };
}

function makeTwin(rows: number): RodKernels {
  const memory = new Float32Array(LANES * rows);
  return { ...bindTwin(memory), memory, isSimd: false };
}
