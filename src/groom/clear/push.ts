import type { BodyField } from '../../strands/push-out.ts';
import { firstInside } from './trace.ts';

/**
 * A strand pushed out of a body. The root goes to the surface if it is buried, and takes the strand along. Then, in turn:
 * what is too deep moves out and its neighbours with it, less and less; every edge gets its length again, from the root
 * on; until nothing is inside. Edges keep their lengths exactly, and turns stay below a limit.
 */

const MOST_ROUNDS = 120;
/** Fraction of a push that the next point takes: 0.75 reaches about eight points. */
const SPREAD = 0.75;
const EVENING = 0.25;
/** Cosine of the sharpest turn that a push may make, 25°: sharper ones only where the strand had them. */
const SHARPEST = 0.906;

export class Pusher {
  readonly #body: BodyField;
  readonly #clearance: number;
  readonly #sample: Float64Array = new Float64Array(4);
  #edge: Float64Array = new Float64Array(0);
  #turn: Float64Array = new Float64Array(0);
  #push: Float64Array = new Float64Array(0);
  #old: Float64Array = new Float64Array(0);

  constructor(body: BodyField, clearance: number) {
    this.#body = body;
    this.#clearance = clearance;
  }

  /** Pushes a strand (xyz rows) out, in place; answers whether it is out. */
  push(p: Float64Array): boolean {
    this.#remember(p);
    this.#raiseRoot(p);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (!this.#gather(p, round === 0)) return firstInside(this.#body, p) < 0;
      this.#spread(p.length);
      for (let i = 3; i < p.length; i++) p[i] = p[i]! + this.#push[i]!;
      this.#evenOut(p);
      this.#layEdges(p);
    }
    return firstInside(this.#body, p) < 0;
  }

  /** Neighbours are moved alike from where they were. */
  #evenOut(p: Float64Array): void {
    const old = this.#old;
    for (let c = 0; c < 3; c++) {
      let before = p[c]! - old[c]!;
      for (let i = 3 + c; i < p.length; i += 3) {
        const own = p[i]! - old[i]!;
        const after = i + 3 < p.length ? p[i + 3]! - old[i + 3]! : own;
        p[i] = old[i]! + own + EVENING * (before - 2 * own + after);
        before = own;
      }
    }
  }

  #remember(p: Float64Array): void {
    const count = p.length / 3;
    this.#old = p.slice();
    if (this.#edge.length < count) {
      this.#edge = new Float64Array(count);
      this.#turn = new Float64Array(count);
      this.#push = new Float64Array(3 * count);
    }
    for (let i = 0; i + 1 < count; i++) this.#edge[i] = edgeLength(p, i);
    for (let i = 1; i + 1 < count; i++) {
      let product = 0;
      for (let c = 0; c < 3; c++) product += (p[3 * i + c]! - p[3 * i - 3 + c]!) * (p[3 * i + 3 + c]! - p[3 * i + c]!);
      this.#turn[i] = Math.min(SHARPEST, product / (this.#edge[i - 1]! * this.#edge[i]! + 1e-300));
    }
  }

  #raiseRoot(p: Float64Array): void {
    const sample = this.#sample;
    for (let round = 0; round < 8; round++) {
      this.#body.sample(p[0]!, p[1]!, p[2]!, sample);
      if (!(sample[0]! < 0)) return;
      for (let i = 0; i < p.length; i++) p[i] = p[i]! - sample[0]! * sample[1 + (i % 3)]!;
    }
  }

  /** Finds how far points and middles of edges must go; answers whether any must. */
  #gather(p: Float64Array, isFirst: boolean): boolean {
    const push = this.#push;
    push.fill(0, 0, p.length);
    let arc = 0;
    let isAny = false;
    // A hair that grows inwards is mirrored at the skin: straight out, all of it would go to where its root is.
    let isIngrown = isFirst;
    for (let i = 1; 3 * i < p.length; i++) {
      const k = 3 * i;
      const edge = this.#edge[i - 1]!;
      const [x, y, z] = [p[k]!, p[k + 1]!, p[k + 2]!];
      const middle = this.#lack(0.5 * (p[k - 3]! + x), 0.5 * (p[k - 2]! + y), 0.5 * (p[k - 1]! + z), arc + 0.5 * edge);
      if (middle > 0) {
        if (i > 1) this.#raise(k - 3, middle);
        this.#raise(k, middle);
        isAny = true;
      }
      arc += edge;
      const lack = this.#lack(x, y, z, arc);
      isIngrown &&= lack > 0;
      if (lack > 0) {
        this.#raise(k, isIngrown ? 2 * lack : lack);
        isAny = true;
      }
    }
    return isAny;
  }

  /** How far a place must go along the gradient, which is left in the sample. Near the root hair may lie on the skin. */
  #lack(x: number, y: number, z: number, arc: number): number {
    this.#body.sample(x, y, z, this.#sample);
    const wanted = Math.min(this.#clearance, 0.1 * arc);
    return this.#sample[0]! < 0.5 * wanted ? wanted - this.#sample[0]! : 0;
  }

  #raise(k: number, by: number): void {
    const push = this.#push;
    const had = Math.sqrt(push[k]! * push[k]! + push[k + 1]! * push[k + 1]! + push[k + 2]! * push[k + 2]!);
    if (had >= by) return;
    for (let c = 0; c < 3; c++) push[k + c] = by * this.#sample[c + 1]!;
  }

  #spread(end: number): void {
    for (let k = 6; k < end; k += 3) this.#follow(k, k - 3);
    for (let k = end - 6; k >= 3; k -= 3) this.#follow(k, k + 3);
  }

  #follow(k: number, other: number): void {
    const push = this.#push;
    let own = 0;
    let theirs = 0;
    for (let c = 0; c < 3; c++) {
      own += push[k + c]! * push[k + c]!;
      theirs += push[other + c]! * push[other + c]!;
    }
    if (own >= SPREAD * SPREAD * theirs) return;
    for (let c = 0; c < 3; c++) push[k + c] = SPREAD * push[other + c]!;
  }

  /** Every edge to its length, from the root on, turning no farther than the limit allows. */
  #layEdges(p: Float64Array): void {
    let [bx, by, bz] = [0, 0, 0];
    for (let i = 1; 3 * i < p.length; i++) {
      const k = 3 * i;
      const edge = this.#edge[i - 1]!;
      let x = p[k]! - p[k - 3]!;
      let y = p[k + 1]! - p[k - 2]!;
      let z = p[k + 2]! - p[k - 1]!;
      const l = Math.sqrt(x * x + y * y + z * z) || 1;
      x /= l;
      y /= l;
      z /= l;
      const cosine = x * bx + y * by + z * bz;
      const limit = this.#turn[i - 1]!;
      if (i > 1 && cosine < limit) {
        const [ax, ay, az] = [x - cosine * bx, y - cosine * by, z - cosine * bz];
        const across = Math.sqrt(ax * ax + ay * ay + az * az);
        const sine = across > 1e-9 ? Math.sqrt(1 - limit * limit) / across : 0;
        x = limit * bx + sine * ax;
        y = limit * by + sine * ay;
        z = limit * bz + sine * az;
      }
      [bx, by, bz] = [x, y, z];
      p[k] = p[k - 3]! + edge * x;
      p[k + 1] = p[k - 2]! + edge * y;
      p[k + 2] = p[k - 1]! + edge * z;
    }
  }
}

function edgeLength(p: Float64Array, i: number): number {
  const dx = p[3 * i + 3]! - p[3 * i]!;
  const dy = p[3 * i + 4]! - p[3 * i + 1]!;
  const dz = p[3 * i + 5]! - p[3 * i + 2]!;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
