import { makeContacts } from '../contact/response/strand-contacts.ts';
import { material } from '../groom/materials.ts';
import { findModel } from '../models/index.ts';
import {
  type Environment,
  type ForceField,
  OBSTACLE_ROW,
  type Obstacles,
  type Roots,
  type StrandDynamics,
} from '../models/model.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { fromAxisAngle } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';

/** A published scene of flat wisps on a head that is a sphere. */
export interface WispScene {
  readonly name: string;
  readonly shape: 'straight' | 'wavy' | 'curly';
  readonly wisps: number;
  /** Metres. */
  readonly length: number;
  readonly segment: number;
  /** Milliseconds a step of 1 ms, as published: all, and without detecting collisions. */
  readonly published: number;
  readonly withoutDetection: number;
}

/** Nodes of both rims. */
export const wispNodes = ({ wisps, length, segment }: WispScene): number =>
  wisps * 2 * (Math.round(length / segment) + 1);

const scene = (
  name: string,
  shape: WispScene['shape'],
  length: number,
  wisps: number,
  segment: number,
  published: number,
  withoutDetection: number,
): WispScene => ({ name, shape, length, wisps, segment, published, withoutDetection });

export const WISP_SCENES: readonly WispScene[] = [
  scene('F1', 'straight', 0.3, 120, 0.01, 1239.6, 115.83),
  scene('F2', 'straight', 0.3, 60, 0.01, 297.13, 56.43),
  scene('F3', 'wavy', 0.3, 60, 0.01, 299.81, 58.09),
  scene('F4', 'curly', 0.3, 60, 0.01, 294.5, 52.68),
  scene('R1', 'straight', 0.3, 60, 0.02, 148.24, 17.35),
  scene('R2', 'straight', 0.3, 15, 0.02, 13.63, 4.26),
  scene('R3', 'wavy', 0.3, 15, 0.02, 12.63, 3.88),
  scene('R4', 'straight', 0.5, 15, 0.01, 46.09, 36.81),
  scene('I1', 'straight', 0.15, 10, 0.01, 5.03, 2.53),
  scene('I2', 'straight', 0.3, 2, 0.01, 2.22, 1.74),
  scene('I3', 'wavy', 0.3, 6, 0.01, 6.15, 5.5),
];

/** The head, its part that bears hair, and how far rows of wisps lie above each other, metres. */
const HEAD = 0.09;
const BEARING = 4.2;
const LAYER = 0.0035;
const HIGHEST = 1.25;
const LOWEST = 0.1;

const WAVE = { straight: [0, 1], wavy: [0.003, 0.06], curly: [0.006, 0.04] } as const;

/** Wisps in rows of constant latitude, the upper ones over the lower ones, from the skin down. */
export function wispGroom({ wisps, length, segment, shape }: WispScene): Strands {
  const rows = Math.max(1, Math.round(Math.sqrt(wisps / 3.3)));
  const points = Math.round(length / segment) + 1;
  const positions: number[] = [];
  for (let w = 0; w < wisps; w++) {
    const row = w % rows;
    const inRow = Math.ceil((wisps - row) / rows);
    const along = (Math.floor(w / rows) + 0.5 + 0.5 * (row % 2)) / inRow;
    const latitude = rows === 1 ? 0.8 : HIGHEST + ((LOWEST - HIGHEST) * row) / (rows - 1);
    fall(positions, latitude, BEARING * (along - 0.5) + Math.PI, (rows - row) * LAYER, points, segment, WAVE[shape]);
  }
  return makeStrands({ first: uniformFirst(wisps, points), positions: Float32Array.from(positions) });
}

/** Points over the head along a meridian and then down, with a wave about that. */
function fall(
  out: number[],
  latitude: number,
  longitude: number,
  above: number,
  points: number,
  segment: number,
  [radius, pitch]: readonly [number, number],
): void {
  const [east, north] = [sin(longitude), cos(longitude)];
  // Neighbours curl in step, so that waves of one row lie in those of the next: the source registers no more contacts where hair is curly.
  const started = HEAD * (HIGHEST - latitude);
  for (let i = 0; i < points; i++) {
    const s = i * segment;
    const height = HEAD + Math.min(above, 0.25 * s);
    const angle = latitude - s / (HEAD + above);
    const [r, y, tilt] =
      angle > 0 ? [height * cos(angle), height * sin(angle), angle] : [height, angle * (HEAD + above), 0];
    const turn = (2 * Math.PI * (s + started)) / pitch;
    const swing = radius * Math.min(1, s / 0.03);
    const outwards = swing * (cos(turn) - 1);
    const sideways = swing * sin(turn);
    const reach = r + outwards * cos(tilt);
    out.push(reach * east + sideways * north, y + outwards * sin(tilt), reach * north - sideways * east);
  }
}

/** Largest turn of the head to either side where it turns, radian; once a second. */
const TURN = 0.5;
const angleAt = (time: number): number => TURN * sin(2 * Math.PI * time);
const spinAt = (time: number): number => 2 * Math.PI * TURN * cos(2 * Math.PI * time);

/** The head as the source has it: a sphere, which turns about its middle with the roots, or stands still. */
const headOf = (turns: number): Obstacles => ({
  nearest(points, count, time, out) {
    const spin = turns * spinAt(time);
    for (let p = 0; p < count; p++) {
      const x = points[3 * p]!;
      const y = points[3 * p + 1]!;
      const z = points[3 * p + 2]!;
      const distance = Math.sqrt(x * x + y * y + z * z + 1e-30);
      const o = OBSTACLE_ROW * p;
      out[o] = distance - HEAD;
      out[o + 1] = x / distance;
      out[o + 2] = y / distance;
      out[o + 3] = z / distance;
      out[o + 4] = spin * z;
      out[o + 5] = 0;
      out[o + 6] = -spin * x;
      out[o + 7] = 0.2;
    }
  },
});

const rootsOf = (turns: number): Roots => ({
  sample(ids, time, out) {
    const turn = fromAxisAngle([0, 1, 0], turns * angleAt(time));
    for (let row = 0; row < ids.length; row++) {
      out.position.fill(0, 3 * row, 3 * row + 3);
      out.velocity.fill(0, 3 * row, 3 * row + 3);
      out.orientation.set(turn, 4 * row);
      out.angularVelocity.set([0, turns * spinAt(time), 0], 3 * row);
    }
  },
});

const DRAG = 2e-5;
/** Wind that blows harder and weaker, m/s. */
const GUSTS = 1.5;

/** A wave of height 1 and length 1, of two parabolas: wind need not be a sine, and a scene should cost less than its hair. */
function wave(u: number): number {
  const x = 2 * (u - Math.floor(u)) - 1;
  return 4 * x * (Math.abs(x) - 1);
}

/** Wind, or air at rest about a head that turns. */
const airOf = (turns: number): ForceField => ({
  apply({ count, length, position }, time, { force, damping }) {
    const blow = turns === 0 ? GUSTS * DRAG * (0.6 + 0.4 * wave(0.48 * time)) : 0;
    for (let i = 0; i < count; i++) {
      const gust = blow * length[i]! * (1 + wave(1.43 * time + 4 * position[3 * i + 1]!));
      force[3 * i] = force[3 * i]! + gust;
      force[3 * i + 2] = force[3 * i + 2]! + 0.5 * gust * wave(0.32 * time + 3.2 * position[3 * i]!);
      const drag = DRAG * length[i]!;
      damping[6 * i] = damping[6 * i]! + drag;
      damping[6 * i + 3] = damping[6 * i + 3]! + drag;
      damping[6 * i + 5] = damping[6 * i + 5]! + drag;
    }
  },
});

const GRAVITY: Vec3 = [0, -9.81, 0];

/** A scene ready to be stepped with a model, whose parameters are told by name. */
export function wispRun(
  of: WispScene,
  said: object,
  name = 'flat-wisp',
): { dynamics: StrandDynamics; around(time: number): Environment } {
  const model = findModel(name);
  // Interactive ones have a head that is turned, the others wind.
  const turns = of.name.startsWith('I') ? 1 : 0;
  const [roots, obstacles, air] = [rootsOf(turns), headOf(turns), airOf(turns)];
  const setup = { rest: wispGroom(of), roots, time: 0, gravity: GRAVITY, obstacles };
  const dynamics = model.create(
    { ...setup, restState: 'sag-free', fibre: material('asian-smooth'), makeContacts },
    completeParameters(model.parameters, { layerOffset: 0, ...said }),
  );
  const around = (time: number): Environment => ({
    ...{ time, gravity: GRAVITY, roots, fields: [air], obstacles },
    ...{ forces: null, contacts: null, clamps: null },
  });
  return { dynamics, around };
}

/** Milliseconds of each of some steps, after a quarter as many that are not counted. */
export function timeSteps(
  { dynamics, around }: ReturnType<typeof wispRun>,
  h: number,
  steps: number,
  now: () => number,
): number {
  const warm = Math.round(0.25 * steps);
  for (let n = 0; n < warm; n++) dynamics.step(h, around(n * h));
  const start = now();
  for (let n = warm; n < warm + steps; n++) dynamics.step(h, around(n * h));
  return (now() - start) / steps;
}
