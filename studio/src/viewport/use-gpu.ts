import { useEffect, useState } from 'react';
import { type Gpu, type GpuProblem, isProblem, requestGpu } from './gpu.ts';
import { isStillGl, type StillGl } from './screen.ts';

/** A device that is lost more often than this within a minute is not asked for again. */
const MOST_LOSSES = 4;
const LOST_TOO_OFTEN: GpuProblem = {
  missing: 'The graphics processor was lost several times in a row.',
  remedy: 'Close other programs that use it, update the graphics driver and reload the page.',
};

/** The page's device; another one whenever the driver takes it away. */
export function useGpu(first: Gpu | StillGl | GpuProblem): Gpu | StillGl | GpuProblem {
  const [gpu, setGpu] = useState(first);
  useEffect(() => {
    let isUsed = true;
    const losses: number[] = [];
    const watch = async (watched: Gpu | GpuProblem): Promise<void> => {
      if (isProblem(watched)) return;
      await watched.device.lost;
      const now = performance.now();
      losses.push(now);
      const isHopeless = losses.filter((time) => now - time < 60_000).length >= MOST_LOSSES;
      const next = isHopeless ? LOST_TOO_OFTEN : await requestGpu();
      if (!isUsed) return;
      setGpu(next);
      await watch(next);
    };
    if (isProblem(first) || !isStillGl(first)) void watch(first);
    return () => {
      isUsed = false;
    };
  }, [first]);
  return gpu;
}
