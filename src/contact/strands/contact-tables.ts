import { LANES, type StrandsKernels } from '../../kernels/kernels.ts';
import { SEGMENT_ROWS } from '../../kernels/strands-layout.ts';
import { SUMS } from '../../kernels/sums-twin.ts';
import { TABLES, TABLES_HEAD_ROWS } from '../../kernels/tables-twin.ts';
import type { HairState } from '../interaction.ts';
import { nodeMass } from './mass.ts';
import type { Reference } from './pair-search.ts';
import type { Segments } from './segments.ts';

const HEAD = 0;
/** Parts with their rows for so many nodes and segments. */
const partsFor = (nodes: number, segments: number): (readonly [part: number, rows: number])[] => [
  ...[TABLES.position, TABLES.velocity, TABLES.lumpedVelocity, TABLES.force, TABLES.kept, TABLES.out].map(
    (part) => [part, (3 * nodes) / 2] as const,
  ),
  ...[TABLES.own, TABLES.inverse, TABLES.s, TABLES.mass, TABLES.lumpedInverse, TABLES.impedance].map(
    (part) => [part, nodes / 2] as const,
  ),
  [TABLES.start, segments / LANES],
  [TABLES.end, segments / LANES],
  [TABLES.ends, segments],
  [TABLES.radius, segments],
  [TABLES.margin, segments / 2],
  [TABLES.known, segments / 16],
  [TABLES.table, SEGMENT_ROWS * segments],
  [TABLES.sums, (SUMS * segments) / 2],
];

/** A vector that begins with the last number of a part ends behind it. */
const roomOf = (rows: number): number => Math.ceil(rows) + 1;

/** Hair as contacts know it, at the front of the kernels' memory: nodes, and segments between those that are kept. */
export class ContactTables {
  /** The first row behind all of it. */
  end = 0;
  segments: Segments | null = null;
  private readonly kernels: StrandsKernels;
  private nodes = 0;
  /** What the tables were made from. */
  private made: Pick<HairState, 'inverseMass' | 'radius' | 's'> | null = null;

  constructor(kernels: StrandsKernels) {
    this.kernels = kernels;
  }

  get table(): number {
    return this.word(TABLES.table);
  }

  /** Sums over the contacts of every segment, all zero. */
  clearSums(): number {
    this.doubles(TABLES.sums, SUMS * this.segments!.count).fill(0);
    return this.word(TABLES.sums);
  }

  /** The row behind all once there are other segments. */
  endFor({ s }: HairState, { count }: Segments): number {
    return partsFor(s.length, count).reduce((end, [, rows]) => end + roomOf(rows), HEAD + TABLES_HEAD_ROWS);
  }

  /** Room for other segments. What they are is taken up by the next `read`. */
  layOut(hair: HairState, segments: Segments, groomed: Reference): void {
    const { kernels } = this;
    const { count } = segments;
    this.segments = segments;
    this.nodes = hair.s.length;
    this.made = null;
    this.end = this.endFor(hair, segments);
    kernels.makeRoom(this.end);
    const words = kernels.words.subarray(LANES * HEAD);
    let row = HEAD + TABLES_HEAD_ROWS;
    for (const [part, rows] of partsFor(this.nodes, count)) {
      words[part] = row;
      row += roomOf(rows);
    }
    words[TABLES.nodes] = this.nodes;
    words[TABLES.segments] = count;
    words[TABLES.isWhole] = segments.start.every((a, p) => segments.end[p] === a + 1) ? 1 : 0;
    kernels.words.set(segments.start, LANES * this.word(TABLES.start));
    kernels.words.set(segments.end, LANES * this.word(TABLES.end));
    const known = 16 * this.word(TABLES.known);
    for (let p = 0; p < count; p++) kernels.bytes[known + p] = groomed.row[p]! >= 0 ? 1 : 0;
  }

  /** Takes up where the hair is now. */
  read(hair: HairState): void {
    const { made, nodes } = this;
    this.doubles(TABLES.position, 3 * nodes).set(hair.position.subarray(0, 3 * nodes));
    this.doubles(TABLES.velocity, 3 * nodes).set(hair.velocity.subarray(0, 3 * nodes));
    if (made && made.inverseMass === hair.inverseMass && made.radius === hair.radius && made.s === hair.s) return;
    this.made = hair;
    nodeMass(hair, this.doubles(TABLES.own, nodes));
    this.doubles(TABLES.inverse, nodes).set(hair.inverseMass.subarray(0, nodes));
    this.doubles(TABLES.s, nodes).set(hair.s.subarray(0, nodes));
    this.writeEnds(hair);
  }

  private writeEnds({ radius }: HairState): void {
    const { start, end, strand, count } = this.segments!;
    const ends = this.kernels.numbers.subarray(LANES * this.word(TABLES.ends));
    const radii = this.doubles(TABLES.radius, 2 * count);
    for (let p = 0; p < count; p++) {
      const [a, b] = [radius[start[p]!]!, radius[end[p]!]!];
      const isAfter = p > 0 && strand[p - 1] === strand[p];
      ends.set([a, b, isAfter ? 1 : 0, strand[p + 1] === strand[p] ? 1 : 0], LANES * p);
      radii.set([a, Math.max(a, b)], 2 * p);
    }
  }

  /** Whether hair is so calm that margins are worth while: segments go less than `calm` of their radius in so much time, on average. Else these are nothing. */
  findMargins(horizon: number, least: number, calm: number): boolean {
    this.doublesOfHead(TABLES.horizon).set([horizon, least]);
    this.kernels.run.findMargins(HEAD);
    const [motion, thickness] = this.doublesOfHead(TABLES.motion) as unknown as [number, number];
    const isCalm = motion < calm * thickness;
    if (!isCalm) this.doubles(TABLES.margin, this.segments!.count).fill(0);
    else this.doubles(TABLES.kept, 3 * this.nodes).set(this.doubles(TABLES.position, 3 * this.nodes));
    return isCalm;
  }

  /** Whether a segment has left its margin since these were found. */
  hasLeft(): boolean {
    return this.kernels.run.hasLeft(HEAD) !== 0;
  }

  /** Writes the segments into the table of a search. */
  writeCapsules(table: number): void {
    this.kernels.words[LANES * HEAD + TABLES.capsules] = table;
    this.kernels.run.writeCapsules(HEAD);
  }

  /** Brings the table of segments up to date, which pairs are found and felt by. */
  writeSegments(): void {
    this.kernels.run.lumpNodes(HEAD);
    this.kernels.run.writeSegments(HEAD);
  }

  shareImpedance(): void {
    this.kernels.run.shareImpedance(HEAD);
  }

  /** Adds what the sums make of forces. */
  spreadForces(force: Float64Array): void {
    const out = this.doubles(TABLES.out, 3 * this.nodes);
    out.set(force.subarray(0, 3 * this.nodes));
    this.kernels.run.spreadForces(HEAD);
    force.set(out);
  }

  private word(n: number): number {
    return this.kernels.words[LANES * HEAD + n]!;
  }

  private doubles(part: number, length: number): Float64Array {
    return new Float64Array(this.kernels.bytes.buffer, 16 * this.word(part), length);
  }

  private doublesOfHead(n: number): Float64Array {
    return new Float64Array(this.kernels.bytes.buffer, 16 * HEAD + 4 * n, 2);
  }
}
