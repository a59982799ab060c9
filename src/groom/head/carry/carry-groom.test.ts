import { describe, expect, it } from 'vitest';
import { TriangleBvh } from '../../../body/bvh.ts';
import { makeMesh, type TriangleMesh } from '../../../body/mesh.ts';
import { MeshDistance } from '../../../body/mesh-distance.ts';
import { bindRoots } from '../../../body/roots.ts';
import { fromAxisAngle, rotate } from '../../../numeric/rotation.ts';
import { add, normalize, scale, type Vec3 } from '../../../numeric/vector.ts';
import type { Strands } from '../../../strands/strands.ts';
import { rootPoints } from '../../body-binding.ts';
import { ellipsoidField, ellipsoidHead } from '../../ellipsoid-head.fixture.ts';
import { growGroom, growthOn } from '../../groom.ts';
import { builtInHair } from '../../styles.ts';
import { carryGroom } from './carry-groom.ts';

const head = ellipsoidHead(4);
const growth = growthOn({ mesh: head, field: ellipsoidField() }, builtInHair('long-wavy'));
const hair = growGroom(growth, 60).guides;

function mapped(positions: Float32Array, map: (p: Vec3) => Vec3): Float32Array {
  const out = new Float32Array(positions.length);
  for (let k = 0; k < out.length; k += 3) out.set(map([positions[k]!, positions[k + 1]!, positions[k + 2]!]), k);
  return out;
}

const reshaped = (mesh: TriangleMesh, map: (p: Vec3) => Vec3): TriangleMesh =>
  makeMesh({ positions: mapped(mesh.positions, map), triangles: mesh.triangles });

function worstDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i]!)), 0);
}

/** How far roots are from a surface. */
function worstRoot(strands: Strands, mesh: TriangleMesh): number {
  return Math.max(...bindRoots(mesh, rootPoints(strands), new TriangleBvh(mesh)).distance);
}

/** An ordinary other head: broader, longer, with a fuller back. */
const other = ([x, y, z]: Vec3): Vec3 => [1.1 * x, 0.95 * y + 0.3 + 0.4 * z * z, 1.05 * z - 0.3 * y * y];

describe('carryGroom', () => {
  it.each(['triangles', 'surface'] as const)('to the same head by %s changes nothing', (correspondence) => {
    const { strands, report } = carryGroom(hair, head, head, { correspondence });
    expect(worstDifference(strands.positions, hair.positions)).toBeLessThan(1e-6);
    expect(report.correspondence).toBe(correspondence);
    expect(report.scale).toBeCloseTo(1, 9);
  });

  it('along a similarity is the similarity', () => {
    const turn = fromAxisAngle(normalize([1, 2, -0.5]), 0.8);
    const map = (p: Vec3): Vec3 => add(scale(rotate(turn, p), 1.3), [0.2, -0.1, 0.4]);
    const { strands, report } = carryGroom(hair, head, reshaped(head, map));
    expect(worstDifference(strands.positions, mapped(hair.positions, map))).toBeLessThan(1e-5);
    expect(report.scale).toBeCloseTo(1.3, 6);
  });

  it('finds a head in another unit and place by its shape', () => {
    const map = (p: Vec3): Vec3 => add(scale(p, 20), [3, -5, 1]);
    const { strands, report } = carryGroom(hair, head, reshaped(head, map), { correspondence: 'surface' });
    expect(worstDifference(strands.positions, mapped(hair.positions, map)) / 20).toBeLessThan(2e-4);
    expect(report.scale).toBeCloseTo(20, 2);
  });

  it.each([
    ['triangles', reshaped(head, other)],
    // The same shape as other triangles, coarser.
    ['surface', reshaped(ellipsoidHead(3), other)],
  ] as const)('to another head by %s keeps roots on the skin and the distance of hair from it', (kind, target) => {
    const { strands, report } = carryGroom(hair, head, target);
    expect(report.correspondence).toBe(kind);
    expect(worstRoot(strands, target)).toBeLessThan(1e-5);
    const before = new MeshDistance(head);
    const after = new MeshDistance(target);
    let sum = 0;
    let count = 0;
    let worst = 0;
    for (let k = 0; k < hair.positions.length; k += 3) {
      const d = before.distance(hair.positions[k]!, hair.positions[k + 1]!, hair.positions[k + 2]!);
      if (d > 0.01) continue;
      const p = strands.positions;
      const difference = after.distance(p[k]!, p[k + 1]!, p[k + 2]!) - report.scale * d;
      worst = Math.max(worst, Math.abs(difference));
      sum += Math.abs(difference);
      count++;
    }
    expect(worst).toBeLessThan(0.0005);
    expect(sum / count).toBeLessThan(0.0001);
    expect(report.missed.mean).toBeLessThan(0.0003);
  });

  it('keeps gaps, ids and attributes', () => {
    const lifted = { ...hair, positions: hair.positions.map((value, i) => value + (i % 3 === 1 ? 0.004 : 0)) };
    const target = reshaped(head, ([x, y, z]) => [2 * x, 2 * y, 2 * z]);
    const { strands, report } = carryGroom(lifted, head, target, { reach: 0.001 });
    expect(strands.id).toEqual(hair.id);
    expect([...strands.strandAttributes.keys()].sort()).toEqual([...hair.strandAttributes.keys()].sort());
    expect(worstRoot(strands, target)).toBeCloseTo(2 * report.gaps.worst, 5);
    expect(report.gaps.far.length).toBeGreaterThan(0);
  });

  it('refuses what cannot be', () => {
    const flat = makeMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1),
      triangles: Uint32Array.of(0, 1, 2),
    });
    expect(() => carryGroom(hair, head, ellipsoidHead(2), { correspondence: 'triangles' })).toThrow(/same triangles/);
    expect(() => carryGroom(hair, head, flat)).toThrow(/no height/);
  });
});
