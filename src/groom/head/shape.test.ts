import { describe, expect, it } from 'vitest';
import { makeMesh, type TriangleMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import { ellipsoidField, ellipsoidHead, SEMI_AXES } from '../ellipsoid-head.fixture.ts';
import { makeSkin } from '../skin.ts';
import { type HeadShape, measureHead } from './shape.ts';

const head = ellipsoidHead();
const measure = (mesh: TriangleMesh): HeadShape => measureHead(makeSkin({ mesh, field: ellipsoidField() }, 'scalp'));
const shape = measure(head);

describe('measureHead', () => {
  it('finds crown, breadth and middle of the hair', () => {
    expect(shape.x).toBeCloseTo(0, 4);
    expect(shape.top).toBeCloseTo(0.02 + SEMI_AXES[1], 4);
    expect(shape.halfBreadth / SEMI_AXES[0]).toBeGreaterThan(0.95);
    expect(shape.halfBreadth).toBeLessThanOrEqual(SEMI_AXES[0] + 1e-6);
  });

  it('grows with the head', () => {
    const twice = measure(makeMesh({ ...head, positions: head.positions.map((x) => 2 * x) }));
    expect(twice.scale / shape.scale).toBeCloseTo(2, 5);
    expect(twice.top / shape.top).toBeCloseTo(2, 5);
  });

  it('names the region that is empty', () => {
    const bald = makeMesh({
      ...head,
      regions: new Map([['scalp', { weight: new Float32Array(head.positions.length / 3) }]]),
    });
    expect(() => measure(bald)).toThrow(InputError);
    expect(() => measure(bald)).toThrow(/too small/);
  });
});
