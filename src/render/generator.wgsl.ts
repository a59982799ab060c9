import { NO_TUFT } from '../groom/binding.ts';
import { CORE_ROW, CORE_STRIDE } from '../groom/core-curl.ts';
import { LINE_ROW, LINE_STRIDE } from '../groom/guide-shapes.ts';
import { HALF_BITS, LARGEST_GAIN, LEAST_LENGTH, STREAM } from '../groom/strand-kernel.ts';
import { GENERATION_MODES } from '../groom/strand-settings.ts';
import { hashWgsl } from '../shading/hash.wgsl.ts';
import { STRAND_NUMBERS, STRAND_WORDS, TABLES, TRIPLE_FRAME } from './generator-data.ts';
import { GROUP, threadWgsl } from './kernel.ts';
import { ROOT_WORDS } from './riding-roots.ts';
import { float, strandPlaceWgsl } from './strand-place.wgsl.ts';

const table = (name: (typeof TABLES)[number]): string => `${TABLES.indexOf(name)}u`;
const mode = (name: (typeof GENERATION_MODES)[number]): string => `${GENERATION_MODES.indexOf(name)}u`;

/**
 * The groom's generator on the GPU: the passes of src/groom/strand-kernel.ts one by one, in single precision, one thread a
 * strand. Its points are made in place in `out`, in the body's own coordinates, and carried along with its pose at the end.
 * On a body that deforms a strand is moved to where its root is on the skin, and kept over the skin as that is then, as
 * src/scene/hair-surface.ts does: from the vertices that the body is drawn with, and nothing else. Numbers come from where the CPU has them: a test looks for others.
 */
export const generatorWgsl: string = /* wgsl */ `
struct Strand {
  id: u32,
  a: u32,
  b: u32,
  c: u32,
  triple: u32,
  wisp: u32,
  large: u32,
  small: u32,
  weights: array<f32, 3>,
  offset: array<f32, 3>,
  curl: array<vec2f, 3>,
  gatherStrength: f32,
  lengthFraction: f32,
  unused: array<f32, ${STRAND_WORDS - STRAND_NUMBERS}>,
}

// Curves along the strand, then the triples' frames, then their blends.
@group(0) @binding(2) var<storage, read> level: array<f32>;
@group(0) @binding(3) var<storage, read> strands: array<Strand>;
@group(0) @binding(5) var<storage, read> large: array<f32>;
@group(0) @binding(6) var<storage, read> small: array<f32>;
${strandPlaceWgsl}${threadWgsl}${hashWgsl}
const NO_TUFT = ${NO_TUFT}u;
const CORE = ${CORE_STRIDE}u;
const LINE = ${LINE_STRIDE}u;
const FRAME = ${TRIPLE_FRAME}u;

fn guide(k: u32) -> vec3f {
  return vec3f(guides[k], guides[k + 1u], guides[k + 2u]);
}

// Where a guide's core and its line begin.
fn coreOf(g: u32) -> u32 {
  return CORE * settings.points * g;
}

fn lineOf(g: u32) -> u32 {
  return CORE * settings.guidePoints + LINE * settings.points * g;
}

fn tableAt(table: u32, j: u32) -> f32 {
  return level[table * settings.points + j];
}

// An axis of a triple's frame.
fn axisAt(triple: u32, axis: u32) -> vec3f {
  let k = ${TABLES.length}u * settings.points + FRAME * triple + 3u * axis;
  return vec3f(level[k], level[k + 1u], level[k + 2u]);
}

fn blendAt(triple: u32, j: u32) -> f32 {
  return level[(${TABLES.length}u + triple) * settings.points + FRAME * settings.triples + j];
}

fn rootOf(s: Strand) -> vec3f {
  return s.weights[0] * guide(lineOf(s.a)) + s.weights[1] * guide(lineOf(s.b)) + s.weights[2] * guide(lineOf(s.c))
    + s.offset[0] * axisAt(s.triple, 0u) + s.offset[1] * axisAt(s.triple, 1u) + s.offset[2] * axisAt(s.triple, 2u);
}

fn curlAt(k: u32, turn: vec2f) -> vec3f {
  return turn.x * guide(k + ${CORE_ROW.curl}u) + turn.y * guide(k + ${CORE_ROW.turned}u);
}

// x = root + sum of w core, and the curls in step at their mean radius.
fn interpolated(s: Strand, root: vec3f, j: u32) -> vec3f {
  let a = coreOf(s.a) + CORE * j;
  let b = coreOf(s.b) + CORE * j;
  let c = coreOf(s.c) + CORE * j;
  let x = root + s.weights[0] * guide(a) + s.weights[1] * guide(b) + s.weights[2] * guide(c);
  if (settings.isCurled == 0u) {
    return x;
  }
  let sum = curlAt(a, s.curl[0]) + curlAt(b, s.curl[1]) + curlAt(c, s.curl[2]);
  let radius = length(s.curl[0]) * guides[a + ${CORE_ROW.radius}u] + length(s.curl[1]) * guides[b + ${CORE_ROW.radius}u]
    + length(s.curl[2]) * guides[c + ${CORE_ROW.radius}u];
  return x + min(${float(LARGEST_GAIN)}, radius / (length(sum) + ${float(LEAST_LENGTH)})) * sum;
}

// A hash as two numbers in -1..1.
fn halves(h: u32) -> vec2f {
  return vec2f(f32(h & ${2 ** HALF_BITS - 1}u), f32(h >> ${HALF_BITS}u)) / ${float(2 ** (HALF_BITS - 1))} - 1.0;
}

fn knotAt(id: u32, knot: u32) -> vec2f {
  return halves(hair_hash(id, ${STREAM.knots}u, knot));
}

// Interpolation, wisp, tufts and frizz of every point but the root.
fn shape(s: Strand, wetness: f32, o: u32) {
  let root = rootOf(s);
  store(o, root);
  let line = lineOf(s.wisp);
  let offset = root - guide(line);
  let local = vec3f(
    dot(offset, guide(line + ${LINE_ROW.tangent}u)),
    dot(offset, guide(line + ${LINE_ROW.across}u)),
    dot(offset, guide(line + ${LINE_ROW.aside}u)),
  );
  let loose = hair_hash_unit(s.id, ${STREAM.loose}u);
  let cube = loose * loose * loose;
  let amount = 1.0 + settings.flyaway * cube * cube;
  let start = hair_hash_unit(s.id, ${STREAM.start}u);
  for (var j = 1u; j < settings.points; j++) {
    let g = line + LINE * j;
    var x = vec3f(0.0);
    if (settings.mode != ${mode('wisp')}) {
      x = interpolated(s, root, j);
    }
    if (settings.mode != ${mode('interpolation')}) {
      let fraction = select(s.gatherStrength * blendAt(s.triple, j), 1.0, settings.mode == ${mode('wisp')});
      let r = 1.0 + s.gatherStrength * (tableAt(${table('profile')}, j) - 1.0);
      let wisp = guide(g) + r * (local.x * guide(g + ${LINE_ROW.tangent}u) + local.y * guide(g + ${LINE_ROW.across}u)
        + local.z * guide(g + ${LINE_ROW.aside}u));
      x += fraction * (wisp - x);
    }
    if (settings.hasLarge != 0u && s.large != NO_TUFT) {
      let q = 3u * (s.large * settings.points + j);
      let k = max(s.gatherStrength * tableAt(${table('large')}, j), wetness * tableAt(${table('wet')}, j));
      x += k * (vec3f(large[q], large[q + 1u], large[q + 2u]) - x);
    }
    if (settings.hasSmall != 0u && s.small != NO_TUFT) {
      let q = 3u * (s.small * settings.points + j);
      x += s.gatherStrength * tableAt(${table('small')}, j) * (vec3f(small[q], small[q + 1u], small[q + 2u]) - x);
    }
    if (settings.frizz > 0.0) {
      let at = start + f32(j) * settings.knots / f32(settings.points - 1u);
      let knot = floor(at);
      let t = at - knot;
      let noise = amount * tableAt(${table('frizz')}, j)
        * mix(knotAt(s.id, u32(knot)), knotAt(s.id, u32(knot) + 1u), t * t * (3.0 - 2.0 * t));
      x += noise.x * guide(g + ${LINE_ROW.across}u) + noise.y * guide(g + ${LINE_ROW.aside}u);
    }
    store(o + 3u * j, x);
  }
}

// Gives every edge the length that the guides' edges have there.
fn restoreEdges(s: Strand, o: u32) {
  var old = pointAt(o);
  var now = old;
  for (var j = 1u; j < settings.points; j++) {
    let k = CORE * (j - 1u) + ${CORE_ROW.edge}u;
    let here = pointAt(o + 3u * j);
    let d = here - old;
    old = here;
    var fraction = select(0.0, 1.0, settings.mode == ${mode('wisp')});
    if (settings.mode == ${mode('hybrid')}) {
      fraction = s.gatherStrength * blendAt(s.triple, j - 1u);
    }
    let mean = s.weights[0] * guides[coreOf(s.a) + k] + s.weights[1] * guides[coreOf(s.b) + k]
      + s.weights[2] * guides[coreOf(s.c) + k];
    now += (mean + fraction * (guides[coreOf(s.wisp) + k] - mean)) / (length(d) + ${float(LEAST_LENGTH)}) * d;
    store(o + 3u * j, now);
  }
}

// Ends the strand at a fraction of its length. Tip first: a point needs only points before itself.
fn shorten(fraction: f32, o: u32) {
  for (var j = settings.points - 1u; j > 0u; j--) {
    let at = fraction * f32(j);
    let k = min(settings.points - 2u, u32(at));
    store(o + 3u * j, mix(pointAt(o + 3u * k), pointAt(o + 3u * (k + 1u)), at - f32(k)));
  }
}

// Leans a short hair to a side of its own, more the farther from the root.
fn turnAside(s: Strand, o: u32) {
  let line = lineOf(s.wisp);
  let last = settings.points - 1u;
  let step = settings.stray * distance(pointAt(o), pointAt(o + 3u * last)) / f32(last);
  let side = step * halves(hair_hash(s.id, ${STREAM.aside}u, 0u));
  let lean = side.x * guide(line + ${LINE_ROW.across}u) + side.y * guide(line + ${LINE_ROW.aside}u);
  for (var j = 1u; j <= last; j++) {
    store(o + 3u * j, pointAt(o + 3u * j) + f32(j) * lean);
  }
}

// Moves a strand so that its root lies at its own place on the skin.
fn ride(root: u32, o: u32) {
  let shift = placeOf(root) - pointAt(o);
  for (var j = 0u; j < settings.points; j++) {
    store(o + 3u * j, pointAt(o + 3u * j) + shift);
  }
}

@compute @workgroup_size(${GROUP})
fn generate(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = threadIndex(id, groups);
  if (i >= settings.count) {
    return;
  }
  let s = strands[i];
  let o = 3u * i * settings.points;
  var wetness = 0.0;
  if (settings.isTuft == 0u) {
    wetness = max(settings.wetness, bitcast<f32>(roots[i]));
  }
  shape(s, wetness, o);
  restoreEdges(s, o);
  let fraction = s.lengthFraction * (1.0 - settings.lengthJitter * hair_hash_unit(s.id, ${STREAM.length}u));
  if (fraction < 1.0) {
    shorten(fraction, o);
  }
  if (s.lengthFraction < 1.0) {
    turnAside(s, o);
  }
  if (settings.isTuft != 0u) {
    return;
  }
  if (settings.isRiding != 0u) {
    ride(settings.roots + ${ROOT_WORDS}u * i, o);
  }
  place(i, o);
}
`;
