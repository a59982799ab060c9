/**
 * Light inside a deep mass of hair as two streams, one going on from the light and one coming back. `depth` is n, the
 * mean number of fibres that a ray from the surface crosses; fibres lie at random, so e^(−n) of the light is untouched.
 * A fibre sends the fraction `forward` on and `backward` back. Scattered light runs at an angle to the first direction, so
 * it meets OBLIQUITY times as many fibres:
 *   dD/dn = −g (1 − f) D + g b U + f e^(−n),   −dU/dn = −g (1 − f) U + g b D + b e^(−n),   D(0) = 0, U(∞) = 0.
 */

/** g of the equations: fitted to the brute-force reference of dual-scatter.test.ts (blond hair, 48 cases). */
export const OBLIQUITY = 1.25;

/** What arrives at a depth after being scattered: from the light's side, and from behind. */
export interface Streams {
  readonly down: number;
  readonly up: number;
  /** Fraction of light that a deep mass sends back, all orders together. */
  readonly reflectance: number;
}

/** (e^(−n) − e^(−m n)) / (m − 1), smooth through m = 1. */
const lag = (n: number, m: number): number =>
  Math.abs(m - 1) < 0.01 ? n * Math.exp(-n) * (1 - 0.5 * (m - 1) * n) : (Math.exp(-n) - Math.exp(-m * n)) / (m - 1);

/** No mass of hair is so deep and white that nothing is lost: without a floor single precision would decide the decay. */
const LEAST_DECAY = 1e-5;

export function streams(forward: number, backward: number, depth: number): Streams {
  const lost = 1 - forward;
  const b = Math.max(backward, 1e-6);
  const decay = Math.sqrt(Math.max(0, lost * lost - b * b) + LEAST_DECAY);
  const reflectance = Math.max(0, lost - decay) / b;
  const m = OBLIQUITY * decay;
  const first = (forward * (1 + OBLIQUITY * lost) + OBLIQUITY * b * b) / (1 + m);
  const down = first * lag(depth, m);
  const up = reflectance * down + ((b + forward * reflectance) / (1 + m)) * Math.exp(-depth);
  return { down, up, reflectance };
}

/** Of all light, the most that hair sends on however much brighter it is. */
const WHITEST = 0.999;

/**
 * The same where the hair before that depth is other hair, which sends on a fraction of light larger by `brighter`, -1..1: what
 * comes down has gone through that, what comes up has turned back in this.
 */
export function streamsBehind(forward: number, backward: number, depth: number, brighter: number): Streams {
  const own = streams(forward, backward, depth);
  if (brighter === 0) return own;
  const energy = forward + backward;
  const scale = Math.min(Math.max(energy + brighter, 0), Math.max(energy, WHITEST)) / energy;
  const { down } = streams(scale * forward, scale * backward, depth);
  return { ...own, down, up: own.up + own.reflectance * (down - own.down) };
}

export const twoStreamsWgsl = /* wgsl */ `
const HAIR_OBLIQUITY = ${OBLIQUITY};

struct HairStreams {
  down: vec3f,
  up: vec3f,
  reflectance: vec3f,
}

fn hair_streams(forward: vec3f, backward: vec3f, depth: f32) -> HairStreams {
  let b = max(backward, vec3f(1e-6));
  let lost = 1.0 - forward;
  let decay = sqrt(max(vec3f(0.0), lost * lost - b * b) + ${LEAST_DECAY});
  let reflectance = max(vec3f(0.0), lost - decay) / b;
  let m = HAIR_OBLIQUITY * decay;
  let untouched = exp(-depth);
  let near = abs(m - 1.0) < vec3f(0.01);
  let apart = select(m - 1.0, vec3f(1.0), near);
  let lag = select((untouched - exp(-m * depth)) / apart, depth * untouched * (1.0 - 0.5 * (m - 1.0) * depth), near);
  let first = (forward * (1.0 + HAIR_OBLIQUITY * lost) + HAIR_OBLIQUITY * b * b) / (1.0 + m);
  let down = first * lag;
  return HairStreams(down, reflectance * down + (b + forward * reflectance) / (1.0 + m) * untouched, reflectance);
}

fn hair_streams_behind(forward: vec3f, backward: vec3f, depth: f32, brighter: f32) -> HairStreams {
  var own = hair_streams(forward, backward, depth);
  if (brighter == 0.0) {
    return own;
  }
  let energy = forward + backward;
  let scale = clamp(energy + brighter, vec3f(0.0), max(energy, vec3f(${WHITEST}))) / energy;
  let down = hair_streams(scale * forward, scale * backward, depth).down;
  own.up += own.reflectance * (down - own.down);
  own.down = down;
  return own;
}
`;
