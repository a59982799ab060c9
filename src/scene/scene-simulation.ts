import { type Clock, clockedMesh } from '../body/clock.ts';
import type { RigidMotion } from '../body/motion.ts';
import { PenetrationRecovery } from '../contact/bodies/penetration-recovery.ts';
import type { StrandControl } from '../contact/control.ts';
import type { HairState, StrandInteraction } from '../contact/interaction.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { clumpRadiusOf } from '../contact/strands/clumps.ts';
import { makeInteraction } from '../contact/strands/make.ts';
import { type Hold, Holds } from '../forces/hold.ts';
import { PoseTarget } from '../forces/pose.ts';
import { InertiaScale, VelocityMatch } from '../forces/riding.ts';
import type { ShelteringHair } from '../forces/sheltering-hair.ts';
import { findModel } from '../models/index.ts';
import type { KernelChoice } from '../models/model.ts';
import type { Curve } from '../numeric/curve.ts';
import { parameterProblems } from '../numeric/parameters.ts';
import type { ControlPlace } from '../simulation/controls.ts';
import { LayeredInteraction } from '../simulation/layered-interaction.ts';
import type { GroomSetup, InteractionSetup } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { InputError } from '../strands/input-error.ts';
import type { BodyMotions } from './body-motion.ts';
import type { EventAir } from './events.ts';
import type { GroomInstance } from './groom-instance.ts';
import type { SceneGroom } from './groom-schema.ts';
import { clockedHold } from './holds.ts';
import type { BodyInstance, SceneOptions } from './instance.ts';
import type { Scene } from './schema.ts';
import { makeSprouter } from './sprout.ts';
import type { SceneViewpoint } from './viewpoint.ts';

export interface SimulationParts {
  readonly scene: Scene;
  readonly bodies: readonly BodyInstance[];
  readonly grooms: readonly GroomInstance[];
  readonly motions: BodyMotions;
  /** Hair's, where its time is not the animation's. */
  readonly clock: Clock | null;
  readonly air: EventAir;
  /** Hair as it keeps air away from hair inside; null where it does not. */
  readonly shelter: ShelteringHair | null;
  readonly viewpoint: SceneViewpoint;
  readonly options: Pick<SceneOptions, 'exchange' | 'isLive' | 'hair' | 'kernels'>;
}

/** One simulation over all grooms of a scene. */
export function makeSimulation({
  scene,
  bodies,
  grooms,
  motions,
  clock,
  air,
  shelter,
  viewpoint,
  options,
}: SimulationParts): Simulation {
  const simulation: Simulation = new Simulation({
    grooms: grooms.map((groom, g) => ({
      ...groomSetup(scene, groom, clock, options.kernels),
      like: standAlike(bodies, grooms, g) ? groom.like : undefined,
      built: options.hair?.built?.[g] ?? undefined,
    })),
    bodies: bodies.map(({ name, motion, deformation }, k) => ({
      name,
      motion: motions.byHair(motion),
      // Only what roots stand on is followed.
      surface: grooms.some(({ body }) => body === k) ? clocked(deformation, clock) : null,
    })),
    ...(bodies.some(({ declared }) => declared.collider && declared.shape.kind !== 'none')
      ? { obstacles: (placed: readonly RigidMotion[]) => sceneObstacles(bodies, motions.carriedBy(placed), clock) }
      : {}),
    fields: [air],
    ...(shelter ? { onHair: (hair: HairState) => shelter.read(hair) } : {}),
    gravity: scene.gravity,
    ...(scene.gravityOver.length > 0 ? { gravityOver: byHair(scene.gravityOver, clock) } : {}),
    ...(clock ? { clock } : {}),
    stepSize: scene.step,
    ...(options.isLive || scene.strokes.length > 0
      ? {
          salon: {
            strokes: scene.strokes,
            seed: scene.seed,
            sprout: makeSprouter(bodies, grooms, () => simulation.time),
          },
        }
      : {}),
    ...(scene.levels ? { levels: { settings: scene.levels, viewpoint: viewpoint.at } } : {}),
    ...(scene.sleep ? { sleep: {} } : {}),
    ...(scene.contact.hair.length > 0 ? { interaction: sceneInteraction(scene, grooms, options.kernels) } : {}),
    ...(options.exchange ? { exchange: options.exchange } : {}),
  });
  if (options.hair?.keep && !options.hair.built) options.hair.keep(simulation.built());
  return simulation;
}

/** Whether a groom is like another one whose body is turned as its own is. */
function standAlike(bodies: readonly BodyInstance[], grooms: readonly GroomInstance[], g: number): boolean {
  const other = grooms[grooms[g]!.like];
  if (!other) return false;
  const [a, b] = [bodies[other.body]!, bodies[grooms[g]!.body]!].map((body) => body.state(0).orientation);
  return a!.every((c, i) => c === b![i]);
}

function groomSetup(
  scene: Scene,
  { name, declared, guides, fibre, body, weights, holds }: GroomInstance,
  clock: Clock | null,
  kernels: KernelChoice | undefined,
): GroomSetup {
  return {
    name,
    guides,
    fibre,
    body,
    model: findModel(declared.model.name),
    parameters: modelParameters(scene, declared),
    restState: declared.rest,
    kernels,
    controls: (place) =>
      groomControls(
        keyedByHair(declared, clock),
        place,
        weights,
        clock ? holds.map((hold) => clockedHold(hold, clock)) : holds,
      ),
  };
}

/** The parameters of a groom's model, which know how to be set. */
function modelParameters(scene: Scene, { name, model }: SceneGroom): SceneGroom['model']['parameters'] {
  const problems = parameterProblems(findModel(model.name).parameters, model.parameters, ['model', 'parameters']);
  if (problems.length === 0) return model.parameters;
  throw new InputError(
    'scene/invalid',
    `${scene.name}, groom ${name}: the model ${model.name} cannot be set so: ${problems.join('; ')}.`,
  );
}

const clocked = (mesh: BodyInstance['deformation'], clock: Clock | null): BodyInstance['deformation'] =>
  mesh && clock ? clockedMesh(mesh, clock) : mesh;

/** Keys of the animation's time at hair's time. */
const byHair = (keys: Curve, clock: Clock | null): Curve =>
  clock ? keys.map(([time, value]) => [clock.hairTime(time), value] as const) : keys;

/** What is keyed by the animation's time, for controls that see hair's. */
function keyedByHair(groom: SceneGroom, clock: Clock | null): Pick<SceneGroom, 'control'> {
  if (!clock) return groom;
  const { pose, match, inertia, ...control } = groom.control;
  const over = (keys: Curve): [number, number][] => byHair(keys, clock).map(([time, value]) => [time, value]);
  return {
    control: {
      ...control,
      pose: { ...pose, over: over(pose.over) },
      match: { ...match, over: over(match.over) },
      inertia: { ...inertia, over: over(inertia.over) },
    },
  };
}

/** What hair may not enter, with the collider of every body. */
function sceneObstacles(
  bodies: readonly BodyInstance[],
  motions: readonly RigidMotion[],
  clock: Clock | null,
): BodyObstacles {
  const colliders = bodies.map((body, k) => body.collider(motions[k]!, clock));
  const present = colliders.flatMap((collider) => collider ?? []);
  const owners = colliders.map((collider) => (collider ? present.indexOf(collider) : -1));
  return new BodyObstacles(present, owners[0] ?? -1, owners);
}

/** All that acts on strands from outside; what is not asked for does nothing and costs nothing. */
export function groomControls(
  { control }: Pick<SceneGroom, 'control'>,
  place: ControlPlace,
  weights: Partial<GroomInstance['weights']> = {},
  holds: readonly Hold[] = [],
): StrandControl[] {
  const { roots, obstacles, guides, layer, lineDensity } = place;
  const { pose, match, inertia } = control;
  const controls: StrandControl[] = [];
  if (obstacles instanceof BodyObstacles && obstacles.colliders.some((_, k) => k !== obstacles.owner))
    controls.push(new PenetrationRecovery(obstacles, roots, guides, layer));
  if (pose.strength > 0) controls.push(new PoseTarget(pose, roots, guides, weights.pose));
  if (match.rate > 0) controls.push(new VelocityMatch(match, roots, weights.match));
  if (inertia.scale !== 1 || inertia.along.length > 0 || inertia.over.length > 0)
    controls.push(new InertiaScale(inertia, roots, lineDensity, weights.inertia));
  if (holds.length > 0) controls.push(new Holds(holds, roots, guides));
  return controls;
}

/** How strands touch each other. A guide's clump has the room that it has among the guides of its own groom, or so many times that. */
function sceneInteraction(
  scene: Scene,
  grooms: readonly GroomInstance[],
  kernels: KernelChoice | undefined,
): InteractionSetup {
  const radii = grooms.map(({ guides }) => clumpRadiusOf(guides));
  const groomOf = new Map(grooms.flatMap(({ guides }, g) => Array.from(guides.id, (id) => [id, g] as const)));
  const { hair, thickness } = scene.contact;
  const make = (groomed: HairState): StrandInteraction =>
    makeInteraction(hair, { groomed, wantsSimd: kernels !== 'twin' })!;
  const layers = scene.grooms.map(({ layer }) => layer);
  const isLayered = layers.some((layer) => layer !== layers[0]);
  return {
    clumpRadius: (id, s) => thickness * radii[groomOf.get(id) ?? 0]!(id, s),
    make: (groomed) => (isLayered ? new LayeredInteraction(groomed, layers, make) : make(groomed)),
  };
}
