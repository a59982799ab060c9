import type { MeshRegion, TriangleMesh } from '../body/mesh.ts';
import { makeMesh, vertexCount, vertexNormals } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import { grouped } from './budget.ts';
import type { Source, Target } from './format.ts';
import type { ObjCounts } from './obj-count.ts';
import { countObj, readValues } from './obj-count.ts';
import { F, G, ObjScanner, V, VN, VT } from './obj-scanner.ts';
import { TextWriter } from './text-writer.ts';

/**
 * Wavefront .obj meshes. Vertices stay as they are, so that a closed surface stays closed: a vertex with several texture
 * coordinates keeps those that a face names first, one with several normals gets their mean. Polygons become fans.
 * A group (`g`) becomes a region with weight 1 on the vertices of its faces.
 */

interface Faces {
  readonly triangles: Uint32Array;
  /** Index of the texture coordinates of each vertex, -1 for none; absent where no face names any. */
  readonly textureOf?: Int32Array;
  readonly seams: number;
  /** Sum of the different normals of each vertex; absent where no face names any. */
  readonly normals?: Float32Array;
  readonly thinFaces: number;
  readonly groups: ReadonlyMap<string, Uint8Array>;
}

/** Reads the faces of one file; one object so that the loop over a face's corners needs no arguments. */
class FaceReader {
  readonly #scanner: ObjScanner;
  readonly #counts: ObjCounts;
  readonly #source: Source;
  readonly #fileNormals: Float32Array;
  readonly #triangles: Uint32Array;
  readonly #textureOf: Int32Array | undefined;
  readonly #normalOf: Int32Array | undefined;
  readonly #normals: Float32Array | undefined;
  readonly #groups = new Map<string, Uint8Array>();
  #group: Uint8Array | undefined;
  #groupsLeftOut = 0;
  #filled = 0;
  #seams = 0;
  #thin = 0;
  #vertices = 0;
  #texturesBefore = 0;
  #normalsBefore = 0;

  constructor(source: Source, scanner: ObjScanner, counts: ObjCounts, fileNormals: Float32Array) {
    const { budget } = source;
    const { vertices, triangles, textures, normals } = counts;
    this.#source = source;
    this.#scanner = scanner;
    this.#counts = counts;
    this.#fileNormals = fileNormals;
    this.#triangles = budget.uint32(3 * triangles, 'triangles');
    if (textures > 0) this.#textureOf = budget.int32(vertices, 'texture references').fill(-1);
    if (normals > 0) {
      this.#normalOf = budget.int32(vertices, 'normal references').fill(-1);
      this.#normals = budget.float32(3 * vertices, 'normals');
    }
  }

  read(): Faces {
    const scanner = this.#scanner;
    for (let more = scanner.firstLine(); more; more = scanner.nextLine()) {
      const { keyword } = scanner;
      if (keyword === V) this.#vertices++;
      else if (keyword === VT) this.#texturesBefore++;
      else if (keyword === VN) this.#normalsBefore++;
      else if (keyword === G) this.#startGroup();
      else if (keyword === F) this.#face();
    }
    if (this.#groupsLeftOut > 0)
      this.#source.note(`${this.#groupsLeftOut} groups were not kept as regions: there are too many`);
    return {
      triangles: this.#triangles,
      textureOf: this.#textureOf?.some((t) => t >= 0) ? this.#textureOf : undefined,
      seams: this.#seams,
      normals: this.#normals,
      thinFaces: this.#thin,
      groups: this.#groups,
    };
  }

  #startGroup(): void {
    const words: string[] = [];
    while (this.#scanner.nextWord()) words.push(this.#scanner.word());
    const name = words.join(' ');
    this.#group = this.#groups.get(name);
    if (name === '' || this.#group) return;
    // A group takes a mark now and a weight later; texture coordinates and normals, still to come, go before groups.
    const { vertices } = this.#counts;
    if (this.#source.budget.has(5 * vertices * (this.#groups.size + 1) + 44 * vertices)) {
      this.#group = this.#source.budget.uint8(this.#counts.vertices, 'group marks');
      this.#groups.set(name, this.#group);
    } else this.#groupsLeftOut++;
  }

  #face(): void {
    let first = -1;
    let previous = -1;
    let corners = 0;
    while (this.#scanner.nextWord()) {
      const corner = this.#corner();
      if (corners === 0) first = corner;
      if (corners > 1) {
        this.#triangles[this.#filled] = first;
        this.#triangles[this.#filled + 1] = previous;
        this.#triangles[this.#filled + 2] = corner;
        this.#filled += 3;
      }
      previous = corner;
      corners++;
    }
    if (corners < 3) this.#thin++;
  }

  #corner(): number {
    const { vertices, textures, normals } = this.#counts;
    const scanner = this.#scanner;
    const vertex = scanner.reference(0, this.#vertices, vertices);
    const texture = scanner.reference(1, this.#texturesBefore, textures);
    if (texture >= 0 && this.#textureOf) {
      const known = this.#textureOf[vertex]!;
      if (known < 0) this.#textureOf[vertex] = texture;
      else if (known !== texture) this.#seams++;
    }
    const normal = scanner.reference(2, this.#normalsBefore, normals);
    if (normal >= 0) this.#addNormal(vertex, normal);
    if (this.#group) this.#group[vertex] = 1;
    return vertex;
  }

  #addNormal(vertex: number, normal: number): void {
    if (!this.#normals || !this.#normalOf || this.#normalOf[vertex] === normal) return;
    if (this.#normalOf[vertex]! < 0) this.#normalOf[vertex] = normal;
    for (let k = 0; k < 3; k++) this.#normals[3 * vertex + k]! += this.#fileNormals[3 * normal + k]!;
  }
}

/** Unit normals. Those that are unit length already keep their bits; vertices without one get that of the surface. */
function finishNormals(
  source: Source,
  sums: Float32Array,
  positions: Float32Array,
  triangles: Uint32Array,
): Float32Array {
  let computed: Float32Array | undefined;
  for (let v = 0; v < sums.length; v += 3) {
    const x = sums[v]!;
    const y = sums[v + 1]!;
    const z = sums[v + 2]!;
    const square = x * x + y * y + z * z;
    if (Math.abs(square - 1) < 1e-6) continue;
    if (square > 0 && square < Number.POSITIVE_INFINITY) {
      const l = Math.sqrt(square);
      sums[v] = x / l;
      sums[v + 1] = y / l;
      sums[v + 2] = z / l;
    } else {
      if (!computed) {
        source.budget.claim(12 * sums.length, 'normals');
        computed = vertexNormals(positions, triangles);
      }
      for (let k = 0; k < 3; k++) sums[v + k] = computed[v + k]!;
    }
  }
  return sums;
}

function regionsOf(source: Source, groups: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, MeshRegion> {
  const regions = new Map<string, MeshRegion>();
  for (const [name, marks] of groups) {
    const weight = source.budget.float32(marks.length, 'regions');
    weight.set(marks);
    regions.set(name, { weight });
  }
  return regions;
}

export function readObjMesh(source: Source): TriangleMesh {
  const { name, bytes, budget, note } = source;
  const scanner = new ObjScanner(name, bytes);
  const counts = countObj(scanner);
  if (counts.faces === 0)
    throw new InputError('obj/no-faces', `${name}: there is no face (f) in the file, so it is no mesh`);
  const { positions, textures, normals } = readValues(scanner, budget, counts);
  const faces = new FaceReader(source, scanner, counts, normals).read();
  if (faces.thinFaces > 0) note(`${faces.thinFaces} faces with fewer than three corners were left out`);
  const { textureOf } = faces;
  let uv: Float32Array | undefined;
  if (textureOf) {
    uv = budget.float32(2 * counts.vertices, 'texture coordinates');
    for (let v = 0; v < counts.vertices; v++)
      if (textureOf[v]! >= 0) uv.set(textures.subarray(2 * textureOf[v]!, 2 * textureOf[v]! + 2), 2 * v);
    if (faces.seams > 0)
      note(
        `${grouped(faces.seams)} face corners lie on a texture seam: their vertices keep the coordinates that a face names first`,
      );
  }
  if (!faces.normals) {
    budget.claim(36 * counts.vertices, 'normals');
    note(`${name}: the file has no normals: smooth ones were made from its faces`);
  }
  return makeMesh({
    positions,
    triangles: faces.triangles,
    normals: faces.normals && finishNormals(source, faces.normals, positions, faces.triangles),
    uv,
    regions: regionsOf(source, faces.groups),
  });
}

export function writeObjMesh(mesh: TriangleMesh, { note }: Target): Uint8Array {
  const { positions, normals, uv, triangles, regions } = mesh;
  if (regions.size > 0)
    note(`.obj has no place for these regions, they were left out: ${[...regions.keys()].join(', ')}`);
  const vertices = vertexCount(mesh);
  const out = new TextWriter().text('# written by Pelage\n');
  for (let v = 0; v < vertices; v++) out.floats('v', positions, 3 * v, 3);
  if (uv) for (let v = 0; v < vertices; v++) out.floats('vt', uv, 2 * v, 2);
  for (let v = 0; v < vertices; v++) out.floats('vn', normals, 3 * v, 3);
  for (let t = 0; t < triangles.length; t += 3) {
    out.text('f');
    for (let k = 0; k < 3; k++) {
      const index = triangles[t + k]! + 1;
      out.text(' ').integer(index).text('/');
      if (uv) out.integer(index);
      out.text('/').integer(index);
    }
    out.text('\n');
  }
  return out.bytes();
}
