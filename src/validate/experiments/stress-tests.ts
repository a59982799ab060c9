import type { DistanceField } from '../../body/field.ts';
import { MeshDistance } from '../../body/mesh-distance.ts';
import type { RigidState } from '../../body/motion.ts';
import { allowedDepth, type FilteredRange } from '../../contact/bodies/collision-filter.ts';
import { HEAD_STYLE_NAMES } from '../../groom/styles.ts';
import type { StrandModel } from '../../models/model.ts';
import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { conjugate, rotate } from '../../numeric/rotation.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import type { SceneMotion } from '../../scene/body-schema.ts';
import { exampleScene, rollKeys } from '../../scene/examples.ts';
import { prepareScene, type SceneInstance, type SceneParts } from '../../scene/instance.ts';
import type { Scene } from '../../scene/schema.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { Strands } from '../../strands/strands.ts';
import { type Experiment, experiment, type Outcome } from '../experiment.ts';

/** Deepest that a guide may be in a mesh, metres. */
const MOST_DEPTH = 0.0005;
const MOST_STRAIN = 0.01;
/** Root mean square speed of hair that has settled, m/s; asked where it had at least `LEAST_REST` seconds. */
const MOST_SPEED = 0.02;
const LEAST_REST = 4;
/** Fraction of the time that things move; then hair may come to rest. */
const MOVING = 0.7;
const FRAME = 1 / 30;
/** Seconds in which a strand that was frozen comes out again. */
const THAW = 0.1;
/** Points that are farther than this by the field need not be measured against the mesh, metres. */
const SURE = 0.004;

const inputs = {
  style: choice({
    about: 'Name of the style; all runs one after the other.',
    options: ['all', ...HEAD_STYLE_NAMES],
    default: 'long-wavy',
  }),
  guides: quantity({ unit: '', about: 'Strands that are simulated.', min: 1, max: 10000, integer: true, default: 40 }),
  seconds: quantity({ unit: 's', about: 'How long the stress test lasts.', min: 0.5, max: 600, default: 2 }),
  seed: quantity({ unit: '', about: 'Seed of the groom.', min: 0, max: 4294967295, integer: true, default: 1 }),
};

type StressTestInputs = ValuesOf<typeof inputs>;

/** Lets the motion of an example go on for as long as is asked, then stop. */
type Prolong = (scene: Scene, seconds: number) => Scene;

function stressTest(name: string, about: string, prolong: Prolong): Experiment {
  return experiment({
    name,
    about: `${about}; depth of guides in the mesh itself, strain and rest, error in fractions of what is allowed.`,
    inputs,
    set: [{ style: 'long-wavy' }, { style: 'curly' }],
    run(model, given) {
      const styles = given.style === 'all' ? HEAD_STYLE_NAMES : [given.style];
      const runs = styles.map((style) => runStressTest(prolong, name, model, { ...given, style }));
      const most = (key: keyof StressResult): number => Math.max(...runs.map((run) => run[key] as number));
      return outcomeOf(runs, most, given);
    },
  });
}

function outcomeOf(
  runs: readonly StressResult[],
  most: (key: keyof StressResult) => number,
  given: StressTestInputs,
): Outcome {
  const isRested = (1 - MOVING) * given.seconds >= LEAST_REST;
  const fractions = [most('depth') / MOST_DEPTH, most('strain') / MOST_STRAIN, most('broken') > 0 ? 1e9 : 0];
  if (isRested) fractions.push(most('speed') / MOST_SPEED);
  const deepest = runs.find((run) => run.depth === most('depth'))!;
  return {
    measured: { depth: most('depth'), strain: most('strain'), broken: most('broken') },
    expected: { depth: 0, strain: 0, broken: 0 },
    error: Math.max(...fractions),
    bound: 1,
    beside: {
      speed: most('speed'),
      fieldDepth: most('fieldDepth'),
      filtered: most('filtered'),
      filteredFraction: most('filteredFraction'),
      frozen: most('frozen'),
      seed: given.seed,
    },
    note: `deepest: ${deepest.where}`,
  };
}

interface StressResult {
  /** Greatest depth of a point, beyond what it is at present allowed, in the mesh and in what the model was told. */
  readonly depth: number;
  readonly fieldDepth: number;
  readonly strain: number;
  /** Points that were not numbers, and strands that had to be reset. */
  readonly broken: number;
  /** Root mean square speed at the end. */
  readonly speed: number;
  /** Strands that were buried, pinched or on their way out at some time, and the greatest fraction of all points that were. */
  readonly filtered: number;
  readonly filteredFraction: number;
  /** Strands that rode with their root for a step because it could not be solved. */
  readonly frozen: number;
  readonly where: string;
}

function runStressTest(prolong: Prolong, name: string, model: StrandModel, given: StressTestInputs): StressResult {
  const { style, guides, seconds, seed } = given;
  const styled = exampleOf(style)?.grooms[0]?.model;
  const scene = prolong(exampleScene(name), MOVING * seconds);
  const instance = instanceOf({
    ...scene,
    seed,
    grooms: [
      {
        ...scene.grooms[0]!,
        source: { kind: 'style', style, change: {} },
        model: { name: model.name, parameters: styled?.name === model.name ? styled.parameters : {} },
        guides,
      },
    ],
  });
  const monitor = new DepthMonitor(instance);
  const { simulation } = instance;
  let strain = 0;
  for (let frame = 1; frame * FRAME <= seconds + 1e-9; frame++) {
    while (simulation.time < frame * FRAME - 1e-9) {
      simulation.advance(1);
      strain = Math.max(strain, simulation.report.strain);
    }
    monitor.look(simulation.time);
  }
  const resets = simulation.events.filter(({ kind }) => kind === 'reset').length;
  return { ...monitor.seen(), strain, broken: monitor.broken + resets, speed: restSpeed(instance) };
}

let last: { readonly key: string; readonly parts: SceneParts } | null = null;

/** Stress tests of one style share their head and groom, which take as long to make as half a second of hair. */
function instanceOf(scene: Scene): SceneInstance {
  const { bodies, grooms, seed } = scene;
  const key = JSON.stringify([bodies.map(({ shape }) => shape), grooms[0]!.source, grooms[0]!.guides, seed]);
  if (last?.key === key) return prepareScene(scene, { strands: 0, made: last.parts });
  const instance = prepareScene(scene, { strands: 0 });
  last = { key, parts: instance.parts };
  return instance;
}

function exampleOf(style: string): Scene | null {
  try {
    return exampleScene(style);
  } catch {
    return null;
  }
}

function restSpeed({ simulation }: SceneInstance): number {
  const v = new Float64Array(3 * simulation.first[simulation.ids.length]!);
  simulation.velocities(v);
  let sum = 0;
  for (const c of v) sum += c * c;
  return Math.sqrt(sum / (v.length / 3));
}

/** In its own coordinates. */
interface Surface {
  readonly name: string;
  exact(time: number): DistanceField;
  /** What the model was told, where that is not exact. */
  field(time: number): DistanceField;
  state(time: number): RigidState;
}

/** A surface as it is at present. */
interface Place extends RigidState {
  readonly name: string;
  readonly exact: DistanceField;
  readonly field: DistanceField;
}

/** A point of strand k, and how deep it may be. */
interface Spot {
  readonly allowed: number;
  readonly k: number;
  readonly edge: number;
  readonly fraction: number;
  readonly time: number;
}

/** Looks how deep strands are in the surfaces of a scene. */
class DepthMonitor {
  broken = 0;
  private readonly simulation: Simulation;
  private readonly surfaces: readonly Surface[];
  private readonly x: Float64Array;
  /** Arc lengths of the guides' nodes. */
  private readonly s: Float64Array;
  private readonly filtered = new Set<number>();
  private filteredFraction = 0;
  private readonly frozen = new Set<number>();
  private depth = Number.NEGATIVE_INFINITY;
  private fieldDepth = Number.NEGATIVE_INFINITY;
  private where = 'nothing came near';

  constructor(instance: SceneInstance) {
    const { guides } = instance.grooms[0]!;
    this.simulation = instance.simulation;
    this.surfaces = surfacesOf(instance);
    this.x = new Float64Array(guides.positions.length);
    this.s = arcLengths(guides);
  }

  seen(): Omit<StressResult, 'strain' | 'broken' | 'speed'> {
    const { depth, fieldDepth, where } = this;
    return {
      depth: Math.max(depth, 0),
      fieldDepth: Math.max(fieldDepth, 0),
      where,
      filtered: this.filtered.size,
      filteredFraction: this.filteredFraction,
      frozen: this.frozen.size,
    };
  }

  look(time: number): void {
    const { simulation, x } = this;
    simulation.positionsAt(time, x);
    if (!x.every(Number.isFinite)) this.broken++;
    const ranges = new Map<number, FilteredRange[]>();
    for (const range of simulation.filteredRanges()) {
      this.filtered.add(range.id);
      ranges.set(range.id, [...(ranges.get(range.id) ?? []), range]);
    }
    const frozen = this.frozenAt(time);
    let filtered = 0;
    this.surfaces.forEach((surface, collider) => {
      const { name } = surface;
      const place = { ...surface.state(time), name, exact: surface.exact(time), field: surface.field(time) };
      simulation.ids.forEach((id, k) => {
        if (!frozen.has(id)) filtered += this.lookAt(k, collider, place, ranges.get(id) ?? [], time);
      });
    });
    this.filteredFraction = Math.max(this.filteredFraction, filtered / (2 * this.s.length * this.surfaces.length));
  }

  /** Nodes and middles of edges of strand k in one surface. Returns how many may be inside. */
  private lookAt(k: number, collider: number, place: Place, own: readonly FilteredRange[], time: number): number {
    const { first } = this.simulation;
    const { x, s } = this;
    const toBody = conjugate(place.orientation);
    let filtered = 0;
    // The first edge is held by its root, wherever the groom put it.
    for (let i = first[k]! + 1; i + 1 < first[k + 1]!; i++)
      for (let fraction = 0.5; fraction <= 1; fraction += 0.5) {
        const allowed = own.length > 0 ? allowedDepth(own, collider, (1 - fraction) * s[i]! + fraction * s[i + 1]!) : 0;
        if (allowed > 0) filtered++;
        if (allowed === Number.POSITIVE_INFINITY) continue;
        const p = rotate(toBody, [
          (1 - fraction) * x[3 * i]! + fraction * x[3 * i + 3]! - place.position[0],
          (1 - fraction) * x[3 * i + 1]! + fraction * x[3 * i + 4]! - place.position[1],
          (1 - fraction) * x[3 * i + 2]! + fraction * x[3 * i + 5]! - place.position[2],
        ]);
        this.measure(place, p, { allowed, k, edge: i - first[k]!, fraction, time });
      }
    return filtered;
  }

  /** Strands that kept their shape and rode with their root, because no step could be solved, and had no time to come out. */
  private frozenAt(time: number): Set<number> {
    const { events, stepSize } = this.simulation;
    const frozen = new Set<number>();
    for (const { kind, step, strands } of events)
      if (kind === 'carried' && (step + 1) * stepSize > time - THAW) for (const id of strands) frozen.add(id);
    for (const id of frozen) this.frozen.add(id);
    return frozen;
  }

  private measure({ name, exact, field }: Place, p: Vec3, spot: Spot): void {
    const { allowed, k, edge, fraction, time } = spot;
    const sampled = field.distance(...p);
    if (sampled > SURE) return;
    this.fieldDepth = Math.max(this.fieldDepth, -sampled - allowed);
    const depth = -exact.distance(...p) - allowed;
    if (depth <= this.depth) return;
    this.depth = depth;
    const id = this.simulation.ids[k];
    this.where = `${(1000 * depth).toFixed(2)} mm (${(-1000 * sampled).toFixed(2)} mm in the field), strand ${id}, edge ${edge} at ${fraction}, ${name}, ${time.toFixed(3)} s`;
  }
}

function arcLengths({ first, positions: x }: Strands): Float64Array {
  const s = new Float64Array(x.length / 3);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) s[i] = s[i - 1]! + distance(at(x, i - 1), at(x, i));
  return s;
}

/** In the order in which the simulation knows them as colliders. */
function surfacesOf({ bodies }: SceneInstance): Surface[] {
  return bodies.map(({ name, declared, mesh, field, exactDistance, state }): Surface => {
    if (declared.shape.kind !== 'bust') return { name, exact: exactDistance, field: exactDistance, state };
    const exact = new MeshDistance(mesh!);
    return { name, exact: () => exact, field: () => field!, state };
  });
}

/** Another motion for the head, which stands first. */
const withMotion = (scene: Scene, change: (motion: SceneMotion) => SceneMotion): Scene => ({
  ...scene,
  bodies: scene.bodies.map((body, k) => (k === 0 ? { ...body, motion: change(body.motion) } : body)),
});

const swings =
  (seconds: number) =>
  (motion: SceneMotion): SceneMotion =>
    motion.kind === 'head' && motion.period !== undefined
      ? { ...motion, cycles: Math.max(0.5, seconds / motion.period) }
      : motion;

const headShake = stressTest('head-shake', 'A head is shaken', (scene, seconds) => withMotion(scene, swings(seconds)));

const headFlip = stressTest('head-flip', 'All hair is thrown from one side to the other', (scene, seconds) =>
  withMotion(scene, swings(seconds)),
);

const groundRoll = stressTest('ground-roll', 'A head lies down on the ground and rolls', (scene, seconds) =>
  withMotion(scene, () => ({ kind: 'keys', keys: rollKeys(Math.max(1, Math.round(seconds / 3.5))) })),
);

const swungSphere = stressTest('swung-sphere', 'A ball swings through the hair', (scene, seconds) => ({
  ...scene,
  bodies: scene.bodies.map((body) => (body.name === 'ball' ? { ...body, motion: swings(seconds)(body.motion) } : body)),
}));

const breathingSphere = stressTest('breathing-sphere', 'A ball in the hair breathes at 0.5 m/s', (scene, end) => ({
  ...scene,
  bodies: scene.bodies.map((one) => (one.breathing ? { ...one, breathing: { ...one.breathing, end } } : one)),
}));

export const STRESS_TESTS: readonly Experiment[] = [headShake, headFlip, groundRoll, swungSphere, breathingSphere];
