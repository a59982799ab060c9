import type { TriangleMesh } from '../../body/mesh.ts';
import { makePlace, type SkinPlace } from '../skin.ts';
import type { ScalarField, VectorField } from './field.ts';
import type { HairFields } from './hair-fields.ts';

/**
 * Fields are said for a body at rest: strokes lie where they were drawn on it, and a skin that an animation folds is combed without the whorls
 * that its folds would ask for. Hair grows on the body as it stands when its animation begins. Here what is said of the one is asked on the other.
 */
export function fieldsAtRest(fields: HairFields, mesh: TriangleMesh): HairFields {
  if (!mesh.rest) return fields;
  const pose = new RestPose(mesh, mesh.rest);
  const scalar = (field: ScalarField): ScalarField =>
    field.constant === undefined ? { at: (place) => field.at(pose.atRest(place)) } : field;
  return {
    length: scalar(fields.length),
    direction: carried(fields.direction, pose),
    lift: scalar(fields.lift),
    density: scalar(fields.density),
    curl: scalar(fields.curl),
    pitch: scalar(fields.pitch),
    stiffness: scalar(fields.stiffness),
    clumping: scalar(fields.clumping),
    width: scalar(fields.width),
    colour: fields.colour.isOne ? fields.colour : { at: (place, out) => fields.colour.at(pose.atRest(place), out) },
  };
}

/** A direction that the skin takes along as it turns and stretches. */
function carried(field: VectorField, pose: RestPose): VectorField {
  const { stand } = field;
  return {
    at: (place, out) => {
      field.at(pose.atRest(place), out);
      pose.carry(place.triangle, out);
    },
    ...(stand ? { stand: { at: (place: SkinPlace) => stand.at(pose.atRest(place)) } } : {}),
    get notes() {
      return field.notes ?? [];
    },
  };
}

/** A mesh as it stands, and the same mesh at rest. */
export class RestPose {
  private readonly posed: TriangleMesh;
  private readonly rest: TriangleMesh;
  private readonly place = makePlace();
  private readonly before = new Sides();
  private readonly now = new Sides();

  constructor(posed: TriangleMesh, rest: TriangleMesh) {
    this.posed = posed;
    this.rest = rest;
  }

  /** Where a place of the skin is at rest: the same object each time. */
  atRest({ id, triangle, weights, uv }: SkinPlace): SkinPlace {
    const { place, rest } = this;
    place.id = id;
    place.triangle = triangle;
    place.weights.set(weights);
    place.uv.set(uv);
    place.position.fill(0);
    place.normal.fill(0);
    for (let c = 0; c < 3; c++) {
      const v = 3 * rest.triangles[3 * triangle + c]!;
      for (let k = 0; k < 3; k++) {
        place.position[k] = place.position[k]! + weights[c]! * rest.positions[v + k]!;
        place.normal[k] = place.normal[k]! + weights[c]! * rest.normals[v + k]!;
      }
    }
    const [x, y, z] = [place.normal[0]!, place.normal[1]!, place.normal[2]!];
    const size = Math.sqrt(x * x + y * y + z * z) || 1;
    for (let k = 0; k < 3; k++) place.normal[k] = place.normal[k]! / size;
    return place;
  }

  /** Takes a vector on a triangle at rest along to where the triangle is now: what lies along its sides stays along them. */
  carry(triangle: number, v: Float64Array): void {
    const { before, now } = this;
    if (!before.read(this.rest, triangle) || !now.read(this.posed, triangle)) return;
    const [x, y, z] = [v[0]!, v[1]!, v[2]!];
    const { a, b, n, double } = before;
    // v = α a + β b + γ n, with α = (v × b)·n / |a × b| and β = (a × v)·n / |a × b|.
    const along = (p: Float64Array, sx: number, sy: number, sz: number): number =>
      (n[0]! * (sy * p[2]! - sz * p[1]!) + n[1]! * (sz * p[0]! - sx * p[2]!) + n[2]! * (sx * p[1]! - sy * p[0]!)) /
      double;
    const alpha = along(b, x, y, z);
    const beta = -along(a, x, y, z);
    const gamma = x * n[0]! + y * n[1]! + z * n[2]!;
    for (let k = 0; k < 3; k++) v[k] = alpha * now.a[k]! + beta * now.b[k]! + gamma * now.n[k]!;
  }
}

/** Two sides of a triangle from its first corner, its unit normal, and twice its area. */
class Sides {
  readonly a = new Float64Array(3);
  readonly b = new Float64Array(3);
  readonly n = new Float64Array(3);
  double = 0;

  /** False where the triangle has no area. */
  read({ positions: p, triangles }: TriangleMesh, triangle: number): boolean {
    const { a, b, n } = this;
    const t = 3 * triangle;
    for (let k = 0; k < 3; k++) {
      const corner = p[3 * triangles[t]! + k]!;
      a[k] = p[3 * triangles[t + 1]! + k]! - corner;
      b[k] = p[3 * triangles[t + 2]! + k]! - corner;
    }
    n[0] = a[1]! * b[2]! - a[2]! * b[1]!;
    n[1] = a[2]! * b[0]! - a[0]! * b[2]!;
    n[2] = a[0]! * b[1]! - a[1]! * b[0]!;
    this.double = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(this.double > 0)) return false;
    for (let k = 0; k < 3; k++) n[k] = n[k]! / this.double;
    return true;
  }
}
