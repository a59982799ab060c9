import type { RigidMotion, RigidState } from '../body/motion.ts';
import type { StrandDynamics } from '../models/model.ts';
import { conjugate, logMap, multiply } from '../numeric/rotation.ts';
import { distance, length, subtract, type Vec3 } from '../numeric/vector.ts';

/** A step that fails is tried again in 2, 4, 8 parts before strands are reset. */
const RETRIES = 3;

/** What a guarded step asks of its caller. */
export interface GuardedStep {
  /** Steps in equal parts. */
  take(parts: number): void;
  /** Puts strands back into the groomed shape. */
  reset(ids: Uint32Array): void;
  log(kind: 'retry' | 'reset', strands: readonly number[], detail: string): void;
}

/**
 * A step that never shows NaN: strands that fail are taken back and tried in smaller parts; what still fails is reset.
 * The others keep the step they made, so that a run does not depend on which strands happen to share a worker.
 */
export function guardedStep(dynamics: StrandDynamics, step: GuardedStep): void {
  const { leavesFailed } = dynamics;
  if (leavesFailed) dynamics.release();
  else dynamics.checkpoint();
  step.take(1);
  const failed = dynamics.failed();
  if (failed.length === 0) {
    dynamics.release();
    return;
  }
  // Those that failed are where they were; the others are put back afterwards.
  if (leavesFailed) dynamics.checkpoint();
  const whole = dynamics.snapshot();
  let bad = failed;
  for (let retry = 1; bad.length > 0 && retry <= RETRIES; retry++) {
    const parts = 1 << retry;
    step.log('retry', bad, `not finite after a step; taken back and tried again in ${parts} parts`);
    dynamics.rollback();
    step.take(parts);
    const still = new Set(dynamics.failed());
    bad = failed.filter((id) => still.has(id));
  }
  const isFailed = new Set(failed);
  dynamics.restore(
    whole,
    dynamics.ids.filter((id) => !isFailed.has(id)),
  );
  if (bad.length === 0) return;
  step.log('reset', bad, 'still not finite in small steps; put back into the groomed shape');
  step.reset(Uint32Array.from(bad));
}

/** A body moves at most this far in one step, metres. */
export const FARTHEST = 0.5;
/** And turns at most this far: 60 degrees. */
const LARGEST_TURN = Math.PI / 3;

/** Says what is wrong where a motion pops from one step to the next; '' where it does not. */
export function jumped(before: RigidState, after: RigidState): string {
  const far = distance(before.position, after.position);
  if (far > FARTHEST) return `the body jumped by ${far.toFixed(2)} m in one step; hair was carried along rigidly`;
  const turn = length(turnBetween(before, after));
  if (turn <= LARGEST_TURN) return '';
  return `the body turned by ${degrees(turn)} in one step; hair was carried along rigidly`;
}

/** A frame of animation, seconds: what pops, pops from one to the next. */
const FRAME = 1 / 24;
/** From what it did over a frame to what it does over the next, a body moves at most so much farther, metres: 115 m/s². */
const FARTHEST_IN_FRAME = 0.2;

/**
 * Says what is wrong where animation pops from one frame to the next about a time; '' where it does not. Such a pop goes on for several
 * steps, each of them short enough. It is a second difference over frames, so that neither fast motion nor a hard stop is one.
 */
export function popped(motion: RigidMotion, time: number): string {
  // Every half frame from two frames before to two after, each asked for once.
  const states: (RigidState | undefined)[] = [];
  const stateAt = (half: number): RigidState => {
    states[half + 4] ??= motion.at(time + 0.5 * half * FRAME);
    return states[half + 4]!;
  };
  for (let k = -2; k <= 2; k++) {
    if (time + 0.5 * k * FRAME < FRAME) continue;
    const [a, b, c] = [stateAt(k - 2), stateAt(k), stateAt(k + 2)];
    const far = length(subtract(subtract(c.position, b.position), subtract(b.position, a.position)));
    if (far > FARTHEST_IN_FRAME)
      return `the body popped by ${far.toFixed(2)} m in a frame; hair was carried along rigidly`;
    const turn = distance(turnBetween(b, c), turnBetween(a, b));
    if (turn > LARGEST_TURN) return `the body popped by ${degrees(turn)} in a frame; hair was carried along rigidly`;
  }
  return '';
}

const turnBetween = (from: RigidState, to: RigidState): Vec3 =>
  logMap(multiply(to.orientation, conjugate(from.orientation)));

const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(0)} degrees`;
