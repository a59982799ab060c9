import { smoothstep } from '../numeric/curve.ts';
import type { DeformingMesh } from './deforming-mesh.ts';
import type { RigidMotion } from './motion.ts';
import type { Scaling } from './scaling.ts';

/**
 * Hair's own time beside that of the animation. At twice the pace hair has two seconds for each of the animation: it is simulated on
 * slowed animation and mapped back, so it lags less; at half the pace it is slow and heavy.
 */
export interface Clock {
  /** Hair's time at a time of the animation. */
  hairTime(time: number): number;
  /** The time of the animation at a time of hair; writes that, its rate, and the rate of that. */
  animationAt(hairTime: number, out?: Float64Array): number;
}

/** Seconds of the animation and the pace of hair from there on, above zero; it changes smoothly from one key to the next. */
export type PaceKeys = readonly (readonly [time: number, pace: number])[];

/** Where a piece of a clock begins, in both times, and its pace at both ends. */
interface Piece {
  readonly time: number;
  readonly hairTime: number;
  readonly seconds: number;
  readonly from: number;
  readonly to: number;
}

const SPARE = new Float64Array(3);

/** A clock that goes at a keyed pace; a constant one without keys. */
export function keyedClock(scale: number, keys: PaceKeys): Clock {
  const pieces = piecesOf(scale, keys);
  const paceOf = ({ from, to, seconds }: Piece, u: number): number => from + (to - from) * smoothstep(u / seconds);
  /** Hair's time since the piece began; its derivative is the pace. */
  const since = ({ from, to, seconds }: Piece, u: number): number => {
    if (from === to) return from * u;
    const t = u / seconds;
    return from * u + (to - from) * seconds * t * t * t * (1 - 0.5 * t);
  };
  return {
    hairTime(time) {
      const piece = pieces.findLast((one) => one.time <= time)!;
      return piece.time === Number.NEGATIVE_INFINITY
        ? pieces[1]!.hairTime + piece.from * (time - pieces[1]!.time)
        : piece.hairTime + since(piece, time - piece.time);
    },
    animationAt(hairTime, out = SPARE) {
      const piece = pieces.findLast((one) => one.hairTime <= hairTime)!;
      const isFirst = piece.time === Number.NEGATIVE_INFINITY;
      const origin = isFirst ? pieces[1]! : piece;
      const wanted = hairTime - origin.hairTime;
      let u = wanted / piece.from;
      if (piece.from !== piece.to) u = inverse((v) => since(piece, v) - wanted, piece.seconds);
      const pace = piece.from === piece.to ? piece.from : paceOf(piece, u);
      const t = u / piece.seconds;
      const slope = piece.from === piece.to ? 0 : ((piece.to - piece.from) * 6 * t * (1 - t)) / piece.seconds;
      out[0] = origin.time + u;
      out[1] = 1 / pace;
      out[2] = -slope / (pace * pace * pace);
      return out[0];
    },
  };
}

function piecesOf(scale: number, keys: PaceKeys): Piece[] {
  const knots = keys.length > 0 ? keys : ([[0, 1]] as const);
  const first = scale * knots[0]![1];
  const never = Number.NEGATIVE_INFINITY;
  const pieces: Piece[] = [{ time: never, hairTime: never, seconds: 1, from: first, to: first }];
  // Both times begin at 0: where the first key comes later, its pace holds before it as well.
  let hairTime = knots[0]![0] * first;
  knots.forEach(([time, pace], k) => {
    const [end, next] = knots[k + 1] ?? [time + 1, pace];
    pieces.push({ time, hairTime, seconds: end - time, from: scale * pace, to: scale * next });
    hairTime += 0.5 * scale * (pace + next) * (end - time);
  });
  return pieces;
}

/** Where a rising function is zero between 0 and `end`: halved until no number lies between. */
function inverse(f: (u: number) => number, end: number): number {
  let [low, high] = [0, end];
  for (let n = 0; n < 60; n++) {
    const middle = 0.5 * (low + high);
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** A motion as hair's time sees it. */
export function clockedMotion(motion: RigidMotion, clock: Clock): RigidMotion {
  const now = new Float64Array(3);
  return {
    at(hairTime) {
      clock.animationAt(hairTime, now);
      const [time, rate, change] = now as unknown as [number, number, number];
      const state = motion.at(time);
      const scaled = (v: readonly number[], by: number): [number, number, number] => [
        v[0]! * by,
        v[1]! * by,
        v[2]! * by,
      ];
      const changed = (v: readonly number[], a: readonly number[]): [number, number, number] => [
        a[0]! * rate * rate + v[0]! * change,
        a[1]! * rate * rate + v[1]! * change,
        a[2]! * rate * rate + v[2]! * change,
      ];
      return {
        position: state.position,
        orientation: state.orientation,
        velocity: scaled(state.velocity, rate),
        angularVelocity: scaled(state.angularVelocity, rate),
        acceleration: changed(state.velocity, state.acceleration),
        angularAcceleration: changed(state.angularVelocity, state.angularAcceleration),
      };
    },
  };
}

/** A surface as hair's time sees it. */
export function clockedMesh(mesh: DeformingMesh, clock: Clock): DeformingMesh {
  const now = new Float64Array(3);
  return {
    triangles: mesh.triangles,
    vertexCount: mesh.vertexCount,
    positionsAt: (hairTime, out) => mesh.positionsAt(clock.animationAt(hairTime), out),
    ...(mesh.around
      ? {
          around: (hairTime: number, reach: number): readonly [number, number] => {
            clock.animationAt(hairTime, now);
            const [from, to] = mesh.around!(now[0]!, reach * now[1]!);
            return [clock.hairTime(from), clock.hairTime(to)];
          },
        }
      : {}),
  };
}

export function clockedScaling(scaling: Scaling, clock: Clock): Scaling {
  const now = new Float64Array(3);
  return {
    at(hairTime, out) {
      clock.animationAt(hairTime, now);
      const rate = now[1]!;
      scaling.at(now[0]!, out);
      out[1]! *= rate;
    },
  };
}
