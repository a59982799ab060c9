import type { GpuProblem } from './gpu.ts';
import type { StillGl } from './screen.ts';

/** Draws by WebGL 2 where there is any, with a library that nobody else loads; the same problem where there is none. */
export async function requestStillGl(problem: GpuProblem): Promise<StillGl | GpuProblem> {
  if (!document.createElement('canvas').getContext('webgl2')) return problem;
  const { glScreen } = await import('./still-gl.ts');
  return { problem, isSoftware: true, screen: glScreen };
}
