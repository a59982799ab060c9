import { LANES } from '../../kernels/kernels.ts';
import {
  ACROSS,
  ALONG_NORMAL,
  CONTACT,
  CROSSING,
  ENDS,
  FORCE,
  FRACTION,
  HELD,
  MEMORY,
  S,
  SEGMENT_ROWS,
  SHARE,
  SLIP,
  STEP,
  T,
  VELOCITY,
} from '../../kernels/strands-layout.ts';
import type { HairState } from '../interaction.ts';
import { BLOCK, type ContactPairs } from './contact-pairs.ts';
import { roomFor } from './growable.ts';
import { LumpedNodes } from './lumped-nodes.ts';
import type { ContactParameters } from './parameters.ts';
import type { Segments } from './segments.ts';

/**
 * What contacts do. Normal force, damping and friction of a pair are taken implicitly in the pair (what they will be when the step
 * is over, as far as these two points alone go): stable at any stiffness. A node that has several contacts shares its mass
 * among them by their impedance, which keeps all of them stable together (mass splitting, Tonge et al. 2012; shares by
 * number instead left a node with 40 idle contacts too weak to carry hair). Each contact is single precision in lanes; sums over
 * contacts are double, so that what one strand gets the other loses.
 */
export class Response {
  private readonly parameters: ContactParameters;
  private readonly lumpedNodes = new LumpedNodes();
  /** Of all contacts at both ends of each segment: impedance times the step, and force (3 each). */
  private impedance: Float64Array = new Float64Array(0);
  private force: Float64Array = new Float64Array(0);
  /** Impedance at each node. */
  private atNode: Float64Array = new Float64Array(0);

  constructor(parameters: ContactParameters) {
    this.parameters = parameters;
  }

  /** Brings the table of segments up to date, which the pairs are found and felt by. */
  begin(hair: HairState, segments: Segments, { kernels, at }: ContactPairs): void {
    const { parameters, lumpedNodes } = this;
    const { stiffness, damping, parallel, friction, parallelDrag, stiction, cohesion, release, ramp } = parameters;
    const { numbers } = kernels;
    lumpedNodes.update(hair, segments);
    const law = [stiffness, damping, parallel, friction, parallelDrag, stiction, cohesion, release];
    law[FRACTION] = ramp > 0 ? hair.dt / ramp : 1;
    law[STEP] = hair.dt;
    law[CROSSING] = parameters.crossing ? 1 : 0;
    law.forEach((value, n) => {
      numbers.fill(value, LANES * (at.law + n), LANES * (at.law + n + 1));
    });
    writeTable(hair, segments, lumpedNodes, numbers.subarray(LANES * at.table));
  }

  /** Adds the forces of all contacts, which have met. */
  apply(hair: HairState, segments: Segments, pairs: ContactPairs, out: Float64Array): void {
    const { at, kernels, packs } = pairs;
    this.shareMass(hair, segments, pairs);
    this.force = roomFor(this.force, 6 * segments.count);
    this.force.fill(0, 0, 6 * segments.count);
    for (let block = 0; block < packs; block += BLOCK) {
      const count = Math.min(BLOCK, packs - block);
      const [memory, contacts] = [at.pairs + MEMORY * block, at.contacts + CONTACT * block];
      kernels.run.findForces(memory, contacts, at.table, at.forces, count);
      if (this.parameters.stiction > 0)
        kernels.run.stick(memory, contacts, at.table, at.forces, at.slips + SLIP * block, at.law, count);
      this.gather(pairs, LANES * block, Math.min(pairs.count, LANES * (block + count)));
    }
    const { force } = this.lumpedNodes;
    for (let p = 0; p < segments.count; p++)
      for (let c = 0; c < 3; c++) {
        const a = 3 * segments.start[p]! + c;
        const b = 3 * segments.end[p]! + c;
        force[a] = force[a]! + this.force[6 * p + c]!;
        force[b] = force[b]! + this.force[6 * p + 3 + c]!;
      }
    this.lumpedNodes.spread(hair, segments, out);
  }

  /** Kernel. Impedance of all contacts at each node, and what follows from it in the table. */
  private shareMass(
    { s, dt }: HairState,
    segments: Segments,
    { at, kernels, first, second, count }: ContactPairs,
  ): void {
    const { numbers } = kernels;
    const { start, end } = segments;
    this.impedance = roomFor(this.impedance, 2 * segments.count);
    this.atNode = roomFor(this.atNode, s.length);
    const { impedance, atNode } = this;
    impedance.fill(0, 0, 2 * segments.count);
    atNode.fill(0, 0, s.length);
    for (let n = 0; n < count; n++) {
      const from = LANES * (at.contacts + CONTACT * (n >> 2)) + (n & 3);
      const sum =
        numbers[from + LANES * ALONG_NORMAL]! + numbers[from + LANES * ACROSS]! + numbers[from + LANES * HELD]!;
      if (sum === 0) continue;
      const high = 0.5 * dt * sum * (1 + numbers[from + LANES * S]!);
      const highToo = 0.5 * dt * sum * (1 + numbers[from + LANES * T]!);
      const p = 2 * first[n]!;
      const q = 2 * second[n]!;
      impedance[p] = impedance[p]! + (dt * sum - high);
      impedance[p + 1] = impedance[p + 1]! + high;
      impedance[q] = impedance[q]! + (dt * sum - highToo);
      impedance[q + 1] = impedance[q + 1]! + highToo;
    }
    for (let p = 0; p < segments.count; p++) {
      atNode[start[p]!] = atNode[start[p]!]! + impedance[2 * p]!;
      atNode[end[p]!] = atNode[end[p]!]! + impedance[2 * p + 1]!;
    }
    const w = this.lumpedNodes.inverseMass;
    for (let p = 0; p < segments.count; p++) {
      const to = LANES * (at.table + SEGMENT_ROWS * p + SHARE);
      numbers[to] = w[start[p]!]! * atNode[start[p]!]!;
      numbers[to + 1] = w[end[p]!]! * atNode[end[p]!]!;
    }
  }

  /** Kernel. Adds the forces of the contacts from .. to, which are those of a block, to both segments' ends. */
  private gather({ at, kernels, first, second }: ContactPairs, from: number, to: number): void {
    const { numbers } = kernels;
    const { force } = this;
    for (let n = from; n < to; n++) {
      const f = LANES * (at.forces + FORCE * ((n - from) >> 2)) + (n & 3);
      const x = numbers[f]!;
      const y = numbers[f + LANES]!;
      const z = numbers[f + 2 * LANES]!;
      if (x === 0 && y === 0 && z === 0) continue;
      const contact = LANES * (at.contacts + CONTACT * (n >> 2)) + (n & 3);
      const s = 0.5 + 0.5 * numbers[contact + LANES * S]!;
      const t = 0.5 + 0.5 * numbers[contact + LANES * T]!;
      const p = 6 * first[n]!;
      const q = 6 * second[n]!;
      force[p] = force[p]! + (x - s * x);
      force[p + 1] = force[p + 1]! + (y - s * y);
      force[p + 2] = force[p + 2]! + (z - s * z);
      force[p + 3] = force[p + 3]! + s * x;
      force[p + 4] = force[p + 4]! + s * y;
      force[p + 5] = force[p + 5]! + s * z;
      force[q] = force[q]! - (x - t * x);
      force[q + 1] = force[q + 1]! - (y - t * y);
      force[q + 2] = force[q + 2]! - (z - t * z);
      force[q + 3] = force[q + 3]! - t * x;
      force[q + 4] = force[q + 4]! - t * y;
      force[q + 5] = force[q + 5]! - t * z;
    }
  }
}

/** Kernel. Segments from the first node of all hair on: where they are, how they move, and what they are. */
function writeTable(
  { position: x, radius }: HairState,
  { count, start, end, strand }: Segments,
  { velocity: v, inverseMass: w }: LumpedNodes,
  out: Float32Array,
): void {
  const [ox, oy, oz] = x as unknown as [number, number, number];
  for (let p = 0; p < count; p++) {
    const a = start[p]!;
    const b = end[p]!;
    const hx = 0.5 * (x[3 * b]! - x[3 * a]!);
    const hy = 0.5 * (x[3 * b + 1]! - x[3 * a + 1]!);
    const hz = 0.5 * (x[3 * b + 2]! - x[3 * a + 2]!);
    const to = LANES * SEGMENT_ROWS * p;
    out[to] = x[3 * a]! + hx - ox;
    out[to + 1] = x[3 * a + 1]! + hy - oy;
    out[to + 2] = x[3 * a + 2]! + hz - oz;
    out[to + 3] = radius[a]! > radius[b]! ? radius[a]! : radius[b]!;
    out[to + 4] = hx;
    out[to + 5] = hy;
    out[to + 6] = hz;
    out[to + 7] = 1 / (hx * hx + hy * hy + hz * hz + 1e-30);
    for (let c = 0; c < 3; c++) {
      out[to + LANES * VELOCITY + c] = v[3 * a + c]!;
      out[to + LANES * (VELOCITY + 1) + c] = v[3 * b + c]!;
    }
    out[to + LANES * VELOCITY + 3] = w[a]!;
    out[to + LANES * (VELOCITY + 1) + 3] = w[b]!;
    out[to + LANES * ENDS] = radius[a]!;
    out[to + LANES * ENDS + 1] = radius[b]!;
    out[to + LANES * ENDS + 2] = p > 0 && strand[p - 1] === strand[p] ? 1 : 0;
    out[to + LANES * ENDS + 3] = strand[p + 1] === strand[p] ? 1 : 0;
  }
}
