import { length3 } from '../../numeric/elementary.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import { at, normalize, perpendicular, subtract } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { fibreOf } from '../section.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { supportSprings } from '../support.ts';
import { MASS_SPRING_FIELDS, type SpringStrand } from './fields.ts';
import type { MassSpringParameters } from './parameters.ts';
import { rigs } from './rig.ts';
import { anglesOf, placeRails } from './shape.ts';

export type BuildOptions = ModelSetup & MassSpringParameters;

/** A strand of springs at rest in its groomed shape, with masses and stiffnesses of the fibre. */
export const buildStrand =
  (options: BuildOptions): Physics<typeof MASS_SPRING_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const strand = growStrand(MASS_SPRING_FIELDS, strands, k);
    separatePoints(strand.position, SHORTEST_EDGE);
    strand.positionPast.set(strand.position);
    setMaterial(strand, { ...options, fibre: fibreOf(strands, k, options.fibre) });
    setControls(strand, strands, k);
    const orientation = quatRow(roots.orientation, row);
    bindToRoot(strand, roots, row);
    setAxis(strand, orientation);
    const hairBelow = setClearances(strand, options.obstacles, time, options);
    strand.restAngle.set(anglesOf(strand.position, strand.u1));
    setRails(strand, orientation, options);
    if (options.restState === 'sag-free') supportSprings(strand, orientation, options.gravity, hairBelow.normal);
    return strand;
  };

function setMaterial(strand: SpringStrand, { fibre, stiffness, stretchStiffness }: BuildOptions): void {
  const area = Math.PI * fibre.radius * fibre.radius;
  const linear = fibre.density * area;
  // Mean of the two axes of the section.
  const e = fibre.ellipticity;
  const bending = ((fibre.youngsModulus * area * fibre.radius * fibre.radius) / 4) * 0.5 * (e + 1 / e);
  const { position: x, restLength, mass, bendStiffness, stretch, nodes } = strand;
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    const l = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    restLength[i] = l;
    mass[i] = mass[i]! + 0.5 * linear * l;
    mass[i + 1] = mass[i + 1]! + 0.5 * linear * l;
  }
  for (let i = 1; i < nodes - 1; i++)
    bendStiffness[i] = (2 * stiffness * bending) / (restLength[i - 1]! + restLength[i]!);
  stretch[0] = stretchStiffness * fibre.youngsModulus * area;
}

/** What the groom says of its motors, strand by strand. */
function setControls({ controls }: SpringStrand, { strandAttributes }: Strands, k: number): void {
  const said = (name: string): number | undefined => strandAttributes.get(name)?.data[k];
  controls[0] = said('motorAmplitude') ?? 1;
  controls[1] = said('motorFrequency') ?? 1;
  controls[2] = said('motorPhase') ?? 0;
}

function setAxis({ position, u1, groomedU1, nodes }: SpringStrand, orientation: Quat): void {
  if (nodes < 2) return;
  // Of the root, not of the world: strips stand as their skin is turned.
  const along = rotate(conjugate(orientation), normalize(subtract(at(position, 1), at(position, 0))));
  const u = perpendicular(along);
  groomedU1.set(u);
  u1.set(rotate(orientation, u));
}

/** Rails about the present shape, at rest; they are those of the groom where it has a root. */
export function setRails(
  strand: SpringStrand,
  orientation: Quat | null,
  { rig, width }: Pick<MassSpringParameters, 'rig' | 'width'>,
): void {
  const { position, u1, rails, railVelocity, groomedRails, nodes } = strand;
  rails.set(placeRails(position, u1, rigs[rig], width));
  railVelocity.fill(0);
  if (!orientation) return;
  const toRoot = conjugate(orientation);
  for (let i = 0; i < 2 * nodes; i++) groomedRails.set(rotate(toRoot, at(rails, i)), 3 * i);
}
