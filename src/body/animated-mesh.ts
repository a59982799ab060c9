import type { DeformingMesh } from './deforming-mesh.ts';
import { type Rig, RigPoser, rigDuration } from './rig/rig.ts';

/** How the vertices of a mesh move, as plain data that can be posted to workers; from time 0 on. */
export type MeshAnimation =
  | { readonly kind: 'rig'; readonly rig: Rig }
  /** All vertices at rising times, the first of which is 0. */
  | { readonly kind: 'frames'; readonly times: Float64Array; readonly frames: readonly Float32Array[] };

export function animationDuration(animation: MeshAnimation): number {
  return animation.kind === 'rig' ? rigDuration(animation.rig) : animation.times.at(-1)!;
}

/** Poses that are kept: a step asks for those at its two ends, and just before and after each. */
const KEPT = 8;

type Pose = (time: number, out: Float64Array) => void;

/** A mesh that an animation moves, in the coordinates of its file. */
export class AnimatedMesh implements DeformingMesh {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  readonly duration: number;
  private readonly isLoop: boolean;
  private readonly pose: Pose;
  private readonly kept: { time: number; readonly positions: Float64Array }[] = [];
  private oldest = 0;

  /** After its end the animation begins again (`isLoop`), or its last pose stays. */
  constructor(animation: MeshAnimation, mesh: Pick<DeformingMesh, 'triangles' | 'vertexCount'>, isLoop: boolean) {
    this.triangles = mesh.triangles;
    this.vertexCount = mesh.vertexCount;
    this.duration = animationDuration(animation);
    this.isLoop = isLoop && this.duration > 0;
    if (animation.kind === 'rig') {
      const poser = new RigPoser(animation.rig);
      this.pose = (time, out) => poser.pose(time, out);
    } else this.pose = (time, out) => blendFrames(animation.times, animation.frames, time, out);
  }

  positionsAt(time: number, out: Float32Array | Float64Array): void {
    out.set(this.poseAt(this.within(time)));
  }

  /** A loop may jump from its end to its beginning: what is asked for about a time stays on its side. */
  around(time: number, reach: number): readonly [number, number] {
    const { duration } = this;
    if (!this.isLoop) {
      if (time < 0 || time > duration) return [time, time];
      return [Math.max(0, time - reach), Math.min(duration, time + reach)];
    }
    const inside = this.within(time);
    const edge = 1e-9 * duration;
    const begin = time - inside;
    return [begin + Math.max(edge, inside - reach), begin + Math.min(duration - edge, inside + reach)];
  }

  /** Seconds from the beginning of the animation. */
  private within(time: number): number {
    const { duration } = this;
    if (!this.isLoop) return Math.min(duration, Math.max(0, time));
    return time - duration * Math.floor(time / duration);
  }

  private poseAt(time: number): Float64Array {
    const known = this.kept.find((one) => one.time === time);
    if (known) return known.positions;
    if (this.kept.length < KEPT)
      this.kept.push({ time: Number.NaN, positions: new Float64Array(3 * this.vertexCount) });
    const next = this.kept[this.oldest]!;
    this.oldest = (this.oldest + 1) % KEPT;
    next.time = time;
    this.pose(time, next.positions);
    return next.positions;
  }
}

/** Between frames the cubic that has the slope of the parabola through each frame and its neighbours: no jolt at frames. */
function blendFrames(times: Float64Array, frames: readonly Float32Array[], time: number, out: Float64Array): void {
  const last = times.length - 1;
  let k = 0;
  while (k < last - 1 && times[k + 1]! <= time) k++;
  if (last === 0) {
    out.set(frames[0]!);
    return;
  }
  const width = times[k + 1]! - times[k]!;
  const t = Math.min(1, Math.max(0, (time - times[k]!) / width));
  const u = 1 - t;
  const a = frames[k]!;
  const b = frames[k + 1]!;
  const before = k > 0 ? frames[k - 1]! : null;
  const after = k + 2 <= last ? frames[k + 2]! : null;
  const h = before ? width / (times[k]! - times[k - 1]!) : 0;
  const g = after ? width / (times[k + 2]! - times[k + 1]!) : 0;
  const leave = t * u * u;
  const arrive = t * t * u;
  for (let i = 0; i < out.length; i++) {
    const rise = b[i]! - a[i]!;
    // Slopes times the width; without a neighbour the slope is that of the straight line.
    const left = before ? (rise + h * h * (a[i]! - before[i]!)) / (1 + h) : rise;
    const right = after ? (rise + g * g * (after[i]! - b[i]!)) / (1 + g) : rise;
    out[i] = a[i]! + t * t * (3 - 2 * t) * rise + leave * left - arrive * right;
  }
}
