import type { PointContacts } from '../../models/model.ts';
import type { HairState, OwnStrands } from '../interaction.ts';
import { roomFor, wordsFor } from './growable.ts';
import type { Topology } from './topology.ts';

/** Numbers of a plane: normal, a point of it at the end of the step, velocity, friction. */
const ROW = 10;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Planes that nodes may not pass, gathered in any order and written by (id, s). */
export class PlaneRows {
  private count = 0;
  private node: Uint32Array = new Uint32Array(64);
  private rows: Float64Array = new Float64Array(64 * ROW);
  private start: Uint32Array = new Uint32Array(0);
  private order: Uint32Array = new Uint32Array(64);
  private out: Writable<Omit<PointContacts, 'count'>> = {
    id: new Uint32Array(0),
    s: new Float64Array(0),
    normal: new Float64Array(0),
    plane: new Float64Array(0),
    velocity: new Float64Array(0),
    friction: new Float64Array(0),
  };

  clear(): void {
    this.count = 0;
  }

  get size(): number {
    return this.count;
  }

  /** A row for a node, to be filled in: ROW numbers from the offset that comes back. */
  add(node: number): number {
    this.node = wordsFor(this.node, this.count + 1);
    this.rows = roomFor(this.rows, ROW * (this.count + 1));
    this.node[this.count] = node;
    return ROW * this.count++;
  }

  get values(): Float64Array {
    return this.rows;
  }

  write(hair: HairState, topology: Topology, own?: OwnStrands): PointContacts {
    this.sortByNode(hair.s.length);
    let count = 0;
    for (let n = 0; n < topology.byId.length; n++) {
      const k = topology.byId[n]!;
      if (own && own[k] === 0) continue;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++)
        for (let at = i === 0 ? 0 : this.start[i - 1]!; at < this.start[i]!; at++)
          this.copy(this.order[at]!, count++, hair.ids[k]!, hair.s[i]!);
    }
    const { id, s, normal, plane, velocity, friction } = this.out;
    return {
      count,
      id: id.subarray(0, count),
      s: s.subarray(0, count),
      normal: normal.subarray(0, 3 * count),
      plane: plane.subarray(0, 3 * count),
      velocity: velocity.subarray(0, 3 * count),
      friction: friction.subarray(0, count),
    };
  }

  /** Counting sort; afterwards start[i] is the end of node i's rows. */
  private sortByNode(nodes: number): void {
    const { count } = this;
    this.start = wordsFor(this.start, nodes + 1);
    this.order = wordsFor(this.order, count);
    const { start, order, node } = this;
    start.fill(0, 0, nodes + 1);
    for (let r = 0; r < count; r++) start[node[r]! + 1]!++;
    for (let i = 0; i < nodes; i++) start[i + 1]! += start[i]!;
    for (let r = 0; r < count; r++) order[start[node[r]!]!++] = r;
    this.out.id = wordsFor(this.out.id, count);
    this.out.s = roomFor(this.out.s, count);
    this.out.normal = roomFor(this.out.normal, 3 * count);
    this.out.plane = roomFor(this.out.plane, 3 * count);
    this.out.velocity = roomFor(this.out.velocity, 3 * count);
    this.out.friction = roomFor(this.out.friction, count);
  }

  private copy(row: number, to: number, id: number, s: number): void {
    const { out, rows } = this;
    const at = ROW * row;
    out.id[to] = id;
    out.s[to] = s;
    for (let c = 0; c < 3; c++) {
      out.normal[3 * to + c] = rows[at + c]!;
      out.plane[3 * to + c] = rows[at + 3 + c]!;
      out.velocity[3 * to + c] = rows[at + 6 + c]!;
    }
    out.friction[to] = rows[at + 9]!;
  }
}
