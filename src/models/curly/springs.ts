import { addThree } from '../../numeric/flat3.ts';
import type { CoreMaterial, CoreState } from './core.ts';
import { smoothEdges, smoothTensions } from './smoothing.ts';

/**
 * Springs of a strand as tensions of its edges, three numbers at the edge's first node: + on that node, − on the next, so that no spring
 * moves a strand as a whole (Iben et al. 2013, section 3).
 */

/** Nodes from .. to of packed arrays: one strand with its springs. */
export interface SpringView {
  from: number;
  to: number;
  readonly restLength: Float64Array;
  readonly pretension: Float64Array;
  readonly bendStiffness: Float64Array;
  readonly bendDamping: Float64Array;
  readonly restCore: Float64Array;
  /** Weights of the smoothing of frames and of the core. */
  readonly bendWeight: Float64Array;
  readonly coreWeight: Float64Array;
  /** Stiffness and damping of an edge times its length: N, N s. */
  stretch: number;
  stretchDamping: number;
  readonly core: CoreMaterial;
  /** Whether a core spring acts on all edges that its smoothed edge is made of, or as published on its own. */
  readonly isConsistent: boolean;
}

/** Writes the tensions of stretch springs, pretension included. */
export function setStretch(view: SpringView, x: Float64Array, out: Float64Array): void {
  const { from, to, restLength, pretension, stretch } = view;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const l = restLength[i]!;
    const f = ((stretch * (length - l)) / l + pretension[i]!) / length;
    out[a] = f * ex;
    out[a + 1] = f * ey;
    out[a + 2] = f * ez;
  }
}

/** Adds those of bending springs, which pull edges to `targets`. */
export function addBend(view: SpringView, x: Float64Array, targets: Float64Array, out: Float64Array): void {
  const { from, to, bendStiffness } = view;
  for (let i = from + 1; i < to - 1; i++) {
    const a = 3 * i;
    const k = bendStiffness[i]!;
    out[a] = out[a]! + k * (x[a + 3]! - x[a]! - targets[a]!);
    out[a + 1] = out[a + 1]! + k * (x[a + 4]! - x[a + 1]! - targets[a + 1]!);
    out[a + 2] = out[a + 2]! + k * (x[a + 5]! - x[a + 2]! - targets[a + 2]!);
  }
}

/** Adds those of core springs; `scratch` has three numbers a node. */
export function addCore(view: SpringView, core: CoreState, scratch: Float64Array, out: Float64Array): void {
  if (!core.isActive) return;
  const { from, to } = view;
  const { direction, moment } = core;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    scratch[a] = moment[i]! * direction[a]!;
    scratch[a + 1] = moment[i]! * direction[a + 1]!;
    scratch[a + 2] = moment[i]! * direction[a + 2]!;
  }
  passOn(view, scratch, out);
}

/** Adds the damping of the core at velocities `v`, as a pull against getting longer. */
export function addCoreDamping(
  view: SpringView,
  core: CoreState,
  v: Float64Array,
  scratch: Float64Array,
  out: Float64Array,
): void {
  if (!core.isActive) return;
  const { from, to, restLength, coreWeight } = view;
  const { direction, drag } = core;
  smoothEdges(v, restLength, coreWeight, from, to, scratch);
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const bx = direction[a]!;
    const by = direction[a + 1]!;
    const bz = direction[a + 2]!;
    const pull = drag[i]! * (scratch[a]! * bx + scratch[a + 1]! * by + scratch[a + 2]! * bz);
    scratch[a] = pull * bx;
    scratch[a + 1] = pull * by;
    scratch[a + 2] = pull * bz;
  }
  passOn(view, scratch, out);
}

/** Adds moments of smoothed edges as tensions of edges: of all that they are made of, or of their own. Spoils `moments`. */
export function passOn(view: SpringView, moments: Float64Array, out: Float64Array): void {
  const { from, to, restLength, coreWeight } = view;
  if (view.isConsistent) smoothTensions(moments, restLength, coreWeight, from, to, moments);
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const s = view.isConsistent ? 1 : 1 / restLength[i]!;
    addThree(out, a, s * moments[a]!, s * moments[a + 1]!, s * moments[a + 2]!);
  }
}

/** Adds damping of stretch (along the edge) and of bending (across it). */
export function addEdgeDamping(view: SpringView, x: Float64Array, v: Float64Array, out: Float64Array): void {
  const { from, to, restLength, bendDamping, stretchDamping } = view;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const vx = v[a + 3]! - v[a]!;
    const vy = v[a + 4]! - v[a + 1]!;
    const vz = v[a + 5]! - v[a + 2]!;
    const across = bendDamping[i]!;
    const along =
      ((stretchDamping / restLength[i]! - across) * (vx * ex + vy * ey + vz * ez)) /
      (ex * ex + ey * ey + ez * ez + 1e-60);
    out[a] = out[a]! + across * vx + along * ex;
    out[a + 1] = out[a + 1]! + across * vy + along * ey;
    out[a + 2] = out[a + 2]! + across * vz + along * ez;
  }
}

/** Adds what tensions of edges do to the nodes. */
export function addNodeForces(tension: Float64Array, from: number, to: number, force: Float64Array): void {
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    addThree(force, a, tension[a]!, tension[a + 1]!, tension[a + 2]!);
    addThree(force, a + 3, -tension[a]!, -tension[a + 1]!, -tension[a + 2]!);
  }
}
