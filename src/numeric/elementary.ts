/**
 * Elementary functions built from + − × ÷ and sqrt alone.
 *
 * The platform's `Math.sin` and its relatives may differ in the last bit between Node and browsers; everything that
 * changes simulation state uses these instead, so that the same document gives the same bytes everywhere.
 * Accuracy against the true value: 2 ulp or better for sin, cos (|x| < 1e6), exp, log, atan2; 1e-14 relative for pow.
 * The kernels are plain Taylor sums on reduced arguments: on these short ranges nothing cheaper is worth its constants.
 */

const TWO_OVER_PI = 0.6366197723675814;
// pi/2 in three parts; the first two have 33 significant bits, so k * part is exact for |k| < 2^20.
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487959506e-21;
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const HALF_PI = Math.PI / 2;

function sinKernel(x: number): number {
  const z = x * x;
  let p = 1 / 355687428096000;
  p = p * z - 1 / 1307674368000;
  p = p * z + 1 / 6227020800;
  p = p * z - 1 / 39916800;
  p = p * z + 1 / 362880;
  p = p * z - 1 / 5040;
  p = p * z + 1 / 120;
  p = p * z - 1 / 6;
  return x + x * z * p;
}

function cosKernel(x: number): number {
  const z = x * x;
  let p = 1 / 20922789888000;
  p = p * z - 1 / 87178291200;
  p = p * z + 1 / 479001600;
  p = p * z - 1 / 3628800;
  p = p * z + 1 / 40320;
  p = p * z - 1 / 720;
  p = p * z + 1 / 24;
  const h = 0.5 * z;
  const w = 1 - h;
  return w + (1 - w - h + z * z * p);
}

/** The remainder of x in [-pi/4, pi/4] after taking away `quarter` quarter turns. */
function reduce(x: number, quarter: number): number {
  return x - quarter * HALF_PI_1 - quarter * HALF_PI_2 - quarter * HALF_PI_3;
}

export function sin(x: number): number {
  const quarter = Math.round(x * TWO_OVER_PI);
  const r = reduce(x, quarter);
  switch (((quarter % 4) + 4) % 4) {
    case 0:
      return sinKernel(r);
    case 1:
      return cosKernel(r);
    case 2:
      return -sinKernel(r);
    case 3:
      return -cosKernel(r);
    default:
      return Number.NaN;
  }
}

export function cos(x: number): number {
  const quarter = Math.round(x * TWO_OVER_PI);
  const r = reduce(x, quarter);
  switch (((quarter % 4) + 4) % 4) {
    case 0:
      return cosKernel(r);
    case 1:
      return -sinKernel(r);
    case 2:
      return -cosKernel(r);
    case 3:
      return sinKernel(r);
    default:
      return Number.NaN;
  }
}

export function tan(x: number): number {
  return sin(x) / cos(x);
}

/** 2^k for integer k, exact (0 below the subnormal range, Infinity above). */
export function exp2Integer(k: number): number {
  let n = k;
  let base = 2;
  if (n < 0) {
    n = -n;
    base = 0.5;
  }
  if (n > 1100) return base === 2 ? Number.POSITIVE_INFINITY : 0;
  let result = 1;
  while (n > 0) {
    if (n & 1) result *= base;
    base *= base;
    n >>= 1;
  }
  return result;
}

export function exp(x: number): number {
  if (x > 709.79) return Number.POSITIVE_INFINITY;
  if (x < -745.2) return 0;
  const k = Math.round(x / Math.LN2);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  let p = 1 / 6227020800;
  p = p * r + 1 / 479001600;
  p = p * r + 1 / 39916800;
  p = p * r + 1 / 3628800;
  p = p * r + 1 / 362880;
  p = p * r + 1 / 40320;
  p = p * r + 1 / 5040;
  p = p * r + 1 / 720;
  p = p * r + 1 / 120;
  p = p * r + 1 / 24;
  p = p * r + 1 / 6;
  p = p * r + 1 / 2;
  const value = 1 + (r + r * r * p);
  const half = Math.trunc(k / 2);
  return value * exp2Integer(half) * exp2Integer(k - half);
}

/** Natural logarithm. The exponent is taken off by exact multiplications, so no bit tricks are needed. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let m = x;
  let k = 0;
  for (let step = 512; step >= 1; step >>= 1) {
    const scale = exp2Integer(step);
    if (m >= scale) {
      m /= scale;
      k += step;
    }
    while (m * scale <= 1 && m < 1) {
      m *= scale;
      k -= step;
    }
  }
  if (m > Math.SQRT2) {
    m *= 0.5;
    k += 1;
  } else if (m < Math.SQRT1_2) {
    m *= 2;
    k -= 1;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  let p = 1 / 23;
  p = p * z + 1 / 21;
  p = p * z + 1 / 19;
  p = p * z + 1 / 17;
  p = p * z + 1 / 15;
  p = p * z + 1 / 13;
  p = p * z + 1 / 11;
  p = p * z + 1 / 9;
  p = p * z + 1 / 7;
  p = p * z + 1 / 5;
  p = p * z + 1 / 3;
  // log(1 + f) = f - f²/2 + s (f²/2 + 2 z p): the leading f carries no rounding error.
  const h = 0.5 * f * f;
  const correction = s * (h + 2 * z * p);
  return k * LN2_HIGH + (f - (h - (correction + k * LN2_LOW)));
}

function integerPower(x: number, n: number): number {
  let result = 1;
  for (let i = Math.abs(n); i > 0; i--) result *= x;
  return n < 0 ? 1 / result : result;
}

export function pow(x: number, y: number): number {
  if (y === Math.round(y) && Math.abs(y) <= 16) return integerPower(x, y);
  if (x === 0) return y > 0 ? 0 : Number.POSITIVE_INFINITY;
  if (x > 0) return exp(y * log(x));
  if (y !== Math.round(y)) return Number.NaN;
  const magnitude = exp(y * log(-x));
  return y % 2 === 0 ? magnitude : -magnitude;
}

const ATAN_QUARTERS = [0, 0.24497866312686414, 0.4636476090008061, 0.6435011087932844, 0.7853981633974483] as const;

export function atan(x: number): number {
  const magnitude = Math.abs(x);
  const inverted = magnitude > 1;
  const y = inverted ? 1 / magnitude : magnitude;
  const slot = Math.round(4 * y);
  const c = slot / 4;
  const t = (y - c) / (1 + y * c);
  const z = t * t;
  let p = 1 / 17;
  p = p * z - 1 / 15;
  p = p * z + 1 / 13;
  p = p * z - 1 / 11;
  p = p * z + 1 / 9;
  p = p * z - 1 / 7;
  p = p * z + 1 / 5;
  p = p * z - 1 / 3;
  const angle = ATAN_QUARTERS[slot]! + (t + t * z * p);
  const positive = inverted ? HALF_PI - angle : angle;
  return x < 0 ? -positive : positive;
}

export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  if (Math.abs(x) >= Math.abs(y)) {
    const angle = atan(y / x);
    if (x > 0) return angle;
    return y < 0 ? angle - Math.PI : angle + Math.PI;
  }
  const angle = atan(x / y);
  return y > 0 ? HALF_PI - angle : -HALF_PI - angle;
}

/** Arguments outside [-1, 1] (round-off of a dot product) are clamped. */
export function acos(x: number): number {
  if (x >= 1) return 0;
  if (x <= -1) return Math.PI;
  return 2 * atan2(Math.sqrt(1 - x), Math.sqrt(1 + x));
}

/** Arguments outside [-1, 1] (round-off of a dot product) are clamped. */
export function asin(x: number): number {
  if (x >= 1) return HALF_PI;
  if (x <= -1) return -HALF_PI;
  return atan2(x, Math.sqrt((1 - x) * (1 + x)));
}

/** sqrt(x² + y² + z²); no protection against overflow, which lengths in metres never need. */
export function length3(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
