import { mirrorHalf } from '../../../src/body/mirror.ts';
import { boneHeat } from './heat.ts';
import { JOINT_IMAGES, JOINTS } from './skeleton.ts';

/** Four joints a vertex of the half; weights in parts of 255, which they sum to. */
export interface Binding {
  readonly joints: Uint8Array;
  readonly weights: Uint8Array;
}

const WHOLE = 255;
const MOST = 4;

/** Binds the half of the mesh at x >= 0 to the joints. Vertices of its border hang on both sides alike. */
export function bindSkin(positions: Float32Array, triangles: Uint32Array): Binding {
  const heat = halfHeat(positions, triangles);
  const count = positions.length / 3;
  const joints = new Uint8Array(MOST * count);
  const weights = new Uint8Array(MOST * count);
  for (let v = 0; v < count; v++) {
    const warm = heat.map((one) => one[v]!);
    const kept = strongest(evened(warm, positions[3 * v] === 0));
    const parts = inParts(kept.map(([, share]) => share));
    kept.forEach(([joint], k) => {
      joints[MOST * v + k] = parts[k]! > 0 ? joint : 0;
      weights[MOST * v + k] = parts[k]!;
    });
  }
  return { joints, weights };
}

/** Weights of all joints at the half's vertices; those of the right side are the left side's at the images. */
function halfHeat(positions: Float32Array, triangles: Uint32Array): Float64Array[] {
  const count = positions.length / 3;
  const whole = mirrorHalf({ positions, triangles, weights: new Map() });
  const image = Uint32Array.from({ length: count }, (_, v) => v);
  for (let v = 0, next = count; v < count; v++) if (positions[3 * v] !== 0) image[v] = next++;
  const asked = JOINTS.map((_, j) => j).filter((j) => JOINT_IMAGES[j]! >= j);
  const heat = boneHeat(
    whole,
    JOINTS.map(({ bones }) => bones),
    asked,
  );
  return JOINTS.map((_, j) => {
    const own = heat.get(j);
    if (own) return own.slice(0, count);
    const other = heat.get(JOINT_IMAGES[j]!)!;
    return Float64Array.from(image, (v) => other[v]!);
  });
}

/** In the middle both sides have the same share, to the last bit. */
const evened = (shares: readonly number[], isMiddle: boolean): readonly number[] =>
  isMiddle ? shares.map((share, j) => 0.5 * (share + shares[JOINT_IMAGES[j]!]!)) : shares;

/**
 * Joints and shares of which no more than four are left: the fifth largest share is taken off all. So what is kept changes
 * smoothly over the skin, and what is alike on both sides stays alike.
 */
function strongest(shares: readonly number[]): (readonly [joint: number, share: number])[] {
  const order = shares.map((share, joint) => [joint, share] as const).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const fifth = order[MOST]![1];
  return order.slice(0, MOST).map(([joint, share]) => [joint, share - fifth]);
}

/** Shares in whole parts of 255: the largest takes what rounding leaves. */
function inParts(shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  const parts = shares.map((share) => Math.round((WHOLE * share) / sum));
  parts[0] = parts[0]! + WHOLE - parts.reduce((total, part) => total + part, 0);
  return parts;
}
