import { type Vec3, ZERO } from '../../numeric/vector.ts';
import { setClearances } from '../layer-offset.ts';
import type { Fibre, ModelSetup, RootStates } from '../model.ts';
import { fibreOf } from '../section.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import {
  adoptShape,
  type BuildOptions,
  bindToRoot,
  buildStrand,
  forgetPast,
  momentumOf,
  writePlaces,
} from './build.ts';
import { cutStrand } from './cut.ts';
import { factorAlong, lengthen } from './edits.ts';
import { HELIX_FIELDS, type HelixStrand } from './fields.ts';
import { followPoints } from './follow.ts';
import { hangingProfile } from './hanging.ts';
import { InverseMasses, placeAt } from './inverse-mass.ts';
import { type SuperHelixParameters, superHelixParameters } from './parameters.ts';
import { setRestState } from './rest.ts';
import { HelixStepper } from './step.ts';
import { isRooted } from './strand.ts';
import { makeSystem } from './system.ts';

/** Piecewise helical Kirchhoff rods: a strand without nodes, whose unknowns are curvatures and twists. */
export const superHelix = defineModel({
  name: 'super-helix',
  about: 'Super-helix: a few helical elements with curvature and twist as unknowns; compact, stable at 1/30 s.',
  parameters: superHelixParameters,
  clampedFraction: 0,
  sharesMass: true,
  fields: HELIX_FIELDS,
  physics: helixPhysics,
});

/** Elements with which the sagging of a strand is looked at before its own are placed. */
const PROFILE_ELEMENTS = 40;

function helixPhysics(setup: ModelSetup, parameters: SuperHelixParameters): Physics<typeof HELIX_FIELDS> {
  const gravity: Vec3 = setup.restState === 'sag-free' ? setup.gravity : ZERO;
  const { poseSpring: isHeld, iterations, stepper } = parameters;
  const most = Math.max(parameters.elements, parameters.mostElements, PROFILE_ELEMENTS);
  const system = makeSystem(most, 256);
  const inverseMasses = new InverseMasses(makeSystem(most, 64));
  // Hair that will sag bends elsewhere than it was groomed; hair that keeps its shape bends where it was groomed.
  const sags = setup.restState === 'as-groomed' && parameters.placement === 'curvature';
  const profileOf = (
    id: number,
    points: Float32Array,
    fibre: Fibre,
    roots: RootStates,
    row: number,
  ): Partial<BuildOptions> => {
    if (!sags || points.length < 6) return {};
    const even = { ...parameters, elements: PROFILE_ELEMENTS, mostElements: 1, placement: 'uniform' as const };
    const fine = buildStrand(id, points, { fibre, parameters: even });
    bindToRoot(system, fine, roots, row);
    return { profile: hangingProfile(system, fine, setup.gravity) };
  };
  return {
    build(strands, k, roots, row, time) {
      const id = strands.id[k]!;
      const points = strands.positions.subarray(3 * strands.first[k]!, 3 * strands.first[k + 1]!);
      const fibre = fibreOf(strands, k, setup.fibre);
      const options = { fibre, parameters, ...profileOf(id, points, fibre, roots, row) };
      const strand = buildStrand(id, points, options);
      bindToRoot(system, strand, roots, row);
      const hairBelow = setClearances(strand, setup.obstacles, time, parameters);
      setRestState(system, strand, { gravity, isHeld, hairBelow });
      return strand;
    },
    stepper: (store) => new HelixStepper(store, setup.makeContacts, iterations, stepper === 'published'),
    present: ({ w }) => ({ rest: w }),
    factorOf: factorAlong,
    lengthen: (strand, factorAt) => lengthen(system, strand, factorAt),
    adoptShape(strand) {
      adoptShape(strand);
      if (isRooted(strand)) setRestState(system, strand, { gravity, isHeld });
      else strand.rest.set(strand.w);
    },
    balance(strand) {
      strand.w.set(strand.groomedW);
      setRestState(system, strand, { gravity, isHeld });
    },
    placed(strand) {
      writePlaces(system, strand);
      forgetPast(strand);
    },
    setState: (strand, positions, velocities) => followPoints(system, strand, positions, velocities),
    cut: (strand, s, newId) => cutStrand(system, strand, s, newId),
    energy: energyOf,
    momentum: momentumOf,
    positionAt: (strand, s) => placeAt(system, strand, s),
    inverseMass: (strand, s, direction) => inverseMasses.at(strand, s, direction),
  };
}

function energyOf({ mass, v, w, rest, stiffness }: HelixStrand): { kinetic: number; elastic: number } {
  let kinetic = 0;
  let elastic = 0;
  for (let i = 0; i < v.length; i++) kinetic += 0.5 * mass[Math.floor(i / 3)]! * v[i]! * v[i]!;
  for (let i = 0; i < w.length; i++) elastic += 0.5 * stiffness[i]! * (w[i]! - rest[i]!) * (w[i]! - rest[i]!);
  return { kinetic, elastic };
}
