import { type RigidMotion, restMotion } from '../body/motion.ts';
import type { HairState } from '../contact/interaction.ts';
import { JoinedObstacles } from '../contact/joined-obstacles.ts';
import { makeContacts } from '../contact/response/strand-contacts.ts';
import { models } from '../models/index.ts';
import type {
  Environment,
  Fibre,
  ForceField,
  ModelSetup,
  Obstacles,
  RootStates,
  Roots,
  StepReport,
  StrandDynamics,
  StrandModel,
} from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { add, at, cross, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands } from '../strands/strands.ts';
import { Salon, type SalonLoads, type SalonSetup } from './salon.ts';
import { Sleep } from './sleep.ts';
import type { Stroke, ToolSample } from './stroke.ts';

export const fibre: Fibre = {
  radius: 50e-6,
  ellipticity: 1.1,
  density: 1300,
  youngsModulus: 1.5e9,
  poissonRatio: 0.48,
};

/** Roots that ride on a body; strands added later ride where they begin. */
class RigidRoots implements Roots {
  private readonly local = new Map<number, Vec3>();
  private readonly motion: RigidMotion;

  constructor(motion: RigidMotion) {
    this.motion = motion;
  }

  bind(strands: Strands, time: number): void {
    const body = this.motion.at(time);
    strands.id.forEach((id, k) => {
      const root = at(strands.positions, strands.first[k]!);
      this.local.set(id, rotate(conjugate(body.orientation), subtract(root, body.position)));
    });
  }

  sample(ids: Uint32Array, time: number, out: RootStates): void {
    const body = this.motion.at(time);
    ids.forEach((id, row) => {
      const arm = rotate(body.orientation, this.local.get(id)!);
      out.position.set(add(body.position, arm), 3 * row);
      out.orientation.set(body.orientation, 4 * row);
      out.velocity.set(add(body.velocity, cross(body.angularVelocity, arm)), 3 * row);
      out.angularVelocity.set(body.angularVelocity, 3 * row);
    });
  }
}

export interface SalonRigSetup {
  readonly strands: Strands;
  readonly model: StrandModel;
  readonly parameters?: unknown;
  readonly motion?: RigidMotion;
  readonly salon?: SalonSetup;
  /** Number of blocks that the strands are cut into. */
  readonly blocks?: number;
  readonly restState?: ModelSetup['restState'];
  readonly gravity?: Vec3;
  readonly fields?: readonly ForceField[];
  readonly obstacles?: Obstacles;
  /** Radius of the clumps. */
  readonly radius?: number;
  readonly dt?: number;
  readonly hasSleep?: boolean;
}

interface Block {
  readonly dynamics: StrandDynamics;
  readonly salon: Salon;
}

/** Somebody sits here: a small simulation with a salon, for tests. Strands may be cut into blocks. */
export class SalonRig {
  readonly blocks: Block[];
  readonly motion: RigidMotion;
  readonly dt: number;
  readonly sleep: Sleep | null;
  step = 0;
  report: StepReport[] = [];
  loads: SalonLoads[] = [];
  private readonly setup: SalonRigSetup;
  readonly roots: RigidRoots;
  private readonly known: BlockState[] = [];

  constructor(setup: SalonRigSetup) {
    this.setup = setup;
    this.dt = setup.dt ?? 1 / 120;
    this.motion = setup.motion ?? restMotion();
    this.roots = new RigidRoots(this.motion);
    this.roots.bind(setup.strands, 0);
    this.sleep = setup.hasSleep ? new Sleep() : null;
    const count = setup.blocks ?? 1;
    const total = setup.strands.id.length;
    this.blocks = Array.from({ length: count }, (_, b) => ({
      dynamics: this.create(
        takeRange(setup.strands, Math.floor((b * total) / count), Math.floor(((b + 1) * total) / count)),
      ),
      salon: new Salon({ bodies: [this.motion], ...setup.salon }),
    }));
  }

  get salon(): Salon {
    return this.blocks[0]!.salon;
  }

  get dynamics(): StrandDynamics {
    return this.blocks[0]!.dynamics;
  }

  get strokes(): readonly Stroke[] {
    return this.salon.strokes;
  }

  setStrokes(strokes: readonly Stroke[]): void {
    for (const { salon } of this.blocks) salon.setStrokes(strokes);
  }

  begin(tool: string, parameters: Record<string, unknown> = {}, isMirrored = false): number {
    let number = 0;
    for (const { salon } of this.blocks) number = salon.begin(tool, parameters, undefined, isMirrored);
    return number;
  }

  sample(stroke: number, sample: Partial<ToolSample>): void {
    const whole: ToolSample = {
      step: this.step,
      origin: [0, 0, 0],
      direction: [0, 0, -1],
      up: [0, 1, 0],
      press: 1,
      aperture: 1,
      ...sample,
    };
    for (const { salon } of this.blocks) salon.sample(stroke, whole);
  }

  end(stroke: number): void {
    for (const { salon } of this.blocks) salon.end(stroke, this.step);
  }

  /** Uses a tool for some steps, held still or moved by `pose`; returns when it is put away. */
  use(
    tool: string,
    parameters: Record<string, unknown>,
    steps: number,
    pose: (n: number) => Partial<ToolSample>,
    each?: () => void,
    isMirrored = false,
  ): void {
    const stroke = this.begin(tool, parameters, isMirrored);
    for (let n = 0; n < steps; n++) {
      this.sample(stroke, pose(n));
      this.advance(1);
      each?.();
    }
    this.end(stroke);
  }

  advance(steps: number): void {
    for (let n = 0; n < steps; n++) this.stepOnce();
  }

  /** The state of all strands, by blocks. */
  hair(): HairState {
    const parts = this.blocks.map(({ dynamics }, b) => {
      const part = stateOf(dynamics, this.known[b]);
      this.known[b] = part;
      return part;
    });
    const join = (pick: (part: ReturnType<typeof stateOf>) => Float64Array): Float64Array =>
      Float64Array.from(parts.flatMap((part) => Array.from(pick(part))));
    const ids = Uint32Array.from(parts.flatMap((part) => Array.from(part.ids)));
    const first = new Uint32Array(ids.length + 1);
    let k = 0;
    for (const part of parts)
      for (let i = 0; i < part.ids.length; i++, k++) first[k + 1] = first[k]! + part.first[i + 1]! - part.first[i]!;
    return {
      time: this.step * this.dt,
      dt: this.dt,
      ids,
      first,
      position: join((part) => part.position),
      velocity: join((part) => part.velocity),
      s: join((part) => part.s),
      inverseMass: join((part) => part.inverseMass),
      radius: new Float64Array(first[ids.length]!).fill(this.setup.radius ?? 0.003),
    };
  }

  snapshot(): Uint8Array {
    return packArrays([
      Float64Array.of(this.step),
      this.sleep?.snapshot() ?? new Uint8Array(0),
      ...this.blocks.flatMap(({ dynamics, salon }) => [dynamics.snapshot(), salon.snapshot()]),
    ]);
  }

  restore(snapshot: Uint8Array): void {
    const [step, sleep, ...parts] = unpackArrays(snapshot) as [Float64Array, Uint8Array, ...Uint8Array[]];
    this.step = step[0]!;
    this.sleep?.restore(sleep);
    this.blocks.forEach(({ dynamics, salon }, b) => {
      dynamics.restore(parts[2 * b]!);
      salon.restore(parts[2 * b + 1]!);
    });
  }

  private stepOnce(): void {
    const { setup, dt } = this;
    let hair = this.hair();
    this.loads = this.blocks.map(({ dynamics, salon }) => salon.act(hair, dynamics, this.step));
    const { grown, hasNewTopology, touched } = this.loads[0]!;
    for (const { strands } of grown) {
      this.roots.bind(strands, hair.time);
      this.dynamics.add(strands, this.roots, hair.time);
    }
    if (this.sleep) {
      if (grown.length > 0 || hasNewTopology) hair = this.hair();
      this.sleep.update(hair, { touched, bodies: [this.motion.at(hair.time + dt)] });
    }
    this.report = this.blocks.map(({ dynamics }, b) => {
      const { forces, contacts, fields, obstacles } = this.loads[b]!;
      const bodies = setup.obstacles ? [setup.obstacles, ...obstacles] : obstacles;
      const environment: Environment = {
        time: hair.time,
        gravity: setup.gravity ?? [0, -9.81, 0],
        roots: this.roots,
        fields: [...(setup.fields ?? []), ...fields],
        obstacles: bodies.length > 0 ? new JoinedObstacles().of(bodies) : null,
        forces,
        contacts,
        clamps: null,
        asleep: this.sleep?.asleep(dynamics.ids),
      };
      return dynamics.step(dt, environment);
    });
    this.step++;
  }

  private create(rest: Strands): StrandDynamics {
    const { setup } = this;
    return setup.model.create(
      {
        rest,
        roots: this.roots,
        time: 0,
        gravity: setup.gravity ?? [0, -9.81, 0],
        restState: setup.restState ?? 'sag-free',
        obstacles: setup.obstacles ?? null,
        fibre,
        makeContacts,
      },
      completeParameters(setup.model.parameters, setup.parameters),
    );
  }
}

function takeRange(strands: Strands, from: number, to: number): Strands {
  const start = strands.first[from]!;
  return makeStrands({
    id: strands.id.slice(from, to),
    first: strands.first.slice(from, to + 1).map((value) => value - start),
    positions: strands.positions.slice(3 * start, 3 * strands.first[to]!),
  });
}

interface BlockState {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly s: Float64Array;
  readonly inverseMass: Float64Array;
}

/** Of the masses tools ask only whether a node is held; some models would have to solve for more. */
function stateOf(dynamics: StrandDynamics, known: BlockState | undefined): BlockState {
  const { ids, first } = dynamics;
  const nodes = first[ids.length]!;
  const position = new Float64Array(3 * nodes);
  const velocity = new Float64Array(3 * nodes);
  const s = new Float64Array(nodes);
  dynamics.positions(position);
  dynamics.velocities(velocity);
  dynamics.arcLengths!(s);
  if (known?.ids === ids) return { ids, first, position, velocity, s, inverseMass: known.inverseMass };
  const inverseMass = new Float64Array(nodes).fill(1e7);
  for (let k = 0; k < ids.length; k++)
    for (let i = first[k]!; i < Math.min(first[k]! + 2, first[k + 1]!); i++)
      if (dynamics.inverseMass(ids[k]!, s[i]!, [1, 0, 0]) === 0) inverseMass[i] = 0;
  return { ids, first, position, velocity, s, inverseMass };
}

/** Strands along lines, roots `spacing` apart on x. */
export function rowOf(
  count: number,
  nodes: number,
  length: number,
  options: { spacing?: number; direction?: Vec3; shape?: (s: number, k: number) => Vec3 } = {},
): Strands {
  const { spacing = 0.01, direction = [0, -1, 0] } = options;
  const shape = options.shape ?? ((s: number): Vec3 => [s * direction[0], s * direction[1], s * direction[2]]);
  const points: number[] = [];
  for (let k = 0; k < count; k++)
    for (let i = 0; i < nodes; i++) {
      const p = shape((length * i) / (nodes - 1), k);
      points.push(spacing * k + p[0], p[1], p[2]);
    }
  const first = Uint32Array.from({ length: count + 1 }, (_, k) => k * nodes);
  return makeStrands({ first, positions: Float32Array.from(points) });
}

/** A hanging curl: shape for `rowOf`. */
export const curlShape =
  (radius: number, pitch: number) =>
  (s: number): Vec3 => {
    const turn = Math.hypot(2 * Math.PI * radius, pitch);
    const angle = (2 * Math.PI * s) / turn;
    return [radius * (Math.cos(angle) - 1), (-pitch * s) / turn, radius * Math.sin(angle)];
  };

/** A shake of the head: 4 cm to the sides, three times a second. */
export const shaking: RigidMotion = {
  at: (time) => {
    const w = 2 * Math.PI * 3;
    const rise = Math.min(1, time / 0.3);
    const x = 0.04 * rise * Math.sin(w * time);
    const base = restMotion([x, 0, 0]).at(time);
    return { ...base, velocity: [0.04 * rise * w * Math.cos(w * time), 0, 0] };
  },
};

/** Air that brakes: hair settles in it within a second or two. */
export const thickAir: ForceField = {
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + 5e-5 * length[i]!;
  },
};

/** The models that every tool is tried on. */
export const triedModels: readonly StrandModel[] = models.filter(({ name }) =>
  ['rod', 'super-helix', 'chain'].includes(name),
);

/** Longest segment relative to what it should be. */
export function worstStretch({ ids, first, position, s }: HairState): number {
  let worst = 0;
  for (let k = 0; k < ids.length; k++)
    for (let i = first[k]!; i + 1 < first[k + 1]!; i++) {
      const chord = Math.hypot(...subtract(at(position, i + 1), at(position, i)));
      worst = Math.max(worst, chord / (s[i + 1]! - s[i]!) - 1);
    }
  return worst;
}

export const tipOf = (hair: HairState, k: number): Vec3 => at(hair.position, hair.first[k + 1]! - 1);
