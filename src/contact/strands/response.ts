import { LANES } from '../../kernels/kernels.ts';
import {
  CONTACT,
  CROSSING,
  ENDS,
  FRACTION,
  MEMORY,
  SEGMENT_ROWS,
  SHARE,
  SLIP,
  STEP,
  VELOCITY,
} from '../../kernels/strands-layout.ts';
import { SUMS } from '../../kernels/sums-twin.ts';
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
    const sums = sumsOf(pairs, segments.count);
    for (let block = 0; block < packs; block += BLOCK) {
      const count = Math.min(BLOCK, packs - block);
      const [memory, contacts] = [at.pairs + MEMORY * block, at.contacts + CONTACT * block];
      kernels.run.findForces(memory, contacts, at.table, at.forces, count);
      if (this.parameters.stiction > 0)
        kernels.run.stick(memory, contacts, at.table, at.forces, at.slips + SLIP * block, at.law, count);
      const contactsInBlock = Math.min(pairs.count - LANES * block, LANES * count);
      kernels.run.sumForces(memory, contacts, at.forces, at.sums, contactsInBlock);
    }
    const { force } = this.lumpedNodes;
    for (let p = 0; p < segments.count; p++)
      for (let c = 0; c < 3; c++) {
        const a = 3 * segments.start[p]! + c;
        const b = 3 * segments.end[p]! + c;
        force[a] = force[a]! + sums[SUMS * p + c]!;
        force[b] = force[b]! + sums[SUMS * p + 3 + c]!;
      }
    this.lumpedNodes.spread(hair, segments, out);
  }

  /** Impedance of all contacts at each node, and what follows from it in the table. */
  private shareMass({ s, dt }: HairState, { count, start, end }: Segments, pairs: ContactPairs): void {
    const { at, kernels } = pairs;
    const sums = sumsOf(pairs, count);
    kernels.run.sumImpedance(at.pairs, at.contacts, at.sums, pairs.count, dt);
    this.atNode = roomFor(this.atNode, s.length);
    const { atNode } = this;
    atNode.fill(0, 0, s.length);
    for (let p = 0; p < count; p++) {
      atNode[start[p]!] = atNode[start[p]!]! + sums[SUMS * p]!;
      atNode[end[p]!] = atNode[end[p]!]! + sums[SUMS * p + 1]!;
    }
    const { numbers } = kernels;
    const w = this.lumpedNodes.inverseMass;
    for (let p = 0; p < count; p++) {
      const to = LANES * (at.table + SEGMENT_ROWS * p + SHARE);
      numbers[to] = w[start[p]!]! * atNode[start[p]!]!;
      numbers[to + 1] = w[end[p]!]! * atNode[end[p]!]!;
    }
  }
}

/** Sums over the contacts of every segment, all zero. */
function sumsOf({ at, kernels }: ContactPairs, segments: number): Float64Array {
  return new Float64Array(kernels.numbers.buffer, 16 * at.sums, SUMS * segments).fill(0);
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
