import { conjugate, multiply, normalizeQuat, type Quat, rotate } from '../../numeric/rotation.ts';
import { at, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { layOnBed } from '../bed.ts';
import { type ModelSetup, makeRootStates, type Roots, type StrandModel } from '../model.ts';
import { type BalanceOptions, balanceRestShape } from './balance.ts';
import { bindToRoot, buildStrand, measureStrand } from './build.ts';
import { RodDynamics, type RodMaker } from './dynamics.ts';
import { edgeFrame } from './frames.ts';
import { type RodParameters, rodParameters } from './parameters.ts';
import { rememberMade, rememberNatural } from './reshape.ts';
import { isRingStable } from './ring.ts';
import { isStableAlone, smallestHold } from './stability.ts';
import type { RodStrand } from './state.ts';

/** Discrete elastic rods, implicit: hair that bends, twists and curls as real hair does. */
export const rod: StrandModel<RodParameters> = {
  name: 'rod',
  about: 'Discrete elastic rod: bends, twists and curls as real hair does, implicit, inextensible.',
  parameters: rodParameters,
  create(setup, parameters) {
    const maker = makerFor(setup, parameters);
    return new RodDynamics(maker.make(setup.rest, setup.roots, setup.time), maker);
  },
  statics: { isRingStable },
};

function makerFor(setup: ModelSetup, parameters: RodParameters): RodMaker {
  const gravity: Vec3 = setup.restState === 'sag-free' ? setup.gravity : ZERO;
  return {
    rest(strand: RodStrand): void {
      measureStrand(strand);
      strand.restMeasure.set(strand.measure);
      if (strand.rooted) {
        const [origin, orientation] = rootOf(strand);
        bindToRoot(strand, origin, orientation);
        strand.hold.fill(0);
        setRestState(strand, { gravity, strongest: parameters.strongestRest }, parameters.hold);
        supportToRoot(strand, orientation);
      }
      rememberNatural(strand);
    },
    make(strands: Strands, roots: Roots, time: number): RodStrand[] {
      const made = Array.from(strands.id, (_, k) => buildStrand(strands, k, setup.fibre, parameters));
      const rows = makeRootStates(made.length);
      roots.sample(strands.id, time, rows);
      made.forEach((strand, k) => {
        const o = rows.orientation;
        const orientation = [o[4 * k]!, o[4 * k + 1]!, o[4 * k + 2]!, o[4 * k + 3]!] as const;
        bindToRoot(strand, at(rows.position, k), orientation);
        const bed = layOnBed(strand.x, setup.obstacles, time, parameters.thickness, parameters.bed);
        strand.clearance.set(bed.clearance);
        const middles = layOnBed(middlesOf(strand), setup.obstacles, time, parameters.thickness, parameters.bed);
        strand.middleClearance.set(middles.clearance.map(withSlack));
        setRestState(strand, { gravity, strongest: parameters.strongestRest, bed }, parameters.hold);
        supportToRoot(strand, orientation);
        rememberMade(strand);
      });
      return made;
    },
  };
}

/** Shares of the allowed rest curvature that are tried in turn until the strand is stable. */
const SHARES = [1, 0.02, 0.003, 0] as const;
/** A little more than the weakest hold, so that the strand returns instead of only not leaving. */
const HOLD_MARGIN = 1.2;

/**
 * Balance may be unstable: hair that stands up or arches would need a rest shape so strong that it snaps elsewhere. So the
 * fibre itself carries as much as leaves it stable, the rest is carried from outside, and what is unstable even then
 * (hair standing up) is held by the weakest spring that keeps it.
 */
function setRestState(strand: RodStrand, options: BalanceOptions, isHeld: boolean): void {
  for (const share of SHARES) {
    balanceRestShape(strand, { ...options, strongest: share * options.strongest });
    if (!isHeld || isStableAlone(strand)) return;
  }
  const s = HOLD_MARGIN * smallestHold(strand);
  for (let i = 0; i < strand.nodes; i++) strand.hold[i] = s * strand.mass[i]!;
}

/**
 * Middles keep this much less: on a round body they would carry the strand instead of its nodes, and where both just touch
 * they take turns. A strand dragged over a ball for 1,920 steps: 73,000 contacts let go or put on without it, 31,000 with it.
 */
const MIDDLE_SLACK = 2e-4;
const withSlack = (clearance: number): number => Math.max(Math.min(clearance, 0), clearance - MIDDLE_SLACK);

/** Middles of the edges; the tip, which has none, stands for its own. */
function middlesOf({ x, nodes }: RodStrand): Float64Array {
  return x.map((here, i) => 0.5 * (here + x[i < 3 * nodes - 3 ? i + 3 : i]!));
}

/** Where a strand's root is: its first edge is held there as it was groomed. */
function rootOf({ x, m1, groomed, groomedM1 }: RodStrand): readonly [origin: Vec3, orientation: Quat] {
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
