import { length3 } from '../../numeric/elementary.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import { at, cross, dot, normalize, perpendicular, subtract, type Vec3 } from '../../numeric/vector.ts';
import { setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { fibreOf } from '../section.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { setSupport } from '../support.ts';
import { CHAIN_FIELDS, type ChainStrand } from './fields.ts';
import { transportAlong } from './frames.ts';
import { makeJoint, measureJoint } from './joint.ts';
import type { ChainParameters } from './parameters.ts';

export type BuildOptions = ModelSetup & ChainParameters;

/** A chain at rest in its groomed shape, with masses and stiffnesses of the fibre. */
export const buildStrand =
  (options: BuildOptions): Physics<typeof CHAIN_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const strand = growStrand(CHAIN_FIELDS, strands, k);
    separatePoints(strand.position, SHORTEST_EDGE);
    setMaterial(strand, { ...options, fibre: fibreOf(strands, k, options.fibre) });
    const orientation = quatRow(roots.orientation, row);
    bindToRoot(strand, roots, row);
    setFrames(strand, orientation);
    const hairBelow = setClearances(strand, options.obstacles, time, options);
    setRestShape(strand);
    if (options.restState === 'sag-free') setSupport(strand, orientation, options.gravity, hairBelow.normal);
    return strand;
  };

function setMaterial(strand: ChainStrand, options: BuildOptions): void {
  const { fibre } = options;
  const area = Math.PI * fibre.radius * fibre.radius;
  const linear = fibre.density * area;
  // Mean bending stiffness of the two axes of the section.
  const e = fibre.ellipticity;
  const bending = ((fibre.youngsModulus * area * fibre.radius * fibre.radius) / 4) * 0.5 * (e + 1 / e);
  const twistRatio = 2 / ((1 + fibre.poissonRatio) * (e + 1 / e) * (e + 1 / e));
  const { position: x, restLength, mass, stiffness, twistStiffness, nodes } = strand;
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    const l = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    restLength[i] = l;
    mass[i] = mass[i]! + 0.5 * linear * restLength[i]!;
    mass[i + 1] = mass[i + 1]! + 0.5 * linear * restLength[i]!;
  }
  for (let i = 1; i < nodes - 1; i++) {
    stiffness[i] = (2 * options.stiffness * bending) / (restLength[i - 1]! + restLength[i]!);
    twistStiffness[i] = stiffness[i]! * twistRatio;
  }
}

/** Frames without twist, in the world and in the coordinates of the root. */
function setFrames({ position, u1, groomedU1, nodes }: ChainStrand, orientation: Quat): void {
  if (nodes < 2) return;
  u1.set(perpendicular(normalize(subtract(at(position, 1), at(position, 0)))));
  transportAlong(position, u1, 0, nodes);
  for (let i = 0; i < nodes - 1; i++) groomedU1.set(rotate(conjugate(orientation), at(u1, i)), 3 * i);
}

/** The present shape becomes the rest shape. */
export function setRestShape(strand: ChainStrand): void {
  const { bend, restTwist } = measureRestShape(strand);
  strand.bend.set(bend);
  strand.restTwist.set(restTwist);
}

/** The shape that every joint has at present, as its rest shape would be written. */
export function measureRestShape(strand: ChainStrand): { bend: Float64Array; restTwist: Float64Array } {
  const { position, u1, nodes } = strand;
  const bend = new Float64Array(3 * nodes);
  const restTwist = new Float64Array(nodes);
  const joint = makeJoint();
  for (let i = 1; i < nodes - 1; i++) {
    measureJoint(position, u1, bend, i, joint);
    const p: Vec3 = [joint.px, joint.py, joint.pz];
    const t: Vec3 = [joint.tx, joint.ty, joint.tz];
    const u = at(u1, i - 1);
    bend.set([dot(t, p), dot(t, u), dot(t, cross(p, u))], 3 * i);
    restTwist[i] = joint.twist;
  }
  return { bend, restTwist };
}
