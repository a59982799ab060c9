import { MOST_STEPS, NO_TRIANGLE, WALK_WORDS } from '../body/surface-walk.ts';
import { NO_TUFT } from '../groom/binding.ts';
import { CORE_ROW, CORE_STRIDE } from '../groom/core-curl.ts';
import { LINE_ROW, LINE_STRIDE } from '../groom/guide-shapes.ts';
import { STEEPEST } from '../groom/skin-clearance.ts';
import { HALF_BITS, LARGEST_GAIN, LEAST_LENGTH, LEAST_REACH, RISE, STREAM } from '../groom/strand-kernel.ts';
import { GENERATION_MODES } from '../groom/strand-settings.ts';
import { LEAST_GRADIENT } from '../kernels/field-cell.ts';
import { hashWgsl } from '../shading/hash.wgsl.ts';
import { STRAND_NUMBERS, STRAND_WORDS, TABLES, TRIPLE_FRAME } from './generator-data.ts';
import { GROUP, threadWgsl } from './kernel.ts';
import { ROOT_WORDS } from './riding-roots.ts';

const table = (name: (typeof TABLES)[number]): string => `${TABLES.indexOf(name)}u`;
const mode = (name: (typeof GENERATION_MODES)[number]): string => `${GENERATION_MODES.indexOf(name)}u`;
/** Numbers of a vertex of the skin. */
const SKIN_STRIDE = 6;
const float = (value: number): string => value.toExponential();

/**
 * The groom's generator on the GPU: the passes of src/groom/strand-kernel.ts one by one, in single precision, one thread a
 * strand. Its points are made in place in `out`, in the body's own coordinates, and carried along with its pose at the end.
 * On a body that deforms a strand is moved to where its root is on the skin, and kept over the skin as that is then, as
 * src/scene/hair-surface.ts does: from the vertices that the body is drawn with, and nothing else. Numbers come from where the CPU has them: a test looks for others.
 */
export const generatorWgsl: string = /* wgsl */ `
struct Field {
  origin: vec3f,
  cell: f32,
  size: vec3u,
  unused: u32,
}

struct Settings {
  pose: mat4x4f,
  // Of a body that stands still.
  field: Field,
  points: u32,
  count: u32,
  mode: u32,
  isCurled: u32,
  guidePoints: u32,
  triples: u32,
  hasLarge: u32,
  hasSmall: u32,
  frizz: f32,
  flyaway: f32,
  knots: f32,
  lengthJitter: f32,
  clearance: f32,
  stray: f32,
  // Tufts are neither moved onto the skin nor kept out of the body.
  isTuft: u32,
  isRiding: u32,
  hasField: u32,
  // Where places on the skin begin in roots, and its triangles.
  roots: u32,
  triangles: u32,
  // Of all strands at least.
  wetness: f32,
}

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

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> guides: array<f32>;
// Curves along the strand, then the triples' frames, then their blends.
@group(0) @binding(2) var<storage, read> level: array<f32>;
@group(0) @binding(3) var<storage, read> strands: array<Strand>;
// How wet each strand is. Then of each that rides on the skin: three vertices, the weights of the first two, its triangle. Then triangles: three vertices
// and the triangles across their edges.
@group(0) @binding(4) var<storage, read> roots: array<u32>;
@group(0) @binding(5) var<storage, read> large: array<f32>;
@group(0) @binding(6) var<storage, read> small: array<f32>;
// Positions and normals of the skin's vertices, or the values of the field.
@group(0) @binding(7) var<storage, read> body: array<f32>;
@group(0) @binding(8) var<storage, read_write> out: array<f32>;
${threadWgsl}${hashWgsl}
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

fn pointAt(k: u32) -> vec3f {
  return vec3f(out[k], out[k + 1u], out[k + 2u]);
}

fn store(k: u32, p: vec3f) {
  out[k] = p.x;
  out[k + 1u] = p.y;
  out[k + 2u] = p.z;
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

fn skinAt(vertex: u32) -> vec3f {
  let k = ${SKIN_STRIDE}u * vertex;
  return vec3f(body[k], body[k + 1u], body[k + 2u]);
}

// Moves a strand so that its root lies at its own place on the skin.
fn ride(root: u32, o: u32) {
  let u = bitcast<f32>(roots[root + 3u]);
  let v = bitcast<f32>(roots[root + 3u + 1u]);
  let place = u * skinAt(roots[root]) + v * skinAt(roots[root + 1u]) + (1.0 - u - v) * skinAt(roots[root + 2u]);
  let shift = place - pointAt(o);
  for (var j = 0u; j < settings.points; j++) {
    store(o + 3u * j, pointAt(o + 3u * j) + shift);
  }
}

// The triangle below a point, its normal and the height over it; see src/body/surface-walk.ts.
struct Below { isFound: bool, triangle: u32, height: f32, normal: vec3f }

fn findBelow(start: u32, x: vec3f) -> Below {
  var t = start;
  var before = ${NO_TRIANGLE}u;
  for (var step = 0u; ; step++) {
    let o = settings.triangles + ${WALK_WORDS}u * t;
    let a = skinAt(roots[o]);
    let p = x - a;
    let u = skinAt(roots[o + 1u]) - a;
    let v = skinAt(roots[o + 2u]) - a;
    let n = cross(u, v);
    let square = dot(n, n);
    if (!(square > 0.0)) {
      return Below(false, t, 0.0, n);
    }
    let wb = dot(n, cross(p, v)) / square;
    let wc = dot(n, cross(u, p)) / square;
    let wa = 1.0 - wb - wc;
    let least = min(wa, min(wb, wc));
    let edge = select(select(2u, 1u, least == wa), 0u, least == wc);
    let next = roots[o + 3u + edge];
    if (least >= 0.0 || next == before || step == ${MOST_STEPS}u) {
      let normal = n / sqrt(square);
      return Below(true, t, dot(normal, p), normal);
    }
    if (next == ${NO_TRIANGLE}u) {
      return Below(false, t, 0.0, n);
    }
    before = t;
    t = next;
  }
}

// Over how much of its way from the root a point has risen, 0..1, to the clearance.
fn risen(away: f32) -> f32 {
  let part = min(1.0, away / max(${float(RISE)} * settings.clearance, ${float(LEAST_REACH)}));
  return part * (2.0 - part);
}

// Moves points out to the clearance over the skin.
fn pushOverSkin(triangle: u32, o: u32) {
  let root = pointAt(o);
  var old = root;
  var height = 0.0;
  var at = triangle;
  for (var j = 1u; j < settings.points; j++) {
    let x = pointAt(o + 3u * j);
    let deepest = height - ${float(STEEPEST)} * distance(x, old);
    old = x;
    let below = findBelow(at, x);
    if (!below.isFound) {
      continue;
    }
    at = below.triangle;
    height = max(below.height, deepest);
    let lack = settings.clearance * risen(distance(x, root)) - below.height;
    if (below.height >= deepest && lack > 0.0) {
      store(o + 3u * j, x + lack * below.normal);
    }
  }
}

fn fieldAt(p: vec3f) -> f32 {
  let size = settings.field.size;
  let cell = min(vec3u(p), size - 2u);
  let f = p - vec3f(cell);
  let row = size.x;
  let slice = row * size.y;
  let n = cell.x + row * cell.y + slice * cell.z;
  let m = n + slice;
  let near = mix(mix(body[n], body[n + 1u], f.x), mix(body[n + row], body[n + row + 1u], f.x), f.y);
  let far = mix(mix(body[m], body[m + 1u], f.x), mix(body[m + row], body[m + row + 1u], f.x), f.y);
  return mix(near, far, f.z);
}

fn normalAt(p: vec3f) -> vec3f {
  let h = vec3f(0.5, 0.0, 0.0);
  let gradient = vec3f(
    fieldAt(p + h.xyz) - fieldAt(p - h.xyz),
    fieldAt(p + h.yxz) - fieldAt(p - h.yxz),
    fieldAt(p + h.yzx) - fieldAt(p - h.yzx),
  );
  let l = length(gradient);
  return select(vec3f(0.0, 1.0, 0.0), gradient / l, l > ${float(LEAST_GRADIENT)});
}

// Moves points out to the clearance. Beyond the field's box nothing is near.
fn pushOut(o: u32) {
  let root = pointAt(o);
  for (var j = 1u; j < settings.points; j++) {
    let x = pointAt(o + 3u * j);
    let p = (x - settings.field.origin) / settings.field.cell;
    if (any(p < vec3f(1.0)) || any(p > vec3f(settings.field.size) - 2.0)) {
      continue;
    }
    let lack = settings.clearance * risen(distance(x, root)) - fieldAt(p);
    if (lack > 0.0) {
      store(o + 3u * j, x + lack * normalAt(p));
    }
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
    let root = settings.roots + ${ROOT_WORDS}u * i;
    ride(root, o);
    pushOverSkin(roots[root + ${ROOT_WORDS - 1}u], o);
  } else if (settings.hasField != 0u) {
    pushOut(o);
  }
  for (var j = 0u; j < settings.points; j++) {
    store(o + 3u * j, (settings.pose * vec4f(pointAt(o + 3u * j), 1.0)).xyz);
  }
}
`;
