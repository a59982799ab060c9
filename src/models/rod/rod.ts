import { conjugate, multiply, normalizeQuat, type Quat, rotate, transport } from '../../numeric/rotation.ts';
import { at, normalize, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { quatRow } from '../store/place.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { type BalanceOptions, balanceRestShape } from './balance.ts';
import { bindToRoot, buildStrand, measureStrand, placeAsGroomed } from './build.ts';
import { ROD_FIELDS, type RodStrand } from './fields.ts';
import { edgeFrame } from './frames.ts';
import { type RodParameters, rodParameters } from './parameters.ts';
import { isRingStable } from './ring.ts';
import { Stability } from './stability.ts';
import { RodStepper } from './step.ts';

/** Discrete elastic rods, implicit: hair that bends, twists and curls as real hair does. */
export const rod = defineModel({
  name: 'rod',
  about: 'Discrete elastic rod: bends, twists and curls as real hair does, implicit, inextensible.',
  parameters: rodParameters,
  fields: ROD_FIELDS,
  physics: rodPhysics,
  statics: { isRingStable },
});

function rodPhysics(setup: ModelSetup, parameters: RodParameters): Physics<typeof ROD_FIELDS> {
  const gravity: Vec3 = setup.restState === 'sag-free' ? setup.gravity : ZERO;
  const { strongestRest: strongest, poseSpring } = parameters;
  const stability = poseSpring ? new Stability() : null;
  /** Makes the present shape an equilibrium, by itself: what it may lie on is not asked again. */
  const balance = (strand: RodStrand, isRooted: boolean): void => {
    measureStrand(strand);
    strand.restMeasure.set(strand.measure);
    if (!isRooted) return;
    const [, orientation] = rootOf(strand);
    strand.poseSpring.fill(0);
    setRestState(strand, { gravity, strongest }, stability);
    supportToRoot(strand, orientation);
  };
  return {
    build(strands, k, roots, row, time) {
      const strand = buildStrand(strands, k, setup.fibre, parameters);
      const orientation = quatRow(roots.orientation, row);
      bindToRoot(strand, at(roots.position, row), orientation);
      const hairBelow = setClearances(strand, setup.obstacles, time, parameters);
      setRestState(strand, { gravity, strongest, hairBelow }, stability);
      supportToRoot(strand, orientation);
      return strand;
    },
    stepper: (store) => new RodStepper(store, setup.makeContacts, setup.kernels),
    present: ({ measure }) => ({ restMeasure: measure }),
    adoptShape(strand) {
      const isRooted = strand.rooted[0] === 1;
      if (isRooted) bindToRoot(strand, ...rootOf(strand));
      balance(strand, isRooted);
    },
    balance(strand) {
      placeAsGroomed(strand, ...rootOf(strand));
      balance(strand, true);
    },
    setState: takeState,
    afterCut(root, tip) {
      measureStrand(root);
      measureStrand(tip);
    },
    energy: energyOf,
  };
}

/** Fractions of the allowed rest curvature that are tried in turn until the strand is stable. */
const FRACTIONS = [1, 0.02, 0.003, 0] as const;
/** A little more than the weakest pose spring, so that the strand returns instead of only not leaving. */
const SPRING_MARGIN = 1.2;

/**
 * Balance may be unstable: hair that stands up or arches would need a rest shape so strong that it snaps elsewhere. So the
 * fibre itself carries as much as leaves it stable, the rest is carried from outside, and what is unstable even then
 * (hair standing up) is held by the weakest spring that keeps it.
 */
function setRestState(strand: RodStrand, options: BalanceOptions, stability: Stability | null): void {
  stability?.turnTo(strand);
  for (const fraction of FRACTIONS) {
    balanceRestShape(strand, { ...options, strongest: fraction * options.strongest });
    if (!stability || stability.isStableAlone()) return;
  }
  const s = SPRING_MARGIN * stability!.weakestPoseSpring();
  for (let i = 0; i < strand.nodes; i++) strand.poseSpring[i] = s * strand.mass[i]!;
}

/** Where a strand's root is: its first edge is held there as it was groomed. */
function rootOf({ position: x, m1, groomed, groomedM1 }: RodStrand): readonly [origin: Vec3, orientation: Quat] {
  const now = edgeFrame(at(x, 0), at(x, 1), at(m1, 0));
  const then = edgeFrame(at(groomed, 0), at(groomed, 1), at(groomedM1, 0));
  const orientation = normalizeQuat(multiply(now, conjugate(then)));
  return [subtract(at(x, 0), rotate(orientation, at(groomed, 0))), orientation];
}

/** Support is found in world coordinates and rides with the root from then on. */
function supportToRoot(strand: RodStrand, orientation: Quat): void {
  const inverse = conjugate(orientation);
  for (let i = 0; i < strand.nodes; i++) strand.support.set(rotate(inverse, at(strand.support, i)), 3 * i);
}

/** Frames follow their edges without twist. */
function takeState(strand: RodStrand, positions: Float64Array, velocities: Float64Array): number {
  const tangent = (i: number): Vec3 => normalize(subtract(at(strand.position, i + 1), at(strand.position, i)));
  const before = Array.from({ length: strand.nodes - 1 }, (_, i) => tangent(i));
  strand.position.set(positions);
  strand.positionPast.set(positions);
  strand.velocity.set(velocities);
  strand.velocityPast.set(velocities);
  before.forEach((t, i) => {
    strand.m1.set(transport(t, tangent(i), at(strand.m1, i)), 3 * i);
  });
  measureStrand(strand);
  strand.measurePast.set(strand.measure);
  return 0;
}

function energyOf({ mass, velocity, weight, measure, restMeasure }: RodStrand): { kinetic: number; elastic: number } {
  let kinetic = 0;
  let elastic = 0;
  for (let i = 0; i < velocity.length; i++) kinetic += 0.5 * mass[Math.floor(i / 3)]! * velocity[i]! * velocity[i]!;
  for (let i = 0; i < measure.length; i++) {
    const strain = measure[i]! - restMeasure[i]!;
    elastic += 0.5 * weight[i]! * strain * strain;
  }
  return { kinetic, elastic };
}
