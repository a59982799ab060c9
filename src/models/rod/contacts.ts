import { CONTACT_FIELDS, type ContactColumns, type ContactRow, longer, makeColumns } from './contact-rows.ts';
import { BAND, UNKNOWNS, WIDTH } from './kernel.ts';
import { addBlock, addCrossBlock, type RodSystem } from './system.ts';
import type { RodWork } from './work.ts';

/**
 * One-sided contacts of points of one strand, with Coulomb friction, inside the implicit solve.
 *
 * A point p = (1 − share) x_node + share x_{node+1} may not pass the plane n·p = offset. While the contact is on, it pushes
 * with N = λ + k·depth: a spring of stiffness k whose multiplier λ is the push of the last step, and of the last solve where
 * that left more depth than can be seen. So k decides how fast the push is found, never how far a point sinks in.
 * Friction is the return map of an elastic-plastic spring: trial = grip − k·slip, grip being the friction of the last step;
 * below μN it sticks, and what sticks does not creep because the grip takes up the load; above, it slides with μN.
 * A contact that pulls is let go and one that enters is put on, each asking for another solve; N of the last solve is the N
 * of the friction limit. Semi-smooth Newton on the frictional contact problem (Alart and Curnier 1991), with the limit held
 * during a solve so that the system stays symmetric.
 */

/** Stiffness in units of the point's inertia. Primal stiffness that single precision bears: KERNELS 2. */
const STIFFNESS = 2000;
/** A point deeper than this is pushed on, metres. */
const DEPTH_TOLERANCE = 1e-5;
/** A contact may pull with this much of its mass before it is let go, m/s²; after the step it is let go anyway. */
const PULL_TOLERANCE = 0.2;
/** What slides may be off from its limit by this share, and what sticks beyond it, plus this much of its mass (m/s²), for a step. */
const SLIDING_TOLERANCE = 0.1;
const STICKING_TOLERANCE = 0.01;
const FRICTION_FLOOR = 0.05;
/** A contact that pushed in the last step is on from the start unless the guess is farther out than this, metres. */
const LEAVING = 2e-5;
/** A contact changes between on and off, and between sticking and sliding, at most so often in a step. */
const MOST_CHANGES = 3;
/** Friction is looked at so often in a step: in violent steps sticking and sliding would go on changing places. */
const MOST_ROUNDS = 4;
/** Friction of the last step from this share of its limit on means that the point slid. */
const SLID = 0.99;
/** A point that would move farther than this over a surface in a step by itself is sliding, metres. */
const MOVING = 2e-6;
/** A point that goes farther than this into a surface in one step, in shares of its edge, needs smaller steps. */
const DEEPEST = 2;
/** A point that is deeper than this when contacts are no longer asked for has been given up, metres. */
const LEFT_IN = 2e-4;

export class ContactSet {
  count = 0;
  /** Times that friction was looked at in this step; it is a fixed force after MOST_ROUNDS. */
  private rounds = 0;
  private capacity = 0;
  private node = new Int32Array(0);
  private point = new Int32Array(0);
  private isOn = new Uint8Array(0);
  private isSliding = new Uint8Array(0);
  private changes = new Uint8Array(0);
  private slideChanges = new Uint8Array(0);
  private columns: ContactColumns = makeColumns(0);
  /** Scratch: the slip that was found last, and the size of the friction that would stop it. */
  private readonly slip = new Float64Array(3);
  private trialSize = 0;

  constructor() {
    this.grow(64);
  }

  clear(): void {
    this.count = 0;
  }

  add(row: ContactRow): number {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const c = this.count++;
    this.place(c, row);
    this.point[c] = row.point;
    this.columns.ease[c] = row.ease;
    this.columns.stiffness[c] = 0;
    this.isOn[c] = 0;
    this.changes[c] = 0;
    this.slideChanges[c] = 0;
    return c;
  }

  /** Puts the plane of a contact elsewhere; what the contact does stays. */
  place(c: number, row: ContactRow): void {
    const { share, normal, offset, travel, friction } = this.columns;
    this.node[c] = row.node;
    share[c] = row.share;
    offset[c] = row.offset;
    friction[c] = row.friction;
    const a = 3 * c;
    normal[a] = row.nx;
    normal[a + 1] = row.ny;
    normal[a + 2] = row.nz;
    travel[a] = row.travelX;
    travel[a + 1] = row.travelY;
    travel[a + 2] = row.travelZ;
  }

  depth(c: number, { x }: RodWork): number {
    const { normal, share, offset } = this.columns;
    const a = 3 * this.node[c]!;
    const t = share[c]!;
    const n = 3 * c;
    const here =
      normal[n]! * ((1 - t) * x[a]! + t * x[a + 3]!) +
      normal[n + 1]! * ((1 - t) * x[a + 1]! + t * x[a + 4]!) +
      normal[n + 2]! * ((1 - t) * x[a + 2]! + t * x[a + 5]!);
    return offset[c]! - here;
  }

  isPushing(c: number): boolean {
    return this.isOn[c] === 1;
  }

  /** Cosine between a contact's normal and another's. */
  alike(c: number, { nx, ny, nz }: ContactRow): number {
    const { normal } = this.columns;
    return normal[3 * c]! * nx + normal[3 * c + 1]! * ny + normal[3 * c + 2]! * nz;
  }

  isEased(c: number): boolean {
    return this.columns.ease[c]! > 0;
  }

  /** Whether a point would go so far into a surface in this step that its neighbours lose it. */
  isTooDeep(work: RodWork): boolean {
    const { normal } = this.columns;
    for (let c = 0; c < this.count; c++) {
      if (this.inverseMass(c, work) === 0) continue;
      this.findSlip(c, work, false);
      const { slip } = this;
      const n = 3 * c;
      const way = -(normal[n]! * slip[0]! + normal[n + 1]! * slip[1]! + normal[n + 2]! * slip[2]!);
      // What goes towards the surface without reaching it, or lay in it before, is no reason.
      if (Math.min(way, this.depth(c, work)) > DEEPEST * work.restLength[this.node[c]!]!) return true;
    }
    return false;
  }

  /** Whether a point is left inside a surface that nothing lets it be in. */
  isLeftIn(work: RodWork): boolean {
    for (let c = 0; c < this.count; c++)
      if (!this.isEased(c) && this.inverseMass(c, work) > 0 && this.depth(c, work) > LEFT_IN) return true;
    return false;
  }

  /** Sets up every contact at the first guess. */
  begin(work: RodWork): void {
    this.rounds = 0;
    for (let c = 0; c < this.count; c++) this.beginOne(c, work);
  }

  /** Sets up a contact: on where it pushed in the last step or the guess is inside. */
  beginOne(c: number, work: RodWork): void {
    const { stiffness, multiplier, force, friction, gripStart, normal, grip } = this.columns;
    const inverse = this.inverseMass(c, work);
    const k = inverse > 0 ? (STIFFNESS * work.inverseStepSquared) / inverse : 0;
    stiffness[c] = k;
    const q = this.point[c]!;
    const push = q >= 0 ? work.push[q]! : 0;
    multiplier[c] = push;
    force[c] = push;
    const depth = this.depth(c, work);
    this.isOn[c] = k > 0 && (depth > 0 || (push > 0 && depth > -LEAVING)) ? 1 : 0;
    if (!this.isOn[c]) multiplier[c] = 0;
    const a = 3 * c;
    const gx = q >= 0 ? work.grip[3 * q]! : 0;
    const gy = q >= 0 ? work.grip[3 * q + 1]! : 0;
    const gz = q >= 0 ? work.grip[3 * q + 2]! : 0;
    const along = gx * normal[a]! + gy * normal[a + 1]! + gz * normal[a + 2]!;
    gripStart[a] = gx - along * normal[a]!;
    gripStart[a + 1] = gy - along * normal[a + 1]!;
    gripStart[a + 2] = gz - along * normal[a + 2]!;
    grip.fill(0, a, a + 3);
    // What touches anew slides until it is known how hard it pushes. What slid, or moves by more than sticking gives way,
    // slides on unless the guess says otherwise.
    this.isSliding[c] = push > 0 ? 0 : 1;
    if (!this.isOn[c] || push === 0 || friction[c] === 0) return;
    const limit = friction[c]! * push;
    this.findSlip(c, work, true);
    const ratio = this.returnMap(c, limit, grip);
    const { slip } = this;
    const way = slip[0]! * slip[0]! + slip[1]! * slip[1]! + slip[2]! * slip[2]!;
    const hasSlid = gx * gx + gy * gy + gz * gz >= SLID * SLID * limit * limit;
    if (ratio < 1 && (hasSlid || way > MOVING * MOVING)) this.isSliding[c] = 1;
  }

  /** Adds what is on to the system, spread over the point's two nodes. */
  addTo(system: RodSystem, work: RodWork): void {
    for (let c = 0; c < this.count; c++) if (this.isOn[c]) this.addOne(c, system, work);
  }

  private addOne(c: number, system: RodSystem, work: RodWork): void {
    const { normal, stiffness, multiplier, friction, force, slope, grip, gripUsed, slipUsed } = this.columns;
    const a = 3 * c;
    const nx = normal[a]!;
    const ny = normal[a + 1]!;
    const nz = normal[a + 2]!;
    const k = stiffness[c]!;
    const push = multiplier[c]! + k * this.depth(c, work);
    let kt = 0;
    let gx = 0;
    let gy = 0;
    let gz = 0;
    let along = 0;
    if (friction[c]! > 0 && this.rounds > MOST_ROUNDS) {
      gx = grip[a]!;
      gy = grip[a + 1]!;
      gz = grip[a + 2]!;
    } else if (friction[c]! > 0) {
      this.findSlip(c, work, true);
      const limit = this.isSliding[c] ? friction[c]! * force[c]! : Number.POSITIVE_INFINITY;
      const ratio = this.returnMap(c, limit, gripUsed);
      kt = k * ratio;
      this.isSliding[c] = ratio < 1 ? 1 : 0;
      gx = gripUsed[a]!;
      gy = gripUsed[a + 1]!;
      gz = gripUsed[a + 2]!;
      // Sliding gives way along its own direction.
      along = ratio < 1 ? kt / (gx * gx + gy * gy + gz * gz + 1e-60) : 0;
      slope[c] = kt;
      slipUsed[a] = this.slip[0]!;
      slipUsed[a + 1] = this.slip[1]!;
      slipUsed[a + 2] = this.slip[2]!;
    }
    const kn = k - kt;
    this.spread(
      c,
      system,
      push * nx + gx,
      push * ny + gy,
      push * nz + gz,
      kt + kn * nx * nx - along * gx * gx,
      kn * nx * ny - along * gx * gy,
      kn * nx * nz - along * gx * gz,
      kt + kn * ny * ny - along * gy * gy,
      kn * ny * nz - along * gy * gz,
      kt + kn * nz * nz - along * gz * gz,
    );
  }

  private spread(
    c: number,
    { matrix, rhs }: RodSystem,
    fx: number,
    fy: number,
    fz: number,
    xx: number,
    xy: number,
    xz: number,
    yy: number,
    yz: number,
    zz: number,
  ): void {
    const t = this.columns.share[c]!;
    const s = 1 - t;
    const u = UNKNOWNS * this.node[c]!;
    const m = u * WIDTH + BAND;
    if (s > 0) {
      rhs[u] = rhs[u]! + s * fx;
      rhs[u + 1] = rhs[u + 1]! + s * fy;
      rhs[u + 2] = rhs[u + 2]! + s * fz;
      const w = s * s;
      addBlock(matrix, m, w * xx, w * xy, w * xz, w * yy, w * yz, w * zz);
    }
    if (t === 0) return;
    rhs[u + 5] = rhs[u + 5]! + t * fx;
    rhs[u + 6] = rhs[u + 6]! + t * fy;
    rhs[u + 7] = rhs[u + 7]! + t * fz;
    const w = t * t;
    addBlock(matrix, m + UNKNOWNS * WIDTH, w * xx, w * xy, w * xz, w * yy, w * yz, w * zz);
    const b = s * t;
    if (s > 0) addCrossBlock(matrix, m, b * xx, b * xy, b * xz, b * yy, b * yz, b * zz);
  }

  /**
   * After a solve: brings every contact up to date; true where none asks for another solve. A move that was cut short tells
   * what is entered and no more; how hard contacts push and grip is read from solves that have come to rest.
   */
  settle(work: RodWork, isWhole: boolean, isStill: boolean): boolean {
    let isSettled = true;
    if (isStill) this.rounds++;
    for (let c = 0; c < this.count; c++) if (!this.settleOne(c, work, isWhole, isStill)) isSettled = false;
    return isSettled;
  }

  private settleOne(c: number, work: RodWork, isWhole: boolean, isStill: boolean): boolean {
    const { stiffness, multiplier, force } = this.columns;
    const k = stiffness[c]!;
    if (k === 0) return true;
    const depth = this.depth(c, work);
    if (!this.isOn[c]) {
      if (depth <= DEPTH_TOLERANCE || this.changes[c]! >= MOST_CHANGES) return true;
      this.isOn[c] = 1;
      this.changes[c] = this.changes[c]! + 1;
      multiplier[c] = 0;
      force[c] = 0;
      this.isSliding[c] = 1;
      return false;
    }
    if (!isWhole) return true;
    const mass = k / (STIFFNESS * work.inverseStepSquared);
    const push = multiplier[c]! + k * depth;
    if (push < -PULL_TOLERANCE * mass && this.changes[c]! < MOST_CHANGES) {
      this.isOn[c] = 0;
      this.changes[c] = this.changes[c]! + 1;
      multiplier[c] = 0;
      force[c] = 0;
      return false;
    }
    // How hard a point pushes is known where the strand is where it belongs.
    if (!isStill) return !this.isTurnedBack(c, work) || !this.turnSliding(c, 0);
    force[c] = push > 0 ? push : 0;
    const isGripping = this.settleFriction(c, work, mass);
    if (depth <= DEPTH_TOLERANCE) return isGripping;
    multiplier[c] = force[c]!;
    return false;
  }

  /** Friction at the new place with the new push, against what the solve took it for. */
  private settleFriction(c: number, work: RodWork, mass: number): boolean {
    const { friction, force, grip, gripUsed, slipUsed, slope } = this.columns;
    if (friction[c] === 0) return true;
    const limit = friction[c]! * force[c]!;
    if (this.rounds > MOST_ROUNDS) return this.clipGrip(c, limit);
    this.findSlip(c, work, true);
    const floor = FRICTION_FLOOR * mass;
    const tolerance = SLIDING_TOLERANCE * limit + floor;
    const ratio = this.returnMap(c, limit, grip);
    const a = 3 * c;
    const ux = gripUsed[a]!;
    const uy = gripUsed[a + 1]!;
    const uz = gripUsed[a + 2]!;
    const gx = grip[a]!;
    const gy = grip[a + 1]!;
    const gz = grip[a + 2]!;
    if (!this.isSliding[c]) {
      const excess = this.trialSize - limit;
      return excess <= STICKING_TOLERANCE * limit + floor || !this.turnSliding(c, 1);
    }
    const used = ux * ux + uy * uy + uz * uz + 1e-60;
    const size = Math.sqrt(used);
    if (size < tolerance) {
      this.isSliding[c] = ratio < 1 ? 1 : 0;
      return Math.sqrt(gx * gx + gy * gy + gz * gz) <= tolerance;
    }
    // Friction that would have pushed the point back holds it instead.
    if ((gx * ux + gy * uy + gz * uz) / (ratio * size) < limit - tolerance) return !this.turnSliding(c, 0);
    const dx = this.slip[0]! - slipUsed[a]!;
    const dy = this.slip[1]! - slipUsed[a + 1]!;
    const dz = this.slip[2]! - slipUsed[a + 2]!;
    const along = (ux * dx + uy * dy + uz * dz) / used;
    const kt = slope[c]!;
    const ex = gx - (ux - kt * (dx - along * ux));
    const ey = gy - (uy - kt * (dy - along * uy));
    const ez = gz - (uz - kt * (dz - along * uz));
    return Math.sqrt(ex * ex + ey * ey + ez * ez) <= tolerance;
  }

  /** Whether a point slides against the way it slid when its friction was assembled: it should rather stick. */
  private isTurnedBack(c: number, work: RodWork): boolean {
    const { friction, gripStart, gripUsed, stiffness } = this.columns;
    if (friction[c] === 0 || !this.isSliding[c] || this.rounds > MOST_ROUNDS) return false;
    this.findSlip(c, work, true);
    let sum = 0;
    for (let d = 0; d < 3; d++) sum += (gripStart[3 * c + d]! - stiffness[c]! * this.slip[d]!) * gripUsed[3 * c + d]!;
    return sum < 0;
  }

  private clipGrip(c: number, limit: number): true {
    const { grip } = this.columns;
    const a = 3 * c;
    const size = Math.sqrt(grip[a]! * grip[a]! + grip[a + 1]! * grip[a + 1]! + grip[a + 2]! * grip[a + 2]!);
    if (size > limit) for (let d = 0; d < 3; d++) grip[a + d] = (grip[a + d]! * limit) / size;
    return true;
  }

  /** Lets a contact slide or stick in the next solve; false where it changed its mind too often: it sticks then. */
  private turnSliding(c: number, isSliding: 0 | 1): boolean {
    if (isSliding && this.slideChanges[c]! >= MOST_CHANGES) return false;
    this.slideChanges[c] = this.slideChanges[c]! + 1;
    this.isSliding[c] = isSliding;
    return true;
  }

  /** Friction for the slip at hand, at 3c of `out`; returns the limit's share of the trial, 1 where it sticks. */
  private returnMap(c: number, limit: number, out: Float64Array): number {
    const { stiffness, gripStart } = this.columns;
    const { slip } = this;
    const a = 3 * c;
    const k = stiffness[c]!;
    const fx = gripStart[a]! - k * slip[0]!;
    const fy = gripStart[a + 1]! - k * slip[1]!;
    const fz = gripStart[a + 2]! - k * slip[2]!;
    const size = Math.sqrt(fx * fx + fy * fy + fz * fz);
    const ratio = size > limit ? limit / size : 1;
    this.trialSize = size;
    out[a] = ratio * fx;
    out[a + 1] = ratio * fy;
    out[a + 2] = ratio * fz;
    return ratio;
  }

  /** What the point moved relative to the surface since the start of the step, across the normal or altogether. */
  private findSlip(c: number, { x, xStart }: RodWork, isAcross: boolean): void {
    const { share, normal, travel } = this.columns;
    const a = 3 * this.node[c]!;
    const t = share[c]!;
    const n = 3 * c;
    for (let d = 0; d < 3; d++) {
      const now = (1 - t) * x[a + d]! + t * x[a + 3 + d]!;
      const start = (1 - t) * xStart[a + d]! + t * xStart[a + 3 + d]!;
      this.slip[d] = now - start - travel[n + d]!;
    }
    if (!isAcross) return;
    const { slip } = this;
    const along = slip[0]! * normal[n]! + slip[1]! * normal[n + 1]! + slip[2]! * normal[n + 2]!;
    for (let d = 0; d < 3; d++) slip[d] = slip[d]! - along * normal[n + d]!;
  }

  private inverseMass(c: number, { inertia, mass }: RodWork): number {
    const node = this.node[c]!;
    const t = this.columns.share[c]!;
    const here = inertia[6 * node] === 0 ? 0 : ((1 - t) * (1 - t)) / mass[node]!;
    return t === 0 || inertia[6 * node + 6] === 0 ? here : here + (t * t) / mass[node + 1]!;
  }

  /** Energy of pushes and of friction at the present limits. */
  energy(work: RodWork): number {
    const { stiffness, multiplier, friction, force } = this.columns;
    let sum = 0;
    for (let c = 0; c < this.count; c++) {
      const k = stiffness[c]!;
      if (k === 0) continue;
      const push = multiplier[c]! + k * this.depth(c, work);
      if (push <= 0) continue;
      sum += (0.5 * push * push) / k;
      if (friction[c] === 0 || !this.isOn[c] || this.rounds > MOST_ROUNDS) continue;
      this.findSlip(c, work, true);
      const limit = this.isSliding[c] ? friction[c]! * force[c]! : Number.POSITIVE_INFINITY;
      const size = this.returnMap(c, limit, this.columns.gripUsed) * this.trialSize;
      sum += (size * (this.trialSize - 0.5 * size)) / k;
    }
    return sum;
  }

  /** After a step: what to remember, and how far nodes came without gaining velocity. Returns how many points touch. */
  finish(work: RodWork): number {
    work.push.fill(0);
    work.grip.fill(0);
    const { force, grip, ease } = this.columns;
    let touching = 0;
    for (let c = 0; c < this.count; c++) {
      if (!this.isOn[c] || !(force[c]! > 0)) continue;
      touching++;
      if (ease[c]! > 0) this.shiftNodes(c, work);
      const q = this.point[c]!;
      if (q < 0) continue;
      work.push[q] = force[c]!;
      for (let d = 0; d < 3; d++) work.grip[3 * q + d] = grip[3 * c + d]!;
    }
    return touching;
  }

  private shiftNodes(c: number, work: RodWork): void {
    const { share, normal, ease } = this.columns;
    const { shift, nodes } = work;
    if (!work.isShifted) shift.fill(0, 0, 3 * nodes);
    work.isShifted = true;
    this.findSlip(c, work, false);
    const a = 3 * c;
    const nx = normal[a]!;
    const ny = normal[a + 1]!;
    const nz = normal[a + 2]!;
    const out = Math.min(ease[c]!, nx * this.slip[0]! + ny * this.slip[1]! + nz * this.slip[2]!);
    if (out <= 0) return;
    for (let n = 0; n < 2; n++) {
      const i = this.node[c]! + n;
      if ((n === 0 ? 1 - share[c]! : share[c]!) === 0 || work.inertia[6 * i] === 0) continue;
      const s = 3 * i;
      // A node of several such contacts follows the farthest.
      if (shift[s]! * nx + shift[s + 1]! * ny + shift[s + 2]! * nz >= out) continue;
      shift[s] = out * nx;
      shift[s + 1] = out * ny;
      shift[s + 2] = out * nz;
    }
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
    for (const field of CONTACT_FIELDS) columns[field].set(this.columns[field]);
    this.columns = columns;
  }
}
