import { type Kernels, MODULE } from './generated/springs-module.ts';
import { bindTwin } from './generated/springs-twin.ts';
import { compile, instantiate, PAGE } from './kernels.ts';
import { NODE, STRAND } from './springs-layout.ts';

/** The kernels of springs with the memory of one pair of strands. Row r is numbers 2 r and 2 r + 1, one a strand. */
export interface SpringsKernel extends Kernels {
  readonly memory: Float64Array;
  readonly isSimd: boolean;
}

/**
 * Room for a pair of strands of so many nodes at most. Without vector instructions, or where they are not wanted, a twin in TypeScript does
 * the same to the last bit.
 */
export function makeSpringsKernel(mostNodes: number, wantsSimd = true): SpringsKernel {
  const pages = Math.ceil((16 * (STRAND + NODE * Math.max(2, mostNodes))) / PAGE);
  const module = wantsSimd ? compile(MODULE) : null;
  const made = module && instantiate(module, pages);
  const memory = new Float64Array(made?.buffer ?? new ArrayBuffer(PAGE * pages));
  if (!made) return { ...bindTwin(memory), memory, isSimd: false };
  return { stepSprings: (made.exports as Kernels).stepSprings, memory, isSimd: true };
}
