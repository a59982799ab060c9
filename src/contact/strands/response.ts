import type { HairState } from '../interaction.ts';
import { Carriers } from './carriers.ts';
import { roomFor } from './growable.ts';
import type { ContactParameters } from './parameters.ts';
import { alikeness, cuticle, pull, push, pushSlope } from './penalty.ts';
import type { Pieces } from './pieces.ts';
import { DAMP, SLIP, SPRING_ROW, type Springs, STIFF } from './springs.ts';

/** Where a meeting is: parameters on both pieces, signed distance, unit normal to the first (3), rest separation; then its law. */
const MEETING = 11;
/** Push at the present distance, newton. */
const PUSHED = 7;
/** Force a speed along the normal and across it, kg/s; HELD is the part of ALONG that sticks. */
const NORMAL = 8;
const ALONG = 9;
const HELD = 10;

/**
 * What meetings do. Push, damping and friction of a pair are taken implicitly in the pair (what they will be when the step
 * is over, as far as these two points alone go): stable at any stiffness. A node that has several meetings shares its mass
 * among them by their impedance, which keeps all of them stable together (mass splitting, Tonge et al. 2012; shares by
 * number instead left a node with 40 idle meetings too weak to carry hair).
 */
export class Response {
  private readonly parameters: ContactParameters;
  private rows: Float64Array = new Float64Array(256 * MEETING);
  private count = 0;
  /** Impedance of all meetings at each node, newton a metre a second, times the step. */
  private impedance: Float64Array = new Float64Array(0);
  private readonly carriers = new Carriers();
  private readonly relative: Float64Array = new Float64Array(3);
  private readonly total: Float64Array = new Float64Array(3);

  constructor(parameters: ContactParameters) {
    this.parameters = parameters;
  }

  /** Forgets the meetings of the last step. */
  begin(hair: HairState, pieces: Pieces): void {
    this.count = 0;
    this.carriers.update(hair, pieces);
  }

  /** `nearest` is of `closestPoints`; `side` is -1 where the pieces have passed through each other. */
  add(nearest: Float64Array, rest: number, side: number): void {
    const at = MEETING * this.count++;
    if (at + MEETING > this.rows.length) this.rows = roomFor(this.rows, at + MEETING);
    const { rows } = this;
    const u = nearest[2]!;
    const scale = u > 1e-12 ? side / u : 0;
    rows[at] = nearest[0]!;
    rows[at + 1] = nearest[1]!;
    rows[at + 2] = side * u;
    rows[at + 3] = scale * nearest[3]!;
    rows[at + 4] = scale * nearest[4]!;
    rows[at + 5] = scale * nearest[5]!;
    rows[at + 6] = rest;
  }

  drop(): void {
    this.count--;
  }

  /** Rate of the distance of the meeting added last. */
  rate(pieces: Pieces, p: number, q: number): number {
    const at = MEETING * (this.count - 1);
    this.approach(pieces, p, q, at);
    const { rows, relative } = this;
    return relative[0]! * rows[at + 3]! + relative[1]! * rows[at + 4]! + relative[2]! * rows[at + 5]!;
  }

  /** Velocity of the first point seen from the second, into `relative`. */
  private approach(pieces: Pieces, p: number, q: number, at: number): void {
    const v = this.carriers.velocity;
    const s = this.rows[at]!;
    const t = this.rows[at + 1]!;
    const a = 3 * pieces.start[p]!;
    const b = 3 * pieces.end[p]!;
    const c = 3 * pieces.start[q]!;
    const d = 3 * pieces.end[q]!;
    for (let k = 0; k < 3; k++)
      this.relative[k] = (1 - s) * v[a + k]! + s * v[b + k]! - (1 - t) * v[c + k]! - t * v[d + k]!;
  }

  /** Adds the forces of all springs, which are in the order in which meetings were added. */
  apply(hair: HairState, pieces: Pieces, springs: Springs, out: Float64Array): void {
    this.impede(hair, pieces, springs);
    const { rows } = this;
    const { force } = this.carriers;
    for (let n = 0; n < springs.count; n++) {
      const at = MEETING * n;
      if (rows[at + NORMAL]! + rows[at + ALONG]! === 0) continue;
      this.pairForce(hair, pieces, springs, n);
      const s = rows[at]!;
      const t = rows[at + 1]!;
      const a = 3 * pieces.start[springs.first[n]!]!;
      const b = 3 * pieces.end[springs.first[n]!]!;
      const c = 3 * pieces.start[springs.second[n]!]!;
      const d = 3 * pieces.end[springs.second[n]!]!;
      for (let k = 0; k < 3; k++) {
        const f = this.total[k]!;
        force[a + k] = force[a + k]! + (1 - s) * f;
        force[b + k] = force[b + k]! + s * f;
        force[c + k] = force[c + k]! - (1 - t) * f;
        force[d + k] = force[d + k]! - t * f;
      }
    }
    this.carriers.spread(hair, pieces, out);
  }

  /** Push and impedance of every meeting, and the sum of impedances at every node. */
  private impede(hair: HairState, pieces: Pieces, springs: Springs): void {
    const nodes = hair.s.length;
    this.impedance = roomFor(this.impedance, nodes);
    const { impedance, rows } = this;
    impedance.fill(0, 0, nodes);
    for (let n = 0; n < springs.count; n++) {
      const p = springs.first[n]!;
      const q = springs.second[n]!;
      const at = MEETING * n;
      this.law(hair, pieces, springs, n);
      const sum = hair.dt * (rows[at + NORMAL]! + rows[at + ALONG]!);
      const s = rows[at]!;
      const t = rows[at + 1]!;
      const a = pieces.start[p]!;
      const b = pieces.end[p]!;
      const c = pieces.start[q]!;
      const d = pieces.end[q]!;
      impedance[a] = impedance[a]! + (1 - s) * sum;
      impedance[b] = impedance[b]! + s * sum;
      impedance[c] = impedance[c]! + (1 - t) * sum;
      impedance[d] = impedance[d]! + t * sum;
    }
  }

  /** The law of meeting n: push at the present distance, and force a speed, along the normal and across it. */
  private law(hair: HairState, pieces: Pieces, springs: Springs, n: number): void {
    const h = hair.dt;
    const w = this.carriers.inverseMass;
    const { rows, parameters, relative } = this;
    const memory = springs.rows;
    const own = SPRING_ROW * n;
    const at = MEETING * n;
    const p = springs.first[n]!;
    const q = springs.second[n]!;
    const a = pieces.start[p]!;
    const b = pieces.end[p]!;
    const c = pieces.start[q]!;
    const d = pieces.end[q]!;
    const s = rows[at]!;
    const t = rows[at + 1]!;
    const free = (1 - s) * (1 - s) * w[a]! + s * s * w[b]! + (1 - t) * (1 - t) * w[c]! + t * t * w[d]!;
    const damp = memory[own + DAMP]!;
    rows[at + PUSHED] = 0;
    rows[at + NORMAL] = 0;
    rows[at + ALONG] = 0;
    if (free === 0 || damp === 0) return;
    this.approach(pieces, p, q, at);
    const rate = relative[0]! * rows[at + 3]! + relative[1]! * rows[at + 4]! + relative[2]! * rows[at + 5]!;
    const cosines = this.directions(hair.position, a, b, c, d, rate, at);
    const like = alikeness(cosines.pair);
    const normal = 1 - like * (1 - parameters.parallel);
    const full = parameters.stiffness * normal;
    const rest = rows[at + 6]!;
    const overlap = rest - rows[at + 2]!;
    const stiffness = full * memory[own + STIFF]!;
    const rubbing = parameters.rubbing * like * damp;
    const critical = 2 * parameters.damping * normal * Math.sqrt(parameters.stiffness / free) * damp;
    const friction = parameters.friction * 0.5 * (cuticle(cosines.first) + cuticle(cosines.second)) * damp;
    const held = parameters.stiction > 0 ? h * full : 0;
    rows[at + PUSHED] =
      stiffness * push(overlap, 0.25 * rest) -
      full * parameters.cohesion * damp * pull(-overlap, (parameters.release - 1) * rest);
    rows[at + NORMAL] = h * stiffness * pushSlope(overlap, 0.25 * rest) + critical + rubbing;
    rows[at + ALONG] = friction + rubbing + held;
    rows[at + HELD] = held;
  }

  /** Force on the first piece of meeting n into `total`. */
  private pairForce(hair: HairState, pieces: Pieces, springs: Springs, n: number): void {
    const w = this.carriers.inverseMass;
    const { rows, impedance, relative, total } = this;
    const p = springs.first[n]!;
    const q = springs.second[n]!;
    const a = pieces.start[p]!;
    const b = pieces.end[p]!;
    const c = pieces.start[q]!;
    const d = pieces.end[q]!;
    const at = MEETING * n;
    const s = rows[at]!;
    const t = rows[at + 1]!;
    const less =
      1 /
      (1 +
        (1 - s) * w[a]! * impedance[a]! +
        s * w[b]! * impedance[b]! +
        (1 - t) * w[c]! * impedance[c]! +
        t * w[d]! * impedance[d]!);
    this.approach(pieces, p, q, at);
    const nx = rows[at + 3]!;
    const ny = rows[at + 4]!;
    const nz = rows[at + 5]!;
    const rate = relative[0]! * nx + relative[1]! * ny + relative[2]! * nz;
    const f = less * (rows[at + PUSHED]! - rows[at + NORMAL]! * rate);
    const drag = less * (rows[at + ALONG]! - rows[at + HELD]!);
    total[0] = f * nx - drag * (relative[0]! - rate * nx);
    total[1] = f * ny - drag * (relative[1]! - rate * ny);
    total[2] = f * nz - drag * (relative[2]! - rate * nz);
    if (rows[at + HELD]! > 0)
      this.stick(springs.rows, SPRING_ROW * n + SLIP, f, (less * rows[at + HELD]!) / hair.dt, rate, at, hair.dt);
  }

  private readonly cosines = { pair: 0, first: 0, second: 0 };

  /** Cosine of the pieces' directions, and of each one's sliding velocity with its way to the tip (-1 at rest: least friction). */
  private directions(
    x: Float64Array,
    a: number,
    b: number,
    c: number,
    d: number,
    rate: number,
    at: number,
  ): { readonly pair: number; readonly first: number; readonly second: number } {
    const { cosines, relative, rows } = this;
    let uu = 0;
    let ww = 0;
    let uw = 0;
    let uv = 0;
    let wv = 0;
    let vv = 0;
    for (let k = 0; k < 3; k++) {
      const u = x[3 * b + k]! - x[3 * a + k]!;
      const w = x[3 * d + k]! - x[3 * c + k]!;
      const v = relative[k]! - rate * rows[at + 3 + k]!;
      uu += u * u;
      ww += w * w;
      uw += u * w;
      uv += u * v;
      wv += w * v;
      vv += v * v;
    }
    const first = 1 / Math.sqrt(uu + 1e-300);
    const second = 1 / Math.sqrt(ww + 1e-300);
    const speed = Math.sqrt(vv);
    cosines.pair = uw * first * second;
    cosines.first = speed > 0 ? (uv * first) / speed : -1;
    cosines.second = speed > 0 ? (-wv * second) / speed : -1;
    return cosines;
  }

  /**
   * A tangential spring from where the meeting began to stick; its anchor slips where the pull exceeds friction times push
   * (course notes 2.2.2, static anchor). Taken at the end of the step like the push.
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
    const { relative, rows, total } = this;
    const most = this.parameters.stiction * Math.max(f, 0);
    let along = 0;
    for (let k = 0; k < 3; k++) along += memory[slip + k]! * rows[at + 3 + k]!;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const moved = memory[slip + k]! - along * rows[at + 3 + k]! + h * (relative[k]! - rate * rows[at + 3 + k]!);
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
