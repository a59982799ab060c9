import { strandIndex } from '../nodal.ts';
import { variationOf } from './build.ts';
import { TANGLE, TANGLES, type WispState } from './fields.ts';
import type { WispParameters } from './parameters.ts';
import type { RimRows } from './rim-rows.ts';
import type { WispSegments } from './segments.ts';

const POINT = TANGLES * TANGLE;

/**
 * Springs between rims of wisps that lie along each other, kept by one of the two points in the state of its wisp. A spring begins with the
 * length that it has; longer ones pull less and less, and let go without a jump.
 */
export class Tangles {
  /** Springs that were made and that broke since the beginning. */
  made = 0;
  broken = 0;
  /** Springs there are. */
  count = 0;
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  private readonly segments: WispSegments;
  /** Of each spring: where its wisp keeps it, and the rim points at its ends. */
  private slot: Int32Array = new Int32Array(256);
  private from: Int32Array = new Int32Array(256);
  private to: Int32Array = new Int32Array(256);
  private stiffness: Float64Array = new Float64Array(256);
  /** Who holds on to each node, as lists: the first of it, and for each entry the next one and the other node. */
  private readonly head: Int32Array;
  private next: Int32Array = new Int32Array(512);
  private partner: Int32Array = new Int32Array(512);
  private linked = 0;
  /** The segment for which each was found to be joined to it. */
  private readonly mark: Int32Array;
  /** Whether some were made since they were listed. */
  private isShort = false;
  private readonly index: Map<number, number>;
  /** Factor of each wisp's stiffness. */
  private readonly factor: Float64Array;

  constructor(state: WispState, parameters: WispParameters, segments: WispSegments) {
    this.state = state;
    this.parameters = parameters;
    this.segments = segments;
    this.index = strandIndex(state.ids);
    this.head = new Int32Array(state.mass.length);
    this.mark = new Int32Array(state.mass.length);
    this.factor = Float64Array.from(state.ids, (id) => variationOf(id, 2, parameters.variation));
  }

  /** Takes all springs from the state, in the order in which wisps keep them; those whose other end is gone let go. */
  list(): void {
    const { state, index } = this;
    const { tangles, first } = state;
    this.count = 0;
    for (let p = 0, t = 0; t < tangles.length; p++)
      for (const end = POINT * (p + 1); t < end; t += TANGLE) {
        if (tangles[t] === 0) continue;
        const other = index.get(tangles[t]! - 1);
        const q = other === undefined ? -1 : 2 * first[other]! + tangles[t + 1]!;
        if (other === undefined || q >= 2 * first[other + 1]!) {
          this.release(t);
          continue;
        }
        if (this.count === this.slot.length) this.grow();
        this.slot[this.count] = t;
        this.from[this.count] = p;
        this.to[this.count++] = q;
      }
    for (let n = 0; n < this.count; n++) this.stiffness[n] = this.stiffnessOf(this.from[n]!, this.to[n]!);
    this.isShort = false;
  }

  /** Lets go what is stretched too far. */
  breakLong(asleep: Uint8Array | undefined): void {
    if (this.isShort) this.list();
    const { state, segments, slot, from, to, stiffness } = this;
    const { tangles } = state;
    const { rims, strandOf } = segments;
    const { breaking } = this.parameters.tangle;
    let kept = 0;
    for (let n = 0; n < this.count; n++) {
      const t = slot[n]!;
      const p = from[n]!;
      const q = to[n]!;
      const most = breaking * tangles[t + 2]!;
      if (squaredDistance(rims, p, q) > most * most && asleep?.[strandOf[p >> 1]!] !== 1) {
        this.release(t);
        continue;
      }
      slot[kept] = t;
      stiffness[kept] = stiffness[n]!;
      from[kept] = p;
      to[kept++] = q;
    }
    this.count = kept;
  }

  private release(t: number): void {
    const { tangles } = this.state;
    tangles[t] = tangles[t + 1] = tangles[t + 2] = 0;
    this.broken++;
  }

  /** Writes all as rows of both of their wisps; the other end is where it would be `dt` from now. */
  gather(rows: RimRows, dt: number): void {
    const { from, to, slot, stiffness } = this;
    const { strandOf } = this.segments;
    const { tangles } = this.state;
    for (let n = 0; n < this.count; n++) {
      const p = from[n]!;
      const q = to[n]!;
      const rest = tangles[slot[n]! + 2]!;
      this.pushRow(rows, strandOf[p >> 1]!, p, q, rest, stiffness[n]!, dt);
      this.pushRow(rows, strandOf[q >> 1]!, q, p, rest, stiffness[n]!, dt);
    }
  }

  /** Kernel. Adds what springs pull where wisps are, equal at both ends: rows of six a node, of its middle and of the way to its left rim. */
  addForces(forces: Float64Array): void {
    const { from, to, slot, stiffness } = this;
    const { rims } = this.segments;
    const { tangles } = this.state;
    const { breaking } = this.parameters.tangle;
    for (let n = 0; n < this.count; n++) {
      const p = from[n]!;
      const q = to[n]!;
      const gx = rims[3 * p]! - rims[3 * q]!;
      const gy = rims[3 * p + 1]! - rims[3 * q + 1]!;
      const gz = rims[3 * p + 2]! - rims[3 * q + 2]!;
      const length = Math.sqrt(gx * gx + gy * gy + gz * gz + 1e-60);
      const pull = (stiffness[n]! * tanglePull(length, tangles[slot[n]! + 2]!, breaking)) / length;
      addAt(forces, p, -pull * gx, -pull * gy, -pull * gz);
      addAt(forces, q, pull * gx, pull * gy, pull * gz);
    }
  }

  private stiffnessOf(p: number, q: number): number {
    const { mass } = this.state;
    const { factor } = this;
    const { strandOf } = this.segments;
    const m = 0.25 * (mass[p >> 1]! + mass[q >> 1]!);
    return 0.5 * (factor[strandOf[p >> 1]!]! + factor[strandOf[q >> 1]!]!) * this.parameters.tangle.stiffness * m;
  }

  private pushRow(rows: RimRows, k: number, p: number, q: number, rest: number, stiffness: number, dt: number): void {
    const { rims } = this.segments;
    const { velocity, acrossVelocity } = this.state;
    const j = q >> 1;
    const side = (q & 1) === 0 ? 1 : -1;
    rows.push(
      k,
      p,
      rims[3 * q]! + dt * (velocity[3 * j]! + side * acrossVelocity[3 * j]!),
      rims[3 * q + 1]! + dt * (velocity[3 * j + 1]! + side * acrossVelocity[3 * j + 1]!),
      rims[3 * q + 2]! + dt * (velocity[3 * j + 2]! + side * acrossVelocity[3 * j + 2]!),
      rest,
      stiffness,
    );
  }

  private grow(): void {
    const size = 2 * this.slot.length;
    this.slot = larger(this.slot, size);
    this.from = larger(this.from, size);
    this.to = larger(this.to, size);
    this.stiffness = new Float64Array(size);
  }

  /** Joins two rim points unless they are joined, are too far from each other, or have no room: from the next step on. */
  join(p: number, q: number): void {
    const { state, segments, parameters } = this;
    const rest = Math.sqrt(squaredDistance(segments.rims, p, q));
    if (rest > parameters.tangle.length || rest < 1e-9 || this.has(p, q) || this.has(q, p)) return;
    const { tangles, ids, first } = state;
    for (let t = POINT * p; t < POINT * (p + 1); t += TANGLE) {
      if (tangles[t] !== 0) continue;
      const k = segments.strandOf[q >> 1]!;
      tangles[t] = ids[k]! + 1;
      tangles[t + 1] = q - 2 * first[k]!;
      tangles[t + 2] = rest;
      this.made++;
      this.isShort = true;
      this.link(p, q);
      return;
    }
  }

  /** Before `markJoined`: notes at each node which others hold on to it. */
  linkAll(): void {
    this.head.fill(-1);
    this.mark.fill(-1);
    this.linked = 0;
    for (let n = 0; n < this.count; n++) this.link(this.from[n]!, this.to[n]!);
  }

  private link(p: number, q: number): void {
    if (this.linked + 2 > this.next.length) {
      this.next = larger(this.next, 2 * this.linked + 2);
      this.partner = larger(this.partner, 2 * this.linked + 2);
    }
    this.linkOne(p >> 1, q >> 1);
    this.linkOne(q >> 1, p >> 1);
  }

  private linkOne(node: number, other: number): void {
    const { head, next, partner } = this;
    partner[this.linked] = other;
    next[this.linked] = head[node]!;
    head[node] = this.linked++;
  }

  /** Finds all that hold on to segment i, for `isJoined`. */
  markJoined(i: number): void {
    const { head, next, partner, mark } = this;
    for (let node = i; node < i + 2; node++)
      for (let n = head[node]!; n >= 0; n = next[n]!) {
        const other = partner[n]!;
        mark[other] = i;
        if (other > 0) mark[other - 1] = i;
      }
  }

  /** Whether a spring holds segment j to the segment that was marked last, i. */
  isJoined(i: number, j: number): boolean {
    return this.mark[j] === i;
  }

  private has(p: number, q: number): boolean {
    const { tangles, ids, first } = this.state;
    const k = this.segments.strandOf[q >> 1]!;
    for (let t = POINT * p; t < POINT * (p + 1); t += TANGLE)
      if (tangles[t] === ids[k]! + 1 && tangles[t + 1] === q - 2 * first[k]!) return true;
    return false;
  }
}

function larger(values: Int32Array, size: number): Int32Array {
  const out = new Int32Array(size);
  out.set(values);
  return out;
}

function squaredDistance(x: Float64Array, p: number, q: number): number {
  const dx = x[3 * p]! - x[3 * q]!;
  const dy = x[3 * p + 1]! - x[3 * q + 1]!;
  const dz = x[3 * p + 2]! - x[3 * q + 2]!;
  return dx * dx + dy * dy + dz * dz;
}

/** Adds a force at rim point p. */
function addAt(forces: Float64Array, p: number, fx: number, fy: number, fz: number): void {
  const u = 6 * (p >> 1);
  const side = (p & 1) === 0 ? 1 : -1;
  forces[u] = forces[u]! + fx;
  forces[u + 1] = forces[u + 1]! + fy;
  forces[u + 2] = forces[u + 2]! + fz;
  forces[u + 3] = forces[u + 3]! + side * fx;
  forces[u + 4] = forces[u + 4]! + side * fy;
  forces[u + 5] = forces[u + 5]! + side * fz;
}

/**
 * Pull of a spring of unit stiffness, metres: its extension where it is pressed; stretched, rest (1 − rest/length), which ends at 0 where it
 * breaks.
 */
export function tanglePull(length: number, rest: number, breaking: number): number {
  if (length <= rest) return length - rest;
  const part = Math.max(0, (breaking - length / rest) / (breaking - 1));
  return rest * (1 - rest / length) * part;
}
