import type { RigidMotion } from '../body/motion.ts';
import { readHair } from '../formats/index.ts';
import { bindToBody, describeGaps } from '../groom/body-binding.ts';
import { Followers } from '../groom/follow.ts';
import { type Generator, generate, makeGenerator, updateGuides } from '../groom/generator.ts';
import { bindGroom, growGroom, growthOn } from '../groom/groom.ts';
import type { HairGrowth, HairSource } from '../groom/growth.ts';
import { type HairMaterial, material } from '../groom/materials.ts';
import { type Roots, rootCount } from '../groom/roots.ts';
import { builtInHair, styleProblems } from '../groom/styles.ts';
import { tellMaterial } from '../groom/told-material.ts';
import { InputError } from '../strands/input-error.ts';
import { repairStrands } from '../strands/repair.ts';
import { summarizeRepair } from '../strands/repair-summary.ts';
import { selectStrands } from '../strands/selection.ts';
import { type Attribute, makeStrands, type Strands, strandCount, uniformFirst } from '../strands/strands.ts';
import type { FileReader } from './bodies.ts';
import { carryPoints, homePoints } from './carry.ts';
import type { HairSurface } from './hair-surface.ts';
import type { Scene } from './schema.ts';
import type { Shape } from './shape.ts';

export interface GroomOptions {
  readonly guides: number;
  readonly strands: number;
  readonly seed: number;
  readonly files: FileReader;
  /** Guides that were made before. */
  readonly made?: Strands | undefined;
}

/** Hair as it is made, before it moves. */
export interface Groom {
  readonly guides: Strands;
  readonly material: HairMaterial;
  readonly notes: readonly string[];
  /** All strands that are shown on a body that moves so, and deforms as `surface` says. */
  grow(motion: RigidMotion, surface?: HairSurface): Hair;
}

/** Which guides each shown strand listens to: three a strand, by index, with weights that sum to 1. */
export interface Followed {
  readonly guides: Uint32Array;
  readonly weights: ArrayLike<number>;
}

/** All strands that are shown. */
export interface Hair {
  readonly followed: Followed;
  /** As groomed. */
  readonly strands: Strands;
  /** Writes all points for the guides' positions at a time. */
  update(guidePositions: Float32Array, time: number, out: Float32Array): void;
  /** Where strands are generated: what a renderer needs to do it itself, and guides carried back to where the body rests. */
  readonly generator?: Generator;
  home?(guidePositions: Float32Array, time: number): Float32Array;
}

export function makeGroom(scene: Scene, shape: Shape | null, options: GroomOptions): Groom {
  return scene.groom.kind === 'style'
    ? grownGroom(scene, scene.groom, shape, options)
    : fileGroom(scene, scene.groom, shape, options);
}

function sceneHair(scene: string, name: string, change: Record<string, unknown>): HairSource {
  let problems: readonly string[];
  try {
    problems = styleProblems(name, change, ['groom', 'change']);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.code, `${scene}, groom.style: ${error.message}`);
    throw error;
  }
  if (problems.length === 0) return builtInHair(name, change);
  throw new InputError('scene/invalid', `${scene}: the style "${name}" cannot be changed so: ${problems.join('; ')}.`);
}

function grownGroom(
  scene: Scene,
  groom: Extract<Scene['groom'], { kind: 'style' }>,
  shape: Shape | null,
  options: GroomOptions,
): Groom {
  if (!shape)
    throw new InputError(
      'scene/no-body',
      `${scene.name}: a style needs a body to grow on; set body to { "kind": "bust" }.`,
    );
  const source = sceneHair(scene.name, groom.style, groom.change);
  const growth = growthOn(shape, source, { seed: options.seed });
  const grown = options.made ? { guides: options.made, warnings: [] } : growGroom(growth, options.guides);
  return {
    guides: grown.guides,
    material: material(source.style.material),
    notes: grown.warnings.map((warning) => `${groom.style}: ${warning}.`),
    grow: (motion, surface) => generatedHair(grown.guides, growth, options, motion, surface),
  };
}

/** Strands between and around the guides. */
function generatedHair(
  guides: Strands,
  growth: HairGrowth,
  { strands }: GroomOptions,
  motion: RigidMotion,
  surface: HairSurface | undefined,
): Hair {
  const { style, skin } = growth;
  const { roots, binding } = bindGroom(growth, guides, strands);
  const generator = makeGenerator(binding, style.strands, surface ? {} : { field: skin.field });
  const home = new Float32Array(guides.positions.length);
  const groomed = new Float32Array(3 * rootCount(roots) * binding.points);
  generateAll(generator, guides.positions, groomed);
  const first = uniformFirst(rootCount(roots), binding.points);
  const all = makeStrands({
    ...{ id: binding.id, first, positions: groomed },
    strandAttributes: knownOf(roots, binding.wisp, guides),
  });
  const settle = surface?.settler(all, style.strands.clearance);
  settle?.(groomed, 0);
  return {
    strands: all,
    // Made where the body stands at rest, so that the body's field can keep strands out, then carried along.
    update: (guidePositions, time, out) => {
      const state = motion.at(time);
      homePoints(guidePositions, state, home);
      generateAll(generator, home, out);
      settle?.(out, time);
      carryPoints(out, state);
    },
    followed: {
      guides: Uint32Array.from({ length: 3 * binding.id.length }, (_, n) => {
        const triple = binding.triple[Math.floor(n / 3)]!;
        return binding.triples[3 * triple + (n % 3)]!;
      }),
      weights: binding.weights,
    },
    // A renderer that makes strands itself knows the body only as it rests.
    ...(surface
      ? {}
      : {
          generator,
          home: (guidePositions: Float32Array, time: number) => {
            homePoints(guidePositions, motion.at(time), home);
            return home;
          },
        }),
  };
}

/** What is known of generated strands: where on the skin they stand, the id of the guide whose wisp they belong to, and its group. */
function knownOf(roots: Roots, wisp: Uint32Array, guides: Strands): Map<string, Attribute> {
  const group = guides.strandAttributes.get('group');
  return new Map<string, Attribute>([
    ['rootUv', { size: 2, data: roots.uv }],
    ['guide', { size: 1, data: wisp.map((g) => guides.id[g]!) }],
    ...(group ? [['group', { size: 1, data: wisp.map((g) => group.data[g]!) }] as const] : []),
  ]);
}

function generateAll(generator: Generator, guidePositions: Float32Array, out: Float32Array): void {
  updateGuides(generator, guidePositions);
  generate(generator, 0, generator.binding.id.length, out);
}

/** Hair from a file: some of its strands are simulated, all are shown. */
function fileGroom(
  scene: Scene,
  groom: Extract<Scene['groom'], { kind: 'file' }>,
  shape: Shape | null,
  options: GroomOptions,
): Groom {
  const notes: string[] = [];
  let read: Strands | null = null;
  const strands = (): Strands => {
    read ??= boundTo(shape, groom.file, readStrands(groom, options.files, notes), notes);
    return read;
  };
  const guides = options.made ?? spread(strands(), options.guides);
  const told = tellMaterial(guides);
  if (scene.material === 'auto') notes.push(`${groom.file}: ${told.sentence}; "material" chooses another.`);
  return {
    guides,
    material: told.material,
    notes,
    grow: (motion, surface) => {
      const shown = spread(strands(), options.strands);
      const followers = new Followers(shown, guides);
      const settle = surface?.settler(shown, null);
      return {
        strands: shown,
        followed: followers,
        update: (guidePositions, time, out) => {
          const state = motion.at(time);
          followers.update(guidePositions, state, out);
          if (!settle) return;
          homePoints(out, state, out);
          settle(out, time);
          carryPoints(out, state);
        },
      };
    },
  };
}

/** More repairs than this are summed up. */
const MOST_NAMED = 5;

function readStrands(groom: Extract<Scene['groom'], { kind: 'file' }>, files: FileReader, notes: string[]): Strands {
  const file = readHair(groom.file, files(groom.file), groom.unit === undefined ? {} : { unit: groom.unit });
  notes.push(...file.notes);
  const repaired = groom.repair ? repairStrands(file.strands) : { strands: file.strands, actions: [] };
  const { actions } = repaired;
  const { sentences } = summarizeRepair(strandCount(file.strands), actions);
  // Few are named one by one: the person may want to look at them.
  if (actions.length <= MOST_NAMED)
    for (const { strand, detail } of actions) notes.push(`${groom.file}, strand ${strand}: ${detail}`);
  else for (const sentence of sentences) notes.push(`${groom.file}: ${sentence}`);
  if (strandCount(repaired.strands) === 0)
    throw new InputError('scene/no-strands', `${groom.file} holds no strand that could be used.`);
  return repaired.strands;
}

/** Strands with the places of the body that they stand on; what stands too far from it is named. */
function boundTo(shape: Shape | null, file: string, strands: Strands, notes: string[]): Strands {
  if (!shape) return strands;
  const { strands: bound, gaps } = bindToBody(strands, shape.mesh);
  for (const sentence of describeGaps(gaps, strandCount(strands)))
    notes.push(`${file}: ${sentence}; they keep their gap (pelage convert --body --carry-to fits hair to a body).`);
  return bound;
}

/** At most `count` strands, evenly out of all. */
function spread(strands: Strands, count: number): Strands {
  const all = strandCount(strands);
  if (count >= all) return strands;
  return selectStrands(
    strands,
    Array.from({ length: count }, (_, i) => Math.floor((i * all) / count)),
  );
}
