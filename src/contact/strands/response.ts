import type { HairState } from '../interaction.ts';
import { type ContactPairs, DAMP, PAIR_ROW, SLIP, STIFF } from './contact-pairs.ts';
import { roomFor } from './growable.ts';
import { LumpedNodes } from './lumped-nodes.ts';
import type { ContactParameters } from './parameters.ts';
import { alikeness, cuticle, normalForce, normalForceSlope, pull } from './penalty.ts';
import type { Segments } from './segments.ts';

/** Where a contact is: parameters on both segments, signed distance, unit normal to the first (3), rest separation; then its law. */
const CONTACT = 14;
/** Normal force at the present distance, newton. */
const NORMAL_FORCE = 7;
/** Force a speed along the normal and across it, kg/s; HELD is the part of ALONG that sticks. */
const NORMAL = 8;
const ALONG = 9;
const HELD = 10;
/** Velocity of the first point seen from the second (3). */
const RELATIVE = 11;

/**
 * What contacts do. Normal force, damping and friction of a pair are taken implicitly in the pair (what they will be when the step
 * is over, as far as these two points alone go): stable at any stiffness. A node that has several contacts shares its mass
 * among them by their impedance, which keeps all of them stable together (mass splitting, Tonge et al. 2012; shares by
 * number instead left a node with 40 idle contacts too weak to carry hair).
 */
export class Response {
  private readonly parameters: ContactParameters;
  private rows: Float64Array = new Float64Array(256 * CONTACT);
  private count = 0;
  /** Impedance of all contacts at each node, newton a metre a second, times the step. */
  private impedance: Float64Array = new Float64Array(0);
  private readonly lumpedNodes = new LumpedNodes();
  private readonly total: Float64Array = new Float64Array(3);

  constructor(parameters: ContactParameters) {
    this.parameters = parameters;
  }

  /** Forgets the contacts of the last step. */
  begin(hair: HairState, segments: Segments): void {
    this.count = 0;
    this.lumpedNodes.update(hair, segments);
    this.impedance = roomFor(this.impedance, hair.s.length);
    this.impedance.fill(0, 0, hair.s.length);
  }

  /**
   * `nearest` is of `closestPoints`; `side` is -1 where the segments have passed through each other. Returns the rate of the
   * distance, m/s.
   */
  add(segments: Segments, p: number, q: number, nearest: Float64Array, rest: number, side: number): number {
    const at = CONTACT * this.count++;
    if (at + CONTACT > this.rows.length) this.rows = roomFor(this.rows, at + CONTACT);
    const { rows } = this;
    const v = this.lumpedNodes.velocity;
    const s = nearest[0]!;
    const t = nearest[1]!;
    const u = nearest[2]!;
    const scale = u > 1e-12 ? side / u : 0;
    const a = 3 * segments.start[p]!;
    const b = 3 * segments.end[p]!;
    const c = 3 * segments.start[q]!;
    const d = 3 * segments.end[q]!;
    const x = (1 - s) * v[a]! + s * v[b]! - (1 - t) * v[c]! - t * v[d]!;
    const y = (1 - s) * v[a + 1]! + s * v[b + 1]! - (1 - t) * v[c + 1]! - t * v[d + 1]!;
    const z = (1 - s) * v[a + 2]! + s * v[b + 2]! - (1 - t) * v[c + 2]! - t * v[d + 2]!;
    rows[at] = s;
    rows[at + 1] = t;
    rows[at + 2] = side * u;
    rows[at + 3] = scale * nearest[3]!;
    rows[at + 4] = scale * nearest[4]!;
    rows[at + 5] = scale * nearest[5]!;
    rows[at + 6] = rest;
    rows[at + RELATIVE] = x;
    rows[at + RELATIVE + 1] = y;
    rows[at + RELATIVE + 2] = z;
    return x * rows[at + 3]! + y * rows[at + 4]! + z * rows[at + 5]!;
  }

  drop(): void {
    this.count--;
  }

  /** Adds the forces of all pairs, which are in the order in which contacts were added. */
  apply(hair: HairState, segments: Segments, pairs: ContactPairs, out: Float64Array): void {
    const { rows, total } = this;
    const { force } = this.lumpedNodes;
    for (let n = 0; n < pairs.count; n++) {
      const at = CONTACT * n;
      if (rows[at + NORMAL]! + rows[at + ALONG]! === 0) continue;
      this.pairForce(hair, segments, pairs, n);
      const s = rows[at]!;
      const t = rows[at + 1]!;
      addTo(force, 3 * segments.start[pairs.first[n]!]!, 1 - s, total);
      addTo(force, 3 * segments.end[pairs.first[n]!]!, s, total);
      addTo(force, 3 * segments.start[pairs.second[n]!]!, t - 1, total);
      addTo(force, 3 * segments.end[pairs.second[n]!]!, -t, total);
    }
    this.lumpedNodes.spread(hair, segments, out);
  }

  /** The last contact that was added, its row of `pairs` being known: its law, and what it adds to the impedance of its nodes. */
  impede(hair: HairState, segments: Segments, pairs: ContactPairs): void {
    const { impedance, rows } = this;
    const n = this.count - 1;
    const at = CONTACT * n;
    this.law(hair, segments, pairs, n);
    const sum = hair.dt * (rows[at + NORMAL]! + rows[at + ALONG]!);
    const s = rows[at]!;
    const t = rows[at + 1]!;
    const a = segments.start[pairs.first[n]!]!;
    const b = segments.end[pairs.first[n]!]!;
    const c = segments.start[pairs.second[n]!]!;
    const d = segments.end[pairs.second[n]!]!;
    impedance[a] = impedance[a]! + (1 - s) * sum;
    impedance[b] = impedance[b]! + s * sum;
    impedance[c] = impedance[c]! + (1 - t) * sum;
    impedance[d] = impedance[d]! + t * sum;
  }

  /** Kernel. The law of contact n: normal force at the present distance, and force a speed, along the normal and across it. */
  private law(hair: HairState, segments: Segments, pairs: ContactPairs, n: number): void {
    const { position: x, dt: h } = hair;
    const w = this.lumpedNodes.inverseMass;
    const { rows, parameters } = this;
    const memory = pairs.rows;
    const own = PAIR_ROW * n;
    const at = CONTACT * n;
    const a = segments.start[pairs.first[n]!]!;
    const b = segments.end[pairs.first[n]!]!;
    const c = segments.start[pairs.second[n]!]!;
    const d = segments.end[pairs.second[n]!]!;
    const s = rows[at]!;
    const t = rows[at + 1]!;
    const free = (1 - s) * (1 - s) * w[a]! + s * s * w[b]! + (1 - t) * (1 - t) * w[c]! + t * t * w[d]!;
    const damp = memory[own + DAMP]!;
    rows[at + NORMAL_FORCE] = 0;
    rows[at + NORMAL] = 0;
    rows[at + ALONG] = 0;
    if (free === 0 || damp === 0) return;
    // Directions u and v of the segments, and the sliding velocity g.
    const ux = x[3 * b]! - x[3 * a]!;
    const uy = x[3 * b + 1]! - x[3 * a + 1]!;
    const uz = x[3 * b + 2]! - x[3 * a + 2]!;
    const vx = x[3 * d]! - x[3 * c]!;
    const vy = x[3 * d + 1]! - x[3 * c + 1]!;
    const vz = x[3 * d + 2]! - x[3 * c + 2]!;
    const rx = rows[at + RELATIVE]!;
    const ry = rows[at + RELATIVE + 1]!;
    const rz = rows[at + RELATIVE + 2]!;
    const rate = rx * rows[at + 3]! + ry * rows[at + 4]! + rz * rows[at + 5]!;
    const gx = rx - rate * rows[at + 3]!;
    const gy = ry - rate * rows[at + 4]!;
    const gz = rz - rate * rows[at + 5]!;
    const overU = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz + 1e-300);
    const overV = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz + 1e-300);
    const speed = Math.sqrt(gx * gx + gy * gy + gz * gz);
    // Cosine of each one's sliding velocity with its way to the tip; -1 at rest: least friction.
    const first = speed > 0 ? ((ux * gx + uy * gy + uz * gz) * overU) / speed : -1;
    const second = speed > 0 ? (-(vx * gx + vy * gy + vz * gz) * overV) / speed : -1;
    const like = alikeness((ux * vx + uy * vy + uz * vz) * overU * overV);
    const normal = 1 - like * (1 - parameters.parallel);
    const full = parameters.stiffness * normal;
    const rest = rows[at + 6]!;
    const overlap = rest - rows[at + 2]!;
    const stiffness = full * memory[own + STIFF]!;
    const parallelDrag = parameters.parallelDrag * like * damp;
    const critical = 2 * parameters.damping * normal * Math.sqrt(parameters.stiffness / free) * damp;
    const friction = parameters.friction * 0.5 * (cuticle(first) + cuticle(second)) * damp;
    const held = parameters.stiction > 0 ? h * full : 0;
    const pulled = parameters.cohesion > 0 ? parameters.cohesion * pull(-overlap, (parameters.release - 1) * rest) : 0;
    rows[at + NORMAL_FORCE] = stiffness * normalForce(overlap, 0.25 * rest) - full * damp * pulled;
    rows[at + NORMAL] = h * stiffness * normalForceSlope(overlap, 0.25 * rest) + critical + parallelDrag;
    rows[at + ALONG] = friction + parallelDrag + held;
    rows[at + HELD] = held;
  }

  /** Force on the first segment of contact n into `total`. */
  private pairForce(hair: HairState, segments: Segments, pairs: ContactPairs, n: number): void {
    const w = this.lumpedNodes.inverseMass;
    const { rows, impedance, total } = this;
    const a = segments.start[pairs.first[n]!]!;
    const b = segments.end[pairs.first[n]!]!;
    const c = segments.start[pairs.second[n]!]!;
    const d = segments.end[pairs.second[n]!]!;
    const at = CONTACT * n;
    const s = rows[at]!;
    const t = rows[at + 1]!;
    const less =
      1 /
      (1 +
        (1 - s) * w[a]! * impedance[a]! +
        s * w[b]! * impedance[b]! +
        (1 - t) * w[c]! * impedance[c]! +
        t * w[d]! * impedance[d]!);
    const nx = rows[at + 3]!;
    const ny = rows[at + 4]!;
    const nz = rows[at + 5]!;
    const rx = rows[at + RELATIVE]!;
    const ry = rows[at + RELATIVE + 1]!;
    const rz = rows[at + RELATIVE + 2]!;
    const rate = rx * nx + ry * ny + rz * nz;
    const f = less * (rows[at + NORMAL_FORCE]! - rows[at + NORMAL]! * rate);
    const drag = less * (rows[at + ALONG]! - rows[at + HELD]!);
    total[0] = f * nx - drag * (rx - rate * nx);
    total[1] = f * ny - drag * (ry - rate * ny);
    total[2] = f * nz - drag * (rz - rate * nz);
    if (rows[at + HELD]! > 0)
      this.stick(pairs.rows, PAIR_ROW * n + SLIP, f, (less * rows[at + HELD]!) / hair.dt, rate, at, hair.dt);
  }

  /**
   * A tangential spring from where the contact began to stick; its anchor slips where the pull exceeds friction times normal force
   * (course notes 2.2.2, static anchor). Taken at the end of the step like the normal force.
   */
  private stick(
    memory: Float64Array,
    slip: number,
    f: number,
    soft: number,
    rate: number,
    at: number,
    h: number,
  ): void {
    const { rows, total } = this;
    const most = this.parameters.stiction * Math.max(f, 0);
    let along = 0;
    for (let k = 0; k < 3; k++) along += memory[slip + k]! * rows[at + 3 + k]!;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const moved =
        memory[slip + k]! - along * rows[at + 3 + k]! + h * (rows[at + RELATIVE + k]! - rate * rows[at + 3 + k]!);
      memory[slip + k] = moved;
      square += soft * soft * moved * moved;
    }
    const scale = square > most * most ? most / Math.sqrt(square) : 1;
    for (let k = 0; k < 3; k++) {
      memory[slip + k] = memory[slip + k]! * scale;
      total[k] = total[k]! - soft * memory[slip + k]!;
    }
  }
}

/** Adds a fraction of a force at offset `at` of xyz rows. */
function addTo(force: Float64Array, at: number, weight: number, total: Float64Array): void {
  force[at] = force[at]! + weight * total[0]!;
  force[at + 1] = force[at + 1]! + weight * total[1]!;
  force[at + 2] = force[at + 2]! + weight * total[2]!;
}
