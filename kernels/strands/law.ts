import {
  agedDamping,
  agedPush,
  alikeness,
  cuticle,
  normalForce,
  normalForceSlope,
  pull,
} from '../../src/contact/strands/penalty.ts';
import {
  ACROSS,
  ALONG_NORMAL,
  COHESION,
  CONTACT,
  CROSSING,
  DAMP,
  DAMPING,
  ENDS,
  FIRST,
  FRACTION,
  FRICTION,
  GONE,
  HELD,
  MEMORY,
  MUST_LAST,
  NORMAL,
  NOW,
  PARALLEL,
  PARALLEL_DRAG,
  PUSH,
  RELEASE,
  REST,
  S,
  SECOND,
  SIDE,
  SLACKEN,
  STEP,
  STICTION,
  STIFF,
  STIFFNESS,
  T,
  UNKNOWN,
} from '../../src/kernels/strands-layout.ts';
import { local, type Rows, take } from '../language.ts';
import { closestFirst, closestSecond, dot } from './closest.ts';

/** The number a fraction of the way from a at -1 to b at 1. */
function between(a: number, b: number, s: number): number {
  return 0.5 * (a + b + s * (b - a));
}

/**
 * Where the pairs of segments are nearest, one step in the life of their contacts (Pixar 12-03b, 4.3: the push rises after the damping,
 * and on release it is the push that goes first), and the law of those that last: normal force and force a speed.
 */
export function meet(pairs: Rows, contacts: Rows, table: Rows, law: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const m = MEMORY * n;
    const o = CONTACT * n;
    const p = local(20);
    const q = local(20);
    take(p, table, pairs[m + FIRST], NOW, 5);
    take(q, table, pairs[m + SECOND], NOW, 5);
    const ux = p[4];
    const uy = p[5];
    const uz = p[6];
    const vx = q[4];
    const vy = q[5];
    const vz = q[6];
    const rx = p[0] - q[0];
    const ry = p[1] - q[1];
    const rz = p[2] - q[2];
    const b = dot(ux, uy, uz, vx, vy, vz);
    const c = dot(ux, uy, uz, rx, ry, rz) * p[7];
    const f = dot(vx, vy, vz, rx, ry, rz) * q[7];
    const t = closestSecond(b, c, f, p[7], q[7]);
    const s = closestFirst(b, c, t, p[7]);
    const dx = rx + s * ux - t * vx;
    const dy = ry + s * uy - t * vy;
    const dz = rz + s * uz - t * vz;
    const distance = Math.sqrt(dot(dx, dy, dz, dx, dy, dz));

    // Whether it may begin or go on.
    const release = law[RELEASE];
    const stored = pairs[m + REST];
    const isNew = pairs[m + STIFF] < 0;
    const isKnown = stored >= 0 && stored < 0.5 * UNKNOWN;
    const reach = p[3] + q[3];
    const radii = between(p[4 * ENDS], p[4 * ENDS + 1], s) + between(q[4 * ENDS], q[4 * ENDS + 1], t);
    const rest = stored < 0 ? -stored : Math.min(radii, isKnown ? stored : distance);
    const isFar = distance >= release * reach;
    const groomed = isNew ? SLACKEN * stored : release * stored;
    const isBeyond = stored >= 0 && distance >= groomed;
    // At a corner four pairs meet, of which the one whose segments begin there stands for all; beside a corner that is no minimum, none is
    // needed. On a long wavy head this leaves out 12 % of the contacts.
    const isShared1 = (s <= -1 && p[4 * ENDS + 2] > 0) || (s >= 1 && p[4 * ENDS + 3] > 0);
    const isShared2 = (t <= -1 && q[4 * ENDS + 2] > 0) || (t >= 1 && q[4 * ENDS + 3] > 0);
    const isCorner = isShared1 && isShared2 && (s > -1 || t > -1);
    const isLeftOut = law[CROSSING] === 0 && (isBeyond || isCorner);
    const isInterior = s > -1 && s < 1 && t > -1 && t < 1;
    const before = dot(pairs[m + SIDE], pairs[m + SIDE + 1], pairs[m + SIDE + 2], dx, dy, dz);
    // On the other side of each other than they were: a crossing that was missed.
    const side = isInterior && !isNew && before < 0 ? -1 : 1;
    const u = side * distance;
    // Segments that the groom does not know keep the distance at which they meet.
    const isApart = isNew && distance >= (isKnown ? rest : radii);
    const isOut = isFar || isLeftOut || isApart;

    const scale = distance > 1e-12 ? side / distance : 0;
    const nx = scale * dx;
    const ny = scale * dy;
    const nz = scale * dz;
    const wx = between(p[8], p[12], s) - between(q[8], q[12], t);
    const wy = between(p[9], p[13], s) - between(q[9], q[13], t);
    const wz = between(p[10], p[14], s) - between(q[10], q[14], t);
    const rate = dot(wx, wy, wz, nx, ny, nz);

    // Its age. The normal force rises from nothing; what counts is its mean over the first step.
    const fraction = law[FRACTION];
    const oldStiff = pairs[m + STIFF];
    const oldDamp = pairs[m + DAMP];
    const agedStiff = agedPush(oldStiff, u, rest, rate, fraction);
    const agedDamp = agedDamping(oldStiff, oldDamp, u, rest, rate, fraction);
    const stiff = isOut ? 0 : isNew ? Math.min(0.5 * fraction, 1) : agedStiff;
    const damp = isOut ? 0 : isNew ? 1 : agedDamp;
    const isEnded = !isNew && (u >= release * rest || !(u < rest || stiff > 0 || damp > 0));
    const lasts = (!isOut && !isEnded) || (law[CROSSING] > 0 && contacts[o + MUST_LAST] > 0);
    pairs[m + STIFF] = lasts ? stiff : GONE;
    pairs[m + DAMP] = damp;
    pairs[m + SIDE] = isInterior ? nx : 0;
    pairs[m + SIDE + 1] = isInterior ? ny : 0;
    pairs[m + SIDE + 2] = isInterior ? nz : 0;
    pairs[m + REST] = isNew && stored > 0.5 * UNKNOWN ? -Math.max(rest, 1e-9) : stored;

    // Its law.
    const sa = 0.5 * (1 - s);
    const sb = 0.5 * (1 + s);
    const ta = 0.5 * (1 - t);
    const tb = 0.5 * (1 + t);
    const free = sa * sa * p[11] + sb * sb * p[15] + ta * ta * q[11] + tb * tb * q[15];
    const gx = wx - rate * nx;
    const gy = wy - rate * ny;
    const gz = wz - rate * nz;
    const speed = Math.sqrt(dot(gx, gy, gz, gx, gy, gz));
    const overU = Math.sqrt(p[7]);
    const overV = Math.sqrt(q[7]);
    // Cosine of each one's sliding velocity with its way to the tip; -1 at rest: least friction.
    const isSliding = speed > 0;
    const overSpeed = 1 / (isSliding ? speed : 1);
    const first = isSliding ? dot(ux, uy, uz, gx, gy, gz) * overU * overSpeed : -1;
    const second = isSliding ? -dot(vx, vy, vz, gx, gy, gz) * overV * overSpeed : -1;
    const like = alikeness(b * overU * overV);
    const normal = 1 - like * (1 - law[PARALLEL]);
    const full = law[STIFFNESS] * normal;
    const overlap = rest - u;
    const delta = 0.25 * rest;
    const stiffness = full * stiff;
    const drag = law[PARALLEL_DRAG] * like * damp;
    const critical = 2 * law[DAMPING] * normal * Math.sqrt(law[STIFFNESS] / (free > 0 ? free : 1)) * damp;
    const friction = law[FRICTION] * 0.5 * (cuticle(first) + cuticle(second)) * damp;
    const held = law[STICTION] > 0 ? law[STEP] * full : 0;
    const pulled = law[COHESION] * pull(-overlap, (release - 1) * rest);
    const acts = lasts && free > 0 && damp > 0;
    const alongNormal = acts ? law[STEP] * stiffness * normalForceSlope(overlap, delta) + critical + drag : 0;
    const across = acts ? friction + drag : 0;
    contacts[o + S] = s;
    contacts[o + T] = t;
    contacts[o + NORMAL] = nx;
    contacts[o + NORMAL + 1] = ny;
    contacts[o + NORMAL + 2] = nz;
    contacts[o + PUSH] = acts ? stiffness * normalForce(overlap, delta) - full * damp * pulled : 0;
    contacts[o + ALONG_NORMAL] = alongNormal;
    contacts[o + ACROSS] = across;
    contacts[o + HELD] = acts ? held : 0;
  }
}
