import { atan2, length3 } from '../../numeric/elementary.ts';
import { rotate, writeMatrix } from '../../numeric/rotation.ts';
import { add, addScaled, at, dot, normalize, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type Environment, OBSTACLE_ROW, type StepReport } from '../model.ts';
import { addPointForces, FieldLoads, locateEdge } from '../nodal.ts';
import { RootRows } from '../root-rows.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import { makeRimScratch, projectRim } from '../wisp/lengths.ts';
import { addJoint, addLink, addPoint, CHAIN_ROW, solveChain } from './block-chain.ts';
import { radiusFactor, windAbout } from './curl.ts';
import type { SalonState, SalonStore } from './fields.ts';
import type { SalonParameters } from './parameters.ts';

/** Rounds of reaching a held point from the root and back. */
const REACHES = 40;
/** A link is turned by no more than this in a step, radian. */
const MOST_TURN = 1;

/** Rounds of looking at bodies in a step, and what need not be looked at again, metres. */
const LOOKS = 4;
const NEAR_ENOUGH = 1e-4;
/** Squares of sines up to here are of small angles. */
const SMALL = 0.0025;
/** Places of xx, yy and zz in a symmetric block. */
const DIAGONAL = [0, 3, 5] as const;

/**
 * The step of dual skeletons: the links of a strand turn and are drawn out in one implicit step, under all that acts on the points that wind
 * about them; then bodies, held points, and curls wound about where the links are.
 */
export class SalonStepper implements Stepper {
  private readonly state: SalonState;
  private readonly parameters: SalonParameters;
  private readonly fields: FieldLoads;
  private readonly roots: RootRows;
  /** Global points, their axes, and points before the step. */
  private readonly global: Float64Array;
  private readonly axes: Float64Array;
  private readonly before: Float64Array;
  private readonly weight: Float64Array;
  private readonly obstacleRows: Float64Array;
  private readonly owners: { id: Uint32Array; s: Float64Array };
  private readonly reach: Float64Array;
  private readonly scratch: ReturnType<typeof makeRimScratch>;
  /** Global points at the start of the step, and the equations of one strand whose solution is their velocity. */
  private readonly starts: Float64Array;
  /** How far points were let out that were inside before: they do not gain its speed. */
  private readonly lifted: Float64Array;
  private readonly off: Float64Array;
  /** The root's rotation, by rows. */
  private readonly turn = new Float64Array(9);
  private readonly rows: Float64Array;
  private readonly resist = new Float64Array(6);
  private readonly push = new Float64Array(3);

  constructor(store: SalonStore, parameters: SalonParameters) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.fields = new FieldLoads(state);
    this.roots = new RootRows(state.ids, state.rooted);
    this.global = new Float64Array(3 * nodes);
    this.axes = new Float64Array(3 * nodes);
    this.before = new Float64Array(3 * nodes);
    this.weight = new Float64Array(nodes);
    this.obstacleRows = new Float64Array(OBSTACLE_ROW * nodes);
    this.rows = new Float64Array(CHAIN_ROW * store.mostNodes);
    this.starts = new Float64Array(3 * nodes);
    this.lifted = new Float64Array(3 * nodes);
    this.off = new Float64Array(3 * nodes);
    this.owners = { id: new Uint32Array(nodes), s: new Float64Array(nodes) };
    this.reach = new Float64Array(nodes).fill(0.02);
    this.scratch = makeRimScratch(store.mostNodes);
    for (let k = 0; k < state.ids.length; k++)
      for (let i = state.first[k]!; i < state.first[k + 1]!; i++) {
        this.owners.id[i] = state.ids[k]!;
        this.owners.s[i] = i > state.first[k]! ? this.owners.s[i - 1]! + state.restLength[i - 1]! : 0;
      }
  }

  isStaleAfter(): boolean {
    return true;
  }

  step(dt: number, environment: Environment): StepReport {
    const { state, fields, roots, before } = this;
    const { asleep, time } = environment;
    const { ids, first } = state;
    const report: StepReport = { substeps: 1, contacts: 0, strain: 0, solves: 0, carried: [] };
    roots.sampledAt = Number.NaN;
    fields.gather(environment.fields, time + dt, asleep);
    if (environment.forces) addPointForces(state, environment.forces, fields.loads);
    roots.sample(environment, time + dt);
    before.set(state.position);
    this.lifted.fill(0);
    for (let k = 0; k < ids.length; k++) {
      if (asleep?.[k] === 1 || first[k] === first[k + 1]) continue;
      if (state.rooted[k] === 1) this.swing(k, dt, environment);
      else this.fly(k, dt, environment);
      report.solves++;
    }
    report.contacts = this.avoid(environment, dt);
    if (environment.clamps) this.reachFor(environment);
    for (let k = 0; k < ids.length; k++) if (asleep?.[k] !== 1 && first[k] !== first[k + 1]) this.finish(k, dt);
    return report;
  }

  /** One implicit step of the links of a strand that has a root, under all that acts on the points about them. */
  private swing(k: number, h: number, environment: Environment): void {
    const { state, starts, rows } = this;
    const { position, motion } = state;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    starts.set(at(position, from), 3 * from);
    this.follow(starts, from, to);
    rows.fill(0, 0, CHAIN_ROW * (to - from));
    this.pullLinks(k, h);
    this.loadPoints(k, h, environment);
    this.placeRoot(k, h);
    if (to - from > 2) solveChain(rows, 2, to - from, motion.subarray(3 * from, 3 * to));
    this.turnLinks(from, to, h);
  }

  /** The root holds the first link: where that goes, and how fast. */
  private placeRoot(k: number, h: number): void {
    const { state, global, starts } = this;
    const { pose, groomed, direction, groomedDirection, span, restSpan, motion, first } = state;
    const from = first[k]!;
    const row = this.roots.row[k]!;
    const turn = quatRow(this.roots.states.orientation, row);
    const root = add(at(this.roots.states.position, row), rotate(turn, at(groomed, from)));
    pose.set([...root, ...turn], 7 * k);
    global.set(root, 3 * from);
    motion.set(scale(subtract(root, at(starts, from)), 1 / h), 3 * from);
    if (first[k + 1]! - from < 2) return;
    direction.set(rotate(turn, at(groomedDirection, from)), 3 * from);
    span[from] = restSpan[from]!;
    const end = addScaled(root, at(direction, from), span[from]!);
    motion.set(scale(subtract(end, at(starts, from + 1)), 1 / h), 3 * (from + 1));
  }

  /** How far each link is turned from where it would point at rest: rotation vectors, in the world. */
  private measureTurns(from: number, to: number): void {
    const { direction, restDirection, groomedDirection } = this.state;
    const { off, turn: m } = this;
    for (let i = from; i + 1 < to; i++) {
      const a = 3 * i;
      // The first link is held as it was groomed.
      const rest = i === from ? groomedDirection : restDirection;
      const rx = rest[a]!;
      const ry = rest[a + 1]!;
      const rz = rest[a + 2]!;
      const gx = m[0]! * rx + m[1]! * ry + m[2]! * rz;
      const gy = m[3]! * rx + m[4]! * ry + m[5]! * rz;
      const gz = m[6]! * rx + m[7]! * ry + m[8]! * rz;
      const tx = direction[a]!;
      const ty = direction[a + 1]!;
      const tz = direction[a + 2]!;
      const ex = ty * gz - tz * gy;
      const ey = tz * gx - tx * gz;
      const ez = tx * gy - ty * gx;
      const cosine = tx * gx + ty * gy + tz * gz;
      // The angle over its sine.
      const square = ex * ex + ey * ey + ez * ez;
      const per =
        square < SMALL && cosine > 0
          ? smallAngle(square)
          : atan2(Math.sqrt(square), cosine) / Math.sqrt(Math.max(square, 1e-18));
      off[a] = per * ex;
      off[a + 1] = per * ey;
      off[a + 2] = per * ez;
    }
  }

  /** Kernel. Springs and dampers of links and of the joints between them, from the tip to the root. */
  private pullLinks(k: number, h: number): void {
    const { state, roots, rows, off, turn: m } = this;
    const { direction, span, restSpan, restLength, mass, bending, drawing, support, pretension } = state;
    const { dampingRatio } = this.parameters;
    const from = state.first[k]!;
    const last = state.first[k + 1]! - 2;
    const w = 3 * roots.row[k]!;
    const { orientation, angularVelocity: spin } = roots.states;
    writeMatrix(quatRow(orientation, roots.row[k]!), m);
    this.measureTurns(from, last + 2);
    let whole = 0;
    for (let i = from; i <= last; i++) whole += restLength[i]!;
    let masses = 0;
    let hair = 0;
    let mx = 0;
    let my = 0;
    let mz = 0;
    for (let i = last; i > from; i--) {
      const a = 3 * i;
      masses += mass[i + 1]!;
      hair += restLength[i]!;
      const tx = direction[a]!;
      const ty = direction[a + 1]!;
      const tz = direction[a + 2]!;
      const l = span[i]!;
      const per = 1 / l;
      const stiff = bending[i]!;
      // Moments of the joints at both ends.
      const jx = stiff * (off[a]! - off[a - 3]!);
      const jy = stiff * (off[a + 1]! - off[a - 2]!);
      const jz = stiff * (off[a + 2]! - off[a - 1]!);
      const beyond = i < last ? bending[i + 1]! : 0;
      // What holds a link against what is beyond it is all of the hair to the root: so soft is the swing that is damped.
      const held = (2 * stiff * l * restLength[i]!) / (whole * whole - (hair - l) * (hair - l));
      const slow = 2 * dampingRatio * l * Math.sqrt(held * masses);
      const sx = support[a]!;
      const sy = support[a + 1]!;
      const sz = support[a + 2]!;
      mx = jx - mx + m[0]! * sx + m[1]! * sy + m[2]! * sz + slow * spin[w]!;
      my = jy - my + m[3]! * sx + m[4]! * sy + m[5]! * sz + slow * spin[w + 1]!;
      mz = jz - mz + m[6]! * sx + m[7]! * sy + m[8]! * sz + slow * spin[w + 2]!;
      const d = drawing[i]!;
      const slower = 2 * dampingRatio * Math.sqrt(d * masses);
      const tension = pretension[i]! + d * (l - restSpan[i]!);
      addLink(
        rows,
        i + 1 - from,
        h * slower + h * h * d,
        per * per * (h * slow + h * h * (stiff + beyond + (tension > 0 ? l * tension : 0))),
        tx,
        ty,
        tz,
        h * (per * (my * tz - mz * ty) - tension * tx),
        h * (per * (mz * tx - mx * tz) - tension * ty),
        h * (per * (mx * ty - my * tx) - tension * tz),
      );
      const y = (h * h * stiff) / (l * span[i - 1]!);
      addJoint(rows, i + 1 - from, y, direction[a - 3]!, direction[a - 2]!, direction[a - 1]!, tx, ty, tz);
      mx = jx;
      my = jy;
      mz = jz;
    }
  }

  /** Kernel. What masses and loads of points say to their links. */
  private loadPoints(k: number, h: number, { gravity }: Environment): void {
    const { state, rows, starts, resist, push } = this;
    const { motion: w, position: x, direction: t, span, mass } = state;
    const { force, damping, stiffness } = this.fields.loads;
    const hc = h * this.parameters.damping;
    const ridden = 3 * this.roots.row[k]!;
    const { velocity: rides } = this.roots.states;
    const from = state.first[k]!;
    for (let i = from + 2; i < state.first[k + 1]!; i++) {
      const b = 3 * i;
      const a = b - 3;
      const s = 6 * i;
      const m = mass[i]!;
      const per = 1 / span[i - 1]!;
      const ox = per * (x[b]! - starts[b]!);
      const oy = per * (x[b + 1]! - starts[b + 1]!);
      const oz = per * (x[b + 2]! - starts[b + 2]!);
      const along = ox * t[a]! + oy * t[a + 1]! + oz * t[a + 2]!;
      const turned = ox * (w[b]! - w[a]!) + oy * (w[b + 1]! - w[a + 1]!) + oz * (w[b + 2]! - w[a + 2]!);
      for (let c = 0; c < 6; c++) resist[c] = h * (damping[s + c]! + h * stiffness[s + c]!);
      for (let c = 0; c < 3; c++) {
        const d = DIAGONAL[c]!;
        resist[d] = resist[d]! + m * (1 + hc);
        const speed = w[b + c]! + along * (w[b + c]! - w[a + c]!) - turned * t[a + c]!;
        push[c] = m * (speed + h * gravity[c]! + hc * rides[ridden + c]!) + h * force[b + c]!;
      }
      addPoint(rows, i - from, resist, push, ox, oy, oz, t[a]!, t[a + 1]!, t[a + 2]!);
    }
  }

  /** Kernel. Links turn and are drawn out as their ends move. */
  private turnLinks(from: number, to: number, h: number): void {
    const { direction, span, restSpan, motion } = this.state;
    for (let i = from + 1; i + 1 < to; i++) {
      const a = 3 * i;
      const tx = direction[a]!;
      const ty = direction[a + 1]!;
      const tz = direction[a + 2]!;
      const ex = h * (motion[a + 3]! - motion[a]!);
      const ey = h * (motion[a + 4]! - motion[a + 1]!);
      const ez = h * (motion[a + 5]! - motion[a + 2]!);
      const along = ex * tx + ey * ty + ez * tz;
      let ox = (ex - along * tx) / span[i]!;
      let oy = (ey - along * ty) / span[i]!;
      let oz = (ez - along * tz) / span[i]!;
      const size = Math.sqrt(ox * ox + oy * oy + oz * oz);
      const less = size > MOST_TURN ? MOST_TURN / size : 1;
      ox = tx + less * ox;
      oy = ty + less * oy;
      oz = tz + less * oz;
      const one = 1 / Math.sqrt(ox * ox + oy * oy + oz * oz);
      direction[a] = ox * one;
      direction[a + 1] = oy * one;
      direction[a + 2] = oz * one;
      // Never shorter than a fraction: what is pressed together would turn inside out.
      span[i] = Math.max(0.2 * restSpan[i]!, span[i]! + along);
    }
  }

  /** Kernel. Global points from .. to follow from links. */
  private follow(global: Float64Array, from: number, to: number): void {
    const { direction, span } = this.state;
    for (let i = from; i + 1 < to; i++)
      for (let c = 3 * i; c < 3 * i + 3; c++) global[c + 3] = global[c]! + span[i]! * direction[c]!;
  }

  /** Local points of a strand about its global ones. */
  private wind(k: number): void {
    const { state, global, axes } = this;
    const { span, restSpan, restLength, offset, position, pose, u1 } = state;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    if (to - from < 2) {
      position.set(global.subarray(3 * from, 3 * to), 3 * from);
      return;
    }
    axes.set(rotate(quatRow(pose.subarray(7 * k + 3, 7 * k + 7), 0), at(u1, k)), 3 * from);
    const factor = (link: number): number =>
      radiusFactor(restLength[link]! / restSpan[link]!, span[link]! / restSpan[link]!);
    windAbout(global, axes, offset, factor, from, to, position);
  }

  /** A piece without a root: masses that keep the lengths between them. */
  private fly(k: number, h: number, { gravity }: Environment): void {
    const { state, weight, scratch } = this;
    const { position: x, velocity: v, mass, restLength } = state;
    const { force, damping } = this.fields.loads;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    for (let i = from; i < to; i++) {
      const s = 6 * i;
      const m = mass[i]!;
      weight[i] = 1 / m;
      const slow = m + h * Math.max(damping[s]!, damping[s + 3]!, damping[s + 5]!);
      for (let c = 0; c < 3; c++) {
        const a = 3 * i + c;
        x[a] = x[a]! + (h * (m * v[a]! + h * (m * gravity[c]! + force[a]!))) / slow;
      }
    }
    projectRim(x, from, restLength, weight, from, to - from, scratch);
  }

  /** Points that are in bodies, or behind planes that others found, are let out; links turn to where that is. Returns how many touch. */
  private avoid({ obstacles, contacts, asleep, time }: Environment, h: number): number {
    const { state, obstacleRows: rows, owners, reach } = this;
    const { position, clearance, ids, first, rooted } = state;
    let touching = 0;
    // One point that is let out moves others.
    for (let look = 0, deepest = NEAR_ENOUGH; obstacles && look < LOOKS && deepest >= NEAR_ENOUGH; look++) {
      obstacles.nearest(position, owners.id.length, time + h, rows, owners, undefined, reach);
      deepest = 0;
      for (let k = 0; k < ids.length; k++) {
        if (asleep?.[k] === 1) continue;
        let moved: Vec3 = [0, 0, 0];
        for (let i = first[k]! + (rooted[k] === 1 ? 2 : 0); i < first[k + 1]!; i++) {
          const r = OBSTACLE_ROW * i;
          deepest = Math.max(deepest, clearance[i]! - rows[r]!);
          // A point that went along with one before it is farther out than it was when the body was asked.
          const went = rows[r + 1]! * moved[0] + rows[r + 2]! * moved[1] + rows[r + 3]! * moved[2];
          const gap = rows[r]! - clearance[i]! + went;
          if (gap >= 0) continue;
          if (look === 0) touching++;
          const normal: Vec3 = [rows[r + 1]!, rows[r + 2]!, rows[r + 3]!];
          const surface: Vec3 = [h * rows[r + 4]!, h * rows[r + 5]!, h * rows[r + 6]!];
          moved = add(moved, this.letOut(k, i, -gap, normal, rows[r + 7]!, surface));
        }
      }
    }
    if (contacts) {
      for (let r = 0; r < contacts.count; r++) {
        const k = ids.indexOf(contacts.id[r]!);
        if (k < 0 || asleep?.[k] === 1) continue;
        const [node, t] = locateEdge(state, k, contacts.s[r]!);
        const i = t < 0.5 ? node : node + 1;
        if (rooted[k] === 1 && i < first[k]! + 2) continue;
        const n = at(contacts.normal, r);
        const gap = dot(n, subtract(at(position, i), at(contacts.plane, r)));
        if (gap < 0) this.letOut(k, i, -gap, n, contacts.friction[r]!, scale(at(contacts.velocity, r), h));
      }
    }
    return touching;
  }

  /** Moves point i, and all beyond it, out by turning its link; friction takes what it moved along the surface. Returns how far. */
  private letOut(k: number, i: number, way: number, n: Vec3, friction: number, surface: Vec3): Vec3 {
    const { state, before, lifted } = this;
    const { position: x, direction, span } = state;
    const slid = subtract(subtract(at(x, i), at(before, i)), surface);
    const along = addScaled(slid, n, -dot(slid, n));
    const held = Math.min(1, (friction * way) / Math.max(length3(...along), 1e-12));
    let out = addScaled(scale(n, way), along, -held);
    if (state.rooted[k] !== 1) {
      x.set(add(at(x, i), out), 3 * i);
      return [0, 0, 0];
    }
    const t = at(direction, i - 1);
    const turned = normalize(addScaled(out, t, span[i - 1]!), t);
    out = scale(subtract(turned, t), span[i - 1]!);
    direction.set(turned, 3 * (i - 1));
    // What came in during the step; the rest was inside before.
    const entered = Math.min(way, Math.max(0, -dot(slid, n)));
    const gained = scale(out, 1 - entered / way);
    for (let j = 3 * i; j < 3 * state.first[k + 1]!; j += 3)
      for (let c = 0; c < 3; c++) {
        x[j + c] = x[j + c]! + out[c]!;
        lifted[j + c] = lifted[j + c]! + gained[c]!;
      }
    return out;
  }

  /** Held points of rooted strands are reached from both ends of what is between root and point; what is beyond comes after. */
  private reachFor({ clamps }: Environment): void {
    const { state, global } = this;
    const { direction, span } = state;
    for (let r = 0; r < clamps!.count; r++) {
      const k = state.ids.indexOf(clamps!.id[r]!);
      if (k < 0) continue;
      const from = state.first[k]!;
      const [node, t] = locateEdge(state, k, clamps!.s[r]!);
      const held = t < 0.5 ? node : node + 1;
      const target = at(clamps!.target, r);
      if (state.rooted[k] !== 1) {
        state.position.set(target, 3 * held);
        continue;
      }
      if (held < from + 2) continue;
      this.follow(global, from, held + 1);
      for (let n = 0; n < REACHES; n++) {
        global.set(target, 3 * held);
        for (let i = held - 1; i > from + 1; i--) place(global, i, i + 1, span[i]!);
        for (let i = from + 1; i < held; i++) place(global, i + 1, i, span[i]!);
      }
      for (let i = from + 1; i < held; i++)
        for (let c = 0; c < 3; c++)
          direction[3 * i + c] = (global[3 * i + 3 + c]! - global[3 * i + c]!) / Math.max(span[i]!, 1e-9);
      const frame = clamps!.frame ? quatRow(clamps!.frame, r) : null;
      if (frame?.some((q) => q !== 0) && held + 1 < state.first[k + 1]!)
        direction.set(rotate(frame, [1, 0, 0]), 3 * held);
    }
  }

  /** Points follow from links, and their velocities from where they were. */
  private finish(k: number, h: number): void {
    const { state, before, starts, global, lifted } = this;
    const { position: x, velocity: v, motion } = state;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    if (state.rooted[k] === 1 && to - from > 1) {
      this.follow(global, from, to);
      this.wind(k);
      for (let c = 3 * from; c < 3 * to; c++) motion[c] = (global[c]! - starts[c]! - lifted[c]!) / h;
    }
    for (let c = 3 * from; c < 3 * to; c++) v[c] = (x[c]! - before[c]! - lifted[c]!) / h;
  }
}

/** An angle over its sine, of which this is the square: exact to 1e-12 below `SMALL`. */
const smallAngle = (square: number): number =>
  1 + square * (1 / 6 + square * (3 / 40 + square * (15 / 336 + square * (105 / 3456))));

/** Puts point i at a length from point j, on the line between them. */
function place(x: Float64Array, i: number, j: number, length: number): void {
  const ex = x[3 * i]! - x[3 * j]!;
  const ey = x[3 * i + 1]! - x[3 * j + 1]!;
  const ez = x[3 * i + 2]! - x[3 * j + 2]!;
  const s = length / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
  x[3 * i] = x[3 * j]! + s * ex;
  x[3 * i + 1] = x[3 * j + 1]! + s * ey;
  x[3 * i + 2] = x[3 * j + 2]! + s * ez;
}
