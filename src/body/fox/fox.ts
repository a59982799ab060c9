import { inflateSync } from 'fflate';
import { pow } from '../../numeric/elementary.ts';
import { unpack } from '../../strands/pack.ts';
import { bytesOfBase64 } from '../base64.ts';
import { makeMesh, type TriangleMesh } from '../mesh.ts';
import { halfImages, mirrorHalf } from '../mirror.ts';
import { type Rig, RigPoser, type RigSkin } from '../rig/rig.ts';
import type { FoxClip } from './clips.ts';
import { decodeCorners, decodeSteps } from './code.ts';
import { foxChannels } from './motion.ts';
import type { StoredFox } from './stored.ts';

/**
 * The built-in fox: a red fox 0.7 m long from nose to rump, 0.37 m high at the withers, bare or as under a short coat.
 *
 * It is sculpted in `sculpt/fox/` and baked into `fox-file.ts` by `npm run bake-animal`. It stands on y = 0 and looks to +Z; the origin lies
 * below the middle of its trunk, its left is +X. At rest the mesh is closed and exactly symmetric in x. Regions: coat (all that
 * is hairy), ruff, tail, legs, belly, face, ears, ears-inner, whiskers, nose, eyes, pads, claws.
 */
export interface Fox {
  /** Standing at rest. */
  readonly mesh: TriangleMesh;
  /** Its skeleton, moved by a clip. */
  rig(clip: FoxClip): Rig;
}

/** Reads the fox, whose file comes separately from all else. */
export async function loadFox(): Promise<Fox> {
  const { FOX } = await import('./fox-file.ts');
  return decodeFox(storedFoxOf(FOX));
}

/** What the letters of the file say. */
export const storedFoxOf = (letters: string): StoredFox => unpack(inflateSync(bytesOfBase64(letters))) as StoredFox;

/** The mesh as it is at the beginning of a clip. */
export function foxAtStart({ mesh }: Fox, rig: Rig): TriangleMesh {
  const positions = new Float32Array(mesh.positions.length);
  new RigPoser(rig).pose(0, positions);
  const { normals: _, ...parts } = mesh;
  return makeMesh({ ...parts, positions, rest: mesh });
}

export function decodeFox(stored: StoredFox): Fox {
  const mesh = decodeMesh(stored);
  const skin = decodeSkin(stored, mesh.positions.length / 3);
  const vertexCount = mesh.positions.length / 3;
  const nodes = stored.skeleton.map(({ parent, at }) => {
    const from = parent < 0 ? [0, 0, 0] : stored.skeleton[parent]!.at;
    return {
      parent,
      translation: [at[0] - from[0]!, at[1] - from[1]!, at[2] - from[2]!],
      rotation: [0, 0, 0, 1],
      scale: [1, 1, 1],
    };
  });
  const part = { node: 0, firstVertex: 0, positions: mesh.positions, targets: [], morphWeights: [], skin };
  return {
    mesh,
    rig: (clip) => {
      const channels = foxChannels(stored.clips.find(({ name }) => name === clip)!, nodes);
      return { nodes, parts: [part], channels, vertexCount, unit: 1 };
    },
  };
}

function decodeMesh({ origin, step, positions, triangles, regions, colours }: StoredFox): TriangleMesh {
  const steps = decodeSteps(positions, 3);
  const corners = decodeSteps(triangles, Number.POSITIVE_INFINITY);
  return mirrorHalf({
    positions: Float32Array.from(steps, (n, i) => origin[i % 3]! + step * n),
    triangles: decodeCorners(corners),
    weights: new Map(Array.from(regions, ([name, parts]) => [name, Float32Array.from(parts, (n) => n / 255)])),
    colours: opaque(Float32Array.from(colours, (byte) => LINEAR[byte]!)),
  });
}

/** With an opacity of 1 after every three numbers. */
function opaque(rgb: Float32Array): Float32Array {
  const rgba = new Float32Array((4 * rgb.length) / 3).fill(1);
  for (let v = 0; 3 * v < rgb.length; v++) rgba.set(rgb.subarray(3 * v, 3 * v + 3), 4 * v);
  return rgba;
}

const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
});

/** Four joints a vertex of the whole mesh; images hang on the joints of the other side. */
function decodeSkin({ joints, weights, skeleton, positions }: StoredFox, vertexCount: number): RigSkin {
  const half = joints.length / 4;
  const origin = halfImages(decodeSteps(positions, 3));
  const skin = { joints: new Uint32Array(4 * vertexCount), weights: new Float32Array(4 * vertexCount) };
  for (let v = 0; v < vertexCount; v++)
    for (let k = 0; k < 4; k++) {
      const from = k * half + origin[v]!;
      skin.joints[4 * v + k] = v < half ? joints[from]! : skeleton[joints[from]!]!.image;
      skin.weights[4 * v + k] = weights[from]! / 255;
    }
  const inverse = new Float32Array(16 * skeleton.length);
  skeleton.forEach(({ at }, j) => {
    inverse.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -at[0], -at[1], -at[2], 1], 16 * j);
  });
  return { ...skin, nodes: Int32Array.from(skeleton, (_, j) => j), inverse };
}
