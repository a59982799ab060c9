import { hashUnit } from '../../numeric/random.ts';
import { makeCoreState, measureCore } from './core.ts';
import { makeFrame, writeTargets } from './frames.ts';
import { shapeOf } from './rest-shape.ts';
import { setWeights, smoothEdges } from './smoothing.ts';
import type { SpringView } from './springs.ts';

/** Points of a helix about −y whose edges are `edge` long, more or less. */
export function helix(nodes: number, edge = 0.01, radius = 0.015, pitch = 0.04): Float64Array {
  const x = new Float64Array(3 * nodes);
  const turn = edge / Math.sqrt(radius * radius + (pitch / (2 * Math.PI)) ** 2);
  for (let i = 0; i < nodes; i++) {
    const a = i * turn;
    x.set([radius * Math.cos(a) - radius, (-pitch * a) / (2 * Math.PI), radius * Math.sin(a)], 3 * i);
  }
  return x;
}

export const lengthsOf = (x: Float64Array): Float64Array =>
  Float64Array.from({ length: x.length / 3 }, (_, i) =>
    3 * i + 3 < x.length
      ? Math.hypot(x[3 * i + 3]! - x[3 * i]!, x[3 * i + 4]! - x[3 * i + 1]!, x[3 * i + 5]! - x[3 * i + 2]!)
      : 0,
  );

/** Points moved at random by up to `size` each way. */
export function shaken(x: Float64Array, size: number, seed: number): Float64Array {
  return x.map((c, i) => c + size * (2 * hashUnit(seed, i) - 1));
}

/** A vector across the first edge. */
export function acrossFirst(x: Float64Array): Float64Array {
  const e = [x[3]! - x[0]!, x[4]! - x[1]!, x[5]! - x[2]!] as const;
  const u = [e[1], -e[0], 0] as const;
  const l = Math.hypot(...u);
  return Float64Array.from(u, (c) => c / l);
}

/** A strand with all its springs, at rest as `rest` is. */
export function springsOf(rest: Float64Array, bendSmoothing = 0.1, coreSmoothing = 0.03, isConsistent = true) {
  const nodes = rest.length / 3;
  const restLength = lengthsOf(rest);
  const weight = (alpha: number): Float64Array => {
    const out = new Float64Array(nodes);
    setWeights(restLength, 0, nodes, alpha, out);
    return out;
  };
  const shape = shapeOf(rest, restLength, acrossFirst(rest), { bendSmoothing, coreSmoothing });
  const view: SpringView = {
    from: 0,
    to: nodes,
    restLength,
    pretension: new Float64Array(nodes),
    bendStiffness: new Float64Array(nodes).fill(40),
    bendDamping: new Float64Array(nodes).fill(3),
    restCore: shape.restCore,
    bendWeight: weight(bendSmoothing),
    coreWeight: weight(coreSmoothing),
    stretch: 5,
    stretchDamping: 0.02,
    core: { stiffness: 0.7, stiffnessMost: 0.7, damping: 0.01, dampingMost: 0.01 },
    isConsistent,
  };
  return { view, reference: shape.reference };
}

/** Where bending springs of such a strand pull the edges of `x`, the first frame having `u`. */
export function targetsOf(
  { view, reference }: ReturnType<typeof springsOf>,
  x: Float64Array,
  u: Float64Array,
): Float64Array {
  const smoothed = new Float64Array(x.length);
  const targets = new Float64Array(x.length);
  smoothEdges(x, view.restLength, view.bendWeight, 0, view.to, smoothed);
  writeTargets(makeFrame(), smoothed, reference, view.restLength, 0, view.to, u, 0, targets);
  return targets;
}

export function coreOf({ view }: ReturnType<typeof springsOf>, x: Float64Array) {
  const smoothed = new Float64Array(x.length);
  const core = makeCoreState(view.to);
  smoothEdges(x, view.restLength, view.coreWeight, 0, view.to, smoothed);
  measureCore(smoothed, view.restCore, view.restLength, 0, view.to, view.core, core);
  return core;
}
