import { conjugate, rotate } from '../../numeric/rotation.ts';
import { at, distance } from '../../numeric/vector.ts';
import { type LayerParameters, setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { polylineLength, separatePoints } from '../nodal.ts';
import { fibreOf, sectionOf } from '../section.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { type ExplicitStrand, ROD_EXPLICIT_FIELDS, rodOf } from './fields.ts';
import type { RodExplicitParameters } from './parameters.ts';
import type { Pose } from './pose.ts';
import { balanceRestShape } from './rest-shape.ts';
import { setRestState } from './rest-state.ts';
import { jointSoftness } from './step-limit.ts';

/** What a strand is built of. */
export type BuildOptions = Pick<ModelSetup, 'fibre' | 'gravity' | 'restState' | 'obstacles'> &
  Pick<RodExplicitParameters, 'stiffness' | 'taper' | 'shortestStep' | keyof LayerParameters>;

/**
 * Points nearer to each other than this fraction of the mean edge are moved apart: explicit steps cannot carry such edges.
 */
const SHORTEST_EDGE = 0.02;

/** A rod in its groomed shape, with masses and stiffnesses of the fibre, balanced as the rest state says. */
export const buildStrand =
  (options: BuildOptions): Physics<typeof ROD_EXPLICIT_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const strand = growStrand(ROD_EXPLICIT_FIELDS, strands, k);
    strand.softness.fill(1);
    const hairBelow = setClearances(strand, options.obstacles, time, options);
    if (strand.nodes > 1) {
      setMaterial(strand, { ...options, fibre: fibreOf(strands, k, options.fibre) });
      shapeStrand(strand, options, hairBelow.normal);
    }
    bindToRoot(strand, roots, row);
    strand.groomedTheta.set(strand.theta);
    strand.groomedU1.set(rotate(conjugate(quatRow(roots.orientation, row)), at(strand.u1, 0)));
    return strand;
  };

/** Frames and rest shape from the groomed centreline. */
function shapeStrand(strand: ExplicitStrand, options: BuildOptions, support: Float64Array): void {
  const rod = rodOf(strand);
  const { pose, u1, theta } = setRestState(rod, strand.position);
  strand.softness.set(jointSoftness(rod, pose.binormal, strand.mass, options.shortestStep));
  strand.theta.set(theta);
  strand.u1.set(u1.subarray(0, 3));
  balance(strand, pose, options, support);
}

/**
 * Makes the pose an equilibrium under gravity where the rest state asks for it; a free piece cannot be held by
 * anything.
 */
export function balance(strand: ExplicitStrand, pose: Pose, options: BuildOptions, support?: Float64Array): void {
  const rod = rodOf(strand);
  const isHeld = strand.rooted[0] === 1 && options.restState === 'sag-free';
  const loads = new Float64Array(3 * strand.nodes);
  if (isHeld) for (let c = 0; c < loads.length; c++) loads[c] = strand.mass[(c / 3) | 0]! * options.gravity[c % 3]!;
  balanceRestShape(rod, pose, loads, support);
}

/**
 * Lengths, masses (half an edge at the ends), B of edges and β of nodes; a taper scales the section along the strand.
 */
function setMaterial(strand: ExplicitStrand, { fibre, stiffness, taper }: BuildOptions): void {
  const { nodes, position: x, restLength, mass, bending, twisting } = strand;
  separatePoints(x, Math.max((SHORTEST_EDGE * polylineLength(x)) / (nodes - 1), 1e-7));
  for (let j = 0; j < nodes - 1; j++) restLength[j] = distance(at(x, j + 1), at(x, j));
  const total = restLength.reduce((sum, l) => sum + l, 0);
  let s = 0;
  for (let j = 0; j < nodes - 1; j++) {
    const scaleAt = (place: number): number => 1 + ((taper - 1) * place) / total;
    const section = sectionOf(fibre, scaleAt(s + 0.5 * restLength[j]!));
    const half = 0.5 * section.linearDensity * restLength[j]!;
    mass[j] = mass[j]! + half;
    mass[j + 1] = mass[j + 1]! + half;
    bending.set([stiffness * section.stiff, 0, stiffness * section.soft], 3 * j);
    if (j > 0) twisting[j] = stiffness * sectionOf(fibre, scaleAt(s)).twist;
    s += restLength[j]!;
  }
}
