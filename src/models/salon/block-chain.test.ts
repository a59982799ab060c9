import { describe, expect, it } from 'vitest';
import { solveDense } from '../../numeric/dense.ts';
import { hashUnit } from '../../numeric/random.ts';
import { addScaled, cross, dot, normalize, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { addJoint, addLink, addPoint, CHAIN_ROW, solveChain } from './block-chain.ts';

/** A solution of the chain by what it means: the least of a quadratic energy, with all its rows written out. */
class Dense {
  readonly size: number;
  private readonly a: Float64Array;
  private readonly right: Float64Array;

  constructor(nodes: number) {
    this.size = 3 * nodes;
    this.a = new Float64Array(this.size * this.size);
    this.right = new Float64Array(this.size);
  }

  /** Adds motion(w) · q motion(w) / 2 − push · motion(w), where motion is linear. */
  add(motion: (w: Float64Array) => Vec3, q: (v: Vec3) => Vec3, push: Vec3): void {
    const columns = Array.from({ length: this.size }, (_, c) => {
      const w = new Float64Array(this.size);
      w[c] = 1;
      return motion(w);
    });
    for (let r = 0; r < this.size; r++) {
      for (let c = 0; c < this.size; c++)
        this.a[r * this.size + c] = this.a[r * this.size + c]! + dot(columns[r]!, q(columns[c]!));
      this.right[r] = this.right[r]! + dot(columns[r]!, push);
    }
  }

  /** The first `known` numbers are given. */
  solve(given: Float64Array, known: number): Float64Array {
    const free = this.size - known;
    const a = new Float64Array(free * free);
    const right = new Float64Array(free);
    for (let r = 0; r < free; r++) {
      right[r] = this.right[known + r]!;
      for (let c = 0; c < known; c++) right[r] = right[r]! - this.a[(known + r) * this.size + c]! * given[c]!;
      for (let c = 0; c < free; c++) a[r * free + c] = this.a[(known + r) * this.size + known + c]!;
    }
    expect(solveDense(a, right, free, 1)).toBe(true);
    return right;
  }
}

const node = (w: Float64Array, i: number): Vec3 => [w[3 * i]!, w[3 * i + 1]!, w[3 * i + 2]!];

describe('a chain of blocks', () => {
  it('is solved as the dense system of its links, joints and points is (seed 5)', () => {
    const [nodes, seed] = [9, 5];
    let drawn = 0;
    const draw = (): number => 2 * hashUnit(seed, drawn++) - 1;
    const any = (): Vec3 => [draw(), draw(), draw()];
    const rows = new Float64Array(CHAIN_ROW * nodes);
    const dense = new Dense(nodes);
    const directions = Array.from({ length: nodes }, () => normalize(any(), [0, 1, 0]));
    for (let i = 2; i < nodes; i++) {
      const [d, c] = [directions[i]!, directions[i - 1]!];
      const link = (w: Float64Array): Vec3 => subtract(node(w, i), node(w, i - 1));
      const before = (w: Float64Array): Vec3 => subtract(node(w, i - 1), node(w, i - 2));
      const [alpha, beta, y, f] = [1 + draw(), 3 + draw(), 1.5 + draw(), any()];
      // A joint resists that one link turns otherwise than the other; what it adds to the links themselves goes with them.
      addLink(rows, i, alpha, beta + y, ...d, ...f);
      addLink(rows, i - 1, 0, y, ...c, 0, 0, 0);
      addJoint(rows, i, y, ...c, ...d);
      dense.add(link, (v) => addScaled(scale(v, beta), d, (alpha - beta) * dot(d, v)), f);
      const turn = (w: Float64Array): Vec3 => subtract(cross(d, link(w)), cross(c, before(w)));
      dense.add(turn, (v) => scale(v, y), [0, 0, 0]);
      const [o, push, axis] = [any(), any(), any()];
      const resist = (v: Vec3): Vec3 => addScaled(v, axis, dot(axis, v));
      const point = (w: Float64Array): Vec3 => {
        const e = link(w);
        return addScaled(addScaled(node(w, i), e, dot(o, d)), d, -dot(o, e));
      };
      const [x, p, z] = axis;
      const q = Float64Array.of(1 + x * x, x * p, x * z, 1 + p * p, p * z, 1 + z * z);
      addPoint(rows, i, q, Float64Array.from(push), ...o, ...d);
      dense.add(point, resist, push);
    }
    const w = new Float64Array(3 * nodes).map((_, c) => (c < 6 ? draw() : 0));
    const expected = dense.solve(w, 6);
    solveChain(rows, 2, nodes, w);
    for (const [c, value] of expected.entries()) expect(Math.abs(w[6 + c]! - value)).toBeLessThan(1e-11);
  });

  it('turns a single link by the implicit angular equation, for any stiffness and step', () => {
    for (const k of [1e-2, 1, 40, 1e3, 1e7])
      for (const h of [1e-4, 1 / 60, 0.1]) {
        const [l, m, gamma, moment, off, rate] = [0.7, 1.3, 0.4, 2.1, 0.7, -1.9];
        const inertia = m * l * l;
        const closed = (h * (moment - k * off - (gamma + h * k) * rate)) / (inertia + h * gamma + h * h * k);
        // The link points along y and turns about z: its end moves along −x.
        const rows = new Float64Array(3 * CHAIN_ROW);
        addLink(rows, 2, 0, (h * gamma + h * h * k) / (l * l), 0, 1, 0, (-h * (moment - k * off)) / l, 0, 0);
        addPoint(rows, 2, Float64Array.of(m, 0, 0, m, 0, m), Float64Array.of(-m * l * rate, 0, 0), 0, 0, 0, 0, 1, 0);
        const w = new Float64Array(9);
        solveChain(rows, 2, 3, w);
        expect(Math.abs(-w[6]! / l - (rate + closed))).toBeLessThan(1e-12 * (1 + h * k));
      }
  });
});
