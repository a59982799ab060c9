import { nextSide, type Surface } from '../../../body/surface.ts';
import { solveDense } from '../../../numeric/dense.ts';
import { Multigrid } from '../../../numeric/multigrid.ts';
import { entryAt, SparseBuilder, type SparseMatrix } from '../../../numeric/sparse.ts';
import type { Connection } from './connection.ts';
import { type Loop, TURN, type Turns } from './turns.ts';

/** What the angles at a face's vertices, weighted, are to be: Σ wᵢ θᵢ = angle, as far as the strength goes. */
export interface AngleWish {
  readonly face: number;
  readonly weights: readonly [number, number, number];
  angle: number;
  strength: number;
}

/**
 * Angles that turn as little as they can along all edges, given the whole turns: they minimise Σ w r² + Σ strength (Σ wᵢ θᵢ − angle)²
 * (Turns says what r is), w the cotangent weights. One linear system, whatever the whole numbers are.
 */
export class SmoothAngles {
  readonly theta: Float64Array;
  private readonly surface: Surface;
  private readonly connection: Connection;
  readonly turns: Turns;
  private readonly laplacian: SparseMatrix;

  constructor(surface: Surface, connection: Connection, turns: Turns) {
    this.surface = surface;
    this.connection = connection;
    this.turns = turns;
    this.theta = new Float64Array(surface.vertexCount);
    this.laplacian = laplacianOf(surface, (h) => this.weight(h));
  }

  /** Weight of the edge of side h. */
  weight(h: number): number {
    const { weight } = this.connection;
    const other = this.surface.opposite[h]!;
    return weight[h]! + (other >= 0 ? weight[other]! : 0);
  }

  /** What the field turns by along side h. */
  turn(h: number): number {
    const { corner } = this.surface;
    const difference = this.theta[corner[nextSide(h)]!]! - this.theta[corner[h]!]!;
    return difference - this.connection.carried[h]! - TURN * this.turns.count[h]!;
  }

  /** Σ wᵢ θᵢ at a place. */
  angleAt({ face, weights }: Pick<AngleWish, 'face' | 'weights'>): number {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += weights[c]! * this.theta[this.surface.corner[3 * face + c]!]!;
    return sum;
  }

  solve(wishes: readonly AngleWish[], tolerance = 1e-9): void {
    const { corner, opposite } = this.surface;
    const right = new Float64Array(this.theta.length);
    for (let h = 0; h < corner.length; h++) {
      if (opposite[h]! > h) continue;
      const asked = this.weight(h) * (this.connection.carried[h]! + TURN * this.turns.count[h]!);
      this.push(right, h, asked);
    }
    for (const { face, weights, angle, strength } of wishes)
      for (let c = 0; c < 3; c++) {
        const v = corner[3 * face + c]!;
        right[v] = right[v]! + strength * weights[c]! * angle;
      }
    this.system(wishes).solve(right, this.theta, tolerance);
  }

  /** Whole numbers on loops that make the field turn least, given what it turns by now: they change `turns`, and the angles. */
  chooseLoops(wishes: readonly AngleWish[]): void {
    const loops = this.turns.loops.slice(0, MOST_LOOPS);
    if (loops.length === 0) return;
    const solver = this.system(wishes);
    const shapes = loops.map((loop) => this.loopShape(loop, solver));
    const { opposite } = this.surface;
    const sum = (a: (h: number) => number, b: (h: number) => number): number => {
      let total = 0;
      for (let h = 0; h < opposite.length; h++) if (opposite[h]! < h) total += this.weight(h) * a(h) * b(h);
      return total;
    };
    const now = (h: number): number => this.turn(h);
    const gram = shapes.map((a) => shapes.map((b) => sum(a.turn, b.turn)));
    const drive = shapes.map((a) => sum(a.turn, now));
    const chosen = wholeMinimum(gram, drive);
    chosen.forEach((times, l) => {
      if (times === 0) return;
      for (const [side, crossed] of loops[l]!) this.turns.count[side] = this.turns.count[side]! + times * crossed;
      const { angles } = shapes[l]!;
      for (let v = 0; v < this.theta.length; v++) this.theta[v] = this.theta[v]! + times * angles[v]!;
    });
  }

  /** What one more turn on a loop does: to the angles, and (taken away) to what the field turns by along sides. */
  private loopShape(loop: Loop, solver: Multigrid): { angles: Float64Array; turn: (h: number) => number } {
    const { corner, opposite } = this.surface;
    const right = new Float64Array(this.theta.length);
    for (const [h, times] of loop) if (opposite[h]! < h) this.push(right, h, this.weight(h) * TURN * times);
    const angles = new Float64Array(this.theta.length);
    solver.solve(right, angles, 1e-6);
    const turn = (h: number): number =>
      TURN * (loop.get(h) ?? 0) - (angles[corner[nextSide(h)]!]! - angles[corner[h]!]!);
    return { angles, turn };
  }

  private push(right: Float64Array, h: number, amount: number): void {
    const { corner } = this.surface;
    const i = corner[h]!;
    const j = corner[nextSide(h)]!;
    right[i] = right[i]! - amount;
    right[j] = right[j]! + amount;
  }

  /** The Laplacian with all wishes, each between vertices that are neighbours anyway. */
  private system(wishes: readonly AngleWish[]): Multigrid {
    const { corner, part, parts } = this.surface;
    const value = this.laplacian.value.slice();
    const matrix = { ...this.laplacian, value };
    const add = (i: number, j: number, amount: number): void => {
      const at = entryAt(matrix, i, j);
      value[at] = value[at]! + amount;
    };
    const isHeld = new Uint8Array(parts.length);
    for (const { face, weights, strength } of wishes) {
      if (strength > 0) isHeld[part[face]!] = 1;
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++)
          if (weights[a] !== 0 && weights[b] !== 0)
            add(corner[3 * face + a]!, corner[3 * face + b]!, strength * weights[a]! * weights[b]!);
    }
    // A part that nobody holds may turn as a whole: one of its vertices stays about 0.
    for (let f = 0; f < part.length; f++) {
      if (isHeld[part[f]!]) continue;
      isHeld[part[f]!] = 1;
      add(corner[3 * f]!, corner[3 * f]!, 1);
    }
    return new Multigrid(matrix);
  }
}

function laplacianOf({ corner, opposite, vertexCount }: Surface, weight: (h: number) => number): SparseMatrix {
  const builder = new SparseBuilder(vertexCount, 2 * corner.length);
  for (let h = 0; h < corner.length; h++)
    if (opposite[h]! < h) builder.addDifference(corner[h]!, corner[nextSide(h)]!, weight(h));
  return builder.build();
}

/** More handles and rims than these keep the turns of the first guess: each costs a solution of the system. */
const MOST_LOOPS = 24;
const MOST_ROUNDS = 50;

/** Whole numbers m that make mᵀ G m − 2 m·d small: the nearest to the real minimum, improved one at a time. */
function wholeMinimum(gram: readonly (readonly number[])[], drive: readonly number[]): number[] {
  const size = drive.length;
  const real = Float64Array.from(drive);
  const solved = solveDense(Float64Array.from(gram.flat()), real, size, 1);
  const whole = Array.from(solved ? real : drive.map(() => 0), (m) => Math.round(m) + 0);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isChanged = false;
    for (let l = 0; l < size; l++) {
      const others = whole.reduce((sum, m, k) => (k === l ? sum : sum + gram[l]![k]! * m), 0);
      const best = Math.round((drive[l]! - others) / gram[l]![l]!) + 0;
      if (!Number.isFinite(best) || best === whole[l]) continue;
      whole[l] = best;
      isChanged = true;
    }
    if (!isChanged) break;
  }
  return whole;
}
