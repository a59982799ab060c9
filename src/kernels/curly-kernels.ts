import { EDGE, STRAND } from './curly-layout.ts';
import { type Kernels, MODULE } from './generated/curly-module.ts';
import { bindTwin } from './generated/curly-twin.ts';
import { compile, instantiate, PAGE } from './kernels.ts';

/** The kernels of curls with the memory of four strands. Row r is numbers 4 r .. 4 r + 3, one a strand. */
export interface CurlyKernel extends Kernels {
  readonly memory: Float32Array;
  readonly isSimd: boolean;
}

/**
 * Room for four strands of so many edges at most. Without vector instructions, or where they are not wanted, a twin in TypeScript does
 * the same to the last bit.
 */
export function makeCurlyKernel(mostEdges: number, wantsSimd = true): CurlyKernel {
  const pages = Math.ceil((16 * (STRAND + EDGE * Math.max(1, mostEdges))) / PAGE);
  const module = wantsSimd ? compile(MODULE) : null;
  const made = module && instantiate(module, pages);
  const memory = new Float32Array(made?.buffer ?? new ArrayBuffer(PAGE * pages));
  if (!made) return { ...bindTwin(memory), memory, isSimd: false };
  return { stepCurls: (made.exports as Kernels).stepCurls, memory, isSimd: true };
}
