import type { RigidMotion } from '../body/motion.ts';
import type { Hold } from '../forces/hold.ts';
import type { StrandWeight } from '../forces/root-motion.ts';
import type { BentInterpolation } from '../groom/bent-hair.ts';
import type { BindWatcher } from '../groom/groom.ts';
import type { HairMaterial } from '../groom/materials.ts';
import type { HairBody } from '../groom/skin.ts';
import { findModel } from '../models/index.ts';
import type { Fibre } from '../models/model.ts';
import { completeParameters, parameterProblems } from '../numeric/parameters.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import type { StrandStream } from '../strands/strand-stream.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import type { WorkShare } from '../strands/work-share.ts';
import type { FileReader } from './body-files.ts';
import type { BodyForm } from './body-form.ts';
import { toWorldSpace } from './body-space.ts';
import type { CombedFields } from './field-sources.ts';
import { type Groom, type Hair, makeGroom } from './groom.ts';
import type { SceneGroom } from './groom-schema.ts';
import { HairSurface } from './hair-surface.ts';
import { makeHolds } from './holds.ts';
import { type Mask, maskById } from './masks.ts';
import { isZero } from './motion.ts';
import { lookWithOwn, type OwnLook } from './own-look.ts';
import { groomFibre } from './render-attributes.ts';
import { makeResultLayers, type ResultLayers } from './result-layers.ts';
import type { Scene } from './schema.ts';

/** A groom of a scene that was made ready. */
export interface GroomInstance {
  readonly name: string;
  readonly declared: SceneGroom;
  /** Place of its body among the scene's; −1 where it hangs in the air. */
  readonly body: number;
  /** Named part of that body's mesh; null where it is all of it. */
  readonly region: string | null;
  /** An earlier groom with the same hair on a body that stands as this one's does, only elsewhere; −1 where there is none. */
  readonly like: number;
  /** The strands that are simulated, in world coordinates at time 0; no other groom has their ids. */
  readonly guides: Strands;
  /** What every strand is made of. */
  readonly fibre: HairMaterial & Partial<Fibre>;
  /** All strands that are shown, following the guides; made when first asked for. */
  readonly hair: Hair;
  /** The shown strands at time 0, range by range; null where all of them must be there at once. */
  stream(watcher?: BindWatcher): StrandStream | null;
  /** How much of each control a strand gets; null for all of it. */
  readonly weights: Readonly<Record<'pose' | 'match' | 'inertia', StrandWeight | null>>;
  /** What holds strands where they are keyed. */
  readonly holds: readonly Hold[];
  /** What is laid on the result of a run; null for nothing. */
  readonly layers: ResultLayers | null;
  /** How it is drawn: as declared, or as the strands of its file say. */
  readonly look: SceneGroom['look'];
  /** What these strands say; absent where they are drawn as declared. */
  readonly ownLook: OwnLook | undefined;
}

/** A groom that has grown, before its body moves. */
export interface GrownGroom {
  readonly declared: SceneGroom;
  readonly body: number;
  readonly groom: Groom;
  /** An earlier groom with the same hair on a body of the same shape; −1 where there is none. */
  readonly like: number;
}

export interface GrowthOptions {
  readonly files: FileReader;
  /** Guides that were made before, one set a groom; undefined for those that are to grow. */
  readonly made?: readonly (Strands | undefined)[] | undefined;
  /** Who grows guides with us. */
  readonly share?: WorkShare | undefined;
  /** Is told how many guides of all grooms have grown. */
  readonly onGuides?: ((grown: number) => void) | undefined;
}

/** Place of the body that a groom grows on; −1 for none. */
export function bodyOfGroom({ bodies }: Scene, { body }: SceneGroom): number {
  if (body === null) return -1;
  return body === undefined ? Math.min(0, bodies.length - 1) : bodies.findIndex(({ name }) => name === body);
}

/** Grows all grooms on their bodies, each in the coordinates of its own. */
export function growGrooms(scene: Scene, forms: readonly BodyForm[], options: GrowthOptions): GrownGroom[] {
  const taken = new Set<number>();
  const combed: CombedFields = new Map();
  let before = 0;
  const known = new Map<string, number>();
  const grooms: GrownGroom[] = [];
  for (const [g, declared] of scene.grooms.entries()) {
    const body = bodyOfGroom(scene, declared);
    const key = hairKey(declared, forms[body]);
    const like = (key !== null ? known.get(key) : undefined) ?? -1;
    if (key !== null && like < 0) known.set(key, g);
    const groom = makeGroom(`${scene.name}, groom ${declared.name}`, declared, {
      ...{ guides: declared.guides, strands: declared.strands, files: options.files },
      seed: seedOf(scene, declared),
      body: body < 0 ? null : hairBody(forms[body]!),
      made: options.made?.[g],
      like: grooms[like]?.groom,
      bent: interpolationOf(declared),
      share: options.share,
      taken,
      combed,
      onGuides: options.onGuides && ((grown) => options.onGuides!(before + grown)),
    });
    before += strandCount(groom.guides);
    for (const id of groom.guides.id) taken.add(id);
    grooms.push({ declared, body, groom, like });
  }
  return grooms;
}

/** The same for hair that grows in the same way on bodies of one shape; null where there may be no other like it. */
function hairKey(groom: SceneGroom, form: BodyForm | undefined): string | null {
  if (!form || form.deformation || (groom.source.kind !== 'style' && groom.source.kind !== 'coat')) return null;
  const { shape, resolution, scale, collider, friction } = form.declared;
  const { name: _, body, look, strands, strandDensity, control, sculpt, pelt, ...hair } = groom;
  return JSON.stringify([shape, resolution, scale, collider, friction, hair]);
}

/** How shown strands follow guides of the groom's model. */
function interpolationOf({ model }: SceneGroom): BentInterpolation | undefined {
  const { interpolation, parameters } = findModel(model.name);
  return interpolation && parameterProblems(parameters, model.parameters).length === 0
    ? interpolation(completeParameters(parameters, model.parameters))
    : undefined;
}

/** What hair can grow on of a body; null where it has no skin. */
const hairBody = ({ mesh, field }: BodyForm): HairBody | null => (mesh && field ? { mesh, field } : null);

const seedOf = (scene: Scene, { seed }: SceneGroom): number => (scene.seed + 7919 * seed) % 4294967296;

/** The groom on its body as that moves. */
export function makeGroomInstance(
  { declared, body, groom, like }: GrownGroom,
  form: BodyForm | null,
  motion: RigidMotion,
  { files, seed }: { readonly files: FileReader; readonly seed: number },
): GroomInstance {
  let hair: Hair | null = null;
  const mesh = form?.mesh;
  const layers = makeResultLayers(declared, {
    guides: groom.guides,
    body: mesh ? { mesh } : null,
    motion,
    files,
    seed,
  });
  const weightOf = (mask: Mask): StrandWeight | null => maskById(mask, groom.guides, mesh ? { mesh } : null, files);
  const { pose, match, inertia } = declared.control.where;
  return {
    layers,
    weights: { pose: weightOf(pose), match: weightOf(match), inertia: weightOf(inertia) },
    holds: makeHolds(`groom ${declared.name}`, declared.control.hold, { guides: groom.guides, files, weightOf }),
    name: declared.name,
    declared,
    body,
    like,
    region: groom.region,
    guides: placed(groom.guides, motion),
    fibre: groomFibre(declared, groom.material),
    get hair() {
      if (hair) return hair;
      const plain = groom.grow(motion, form?.deformation ? surfaceOf(form) : undefined);
      hair = layers ? layers.hair(plain) : plain;
      return hair;
    },
    // What deforms or is combed on the result is settled with all strands together.
    stream: (watcher) => (layers || form?.deformation ? null : (groom.stream?.(motion, watcher) ?? null)),
    get look() {
      return groom.ownLook ? lookWithOwn(declared.look, groom.ownLook()) : declared.look;
    },
    get ownLook() {
      return groom.ownLook?.();
    },
  };
}

const surfaceOf = ({ mesh, deformation }: BodyForm): HairSurface =>
  new HairSurface({ mesh: mesh!, deformation: deformation! });

/** All strands that are shown, in the world at time 0. */
export function shownAtStart({ hair, guides }: GroomInstance): Strands {
  const positions = new Float32Array(hair.strands.positions.length);
  (hair.plain ?? hair).update(guides.positions, 0, positions);
  return { ...hair.strands, positions };
}

/** Strands in the world, where their body stands at time 0. */
function placed(strands: Strands, motion: RigidMotion): Strands {
  const state = motion.at(0);
  if (isZero(state.position) && state.orientation.every((c, i) => c === IDENTITY[i])) return strands;
  const positions = strands.positions.slice();
  toWorldSpace(positions, state);
  return { ...strands, positions };
}

/** Mean of the roots of the grooms on a body, in its own coordinates. */
export function centreOfRoots(grooms: readonly GrownGroom[], body: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const all = grooms.filter((one) => one.body === body).map(({ groom }) => groom.guides);
  const count = Math.max(
    all.reduce((n, guides) => n + strandCount(guides), 0),
    1,
  );
  for (const { first, positions } of all)
    for (let k = 0; k + 1 < first.length; k++)
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + positions[3 * first[k]! + c]! / count;
  return sum;
}
