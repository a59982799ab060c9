import { headMotion } from '../body/head-motion.ts';
import { restMotion } from '../body/motion.ts';
import { sphereSolid } from '../body/solids.ts';
import { solidCollider } from '../contact/bodies/collider.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { makeInteraction } from '../contact/strands/make.ts';
import { makeDeclarations } from '../contact/strands/parameters.ts';
import { Air, airParameters } from '../forces/air.ts';
import { findModel } from '../models/index.ts';
import type { Fibre } from '../models/model.ts';
import { completeParameters } from '../numeric/parameters.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Stroke, ToolSample } from '../salon/stroke.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import type { SimulationSetup } from './setup.ts';

/** Two grooms whose hair hangs through each other, of different models and on different bodies: for tests of what they share. */

export const fibre: Fibre = {
  radius: 50e-6,
  ellipticity: 1.1,
  density: 1300,
  youngsModulus: 1.5e9,
  poissonRatio: 0.48,
};

const NODES = 10;

/** Loose curls that hang from a row along x, 6 mm from root to root. */
export function curls(ids: readonly number[], origin: Vec3, length = 0.1): Strands {
  const points = ids.flatMap((_, k) =>
    Array.from({ length: NODES }, (_, i) => {
      const s = i / (NODES - 1);
      const a = 9 * s + k;
      return [
        origin[0] + 0.006 * k + 0.004 * (Math.cos(a) - Math.cos(k)),
        origin[1] - length * s,
        origin[2] + 0.004 * (Math.sin(a) - Math.sin(k)),
      ];
    }),
  );
  return makeStrands({
    id: Uint32Array.from(ids),
    first: uniformFirst(ids.length, NODES),
    positions: Float32Array.from(points.flat()),
  });
}

/** Bodies that hair of either groom touches: one that shakes and one that stays. */
export const motions = [headMotion('shake', { period: 0.5, amplitude: 0.3, start: 0 }), restMotion()];

const strokeOf = (
  tool: string,
  parameters: Record<string, unknown>,
  [from, to]: readonly [number, number],
  pose: (t: number) => Partial<ToolSample>,
): Stroke => ({
  tool,
  parameters,
  seed: 5,
  samples: Array.from({ length: Math.ceil((to - from) / 2) }, (_, n) => ({
    step: from + 2 * n,
    origin: [0, 0, 0],
    direction: [0, 0, -1],
    up: [0, 1, 0],
    press: 1,
    aperture: 1,
    ...pose((2 * n) / (to - from)),
  })),
  end: to,
});

/** Most tools once; both grooms are within their reach. */
export const session: readonly Stroke[] = [
  strokeOf('water', { reach: 0.3, angle: 0.9 }, [1, 9], () => ({ origin: [0.01, -0.05, 0.12] })),
  strokeOf('grab', { reach: 0.2 }, [3, 15], (t) => ({ origin: [0.02 * t, -0.05, 0.05] })),
  strokeOf('comb', { teeth: 9 }, [5, 21], (t) => ({ origin: [0.01, -0.02 - 0.05 * t, 0.02] })),
  strokeOf('lengthen', { reach: 0.3, rate: 1 }, [8, 14], () => ({ origin: [0.01, -0.03, 0.1] })),
  strokeOf('hairspray', { reach: 0.3, flow: 60, gap: 0.004 }, [10, 16], () => ({ origin: [0.01, -0.03, 0.12] })),
  strokeOf('scissors', { blades: 0.1 }, [16, 20], (t) => ({
    origin: [-0.03, -0.07 + 0.01 * t, 0],
    direction: [1, 0, 0],
    up: [0, 0, 1],
  })),
  strokeOf('grow', { length: 0.05, spacing: 0.002 }, [17, 25], (t) => ({ origin: [0.02 * t, 0.01, 0.02] })),
  strokeOf('clasp', { catch: 0.02 }, [20, 24], () => ({ origin: [0.015, -0.03, 0], direction: [0, -1, 0] })),
  strokeOf('dryer', {}, [24, 30], () => ({ origin: [0.01, -0.04, 0.15] })),
  strokeOf('scissors', { blades: 0.1 }, [26, 32], (t) => ({
    origin: [-0.03, -0.03 - 0.01 * t, 0],
    direction: [1, 0, 0],
    up: [0, 0, 1],
  })),
];
export const SESSION_STEPS = 36;

/** Five strands of one model on the body that shakes, three of another on the one that stays. */
export function twoGrooms(first: string, second: string, more: Partial<SimulationSetup> = {}): SimulationSetup {
  const grooms = [curls([2, 9, 4, 7, 5], [0, 0, 0]), curls([1, 8, 3], [0.004, -0.004, 0.004], 0.08)];
  return {
    grooms: [
      { name: 'hair', guides: grooms[0]!, model: findModel(first), fibre, body: 0 },
      { name: 'beard', guides: grooms[1]!, model: findModel(second), fibre, body: 1 },
    ],
    bodies: [
      { name: 'head', motion: motions[0]! },
      { name: 'chin', motion: motions[1]! },
    ],
    obstacles: (placed) =>
      new BodyObstacles(
        placed.map((motion, b) =>
          solidCollider({ name: `ball ${b}`, friction: 0.3, solid: sphereSolid(0.02), motion: shifted(motion, b) }),
        ),
        0,
        [0, 1],
      ),
    interaction: {
      clumpRadius: () => 0.002,
      make: (groomed) => makeInteraction(makeDeclarations([{ kind: 'contact' }]), { groomed })!,
    },
    fields: [new Air(completeParameters(airParameters, { drag: 2e-5 }), 1)],
    salon: {
      strokes: session,
      seed: 3,
      sprout: ({ origin, length }) => ({
        groom: origin[0] < 0.01 ? 0 : 1,
        points: Array.from({ length: 6 }, (_, i): Vec3 => [origin[0], origin[1] - (length * i) / 5, origin[2]]),
      }),
    },
    sleep: {},
    ...more,
  };
}

/** A ball beside the hair that a body carries. */
function shifted(motion: (typeof motions)[number], b: number): (typeof motions)[number] {
  return {
    at: (time) => {
      const state = motion.at(time);
      const [x, y, z] = state.position;
      return { ...state, position: [x + 0.012, y - 0.05, z - 0.035 + 0.07 * b] };
    },
  };
}
