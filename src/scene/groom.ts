import type { RigidMotion } from '../body/motion.ts';
import { filesBeside } from '../formats/beside.ts';
import { readHair } from '../formats/index.ts';
import {
  type BentInterpolation,
  boundsOfPoints,
  generateBent,
  makeBentHair,
  readBends,
  setLeft,
} from '../groom/bent-hair.ts';
import { bindToBody, describeGaps } from '../groom/body-binding.ts';
import { coatHair } from '../groom/coat/coat.ts';
import { coatParameters, makeCoatStyle } from '../groom/coat/style.ts';
import { describeFit, fitToBody, needsFit } from '../groom/fit-to-body.ts';
import { Followers } from '../groom/follow.ts';
import { followedBy, type Generator, generate, makeGenerator, updateGuides, withBends } from '../groom/generator.ts';
import { type BindWatcher, bindGroom, growGroom, growthOn } from '../groom/groom.ts';
import type { HairGrowth, HairSource } from '../groom/growth.ts';
import type { StyleChanges } from '../groom/hair-style.ts';
import { scalpName } from '../groom/head/scalp.ts';
import { inferMaterial } from '../groom/inferred-material.ts';
import { type HairMaterial, material } from '../groom/materials.ts';
import { type RibbonParameters, Ribbons } from '../groom/ribbons.ts';
import { type Roots, rootCount } from '../groom/roots.ts';
import { type HairBody, regionWeight, type SkinPart } from '../groom/skin.ts';
import { builtInHair, styleProblems } from '../groom/styles.ts';
import { parameterProblems } from '../numeric/parameters.ts';
import { at } from '../numeric/vector.ts';
import { grouped } from '../strands/grouped.ts';
import { InputError } from '../strands/input-error.ts';
import { repairStrands } from '../strands/repair.ts';
import { summarizeRepair } from '../strands/repair-summary.ts';
import { selectStrands } from '../strands/selection.ts';
import type { StrandStream } from '../strands/strand-stream.ts';
import { type Attribute, makeStrands, type Strands, strandCount, uniformFirst } from '../strands/strands.ts';
import type { WorkShare } from '../strands/work-share.ts';
import type { FileReader } from './body-files.ts';
import { toBodySpace, toWorldSpace } from './body-space.ts';
import { drawnStrands, wispsAlong } from './drawn-strands.ts';
import { type CombedFields, fieldSources } from './field-sources.ts';
import type { DrawnSource, FileSource, SceneGroom } from './groom-schema.ts';
import { countsOf, sparseGuides } from './hair-counts.ts';
import type { HairSurface, SkinnedStrands } from './hair-surface.ts';
import { type OwnLook, ownLook } from './own-look.ts';

export interface GroomOptions {
  /** What it grows on, in its own coordinates at time 0; null where it hangs in the air. */
  readonly body: HairBody | null;
  readonly guides: number;
  readonly strands: number;
  readonly seed: number;
  readonly files: FileReader;
  /** Guides that were made before. */
  readonly made?: Strands | undefined;
  /** Who grows guides with us. */
  readonly share?: WorkShare | undefined;
  /** Ids that other grooms have. */
  readonly taken?: ReadonlySet<number>;
  /** Where shown strands are bent as the guides are: see `StrandModel.interpolation`. */
  readonly bent?: BentInterpolation | undefined;
  /** A groom that grew in the same way on a body of the same shape: its guides are taken. */
  readonly like?: Groom | undefined;
  /** Skins that other grooms have combed. */
  readonly combed?: CombedFields;
  /** Is told how many guides have grown. */
  readonly onGuides?: ((grown: number) => void) | undefined;
}

/** Hair as it is made, before it moves: in the coordinates of its body. */
export interface Groom {
  readonly guides: Strands;
  /** Named part of the body's mesh that it grows on; null where it is all of it. */
  readonly region: string | null;
  readonly material: HairMaterial;
  readonly notes: readonly string[];
  /** What grew it; absent where it was not grown. */
  readonly growth?: () => HairGrowth;
  /** All strands that are shown on a body that moves so, and deforms as `surface` says. */
  grow(motion: RigidMotion, surface?: HairSurface): Hair;
  /** The same strands where they stand at time 0, range by range; absent where all of them must be there at once. */
  stream?(motion: RigidMotion, watcher?: BindWatcher): StrandStream;
  /** What the strands say of their look, for those that are drawn so. */
  readonly ownLook?: (() => OwnLook) | undefined;
}

/** Which guides each shown strand listens to: three a strand, by index, with weights that sum to 1. */
export interface Followed {
  readonly guides: Uint32Array;
  readonly weights: ArrayLike<number>;
}

/** All strands that are shown. */
export interface Hair {
  /** Whether strands are bent as guides are: then a guide's points are on arcs, and straight lines between them shorter than the hair. */
  readonly isBent?: boolean;
  readonly followed: Followed;
  /** As groomed. */
  readonly strands: Strands;
  /** Writes all points for the guides' positions at a time; `left` tells how much is left of each guide, all of it where absent. */
  update(guidePositions: Float32Array, time: number, out: Float32Array, left?: ArrayLike<number>): void;
  /** Where strands are generated: what a renderer needs to do it itself, and guides carried back to where the body rests. */
  readonly generator?: Generator;
  toBodySpace?(guidePositions: Float32Array, time: number): Float32Array;
  /** Factors of the strands' colour, three a strand, where the fields say that it differs from place to place. */
  readonly colours?: Float32Array;
  /** The same hair without what is laid on the result, where something is. */
  readonly plain?: Hair;
  /** Where the body deforms: what such a renderer needs besides. */
  readonly skin?: Pick<SkinnedStrands, 'roots'>;
}

/** `name` stands for the groom in messages. */
export function makeGroom(name: string, groom: SceneGroom, options: GroomOptions): Groom {
  const { source } = groom;
  if (source.kind === 'drawn') return drawnGroom(name, source, options);
  return source.kind === 'file' ? fileGroom(groom, source, options) : grownGroom(name, groom, options);
}

/** Strands that the scene draws: all are simulated, and all are shown, each as a wisp of its own. */
function drawnGroom(name: string, source: DrawnSource, options: GroomOptions): Groom {
  const drawn = options.made ?? withFreeIds(boundTo(options.body, name, drawnStrands(name, source), []), options.taken);
  return {
    guides: drawn,
    region: null,
    material: inferMaterial(drawn).material,
    // They stand where they are drawn: a gap is meant.
    notes: [],
    grow: (motion, surface) => {
      const { strands, leader } = wispsAlong(drawn, source.wisp);
      return followingHair(strands, drawn, motion, surface, leader);
    },
  };
}

/** What is to grow: a style or a coat, with the fields that the scene declares. */
function hairSource(name: string, { source, fields }: SceneGroom, body: HairBody, options: GroomOptions): HairSource {
  const { mesh } = body;
  const isCoat = source.kind === 'coat';
  const told = isCoat ? (mesh.rest ?? mesh) : mesh;
  const given = fieldSources(fields, { mesh: told, files: options.files, combed: options.combed });
  if (isCoat) {
    check(name, 'the coat', parameterProblems(coatParameters, source.change, ['source', 'change']));
    return coatHair(makeCoatStyle(source.change), {}, { given });
  }
  const { style, change } = source as Extract<SceneGroom['source'], { kind: 'style' }>;
  check(name, `the style "${style}"`, styleProblems(style, change as StyleChanges, ['source', 'change']));
  return builtInHair(style, change as StyleChanges, given);
}

/** What is wrong with a body or a field is said with the groom that asks for it. */
function naming<Result>(name: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(name)) throw error;
    throw new InputError(error.code, `${name}: ${error.message}`);
  }
}

function check(name: string, what: string, problems: readonly string[]): void {
  if (problems.length > 0)
    throw new InputError('scene/invalid', `${name}: ${what} cannot be changed so: ${problems.join('; ')}.`);
}

function grownGroom(name: string, groom: SceneGroom, options: GroomOptions): Groom {
  const { body, seed, like } = options;
  const made = options.made ?? (like && withFreeIds(like.guides, options.taken));
  if (!body)
    throw new InputError('scene/no-body', `${name}: hair needs a body with a skin to grow on, for example a bust.`);
  const source = naming(name, () => hairSource(name, groom, body, options));
  const part: SkinPart = groom.region === undefined ? source.region(body.mesh) : groom.region;
  // Fields over the skin take time, and whoever has the guides may never ask for more.
  let known: HairGrowth | null = null;
  const growth = (): HairGrowth => {
    known ??= like?.growth?.() ?? null;
    known ??= naming(name, () => growthOn(body, source, { seed, part }));
    return known;
  };
  const counts = countsOf(name, groom, options, growth);
  const { guides: grown, warnings } = made
    ? { guides: made, warnings: [] }
    : growGroom(growth(), counts.guides(), options.share, options.onGuides);
  const guides = made ?? withFreeIds(grown, options.taken);
  const sparse = made ? [] : sparseGuides(growth(), guides);
  const isEverywhere = groom.source.kind === 'style' && part === null;
  const ribbon = groom.source.kind === 'style' ? groom.source.ribbon : undefined;
  const where = isEverywhere ? ['its body names no part for it, so it grows all over: choose where'] : [];
  const notes = [...warnings, ...where, ...sparse, ...((known as HairGrowth | null)?.fields.direction.notes ?? [])];
  return {
    guides,
    region: typeof part === 'string' ? part : null,
    material: material(source.style.material),
    growth,
    notes: notes.map((note) => `${groom.name}: ${note}.`),
    grow: (motion, surface) =>
      ribbon
        ? ribbonHair(guides, growth(), { strands: counts.strands(), ribbon }, motion, surface)
        : generatedHair(guides, growth(), { strands: counts.strands(), bent: options.bent }, motion, surface),
    ...(options.bent || ribbon
      ? {}
      : { stream: (motion, watcher) => generatedStream(guides, growth(), counts.strands(), motion, watcher) }),
  };
}

/** Strands between and around the guides, none of which is there before it is asked for. */
function generatedStream(
  guides: Strands,
  growth: HairGrowth,
  strands: number,
  motion: RigidMotion,
  watcher?: BindWatcher,
): StrandStream {
  const { style, skin } = growth;
  const { roots, binding } = bindGroom(growth, guides, strands, watcher);
  const generator = makeGenerator(binding, style.strands, { field: skin.field });
  updateGuides(generator, guides.positions);
  return {
    id: binding.id,
    first: uniformFirst(rootCount(roots), binding.points),
    pointAttributes: new Map(),
    strandAttributes: knownOf(roots, binding.wisp, guides),
    write: (from, to, out) => {
      generate(generator, from, to, out);
      toWorldSpace(out, motion.at(0));
    },
  };
}

/** Strands between and around the guides, or bent as these are. */
function generatedHair(
  guides: Strands,
  growth: HairGrowth,
  { strands, bent }: { readonly strands: number; readonly bent: BentInterpolation | undefined },
  motion: RigidMotion,
  surface: HairSurface | undefined,
): Hair {
  const { style, skin } = growth;
  const { roots, binding, attributes } = bindGroom(growth, guides, strands);
  const plain = makeGenerator(binding, style.strands, surface ? {} : { field: skin.field });
  const generator = bent ? withBends(plain, guides, bent) : plain;
  const inBodySpace = new Float32Array(guides.positions.length);
  const groomed = new Float32Array(3 * rootCount(roots) * binding.points);
  generateAll(generator, guides.positions, groomed);
  const first = uniformFirst(rootCount(roots), binding.points);
  const all = makeStrands({
    ...{ id: binding.id, first, positions: groomed },
    strandAttributes: knownOf(roots, binding.wisp, guides),
  });
  const skinned = surface?.bind(all, style.strands.clearance);
  if (!bent) skinned?.settle(groomed, 0);
  const back = bent && surface ? surface.bind(guides, null) : null;
  const toRest = (guidePositions: Float32Array, time: number): Float32Array => {
    toBodySpace(guidePositions, motion.at(time), inBodySpace);
    if (generator.bent) generator.bent.box = boundsOfPoints(inBodySpace);
    back?.toRest(inBodySpace, time);
    return inBodySpace;
  };
  const colours = attributes.get('colourFactor')?.data;
  return {
    strands: all,
    ...(colours ? { colours: Float32Array.from(colours) } : {}),
    // Made where the body stands at rest, so that the body's field can keep strands out, then carried along.
    update: (guidePositions, time, out, left) => {
      if (generator.bent) setLeft(generator.bent, left);
      generateAll(generator, toRest(guidePositions, time), out);
      if (bent) skinned?.carry(out, time);
      else skinned?.settle(out, time);
      toWorldSpace(out, motion.at(time));
    },
    followed: followedBy(binding),
    ...(bent ? { isBent: true } : {}),
    generator,
    toBodySpace: toRest,
    ...(skinned ? { skin: skinned } : {}),
  };
}

/** Strands in ribbons about the guides. */
function ribbonHair(
  guides: Strands,
  growth: HairGrowth,
  { strands, ribbon }: { readonly strands: number; readonly ribbon: RibbonParameters },
  motion: RigidMotion,
  surface: HairSurface | undefined,
): Hair {
  const away = new Float64Array(3);
  const ribbons = new Ribbons(
    guides,
    strands,
    (root) => {
      growth.away(Float64Array.from(root), away);
      return at(away, 0);
    },
    ribbon,
  );
  const skinned = surface?.bind(ribbons.strands, null);
  return {
    strands: ribbons.strands,
    followed: {
      guides: Uint32Array.from({ length: 3 * ribbons.leader.length }, (_, n) => ribbons.leader[Math.floor(n / 3)]!),
      weights: Float64Array.from({ length: 3 * ribbons.leader.length }, (_, n) => (n % 3 === 0 ? 1 : 0)),
    },
    update: (guidePositions, time, out) => {
      const state = motion.at(time);
      ribbons.update(guidePositions, state.orientation, out);
      if (!skinned) return;
      toBodySpace(out, state, out);
      skinned.settle(out, time);
      toWorldSpace(out, state);
    },
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
function fileGroom(groom: SceneGroom, source: FileSource, options: GroomOptions): Groom {
  const notes: string[] = [];
  let read: Strands | null = null;
  const strands = (): Strands => {
    if (read) return read;
    const found = readStrands(source, options.files, notes);
    const laid = source.fit && options.body ? fitted(options.body, groom, source, found, notes) : found;
    read = boundTo(options.body, source.file, laid, notes);
    return read;
  };
  const guides = options.made ?? withFreeIds(spread(strands(), options.guides), options.taken);
  if (read && strandCount(read) > options.strands)
    notes.push(
      `${source.file}: ${grouped(options.strands)} of its ${grouped(strandCount(read))} strands are shown; "strands" shows more.`,
    );
  const shown = (): Strands => spread(strands(), options.strands);
  let own: OwnLook | null = null;
  const ownOf = (): OwnLook => {
    own ??= ownLook(shown());
    return own;
  };
  const inferred = inferMaterial(guides);
  if (groom.material === 'auto') notes.push(`${source.file}: ${inferred.sentence}; "material" chooses another.`);
  return {
    guides,
    region: null,
    material: inferred.material,
    notes,
    grow: (motion, surface) => {
      const hair = options.bent
        ? bentHair(shown(), guides, options.bent, motion, surface)
        : followingHair(shown(), guides, motion, surface);
      const colours = source.look === 'own' ? ownOf().colours : null;
      return colours ? { ...hair, colours } : hair;
    },
    ownLook: source.look === 'own' ? ownOf : undefined,
  };
}

/** Strands that somebody made and that follow some of them; `leader` says whom each follows where it is one alone. */
function followingHair(
  shown: Strands,
  guides: Strands,
  motion: RigidMotion,
  surface: HairSurface | undefined,
  leader: ArrayLike<number> | null = null,
): Hair {
  const followers = new Followers(shown, guides, leader);
  const skinned = surface?.bind(shown, null);
  return {
    strands: shown,
    followed: followers,
    update: (guidePositions, time, out) => {
      const state = motion.at(time);
      followers.update(guidePositions, state, out);
      if (!skinned) return;
      toBodySpace(out, state, out);
      skinned.settle(out, time);
      toWorldSpace(out, state);
    },
  };
}

/** Strands of a file that are bent as some of them are. */
function bentHair(
  shown: Strands,
  guides: Strands,
  interpolation: BentInterpolation,
  motion: RigidMotion,
  surface: HairSurface | undefined,
): Hair {
  const followers = new Followers(shown, guides);
  const bent = makeBentHair(shown, guides, followers, interpolation);
  const skinned = surface?.bind(shown, null);
  const back = surface?.bind(guides, null);
  const inBodySpace = new Float32Array(guides.positions.length);
  return {
    isBent: true,
    strands: shown,
    followed: followers,
    update: (guidePositions, time, out, left) => {
      setLeft(bent, left);
      toBodySpace(guidePositions, motion.at(time), inBodySpace);
      back?.toRest(inBodySpace, time);
      readBends(bent, inBodySpace);
      generateBent(bent, 0, strandCount(shown), out);
      skinned?.carry(out, time);
      toWorldSpace(out, motion.at(time));
    },
  };
}

/** More repairs than this are summed up. */
const MOST_NAMED = 5;

function readStrands(source: FileSource, files: FileReader, notes: string[]): Strands {
  const file = readHair(source.file, files(source.file), {
    ...(source.unit === undefined ? {} : { unit: source.unit }),
    ...(source.up === undefined ? {} : { up: source.up }),
    files: filesBeside(source.file, files),
  });
  notes.push(...file.notes);
  const repaired = source.repair ? repairStrands(file.strands) : { strands: file.strands, actions: [] };
  const { actions } = repaired;
  const { sentences } = summarizeRepair(strandCount(file.strands), actions);
  // Few are named one by one: the person may want to look at them.
  if (actions.length <= MOST_NAMED)
    for (const { strand, detail } of actions) notes.push(`${source.file}, strand ${strand}: ${detail}`);
  else for (const sentence of sentences) notes.push(`${source.file}: ${sentence}`);
  if (strandCount(repaired.strands) === 0)
    throw new InputError('scene/no-strands', `${source.file} holds no strand that could be used.`);
  return repaired.strands;
}

/** Hair that was made for another body, on this one. */
function fitted(body: HairBody, groom: SceneGroom, source: FileSource, strands: Strands, notes: string[]): Strands {
  const region = groom.region === undefined ? scalpName(body.mesh) : groom.region;
  const weight = region === null ? undefined : regionWeight(body.mesh, region);
  const fit = fitToBody(strands, body, { weight, up: source.up === undefined ? undefined : 'y' });
  notes.push(`${source.file}: ${describeFit(fit, strands, source.unit)}.`);
  return needsFit(fit) ? fit.strands : strands;
}

/** Strands with the places of the body that they stand on; what stands too far from it is named. */
function boundTo(body: HairBody | null, file: string, strands: Strands, notes: string[]): Strands {
  if (!body) return strands;
  const { strands: bound, gaps } = bindToBody(strands, body.mesh);
  for (const sentence of describeGaps(gaps, strandCount(strands)))
    notes.push(`${file}: ${sentence}; they keep their gap, unless the hair is to be fitted to the body.`);
  return bound;
}

/** Numbers strands anew, beyond all others, where another groom has one of their ids. */
function withFreeIds(strands: Strands, taken: ReadonlySet<number> = new Set()): Strands {
  if (!strands.id.some((id) => taken.has(id))) return strands;
  let next = 1 + [...taken].reduce((most, id) => Math.max(most, id), 0);
  const fresh = new Map(Array.from(strands.id, (id) => [id, next++]));
  const parent = strands.strandAttributes.get('parent');
  const strandAttributes = new Map(strands.strandAttributes);
  if (parent)
    strandAttributes.set('parent', { size: 1, data: Int32Array.from(parent.data, (id) => fresh.get(id) ?? -1) });
  return { ...strands, id: strands.id.map((id) => fresh.get(id)!), strandAttributes };
}

/** At most `count` strands, evenly out of all. */
function spread(strands: Strands, count: number): Strands {
  const all = strandCount(strands);
  // Of strands that grow on each other none may be missing.
  if (count >= all || strands.strandAttributes.has('parent')) return strands;
  return selectStrands(
    strands,
    Array.from({ length: count }, (_, i) => Math.floor((i * all) / count)),
  );
}
