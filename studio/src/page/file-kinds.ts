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

/** Longest side of a body in its file's own numbers, as far as the file tells it at a glance; null where it does not. */
export function extentOfBody({ name, bytes }: NamedFile): number | null {
  const box = name.toLowerCase().endsWith('.obj') ? boxOfObj(bytes) : boxOfGltf(name, bytes);
  return box && Math.max(...box.high.map((value, c) => value - box.low[c]!));
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
    readonly primitives: readonly { readonly attributes: { readonly POSITION?: number } }[];
  }[];
}

/** glTF 2.0 asks for the least and largest place of every mesh. */
function boxOfGltf(name: string, bytes: Uint8Array): Box | null {
  const isBinary = name.toLowerCase().endsWith('.glb');
  if (isBinary && bytes.length < 20) return null;
  const length = isBinary ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) : bytes.length;
  try {
    const text = new TextDecoder().decode(isBinary ? bytes.subarray(20, 20 + length) : bytes);
    const { accessors = [], meshes = [] } = JSON.parse(text) as GltfJson;
    const box: Box = { low: [0, 0, 0].fill(Number.POSITIVE_INFINITY), high: [0, 0, 0].fill(Number.NEGATIVE_INFINITY) };
    for (const { attributes } of meshes.flatMap(({ primitives }) => primitives)) {
      const { min, max } = accessors[attributes.POSITION ?? -1] ?? {};
      if (min && max) widen(box, min, max);
    }
    return box.high[0]! >= box.low[0]! ? box : null;
  } catch {
    // The reader says what is wrong with it.
    return null;
  }
}

function widen({ low, high }: Box, least: readonly number[], most: readonly number[]): void {
  for (let c = 0; c < 3; c++) {
    low[c] = Math.min(low[c]!, least[c]!);
    high[c] = Math.max(high[c]!, most[c]!);
  }
}
