import type { Quat } from '../../numeric/rotation.ts';
import { composeMatrix, multiplyMatrices, transformInto } from './matrix.ts';
import { sampleTrack, type Track } from './track.ts';

/** A body that moves by nodes, skins and morphs, as plain data: it can be posted to workers and posed at any time there. */
export interface Rig {
  readonly nodes: readonly RigNode[];
  readonly parts: readonly RigPart[];
  readonly channels: readonly RigChannel[];
  readonly vertexCount: number;
  /** Metres of one unit. */
  readonly unit: number;
}

export interface RigNode {
  /** −1: none. Parents come in any order. */
  readonly parent: number;
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** Vertices that hang on one node, or on the joints of a skin. */
export interface RigPart {
  readonly node: number;
  readonly firstVertex: number;
  readonly positions: Float32Array;
  /** Displacements of every vertex, each weighed by the morph weight of the same number. */
  readonly targets: readonly Float32Array[];
  /** Where nothing animates them. */
  readonly morphWeights: readonly number[];
  /** Four joints a vertex with weights that sum to 1; null: the node carries the part. */
  readonly skin: RigSkin | null;
}

export interface RigSkin {
  readonly joints: Uint32Array;
  readonly weights: Float32Array;
  /** Node of each joint, and the matrix from the mesh to it in the pose that the mesh was bound in. */
  readonly nodes: Int32Array;
  readonly inverse: Float32Array;
}

export type RigPath = 'translation' | 'rotation' | 'scale' | 'weights';

export interface RigChannel {
  readonly node: number;
  readonly path: RigPath;
  readonly track: Track;
}

/** Numbers of the largest key: a mesh has no more morphs than this. */
export const MOST_KEY_NUMBERS = 512;

/** Seconds from 0 to the last key; 0 where nothing moves. */
export function rigDuration({ channels }: Pick<Rig, 'channels'>): number {
  return channels.reduce((most, { track }) => Math.max(most, track.times.at(-1) ?? 0), 0);
}

/** Poses a rig: linear blend skinning after morphs, in double precision. */
export class RigPoser {
  private readonly rig: Rig;
  /** Parents before children. */
  private readonly order: readonly number[];
  private readonly world: readonly Float64Array[];
  private readonly local = new Float64Array(16);
  private readonly value = new Float64Array(MOST_KEY_NUMBERS);

  constructor(rig: Rig) {
    this.rig = rig;
    this.order = byDepth(rig.nodes.map(({ parent }) => parent));
    this.world = rig.nodes.map(() => new Float64Array(16));
  }

  /** Writes all vertices, xyz rows, metres. */
  pose(time: number, out: Float32Array | Float64Array): void {
    const weights = new Map<number, Float64Array>();
    const changed = new Map<number, Map<RigPath, Float64Array>>();
    for (const { node, path, track } of this.rig.channels) {
      sampleTrack(track, time, path === 'rotation', this.value);
      const value = this.value.slice(0, track.size);
      if (path === 'weights') weights.set(node, value);
      else changed.set(node, (changed.get(node) ?? new Map()).set(path, value));
    }
    for (const k of this.order) this.placeNode(k, changed.get(k));
    for (const part of this.rig.parts) this.posePart(part, weights.get(part.node) ?? part.morphWeights, out);
    const { unit } = this.rig;
    if (unit !== 1) for (let i = 0; i < out.length; i++) out[i] = unit * out[i]!;
  }

  private placeNode(k: number, changed: Map<RigPath, Float64Array> | undefined): void {
    const node = this.rig.nodes[k]!;
    const rotation = changed?.get('rotation') ?? node.rotation;
    composeMatrix(
      changed?.get('translation') ?? node.translation,
      [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!] as Quat,
      changed?.get('scale') ?? node.scale,
      this.local,
    );
    if (node.parent < 0) this.world[k]!.set(this.local);
    else multiplyMatrices(this.world[node.parent]!, this.local, this.world[k]!);
  }

  private posePart(part: RigPart, weights: ArrayLike<number>, out: Float32Array | Float64Array): void {
    const x = morphed(part, weights);
    if (part.skin) {
      this.skinPart(part.skin, part.firstVertex, x, out);
      return;
    }
    const at = 3 * part.firstVertex;
    const m = this.world[part.node]!;
    for (let i = 0; i < x.length; i += 3) transformInto(m, x[i]!, x[i + 1]!, x[i + 2]!, out, at + i);
  }

  private skinPart(skin: RigSkin, firstVertex: number, x: ArrayLike<number>, out: Float32Array | Float64Array): void {
    const matrices = this.jointMatrices(skin);
    const { joints, weights } = skin;
    const blended = new Float64Array(16);
    for (let v = 0; v < joints.length / 4; v++) {
      blended.fill(0);
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        const weight = weights[k]!;
        if (weight === 0) continue;
        const m = 16 * joints[k]!;
        for (let e = 0; e < 16; e++) blended[e] = blended[e]! + weight * matrices[m + e]!;
      }
      transformInto(blended, x[3 * v]!, x[3 * v + 1]!, x[3 * v + 2]!, out, 3 * (firstVertex + v));
    }
  }

  private jointMatrices({ nodes, inverse }: RigSkin): Float64Array {
    const matrices = new Float64Array(16 * nodes.length);
    nodes.forEach((node, j) => {
      multiplyMatrices(this.world[node]!, inverse.subarray(16 * j, 16 * j + 16), this.local);
      matrices.set(this.local, 16 * j);
    });
    return matrices;
  }
}

function morphed({ positions, targets }: RigPart, weights: ArrayLike<number>): Float32Array | Float64Array {
  if (!targets.some((_, k) => (weights[k] ?? 0) !== 0)) return positions;
  const out = Float64Array.from(positions);
  targets.forEach((target, k) => {
    const weight = weights[k] ?? 0;
    if (weight !== 0) for (let i = 0; i < out.length; i++) out[i] = out[i]! + weight * target[i]!;
  });
  return out;
}

/** Indices with every parent before its children. */
function byDepth(parents: readonly number[]): number[] {
  const depth = (k: number): number => {
    let steps = 0;
    for (let p = parents[k]!; p >= 0 && steps <= parents.length; p = parents[p]!) steps++;
    return steps;
  };
  const depths = parents.map((_, k) => depth(k));
  return depths.map((_, k) => k).sort((a, b) => depths[a]! - depths[b]! || a - b);
}
