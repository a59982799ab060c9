import type { SpringState } from './fields.ts';
import {
  makeMeasure,
  measureAltitude,
  measureAngles,
  measureHinge,
  measureLength,
  shortestAltitude,
} from './measures.ts';
import { layMotors, type Motors, motorAngles } from './motor.ts';
import type { MassSpringParameters } from './parameters.ts';
import { ALTITUDE, ANGLES, HINGE, LENGTH, type Rig } from './rig.ts';
import { carryAxes } from './shape.ts';
import { makeSprings, RESTS, type SpringSet, spreadRails } from './springs.ts';
import type { RigSystem } from './system.ts';

/** Bends of wire are pulled back as if they were no larger, radian: a pose far off comes home in several steps. */
const LARGEST_ERROR = 1;

/** How springs are taken: all of them in the matrix, or forces alone, or damping alone. */
export interface SpringTerms {
  readonly elastic: boolean;
  /** 1 where stiffness goes into the matrix (implicit), 0 where forces alone are wanted. */
  readonly stiffness: number;
  /** What rates are moves times this: 1/H of the step, 0 where damping is not wanted. */
  readonly damping: number;
}

/** All springs of a strand, measured where its nodes and rails are and written into a system. */
export class RigForces {
  readonly rig: Rig;
  private readonly state: SpringState;
  private readonly parameters: MassSpringParameters;
  private readonly set: SpringSet;
  /** Places of rails, now and where rates are counted from. */
  private readonly points: Float64Array;
  private readonly before: Float64Array;
  private readonly axes: Float64Array;
  /** Angles that motors add at the joint at hand. */
  private readonly motor = new Float64Array(2);
  private readonly first = makeMeasure();
  private readonly second = makeMeasure();
  private readonly axis = new Float64Array(12);
  private readonly motors: Motors;
  private time = 0;

  constructor(state: SpringState, rig: Rig, parameters: MassSpringParameters) {
    this.state = state;
    this.rig = rig;
    this.parameters = parameters;
    this.set = makeSprings(state, rig, parameters);
    const nodes = state.mass.length;
    this.points = new Float64Array(3 * rig.rails * nodes);
    this.before = new Float64Array(3 * rig.rails * nodes);
    this.axes = new Float64Array(3 * nodes);
    this.motors = layMotors(state, parameters);
  }

  /** Notes where the strand is whose rates are asked for, and when it is. */
  countFrom(k: number, x: Float64Array, free: Float64Array, time: number): void {
    spreadRails(this.rig, x, free, this.state.first[k]!, this.state.first[k + 1]!, this.before);
    this.time = time;
  }

  /** Adds all springs of strand k to the system. */
  add(k: number, x: Float64Array, free: Float64Array, system: RigSystem, terms: SpringTerms): void {
    const { state, set, rig, points, axes } = this;
    const { u1 } = state;
    const [from, to] = [state.first[k]!, state.first[k + 1]!];
    spreadRails(rig, x, free, from, to, points);
    if (rig.rails === 1) {
      axes.set(u1.subarray(3 * k, 3 * k + 3), 3 * from);
      carryAxes(x, from, to, axes);
    }
    for (let i = from; i + 1 < to; i++) this.addEdge(i, from, x, system, terms, state.stretch[k]!);
    for (let s = set.first[k]!; s < set.first[k + 1]!; s++) this.addSpring(s, k, from, system, terms);
  }

  /** The spine: an edge between nodes, and the pull that carries the groom along it. */
  private addEdge(
    i: number,
    from: number,
    x: Float64Array,
    system: RigSystem,
    terms: SpringTerms,
    stretch: number,
  ): void {
    const { first, state, axis } = this;
    const l = state.restLength[i]!;
    measureLength(x, i, i + 1, first);
    const stiffness = stretch / l;
    // Rows of the spine are of nodes, whatever rails they have.
    const pull = terms.elastic ? stiffness * (first.value - l) + state.pretension[i]! : 0;
    const drag = stiffness * this.parameters.springDamping * terms.damping;
    const rate = drag === 0 ? 0 : this.meanRate(i, x, first.gradient);
    system.setNodes(i - from, first.gradient);
    system.addRow(-pull - drag * rate, terms.stiffness * (terms.elastic ? stiffness : 0) + drag);
    // A pull also resists turning; a push would make the matrix indefinite and is left out.
    if (pull > 0 && terms.stiffness > 0) addAcross(system, i - from, pull / first.value, first.gradient, axis);
  }

  /** How far the edge has got longer since rates were counted from. */
  private meanRate(i: number, x: Float64Array, gradient: Float64Array): number {
    const { rails } = this.rig;
    const { before } = this;
    let sum = 0;
    for (let n = 0; n < 2; n++)
      for (let c = 0; c < 3; c++) {
        let mean = 0;
        for (let rail = 0; rail < rails; rail++) mean += before[3 * (rails * (i + n) + rail) + c]!;
        sum += gradient[3 * n + c]! * (x[3 * (i + n) + c]! - mean / rails);
      }
    return sum;
  }

  private addSpring(s: number, k: number, from: number, system: RigSystem, terms: SpringTerms): void {
    const { set, points, first, second } = this;
    const p = set.points;
    const a = 4 * s;
    const k0 = set.stiffness[s]!;
    if (k0 === 0) return;
    const r = RESTS * s;
    switch (set.kind[s]) {
      case LENGTH: {
        measureLength(points, p[a]!, p[a + 1]!, first);
        const off = first.value - set.rest[r]!;
        this.pass(s, 2, off, k0, from, system, terms);
        const pull = k0 * off;
        if (terms.elastic && terms.stiffness > 0 && pull > 0) this.passAcross(s, from, pull / first.value, system);
        return;
      }
      case ANGLES: {
        const joint = set.node[s]!;
        const u = 3 * (joint - 1);
        measureAngles(
          points,
          p[a]!,
          p[a + 1]!,
          p[a + 2]!,
          this.axes[u]!,
          this.axes[u + 1]!,
          this.axes[u + 2]!,
          first,
          second,
        );
        motorAngles(this.motors, this.parameters, this.state.controls, k, joint, this.time, this.motor);
        let e1 = first.value - set.rest[r]! - this.motor[0]!;
        let e2 = second.value - set.rest[r + 1]! - this.motor[1]!;
        const error = Math.sqrt(e1 * e1 + e2 * e2);
        if (error > LARGEST_ERROR) {
          e1 *= LARGEST_ERROR / error;
          e2 *= LARGEST_ERROR / error;
        }
        this.pass(s, 3, e1, k0, from, system, terms);
        first.gradient.set(second.gradient);
        this.pass(s, 3, e2, k0, from, system, terms);
        return;
      }
      case HINGE:
        measureHinge(points, p[a]!, p[a + 1]!, p[a + 2]!, p[a + 3]!, first);
        this.pass(s, 4, first.value - set.rest[r]!, k0, from, system, terms);
        return;
      case ALTITUDE: {
        const which = shortestAltitude(points, p, a);
        measureAltitude(points, p, a, which, first);
        this.pass(s, 4, first.value - set.rest[r + which]!, k0, from, system, terms);
      }
    }
  }

  /** A measure that is off by so much, as a row of the system. */
  private pass(
    s: number,
    count: number,
    off: number,
    stiffness: number,
    from: number,
    system: RigSystem,
    terms: SpringTerms,
  ): void {
    const { set, points, before, first } = this;
    const drag = stiffness * this.parameters.springDamping * terms.damping;
    let rate = 0;
    if (drag !== 0)
      for (let p = 0; p < count; p++)
        for (let c = 0; c < 3; c++) {
          const x = 3 * set.points[4 * s + p]! + c;
          rate += first.gradient[3 * p + c]! * (points[x]! - before[x]!);
        }
    system.setRow(from, set.points, 4 * s, count, first.gradient);
    const pull = terms.elastic ? stiffness * off : 0;
    system.addRow(-pull - drag * rate, (terms.elastic ? terms.stiffness * stiffness : 0) + drag);
  }

  /** A stretched spring also resists turning: the part of its stiffness across it. */
  private passAcross(s: number, from: number, stiffness: number, system: RigSystem): void {
    const { axis, first, set } = this;
    for (let c = 0; c < 3; c++) {
      acrossRow(first.gradient, c, axis);
      system.setRow(from, set.points, 4 * s, 2, axis);
      system.addRow(0, stiffness);
    }
  }
}

/** Row c of 1 − t tᵀ, for the difference of two points: its square summed over c is the projector itself. */
function acrossRow(gradient: Float64Array, c: number, out: Float64Array): void {
  const along = gradient[3 + c]!;
  for (let d = 0; d < 3; d++) {
    const value = (c === d ? 1 : 0) - along * gradient[3 + d]!;
    out[3 + d] = value;
    out[d] = -value;
  }
}

function addAcross(system: RigSystem, j: number, stiffness: number, gradient: Float64Array, axis: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    acrossRow(gradient, c, axis);
    system.setNodes(j, axis);
    system.addRow(0, stiffness);
  }
}
