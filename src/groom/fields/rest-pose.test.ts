import { describe, expect, it } from 'vitest';
import { foxAtStart, loadFox } from '../../body/fox/fox.ts';
import { makeMesh, type TriangleMesh } from '../../body/mesh.ts';
import { sheetMesh } from '../../body/shapes.ts';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { at, distance, normalize, type Vec3 } from '../../numeric/vector.ts';
import { makePlace, type SkinPlace } from '../skin.ts';
import { CombedField } from './direction/combed-field.ts';
import { neighbourAngles } from './direction/neighbour-angles.fixture.ts';
import { fieldIndices } from './direction/turns.ts';
import { ONE, ONES, scalarField, type VectorField } from './field.ts';
import type { HairFields } from './hair-fields.ts';
import { fieldsAtRest } from './rest-pose.ts';

const fields = (given: Partial<HairFields>): HairFields => ({
  length: ONE,
  direction: { at: (_, out) => out.fill(0) },
  lift: ONE,
  density: ONE,
  curl: ONE,
  pitch: ONE,
  stiffness: ONE,
  clumping: ONE,
  width: ONE,
  colour: ONES,
  ...given,
});

/** The mesh in another pose. */
function posed(rest: TriangleMesh, move: (p: Vec3) => Vec3): TriangleMesh {
  const positions = Float32Array.from(rest.positions);
  for (let v = 0; v < positions.length; v += 3) positions.set(move(at(rest.positions, v / 3)), v);
  return makeMesh({ positions, triangles: rest.triangles, rest });
}

/** Some place of the skin, as the mesh stands. */
function placeOn({ positions, normals, triangles }: TriangleMesh, triangle: number): SkinPlace {
  const place = makePlace();
  place.triangle = triangle;
  place.weights.set([0.5, 0.3, 0.2]);
  for (let c = 0; c < 3; c++)
    for (let k = 0; k < 3; k++) {
      const i = 3 * triangles[3 * triangle + c]! + k;
      place.position[k] = place.position[k]! + place.weights[c]! * positions[i]!;
      place.normal[k] = place.normal[k]! + place.weights[c]! * normals[i]!;
    }
  return place;
}

const sheet = sheetMesh(0.2, 0.1, 8);
const turn = fromAxisAngle(normalize([1, 2, -1]), 1.1);

/** The vertex that is nearest to a place. */
function nearest({ positions }: TriangleMesh, place: Vec3): number {
  let best = 0;
  for (let v = 1; v < positions.length / 3; v++)
    if (distance(at(positions, v), place) < distance(at(positions, best), place)) best = v;
  return best;
}

describe('fields of a body at rest, asked where it stands in a pose', () => {
  const way: VectorField = { at: ({ position }, out) => out.set([1, 0.2, position[0]!]) };
  const along = (x: number): number => 0.01 + 0.1 * x;
  const length = scalarField('length', ({ position }) => along(position[0]!), sheet);
  const asked = (mesh: TriangleMesh): { length: number; direction: Vec3 } => {
    const place = placeOn(mesh, 37);
    const told = fieldsAtRest(fields({ length, direction: way }), mesh);
    const out = new Float64Array(3);
    told.direction.at(place, out);
    return { length: told.length.at(place), direction: at(out, 0) };
  };

  it('are those of the place at rest, and directions turn with the skin', () => {
    const still = asked(sheet);
    const turned = asked(posed(sheet, (p) => rotate(turn, p).map((c, k) => c + k) as unknown as Vec3));
    expect(turned.length).toBeCloseTo(still.length, 9);
    expect(distance(turned.direction, rotate(turn, still.direction))).toBeLessThan(1e-5);
  });

  it('have directions that stretch with the skin and stand off it as they did', () => {
    const { direction } = asked(sheet);
    const stretched = asked(posed(sheet, ([x, y, z]) => [2 * x, y, 0.5 * z]));
    expect(distance(stretched.direction, [2 * direction[0], direction[1], 0.5 * direction[2]])).toBeLessThan(1e-5);
  });

  it('are as they were on a body without a pose', () => {
    const own = fields({ length });
    expect(fieldsAtRest(own, sheet)).toBe(own);
  });
});

describe.each(['walk', 'run'] as const)('the fox as its %s begins', (clip) => {
  it('is combed with the whorls of the fox at rest, and neighbours differ by less than 20°, but for one in a thousand in folds', async () => {
    const fox = await loadFox();
    const mesh = foxAtStart(fox, fox.rig(clip));
    const combed = new CombedField('direction', mesh.rest!, { kind: 'combed', strokes: [], limbs: true });
    const { surface, connection, theta, whorls } = combed.skin;
    expect(fieldIndices(surface, connection, theta).reduce((sum, index) => sum + Math.abs(index), 0)).toBe(14);
    const { direction } = fieldsAtRest(fields({ direction: combed }), mesh);
    const nearWhorls = whorls.map((whorl) => ({ at: at(mesh.positions, nearest(mesh.rest!, whorl.at)) }));
    const angles = neighbourAngles(mesh, direction, { spacing: 0.001, region: 'coat', away: 0.03, from: nearWhorls });
    expect(angles.length).toBeGreaterThan(40_000);
    // In an armpit the skin itself is folded.
    expect(angles.filter((angle) => angle > 20).length).toBeLessThan(1e-3 * angles.length);
  });
});
