import { type Vec3, ZERO } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { layOnBed } from '../bed.ts';
import { type ModelSetup, makeRootStates, type RootStates, type Roots, type StrandModel } from '../model.ts';
import { type BuildOptions, bindToRoot, buildStrand, contactPlaces } from './build.ts';
import { type HelixMaker, SuperHelixDynamics } from './dynamics.ts';
import { hangingProfile } from './hanging.ts';
import { type SuperHelixParameters, superHelixParameters } from './parameters.ts';
import { rememberMade, rememberNatural } from './reshape.ts';
import { setRestState } from './rest.ts';
import { type HelixStrand, isRooted } from './strand.ts';
import { makeSystem } from './system.ts';

/** Piecewise helical Kirchhoff rods: a strand without nodes, whose unknowns are curvatures and twists. */
export const superHelix: StrandModel<SuperHelixParameters> = {
  name: 'super-helix',
  about: 'Super-helix: a few helical elements with curvature and twist as unknowns; compact, stable at 1/30 s.',
  parameters: superHelixParameters,
  clampedShare: 0,
  create(setup, parameters) {
    const maker = makerFor(setup, parameters);
    return new SuperHelixDynamics(maker.make(setup.rest, setup.roots, setup.time), maker);
  },
};

/** Elements with which the sagging of a strand is looked at before its own are placed. */
const PROFILE_ELEMENTS = 40;

function makerFor(setup: ModelSetup, parameters: SuperHelixParameters): HelixMaker {
  const gravity: Vec3 = setup.restState === 'sag-free' ? setup.gravity : ZERO;
  const system = makeSystem(Math.max(parameters.elements, parameters.mostElements, PROFILE_ELEMENTS), 256);
  // Hair that will sag bends elsewhere than it was groomed; hair that keeps its shape bends where it was groomed.
  const sags = setup.restState === 'as-groomed' && parameters.placement === 'curvature';
  const profileOf = (id: number, points: Float32Array, k: number, rows: RootStates): Partial<BuildOptions> => {
    if (!sags || points.length < 6) return {};
    const even = { ...parameters, elements: PROFILE_ELEMENTS, mostElements: 1, placement: 'uniform' as const };
    const fine = buildStrand(id, points, { fibre: setup.fibre, parameters: even });
    bindToRoot(system, fine, rows, k);
    return { profile: hangingProfile(system, fine, setup.gravity) };
  };
  return {
    iterations: parameters.iterations,
    isPublished: parameters.stepper === 'published',
    rest(strand: HelixStrand): void {
      const own = makeSystem(strand.length.length, 64);
      if (isRooted(strand)) setRestState(own, strand, { gravity, isHeld: parameters.hold });
      else strand.rest.set(strand.w);
      rememberNatural(strand);
    },
    make(strands: Strands, roots: Roots, time: number): HelixStrand[] {
      const rows = makeRootStates(strands.id.length);
      roots.sample(strands.id, time, rows);
      return Array.from(strands.id, (id, k) => {
        const points = strands.positions.subarray(3 * strands.first[k]!, 3 * strands.first[k + 1]!);
        const strand = buildStrand(id, points, { fibre: setup.fibre, parameters, ...profileOf(id, points, k, rows) });
        bindToRoot(system, strand, rows, k);
        const places = contactPlaces(system, strand);
        const bed = layOnBed(places, setup.obstacles, time, parameters.thickness, parameters.bed);
        strand.clearance.set(bed.clearance);
        setRestState(system, strand, { gravity, isHeld: parameters.hold, bed });
        rememberMade(strand);
        return strand;
      });
    },
  };
}
