import type { NamedFile } from '../simulation/protocol.ts';

/** What a file holds, by its first and its telling bytes: hair, a body, a scene, or something that belongs to one of them. */
export type FileKind = 'scene' | 'hair' | 'body' | 'beside';

/** Of long files so much is looked at, from the beginning and from the end. */
const LOOKED_AT = 4_000_000;

export function kindOfFile({ name, bytes }: NamedFile): FileKind {
  const end = name.toLowerCase().slice(name.lastIndexOf('.'));
  switch (end) {
    case '.json':
      return 'scene';
    case '.glb':
    case '.gltf':
      return 'body';
    case '.obj':
      return holds(bytes, /^l\s/m) || !holds(bytes, /^f\s/m) ? 'hair' : 'body';
    case '.usda':
    case '.usdc':
    case '.usd':
    case '.usdz':
      return holds(bytes, /(Basis|Nurbs|Hermite)Curves/) || !holds(bytes, /Mesh/) ? 'hair' : 'body';
    case '.abc':
      return holds(bytes, /AbcGeom_Curve/) || !holds(bytes, /AbcGeom_PolyMesh/) ? 'hair' : 'body';
    case '.tfx':
    case '.hair':
    case '.pelage':
    case '.ply':
    case '.data':
    case '.txt':
    case '.xyz':
      return 'hair';
    default:
      return 'beside';
  }
}

function holds(bytes: Uint8Array, sign: RegExp): boolean {
  const decoder = new TextDecoder('latin1');
  if (sign.test(decoder.decode(bytes.subarray(0, LOOKED_AT)))) return true;
  return bytes.length > LOOKED_AT && sign.test(decoder.decode(bytes.subarray(-LOOKED_AT)));
}

/** What a body's file tells at a glance. */
export interface BodyGlance {
  /** Sides of its box in the file's own numbers; null where the file does not tell it. */
  readonly sides: readonly number[] | null;
  readonly paint: 'texture' | 'vertex-colours' | null;
  /** Names of its animations. */
  readonly clips: readonly string[];
}

export function glanceAt({ name, bytes }: NamedFile): BodyGlance {
  const isObj = name.toLowerCase().endsWith('.obj');
  const gltf = isObj ? null : gltfOf(name, bytes);
  const box = isObj ? boxOfObj(bytes) : gltf ? boxOfGltf(gltf) : null;
  return {
    sides: box?.high.map((value, c) => value - box.low[c]!) ?? null,
    paint: gltf ? paintOf(gltf) : null,
    clips: gltf?.animations?.flatMap((animation) => animation.name ?? []) ?? [],
  };
}

interface Box {
  readonly low: number[];
  readonly high: number[];
}

function boxOfObj(bytes: Uint8Array): Box | null {
  const box: Box = { low: [0, 0, 0].fill(Number.POSITIVE_INFINITY), high: [0, 0, 0].fill(Number.NEGATIVE_INFINITY) };
  for (const [, ...place] of new TextDecoder('latin1').decode(bytes).matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm))
    widen(box, place.map(Number), place.map(Number));
  return box.high[0]! >= box.low[0]! ? box : null;
}

interface GltfJson {
  readonly accessors?: readonly { readonly min?: number[]; readonly max?: number[] }[];
  readonly meshes?: readonly {
    readonly primitives: readonly { readonly attributes: { readonly POSITION?: number; readonly COLOR_0?: number } }[];
  }[];
  readonly materials?: readonly { readonly pbrMetallicRoughness?: { readonly baseColorTexture?: unknown } }[];
  readonly animations?: readonly { readonly name?: string }[];
}

/** The JSON of a glTF file; null where it is none: the reader says what is wrong with it. */
function gltfOf(name: string, bytes: Uint8Array): GltfJson | null {
  if (!/\.gl(b|tf)$/i.test(name)) return null;
  const isBinary = name.toLowerCase().endsWith('.glb');
  if (isBinary && bytes.length < 20) return null;
  const length = isBinary ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) : bytes.length;
  try {
    return JSON.parse(new TextDecoder().decode(isBinary ? bytes.subarray(20, 20 + length) : bytes)) as GltfJson;
  } catch {
    return null;
  }
}

const attributesOf = ({ meshes = [] }: GltfJson) =>
  meshes.flatMap(({ primitives = [] }) => primitives.map(({ attributes = {} }) => attributes));

/** glTF 2.0 asks for the least and largest place of every mesh. */
function boxOfGltf(gltf: GltfJson): Box | null {
  const box: Box = { low: [0, 0, 0].fill(Number.POSITIVE_INFINITY), high: [0, 0, 0].fill(Number.NEGATIVE_INFINITY) };
  for (const { POSITION } of attributesOf(gltf)) {
    const { min, max } = gltf.accessors?.[POSITION ?? -1] ?? {};
    if (min && max) widen(box, min, max);
  }
  return box.high[0]! >= box.low[0]! ? box : null;
}

function paintOf(gltf: GltfJson): BodyGlance['paint'] {
  if (gltf.materials?.some(({ pbrMetallicRoughness }) => pbrMetallicRoughness?.baseColorTexture)) return 'texture';
  return attributesOf(gltf).some(({ COLOR_0 }) => COLOR_0 !== undefined) ? 'vertex-colours' : null;
}

function widen({ low, high }: Box, least: readonly number[], most: readonly number[]): void {
  for (let c = 0; c < 3; c++) {
    low[c] = Math.min(low[c]!, least[c]!);
    high[c] = Math.max(high[c]!, most[c]!);
  }
}
