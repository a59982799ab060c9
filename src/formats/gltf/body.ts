import type { Animation, Document, Node, Primitive } from '@gltf-transform/core';
import { WebIO } from '@gltf-transform/core';
import { AnimatedMesh, type MeshAnimation } from '../../body/animated-mesh.ts';
import { type MeshRegion, makeMesh, type TriangleMesh, weldedNormals } from '../../body/mesh.ts';
import {
  MOST_KEY_NUMBERS,
  type Rig,
  type RigChannel,
  type RigNode,
  type RigPart,
  type RigSkin,
} from '../../body/rig/rig.ts';
import { weldVertices } from '../../body/weld.ts';
import { InputError } from '../../strands/input-error.ts';
import { colourPicture } from './colour-picture.ts';
import { openGltf } from './container.ts';
import type { NeighbourReader } from './neighbours.ts';

/** A body from a glTF file, with its own motion: nodes, skins and morphs, sampled at any time. */
export interface GltfBody {
  /** All triangles at time 0, in the world, metres. The names of nodes, meshes and materials are its regions. */
  readonly mesh: TriangleMesh;
  /** null where nothing moves. */
  readonly animation: MeshAnimation | null;
  readonly notes: readonly string[];
}

export interface GltfBodyOptions {
  /** Name of the animation; the first where absent. */
  readonly animation?: string;
  /** Metres of one unit; 1 where absent, as glTF says. */
  readonly unit?: number;
  /** For .gltf files that keep their numbers beside them. */
  readonly files?: NeighbourReader;
}

/** Reads a .glb or .gltf. */
export async function readGltfBody(name: string, bytes: Uint8Array, options: GltfBodyOptions = {}): Promise<GltfBody> {
  const notes: string[] = [];
  const opened = await survive(name, () => openGltf(name, bytes, options.files));
  const file = await survive(name, () => new WebIO().readJSON(opened));
  const animation = chooseAnimation(name, file, options.animation, notes);
  const { rig, triangles, named, uv, colours, hasNormals } = readRig(file, animation, options.unit ?? 1);
  const lost = (animation?.listChannels().length ?? 0) - rig.channels.length;
  if (lost > 0) notes.push(`${name}: ${lost} channels of the animation have no usable keys and were left out`);
  if (triangles.length === 0) throw new InputError('gltf/empty', `${name} has no triangles`);
  if (!hasNormals) notes.push(`${name}: the file has no normals: smooth ones were made from its faces`);
  const moving: MeshAnimation = { kind: 'rig', rig };
  const regions = regionsOf(named, rig.vertexCount);
  if (regions.size < named.size)
    notes.push(`${name} has ${named.size} named parts: only the first ${regions.size} are regions`);
  const picture = uv ? colourPicture(name, opened, options.files, notes) : null;
  const parts = {
    ...{ triangles, regions },
    ...(uv ? { uv } : {}),
    ...(colours ? { colours } : {}),
    ...(picture ? { picture } : {}),
  };
  const atStart = { ...parts, ...posed(rig, triangles) };
  const mesh = makeMesh(
    rig.channels.length === 0
      ? atStart
      : { ...atStart, rest: makeMesh({ ...parts, ...posed({ ...rig, channels: [] }, triangles) }) },
  );
  return { mesh, animation: rig.channels.length > 0 ? moving : null, notes };
}

/** Vertices as they are at time 0. */
function posed(rig: Rig, triangles: Uint32Array): Pick<TriangleMesh, 'positions' | 'normals'> {
  const positions = new Float32Array(3 * rig.vertexCount);
  new AnimatedMesh({ kind: 'rig', rig }, { triangles, vertexCount: rig.vertexCount }, false).positionsAt(0, positions);
  return { positions, normals: weldedNormals(positions, triangles, weldVertices(positions)) };
}

async function survive<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('gltf/read', `${name} could not be read: ${(error as Error).message}`);
  }
}

function chooseAnimation(
  name: string,
  file: Document,
  asked: string | undefined,
  notes: string[],
): Animation | undefined {
  const animations = file.getRoot().listAnimations();
  const chosen = asked ? animations.find((animation) => animation.getName() === asked) : animations[0];
  if (asked && !chosen)
    throw new InputError(
      'gltf/animation',
      `${name} has no animation "${asked}"; it has ${animations.map((one) => one.getName()).join(', ') || 'none'}`,
    );
  if (!asked && animations.length > 1)
    notes.push(`${name} has ${animations.length} animations: "${chosen!.getName()}" was taken`);
  return chosen;
}

interface Read {
  readonly rig: Rig;
  readonly triangles: Uint32Array;
  /** Parts by each name that they have. */
  readonly named: ReadonlyMap<string, readonly RigPart[]>;
  /** Two and four a vertex; null where no part has any. */
  readonly uv: Float32Array | null;
  readonly colours: Float32Array | null;
  readonly hasNormals: boolean;
}

function readRig(file: Document, animation: Animation | undefined, unit: number): Read {
  const nodes = file.getRoot().listNodes();
  const index = new Map(nodes.map((node, k) => [node, k]));
  const parts: RigPart[] = [];
  const triangles: number[] = [];
  const named = new Map<string, RigPart[]>();
  let vertices = 0;
  let hasNormals = false;
  const [uv, colours] = [new VertexRows('TEXCOORD_0', [0, 0]), new VertexRows('COLOR_0', [1, 1, 1, 1])];
  nodes.forEach((node, k) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const part = readPart(primitive, node, k, index, vertices);
      if (!part) continue;
      parts.push(part);
      for (const name of namesOf(node, primitive)) {
        if (named.has(name)) named.get(name)!.push(part);
        else named.set(name, [part]);
      }
      const count = part.positions.length / 3;
      readTriangles(primitive, vertices, count, triangles);
      uv.add(primitive, count);
      colours.add(primitive, count);
      hasNormals ||= primitive.getAttribute('NORMAL') !== null;
      vertices += count;
    }
  });
  const rig = {
    nodes: nodes.map((node) => readNode(node, index)),
    parts,
    channels: readChannels(animation, index),
    vertexCount: vertices,
    unit,
  };
  return { rig, triangles: Uint32Array.from(triangles), named, uv: uv.rows(), colours: colours.rows(), hasNormals };
}

/** An attribute of all parts, one after another; parts without it have what is said instead. */
class VertexRows {
  private readonly name: string;
  private readonly absent: readonly number[];
  private readonly parts: Float32Array[] = [];
  private isThere = false;

  constructor(name: string, absent: readonly number[]) {
    this.name = name;
    this.absent = absent;
  }

  add(primitive: Primitive, count: number): void {
    const accessor = primitive.getAttribute(this.name);
    const size = this.absent.length;
    const rows = Float32Array.from({ length: size * count }, (_, i) => this.absent[i % size]!);
    if (accessor) {
      this.isThere = true;
      const row: number[] = [];
      for (let i = 0; i < Math.min(count, accessor.getCount()); i++) {
        accessor.getElement(i, row);
        for (let c = 0; c < Math.min(size, row.length); c++) if (Number.isFinite(row[c])) rows[size * i + c] = row[c]!;
      }
    }
    this.parts.push(rows);
  }

  rows(): Float32Array | null {
    if (!this.isThere) return null;
    const all = new Float32Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

function readNode(node: Node, index: ReadonlyMap<Node, number>): RigNode {
  const parent = node.getParentNode();
  return {
    parent: parent ? index.get(parent)! : -1,
    translation: node.getTranslation(),
    rotation: node.getRotation(),
    scale: node.getScale(),
  };
}

function readTriangles(primitive: Primitive, firstVertex: number, count: number, out: number[]): void {
  const indices = primitive.getIndices()?.getArray();
  const total = indices ? indices.length : count;
  for (let i = 0; i + 2 < total; i += 3) {
    const corners = [0, 1, 2].map((c) => (indices ? indices[i + c]! : i + c));
    if (corners.every((corner) => corner < count)) for (const corner of corners) out.push(firstVertex + corner);
  }
}

/** What somebody called a part: its node, its mesh or its material. */
const namesOf = (node: Node, primitive: Primitive): Set<string> =>
  new Set(
    [node.getName(), node.getMesh()?.getName(), primitive.getMaterial()?.getName()].flatMap((name) => name || []),
  );

/** A region costs a number a vertex. */
const MOST_REGIONS = 64;

function regionsOf(named: Read['named'], vertices: number): ReadonlyMap<string, MeshRegion> {
  const regions = new Map<string, MeshRegion>();
  for (const [name, parts] of named) {
    if (regions.size === MOST_REGIONS) break;
    const weight = new Float32Array(vertices);
    for (const { firstVertex, positions } of parts) weight.fill(1, firstVertex, firstVertex + positions.length / 3);
    regions.set(name, { weight });
  }
  return regions;
}

const TRIANGLES = 4;

function readPart(
  primitive: Primitive,
  node: Node,
  k: number,
  index: ReadonlyMap<Node, number>,
  firstVertex: number,
): RigPart | null {
  const position = primitive.getAttribute('POSITION');
  if (!position || primitive.getMode() !== TRIANGLES) return null;
  const count = position.getCount();
  return {
    node: k,
    firstVertex,
    positions: elements(position, 3, count),
    targets: primitive.listTargets().flatMap((target) => {
      const moved = target.getAttribute('POSITION');
      return moved ? [elements(moved, 3, count)] : [];
    }),
    morphWeights: node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? []),
    skin: readSkin(primitive, node, count, index),
  };
}

function readSkin(primitive: Primitive, node: Node, count: number, index: ReadonlyMap<Node, number>): RigSkin | null {
  const skin = node.getSkin();
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = primitive.getAttribute('WEIGHTS_0');
  const nodes = skin?.listJoints() ?? [];
  if (!skin || nodes.length === 0 || !joints || !weights) return null;
  // A joint that the skin does not have is taken as its last: the vertex is misplaced instead of lost.
  const last = nodes.length - 1;
  return {
    joints: Uint32Array.from(elements(joints, 4, count), (joint) => Math.min(joint, last)),
    weights: normalised(elements(weights, 4, count)),
    nodes: Int32Array.from(nodes, (joint) => index.get(joint)!),
    inverse: inverseBind(skin.getInverseBindMatrices(), nodes.length),
  };
}

interface Elements {
  getElement(index: number, target: number[]): number[];
  getCount(): number;
}

/** The first `count` elements; what a damaged file does not have is zero. */
function elements(accessor: Elements, size: number, count: number): Float32Array {
  const out = new Float32Array(size * count);
  const row: number[] = [];
  for (let i = 0; i < Math.min(count, accessor.getCount()); i++) {
    accessor.getElement(i, row);
    for (let c = 0; c < size; c++) out[size * i + c] = row[c] ?? 0;
  }
  return out;
}

function normalised(weights: Float32Array): Float32Array {
  for (let i = 0; i < weights.length; i += 4) {
    const sum = weights[i]! + weights[i + 1]! + weights[i + 2]! + weights[i + 3]!;
    for (let k = 0; k < 4; k++) weights[i + k] = sum > 0 ? weights[i + k]! / sum : k === 0 ? 1 : 0;
  }
  return weights;
}

function inverseBind(accessor: Elements | null, joints: number): Float32Array {
  if (accessor) return elements(accessor, 16, joints);
  const out = new Float32Array(16 * joints);
  for (let j = 0; j < joints; j++) for (let d = 0; d < 4; d++) out[16 * j + 5 * d] = 1;
  return out;
}

function readChannels(animation: Animation | undefined, index: ReadonlyMap<Node, number>): RigChannel[] {
  return (animation?.listChannels() ?? []).flatMap((channel): RigChannel[] => {
    const node = channel.getTargetNode();
    const path = channel.getTargetPath();
    const sampler = channel.getSampler();
    const input = sampler?.getInput()?.getArray();
    const output = sampler?.getOutput();
    if (!node || !path || !sampler || !input || !output || input.length === 0) return [];
    const kind = sampler.getInterpolation();
    const keys = kind === 'CUBICSPLINE' ? 3 * input.length : input.length;
    const width = output.getElementSize();
    const values = elements(output, width, output.getCount());
    const size = path === 'weights' ? Math.floor(values.length / keys) : width;
    if (size === 0 || size > MOST_KEY_NUMBERS || values.length < size * keys) return [];
    const times = Float32Array.from(input);
    const isUsable = values.every(Number.isFinite) && times.every((time, k) => time >= (k > 0 ? times[k - 1]! : 0));
    return isUsable ? [{ node: index.get(node)!, path, track: { times, values, size, kind } }] : [];
  });
}
