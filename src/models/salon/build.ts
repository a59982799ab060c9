import { length3 } from '../../numeric/elementary.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import {
  add,
  addScaled,
  at,
  cross,
  dot,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../../numeric/vector.ts';
import { setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { fibreOf, sectionOf } from '../section.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { withoutCurls } from '../without-curls.ts';
import { offsetsOf } from './curl.ts';
import { SALON_FIELDS, type Skeleton } from './fields.ts';
import type { SalonParameters } from './parameters.ts';

export type BuildOptions = ModelSetup & SalonParameters;

/** A dual skeleton at rest in its groomed shape. */
export const buildSkeleton =
  (options: BuildOptions): Physics<typeof SALON_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const skeleton = growStrand(SALON_FIELDS, strands, k);
    separatePoints(skeleton.position, SHORTEST_EDGE);
    const turn = quatRow(roots.orientation, row);
    bindToRoot(skeleton, roots, row);
    skeleton.bind.set([...at(skeleton.groomed, 0), 0, 0, 0, 1]);
    skeleton.pose.set([...at(skeleton.position, 0), ...turn]);
    setClearances(skeleton, options.obstacles, time, options);
    const { position: x, restLength, mass, nodes } = skeleton;
    const section = sectionOf(fibreOf(strands, k, options.fibre));
    for (let i = 0; i + 1 < nodes; i++) {
      const a = 3 * i;
      restLength[i] = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
      const half = 0.5 * section.linearDensity * restLength[i]!;
      mass[i] = mass[i]! + half;
      mass[i + 1] = mass[i + 1]! + half;
    }
    setSkeleton(skeleton, options);
    const { bending, drawing, restSpan, offset } = skeleton;
    const stiff = (options.stiffness * (section.stiff + section.soft)) / 2;
    for (let i = 0; i + 1 < nodes; i++) {
      bending[i] = (2 * stiff) / (restLength[Math.max(0, i - 1)]! + restLength[i]!);
      // A helix gives way by its radius squared: by twist as far as it is flat, by bending as far as it is steep.
      const rise = Math.min(1, (restSpan[i]! / restLength[i]!) * (restSpan[i]! / restLength[i]!));
      const radius = 0.5 * (across(offset, i) + across(offset, i + 1));
      const curl = (radius * radius * (rise / section.twist + (1 - rise) / section.stiff)) / options.curlStiffness;
      const straight = 1 / (options.stretchStiffness * section.stretch);
      drawing[i] = 1 / (restLength[i]! * (curl + straight));
    }
    if (options.restState === 'sag-free') supportSkeleton(skeleton, options.gravity);
    return skeleton;
  };

const across = (offset: Float64Array, i: number): number => {
  const p = offset[3 * i + 1]!;
  const q = offset[3 * i + 2]!;
  return Math.sqrt(p * p + q * q);
};

/** Takes both skeletons from the present points: they are the shape at rest. */
export function setSkeleton(skeleton: Skeleton, { curlReach }: Pick<SalonParameters, 'curlReach'>): void {
  const { position, restLength, direction, groomedDirection, restDirection, span, restSpan, offset, u1, nodes } =
    skeleton;
  if (nodes < 2) return;
  const turn = turnOf(skeleton);
  const global = withoutCurls(position, restLength, curlReach);
  linksOf(global, direction, span);
  restSpan.set(span);
  const first = perpendicular(at(direction, 0));
  u1.set(rotate(conjugate(turn), first));
  const axes = new Float64Array(3 * nodes);
  axes.set(first);
  offset.set(offsetsOf(global, axes, position));
  for (let i = 0; i + 1 < nodes; i++) groomedDirection.set(rotate(conjugate(turn), at(direction, i)), 3 * i);
  restDirection.set(groomedDirection);
}

/** Directions and spans of the links between points. */
export function linksOf(g: Float64Array, direction: Float64Array, span: Float64Array): void {
  for (let i = 0; 3 * i + 3 < g.length; i++) {
    const e = subtract(at(g, i + 1), at(g, i));
    span[i] = Math.max(SHORTEST_EDGE, length3(...e));
    direction.set(normalize(e, [0, -1, 0]), 3 * i);
  }
}

export const turnOf = ({ pose }: Skeleton): Quat => [pose[3]!, pose[4]!, pose[5]!, pose[6]!];

/** Moments and pulls that carry the weight in the present shape; they ride with the root. */
export function supportSkeleton(skeleton: Skeleton, gravity: Vec3): void {
  const { mass, span, direction, support, pretension, position, nodes } = skeleton;
  const toRoot = conjugate(turnOf(skeleton));
  const global = globalPoints(skeleton, at(position, 0));
  let beyond: Vec3 = [0, 0, 0];
  for (let i = nodes - 2; i >= 0; i--) {
    const t = at(direction, i);
    const weight = scale(gravity, mass[i + 1]!);
    beyond = add(beyond, weight);
    // The point is off the chain, and its weight turns the link that it winds about.
    const off = scale(subtract(at(position, i + 1), at(global, i + 1)), 1 / span[i]!);
    const force = addScaled(addScaled(beyond, weight, dot(off, t)), off, -dot(t, weight));
    support.set(rotate(toRoot, scale(cross(t, force), -span[i]!)), 3 * i);
    pretension[i] = dot(t, force);
  }
}

/** The points of the global skeleton from its first one. */
export function globalPoints({ direction, span, nodes }: Skeleton, first: Vec3): Float64Array {
  const g = new Float64Array(3 * nodes);
  let here = first;
  g.set(here);
  for (let i = 0; i + 1 < nodes; i++) {
    here = add(here, scale(at(direction, i), span[i]!));
    g.set(here, 3 * i + 3);
  }
  return g;
}
