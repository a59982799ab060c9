import type { JSX } from 'react';
import type { GpuProblem } from './gpu.ts';
import './viewport.css';

/** Stands where the picture would be: what is missing, and what to do. */
export function WithoutGpu({ problem }: { readonly problem: GpuProblem }): JSX.Element {
  return (
    <section className="without-gpu" role="alert">
      <h1>The studio cannot draw here</h1>
      <p>{problem.missing}</p>
      <p>{problem.remedy}</p>
    </section>
  );
}
