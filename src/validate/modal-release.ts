import type { StrandModel } from '../models/model.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { clampedFraction, edgeFor, type FibreNumbers } from './fibre.ts';
import { fitOscillation, type Oscillation } from './frequency.ts';
import type { Mode } from './oracles/modes.ts';
import { nodeForces, Rig, type RigStep, straightShape, UNDAMPED } from './rig.ts';

export interface ModalSetup {
  readonly model: StrandModel;
  readonly numbers: FibreNumbers;
  /** Free length, metres. */
  readonly free: number;
  readonly nodes: number;
  readonly gravity: Vec3;
  /** Unit of the mode's ω: √(EI / ρS L⁴), rad/s. */
  readonly unit: number;
  readonly mode: Mode;
  /** Of the model, besides no damping. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Displacement of the tip, in free lengths. */
  readonly amplitude: number;
}

/**
 * A strand along −y held in the shape of a mode: the static load m ω² φ bends it exactly so, because K φ = ω² M φ.
 * It is at rest and free to go when the caller steps without forces.
 */
export function loadedRig(setup: ModalSetup): Rig {
  const { model, numbers, free, nodes, gravity, mode, unit } = setup;
  const edge = edgeFor(free, nodes, clampedFraction(model));
  const rig = new Rig({
    model,
    fibre: numbers.fibre,
    shape: straightShape(nodes, edge, [0, -1, 0]),
    gravity,
    parameters: { ...UNDAMPED, ...setup.parameters },
  });
  const omega = mode.omega * unit;
  const force = fractions(setup).map(
    (fraction): Vec3 => [fraction * numbers.lineDensity * edge * omega * omega * setup.amplitude * free, 0, 0],
  );
  const load: RigStep = { forces: nodeForces(edge, force), drag: 2 * omega * numbers.lineDensity };
  rig.settle(Math.min(1 / 120, 0.5 / omega), 60 / omega, 1e-6 * omega * setup.amplitude * free, load);
  return rig;
}

/** m φ of every node in units of an edge's mass; the tip stands for half an edge. */
function fractions({ model, nodes, mode }: ModalSetup): number[] {
  const held = clampedFraction(model);
  return Array.from({ length: nodes }, (_, i) => {
    const s = (i - held) / (nodes - 1 - held);
    return s > 0 && i > 2 * held ? mode.shape(s) * (i === nodes - 1 ? 0.5 : 1) : 0;
  });
}

/** Lets the strand swing for a few periods and fits its modal coordinate. */
export function measureMode(setup: ModalSetup, step: number, periods: number): Oscillation & { samples: number[] } {
  const rig = loadedRig(setup);
  const weights = fractions(setup);
  const omega = setup.mode.omega * setup.unit;
  const samples: number[] = [];
  const count = Math.ceil((periods * 2 * Math.PI) / omega / step);
  for (let n = 0; n < count; n++) {
    rig.step(step);
    const x = rig.positions();
    samples.push(weights.reduce((sum, weight, i) => sum + weight * x[3 * i]!, 0));
  }
  return { ...fitOscillation(samples, step, omega), samples };
}
