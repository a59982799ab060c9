import { describe, expect, it } from 'vitest';
import { AT_REST } from '../body/motion.ts';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { Followers } from './follow.ts';

const line = (x: number, points: number): number[] =>
  Array.from({ length: points }, (_, i) => [x, -0.01 * i, 0.002 * i * i]).flat();
const guides = makeStrands({
  first: uniformFirst(2, 5),
  positions: Float32Array.from([...line(0, 5), ...line(0.1, 5)]),
});
const strands = makeStrands({
  first: new Uint32Array([0, 5, 8, 9]),
  positions: Float32Array.from([...line(0, 5), ...line(0.04, 3), ...line(0.07, 1)]),
});

describe('followers', () => {
  const followers = new Followers(strands, guides);
  const out = new Float32Array(strands.positions.length);

  it('stay as they are while the guides do', () => {
    followers.update(guides.positions, AT_REST, out);
    for (let i = 0; i < out.length; i++) expect(out[i]).toBeCloseTo(strands.positions[i]!, 7);
  });

  it('follow a rigid motion of head and guides exactly', () => {
    const orientation = fromAxisAngle([1, 2, -1], 0.8);
    const body = { ...AT_REST, position: [0.3, -0.2, 0.1] as const, orientation };
    const move = (p: ArrayLike<number>, i: number): number[] =>
      rotate(orientation, [p[i]!, p[i + 1]!, p[i + 2]!]).map((c, n) => c + body.position[n]!);
    const moved = new Float32Array(guides.positions.length);
    for (let i = 0; i < moved.length; i += 3) moved.set(move(guides.positions, i), i);
    followers.update(moved, body, out);
    for (let i = 0; i < out.length; i += 3) {
      const expected = move(strands.positions, i);
      for (let c = 0; c < 3; c++) expect(out[i + c]).toBeCloseTo(expected[c]!, 6);
    }
  });

  it('take over what their own guide does, and a mean of what stands around them', () => {
    const swung = guides.positions.slice();
    for (let i = 0; i < 5; i++) swung[3 * i] = swung[3 * i]! + 0.01 * i;
    followers.update(swung, AT_REST, out);
    expect(out[3 * 4]).toBeCloseTo(0.04, 5);
    expect(out[3 * 7]! - 0.04).toBeGreaterThan(0.02);
    expect(out[3 * 7]! - 0.04).toBeLessThan(0.04);
  });

  it('follow one guide alone where that is known, though others begin at the same place', () => {
    const twins = makeStrands({
      first: uniformFirst(2, 5),
      positions: Float32Array.from([...line(0, 5), ...line(0, 5)]),
    });
    const own = new Followers(twins, twins, [0, 1]);
    const swung = twins.positions.slice();
    for (let i = 0; i < 5; i++) swung[3 * i] = swung[3 * i]! + 0.01 * i;
    const moved = new Float32Array(swung.length);
    own.update(swung, AT_REST, moved);
    for (let i = 0; i < moved.length; i++) expect(moved[i]).toBeCloseTo(swung[i]!, 7);
  });
});
