import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxMesh } from '../../src/body/shapes.ts';
import { collapse, cornerTable, fan, flip, next, previous, split } from './corner-table.ts';

const seed = 20261119;

describe('the corner table', () => {
  const isConsistent = (mesh: ReturnType<typeof cornerTable>): boolean => {
    for (let c = 0; c < mesh.vertex.length; c++) {
      if (mesh.vertex[c]! < 0) continue;
      if (mesh.vertex[mesh.corner[mesh.vertex[c]!]!] !== mesh.vertex[c]) return false;
      const o = mesh.opposite[c]!;
      if (o < 0) continue;
      if (mesh.opposite[o] !== c || mesh.vertex[next(o)] !== mesh.vertex[previous(c)]) return false;
      if (mesh.vertex[previous(o)] !== mesh.vertex[next(c)]) return false;
    }
    return true;
  };

  it(`stays consistent under splits, flips and collapses (seed ${seed})`, () => {
    // A box without one side, so that borders are met.
    const box = boxMesh(1, 1, 1);
    const triangles = [...box.triangles.subarray(6)];
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 5, maxLength: 30 }), (choices) => {
        const mesh = cornerTable([...box.positions], triangles);
        for (const choice of choices) {
          const c = choice % mesh.vertex.length;
          if (mesh.vertex[c]! < 0) continue;
          if (choice % 2 === 0) {
            split(mesh, c, 0.01, 0.02, 0.03);
          } else if (mesh.opposite[c]! >= 0) {
            const ring: number[] = [];
            const count = fan(mesh, mesh.vertex[c]!, ring);
            const other = mesh.vertex[mesh.opposite[c]!]!;
            const isJoined = ring
              .slice(0, count)
              .some((k) => mesh.vertex[next(k)] === other || mesh.vertex[previous(k)] === other);
            if (!isJoined) flip(mesh, c);
          }
        }
        expect(isConsistent(mesh)).toBe(true);
        const middle = split(mesh, mesh.corner[0]!, 0, 0, 0);
        const ring: number[] = [];
        const count = fan(mesh, middle, ring);
        collapse(mesh, previous(ring[0]!), middle, ring, count);
        expect(mesh.corner[middle]).toBe(-1);
        expect(isConsistent(mesh)).toBe(true);
      }),
      { seed, numRuns: 60 },
    );
  });
});
