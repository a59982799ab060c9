import type { RigidState } from '../body/motion.ts';
import { at, distance, dot, normalize, subtract, type Vec3 } from '../numeric/vector.ts';
import { prepareScene, type SceneInstance } from '../scene/instance.ts';
import type { Scene } from '../scene/schema.ts';
import { strandCount } from '../strands/strands.ts';
import { BALL_RADIUS, GONE, gorillaScene, grassScene, mammothScene } from './fur-scenes.ts';
import { type Whirled, whirl } from './whirlwind.ts';

/** What the ball does to grass. */
export interface GrassRow {
  readonly samples: number;
  readonly blades: number;
  /** Samples under the ball, over all frames; their least angle from upright; and how many of those beside its middle lean away from it, as a fraction. */
  readonly pressed: number;
  readonly leastAngle: number;
  readonly away: number;
  /** Largest angle from as groomed when the ball has been gone for a while. */
  readonly left: number;
}

/** An animal's coat in motion. */
export interface LoadRow {
  readonly scene: string;
  readonly hairs: number;
  readonly segments: number;
  readonly samples: number;
  /** Milliseconds of one frame of 1/30 s: of springs alone, and of all points of all hairs on the CPU. */
  readonly springs: number;
  readonly points: number;
  /** Published minutes a frame, rendering included, and the picture's size. */
  readonly published: number;
  readonly publishedSize: string;
}

export interface FurTable {
  readonly whirlwind: readonly Whirled[];
  readonly grass: GrassRow;
  readonly loads: readonly LoadRow[];
}

export interface FurTableOptions {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Seconds of motion that costs are measured in. */
  readonly seconds?: number;
  /** Hairs along a side of the quad that the whirlwind is shown with. */
  readonly across?: number;
}

export function furTable({ now, seconds = 1, across = 40 }: FurTableOptions): FurTable {
  const loads = [
    { instance: prepareScene(mammothScene()), published: 4, publishedSize: '320x240' },
    { instance: prepareScene(gorillaScene()), published: 9, publishedSize: '640x480' },
  ];
  return {
    whirlwind: (['springs', 'geometry'] as const).map((interpolation) => whirl(interpolation, across)),
    grass: pressGrass(grassScene()),
    loads: loads.map(({ instance, ...published }) => ({ ...costOf(instance, now, seconds), ...published })),
  };
}

const FRAME = 1 / 30;

function costOf(
  instance: SceneInstance,
  now: () => number,
  seconds: number,
): Omit<LoadRow, 'published' | 'publishedSize'> {
  const { simulation, grooms, scene } = instance;
  const hairs = grooms.map(({ hair }) => ({ hair, out: new Float32Array(hair.strands.positions.length) }));
  const guides = grooms.map((groom) => new Float32Array(groom.guides.positions.length));
  const all = new Float32Array(3 * simulation.first.at(-1)!);
  let [springs, points, frames] = [0, 0, 0];
  // The first frames warm up.
  for (let frame = 1; frame * FRAME <= seconds + 0.2; frame++) {
    const time = frame * FRAME;
    const begin = now();
    simulation.advanceTo(time);
    const middle = now();
    simulation.positionsAt(time, all);
    let from = 0;
    hairs.forEach(({ hair, out }, g) => {
      guides[g]!.set(all.subarray(from, from + guides[g]!.length));
      from += guides[g]!.length;
      hair.update(guides[g]!, time, out);
    });
    if (time <= 0.2) continue;
    springs += middle - begin;
    points += now() - middle;
    frames++;
  }
  return {
    scene: scene.name,
    hairs: hairs.reduce((sum, { hair }) => sum + strandCount(hair.strands), 0),
    segments: grooms[0]!.guides.first[1]! - 1,
    samples: simulation.ids.length,
    springs: springs / Math.max(1, frames),
    points: points / Math.max(1, frames),
  };
}

export function pressGrass(scene: Scene): GrassRow {
  const { simulation, grooms, bodies } = prepareScene(scene, { strands: 0 });
  const { guides } = grooms[0]!;
  const count = strandCount(guides);
  const groomed = Array.from({ length: count }, (_, k) => tipOf(guides.positions, guides.first, k));
  const x = new Float64Array(3 * simulation.first.at(-1)!);
  let [pressed, away, beside, least] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (let frame = 1; frame * FRAME < GONE; frame++) {
    simulation.advanceTo(frame * FRAME);
    simulation.positionsAt(simulation.time, x);
    const ball = bodies[1]!.state(simulation.time);
    for (let k = 0; k < count; k++) {
      const found = under(x, simulation.first, k, ball);
      if (!found) continue;
      pressed++;
      least = Math.min(least, found.angle);
      if (!found.isBeside) continue;
      beside++;
      if (found.away > 0) away++;
    }
  }
  simulation.advanceTo(GONE + 1);
  simulation.positionsAt(simulation.time, x);
  const left = groomed.map((tip, k) => angleBetween(tipOf(x, simulation.first, k), tip));
  return {
    samples: count,
    blades: scene.grooms[0]!.strands,
    pressed,
    // The last edge turns by the mean of its ends.
    leastAngle: least / (1 - 0.5 / (guides.first[1]! - 1)),
    away: beside > 0 ? away / beside : 0,
    left: Math.max(...left),
  };
}

/** A blade whose root is under the ball: its tip's angle from upright, and how much that leans away from the ball's middle. */
function under(
  x: Float64Array,
  first: Uint32Array,
  k: number,
  { position }: RigidState,
): { angle: number; away: number; isBeside: boolean } | null {
  const root = at(x, first[k]!);
  if (distance(root, position) > BALL_RADIUS) return null;
  const tip = tipOf(x, first, k);
  const side: Vec3 = [root[0] - position[0], 0, root[2] - position[2]];
  return {
    angle: angleBetween(tip, [0, 1, 0]),
    away: dot(tip, side),
    isBeside: distance(side, [0, 0, 0]) > 0.1 * BALL_RADIUS,
  };
}

/** Direction of the last edge of a strand. */
function tipOf(x: ArrayLike<number>, first: Uint32Array, k: number): Vec3 {
  const last = first[k + 1]! - 1;
  return normalize(subtract(at(x, last), at(x, last - 1)));
}

const angleBetween = (a: Vec3, b: Vec3): number => Math.acos(Math.max(-1, Math.min(1, dot(a, b))));
