import type { RodRoots } from './roots.ts';
import type { StepRows } from './work.ts';

/** Strands that swing are stepped no longer than this: at 1/60 s one that is shaken needs as many solves, and was left 18 mm inside a head. */
const LONGEST_STEP = 1 / 120;
/** Calm ones no longer than this: one solve is enough for them. */
const LONGEST_CALM_STEP = 1 / 60;
/** A strand is calm while its nodes go no faster than this, seen from its root, m/s; one that was calm stays so up to twice as fast. */
const CALM_SPEED = 0.15;
/** Steps are whole parts of each other but for rounding. */
const ROUNDING = 1e-6;

const partsOf = (dt: number, longest: number): number => Math.max(1, Math.ceil(dt / longest - ROUNDING));

/** Into how many equal parts a step of dt of strand k is divided, by its own motion against its root. Roots are those of the end of the step. */
export function partsOfMotion(k: number, dt: number, rows: StepRows, roots: RodRoots): number {
  const calm = partsOf(dt, LONGEST_CALM_STEP);
  const swinging = partsOf(dt, LONGEST_STEP);
  if (swinging === calm) return calm;
  const wasCalm = rows.stepPast[k]! > LONGEST_STEP * (1 + ROUNDING);
  const most = wasCalm ? 2 * CALM_SPEED : CALM_SPEED;
  return fastestNode(k, rows, roots) <= most * most ? calm : swinging;
}

/** Kernel. Square of the largest speed of a node, seen from the root. */
function fastestNode(k: number, { x, v, first }: StepRows, roots: RodRoots): number {
  const r = 3 * roots.row[k]!;
  const { velocity, angularVelocity } = roots.states;
  const isFree = r < 0;
  const [vx, vy, vz] = isFree ? [0, 0, 0] : [velocity[r]!, velocity[r + 1]!, velocity[r + 2]!];
  const [wx, wy, wz] = isFree ? [0, 0, 0] : [angularVelocity[r]!, angularVelocity[r + 1]!, angularVelocity[r + 2]!];
  const begin = 3 * first[k]!;
  const end = 3 * first[k + 1]!;
  let most = 0;
  for (let i = begin + 3; i < end; i += 3) {
    const rx = x[i]! - x[begin]!;
    const ry = x[i + 1]! - x[begin + 1]!;
    const rz = x[i + 2]! - x[begin + 2]!;
    const dx = v[i]! - vx! - (wy! * rz - wz! * ry);
    const dy = v[i + 1]! - vy! - (wz! * rx - wx! * rz);
    const dz = v[i + 2]! - vz! - (wx! * ry - wy! * rx);
    const square = dx * dx + dy * dy + dz * dz;
    if (square > most) most = square;
  }
  return most;
}
