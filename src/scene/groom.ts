import { z } from 'zod';
import type { RigidMotion } from '../body/motion.ts';
import { readHair } from '../formats/index.ts';
import { bindToBody, describeGaps } from '../groom/body-binding.ts';
import { Followers } from '../groom/follow.ts';
import { type Generator, generate, makeGenerator, updateGuides } from '../groom/generator.ts';
import { bindGroom } from '../groom/groom.ts';
import { growGuides } from '../groom/grow.ts';
import type { MaterialName } from '../groom/materials.ts';
import { type Roots, rootCount, scatterRoots } from '../groom/roots.ts';
import { type Style, type StyleInput, styleSchema } from '../groom/style.ts';
import { builtInStyle } from '../groom/styles.ts';
import { InputError } from '../strands/input-error.ts';
import { repairStrands } from '../strands/repair.ts';
import { summarizeRepair } from '../strands/repair-summary.ts';
import { selectStrands } from '../strands/selection.ts';
import { type Attribute, makeStrands, type Strands, strandCount, uniformFirst } from '../strands/strands.ts';
import type { FileReader } from './bodies.ts';
import { carryPoints, homePoints } from './carry.ts';
import { explainIssues } from './explain.ts';
import type { HairSurface, SkinnedStrands } from './hair-surface.ts';
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
  readonly material: MaterialName;
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
  /** Where the body deforms: what such a renderer needs besides. */
  readonly skin?: Pick<SkinnedStrands, 'roots' | 'skinAt'>;
}

export function makeGroom(scene: Scene, shape: Shape | null, options: GroomOptions): Groom {
  return scene.groom.kind === 'style'
    ? grownGroom(scene, scene.groom, shape, options)
    : fileGroom(scene.groom, shape, options);
}

function sceneStyle(scene: string, name: string, change: Record<string, unknown>): Style {
  try {
    return builtInStyle(name, change as StyleInput);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.code, `${scene}, groom.style: ${error.message}`);
    if (!(error instanceof z.ZodError)) throw error;
    const problems = explainIssues(error.issues, styleSchema, { prefix: ['groom', 'change'] });
    throw new InputError('scene/invalid', `${scene}: the style "${name}" cannot be changed so: ${problems}.`);
  }
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
  const style = sceneStyle(scene.name, groom.style, groom.change);
  const { seed } = options;
  const grown = options.made
    ? { guides: options.made, warnings: [] }
    : growGuides(shape, scatterRoots(shape.mesh, { count: options.guides, seed }), style, { seed });
  return {
    guides: grown.guides,
    material: style.material,
    notes: grown.warnings.map((warning) => `${groom.style}: ${warning}.`),
    grow: (motion, surface) => generatedHair(grown.guides, shape, style, options, motion, surface),
  };
}

/** Strands between and around the guides. */
function generatedHair(
  guides: Strands,
  shape: Shape,
  style: Style,
  { strands, seed }: GroomOptions,
  motion: RigidMotion,
  surface: HairSurface | undefined,
): Hair {
  const { roots, binding } = bindGroom(shape, guides, style, { strands, seed });
  const generator = makeGenerator(binding, style.strands, surface ? {} : { field: shape.field });
  const home = new Float32Array(guides.positions.length);
  const groomed = new Float32Array(3 * rootCount(roots) * binding.points);
  generateAll(generator, guides.positions, groomed);
  const first = uniformFirst(rootCount(roots), binding.points);
  const all = makeStrands({
    ...{ id: binding.id, first, positions: groomed },
    strandAttributes: knownOf(roots, binding.wisp, guides),
  });
  const skinned = surface?.bind(all, style.strands.clearance);
  skinned?.settle(groomed, 0);
  return {
    strands: all,
    // Made where the body stands at rest, so that the body's field can keep strands out, then carried along.
    update: (guidePositions, time, out) => {
      const state = motion.at(time);
      homePoints(guidePositions, state, home);
      generateAll(generator, home, out);
      skinned?.settle(out, time);
      carryPoints(out, state);
    },
    followed: {
      guides: Uint32Array.from({ length: 3 * binding.id.length }, (_, n) => {
        const triple = binding.triple[Math.floor(n / 3)]!;
        return binding.triples[3 * triple + (n % 3)]!;
      }),
      weights: binding.weights,
    },
    generator,
    home: (guidePositions, time) => {
      homePoints(guidePositions, motion.at(time), home);
      return home;
    },
    ...(skinned ? { skin: skinned } : {}),
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
  return {
    guides,
    material: 'asian-smooth',
    notes,
    grow: (motion, surface) => {
      const shown = spread(strands(), options.strands);
      const followers = new Followers(shown, guides);
      const skinned = surface?.bind(shown, null);
      return {
        strands: shown,
        followed: followers,
        update: (guidePositions, time, out) => {
          const state = motion.at(time);
          followers.update(guidePositions, state, out);
          if (!skinned) return;
          homePoints(out, state, out);
          skinned.settle(out, time);
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
