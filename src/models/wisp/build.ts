import { length3 } from '../../numeric/elementary.ts';
import { hashUnit } from '../../numeric/random.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, dot, normalize, perpendicular, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { setClearances } from '../layer-offset.ts';
import { carryAxes } from '../mass-spring/shape.ts';
import { type ModelSetup, OBSTACLE_ROW } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { fibreOf, sectionOf } from '../section.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { setSupport } from '../support.ts';
import { withoutCurls } from '../without-curls.ts';
import { WISP_FIELDS, type Wisp } from './fields.ts';
import type { WispParameters } from './parameters.ts';
import { shapeOf } from './shape.ts';

export type BuildOptions = ModelSetup & WispParameters;

/** Curls are as long as this to either side of a point, metres. */
const CURL = 0.02;
/** Bodies farther from the root than this do not say how a wisp lies. */
const NEAR_ROOT = 0.03;

/** A wisp at rest in its groomed shape, flat on the body where it has one. */
export const buildWisp =
  (options: BuildOptions): Physics<typeof WISP_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const wisp = growStrand(WISP_FIELDS, strands, k);
    separatePoints(wisp.position, SHORTEST_EDGE);
    wisp.positionPast.set(wisp.position);
    const turn = quatRow(roots.orientation, row);
    bindToRoot(wisp, roots, row);
    setMaterial(wisp, strands, k, options);
    const hairBelow = setClearances(wisp, options.obstacles, time, options);
    layFlat(wisp, turn, acrossAtRoot(wisp, options, time));
    setRestShape(wisp);
    if (options.restState === 'sag-free') supportWisp(wisp, turn, options.gravity, hairBelow.normal);
    return wisp;
  };

/** A factor about 1 that a wisp has for itself. */
export const variationOf = (id: number, what: number, variation: number): number =>
  1 + variation * (2 * hashUnit(id, what) - 1);

function setMaterial(wisp: Wisp, strands: Strands, k: number, options: BuildOptions): void {
  const { position: x, restLength, mass, bending, twisting, halfWidth, halfDepth, stretch, nodes, id } = wisp;
  const section = sectionOf(fibreOf(strands, k, options.fibre));
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    restLength[i] = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    const half = 0.5 * section.linearDensity * restLength[i]!;
    mass[i] = mass[i]! + half;
    mass[i + 1] = mass[i + 1]! + half;
  }
  bending.fill((options.stiffness * (section.stiff + section.soft)) / 2, 1, Math.max(1, nodes - 1));
  twisting.fill(options.stiffness * options.twistStiffness * section.twist);
  stretch[0] = options.stretchStiffness * section.stretch;
  const wide = strands.strandAttributes.get('wispWidth')?.data[k] ?? 1;
  halfWidth.fill(0.5 * options.width * wide);
  const deep = 0.5 * options.depth * variationOf(id, 1, options.variation);
  for (let i = 0; i < nodes; i++) halfDepth[i] = deep * (1 - ((1 - options.taper) * i) / Math.max(1, nodes - 1));
}

/** The way across the wisp at its root: along the skin and across the hair; level where there is no skin. */
function acrossAtRoot({ position, nodes }: Wisp, { obstacles }: BuildOptions, time: number): Vec3 {
  const t: Vec3 = nodes > 1 ? normalize(subtract(at(position, 1), at(position, 0))) : [0, -1, 0];
  let normal: Vec3 = [0, 1, 0];
  if (obstacles) {
    const row = new Float64Array(OBSTACLE_ROW);
    const body = obstacles.own ?? obstacles;
    body.nearest(position.slice(0, 3), 1, time, row);
    const found: Vec3 = [row[1]!, row[2]!, row[3]!];
    if (Math.abs(row[0]!) < NEAR_ROOT && dot(found, found) > 0.5) normal = found;
  }
  const u = cross(t, normal);
  // Hair that stands out of the skin lies level.
  if (dot(u, u) > 0.01) return normalize(u);
  const level = cross(t, [0, 1, 0]);
  return dot(level, level) > 0.01 ? normalize(level) : perpendicular(t);
}

/**
 * Carries the way across from the root to the tip, without twist, along the hair without its curls: a wisp of curls is flat, and both rims
 * curl side by side.
 */
function layFlat(wisp: Wisp, turn: Quat, first: Vec3): void {
  const { position, restLength, across, groomedAcross, u1, groomedU1, halfWidth, nodes } = wisp;
  if (nodes < 2) return;
  const plain = withoutCurls(position, restLength, CURL);
  const edges = new Float64Array(3 * nodes);
  edges.set(first);
  carryAxes(plain, 0, nodes, edges);
  u1.set(normalize(at(edges, 0)));
  groomedU1.set(rotate(conjugate(turn), at(u1, 0)));
  for (let i = 0; i < nodes; i++) {
    // Across the mean of both edges, so that rims of neighbours stay as far apart on both sides of a bend.
    const t = normalize(subtract(at(plain, Math.min(i + 1, nodes - 1)), at(plain, Math.max(0, i - 1))));
    const u = i < 2 ? at(u1, 0) : at(edges, i - 1);
    const flat = i < 2 ? u : normalize(addScaled(u, t, -dot(u, t)), perpendicular(t));
    const half = halfWidth[i]!;
    across.set([half * flat[0], half * flat[1], half * flat[2]], 3 * i);
    groomedAcross.set(rotate(conjugate(turn), at(across, i)), 3 * i);
  }
}

/** The present shape becomes the rest shape; rims are as long as they are. */
export function setRestShape(wisp: Wisp): void {
  const { position: x, across: d, leftLength, rightLength, restLength, shear, nodes } = wisp;
  if (nodes < 2) return;
  const { restBend, restTwist } = shapeOf(x, d, wisp.restLength, nodes);
  wisp.restBend.set(restBend);
  wisp.restTwist.set(restTwist);
  for (let i = 0; i + 1 < nodes; i++) {
    const e = subtract(at(x, i + 1), at(x, i));
    const w = subtract(at(d, i + 1), at(d, i));
    const wide = add(at(d, i + 1), at(d, i));
    shear[i] = dot(e, wide) / (restLength[i]! * Math.sqrt(dot(wide, wide) + 1e-30));
    leftLength[i] = Math.max(SHORTEST_EDGE, length3(e[0] + w[0], e[1] + w[1], e[2] + w[2]));
    rightLength[i] = Math.max(SHORTEST_EDGE, length3(e[0] - w[0], e[1] - w[1], e[2] - w[2]));
  }
}

/** Balances gravity: what pulls along the wisp by its tension, all else from outside. */
export function supportWisp(wisp: Wisp, turn: Quat, gravity: Vec3, hairBelow: Float64Array | null): void {
  const { nodes, position, restLength, mass, support, pretension } = wisp;
  setSupport({ nodes, position, restLength, mass, support, tension: pretension }, turn, gravity, hairBelow, false);
}
