import { InputError } from '../../strands/input-error.ts';
import { pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import type { HairAnimation } from '../animation.ts';
import { grouped } from '../budget.ts';
import type { Target } from '../format.ts';
import { leftOut } from '../packing.ts';
import { type CardColour, colourPicture, dataPicture, tangentPicture } from './atlas.ts';
import { CARD_DEFAULTS, type CardOptions, type Cards, makeCards } from './cards.ts';
import type { Geometry, VertexNumbers } from './geometry.ts';
import { GlbBuilder, type Json } from './glb.ts';
import { linesOf } from './lines.ts';
import { movingCards } from './moving-cards.ts';
import { encodePng } from './png.ts';
import { tubesOf } from './tubes.ts';

/** glTF has no curves: hair travels as cards, as tubes, or as lines for previews. */
export type GltfShape = 'cards' | 'tubes' | 'lines';

type JsonObject = { readonly [key: string]: Json };

/** Files are put together in memory. */
const MOST_BYTES = 1 << 30;

/** An animation, or hair that stands still as an animation of one frame. Every frame behind the first is a morph target. */
export function writeGlb(animation: HairAnimation, shape: GltfShape, options: CardOptions, target: Target): Uint8Array {
  const { strands } = animation;
  for (const sentence of leftOut(strands, `.glb with ${shape}`, ['radius', 'colour'], ['radius', 'colour']))
    target.note(sentence);
  const glb = new GlbBuilder();
  if (shape !== 'cards') {
    const geometry = shape === 'tubes' ? tubesOf(strands) : linesOf(strands);
    return glb.build({ ...sceneOf(glb, geometry, animation, target.name), materials: PLAIN_MATERIAL });
  }
  const cards = cardsOf(strands, options, target);
  const scene = sceneOf(glb, movingCards(cards, strands), animation, target.name);
  const look = cardLook(glb, cards, options.colour ?? CARD_DEFAULTS.colour);
  return glb.build({ extensionsUsed: ['KHR_materials_anisotropy'], ...scene, ...look });
}

function cardsOf(strands: Strands, options: CardOptions, target: Target): Cards {
  const cards = makeCards(strands, options);
  const { count, atlas } = cards;
  target.note(
    `${strandCount(strands)} strands became ${count} cards with a sheet of ${atlas.width} x ${atlas.height} pixels`,
  );
  return cards;
}

function cardLook(glb: GlbBuilder, { atlas }: Cards, colour: CardColour): JsonObject {
  const pictures = [
    ['colour and coverage', colourPicture(atlas, colour)],
    ['direction', tangentPicture(atlas)],
    ['root to tip, strand, depth, coverage', dataPicture(atlas)],
  ] as const;
  return {
    materials: [
      {
        name: 'hair',
        doubleSided: true,
        alphaMode: 'BLEND',
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.45 },
        extensions: {
          KHR_materials_anisotropy: { anisotropyStrength: 0.8, anisotropyTexture: { index: 1 } },
        },
        extras: { dataTexture: 2, dataChannels: ['root to tip', 'strand', 'depth', 'coverage'] },
      },
    ],
    textures: pictures.map((_, source) => ({ source, sampler: 0 })),
    samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 33071, wrapT: 33071 }],
    images: pictures.map(([name, picture]) => ({
      name,
      mimeType: 'image/png',
      bufferView: glb.bytes(encodePng(picture)),
    })),
  };
}

const PLAIN_MATERIAL: Json = [
  {
    name: 'hair',
    doubleSided: true,
    pbrMetallicRoughness: { baseColorFactor: [0.19, 0.09, 0.045, 1], metallicFactor: 0, roughnessFactor: 0.45 },
  },
];

function sceneOf(glb: GlbBuilder, geometry: Geometry, animation: HairAnimation, file: string): JsonObject {
  const { name, isLines, indices, fixed } = geometry;
  const first = geometry.at(finiteFrame(animation, 0, file));
  checkSize(first, animation, file);
  const attributes = Object.entries({ ...first, ...fixed }).map(([key, { size, values }]) => [
    key,
    glb.vertices(values, size, key === 'POSITION'),
  ]);
  const primitive: JsonObject = {
    attributes: Object.fromEntries(attributes),
    indices: glb.indices(indices),
    material: 0,
    ...(isLines ? { mode: 1 } : {}),
  };
  const isMoving = animation.times.length > 1;
  const targets = isMoving ? targetsOf(glb, geometry, first, animation, file) : [];
  return {
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    meshes: [
      isMoving
        ? { name, primitives: [{ ...primitive, targets }], weights: targets.map(() => 0) }
        : { name, primitives: [primitive] },
    ],
    ...(isMoving ? { animations: [animationOf(glb, animation, file)] } : {}),
  };
}

function finiteFrame(animation: HairAnimation, frame: number, file: string): Float32Array {
  const points = frame === 0 ? animation.strands.positions : animation.frame(frame);
  for (let i = 0; i < points.length; i++)
    if (!Number.isFinite(points[i]))
      throw new InputError(
        'gltf/not-finite',
        `${file}: point ${Math.floor(i / 3)} of frame ${frame} is not finite, which glTF forbids: repair the hair first`,
      );
  return points;
}

function checkSize(
  first: Readonly<Record<string, VertexNumbers>>,
  { strands, times }: HairAnimation,
  file: string,
): void {
  let bytes = 0;
  for (const { values } of Object.values(first)) bytes += values.byteLength * times.length;
  if (bytes > MOST_BYTES)
    throw new InputError(
      'gltf/size',
      `${file}: ${times.length} frames of ${grouped(pointCount(strands))} points would take ${(bytes / 1e9).toFixed(1)} GB: ` +
        'write the guides alone, fewer frames or cards, or an animation as .abc or .usda',
    );
}

/** What is added to the first frame to make each of the others. */
function targetsOf(
  glb: GlbBuilder,
  geometry: Geometry,
  first: Readonly<Record<string, VertexNumbers>>,
  animation: HairAnimation,
  file: string,
): Json[] {
  const targets: Json[] = [];
  for (let k = 1; k < animation.times.length; k++) {
    const now = geometry.at(finiteFrame(animation, k, file));
    const differences = Object.entries(now).map(([key, numbers]) => [
      key,
      glb.vertices(difference(numbers, first[key]!), 3, key === 'POSITION'),
    ]);
    targets.push(Object.fromEntries(differences));
  }
  return targets;
}

/** The fourth number of a tangent is a sign and takes no part. */
function difference({ size, values }: VertexNumbers, from: VertexNumbers): Float32Array {
  const result = new Float32Array((3 * values.length) / size);
  for (let v = 0; 3 * v < result.length; v++)
    for (let c = 0; c < 3; c++) result[3 * v + c] = values[size * v + c]! - from.values[size * v + c]!;
  return result;
}

/** At the time of each frame its own target is there in full and no other: between frames, points go straight. */
function animationOf(glb: GlbBuilder, { times }: HairAnimation, file: string): Json {
  const frames = times.length;
  // Times of glTF are not below zero.
  const start = Math.min(0, times[0]!);
  const keys = Float32Array.from(times, (time) => time - start);
  for (let k = 1; k < frames; k++)
    if (!(keys[k]! > keys[k - 1]!))
      throw new InputError(
        'gltf/times',
        `${file}: frames ${k - 1} and ${k} at ${times[k]} s are too close to each other for glTF's numbers`,
      );
  const weights = new Float32Array(frames * (frames - 1));
  for (let k = 1; k < frames; k++) weights[k * (frames - 1) + k - 1] = 1;
  return {
    name: 'hair',
    channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }],
    samplers: [{ input: glb.keys(keys, true), output: glb.keys(weights), interpolation: 'LINEAR' }],
  };
}
