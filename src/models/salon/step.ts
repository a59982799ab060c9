import { atan2 } from '../../numeric/elementary.ts';
import { rotate } from '../../numeric/rotation.ts';
import { add, at } from '../../numeric/vector.ts';
import { type Environment, OBSTACLE_ROW, type StepReport } from '../model.ts';
import { addPointForces, FieldLoads, locateEdge } from '../nodal.ts';
import { RootRows } from '../root-rows.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import { makeRimScratch, projectRim } from '../wisp/lengths.ts';
import { rateChange } from './angular.ts';
import { radiusFactor, windAbout } from './curl.ts';
import type { SalonState, SalonStore } from './fields.ts';
import type { SalonParameters } from './parameters.ts';

/** Rounds of reaching a held point from the root and back. */
const REACHES = 40;
/** A link is turned by no more than this in a step, radian. */
const MOST_TURN = 1;

/**
 * The step of dual skeletons: every link turns by the implicit angular equation under all that acts beyond it, and is drawn out by the same
 * equation along itself; then bodies, held points, and curls wound about where the links are.
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
  private readonly rows: Float64Array;
  private readonly owners: { id: Uint32Array; s: Float64Array };
  private readonly reach: Float64Array;
  private readonly scratch: ReturnType<typeof makeRimScratch>;
  /** Links whose points touched something, and how much of their motion is left. */
  private readonly slowed: Float64Array;

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
    this.rows = new Float64Array(OBSTACLE_ROW * nodes);
    this.owners = { id: new Uint32Array(nodes), s: new Float64Array(nodes) };
    this.reach = new Float64Array(nodes).fill(0.02);
    this.scratch = makeRimScratch(store.mostNodes);
    this.slowed = new Float64Array(nodes);
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
    for (let k = 0; k < ids.length; k++) {
      if (asleep?.[k] === 1 || first[k] === first[k + 1]) continue;
      if (state.rooted[k] === 1) this.turnLinks(k, dt, environment);
      else this.fly(k, dt, environment);
      report.solves++;
    }
    report.contacts = this.avoid(environment, dt);
    if (environment.clamps) this.reachFor(environment);
    for (let k = 0; k < ids.length; k++) if (asleep?.[k] !== 1 && first[k] !== first[k + 1]) this.finish(k, dt);
    return report;
  }

  /** Kernel. Angular equation of every link of one strand, and the same along it, from tip to root; then where that brings it. */
  private turnLinks(k: number, h: number, { gravity }: Environment): void {
    const { state, global } = this;
    const { velocity: v, direction, rate, span, spanRate, restSpan, mass, bending, drawing, support } = state;
    const { restDirection, pretension, pose, groomed, groomedDirection } = state;
    const { force, damping, stiffness } = this.fields.loads;
    const { dampingRatio } = this.parameters;
    const from = state.first[k]!;
    const last = state.first[k + 1]! - 1;
    const row = this.roots.row[k]!;
    const { states } = this.roots;
    const turn = quatRow(states.orientation, row);
    const root = add(at(states.position, row), rotate(turn, at(groomed, from)));
    // What the root did in the step is felt by all that hangs on it.
    const ridden = at(states.velocity, row);
    const hc = this.parameters.damping;
    let a0 = gravity[0];
    let a1 = gravity[1];
    let a2 = gravity[2];
    const jerk = [0, 1, 2].map((c) => ((root[c]! - state.position[3 * from + c]!) / h - v[3 * from + c]!) / h);
    a0 -= jerk[0]!;
    a1 -= jerk[1]!;
    a2 -= jerk[2]!;
    pose.set([...root, ...turn], 7 * k);
    let fx = 0;
    let fy = 0;
    let fz = 0;
    let m = 0;
    let drag = 0;
    let spring = 0;
    for (let i = last - 1; i >= from; i--) {
      const n = i + 1;
      const b = 3 * n;
      const s = 6 * n;
      const own = mass[n]!;
      const vx = v[b]!;
      const vy = v[b + 1]!;
      const vz = v[b + 2]!;
      m += own;
      fx +=
        own * (a0 - hc * (vx - ridden[0])) + force[b]! - damping[s]! * vx - damping[s + 1]! * vy - damping[s + 2]! * vz;
      fy +=
        own * (a1 - hc * (vy - ridden[1])) +
        force[b + 1]! -
        damping[s + 1]! * vx -
        damping[s + 3]! * vy -
        damping[s + 4]! * vz;
      fz +=
        own * (a2 - hc * (vz - ridden[2])) +
        force[b + 2]! -
        damping[s + 2]! * vx -
        damping[s + 4]! * vy -
        damping[s + 5]! * vz;
      drag += own * hc + Math.max(damping[s]!, damping[s + 3]!, damping[s + 5]!);
      spring += Math.max(stiffness[s]!, stiffness[s + 3]!, stiffness[s + 5]!);
      const a = 3 * i;
      if (i === from) {
        // The root holds the first link.
        direction.set(rotate(turn, at(groomedDirection, i)), a);
        rate.fill(0, a, a + 3);
        span[i] = restSpan[i]!;
        spanRate[i] = 0;
        continue;
      }
      const tx = direction[a]!;
      const ty = direction[a + 1]!;
      const tz = direction[a + 2]!;
      const l = span[i]!;
      const soft = h * drag + h * h * spring;
      const goal = rotate(turn, at(restDirection, i));
      const carry = rotate(turn, at(support, i));
      let ex = ty * goal[2] - tz * goal[1];
      let ey = tz * goal[0] - tx * goal[2];
      let ez = tx * goal[1] - ty * goal[0];
      const sine = Math.sqrt(ex * ex + ey * ey + ez * ez);
      const angle = atan2(sine, tx * goal[0] + ty * goal[1] + tz * goal[2]);
      const per = sine > 1e-9 ? angle / sine : 1;
      ex *= per;
      ey *= per;
      ez *= per;
      const inertia = l * l * m;
      const stiff = bending[i]!;
      const slow = 2 * dampingRatio * Math.sqrt(stiff * inertia);
      const r = soft * l * l;
      let wx = rate[a]!;
      let wy = rate[a + 1]!;
      let wz = rate[a + 2]!;
      wx += rateChange(h, inertia, slow, stiff, l * (ty * fz - tz * fy) + carry[0], -ex, wx, r);
      wy += rateChange(h, inertia, slow, stiff, l * (tz * fx - tx * fz) + carry[1], -ey, wy, r);
      wz += rateChange(h, inertia, slow, stiff, l * (tx * fy - ty * fx) + carry[2], -ez, wz, r);
      // Turns about the link itself show nothing.
      const idle = wx * tx + wy * ty + wz * tz;
      wx -= idle * tx;
      wy -= idle * ty;
      wz -= idle * tz;
      const size = Math.sqrt(wx * wx + wy * wy + wz * wz) * h;
      const less = size > MOST_TURN ? MOST_TURN / size : 1;
      rate[a] = wx * less;
      rate[a + 1] = wy * less;
      rate[a + 2] = wz * less;
      const g = h * less;
      const nx = tx + g * (wy * tz - wz * ty);
      const ny = ty + g * (wz * tx - wx * tz);
      const nz = tz + g * (wx * ty - wy * tx);
      const one = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
      direction[a] = nx * one;
      direction[a + 1] = ny * one;
      direction[a + 2] = nz * one;
      const along = tx * fx + ty * fy + tz * fz - pretension[i]!;
      const d = drawing[i]!;
      const slower = 2 * dampingRatio * Math.sqrt(d * m);
      spanRate[i] = spanRate[i]! + rateChange(h, m, slower, d, along, l - restSpan[i]!, spanRate[i]!, soft);
      // Never shorter than a fraction: what is pressed together would turn inside out.
      span[i] = Math.max(0.2 * restSpan[i]!, l + h * spanRate[i]!);
    }
    global.set(root, 3 * from);
    this.follow(from, last + 1);
    this.wind(k);
  }

  /** Kernel. Global points from .. to follow from links. */
  private follow(from: number, to: number): void {
    const { global, state } = this;
    const { direction, span } = state;
    for (let c = 3 * from; c + 3 < 3 * to; c++) global[c + 3] = global[c]! + span[Math.floor(c / 3)]! * direction[c]!;
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
    const { state, rows, owners, reach, slowed } = this;
    const { position, clearance, ids, first, rooted } = state;
    slowed.fill(1);
    let touching = 0;
    if (obstacles) {
      obstacles.nearest(position, owners.id.length, time + h, rows, owners, undefined, reach);
      for (let k = 0; k < ids.length; k++) {
        if (asleep?.[k] === 1) continue;
        for (let i = first[k]! + (rooted[k] === 1 ? 2 : 0); i < first[k + 1]!; i++) {
          const r = OBSTACLE_ROW * i;
          const gap = rows[r]! - clearance[i]!;
          if (gap >= 0) continue;
          touching++;
          this.push(k, i, -gap, rows[r + 1]!, rows[r + 2]!, rows[r + 3]!, rows[r + 7]!);
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
        const { normal: n, plane } = contacts;
        let gap = 0;
        for (let c = 0; c < 3; c++) gap += n[3 * r + c]! * (position[3 * i + c]! - plane[3 * r + c]!);
        if (gap < 0) this.push(k, i, -gap, n[3 * r]!, n[3 * r + 1]!, n[3 * r + 2]!, contacts.friction[r]!);
      }
    }
    return touching;
  }

  /** Moves point i and all beyond it out by turning its link. */
  private push(k: number, i: number, way: number, nx: number, ny: number, nz: number, friction: number): void {
    const { state, slowed } = this;
    const { position: x, direction, span } = state;
    if (state.rooted[k] !== 1) {
      x[3 * i] = x[3 * i]! + way * nx;
      x[3 * i + 1] = x[3 * i + 1]! + way * ny;
      x[3 * i + 2] = x[3 * i + 2]! + way * nz;
      return;
    }
    const a = 3 * (i - 1);
    const l = span[i - 1]!;
    const ex = l * direction[a]! + way * nx;
    const ey = l * direction[a + 1]! + way * ny;
    const ez = l * direction[a + 2]! + way * nz;
    const per = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    direction[a] = ex * per;
    direction[a + 1] = ey * per;
    direction[a + 2] = ez * per;
    slowed[i - 1] = Math.max(0, 1 - friction);
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
      this.follow(from, held + 1);
      for (let n = 0; n < REACHES; n++) {
        global.set(target, 3 * held);
        for (let i = held - 1; i > from + 1; i--) place(global, i, i + 1, span[i]!);
        for (let i = from + 1; i < held; i++) place(global, i + 1, i, span[i]!);
      }
      for (let i = from + 1; i < held; i++)
        for (let c = 0; c < 3; c++)
          direction[3 * i + c] = (global[3 * i + 3 + c]! - global[3 * i + c]!) / Math.max(span[i]!, 1e-9);
    }
  }

  /** Points follow from links, rates from what contacts left of them. */
  private finish(k: number, h: number): void {
    const { state, before, slowed } = this;
    const { position: x, velocity: v, rate } = state;
    const from = state.first[k]!;
    const to = state.first[k + 1]!;
    if (state.rooted[k] === 1 && to - from > 1) {
      this.follow(from, to);
      this.wind(k);
      for (let i = from; i + 1 < to; i++)
        if (slowed[i] !== 1) for (let c = 3 * i; c < 3 * i + 3; c++) rate[c] = rate[c]! * 0.5 * slowed[i]!;
    }
    for (let c = 3 * from; c < 3 * to; c++) v[c] = (x[c]! - before[c]!) / h;
  }
}

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
