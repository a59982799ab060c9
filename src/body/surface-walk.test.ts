import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { MeshDistance } from './mesh-distance.ts';
import { sheetMesh, sphereMesh, torusMesh } from './shapes.ts';
import { NO_TRIANGLE, SurfaceWalk, WALK_WORDS, walkTriangles } from './surface-walk.ts';

const SEED = 12;

describe('the triangles of a mesh with their neighbours', () => {
  it.each([
    ['ball', sphereMesh(0.1, 2), 0],
    ['ring', torusMesh(0.1, 0.03, 24, 12), 0],
    ['sheet', sheetMesh(0.2, 0.2, 4), 16],
  ] as const)('of a %s know each other, and its rim', (_, mesh, rim) => {
    const words = walkTriangles(mesh);
    let open = 0;
    for (let t = 0; t < words.length / WALK_WORDS; t++)
      for (let c = 3; c < WALK_WORDS; c++) {
        const other = words[WALK_WORDS * t + c]!;
        if (other === NO_TRIANGLE) open++;
        else expect([...words.subarray(WALK_WORDS * other + 3, WALK_WORDS * other + 6)]).toContain(t);
      }
    expect(open).toBe(rim);
  });
});

describe(`a walk over a surface, seed ${SEED}`, () => {
  it('finds the triangle below points that follow one another, in any pose', () => {
    const mesh = torusMesh(0.1, 0.04, 48, 24);
    // Bent and swollen: no field that was made at rest would know.
    const pose = mesh.positions.map((x, i) => 1.2 * x + 0.3 * mesh.positions[i - (i % 3)]! ** 2);
    const exact = new MeshDistance({ ...mesh, positions: pose });
    const walk = new SurfaceWalk(walkTriangles(mesh));
    const random = new Random(SEED);
    let worst = 0;
    for (let k = 0; k < 100; k++) {
      let triangle = Math.floor(random.unit() * (mesh.triangles.length / 3));
      const corner = 3 * mesh.triangles[3 * triangle]!;
      let [x, y, z] = [pose[corner]!, pose[corner + 1]!, pose[corner + 2]!];
      const way = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      for (let step = 0; step < 12; step++) {
        [x, y, z] = [x + 0.002 * way[0]!, y + 0.002 * way[1]!, z + 0.002 * way[2]!];
        expect(walk.find(pose, triangle, x, y, z)).toBe(true);
        triangle = walk.below.triangle;
        worst = Math.max(worst, Math.abs(walk.below.height - exact.distance(x, y, z)));
      }
    }
    expect(worst).toBeLessThan(1e-3);
  });

  it('ends at a rim', () => {
    const mesh = sheetMesh(0.2, 0.2, 4);
    const walk = new SurfaceWalk(walkTriangles(mesh));
    expect(walk.find(mesh.positions, 0, 0.5, 0.01, 0.02)).toBe(false);
    expect(walk.find(mesh.positions, 0, 0.03, 0.01, 0.02)).toBe(true);
    expect(Math.abs(walk.below.height)).toBeCloseTo(0.01, 9);
  });
});
