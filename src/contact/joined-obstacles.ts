import { type Neighbours, OBSTACLE_ROW, type Obstacles } from '../models/model.ts';

/** Bodies of one part, at most: numbers of bodies of different parts differ. */
const MOST_BODIES = 1 << 20;

/** Several obstacles as one: the nearest surface answers, the first of equals. */
export class JoinedObstacles implements Obstacles {
  private parts: readonly Obstacles[] = [];
  private rest: JoinedObstacles | null = null;
  private rows = new Float64Array(0);
  private near: Neighbours = { body: new Int32Array(0), next: new Float64Array(0) };

  /** Says of what it consists from now on; answers are kept in the same memory. */
  of(parts: readonly Obstacles[]): this {
    this.parts = parts;
    return this;
  }

  /** Of all parts what hair does not grow on. */
  get others(): Obstacles | null {
    const parts = this.parts
      .map((part) => (part.others === undefined ? part : part.others))
      .filter((part) => part !== null);
    if (parts.length === 0) return null;
    this.rest ??= new JoinedObstacles();
    return this.rest.of(parts);
  }

  readonly nearest: Obstacles['nearest'] = (points, count, time, out, owners, neighbours, reach) => {
    if (this.rows.length < OBSTACLE_ROW * count) {
      this.rows = new Float64Array(OBSTACLE_ROW * count);
      this.near = { body: new Int32Array(count), next: new Float64Array(count) };
    }
    this.parts[0]?.nearest(points, count, time, out, owners, neighbours, reach);
    for (let p = 1; p < this.parts.length; p++) {
      this.near.body.fill(0, 0, count);
      this.near.next.fill(Number.POSITIVE_INFINITY, 0, count);
      this.parts[p]!.nearest(points, count, time, this.rows, owners, this.near, reach);
      for (let i = 0; i < count; i++) this.take(i, p, out, neighbours);
    }
  };

  /** Puts the answer of a further part before what is known of a point if it is nearer. */
  private take(i: number, part: number, out: Float64Array, neighbours?: Neighbours): void {
    const { rows, near } = this;
    const r = OBSTACLE_ROW * i;
    const isNearer = rows[r]! < out[r]!;
    if (neighbours) {
      const other = isNearer ? out[r]! : rows[r]!;
      neighbours.next[i] = Math.min(neighbours.next[i]!, near.next[i]!, other);
      if (isNearer) neighbours.body[i] = part * MOST_BODIES + near.body[i]!;
    }
    if (isNearer) for (let c = 0; c < OBSTACLE_ROW; c++) out[r + c] = rows[r + c]!;
  }
}
