import { at, cross, distance, dot, mix, normalize, subtract, type Vec3 } from '../src/numeric/vector.ts';
import { eyeOf, type OrbitCamera, type Size } from '../src/render/index.ts';
import type { LiveScene } from '../src/scene/live.ts';
import { type Strands, strandCount } from '../src/strands/strands.ts';
import { Hand } from '../studio/src/hand/hand.ts';
import { projector } from '../studio/src/hand/ray.ts';
import { Scenery } from '../studio/src/hand/scenery.ts';
import { findStudioTool } from '../studio/src/tools/catalogue.ts';

/** A haircut as a stylist does it, stroke by stroke: the browser draws these with its mouse, tests hold them with the page's own hand. */

export type Side = 'front' | 'left' | 'right' | 'back';

export interface SalonStroke {
  readonly tool: string;
  readonly side: Side;
  /** Places that the pointer is over, in the world: what is there in the picture. */
  readonly path: readonly Vec3[];
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly isMirrored?: boolean;
  /** Steps from place to place. */
  readonly steps: number;
}

/** Height at which hair lies on the shoulders, m. */
export const SHOULDER = -0.135;

/** Every part of the story by itself: what is done, and what it does to the hair. */
export const STORY: Readonly<Record<'wet' | 'length' | 'fringe' | 'frame' | 'dry', readonly SalonStroke[]>> = {
  wet: [
    {
      tool: 'water',
      side: 'front',
      path: [
        [0.02, 0.13, 0.09],
        [0.08, 0.06, 0.06],
        [0.08, -0.25, 0.08],
      ],
      isMirrored: true,
      steps: 16,
    },
    {
      tool: 'water',
      side: 'left',
      path: [
        [0.08, 0.12, 0.02],
        [0.1, -0.28, 0.03],
      ],
      isMirrored: true,
      steps: 24,
    },
    {
      tool: 'water',
      side: 'back',
      path: [
        [-0.07, 0.1, -0.1],
        [-0.07, -0.25, -0.1],
        [0.07, -0.25, -0.1],
        [0.07, 0.1, -0.1],
      ],
      steps: 16,
    },
  ],
  length: [
    {
      tool: 'cutting-line',
      side: 'front',
      path: [
        [-0.22, SHOULDER, 0],
        [0.22, SHOULDER, 0],
      ],
      steps: 6,
    },
  ],
  fringe: [
    {
      ...{ tool: 'cutting-line', side: 'front', steps: 6, isMirrored: true, parameters: { depth: 0.03 } },
      path: [
        [0.03, 0.035, 0.1],
        [0.09, 0.0, 0.085],
      ],
    },
  ],
  frame: [
    {
      ...{ tool: 'cutting-line', side: 'front', steps: 6, isMirrored: true, parameters: { depth: 0.05 } },
      path: [
        [0.045, -0.045, 0.08],
        [0.11, -0.12, 0.06],
      ],
    },
  ],
  dry: [
    {
      tool: 'dryer',
      side: 'front',
      path: [
        [0.07, 0.1, 0.08],
        [0.08, -0.12, 0.08],
      ],
      isMirrored: true,
      steps: 60,
    },
    {
      tool: 'dryer',
      side: 'left',
      path: [
        [0.09, 0.1, 0.0],
        [0.1, -0.12, 0.0],
      ],
      isMirrored: true,
      steps: 60,
    },
    {
      tool: 'dryer',
      side: 'back',
      path: [
        [-0.06, 0.08, -0.1],
        [-0.06, -0.1, -0.1],
        [0.06, -0.1, -0.1],
        [0.06, 0.08, -0.1],
      ],
      steps: 40,
    },
    {
      tool: 'hairspray',
      side: 'front',
      path: [
        [-0.08, 0.08, 0.08],
        [0, 0.12, 0.08],
        [0.08, 0.08, 0.08],
      ],
      steps: 12,
    },
  ],
};

/** What is cut, line by line. */
export const CUTS: readonly SalonStroke[] = [...STORY.length, ...STORY.fringe, ...STORY.frame];

/** Shown strands that lost less than this were not cut, m. */
export const CUT = 0.004;

export interface Fibre {
  readonly points: readonly Vec3[];
  readonly length: number;
}

export function fibresOf(strands: Strands): Fibre[] {
  const { first, positions } = strands;
  return Array.from({ length: strandCount(strands) }, (_, k) => {
    const points = Array.from({ length: first[k + 1]! - first[k]! }, (_, i) => at(positions, first[k]! + i));
    return { points, length: points.slice(1).reduce((sum, p, i) => sum + distance(points[i]!, p), 0) };
  });
}

/** How far tips that were just cut are from the line that cut them: from the plane of the view through its ends, or its mirror image. */
export function cutTips(
  before: readonly Fibre[],
  after: readonly Fibre[],
  { path, isMirrored }: SalonStroke,
  camera: OrbitCamera,
): number[] {
  const eye = eyeOf(camera);
  const normal = normalize(cross(subtract(path[0]!, eye), subtract(path.at(-1)!, eye)));
  const off = (place: Vec3): number => Math.abs(dot(normal, subtract(place, eye)));
  return after.flatMap(({ points, length }, k) => {
    if (before[k]!.length - length < CUT) return [];
    const [x, y, z] = points.at(-1)!;
    return [Math.min(off([x, y, z]), isMirrored ? off([-x, y, z]) : Number.POSITIVE_INFINITY)];
  });
}

/** Degrees between an end that rests and where uncut hair of that length does, seen from their root. */
export function angleAside(cut: Fibre, uncut: Fibre): number {
  const way = normalize(subtract(cut.points.at(-1)!, cut.points[0]!));
  const usual = normalize(subtract(placeAt(uncut, cut.length), uncut.points[0]!));
  return (180 / Math.PI) * Math.acos(Math.min(1, dot(way, usual)));
}

/** The place at an arc length. */
function placeAt({ points }: Fibre, s: number): Vec3 {
  let passed = 0;
  for (let i = 1; i < points.length; i++) {
    const edge = distance(points[i - 1]!, points[i]!);
    if (passed + edge >= s) return mix(points[i - 1]!, points[i]!, (s - passed) / edge);
    passed += edge;
  }
  return points.at(-1)!;
}

const AZIMUTHS: Readonly<Record<Side, number>> = {
  front: 0,
  left: 0.5 * Math.PI,
  right: -0.5 * Math.PI,
  back: Math.PI,
};

export const SIZE: Size = { width: 900, height: 700 };
export const cameraAt = (side: Side): OrbitCamera => ({
  target: [0, -0.09, 0],
  azimuth: AZIMUTHS[side],
  elevation: 0.05,
  distance: 2.2,
  fieldOfView: 0.4,
});

/** Does strokes in a running scene with the page's own hand, at the step that comes next. */
export function work(live: LiveScene, strokes: readonly SalonStroke[], after = 4): void {
  const scenery = new Scenery();
  const { bodies, simulation } = live.instance;
  const poses = () => bodies.map(({ state }) => ({ ...state(live.time) }));
  scenery.setScene({ bodies: bodies.map(({ mesh }) => mesh), poses: poses(), guides: simulation.ids.length } as never);
  const see = (): void => {
    const points = new Float32Array(3 * simulation.first[simulation.ids.length]!);
    simulation.positionsAt(live.time, points);
    scenery.frame({ points, bodies: poses() });
  };
  for (const { tool, side, path, parameters = {}, isMirrored = false, steps } of strokes) {
    const camera = cameraAt(side);
    const stylist = {
      take: (...args: Parameters<LiveScene['take']>) => live.take(...args),
      move: (samples: readonly Parameters<LiveScene['move']>[0][]) => {
        for (const sample of samples) live.move(sample);
      },
      letGo: () => void live.letGo(),
    };
    const hand = new Hand(scenery, stylist, () => ({ camera, size: SIZE }));
    hand.held = { tool: findStudioTool(tool)!, parameters, isMirrored };
    const place = projector(camera, SIZE);
    const [first, ...rest] = path.map((point) => place(point)!);
    const touch = { press: 1, aperture: 1, altitude: 0.5 * Math.PI, azimuth: 0, roll: 0 };
    see();
    hand.take(first!.x, first!.y);
    let { x, y } = first!;
    for (const next of rest) {
      const [fromX, fromY] = [x, y];
      for (let n = 1; n <= steps; n++) {
        x = fromX + (n / steps) * (next.x - fromX);
        y = fromY + (n / steps) * (next.y - fromY);
        if (n % 2 === 0) {
          see();
          hand.move([{ x, y, touch }]);
        }
        live.advance(1);
      }
    }
    hand.letGo();
    live.advance(after);
  }
}
