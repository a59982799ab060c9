import type { HairState } from '../interaction.ts';
import { roomFor } from './growable.ts';
import { nodeMass } from './mass.ts';
import type { Segments } from './segments.ts';

/**
 * Kept nodes stand for the nodes between them: each carries a fraction of its neighbours' mass, falling off linearly along the
 * strand, moves as that mass does on average, and hands its force on by the same weights. A kept node alone would be fifteen
 * times too light to hold a curl up. Without pruning every node carries itself.
 */
export class LumpedNodes {
  /** By node, for kept nodes. */
  velocity: Float64Array = new Float64Array(0);
  inverseMass: Float64Array = new Float64Array(0);
  /** Three numbers a node; forces on kept nodes are added here and passed on by `spread`. */
  force: Float64Array = new Float64Array(0);
  private own: Float64Array = new Float64Array(0);
  private mass: Float64Array = new Float64Array(0);

  update(hair: HairState, segments: Segments): void {
    const nodes = hair.s.length;
    this.velocity = roomFor(this.velocity, 3 * nodes);
    this.force = roomFor(this.force, 3 * nodes);
    this.inverseMass = roomFor(this.inverseMass, nodes);
    this.own = roomFor(this.own, nodes);
    this.mass = roomFor(this.mass, nodes);
    nodeMass(hair, this.own);
    this.force.fill(0, 0, 3 * nodes);
    this.mass.set(this.own.subarray(0, nodes));
    for (let i = 0; i < nodes; i++)
      for (let c = 0; c < 3; c++) this.velocity[3 * i + c] = this.own[i]! * hair.velocity[3 * i + c]!;
    this.gather(hair, segments);
    const { velocity, mass, inverseMass } = this;
    for (let i = 0; i < nodes; i++) {
      const inverse = mass[i]! > 0 ? 1 / mass[i]! : 0;
      inverseMass[i] = hair.inverseMass[i]! > 0 ? inverse : 0;
      for (let c = 0; c < 3; c++) velocity[3 * i + c] = velocity[3 * i + c]! * inverse;
    }
  }

  private gather({ s, velocity: v }: HairState, { count, start, end }: Segments): void {
    const { velocity, mass, own } = this;
    for (let p = 0; p < count; p++) {
      const a = start[p]!;
      const b = end[p]!;
      for (let i = a + 1; i < b; i++) {
        const second = (s[i]! - s[a]!) / (s[b]! - s[a]!);
        const m = own[i]!;
        mass[a] = mass[a]! + (1 - second) * m;
        mass[b] = mass[b]! + second * m;
        for (let c = 0; c < 3; c++) {
          velocity[3 * a + c] = velocity[3 * a + c]! + (1 - second) * m * v[3 * i + c]!;
          velocity[3 * b + c] = velocity[3 * b + c]! + second * m * v[3 * i + c]!;
        }
      }
    }
  }

  /** Adds the forces to the nodes that bear them. */
  spread({ s }: HairState, { count, start, end, strand }: Segments, out: Float64Array): void {
    const { force, mass, own } = this;
    for (let p = 0; p < count; p++) {
      const a = start[p]!;
      const b = end[p]!;
      if (p === 0 || strand[p - 1] !== strand[p]) this.pass(a, a, own[a]! / mass[a]!, out);
      this.pass(b, b, own[b]! / mass[b]!, out);
      for (let i = a + 1; i < b; i++) {
        const second = (s[i]! - s[a]!) / (s[b]! - s[a]!);
        if (force[3 * a] !== 0 || force[3 * a + 1] !== 0 || force[3 * a + 2] !== 0)
          this.pass(a, i, ((1 - second) * own[i]!) / mass[a]!, out);
        if (force[3 * b] !== 0 || force[3 * b + 1] !== 0 || force[3 * b + 2] !== 0)
          this.pass(b, i, (second * own[i]!) / mass[b]!, out);
      }
    }
  }

  private pass(from: number, to: number, weight: number, out: Float64Array): void {
    for (let c = 0; c < 3; c++) out[3 * to + c] = out[3 * to + c]! + weight * this.force[3 * from + c]!;
  }
}
