import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { ExplicitForces } from './explicit-forces.ts';
import type { WispState } from './fields.ts';
import { type ForceSink, WispForces } from './forces.ts';
import { NearSegments } from './near-segments.ts';
import { PATTERNS, type WispParameters } from './parameters.ts';
import { WispSegments } from './segments.ts';

const NODES = 9;
const WISPS = 12;

/** Wisps that go about in a box, with numbers for all that forces look at. */
function crumpled(random: Random, box: number): WispState {
  const nodes = NODES * WISPS;
  const some = (count: number, most: number, least = -most): Float64Array =>
    Float64Array.from({ length: count }, () => random.between(least, most));
  const position = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++)
    for (let c = 0; c < 3; c++)
      position[3 * i + c] =
        i % NODES === 0 ? random.between(0, box) : position[3 * i - 3 + c]! + random.between(-0.012, 0.012);
  return {
    ids: Uint32Array.from({ length: WISPS }, (_, k) => k),
    first: Uint32Array.from({ length: WISPS + 1 }, (_, k) => NODES * k),
    position,
    velocity: some(3 * nodes, 1),
    across: some(3 * nodes, 0.008),
    acrossVelocity: some(3 * nodes, 0.5),
    mass: some(nodes, 2e-6, 1e-6),
    halfWidth: some(nodes, 0.008, 0.006),
    restLength: some(nodes, 0.012, 0.008),
    shear: some(nodes, 0.2),
    bending: some(nodes, 1e-9, 0),
    twisting: some(nodes, 1e-9, 0),
    restBend: some(6 * nodes, 50),
    restTwist: some(3 * nodes, 50),
  } as unknown as WispState;
}

/** Sums of forces, without a system. */
function plainSums(nodes: number): ForceSink {
  const rhs = new Float64Array(6 * nodes);
  const addPoint: ForceSink['addPoint'] = (j, side, ...force) => {
    force.forEach((f, c) => {
      rhs[6 * j + c] = rhs[6 * j + c]! + f;
      rhs[6 * j + 3 + c] = rhs[6 * j + 3 + c]! + side * f;
    });
  };
  return {
    rhs,
    addScalar() {},
    setBlock() {},
    addPoint,
    addPair(j, side, i, other, fx, fy, fz) {
      addPoint(j, side, fx, fy, fz);
      addPoint(i, other, -fx, -fy, -fz);
    },
  };
}

describe.each(PATTERNS)('explicit forces with pattern %s (seed 4)', (pattern) => {
  it('are those of the reference', () => {
    const state = crumpled(new Random(4), 0.1);
    const parameters = { pattern, springStiffness: 4e4, springDamping: 0.002 } as WispParameters;
    const reference = new WispForces(state, parameters);
    const explicit = new ExplicitForces(state, parameters, parameters.springDamping);
    const { position: x, velocity: v, across: d, acrossVelocity: w } = state;
    const h = 1e-3;
    const x0 = x.map((value, c) => value - h * v[c]!);
    const d0 = d.map((value, c) => value - h * w[c]!);
    const sums = new Float64Array(6 * x.length);
    for (let k = 0; k < WISPS; k++) {
      const [from, to] = [state.first[k]!, state.first[k + 1]!];
      const sink = plainSums(NODES);
      reference.follow(x, d, from, to);
      reference.addShape(sink, x, d, x0, d0, from, to, h);
      reference.addSprings(sink, x, d, x0, d0, from, to, h);
      explicit.add(sums, from, to);
      const most = sink.rhs.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      sink.rhs.forEach((f, u) => {
        expect(Math.abs(sums[6 * from + u]! - f)).toBeLessThan(1e-10 * most);
      });
    }
  });
});

describe('segments that are near (seed 7)', () => {
  // In the second box a piece has fallen far away.
  it.each([0.06, 0.3, 40])('are all whose boxes touch, in a box of %d m', (box) => {
    const state = crumpled(new Random(7), box);
    const segments = new WispSegments(state);
    segments.place();
    const near = new NearSegments(segments);
    near.keep.fill(0.003);
    near.find();
    const { middle, size, isSegment, strandOf } = segments;
    const expected: number[][] = Array.from(isSegment, (is, i) =>
      is === 0
        ? []
        : Array.from(isSegment.keys()).filter(
            (j) =>
              j > i &&
              isSegment[j] === 1 &&
              (strandOf[i] !== strandOf[j] || j >= i + 3) &&
              [0, 1, 2].every(
                (c) => Math.abs(middle[3 * i + c]! - middle[3 * j + c]!) <= size[3 * i + c]! + size[3 * j + c]! + 0.006,
              ),
          ),
    );
    const found = Array.from(isSegment, (_, i) => [...near.second.subarray(near.first[i]!, near.first[i + 1]!)]);
    expect(found).toEqual(expected);
    if (box < 0.1) expect(expected.flat().length).toBeGreaterThan(100);
  });
});
