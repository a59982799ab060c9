import { restMotion } from '../body/motion.ts';
import type { HairState } from '../contact/interaction.ts';
import { makeContact } from '../contact/strands/make.ts';
import { contactParameters } from '../contact/strands/parameters.ts';
import { Air, airParameters } from '../forces/air.ts';
import { INTERNAL_FRICTION_RANGE, material } from '../groom/materials.ts';
import { findModel } from '../models/index.ts';
import type { Obstacles } from '../models/model.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { at, distance, type Vec3 } from '../numeric/vector.ts';
import { oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { helixShape } from './oracles/helix.ts';
import { G, Rig, straightShape } from './rig.ts';
import { shaking } from './shaking.ts';

/**
 * The clumps that super-helices were fitted to (Bertails et al. 2006; SIGGRAPH 2008 hair course, 1.4.2 and 2.5.2): internal friction from how a curl
 * swings up and down, air drag from a pendulum, friction from sliding over materials, and three strands as one wisp. The films were never
 * published, and so the numbers beside ours are closed forms.
 */

const STEP = 1 / 240;
const NODES = 32;
const LENGTH = 0.15;

export interface PendulumRow {
  /** kg/(m·s). */
  readonly drag: number;
  /** Rate at which swings get smaller, 1/s: measured, and in closed form from that without air. */
  readonly rate: number;
  readonly expected: number;
  /** Seconds of a swing. */
  readonly period: number;
  /** Degrees at every step. */
  readonly angles: readonly number[];
}

/**
 * A strand that hangs, let go after its weight was turned by a tenth: drag ν of the air against a mass ρS per length takes swings of any shape to rest at the
 * rate ν / 2ρS, beside what internal friction takes, which is fitted first.
 */
export function pendulumRows(drags: readonly number[] = [5e-6, 1.5e-5, 5e-5]): PendulumRow[] {
  const fibre = material('asian-smooth');
  const still = swing(0);
  const rows = drags.map((drag) => {
    const expected = still.rate + drag / (2 * fibre.density * Math.PI * fibre.radius ** 2);
    return { drag, expected, ...swing(drag) };
  });
  return [{ drag: 0, expected: still.rate, ...still }, ...rows];
}

function swing(drag: number): Omit<PendulumRow, 'drag' | 'expected'> {
  const rig = new Rig({
    model: findModel('super-helix'),
    ...{ fibre: material('asian-smooth'), shape: straightShape(NODES, LENGTH / (NODES - 1), [0, -1, 0]) },
    parameters: { elements: 5, mostElements: 5, internalFriction: 1e-10 },
  });
  rig.settle(STEP, 6, 1e-4, { drag: 1e-4, gravity: [G * sin(0.1), -G * cos(0.1), 0] });
  const angles: number[] = [];
  for (let n = 0; n < 3 / STEP; n++) {
    rig.step(STEP, { drag });
    angles.push((180 / Math.PI) * (rig.tip()[0] / LENGTH));
  }
  return { angles, ...decay(angles) };
}

export interface BounceRow {
  /** kg·m³/s. */
  readonly internalFriction: number;
  /** How far the curl swings beyond where it comes to rest, over how far it was from there. */
  readonly overshoot: number;
  /** Length from root to tip at every step, metres. */
  readonly lengths: readonly number[];
}

/** A curl of which three tenths of the weight come at once swings up and down, the less the more internal friction it has. */
export function bounceRows(
  frictions: readonly number[] = [INTERNAL_FRICTION_RANGE[0], 1e-10, INTERNAL_FRICTION_RANGE[1]],
): BounceRow[] {
  return frictions.map((internalFriction) => {
    const rig = new Rig({
      model: findModel('super-helix'),
      fibre: material('caucasian-curly'),
      shape: helixShape({ radius: 0.006, pitch: 0.005, hand: 1 }, 2 * NODES, LENGTH),
      parameters: { elements: 10, mostElements: 10, internalFriction },
    });
    rig.settle(STEP, 8, 1e-4, { drag: 2e-4, gravity: [0, -0.7 * G, 0] });
    const lengths: number[] = [];
    for (let n = 0; n < 3 / STEP; n++) {
      rig.step(STEP, { drag: 5e-6 });
      lengths.push(rig.node(0)[1] - rig.tip()[1]);
    }
    const settled = lengths.slice(-Math.round(0.5 / STEP)).reduce((sum, y) => sum + (y * STEP) / 0.5, 0);
    const overshoot = (Math.max(...lengths) - settled) / (settled - lengths[0]!);
    return { internalFriction, overshoot, lengths };
  });
}

/** Rate and period of swings about 0, from the turning points that stand out; the first two are left to other modes. */
function decay(values: readonly number[]): { rate: number; period: number } {
  const peaks: { time: number; size: number }[] = [];
  for (let n = 1; n + 1 < values.length; n++) {
    const [a, b, c] = [values[n - 1]!, values[n]!, values[n + 1]!];
    if ((b - a) * (c - b) > 0 || b === a) continue;
    const last = peaks.at(-1);
    // Small waves on a swing are no swings.
    if (last && n * STEP - last.time < 0.05) continue;
    if (Math.abs(b) > 0.02 * Math.abs(values[0]!)) peaks.push({ time: n * STEP, size: Math.abs(b) });
  }
  const used = peaks.slice(peaks.length > 5 ? 2 : 0);
  const count = used.length;
  if (count < 2) return { rate: Number.NaN, period: Number.NaN };
  const mean = (of: (peak: (typeof used)[number]) => number): number =>
    used.reduce((sum, peak) => sum + of(peak) / count, 0);
  const [time, size] = [mean((peak) => peak.time), mean((peak) => Math.log(peak.size))];
  const over = mean((peak) => (peak.time - time) ** 2);
  const slope = mean((peak) => (peak.time - time) * (Math.log(peak.size) - size)) / over;
  return { rate: -slope, period: (2 * (used.at(-1)!.time - used[0]!.time)) / (count - 1) };
}

export interface SlideRow {
  readonly material: string;
  readonly clump: 'smooth' | 'curly';
  readonly friction: number;
  /** Friction that its way in half a second says it has. */
  readonly fitted: number;
  /** Metres gone at every step. */
  readonly way: readonly number[];
}

/** Coulomb coefficients of hair on materials: assumed, as the source fits its own to films. */
const SURFACES = { wood: 0.3, cotton: 0.55 } as const;
/** Slope of the plane. */
const TANGENT = 0.8;
const SLIDE = 0.5;

/** A clump lies free on a sloping plane of a material and slides: s = (g sin − μ g cos) t² / 2. */
export function slidingRows(model = 'rod'): SlideRow[] {
  return Object.entries(SURFACES).flatMap(([name, friction]) =>
    (['smooth', 'curly'] as const).map((clump) => {
      const way = slide(model, clump, friction);
      const c = 1 / Math.sqrt(1 + TANGENT * TANGENT);
      const fitted = TANGENT - way.at(-1)! / (0.5 * SLIDE * SLIDE * G * c);
      return { material: name, clump, friction, fitted, way };
    }),
  );
}

function slide(model: string, clump: SlideRow['clump'], friction: number): number[] {
  const c = 1 / Math.sqrt(1 + TANGENT * TANGENT);
  const edge = 0.08 / (NODES - 1);
  // Two more edges, which are cut away: what remains has no root. A curl lies flat, as a wave.
  const shape = Array.from({ length: NODES + 2 }, (_, i): Vec3 => {
    const x = i * edge;
    return clump === 'smooth' ? [x, HEIGHT, 0] : [0.9 * x, HEIGHT, 0.004 * sin(x / 0.008)];
  });
  const rig = new Rig({
    ...{ model: findModel(model), shape, fibre: material(clump === 'smooth' ? 'asian-smooth' : 'caucasian-curly') },
    restState: 'as-groomed',
    gravity: [G * c * TANGENT, -G * c, 0],
    obstacles: plane(friction),
  });
  rig.dynamics.split([{ id: 0, s: 2 * edge, newId: 1 }]);
  rig.dynamics.remove(new Uint32Array([0]));
  const place = (): number => rig.dynamics.positionAt(1, 0.04)[0];
  const from = place();
  const way: number[] = [];
  for (let n = 0; n < SLIDE / STEP; n++) {
    rig.step(STEP);
    way.push(place() - from);
  }
  return way;
}

/** The thickness that models keep by default. */
const HEIGHT = 0.0015;

const plane = (friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) out.set([points[3 * i + 1]!, 0, 1, 0, 0, 0, 0, friction], 8 * i);
  },
});

/**
 * Drag of a clump over clumps that lie across it, tip first over root first at one speed: the scales of hair point to the tip. Each fibre rubs 1 to 2 times as
 * much by the way it is rubbed, √½ more than once across; two that rub have the mean of both, so that this is (2 + 1.707) / (1 + 1.707).
 */
export function cuticleRatio(speed = 0.05): number {
  const [first, second] = [1, -1].map((sense) => dragOver(sense * speed)) as [number, number];
  return first / -second;
}

/** Force along x on a strand along x, N, that goes at a speed over five that lie across it. */
function dragOver(speed: number): number {
  const radius = 0.003;
  const strands = 6;
  const nodes = 12;
  const hairAt = (gap: number, velocity: number): HairState => {
    const position = new Float64Array(3 * strands * nodes);
    const moving = new Float64Array(position.length);
    const s = new Float64Array(strands * nodes);
    for (let k = 0; k < strands; k++)
      for (let i = 0; i < nodes; i++) {
        const n = k * nodes + i;
        s[n] = 0.005 * i;
        position.set(k === 0 ? [s[n]!, gap * radius, 0] : [0.008 * k + 0.001, 0, s[n]! - 0.0285], 3 * n);
        if (k === 0) moving[3 * n] = velocity;
      }
    return {
      ...{ time: 0, dt: 1 / 240, position, velocity: moving, s },
      ids: Uint32Array.from({ length: strands }, (_, k) => k),
      first: Uint32Array.from({ length: strands + 1 }, (_, k) => k * nodes),
      inverseMass: new Float64Array(strands * nodes).fill(1e5),
      radius: new Float64Array(strands * nodes).fill(radius),
    };
  };
  const parameters = completeParameters(contactParameters, { keepEvery: 0, stiffness: 0, damping: 0 });
  const contact = makeContact(parameters, { groomed: hairAt(2.5, 0) });
  let force = 0;
  // Contacts gain their force over some steps.
  for (let n = 0; n < 8; n++) {
    const { forces } = contact.act(hairAt(1.9, speed));
    force = 0;
    for (let r = 0; r < forces.count; r++) if (forces.id[r] === 0) force += forces.force[3 * r]!;
  }
  return force;
}

export interface ThreeStrandsRow {
  readonly hasContacts: boolean;
  /** Least distance of two strands at the same height over the groomed one, in all of the motion. */
  readonly least: number;
  /** The same at every frame of 1/24 s. */
  readonly nearest: readonly number[];
}

/** Three curls, each a clump, as one large wisp on a root that is shaken: with contacts between them the wisp keeps its volume. */
export function threeStrands(): ThreeStrandsRow[] {
  return [true, false].map((hasContacts) => {
    const nearest = wispDistances(hasContacts);
    return { hasContacts, least: Math.min(...nearest), nearest };
  });
}

function wispDistances(hasContacts: boolean): number[] {
  const radius = 0.007;
  const positions = Float64Array.from(
    [0, 1, 2].flatMap((k) => {
      // Curls of three widths, which swing each in its own time.
      const shape = helixShape({ radius: 0.003 + 0.002 * k, pitch: 0.012, hand: 1 }, NODES, LENGTH);
      const [x, z] = [radius * cos((2 * Math.PI * k) / 3), radius * sin((2 * Math.PI * k) / 3)];
      return shape.flatMap((p) => [p[0] + x, p[1], p[2] + z]);
    }),
  );
  const guides = makeStrands({ first: uniformFirst(3, NODES), positions: Float32Array.from(positions) });
  const shake = shaking({ g: 1, frequency: 2.5, direction: [1, 0, 0], start: 0, end: 1.5 });
  const still = restMotion().at(0);
  const motion = {
    at: (time: number) => {
      const { position, velocity } = shake(time);
      return { ...still, position, velocity };
    },
  };
  const parameters = completeParameters(contactParameters, { keepEvery: 0 });
  const simulation = new Simulation({
    ...oneGroom({
      guides,
      model: findModel('super-helix'),
      parameters: { elements: 8, mostElements: 8 },
      fibre: material('caucasian-curly'),
      motion,
      fields: [new Air(completeParameters(airParameters, { drag: 2e-5 }), 1)],
      stepSize: STEP,
    }),
    ...(hasContacts
      ? {
          interaction: {
            clumpRadius: () => 0.87 * radius,
            make: (groomed: HairState) => makeContact(parameters, { groomed }),
          },
        }
      : {}),
  });
  const distances = (x: Float64Array): number[] =>
    Array.from({ length: 3 * NODES }, (_, n) => {
      const [k, i] = [Math.floor(n / NODES), n % NODES];
      return distance(at(x, n), at(x, ((k + 1) % 3) * NODES + i));
    });
  const x = new Float64Array(positions.length);
  simulation.positionsAt(0, x);
  const groomed = distances(x);
  return Array.from({ length: 60 }, () => {
    simulation.advance(10);
    simulation.positionsAt(simulation.time, x);
    return Math.min(...distances(x).map((d, n) => d / groomed[n]!));
  });
}
