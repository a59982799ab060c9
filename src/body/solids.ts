import { InputError } from '../strands/input-error.ts';
import type { DistanceField } from './field.ts';

/** A shape whose distance is known in closed form, about the origin of its own coordinates. */
export interface Solid extends DistanceField {
  /** Half sides of the box about the origin that holds it, metres; infinite for a half-space. */
  readonly halfBox: readonly [number, number, number];
}

function checkSizes(what: string, ...sizes: readonly number[]): void {
  if (sizes.every((size) => size > 0 && Number.isFinite(size))) return;
  throw new InputError('solid/size', `A ${what} needs sizes above zero, in metres; it was given ${sizes.join(', ')}.`);
}

/** Writes the unit vector of (x, y, z) at 1; up where it has no length, all ways being equal there. */
function writeNormal(out: Float64Array, x: number, y: number, z: number, sign = 1): void {
  const l = Math.sqrt(x * x + y * y + z * z);
  const f = l > 1e-30 ? sign / l : 0;
  out[1] = f * x;
  out[2] = f === 0 ? 1 : f * y;
  out[3] = f * z;
}

export function sphereSolid(radius: number): Solid {
  checkSizes('sphere', radius);
  return {
    halfBox: [radius, radius, radius],
    distance: (x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius,
    sample(x, y, z, out) {
      out[0] = Math.sqrt(x * x + y * y + z * z) - radius;
      writeNormal(out, x, y, z);
    },
  };
}

/** A cylinder along y with round ends; `height` is the distance of the ends' centres. */
export function capsuleSolid(radius: number, height: number): Solid {
  checkSizes('capsule', radius, height);
  const half = 0.5 * height;
  const beyond = (y: number): number => (y > half ? y - half : y < -half ? y + half : 0);
  return {
    halfBox: [radius, half + radius, radius],
    distance: (x, y, z) => Math.sqrt(x * x + beyond(y) * beyond(y) + z * z) - radius,
    sample(x, y, z, out) {
      const e = beyond(y);
      out[0] = Math.sqrt(x * x + e * e + z * z) - radius;
      // On the axis every way across is as short as another.
      if (x === 0 && z === 0 && e === 0) writeNormal(out, 1, 0, 0);
      else writeNormal(out, x, e, z);
    },
  };
}

/** A box with the given full sides. */
export function boxSolid(width: number, height: number, depth: number): Solid {
  checkSizes('box', width, height, depth);
  const a = 0.5 * width;
  const b = 0.5 * height;
  const c = 0.5 * depth;
  return {
    halfBox: [a, b, c],
    distance: (x, y, z) => {
      const dx = Math.abs(x) - a;
      const dy = Math.abs(y) - b;
      const dz = Math.abs(z) - c;
      const ox = Math.max(dx, 0);
      const oy = Math.max(dy, 0);
      const oz = Math.max(dz, 0);
      return Math.sqrt(ox * ox + oy * oy + oz * oz) + Math.min(Math.max(dx, dy, dz), 0);
    },
    sample(x, y, z, out) {
      const dx = Math.abs(x) - a;
      const dy = Math.abs(y) - b;
      const dz = Math.abs(z) - c;
      const sx = x < 0 ? -1 : 1;
      const sy = y < 0 ? -1 : 1;
      const sz = z < 0 ? -1 : 1;
      const most = Math.max(dx, dy, dz);
      if (most > 0) {
        const ox = Math.max(dx, 0);
        const oy = Math.max(dy, 0);
        const oz = Math.max(dz, 0);
        out[0] = Math.sqrt(ox * ox + oy * oy + oz * oz);
        writeNormal(out, sx * ox, sy * oy, sz * oz);
        return;
      }
      out[0] = most;
      out[1] = most === dx ? sx : 0;
      out[2] = most === dy && most !== dx ? sy : 0;
      out[3] = most === dz && most !== dx && most !== dy ? sz : 0;
    },
  };
}

/** A mat whose upper side, a rectangle about the origin, lies in y = 0; `thickness` of it is below. */
export function matSolid(width: number, depth: number, thickness: number): Solid {
  const box = boxSolid(width, thickness, depth);
  const half = 0.5 * thickness;
  return {
    halfBox: [0.5 * width, thickness, 0.5 * depth],
    distance: (x, y, z) => box.distance(x, y + half, z),
    sample: (x, y, z, out) => box.sample(x, y + half, z, out),
  };
}

/** A ring about the y axis: `ring` is the radius of the tube's centre line, `tube` that of the tube. */
export function torusSolid(ring: number, tube: number): Solid {
  checkSizes('torus', ring, tube);
  const across = (x: number, z: number): number => Math.sqrt(x * x + z * z) - ring;
  return {
    halfBox: [ring + tube, tube, ring + tube],
    distance: (x, y, z) => Math.sqrt(across(x, z) * across(x, z) + y * y) - tube,
    sample(x, y, z, out) {
      const q = across(x, z);
      const far = q + ring;
      out[0] = Math.sqrt(q * q + y * y) - tube;
      // On the ring's axis every way to the tube is as short as another.
      const [ux, uz] = far > 1e-30 ? [x / far, z / far] : [1, 0];
      writeNormal(out, q * ux, y, q * uz);
    },
  };
}

/** Everything below y = 0: the ground. */
export function halfSpaceSolid(): Solid {
  const all = Number.POSITIVE_INFINITY;
  return {
    halfBox: [all, all, all],
    distance: (_x, y) => y,
    sample(_x, y, _z, out) {
      out[0] = y;
      out[1] = 0;
      out[2] = 1;
      out[3] = 0;
    },
  };
}

/** Newton's steps rise to the root from below and double their digits: 40 are reached by needles only. */
const MOST_STEPS = 40;

/**
 * An ellipsoid with semi-axes along x, y, z; the exact distance.
 *
 * The nearest point is q = r² p / (t + r²) by component, with t the largest root of Σ (r p / (t + r²))² = 1 (Eberly,
 * Distance from a point to an ellipsoid, 2013). The sum is convex and falling there, so Newton's method rises to the root
 * from the left of it and cannot overshoot. The cheaper k₀(k₀ − 1)/k₁ errs by 2 % of the depth and overestimates far away.
 */
export function ellipsoidSolid(a: number, b: number, c: number): Solid {
  checkSizes('ellipsoid', a, b, c);
  const [aa, bb, cc] = [a * a, b * b, c * c];
  const least = Math.min(a, b, c);
  const leastSquared = least * least;
  const found = new Float64Array(4);
  const sample = (x: number, y: number, z: number, out: Float64Array): void => {
    // On a plane of symmetry inside, the root may vanish into the pole: a push of a part in 10⁹ avoids the case.
    const e = 1e-9 * least;
    const px = Math.max(Math.abs(x), e);
    const py = Math.max(Math.abs(y), e);
    const pz = Math.max(Math.abs(z), e);
    const [ax, by, cz] = [a * px, b * py, c * pz];
    // Each term alone reaches 1 left of the root.
    let t = Math.max(ax - aa, by - bb, cz - cc);
    for (let n = 0; n < MOST_STEPS; n++) {
      const ux = ax / (t + aa);
      const uy = by / (t + bb);
      const uz = cz / (t + cc);
      const g = ux * ux + uy * uy + uz * uz - 1;
      const slope = -2 * ((ux * ux) / (t + aa) + (uy * uy) / (t + bb) + (uz * uz) / (t + cc));
      const step = -g / slope;
      t += step;
      if (!(step > 1e-13 * (t + leastSquared))) break;
    }
    const qx = (aa * px) / (t + aa);
    const qy = (bb * py) / (t + bb);
    const qz = (cc * pz) / (t + cc);
    const [dx, dy, dz] = [px - qx, py - qy, pz - qz];
    out[0] = (t < 0 ? -1 : 1) * Math.sqrt(dx * dx + dy * dy + dz * dz);
    writeNormal(out, (x < 0 ? -qx : qx) / aa, (y < 0 ? -qy : qy) / bb, (z < 0 ? -qz : qz) / cc);
  };
  return {
    halfBox: [a, b, c],
    distance(x, y, z) {
      sample(x, y, z, found);
      return found[0]!;
    },
    sample,
  };
}
