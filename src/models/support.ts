import { conjugate, type Quat, rotate } from '../numeric/rotation.ts';
import { addScaled, at, dot, scale, subtract, type Vec3, ZERO } from '../numeric/vector.ts';

/** What is written when a groom is carried. */
export interface SupportedStrand {
  readonly nodes: number;
  readonly position: Float64Array;
  readonly restLength: Float64Array;
  readonly mass: Float64Array;
  /** Force from outside on each node, in root coordinates. */
  readonly support: Float64Array;
  /** Along each edge. */
  readonly tension: Float64Array;
}

/** Carries a strand of springs: they would buckle where they are pressed, and so only pull. */
export const supportSprings = (
  { pretension: tension, ...strand }: Omit<SupportedStrand, 'tension'> & { readonly pretension: Float64Array },
  orientation: Quat,
  gravity: Vec3,
  hairBelow: Float64Array | null,
): void => setSupport({ ...strand, tension }, orientation, gravity, hairBelow, false);

/**
 * What carries a strand besides its own tension, so that it stays as groomed under gravity: tip to root, the load along
 * an edge is passed on as tension, the load across it is taken from outside by a force that rides with the root. Nodes on
 * a bed give what presses on it to the hair below instead. A rod carries part of this by its rest shape; others do not try.
 * `pushes`: whether edges also pass on what presses on them.
 */
export function setSupport(
  { nodes, position, restLength, mass, support, tension }: SupportedStrand,
  orientation: Quat,
  gravity: Vec3,
  hairBelow: Float64Array | null,
  pushes = true,
): void {
  const toRoot = conjugate(orientation);
  let pull: Vec3 = ZERO;
  for (let i = nodes - 1; i > 0; i--) {
    const t = scale(subtract(at(position, i), at(position, i - 1)), 1 / restLength[i - 1]!);
    let force = addScaled(pull, gravity, mass[i]!);
    const normal = hairBelow ? at(hairBelow, i) : ZERO;
    const pressing = dot(force, normal);
    if (pressing < 0) force = addScaled(force, normal, -pressing);
    const load = dot(force, t);
    const along = load < 0 && !pushes ? 0 : load;
    support.set(rotate(toRoot, scale(addScaled(force, t, -along), -1)), 3 * i);
    tension[i - 1] = along;
    pull = scale(t, along);
  }
}
