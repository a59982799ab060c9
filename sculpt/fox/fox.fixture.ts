import { type FoxClip, loadFox, type Rig } from '../../src/body/index.ts';
import { RigPoser, rigDuration } from '../../src/body/rig/rig.ts';

export const fox = await loadFox();
export const vertices = fox.mesh.positions.length / 3;

/** A clip on some of the vertices, which takes little time. */
export class Watched {
  readonly duration: number;
  private readonly poser: RigPoser;
  private readonly count: number;

  constructor(clip: FoxClip, chosen: ArrayLike<number> | null = null) {
    const rig = fox.rig(clip);
    this.duration = rigDuration(rig);
    this.count = chosen ? chosen.length : vertices;
    this.poser = new RigPoser(chosen ? only(rig, chosen) : rig);
  }

  at(time: number): Float32Array {
    const out = new Float32Array(3 * this.count);
    this.poser.pose(time, out);
    return out;
  }
}

function only(rig: Rig, chosen: ArrayLike<number>): Rig {
  const [part] = rig.parts;
  const rows = <A extends Float32Array | Uint32Array>(all: A, width: number, out: A): A => {
    for (let k = 0; k < chosen.length; k++)
      out.set(all.subarray(width * chosen[k]!, width * (chosen[k]! + 1)), width * k);
    return out;
  };
  const { skin, positions } = part!;
  const few = {
    ...part!,
    positions: rows(positions, 3, new Float32Array(3 * chosen.length)),
    skin: {
      ...skin!,
      joints: rows(skin!.joints, 4, new Uint32Array(4 * chosen.length)),
      weights: rows(skin!.weights, 4, new Float32Array(4 * chosen.length)),
    },
  };
  return { ...rig, parts: [few], vertexCount: chosen.length };
}

/** Numbers of the vertices that are meant. */
export const pick = (test: (v: number, x: number, y: number, z: number) => boolean): number[] => {
  const { positions: p } = fox.mesh;
  return Array.from({ length: vertices }, (_, v) => v).filter((v) => test(v, p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!));
};

export const weightOf = (region: string): Float32Array => fox.mesh.regions.get(region)!.weight;
