import { BodyObstacles } from '../src/contact/obstacles.ts';
import type { SceneInstance } from '../src/scene/index.ts';

/** What is looked at between frames: how deep hair is in the body, how stretched and how fast. */
export class Depths {
  deepest = 0;
  meanStrain = 0;
  meanSquareSpeed = 0;
  private readonly obstacles: BodyObstacles;
  private readonly x: Float64Array;
  private readonly v: Float64Array;
  private readonly rows: Float64Array;
  private readonly lengths: Float64Array;

  constructor({ bodies, simulation }: SceneInstance) {
    const [body] = bodies;
    this.obstacles = new BodyObstacles([body!.collider(body!.motion)!]);
    const nodes = simulation.first[simulation.ids.length]!;
    this.x = new Float64Array(3 * nodes);
    this.v = new Float64Array(3 * nodes);
    this.rows = new Float64Array(8 * nodes);
    simulation.positionsAt(simulation.time, this.x);
    this.lengths = edgeLengths(this.x);
  }

  look(simulation: SceneInstance['simulation']): void {
    const { x, v, rows, lengths } = this;
    const nodes = x.length / 3;
    const { first } = simulation;
    simulation.positionsAt(simulation.time, x);
    simulation.velocities(v);
    this.obstacles.nearest(x, nodes, simulation.time, rows);
    const now = edgeLengths(x);
    let [sum, edges, square] = [0, 0, 0];
    for (let k = 0; k + 1 < first.length; k++)
      for (let i = first[k]!; i < first[k + 1]!; i++) {
        // The root is where the groom put it.
        if (i > first[k]! + 1) this.deepest = Math.max(this.deepest, -rows[8 * i]!);
        square += v[3 * i]! ** 2 + v[3 * i + 1]! ** 2 + v[3 * i + 2]! ** 2;
        if (i + 1 === first[k + 1]!) continue;
        sum += Math.abs(now[i]! / lengths[i]! - 1);
        edges++;
      }
    this.meanStrain = sum / edges;
    this.meanSquareSpeed = square / nodes;
  }
}

function edgeLengths(x: Float64Array): Float64Array {
  const out = new Float64Array(x.length / 3);
  for (let i = 0; i + 1 < out.length; i++)
    out[i] = Math.hypot(x[3 * i + 3]! - x[3 * i]!, x[3 * i + 4]! - x[3 * i + 1]!, x[3 * i + 5]! - x[3 * i + 2]!);
  return out;
}
