import type { TriangleMesh } from '../../../body/mesh.ts';
import { isFinite3 } from '../../../numeric/vector.ts';
import { InputError } from '../../../strands/input-error.ts';
import type { SkinPlace } from '../../skin.ts';
import type { ScalarField, VectorField } from '../field.ts';
import { type CombedSkin, type Combing, combSkin } from './combed.ts';

/** The direction that strokes give a whole skin; solved when somebody first asks. */
export class CombedField implements VectorField {
  readonly stand: ScalarField = { at: (place) => this.skin.standing(place) };
  private readonly mesh: TriangleMesh;
  private readonly combing: Combing;
  private known: CombedSkin | null = null;

  constructor(name: string, mesh: TriangleMesh, combing: Combing) {
    this.mesh = mesh;
    this.combing = combing;
    check(name, combing);
  }

  get skin(): CombedSkin {
    this.known ??= combSkin(this.mesh, this.combing);
    return this.known;
  }

  /** What the person who made the strokes should know; only of a field that was asked. */
  get notes(): readonly string[] {
    return this.known?.notes ?? [];
  }

  at(place: SkinPlace, out: Float64Array): void {
    this.skin.at(place, out);
  }
}

function check(name: string, { strokes, whorls = [], axis }: Combing): void {
  const refuse = (what: string): never => {
    throw new InputError('field/combed', `The field "${name}" cannot be combed so: ${what}.`);
  };
  strokes.forEach(({ path, strength = 1 }, n) => {
    if (path.length < 2) refuse(`stroke ${n} has ${path.length} points and needs two`);
    if (!path.every(isFinite3)) refuse(`stroke ${n} has a point without finite coordinates`);
    if (!(strength >= 0 && Number.isFinite(strength))) refuse(`stroke ${n} has the strength ${strength}`);
  });
  whorls.forEach(({ at, index = 1 }, n) => {
    if (!isFinite3(at)) refuse(`whorl ${n} has no finite place`);
    if (index !== 1 && index !== -1) refuse(`whorl ${n} has the index ${index}, and must have 1 or -1`);
  });
  if (axis && !isFinite3(axis)) refuse('its axis is not finite');
}
