import type { FieldData } from '../body/baked-field.ts';
import { type Body, makeBody } from '../body/body.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import type { RigidMotion, RigidState } from '../body/motion.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { Air } from '../forces/air.ts';
import { material } from '../groom/materials.ts';
import { findModel } from '../models/index.ts';
import type { Fibre } from '../models/model.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Exchange } from '../simulation/exchange.ts';
import { Simulation } from '../simulation/simulation.ts';
import { InputError } from '../strands/input-error.ts';
import { selectStrands } from '../strands/selection.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import { explainIssues } from './explain.ts';
import { type Groom, type Hair, makeGroom } from './groom.ts';
import { sceneMotion } from './motion.ts';
import type { Scene } from './schema.ts';
import { type FileReader, makeShape, shapeFrom } from './shape.ts';

export interface StageOptions {
  readonly files?: FileReader;
  /** Instead of the scene's own numbers and names. */
  readonly guides?: number;
  readonly strands?: number;
  readonly seed?: number;
  readonly model?: string;
  /** What another worker has made already: saves making it again. */
  readonly made?: StageParts;
  /** Simulate only block `index` of `count` equal blocks of guides. */
  readonly block?: { readonly index: number; readonly count: number };
  /** Where the strands of the other blocks are. */
  readonly exchange?: Exchange;
}

/** The slow parts of a stage as plain data, which can be posted to workers. */
export interface StageParts {
  readonly mesh: TriangleMesh | null;
  readonly field: FieldData | null;
  readonly guides: Strands;
}

/** A scene made ready to run. */
export interface Stage {
  readonly scene: Scene;
  /** null where the scene has no body. */
  readonly body: Body | null;
  /** Where the body is. */
  bodyState(time: number): RigidState;
  readonly guides: Strands;
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

export function prepareStage(scene: Scene, options: StageOptions = {}): Stage {
  const notes: string[] = [];
  const { made, seed = scene.seed, files = noFiles } = options;
  const shape = made ? made.mesh && made.field && shapeFrom(made.mesh, made.field) : makeShape(scene, files, notes);
  const groom = makeGroom(scene, shape, {
    guides: options.guides ?? scene.guides,
    strands: options.strands ?? scene.strands,
    seed,
    files,
    made: made?.guides,
  });
  notes.push(...groom.notes);
  const motion = sceneMotion(scene.motion, shape ? [0, 0, 0] : centreOfRoots(groom.guides));
  const body = shape && makeBody({ name: scene.body.kind, mesh: shape.mesh, field: shape.field, motion });
  let simulation: Simulation | null = null;
  let hair: Hair | null = null;
  return {
    scene,
    body,
    bodyState: (time) => motion.at(time),
    guides: groom.guides,
    get simulation() {
      simulation ??= makeSimulation(scene, options, groom, body, motion, seed);
      return simulation;
    },
    get hair() {
      hair ??= groom.grow(motion);
      return hair;
    },
    notes,
    parts: { mesh: shape?.mesh ?? null, field: shape?.fieldData ?? null, guides: groom.guides },
  };
}

function makeSimulation(
  scene: Scene,
  options: StageOptions,
  groom: Groom,
  body: Body | null,
  motion: RigidMotion,
  seed: number,
): Simulation {
  const model = findModel(options.model ?? scene.model.name);
  const fibre = { ...material(scene.material === 'auto' ? groom.material : scene.material), ...given(scene.fibre) };
  const parameters = model.parameters.safeParse(scene.model.parameters);
  if (!parameters.success) {
    const problems = explainIssues(parameters.error.issues, model.parameters, ['model', 'parameters']);
    throw new InputError('scene/invalid', `${scene.name}: the model ${model.name} cannot be set so: ${problems}.`);
  }
  return new Simulation({
    guides: options.block ? blockOf(groom.guides, options.block) : groom.guides,
    model,
    parameters: parameters.data,
    fibre,
    motion,
    ...(body && scene.contact.body
      ? {
          obstacles: (placed) =>
            new BodyObstacles([{ body: { ...body, motion: placed }, friction: scene.contact.friction }]),
        }
      : {}),
    fields: [new Air(scene.air, seed)],
    gravity: scene.gravity,
    restState: scene.rest,
    stepSize: scene.step,
    ...(options.exchange ? { exchange: options.exchange } : {}),
  });
}

/** Only what was given: an absent number must not hide the material's. */
function given(fibre: Scene['fibre']): Partial<Fibre> {
  return Object.fromEntries(Object.entries(fibre).filter(([, value]) => value !== undefined));
}

/** Guides of one of `count` equal runs. */
export function blockOf(guides: Strands, block: { index: number; count: number }): Strands {
  const from = Math.floor((strandCount(guides) * block.index) / block.count);
  const to = Math.floor((strandCount(guides) * (block.index + 1)) / block.count);
  return selectStrands(
    guides,
    Array.from({ length: to - from }, (_, i) => from + i),
  );
}

function centreOfRoots(guides: Strands): Vec3 {
  const sum = [0, 0, 0];
  const count = Math.max(strandCount(guides), 1);
  for (let k = 0; k < strandCount(guides); k++)
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + guides.positions[3 * guides.first[k]! + c]! / count;
  return [sum[0]!, sum[1]!, sum[2]!];
}
