import type { Budget } from './budget.ts';
import type { ObjScanner } from './obj-scanner.ts';
import { F, L, P, V, VN, VT } from './obj-scanner.ts';

/** What an .obj file has: counted first, so that every array is allocated once and at its size. */
export interface ObjCounts {
  readonly vertices: number;
  readonly textures: number;
  readonly normals: number;
  readonly faces: number;
  readonly triangles: number;
  /** Lines (`l`) and points (`p`), and the vertices they name. */
  readonly elements: number;
  readonly references: number;
}

export function countObj(scanner: ObjScanner): ObjCounts {
  const counts = { vertices: 0, textures: 0, normals: 0, faces: 0, triangles: 0, elements: 0, references: 0 };
  for (let more = scanner.firstLine(); more; more = scanner.nextLine()) {
    const { keyword } = scanner;
    if (keyword === V) counts.vertices++;
    else if (keyword === VT) counts.textures++;
    else if (keyword === VN) counts.normals++;
    else if (keyword === F) {
      counts.faces++;
      counts.triangles += Math.max(countWords(scanner) - 2, 0);
    } else if (keyword === L) {
      counts.elements++;
      counts.references += countWords(scanner);
    } else if (keyword === P) {
      const points = countWords(scanner);
      counts.elements += points;
      counts.references += points;
    }
  }
  return counts;
}

function countWords(scanner: ObjScanner): number {
  let words = 0;
  while (scanner.nextWord()) words++;
  return words;
}

/** The numbers of all vertices, texture coordinates and normals; those that are not asked for are empty. */
export interface ObjValues {
  readonly positions: Float32Array;
  readonly textures: Float32Array;
  readonly normals: Float32Array;
}

export function readValues(
  scanner: ObjScanner,
  budget: Budget,
  counts: Pick<ObjCounts, 'vertices' | 'textures' | 'normals'>,
): ObjValues {
  const positions = budget.float32(3 * counts.vertices, 'vertices');
  const textures = budget.float32(2 * counts.textures, 'texture coordinates');
  const normals = budget.float32(3 * counts.normals, 'normals');
  let v = 0;
  let t = 0;
  let n = 0;
  for (let more = scanner.firstLine(); more; more = scanner.nextLine()) {
    const { keyword } = scanner;
    if (keyword === V) for (let k = 0; k < 3; k++) positions[v++] = scanner.number();
    else if (keyword === VT && counts.textures > 0) {
      textures[t++] = scanner.number();
      textures[t++] = scanner.number(0);
    } else if (keyword === VN && counts.normals > 0) for (let k = 0; k < 3; k++) normals[n++] = scanner.number();
  }
  return { positions, textures, normals };
}
