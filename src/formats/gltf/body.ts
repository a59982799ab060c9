import type { Animation, Document, Node, Primitive } from '@gltf-transform/core';
import { WebIO } from '@gltf-transform/core';
import { makeMesh, type TriangleMesh } from '../../body/mesh.ts';
import type { Quat } from '../../numeric/rotation.ts';
import { InputError } from '../../strands/input-error.ts';
import { viewOf } from '../bytes.ts';
import { sampleTrack, type Track } from './sampler.ts';
import { composeMatrix, multiplyMatrices, transformInto } from './transform.ts';

/** A body from a glTF file, with its own motion: nodes, skins and morphs, sampled at any time. */
export interface GltfBody {
  /** All triangles at time 0, in the world. */
  readonly mesh: TriangleMesh;
  /** Length of the animation, seconds; 0 where nothing moves. */
  readonly duration: number;
  /** Writes all vertices, in the mesh's order, at a time. */
  positionsAt(time: number, out: Float32Array): void;
  readonly notes: readonly string[];
}

export interface GltfBodyOptions {
  /** Name of the animation; the first where absent. */
  readonly animation?: string;
}

/** Reads a .glb. Everything that the file promises is checked against its size before the library sees it. */
export async function readGltfBody(name: string, bytes: Uint8Array, options: GltfBodyOptions = {}): Promise<GltfBody> {
  const notes: string[] = [];
  checkGlb(name, bytes);
  let file: Document;
  try {
    file = await new WebIO().readBinary(bytes);
  } catch (error) {
    throw new InputError('gltf/read', `${name} could not be read: ${(error as Error).message}`);
  }
  const root = file.getRoot();
  const animations = root.listAnimations();
  const chosen = options.animation
    ? animations.find((animation) => animation.getName() === options.animation)
    : animations[0];
  if (options.animation && !chosen)
    throw new InputError(
      'gltf/animation',
      `${name} has no animation "${options.animation}"; it has ${animations.map((a) => a.getName()).join(', ') || 'none'}`,
    );
  if (!options.animation && animations.length > 1)
    notes.push(`the file has ${animations.length} animations: "${chosen!.getName()}" was taken`);
  const rig = new Rig(file, chosen);
  if (rig.vertexCount === 0) throw new InputError('gltf/empty', `${name} has no triangles`);
  const positions = new Float32Array(3 * rig.vertexCount);
  rig.pose(0, positions);
  return {
    mesh: makeMesh({ positions: positions.slice(), triangles: rig.triangles }),
    duration: rig.duration,
    positionsAt: (time, out) => rig.pose(time, out),
    notes,
  };
}

interface AccessorJson {
  readonly count?: number;
  readonly bufferView?: number;
  readonly type?: string;
  readonly sparse?: { readonly count?: number };
}

const MOST_BYTES_A_ELEMENT = 64;

/** An accessor without a buffer view is filled with zeros as long as it says: no longer than the file itself. */
function checkGlb(name: string, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67)
    throw new InputError('gltf/magic', `${name}: a .glb file starts with glTF, this one does not`);
  const length = view.getUint32(12, true);
  if (20 + length > bytes.length) throw new InputError('gltf/truncated', `${name}: the file ends within its JSON`);
  let json: { accessors?: AccessorJson[]; extensionsRequired?: string[]; buffers?: { uri?: string }[] };
  try {
    json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  } catch (error) {
    throw new InputError('gltf/json', `${name}: its JSON is damaged: ${(error as Error).message}`);
  }
  const needed = json.extensionsRequired ?? [];
  if (needed.length > 0)
    throw new InputError(
      'gltf/extension',
      `${name} needs ${needed.join(', ')}, which is not read: export it without compression`,
    );
  if (json.buffers?.some((buffer) => buffer.uri !== undefined))
    throw new InputError('gltf/external', `${name} names files beside it: export it as one .glb`);
  for (const accessor of json.accessors ?? [])
    if (!((accessor.count ?? 0) * (accessor.bufferView === undefined ? MOST_BYTES_A_ELEMENT : 1) <= bytes.length))
      throw new InputError('gltf/count', `${name}: an accessor of ${accessor.count} elements is larger than the file`);
}

/** One drawn part: a primitive of a mesh on a node. */
interface Part {
  readonly node: number;
  readonly positions: Float32Array;
  readonly targets: readonly Float32Array[];
  readonly joints: Uint32Array | null;
  readonly weights: Float32Array | null;
  /** Nodes of the skin and their inverse bind matrices. */
  readonly skin: { readonly nodes: Int32Array; readonly inverse: Float32Array } | null;
  readonly firstVertex: number;
}

type Path = 'translation' | 'rotation' | 'scale' | 'weights';

interface Channel {
  readonly node: number;
  readonly path: Path;
  readonly track: Track;
}

class Rig {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly duration: number;
  private readonly parts: Part[] = [];
  private readonly nodes: readonly Node[];
  private readonly parents: Int32Array;
  /** Nodes, parents before children. */
  private readonly order: number[];
  private readonly channels: readonly Channel[];
  private readonly world: Float64Array[];
  private readonly local: Float64Array = new Float64Array(16);
  private readonly value: Float64Array = new Float64Array(512);

  constructor(file: Document, animation: Animation | undefined) {
    const root = file.getRoot();
    this.nodes = root.listNodes();
    const index = new Map(this.nodes.map((node, k) => [node, k]));
    this.parents = Int32Array.from(this.nodes, (node) => {
      const parent = node.getParentNode();
      return parent ? index.get(parent)! : -1;
    });
    this.order = byDepth(this.parents);
    this.world = this.nodes.map(() => new Float64Array(16));
    const triangles: number[] = [];
    let vertices = 0;
    this.nodes.forEach((node, k) => {
      for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
        const part = readPart(primitive, node, k, index, vertices);
        if (!part) continue;
        this.parts.push(part);
        const count = part.positions.length / 3;
        const indices = primitive.getIndices()?.getArray();
        const total = indices ? indices.length : count;
        for (let i = 0; i + 2 < total; i += 3) {
          const corners = [0, 1, 2].map((c) => (indices ? indices[i + c]! : i + c));
          if (corners.every((corner) => corner < count))
            for (const corner of corners) triangles.push(vertices + corner);
        }
        vertices += count;
      }
    });
    this.vertexCount = vertices;
    this.triangles = Uint32Array.from(triangles);
    this.channels = readChannels(animation, index);
    this.duration = this.channels.reduce((most, { track }) => Math.max(most, track.times.at(-1) ?? 0), 0);
  }

  pose(time: number, out: Float32Array): void {
    const weights = new Map<number, Float64Array>();
    const changed = new Map<number, Map<Path, Float64Array>>();
    for (const { node, path, track } of this.channels) {
      sampleTrack(track, time, path === 'rotation', this.value);
      const value = this.value.slice(0, track.size);
      if (path === 'weights') weights.set(node, value);
      else changed.set(node, (changed.get(node) ?? new Map()).set(path, value));
    }
    for (const k of this.order) this.placeNode(k, changed.get(k));
    for (const part of this.parts) this.posePart(part, weights.get(part.node), out);
  }

  private placeNode(k: number, changed: Map<Path, Float64Array> | undefined): void {
    const node = this.nodes[k]!;
    const rotation = changed?.get('rotation') ?? node.getRotation();
    composeMatrix(
      changed?.get('translation') ?? node.getTranslation(),
      [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!] as Quat,
      changed?.get('scale') ?? node.getScale(),
      this.local,
    );
    const parent = this.parents[k]!;
    if (parent < 0) this.world[k]!.set(this.local);
    else multiplyMatrices(this.world[parent]!, this.local, this.world[k]!);
  }

  private posePart(part: Part, animated: Float64Array | undefined, out: Float32Array): void {
    const morphed = this.morph(part, animated);
    const at = 3 * part.firstVertex;
    if (!part.skin) {
      const m = this.world[part.node]!;
      for (let i = 0; i < morphed.length; i += 3)
        transformInto(m, morphed[i]!, morphed[i + 1]!, morphed[i + 2]!, out, at + i);
      return;
    }
    skinPart(part, this.jointMatrices(part), morphed, out);
  }

  private morph(part: Part, animated: Float64Array | undefined): Float32Array | Float64Array {
    const node = this.nodes[part.node]!;
    const weights =
      animated ?? (node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? []));
    if (part.targets.length === 0 || !Array.from(weights).some((weight) => weight !== 0)) return part.positions;
    const out = Float64Array.from(part.positions);
    part.targets.forEach((target, k) => {
      const weight = weights[k] ?? 0;
      if (weight !== 0) for (let i = 0; i < out.length; i++) out[i] = out[i]! + weight * target[i]!;
    });
    return out;
  }

  private jointMatrices({ skin }: Part): Float64Array {
    const matrices = new Float64Array(16 * skin!.nodes.length);
    skin!.nodes.forEach((node, j) => {
      multiplyMatrices(this.world[node]!, skin!.inverse.subarray(16 * j, 16 * j + 16), this.local);
      matrices.set(this.local, 16 * j);
    });
    return matrices;
  }
}

function skinPart(part: Part, matrices: Float64Array, x: ArrayLike<number>, out: Float32Array): void {
  const joints = part.joints!;
  const weights = part.weights!;
  const blended = new Float64Array(16);
  for (let v = 0; v < joints.length / 4; v++) {
    blended.fill(0);
    for (let k = 0; k < 4; k++) {
      const weight = weights[4 * v + k]!;
      if (weight === 0) continue;
      const m = 16 * joints[4 * v + k]!;
      for (let e = 0; e < 16; e++) blended[e] = blended[e]! + weight * matrices[m + e]!;
    }
    transformInto(blended, x[3 * v]!, x[3 * v + 1]!, x[3 * v + 2]!, out, 3 * (part.firstVertex + v));
  }
}

const TRIANGLES = 4;

function readPart(
  primitive: Primitive,
  node: Node,
  k: number,
  index: ReadonlyMap<Node, number>,
  firstVertex: number,
): Part | null {
  const position = primitive.getAttribute('POSITION');
  if (!position || primitive.getMode() !== TRIANGLES) return null;
  const count = position.getCount();
  const skin = node.getSkin();
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = primitive.getAttribute('WEIGHTS_0');
  const isSkinned = skin !== null && skin.listJoints().length > 0 && joints !== null && weights !== null;
  // A joint that the skin does not have is taken as its last: the vertex is misplaced instead of lost.
  const last = Math.max(0, (skin?.listJoints().length ?? 1) - 1);
  return {
    node: k,
    positions: elements(position, 3, count),
    targets: primitive.listTargets().flatMap((target) => {
      const moved = target.getAttribute('POSITION');
      return moved ? [elements(moved, 3, count)] : [];
    }),
    joints: isSkinned ? Uint32Array.from(elements(joints, 4, count), (joint) => Math.min(joint, last)) : null,
    weights: isSkinned ? normalised(elements(weights, 4, count)) : null,
    skin: isSkinned
      ? {
          nodes: Int32Array.from(skin.listJoints(), (joint) => index.get(joint)!),
          inverse: inverseBind(skin.getInverseBindMatrices(), skin.listJoints().length),
        }
      : null,
    firstVertex,
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

function readChannels(animation: Animation | undefined, index: ReadonlyMap<Node, number>): Channel[] {
  return (animation?.listChannels() ?? []).flatMap((channel): Channel[] => {
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
    if (size === 0 || size > 512 || values.length < size * keys) return [];
    return [{ node: index.get(node)!, path, track: { times: Float32Array.from(input), values, size, kind } }];
  });
}

/** Indices with every parent before its children. */
function byDepth(parents: Int32Array): number[] {
  const depth = (k: number): number => {
    let steps = 0;
    for (let p = parents[k]!; p >= 0 && steps <= parents.length; p = parents[p]!) steps++;
    return steps;
  };
  const depths = Array.from(parents, (_, k) => depth(k));
  return depths.map((_, k) => k).sort((a, b) => depths[a]! - depths[b]! || a - b);
}
