import { cos, sin } from '../../numeric/elementary.ts';
import { at, cross, normalize, perpendicular, subtract, type Vec3 } from '../../numeric/vector.ts';
import { pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import type { Target } from '../format.ts';
import { leftOut, onPoints } from '../packing.ts';
import { type CardColour, colourPicture, dataPicture, tangentPicture } from './atlas.ts';
import { CARD_DEFAULTS, type CardOptions, makeCards } from './cards.ts';
import { GlbBuilder, type Json } from './glb.ts';
import { encodePng } from './png.ts';

/** glTF has no curves: hair travels as cards, as tubes, or as lines for previews. */
export type GltfShape = 'cards' | 'tubes' | 'lines';

const SIDES = 4;
const RADIUS_DEFAULT = 5e-5;

export function writeGlb(strands: Strands, shape: GltfShape, options: CardOptions, target: Target): Uint8Array {
  for (const sentence of leftOut(strands, `.glb with ${shape}`, ['radius', 'colour'], ['radius', 'colour']))
    target.note(sentence);
  if (shape === 'cards') return cardsFile(strands, options, target);
  return shape === 'tubes' ? tubesFile(strands) : linesFile(strands);
}

function cardsFile(strands: Strands, options: CardOptions, target: Target): Uint8Array {
  const cards = makeCards(strands, options);
  target.note(
    `${strandCount(strands)} strands became ${cards.count} cards with a sheet of ${cards.atlas.width} x ${cards.atlas.height} pixels`,
  );
  const colour: CardColour = options.colour ?? CARD_DEFAULTS.colour;
  const glb = new GlbBuilder();
  const attributes = {
    POSITION: glb.vertices(cards.positions, 3, true),
    NORMAL: glb.vertices(cards.normals, 3),
    TANGENT: glb.vertices(cards.tangents, 4),
    TEXCOORD_0: glb.vertices(cards.sheet, 2),
    TEXCOORD_1: glb.vertices(cards.place, 2),
  };
  const indices = glb.indices(cards.triangles);
  const pictures = [
    ['colour and coverage', colourPicture(cards.atlas, colour)],
    ['direction', tangentPicture(cards.atlas)],
    ['root to tip, strand, depth, coverage', dataPicture(cards.atlas)],
  ] as const;
  const images: Json = pictures.map(([name, picture]) => ({
    name,
    mimeType: 'image/png',
    bufferView: glb.bytes(encodePng(picture)),
  }));
  return glb.build({
    extensionsUsed: ['KHR_materials_anisotropy'],
    ...sceneOf({ attributes, indices, material: 0 }, 'hair cards'),
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
    images,
  });
}

function sceneOf(primitive: Json, name: string): { readonly [key: string]: Json } {
  return {
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    meshes: [{ name, primitives: [primitive] }],
  };
}

const PLAIN_MATERIAL: Json = [
  {
    name: 'hair',
    doubleSided: true,
    pbrMetallicRoughness: { baseColorFactor: [0.19, 0.09, 0.045, 1], metallicFactor: 0, roughnessFactor: 0.45 },
  },
];

/** One line strip would need a primitive a strand: segments go into one. */
function linesFile(strands: Strands): Uint8Array {
  const glb = new GlbBuilder();
  const segments = pointCount(strands) - strandCount(strands);
  const indices = new Uint32Array(2 * Math.max(0, segments));
  let at = 0;
  for (let s = 0; s < strandCount(strands); s++)
    for (let p = strands.first[s]!; p + 1 < strands.first[s + 1]!; p++) {
      indices[at++] = p;
      indices[at++] = p + 1;
    }
  const colour = onPoints(strands, 'colour', 3);
  const attributes = {
    POSITION: glb.vertices(strands.positions, 3, true),
    ...(colour ? { COLOR_0: glb.vertices(colour, 3) } : {}),
  };
  return glb.build({
    ...sceneOf({ attributes, indices: glb.indices(indices), mode: 1, material: 0 }, 'hair'),
    materials: PLAIN_MATERIAL,
  });
}

function tubesFile(strands: Strands): Uint8Array {
  const glb = new GlbBuilder();
  const radius = onPoints(strands, 'radius', 1);
  const points = pointCount(strands);
  const positions = new Float32Array(3 * SIDES * points);
  const normals = new Float32Array(3 * SIDES * points);
  const indices: number[] = [];
  for (let s = 0; s < strandCount(strands); s++) {
    const [from, to] = [strands.first[s]!, strands.first[s + 1]!];
    let side: Vec3 | null = null;
    for (let p = from; p < to; p++) {
      const tangent = normalize(
        subtract(at(strands.positions, Math.min(p + 1, to - 1)), at(strands.positions, Math.max(p - 1, from))),
        [0, -1, 0],
      );
      side = normalize(cross(cross(tangent, side ?? perpendicular(tangent)), tangent), perpendicular(tangent));
      putRing(positions, normals, p, at(strands.positions, p), tangent, side, radius?.[p] ?? RADIUS_DEFAULT);
      if (p > from) putBand(indices, p);
    }
  }
  const attributes = { POSITION: glb.vertices(positions, 3, true), NORMAL: glb.vertices(normals, 3) };
  return glb.build({
    ...sceneOf({ attributes, indices: glb.indices(Uint32Array.from(indices)), material: 0 }, 'hair'),
    materials: PLAIN_MATERIAL,
  });
}

function putRing(
  positions: Float32Array,
  normals: Float32Array,
  point: number,
  centre: Vec3,
  tangent: Vec3,
  side: Vec3,
  radius: number,
): void {
  const other = cross(tangent, side);
  for (let k = 0; k < SIDES; k++) {
    const angle = (2 * Math.PI * k) / SIDES;
    const [c, s] = [cos(angle), sin(angle)];
    for (let axis = 0; axis < 3; axis++) {
      const n = c * side[axis]! + s * other[axis]!;
      normals[3 * (SIDES * point + k) + axis] = n;
      positions[3 * (SIDES * point + k) + axis] = centre[axis]! + radius * n;
    }
  }
}

function putBand(indices: number[], point: number): void {
  for (let k = 0; k < SIDES; k++) {
    const next = (k + 1) % SIDES;
    const [a, b] = [SIDES * (point - 1) + k, SIDES * (point - 1) + next];
    const [c, d] = [SIDES * point + k, SIDES * point + next];
    indices.push(a, b, c, b, d, c);
  }
}
