import type { HairState } from '../../contact/interaction.ts';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { makeContact } from '../../contact/strands/make.ts';
import { contactParameters } from '../../contact/strands/parameters.ts';
import { CROSSING_ROW, edgesMeet } from '../../contact/strands/sweep.ts';
import type { Fibre, RootStates, Roots, StrandDynamics, StrandModel } from '../../models/model.ts';
import { choice, completeParameters, quantity } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import {
  add,
  addScaled,
  at,
  cross as crossProduct,
  distance,
  normalize,
  scale,
  type Vec3,
  ZERO,
} from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import { type Experiment, experiment } from '../experiment.ts';

const fibre: Fibre = { radius: 45e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };
const NODES = 16;
const EDGE = 0.01;
/** Nodes of the rooted stub that each strand is cut from before it flies. */
const STUB = 2;
const STEP = 1 / 120;
const GAP = 0.03;
/** Radius of a strand for its contacts. */
const RADIUS = 0.001;
/** Steps that strands are watched after they have met. */
const AFTER = 30;

export const cross: Experiment = experiment({
  name: 'cross',
  about: 'Two free strands thrown at each other crosswise do not pass through each other; error in throws that passed.',
  inputs: {
    throws: quantity({ unit: '', about: 'How many throws.', min: 1, max: 100000, integer: true, default: 1000 }),
    seed: quantity({ unit: '', about: 'Seed of the throws.', min: 0, max: 1e9, integer: true, default: 1 }),
    interaction: choice({
      about: 'With contact, or without to see them pass.',
      options: ['contact', 'none'],
      default: 'contact',
    }),
  },
  set: [{}],
  run(model, { throws, seed, interaction }) {
    let passed = 0;
    let touched = 0;
    let first = -1;
    for (let n = 0; n < throws; n++) {
      const result = throwStrands(model, new Random(seed * 1_000_003 + n), interaction === 'contact');
      if (result.touched) touched++;
      if (!result.passed) continue;
      passed++;
      if (first < 0) first = n;
    }
    return {
      measured: { passed },
      expected: { passed: 0 },
      error: passed,
      bound: 0,
      beside: { throws, touched, firstThatPassed: first },
    };
  },
});

interface Throw {
  readonly strands: readonly [readonly Vec3[], readonly Vec3[]];
  readonly velocity: readonly [Vec3, Vec3];
  readonly steps: number;
}

/** Two straight strands at more than 60 degrees, at 0.1 to 20 m/s, all speeds alike on a logarithmic scale. */
function aim(random: Random): Throw {
  const facing = normalize([random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]);
  const along = normalize(crossProduct(facing, [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]));
  const angle = random.between(Math.PI / 3, (2 * Math.PI) / 3);
  const other = add(scale(along, Math.cos(angle)), scale(crossProduct(facing, along), Math.sin(angle)));
  const speed = 0.1 * 200 ** random.unit();
  const drift = 0.3 * speed;
  const aside: Vec3 = [random.between(-drift, drift), random.between(-drift, drift), random.between(-drift, drift)];
  const half = addScaled(scale(facing, -0.5 * speed), aside, 0.5);
  // They meet in the middle parts when the gap is closed.
  const time = GAP / speed;
  const line = (direction: Vec3, start: Vec3): Vec3[] => {
    const middle = random.between(0.25, 0.75) * (NODES - 1) + STUB;
    return Array.from({ length: NODES + STUB }, (_, i) => addScaled(start, direction, (i - middle) * EDGE));
  };
  const first = addScaled(ZERO, half, -time);
  return {
    strands: [line(along, first), line(other, scale(first, -1))],
    velocity: [half, scale(half, -1)],
    steps: Math.ceil(time / STEP) + AFTER,
  };
}

function throwStrands(model: StrandModel, random: Random, meets: boolean): { passed: boolean; touched: boolean } {
  const aimed = aim(random);
  const dynamics = flying(model, aimed);
  let hair = readState(dynamics, 0);
  const interaction = makeContact(completeParameters(contactParameters, { crossing: true }), { groomed: hair });
  let touched = false;
  for (let n = 0; n < aimed.steps; n++) {
    const loads = meets ? interaction.act(hair) : null;
    if (loads && loads.forces.count + loads.contacts.count > 0) touched = true;
    dynamics.step(STEP, {
      time: n * STEP,
      gravity: ZERO,
      roots: NO_ROOTS,
      fields: [],
      obstacles: null,
      forces: loads?.forces ?? null,
      contacts: loads?.contacts ?? null,
      clamps: null,
    });
    const next = readState(dynamics, (n + 1) * STEP);
    if (havePassed(hair, next)) return { passed: true, touched };
    hair = next;
  }
  return { passed: false, touched };
}

const NO_ROOTS: Roots = { sample: () => {} };

/** Free strands in flight: grown on roots that move, cut off, the stubs taken away. */
function flying(model: StrandModel, { strands, velocity }: Throw): StrandDynamics {
  const roots: Roots = {
    sample: (ids, _time, out: RootStates) => {
      for (let row = 0; row < ids.length; row++) {
        out.position.set(strands[ids[row]!]![0]!, 3 * row);
        out.orientation.set([0, 0, 0, 1], 4 * row);
        out.velocity.set(velocity[ids[row]!]!, 3 * row);
        out.angularVelocity.fill(0, 3 * row, 3 * row + 3);
      }
    },
  };
  const positions = Float32Array.from(strands.flat(2));
  const rest = makeStrands({ first: uniformFirst(2, NODES + STUB), positions });
  const dynamics = model.create(
    { rest, roots, time: 0, gravity: ZERO, restState: 'as-groomed', obstacles: null, fibre, makeContacts },
    completeParameters(model.parameters),
  );
  const stubs = Uint32Array.of(0, 1);
  dynamics.reset(stubs, roots, 0);
  dynamics.split(Array.from(stubs, (id) => ({ id, s: (STUB - 0.5) * EDGE, newId: id + 10 })));
  dynamics.remove(stubs);
  return dynamics;
}

function readState(dynamics: StrandDynamics, time: number): HairState {
  const { ids, first } = dynamics;
  const nodes = first[ids.length]!;
  const position = new Float64Array(3 * nodes);
  const velocity = new Float64Array(3 * nodes);
  dynamics.positions(position);
  dynamics.velocities(velocity);
  const s = new Float64Array(nodes);
  const inverseMass = new Float64Array(nodes);
  for (let k = 0; k < ids.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      if (i > first[k]!) s[i] = s[i - 1]! + distance(at(position, i), at(position, i - 1));
      inverseMass[i] = dynamics.inverseMass(ids[k]!, s[i]!, [0, 1, 0]);
    }
  return {
    time,
    dt: STEP,
    ids: ids.slice(),
    first: first.slice(),
    position,
    velocity,
    s,
    inverseMass,
    radius: new Float64Array(nodes).fill(RADIUS),
  };
}

/** Whether any two edges went through each other between two states, moving straight. */
function havePassed(before: HairState, after: HairState): boolean {
  const motion = before.position.map((x, i) => after.position[i]! - x);
  const boxes = sweptBoxes(before.position, after.position);
  const row = new Float64Array(CROSSING_ROW);
  for (let a = before.first[0]!; a + 1 < before.first[1]!; a++)
    for (let b = before.first[1]!; b + 1 < before.first[2]!; b++)
      if (overlap(boxes, a, b) && edgesMeet(before.position, motion, 1, [a, a + 1, b, b + 1], -1e-6, row)) return true;
  return false;
}

/** Far more than rounding, far less than an edge, metres. */
const SLACK = 1e-9;

/**
 * A box about all places of the edge that begins at each node, least and most of x, y and z. Edges whose boxes are apart cannot meet:
 * of the 225 pairs of a step hardly any is left to be asked, and 1,000 throws take a third of the time.
 */
function sweptBoxes(before: Float64Array, after: Float64Array): Float64Array {
  const boxes = new Float64Array(2 * before.length);
  for (let i = 0; i + 3 < before.length; i++) {
    const c = i % 3;
    const box = 6 * ((i - c) / 3) + 2 * c;
    boxes[box] = Math.min(before[i]!, before[i + 3]!, after[i]!, after[i + 3]!) - SLACK;
    boxes[box + 1] = Math.max(before[i]!, before[i + 3]!, after[i]!, after[i + 3]!) + SLACK;
  }
  return boxes;
}

function overlap(boxes: Float64Array, a: number, b: number): boolean {
  for (let c = 0; c < 6; c += 2)
    if (boxes[6 * a + c]! > boxes[6 * b + c + 1]! || boxes[6 * b + c]! > boxes[6 * a + c + 1]!) return false;
  return true;
}
