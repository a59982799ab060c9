import {
  ACROSS,
  ALONG_NORMAL,
  CONTACT,
  FIRST,
  FORCE,
  HELD,
  MEMORY,
  NORMAL,
  PUSH,
  S,
  SECOND,
  SLIP,
  STEP,
  STICTION,
  T,
  VELOCITY,
} from '../../src/kernels/strands-layout.ts';
import { local, type Rows, take } from '../language.ts';
import { dot } from './closest.ts';

/** Velocity at s of a segment whose ends move at a and b. */
function velocityAt(a: number, b: number, s: number): number {
  return 0.5 * (a + b + s * (b - a));
}

/** What is left of a force that the nodes at four ends share with all their contacts. */
function shared(a: number, b: number, s: number, c: number, d: number, t: number): number {
  return 1 / (1 + 0.5 * ((1 - s) * a + (1 + s) * b + (1 - t) * c + (1 + t) * d));
}

/** Force on the first segment of each contact; that of stuck contacts comes on top by `stick`. */
export function findForces(pairs: Rows, contacts: Rows, table: Rows, forces: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const o = CONTACT * n;
    const p = local(16);
    const q = local(16);
    take(p, table, pairs[MEMORY * n + FIRST], VELOCITY, 4);
    take(q, table, pairs[MEMORY * n + SECOND], VELOCITY, 4);
    const s = contacts[o + S];
    const t = contacts[o + T];
    const nx = contacts[o + NORMAL];
    const ny = contacts[o + NORMAL + 1];
    const nz = contacts[o + NORMAL + 2];
    const less = shared(p[12], p[13], s, q[12], q[13], t);
    const wx = velocityAt(p[0], p[4], s) - velocityAt(q[0], q[4], t);
    const wy = velocityAt(p[1], p[5], s) - velocityAt(q[1], q[5], t);
    const wz = velocityAt(p[2], p[6], s) - velocityAt(q[2], q[6], t);
    const rate = dot(wx, wy, wz, nx, ny, nz);
    const f = less * (contacts[o + PUSH] - contacts[o + ALONG_NORMAL] * rate);
    const drag = less * contacts[o + ACROSS];
    forces[FORCE * n] = f * nx - drag * (wx - rate * nx);
    forces[FORCE * n + 1] = f * ny - drag * (wy - rate * ny);
    forces[FORCE * n + 2] = f * nz - drag * (wz - rate * nz);
  }
}

/**
 * A tangential spring from where each contact began to stick; its anchor slips where the pull exceeds friction times normal force (SIGGRAPH
 * 2008 hair course, 2.2.2, static anchor). Taken at the end of the step like the normal force, and added to the forces.
 */
export function stick(
  pairs: Rows,
  contacts: Rows,
  table: Rows,
  forces: Rows,
  slips: Rows,
  law: Rows,
  packs: number,
): void {
  for (let n = 0; n < packs; n++) {
    const o = CONTACT * n;
    const p = local(16);
    const q = local(16);
    const normal = local(3);
    const w = local(3);
    const moved = local(3);
    take(p, table, pairs[MEMORY * n + FIRST], VELOCITY, 4);
    take(q, table, pairs[MEMORY * n + SECOND], VELOCITY, 4);
    const s = contacts[o + S];
    const t = contacts[o + T];
    const less = shared(p[12], p[13], s, q[12], q[13], t);
    for (let c = 0; c < 3; c++) {
      normal[c] = contacts[o + NORMAL + c];
      w[c] = velocityAt(p[c], p[c + 4], s) - velocityAt(q[c], q[c + 4], t);
    }
    const rate = dot(w[0], w[1], w[2], normal[0], normal[1], normal[2]);
    const f = less * (contacts[o + PUSH] - contacts[o + ALONG_NORMAL] * rate);
    const held = contacts[o + HELD];
    const soft = (less * held) / law[STEP];
    const most = law[STICTION] * Math.max(f, 0);
    const x = slips[SLIP * n];
    const y = slips[SLIP * n + 1];
    const z = slips[SLIP * n + 2];
    const along = dot(x, y, z, normal[0], normal[1], normal[2]);
    for (let c = 0; c < 3; c++)
      moved[c] = slips[SLIP * n + c] - along * normal[c] + law[STEP] * (w[c] - rate * normal[c]);
    const pull = soft * Math.sqrt(dot(moved[0], moved[1], moved[2], moved[0], moved[1], moved[2]));
    const scale = pull > most ? most / pull : 1;
    for (let c = 0; c < 3; c++) {
      const slip = held > 0 ? scale * moved[c] : slips[SLIP * n + c];
      slips[SLIP * n + c] = slip;
      forces[FORCE * n + c] = forces[FORCE * n + c] - (held > 0 ? soft * slip : 0);
    }
  }
}
