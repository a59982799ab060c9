import { perEdge } from './build.ts';
import type { CurlyState } from './fields.ts';
import type { CurlyParameters } from './parameters.ts';
import { setWeights } from './smoothing.ts';
import type { SpringView } from './springs.ts';

/** Springs of all strands; `turnTo` has them be those of one. */
export function makeSpringView(state: CurlyState, parameters: CurlyParameters): SpringView {
  const nodes = state.mass.length;
  const { restLength, pretension, bendStiffness, bendDamping, restCore, first, ids } = state;
  const bendWeight = new Float64Array(nodes);
  const coreWeight = new Float64Array(nodes);
  for (let k = 0; k < ids.length; k++) {
    setWeights(restLength, first[k]!, first[k + 1]!, parameters.bendSmoothing, bendWeight);
    setWeights(restLength, first[k]!, first[k + 1]!, parameters.coreSmoothing, coreWeight);
  }
  return {
    ...{ restLength, pretension, bendStiffness, bendDamping, restCore, bendWeight, coreWeight },
    from: 0,
    to: 0,
    stretch: 0,
    stretchDamping: 0,
    core: { stiffness: 0, stiffnessMost: 0, damping: 0, dampingMost: 0 },
    isConsistent: parameters.core === 'consistent',
  };
}

export function turnTo(view: SpringView, { first, density }: CurlyState, parameters: CurlyParameters, k: number): void {
  const of = (rate: number): number => perEdge(rate, density[k]!);
  view.from = first[k]!;
  view.to = first[k + 1]!;
  view.stretch = of(parameters.stretchStiffness);
  view.stretchDamping = of(parameters.stretchDamping);
  view.core.stiffness = of(parameters.coreStiffness);
  view.core.stiffnessMost = of(Math.max(parameters.coreStiffness, parameters.coreStiffnessMost));
  view.core.damping = of(parameters.coreDamping);
  view.core.dampingMost = of(Math.max(parameters.coreDamping, parameters.coreDampingMost));
}

/** Whether the parameters have core springs at all. */
export const hasCore = ({ coreStiffness, coreStiffnessMost, coreDamping, coreDampingMost }: CurlyParameters): boolean =>
  coreStiffness > 0 || coreStiffnessMost > 0 || coreDamping > 0 || coreDampingMost > 0;
