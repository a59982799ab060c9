import { makeContacts } from '../contact/response/strand-contacts.ts';
import type {
  Clamps,
  Environment,
  Fibre,
  ForceField,
  Obstacles,
  PointForces,
  RestState,
  RootStates,
  Roots,
  StepReport,
  StrandDynamics,
  StrandModel,
} from '../models/model.ts';
import { choice, completeParameters, quantity } from '../numeric/parameters.ts';
import { IDENTITY, type Quat } from '../numeric/rotation.ts';
import { at, distance, type Vec3, ZERO } from '../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';

/** Standard gravity of the experiments, m/s². */
export const G = 9.81;
export const DOWN: Vec3 = Object.freeze([0, -G, 0] as const);

export interface RootMotion {
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly orientation?: Quat;
}

export interface RigSetup {
  readonly model: StrandModel;
  /** The strand as it is groomed, root first, metres. */
  readonly shape: readonly Vec3[];
  readonly fibre: Fibre;
  readonly restState?: RestState;
  readonly gravity?: Vec3;
  /** Parameters of the model; those that it does not have are left out. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly motion?: (time: number) => RootMotion;
  readonly obstacles?: Obstacles;
}

export interface RigStep {
  readonly gravity?: Vec3;
  /** Drag of still air in all directions, kg/(m s). */
  readonly drag?: number;
  readonly forces?: PointForces | null;
  readonly clamps?: Clamps | null;
  readonly fields?: readonly ForceField[];
}

/** One strand alone with its root, driven through the contract of models and nothing else. */
export class Rig {
  readonly dynamics: StrandDynamics;
  readonly nodes: number;
  time = 0;
  private readonly roots: Roots;
  private readonly gravity: Vec3;
  private readonly obstacles: Obstacles | null;

  constructor(setup: RigSetup) {
    const { model, shape, fibre, restState = 'as-groomed', gravity = DOWN, parameters = {} } = setup;
    this.nodes = shape.length;
    this.gravity = gravity;
    this.obstacles = setup.obstacles ?? null;
    const motion = setup.motion ?? ((): RootMotion => ({ position: ZERO, velocity: ZERO }));
    this.roots = { sample: (ids, time, out) => writeRoots(motion(time), ids.length, out) };
    const rest = makeStrands({ first: uniformFirst(1, shape.length), positions: Float32Array.from(shape.flat()) });
    this.dynamics = model.create(
      { rest, roots: this.roots, time: 0, gravity, restState, obstacles: this.obstacles, fibre, makeContacts },
      completeParameters(model.parameters, knownOnly(model, parameters)),
    );
  }

  step(h: number, options: RigStep = {}): StepReport {
    const { drag = 0 } = options;
    const environment: Environment = {
      time: this.time,
      gravity: options.gravity ?? this.gravity,
      roots: this.roots,
      fields: [...(drag > 0 ? [stillAir(drag)] : []), ...(options.fields ?? [])],
      obstacles: this.obstacles,
      forces: options.forces ?? null,
      contacts: null,
      clamps: options.clamps ?? null,
    };
    const report = this.dynamics.step(h, environment);
    this.time += h;
    return report;
  }

  /** Steps until no node is faster than `speed` (m/s) for a tenth of a second, at most `seconds`. Returns the last speed. */
  settle(h: number, seconds: number, speed: number, options: RigStep = {}): number {
    let calm = 0;
    for (let n = 0; n * h < seconds && calm < 0.1; n++) {
      this.step(h, options);
      calm = this.fastest() < speed ? calm + h : 0;
    }
    return this.fastest();
  }

  positions(): Float64Array {
    const out = new Float64Array(3 * this.nodes);
    this.dynamics.positions(out);
    return out;
  }

  velocities(): Float64Array {
    const out = new Float64Array(3 * this.nodes);
    this.dynamics.velocities(out);
    return out;
  }

  node(i: number): Vec3 {
    return at(this.positions(), i);
  }

  tip(): Vec3 {
    return this.node(this.nodes - 1);
  }

  /**
   * Lengths of the edges between points `edges` apart along the strand, each walked in small parts: models need not be
   * straight between their points.
   */
  walkedLengths(edges: readonly number[], parts = 12): number[] {
    let s = 0;
    return edges.map((edge) => {
      let walked = 0;
      let from = this.dynamics.positionAt(0, s);
      for (let part = 1; part <= parts; part++) {
        const to = this.dynamics.positionAt(0, s + (edge * part) / parts);
        walked += distance(from, to);
        from = to;
      }
      s += edge;
      return walked;
    });
  }

  fastest(): number {
    const v = this.velocities();
    let most = 0;
    for (let i = 0; i < this.nodes; i++) most = Math.max(most, Math.hypot(v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!));
    return most;
  }
}

export function writeRoots(now: RootMotion, count: number, out: RootStates): void {
  for (let row = 0; row < count; row++) {
    out.position.set(now.position, 3 * row);
    out.orientation.set(now.orientation ?? IDENTITY, 4 * row);
    out.velocity.set(now.velocity, 3 * row);
    out.angularVelocity.fill(0, 3 * row, 3 * row + 3);
  }
}

const stillAir = (drag: number): ForceField => ({
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + drag * length[i]!;
  },
});

/** The parameters that the model's schema names. */
function knownOnly(model: StrandModel, parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => hasParameter(model, name)));
}

export function hasParameter(model: StrandModel, name: string): boolean {
  return Object.hasOwn(model.parameters, name);
}

/** Inputs of experiments whose models may be made of elements. */
export const elementInputs = {
  elements: quantity({
    unit: '',
    about: 'Elements of the strand, for models that are made of such; 0: as many as the model takes.',
    min: 0,
    max: 64,
    integer: true,
    default: 0,
  }),
  placement: choice({
    about: 'Where the elements are: of equal length, or shorter where the curvature changes.',
    options: ['uniform', 'curvature'],
    default: 'uniform',
  }),
};

/** The model's parameters for exactly so many elements. */
export function elementParameters(elements: number, placement = 'uniform'): Record<string, unknown> {
  return elements > 0 ? { elements, mostElements: elements, placement } : { placement };
}

/** What takes every damping out of any model. */
export const UNDAMPED: Readonly<Record<string, unknown>> = Object.freeze({
  internalFriction: 0,
  damping: 0,
  dampingRatio: 0,
  friction: 0,
  packedFriction: 0,
});

/** Equal forces or not, one on every node: rows sorted as the contract asks. */
export function nodeForces(edge: number, force: readonly Vec3[]): PointForces {
  const count = force.length;
  return {
    count,
    id: new Uint32Array(count),
    s: Float64Array.from(force, (_, i) => i * edge),
    force: Float64Array.from(force.flat()),
    anchor: new Float64Array(3 * count),
    stiffness: new Float64Array(6 * count),
    damping: new Float64Array(6 * count),
  };
}

/** A straight strand of nodes `edge` apart. */
export function straightShape(nodes: number, edge: number, direction: Vec3): Vec3[] {
  return Array.from({ length: nodes }, (_, i) => [
    i * edge * direction[0],
    i * edge * direction[1],
    i * edge * direction[2],
  ]);
}

/** The largest relative difference of lengths. */
export function worstStrain(lengths: readonly number[], rest: readonly number[]): number {
  return lengths.reduce((worst, length, i) => Math.max(worst, Math.abs(length / rest[i]! - 1)), 0);
}
