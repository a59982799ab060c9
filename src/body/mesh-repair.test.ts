import { describe, expect, it } from 'vitest';
import { makeMesh, type TriangleMesh } from './mesh.ts';
import { repairMesh } from './mesh-repair.ts';
import { sheetMesh, sphereMesh } from './shapes.ts';

const ball = sphereMesh(0.1, 2);
const turnedOver = (mesh: TriangleMesh, isTurned: (t: number) => boolean): TriangleMesh => {
  const triangles = mesh.triangles.slice();
  for (let t = 0; 3 * t < triangles.length; t++) if (isTurned(t)) triangles.subarray(3 * t, 3 * t + 3).reverse();
  return makeMesh({ positions: mesh.positions, triangles });
};

/** Cosine between each normal and the way out of a ball, the least. */
const facing = ({ positions, normals }: TriangleMesh): number => {
  let least = 1;
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = [positions[v]!, positions[v + 1]!, positions[v + 2]!];
    least = Math.min(least, (x * normals[v]! + y * normals[v + 1]! + z * normals[v + 2]!) / Math.hypot(x, y, z));
  }
  return least;
};

describe('a mesh', () => {
  it('that is good comes back as it was, without a word', () => {
    expect(repairMesh(ball)).toEqual({ mesh: ball, notes: [], isSheet: false });
  });

  it('has its flipped triangles turned, and its normals with them', () => {
    const { mesh, notes } = repairMesh(turnedOver(ball, (t) => t % 5 === 0));
    expect(facing(mesh)).toBeGreaterThan(0.9);
    expect(notes).toEqual([expect.stringMatching(/^64 triangles faced the other way .* were turned$/)]);
    expect(mesh.triangles.length).toBe(ball.triangles.length);
  });

  it('that is inside out is turned', () => {
    const { mesh, notes } = repairMesh(turnedOver(ball, () => true));
    expect(facing(mesh)).toBeGreaterThan(0.9);
    expect(notes).toEqual(['it was inside out and has been turned']);
  });

  it('loses triangles without a place and nothing else', () => {
    const positions = ball.positions.slice();
    positions[3 * 40] = Number.NaN;
    const { mesh, notes } = repairMesh(makeMesh({ ...ball, positions }));
    expect(notes[0]).toMatch(/^6 triangles of 320 had corners without a place and were left out/);
    expect(mesh.triangles.length / 3).toBe(314);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
    expect(mesh.normals.every(Number.isFinite)).toBe(true);
  });

  it('says how many parts, holes and doubtful edges it has', () => {
    const two = makeMesh({
      positions: Float32Array.of(...ball.positions, ...ball.positions.map((c) => c + 0.5)),
      triangles: Uint32Array.of(
        ...ball.triangles.slice(3),
        ...ball.triangles.map((v) => v + ball.positions.length / 3),
      ),
    });
    expect(repairMesh(two).notes).toEqual([
      '1 small hole in the skin: hair runs past as if there were none',
      'it has 2 parts, each with a direction of hair of its own',
    ]);
    const flat = makeMesh({ positions: ball.positions, triangles: Uint32Array.of(...ball.triangles, 0, 0, 1) });
    expect(repairMesh(flat).notes).toEqual([
      '1 triangle has no area: no hair grows on them; delete them, or merge vertices that lie in one place',
    ]);
  });

  it('that encloses nothing is a sheet', () => {
    const sheet = sheetMesh(0.3, 0.2, 6);
    expect(repairMesh(sheet)).toMatchObject({ isSheet: true, notes: ['its skin ends at 1 rim'] });
    // Half a tube.
    const bent = sheet.positions.map((c, i) =>
      i % 3 === 1 ? 0.1 * Math.cos((Math.PI * sheet.positions[i - 1]!) / 0.3) : c,
    );
    expect(repairMesh(makeMesh({ ...sheet, positions: bent })).isSheet).toBe(true);
  });
});
