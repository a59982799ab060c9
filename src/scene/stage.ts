import { type Body, makeBody } from '../body/body.ts';
import { closedMesh } from '../body/deforming-mesh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import type { RigidMotion, RigidState } from '../body/motion.ts';
import { BuriedStrands } from '../contact/bodies/burial.ts';
import { CarriedCollider } from '../contact/bodies/carried-collider.ts';
import { bodyCollider, type Collider } from '../contact/bodies/collider.ts';
import { SkinCollider } from '../contact/bodies/skin-collider.ts';
import type { StrandControl } from '../contact/control.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { lockRadiusOf } from '../contact/strands/locks.ts';
import { makeInteraction } from '../contact/strands/make.ts';
import { PoseTarget } from '../forces/pose.ts';
import { InertiaScale, VelocityMatch } from '../forces/riding.ts';
import { findModel } from '../models/index.ts';
import type { Fibre, StrandModel } from '../models/model.ts';
import { parameterProblems } from '../numeric/parameters.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { ControlPlace } from '../simulation/controls.ts';
import type { Exchange } from '../simulation/exchange.ts';
import { type InteractionSetup, oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { InputError } from '../strands/input-error.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import { type FileReader, type ReadBodies, readBodies } from './bodies.ts';
import { type ColliderParts, describeColliders, makeColliders, type SceneCollider } from './colliders.ts';
import { sceneFibre } from './dressed.ts';
import { EventAir, EventMotion, type SceneEvent } from './events.ts';
import { type Groom, type Hair, makeGroom } from './groom.ts';
import { HairSurface } from './hair-surface.ts';
import { sceneMotion } from './motion.ts';
import type { Scene } from './schema.ts';
import { looksOf, makeShape, type ShapeParts, shapeFrom } from './shape.ts';
import { makeSprouter } from './sprout.ts';

export interface StageOptions {
  readonly files?: FileReader;
  /** What `readBodies` has read: needed for scenes with .glb and .gltf files. */
  readonly bodies?: ReadBodies;
  /** Instead of the scene's own numbers and names. */
  readonly guides?: number;
  readonly strands?: number;
  readonly seed?: number;
  readonly model?: string;
  /** What another worker has made already: saves making it again. */
  readonly made?: StageParts;
  /** Tools may come while it runs. */
  readonly isLive?: boolean;
  /** Where the other blocks are, of a run that is shared out to several threads. */
  readonly exchange?: Exchange;
}

/** The slow parts of a stage as plain data, which can be posted to workers. */
export interface StageParts {
  /** null where the scene has no body. */
  readonly shape: ShapeParts | null;
  readonly guides: Strands;
  /** One a collider of the scene. */
  readonly colliders?: readonly (ColliderParts | null)[];
}

/** A scene made ready to run. */
export interface Stage {
  readonly scene: Scene;
  /** null where the scene has no body. */
  readonly body: Body | null;
  /** What else hair may not enter. */
  readonly colliders: readonly SceneCollider[];
  /** Where the body is. */
  bodyState(time: number): RigidState;
  /** What it looks like, in its own coordinates: always the same object where it is rigid. */
  bodyMesh(time: number): TriangleMesh | null;
  /** Replaces what happens while the scene runs. */
  setEvents(events: readonly SceneEvent[]): void;
  readonly guides: Strands;
  /** What every strand is made of. */
  readonly fibre: Fibre;
  /** Made when first asked for. */
  readonly simulation: Simulation;
  /** All strands that are shown, following the guides; made when first asked for. */
  readonly hair: Hair;
  /** What a person should know: repairs, assumptions, coarse curls. */
  readonly notes: readonly string[];
  readonly parts: StageParts;
}

const noFiles: FileReader = (name) => {
  throw new InputError('scene/file', `The scene names the file ${name}, which was not given.`);
};

/** Reads the files of a scene and makes it ready to run. */
export async function loadStage(scene: Scene, options: StageOptions = {}): Promise<Stage> {
  const bodies = options.made ? new Map() : await readBodies(scene, options.files ?? noFiles);
  return prepareStage(scene, { ...options, bodies });
}

/** Makes a scene ready to run, at once: bodies in .glb and .gltf files must have been read before. */
export function prepareStage(scene: Scene, options: StageOptions = {}): Stage {
  const notes: string[] = [];
  const { made, seed = scene.seed, files = noFiles } = options;
  const shape = made ? made.shape && shapeFrom(scene, made.shape) : makeShape(scene, files, notes, options.bodies);
  const groom = makeGroom(scene, shape, {
    guides: options.guides ?? scene.guides,
    strands: options.strands ?? scene.strands,
    seed,
    files,
    made: made?.guides,
  });
  const colliders = makeColliders(scene, files, notes, made?.colliders, options.bodies);
  notes.push(...groom.notes, ...describeColliders(colliders));
  const fibre = sceneFibre(scene, groom.material);
  const pivot: Vec3 = shape ? [0, 0, 0] : centreOfRoots(groom.guides);
  const motion = new EventMotion(sceneMotion(scene.motion, pivot), pivot, scene.step, scene.events);
  const air = new EventAir(scene.air, seed, scene.step, scene.events);
  const body = shape && makeBody({ name: scene.body.kind, ...shape, motion });
  const bodyMesh = shape && looksOf(shape.mesh, shape.deformation);
  let simulation: Simulation | null = null;
  let hair: Hair | null = null;
  return {
    scene,
    body,
    colliders,
    bodyState: (time) => motion.at(time),
    bodyMesh: (time) => bodyMesh?.(time) ?? null,
    setEvents: (events) => {
      motion.setEvents(events);
      air.setEvents(events);
    },
    guides: groom.guides,
    fibre,
    get simulation() {
      simulation ??= makeSimulation({ scene, options, groom, fibre, body, bodyMesh, colliders, motion, air, seed });
      return simulation;
    },
    get hair() {
      hair ??= groom.grow(
        motion,
        body?.deformation && new HairSurface(body, { resolution: scene.contact.resolution, every: scene.step }),
      );
      return hair;
    },
    notes,
    parts: {
      shape: shape?.parts ?? null,
      guides: groom.guides,
      colliders: colliders.map(({ parts }) => parts),
    },
  };
}

interface SimulationParts {
  readonly scene: Scene;
  readonly options: StageOptions;
  readonly groom: Groom;
  readonly fibre: Fibre;
  readonly body: Body | null;
  readonly bodyMesh: ((time: number) => TriangleMesh) | null;
  readonly colliders: readonly SceneCollider[];
  readonly motion: RigidMotion;
  readonly air: EventAir;
  readonly seed: number;
}

function makeSimulation({
  scene,
  options,
  groom,
  fibre,
  body,
  bodyMesh,
  colliders,
  motion,
  air,
  seed,
}: SimulationParts): Simulation {
  const model = findModel(options.model ?? scene.model.name);
  // A model that stands in for the scene's own takes what it knows of the other's parameters.
  const isOwn = model.name === scene.model.name;
  const asked = isOwn ? scene.model.parameters : knownParameters(model, scene.model.parameters);
  const problems = parameterProblems(model.parameters, asked, ['model', 'parameters']);
  if (problems.length > 0)
    throw new InputError(
      'scene/invalid',
      `${scene.name}: the model ${model.name} cannot be set so: ${problems.join('; ')}.`,
    );
  const sprouting = bodyMesh ? { sprout: makeSprouter(bodyMesh, groom.guides, motion, () => simulation.time) } : {};
  const setup = oneGroom({
    guides: groom.guides,
    model,
    parameters: asked,
    fibre,
    motion,
    surface: body?.deformation,
    ...((body && scene.contact.body) || colliders.length > 0
      ? { obstacles: (placed: RigidMotion) => sceneObstacles(scene, body, colliders, placed) }
      : {}),
    controls: (place) => sceneControls(scene, place),
    fields: [air],
    gravity: scene.gravity,
    restState: scene.rest,
    stepSize: scene.step,
    ...(options.isLive || scene.strokes.length > 0 ? { salon: { strokes: scene.strokes, seed, ...sprouting } } : {}),
    ...(scene.sleep ? { sleep: {} } : {}),
    ...(scene.contact.hair.length > 0 ? { interaction: sceneInteraction(scene, groom.guides) } : {}),
    ...(options.exchange ? { exchange: options.exchange } : {}),
  });
  const simulation: Simulation = new Simulation(setup);
  return simulation;
}

/** What hair may not enter: the body that it grows on first. */
export function sceneObstacles(
  scene: Scene,
  body: Body | null,
  colliders: readonly SceneCollider[],
  placed: RigidMotion,
): BodyObstacles {
  const own = body && scene.contact.body ? [ownCollider(scene, { ...body, motion: placed })] : [];
  return new BodyObstacles([...own, ...colliders.map((one) => one.collider(placed))], own.length - 1);
}

function ownCollider(scene: Scene, body: Body): Collider {
  const { friction } = scene.contact;
  if (!body.deformation) return bodyCollider(body, friction);
  const { name, motion, deformation } = body;
  return new CarriedCollider(new SkinCollider(closedMesh(deformation), { name, friction }), motion);
}

/** All that acts on strands from outside; what is not asked for does nothing and costs nothing. */
export function sceneControls(scene: Scene, place: ControlPlace): StrandControl[] {
  const { roots, obstacles, guides, lineDensity } = place;
  const { pose, match, inertia } = scene.control;
  const controls: StrandControl[] = [];
  if (scene.colliders.length > 0 && obstacles instanceof BodyObstacles)
    controls.push(new BuriedStrands(obstacles, roots, guides));
  if (pose.strength > 0) controls.push(new PoseTarget(pose, roots, guides));
  if (match.rate > 0) controls.push(new VelocityMatch(match, roots));
  if (inertia.scale !== 1 || inertia.along.length > 0) controls.push(new InertiaScale(inertia, roots, lineDensity));
  return controls;
}

function knownParameters(model: StrandModel, given: Scene['model']['parameters']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(model.parameters, name)));
}

function sceneInteraction(scene: Scene, guides: Strands): InteractionSetup {
  return {
    clumpRadius: lockRadiusOf(guides),
    make: (groomed) => makeInteraction(scene.contact.hair, { groomed })!,
  };
}

function centreOfRoots(guides: Strands): Vec3 {
  const sum = [0, 0, 0];
  const count = Math.max(strandCount(guides), 1);
  for (let k = 0; k < strandCount(guides); k++)
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + guides.positions[3 * guides.first[k]! + c]! / count;
  return [sum[0]!, sum[1]!, sum[2]!];
}
