import type { RigChannel, RigNode } from '../rig/rig.ts';
import { decodeSteps } from './code.ts';
import { fromWhole, LARGEST_MOVE, type StoredClip } from './stored.ts';

/** The channels of a clip: turns of joints, and where joints leave their place. */
export function foxChannels(clip: StoredClip, nodes: readonly RigNode[]): RigChannel[] {
  const { duration, keys, turning, moving } = clip;
  const times = Float32Array.from({ length: keys }, (_, k) => (duration * k) / (keys - 1));
  const turns = decodeSteps(clip.turns, 4);
  const moves = decodeSteps(clip.moves, 3);
  const rotations = turning.map((node, n): RigChannel => {
    const values = Float32Array.from(turns.subarray(4 * keys * n, 4 * keys * (n + 1)), (whole) => fromWhole(whole, 1));
    return { node, path: 'rotation', track: { times, values, size: 4, kind: 'LINEAR' } };
  });
  const translations = moving.map((node, n): RigChannel => {
    const rest = nodes[node]!.translation;
    const steps = moves.subarray(3 * keys * n, 3 * keys * (n + 1));
    const values = Float32Array.from(steps, (whole, i) => rest[i % 3]! + fromWhole(whole, LARGEST_MOVE));
    return { node, path: 'translation', track: { times, values, size: 3, kind: 'LINEAR' } };
  });
  return [...rotations, ...translations];
}
