import { addBlock, type NodalSystem, UNKNOWNS } from './nodal-system.ts';

/** A point p = (1 − fraction) x_node + fraction x_{node+1} that may not pass the plane n·p = offset. */
export interface ContactRow {
  /** Counted from the strand's first node. */
  node: number;
  fraction: number;
  nx: number;
  ny: number;
  nz: number;
  offset: number;
  /** How far the surface travels in the step. */
  travelX: number;
  travelY: number;
  travelZ: number;
  friction: number;
  /** The point's place in the memory of pushes; −1 where there is none. */
  point: number;
}

export function makeContactRow(): ContactRow {
  return {
    node: 0,
    fraction: 0,
    nx: 0,
    ny: 0,
    nz: 0,
    offset: 0,
    travelX: 0,
    travelY: 0,
    travelZ: 0,
    friction: 0,
    point: -1,
  };
}

/** A strand during a step, nodes counted from `from`. */
export interface ContactedStrand {
  readonly x: Float64Array;
  /** At the start of the step. */
  readonly previous: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly from: number;
  readonly h: number;
}

/** Normal force and friction (3) that each point ended the last step with, newton: of node i at 2 i, of the middle of its edge at 2 i + 1. */
export interface ContactMemory {
  readonly normalForce: Float64Array;
  readonly frictionForce: Float64Array;
}

/** Stiffness in units of the point's inertia: the most that leaves friction ten digits beside it. */
const STIFFNESS = 1e5;
/** A point deeper than this is pushed on, metres: what is left comes out in the next step, at this over its length. */
const DEPTH_TOLERANCE = 1e-8;
const LOOSEST = 5e-6;
/** A point that a solve brought farther than this into a surface that it did not mind, metres, rejects the solve. */
const REJECTED_DEPTH = 5e-4;
/** A contact may pull with this much of its mass before it is let go, m/s². */
const PULL_TOLERANCE = 0.2;
/** A contact that pushed in the last step is on from the start unless the guess is farther out than this, metres. */
const LEAVING = 2e-5;
/** Friction may be off from its limit by this fraction, plus this much of the point's mass (m/s²), for a step. */
const FRICTION_TOLERANCE = 0.02;
/** The same for what slides where looseness is allowed: the next step begins with what is left. */
const LOOSE_FRICTION = 0.1;
const FRICTION_FLOOR = 0.05;
/** Friction of the last step from this fraction of its limit on means that the point slid. */
const SLID = 0.99;
/** A contact changes between on and off, and between sticking and sliding, at most so often in a step. */
const MOST_CHANGES = 3;

/** Written as a literal: an object that is made field by field is a dictionary that every use searches. */
function makeColumns(capacity: number) {
  return {
    fraction: new Float64Array(capacity),
    normal: new Float64Array(3 * capacity),
    offset: new Float64Array(capacity),
    travel: new Float64Array(3 * capacity),
    friction: new Float64Array(capacity),
    stiffness: new Float64Array(capacity),
    mass: new Float64Array(capacity),
    /** λ, and N of the last solve. */
    multiplier: new Float64Array(capacity),
    force: new Float64Array(capacity),
    /** Friction of the last step, and what the last solve took it for. */
    frictionStart: new Float64Array(3 * capacity),
    frictionUsed: new Float64Array(3 * capacity),
    /** Where the last solve began: the slip there, and how stiff friction was across its direction. */
    slipUsed: new Float64Array(3 * capacity),
    slope: new Float64Array(capacity),
  };
}

/**
 * One-sided contacts of points of one strand, with Coulomb friction, inside a solve for its nodes (nodal-system.ts).
 *
 * While a contact is on, it pushes with N = λ + k·depth: a spring whose multiplier λ is the push of the last step, and of the last
 * solve where that left depth. Friction is the return map of an elastic-plastic spring, trial = grip − k·slip, grip being
 * the friction of the last step: below μN it sticks, and does not creep because the grip takes up the load; above, it slides
 * with μN, N being that of the last solve. So pushes and friction are those of the strand's own balance: a pull at one
 * end presses it on what it is wound about, and friction takes its share from the pull, in the same solve. Taken after
 * the solve from how deep nodes had come, a strand wound about a cylinder slid at once, whatever the friction.
 * Augmented Lagrangians (Alart and Curnier 1991), with the limit held during a solve so that the system stays symmetric.
 * The limits converge as the series of exp(μφ) does; λ and grip carry what is left into the next step.
 */
export class NodeContacts {
  count = 0;
  isRejected = false;
  private readonly looseness: number;
  private capacity = 0;
  private node = new Int32Array(0);
  private point = new Int32Array(0);
  private isOn = new Uint8Array(0);
  private isSliding = new Uint8Array(0);
  private changes = new Uint8Array(0);
  private slideChanges = new Uint8Array(0);
  private columns = makeColumns(0);
  private readonly slip = new Float64Array(3);
  private readonly frictionForce = new Float64Array(3);
  private readonly block = new Float64Array(9);

  /** What moves may be off by this fraction of its way in the step, for that step. */
  constructor(looseness = 0) {
    this.looseness = looseness;
    this.grow(64);
  }

  /** How deep a point may be: what has moved far need not be placed as what rests, but a given plane means what it says. */
  private allowedDepth(c: number, { x, previous, from }: ContactedStrand): number {
    if (this.looseness === 0 || this.point[c]! < 0) return DEPTH_TOLERANCE;
    const a = 3 * (from + this.node[c]!);
    let way = 0;
    for (let d = a; d < a + 3; d++) way += Math.abs(x[d]! - previous[d]!);
    return Math.min(DEPTH_TOLERANCE + this.looseness * way, LOOSEST);
  }

  clear(): void {
    this.count = 0;
  }

  add(row: ContactRow): number {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const c = this.count++;
    this.point[c] = row.point;
    this.place(c, row);
    return c;
  }

  /** Puts the plane of a contact elsewhere; what the contact does stays. */
  place(c: number, row: ContactRow): void {
    const { fraction, normal, offset, travel, friction } = this.columns;
    const a = 3 * c;
    this.node[c] = row.node;
    fraction[c] = row.fraction;
    offset[c] = row.offset;
    friction[c] = row.friction;
    normal[a] = row.nx;
    normal[a + 1] = row.ny;
    normal[a + 2] = row.nz;
    travel[a] = row.travelX;
    travel[a + 1] = row.travelY;
    travel[a + 2] = row.travelZ;
  }

  depth(c: number, { x, from }: ContactedStrand): number {
    const { normal, fraction, offset } = this.columns;
    const a = 3 * (from + this.node[c]!);
    const n = 3 * c;
    const t = fraction[c]!;
    const s = 1 - t;
    let here = s * (normal[n]! * x[a]! + normal[n + 1]! * x[a + 1]! + normal[n + 2]! * x[a + 2]!);
    if (t > 0) here += t * (normal[n]! * x[a + 3]! + normal[n + 1]! * x[a + 4]! + normal[n + 2]! * x[a + 5]!);
    return offset[c]! - here;
  }

  /** Sets up every contact at the first guess. */
  begin(strand: ContactedStrand, memory: ContactMemory): void {
    for (let c = 0; c < this.count; c++) this.beginOne(c, strand, memory);
  }

  private beginOne(c: number, strand: ContactedStrand, memory: ContactMemory): void {
    const { stiffness, mass, multiplier, force, friction, frictionStart, normal } = this.columns;
    const inverse = this.inverseMass(c, strand);
    mass[c] = inverse > 0 ? 1 / inverse : 0;
    stiffness[c] = (STIFFNESS * mass[c]!) / (strand.h * strand.h);
    this.changes[c] = this.slideChanges[c] = 0;
    const q = this.point[c]!;
    const normalForce = q >= 0 ? memory.normalForce[q]! : 0;
    const depth = this.depth(c, strand);
    this.isOn[c] = inverse > 0 && (depth > 0 || (normalForce > 0 && depth > -LEAVING)) ? 1 : 0;
    multiplier[c] = force[c] = this.isOn[c] ? normalForce : 0;
    const a = 3 * c;
    for (let d = 0; d < 3; d++) frictionStart[a + d] = q >= 0 ? memory.frictionForce[3 * q + d]! : 0;
    const along =
      frictionStart[a]! * normal[a]! + frictionStart[a + 1]! * normal[a + 1]! + frictionStart[a + 2]! * normal[a + 2]!;
    for (let d = 0; d < 3; d++) frictionStart[a + d] = frictionStart[a + d]! - along * normal[a + d]!;
    const limit = friction[c]! * normalForce;
    // What touches anew slides until it is known how hard it pushes; what slid slides on unless it would stick by itself.
    this.isSliding[c] = size3(frictionStart, a) >= SLID * limit ? 1 : 0;
  }

  /** Adds what is on to the system, spread over the points' nodes. */
  addTo(system: NodalSystem, strand: ContactedStrand): void {
    for (let c = 0; c < this.count; c++) if (this.isOn[c]) this.addOne(c, system, strand);
  }

  private addOne(c: number, system: NodalSystem, strand: ContactedStrand): void {
    const { normal, stiffness, multiplier, friction, force, frictionUsed, slipUsed, slope } = this.columns;
    const { frictionForce, slip, block } = this;
    const a = 3 * c;
    const k = stiffness[c]!;
    const normalForce = multiplier[c]! + k * this.depth(c, strand);
    let across = 0;
    let along = 0;
    frictionForce.fill(0);
    if (friction[c]! > 0) {
      const ratio = this.returnMap(c, strand, this.isSliding[c] ? friction[c]! * force[c]! : Number.POSITIVE_INFINITY);
      this.isSliding[c] = ratio < 1 ? 1 : 0;
      across = k * ratio;
      // Sliding gives way along its own direction.
      along =
        ratio < 1
          ? across /
            (frictionForce[0]! * frictionForce[0]! +
              frictionForce[1]! * frictionForce[1]! +
              frictionForce[2]! * frictionForce[2]! +
              1e-60)
          : 0;
    }
    slope[c] = across;
    for (let d = 0; d < 3; d++) {
      frictionUsed[a + d] = frictionForce[d]!;
      slipUsed[a + d] = slip[d]!;
    }
    for (let r = 0; r < 3; r++)
      for (let q = 0; q < 3; q++)
        block[3 * r + q] =
          (r === q ? across : 0) +
          (k - across) * normal[a + r]! * normal[a + q]! -
          along * frictionForce[r]! * frictionForce[q]!;
    this.spread(c, system, normalForce);
  }

  private spread(c: number, { matrix, rhs }: NodalSystem, normalForce: number): void {
    const { normal, fraction } = this.columns;
    const { frictionForce, block } = this;
    const t = fraction[c]!;
    const s = 1 - t;
    const j = this.node[c]!;
    for (let d = 0; d < 3; d++) {
      const f = normalForce * normal[3 * c + d]! + frictionForce[d]!;
      const u = UNKNOWNS * j + d;
      rhs[u] = rhs[u]! + s * f;
      if (t > 0) rhs[u + UNKNOWNS] = rhs[u + UNKNOWNS]! + t * f;
    }
    if (s > 0) addBlock(matrix, j, j, s * s, block);
    if (t === 0) return;
    addBlock(matrix, j + 1, j + 1, t * t, block);
    if (s > 0) addBlock(matrix, j + 1, j, s * t, block);
  }

  /**
   * After a solve: brings every contact up to date; true where none asks for another solve. `isRejected` says whether that one
   * should better start where this one did: without a surface that should have held them nodes went anywhere.
   */
  updateActiveSet(strand: ContactedStrand): boolean {
    let isConverged = true;
    this.isRejected = false;
    for (let c = 0; c < this.count; c++) if (!this.updateContact(c, strand)) isConverged = false;
    return isConverged;
  }

  private updateContact(c: number, strand: ContactedStrand): boolean {
    const { stiffness, mass, multiplier, force } = this.columns;
    const k = stiffness[c]!;
    if (k === 0) return true;
    const depth = this.depth(c, strand);
    if (!this.isOn[c]) {
      if (depth <= this.allowedDepth(c, strand)) return true;
      if (depth > REJECTED_DEPTH) this.isRejected = true;
      this.isOn[c] = 1;
      this.isSliding[c] = 1;
      return false;
    }
    const normalForce = multiplier[c]! + k * depth;
    if (normalForce < -PULL_TOLERANCE * mass[c]! && this.changes[c]! < MOST_CHANGES) {
      this.changes[c] = this.changes[c]! + 1;
      this.isOn[c] = 0;
      multiplier[c] = force[c] = 0;
      return false;
    }
    force[c] = normalForce > 0 ? normalForce : 0;
    const isSticking = this.updateFriction(c, strand);
    if (depth <= this.allowedDepth(c, strand)) return isSticking;
    multiplier[c] = force[c]!;
    return false;
  }

  /** Whether friction at the new place with the new push is what the solve took it for. */
  private updateFriction(c: number, strand: ContactedStrand): boolean {
    const { friction, force, frictionUsed, mass } = this.columns;
    if (friction[c] === 0) return true;
    const limit = friction[c]! * force[c]!;
    let tolerance = FRICTION_TOLERANCE * limit + FRICTION_FLOOR * mass[c]!;
    const trial = this.trial(c, strand);
    if (!this.isSliding[c]) return trial <= limit + tolerance || !this.turn(c, 1);
    if (this.looseness > 0) tolerance = LOOSE_FRICTION * limit + FRICTION_FLOOR * mass[c]!;
    const { frictionForce } = this;
    const a = 3 * c;
    const used = size3(frictionUsed, a);
    if (used < tolerance) {
      this.isSliding[c] = trial > limit ? 1 : 0;
      return Math.min(trial, limit) <= tolerance;
    }
    const way =
      frictionForce[0]! * frictionUsed[a]! +
      frictionForce[1]! * frictionUsed[a + 1]! +
      frictionForce[2]! * frictionUsed[a + 2]!;
    // Friction that would have pushed the point back holds it instead.
    if (way / used < limit - tolerance) return !this.turn(c, 0);
    return this.misjudged(c, used, Math.min(limit / (trial + 1e-300), 1)) <= tolerance;
  }

  /**
   * How far sliding friction is from what the solve took it for: fixed along its direction, a spring across it. `frictionForce` holds the trial;
   * `ratio` makes friction of it.
   */
  private misjudged(c: number, used: number, ratio: number): number {
    const { frictionUsed, slipUsed, slope } = this.columns;
    const { frictionForce, slip } = this;
    const a = 3 * c;
    let along = 0;
    for (let d = 0; d < 3; d++) along += frictionUsed[a + d]! * (slip[d]! - slipUsed[a + d]!);
    along /= used * used;
    for (let d = 0; d < 3; d++) {
      const across = slip[d]! - slipUsed[a + d]! - along * frictionUsed[a + d]!;
      frictionForce[d] = ratio * frictionForce[d]! - frictionUsed[a + d]! + slope[c]! * across;
    }
    return size3(frictionForce, 0);
  }

  /** Lets a contact slide or stick in the next solve; false where it changed its mind too often: it sticks then. */
  private turn(c: number, isSliding: 0 | 1): boolean {
    if (isSliding && this.slideChanges[c]! >= MOST_CHANGES) return false;
    this.slideChanges[c] = this.slideChanges[c]! + 1;
    this.isSliding[c] = isSliding;
    return true;
  }

  /** Friction that would hold the point, in `frictionForce`; its size. */
  private trial(c: number, strand: ContactedStrand): number {
    const { stiffness, frictionStart } = this.columns;
    this.findSlip(c, strand);
    for (let d = 0; d < 3; d++) this.frictionForce[d] = frictionStart[3 * c + d]! - stiffness[c]! * this.slip[d]!;
    return size3(this.frictionForce, 0);
  }

  /** Friction for the slip at hand, in `frictionForce`; returns the limit's fraction of the trial, 1 where it sticks. */
  private returnMap(c: number, strand: ContactedStrand, limit: number): number {
    const size = this.trial(c, strand);
    if (size <= limit) return 1;
    const ratio = limit / size;
    for (let d = 0; d < 3; d++) this.frictionForce[d] = ratio * this.frictionForce[d]!;
    return ratio;
  }

  /** What the point moved over the surface since the start of the step. */
  private findSlip(c: number, { x, previous, from }: ContactedStrand): void {
    const { fraction, normal, travel } = this.columns;
    const { slip } = this;
    const t = fraction[c]!;
    const n = 3 * c;
    const a = 3 * (from + this.node[c]!);
    let along = 0;
    for (let d = 0; d < 3; d++) {
      let way = (1 - t) * (x[a + d]! - previous[a + d]!) - travel[n + d]!;
      if (t > 0) way += t * (x[a + 3 + d]! - previous[a + 3 + d]!);
      slip[d] = way;
      along += way * normal[n + d]!;
    }
    for (let d = 0; d < 3; d++) slip[d] = slip[d]! - along * normal[n + d]!;
  }

  private inverseMass(c: number, { inverseMass, from }: ContactedStrand): number {
    const t = this.columns.fraction[c]!;
    const i = from + this.node[c]!;
    return (1 - t) * (1 - t) * inverseMass[i]! + (t > 0 ? t * t * inverseMass[i + 1]! : 0);
  }

  /** How deep the deepest point is. */
  deepest(strand: ContactedStrand): number {
    let most = 0;
    for (let c = 0; c < this.count; c++) if (this.columns.mass[c]! > 0) most = Math.max(most, this.depth(c, strand));
    return most;
  }

  /** After a step: writes what to remember of the strand's nodes .. to. Returns how many points touch. */
  remember(strand: ContactedStrand, to: number, memory: ContactMemory): number {
    const { force, friction } = this.columns;
    memory.normalForce.fill(0, 2 * strand.from, 2 * to);
    memory.frictionForce.fill(0, 6 * strand.from, 6 * to);
    let touching = 0;
    for (let c = 0; c < this.count; c++) {
      const isTouching = this.isOn[c] === 1 && force[c]! > 0;
      if (isTouching) touching++;
      const q = this.point[c]!;
      if (q < 0 || !isTouching) continue;
      memory.normalForce[q] = force[c]!;
      if (friction[c] === 0) continue;
      this.returnMap(c, strand, friction[c]! * force[c]!);
      for (let d = 0; d < 3; d++) memory.frictionForce[3 * q + d] = this.frictionForce[d]!;
    }
    return touching;
  }

  private grow(capacity: number): void {
    this.capacity = capacity;
    this.node = longer(this.node, new Int32Array(capacity));
    this.point = longer(this.point, new Int32Array(capacity));
    this.isOn = longer(this.isOn, new Uint8Array(capacity));
    this.isSliding = longer(this.isSliding, new Uint8Array(capacity));
    this.changes = longer(this.changes, new Uint8Array(capacity));
    this.slideChanges = longer(this.slideChanges, new Uint8Array(capacity));
    const columns = makeColumns(capacity);
    for (const field of Object.keys(columns) as (keyof typeof columns)[]) columns[field].set(this.columns[field]);
    this.columns = columns;
  }
}

function longer<A extends Int32Array | Uint8Array>(old: A, grown: A): A {
  grown.set(old);
  return grown;
}

function size3(v: Float64Array, a: number): number {
  return Math.sqrt(v[a]! * v[a]! + v[a + 1]! * v[a + 1]! + v[a + 2]! * v[a + 2]!);
}
