import { OBSTACLE_ROW, type Obstacles, type RootStates } from '../model.ts';
import {
  addSurface,
  aim,
  beginPress,
  contactWeight,
  layFlat,
  leadDown,
  leadDownAsPublished,
  makePress,
} from './collision.ts';
import type { ContinuumState } from './fields.ts';
import type { Middles } from './middles.ts';
import type { ContinuumParameters } from './parameters.ts';

/** Points of a hair at which bodies are looked for: its root, and half-way along it for what reaches the tips alone. */
const POINTS = 2;

/** Bodies that fur does not grow on, and what they do to it. */
export class Pressing {
  /** Whether the root of the sample at hand is inside a body. */
  isInside = false;
  private readonly state: ContinuumState;
  private readonly parameters: ContinuumParameters;
  private readonly length: Float64Array;
  private readonly rate: number;
  private readonly isPublished: boolean;
  private readonly points: Float64Array;
  private readonly reach: Float64Array;
  private readonly rows: Float64Array;
  private readonly hair = makePress();

  constructor(state: ContinuumState, parameters: ContinuumParameters, length: Float64Array) {
    const count = POINTS * state.ids.length;
    this.state = state;
    this.parameters = parameters;
    this.length = length;
    this.rate = 2 * Math.PI * parameters.contactRate;
    this.isPublished = parameters.collision === 'published';
    this.points = new Float64Array(3 * count);
    this.reach = new Float64Array(count);
    this.rows = new Float64Array(OBSTACLE_ROW * count);
    for (let i = 0; i < count; i++) {
      const k = Math.floor(i / POINTS);
      this.reach[i] = parameters.contactReach * length[k]! + state.clearance[state.first[k]!]!;
    }
  }

  /** Takes note of where the hairs at hand are. */
  note({ from, count, start, position }: Middles): void {
    const { points } = this;
    for (let a = 0, o = 3 * POINTS * from; a < 3 * count; a += 3, o += 3 * POINTS)
      for (let c = 0; c < 3; c++) {
        points[o + c] = start[a + c]!;
        points[o + 3 + c] = position[a + c]!;
      }
  }

  /** Finds what is near all hairs. */
  look(obstacles: Obstacles, time: number): void {
    const { points, rows, reach } = this;
    // Nobody is exempt: a hair whose root is buried lies flat.
    obstacles.nearest(points, reach.length, time, rows, undefined, undefined, reach);
  }

  /** Whether a body is within reach of sample k. */
  isNear(k: number): boolean {
    const { rows, reach } = this;
    const first = OBSTACLE_ROW * POINTS * k;
    return rows[first]! < reach[POINTS * k]! || rows[first + OBSTACLE_ROW]! < reach[POINTS * k + 1]!;
  }

  /** Whether a body presses on sample k, whose root is turned so; then what it does is found. */
  press(k: number, turn: Float64Array, { velocity }: RootStates): boolean {
    const { rows, hair, state } = this;
    this.isInside = false;
    if (!this.isNear(k)) return false;
    const clearance = state.clearance[state.first[k]!]!;
    const first = OBSTACLE_ROW * POINTS * k;
    this.describe(k, turn, velocity);
    beginPress(hair);
    for (let n = 0; n < POINTS; n++) {
      const row = first + OBSTACLE_ROW * n;
      const weight = contactWeight(rows[row]! - clearance, this.parameters.contactReach * this.length[k]!);
      addSurface(hair, rows, row, weight);
    }
    if (hair.weight <= 0) return false;
    aim(hair);
    this.isInside = rows[first]! <= 0;
    return true;
  }

  /** How strongly the hair at hand is pressed, 0..1. */
  get weight(): number {
    return this.hair.weight;
  }

  /** Adds what presses the hair at hand to the system of its step, which begins with the rate of turning v. */
  lead(v: Float64Array, h: number, matrix: Float64Array, right: Float64Array): void {
    if (!this.isPublished) leadDown(this.hair, v, h, this.rate, matrix, right);
  }

  /** What presses the hair at hand as it was printed, on the rate that it would have without. */
  leadAsPublished(v: Float64Array, free: Float64Array, h: number, kept: number): void {
    if (this.isPublished) leadDownAsPublished(this.hair, v, free, h, kept);
  }

  /** Lays sample k flat at once. */
  flatten(k: number, turn: Float64Array): void {
    const { hair, state } = this;
    writeTurned(turn, state.w, 3 * k, hair.w);
    layFlat(hair);
    for (let c = 0; c < 3; c++)
      state.w[3 * k + c] = turn[c]! * hair.w[0]! + turn[3 + c]! * hair.w[1]! + turn[6 + c]! * hair.w[2]!;
  }

  private describe(k: number, turn: Float64Array, velocity: Float64Array): void {
    const { hair, state } = this;
    hair.id = state.ids[k]!;
    writeTurned(turn, state.normal, 3 * k, hair.normal);
    writeTurned(turn, state.direction, 3 * k, hair.direction);
    writeTurned(turn, state.w, 3 * k, hair.w);
    for (let c = 0; c < 3; c++) hair.velocity[c] = velocity[3 * k + c]!;
  }
}

function writeTurned(m: Float64Array, v: Float64Array, a: number, out: Float64Array): void {
  for (let r = 0; r < 3; r++) out[r] = m[3 * r]! * v[a]! + m[3 * r + 1]! * v[a + 1]! + m[3 * r + 2]! * v[a + 2]!;
}
