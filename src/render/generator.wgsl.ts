import { RISE } from '../groom/strand-kernel.ts';
import { STRAND_WORDS } from './generator-data.ts';
import { GROUP, threadWgsl } from './kernel.ts';

/**
 * The groom's generator on the GPU: the passes of src/groom/strand-kernel.ts one by one, in single precision, one thread a
 * strand. Its points are made in place in `out`, where the body stands at rest, and carried along at the end.
 */
export const generatorWgsl: string = /* wgsl */ `
struct Settings {
  pose: mat4x4f,
  fieldOrigin: vec3f,
  fieldCell: f32,
  fieldSize: vec3u,
  points: u32,
  count: u32,
  // 0 interpolation, 1 wisp, 2 hybrid.
  mode: u32,
  isCurled: u32,
  guidePoints: u32,
  triples: u32,
  hasField: u32,
  hasLarge: u32,
  hasSmall: u32,
  frizz: f32,
  flyaway: f32,
  knots: f32,
  lengthJitter: f32,
  clearance: f32,
  stray: f32,
  unused0: f32,
  unused1: f32,
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
  curl: array<f32, 6>,
  hold: f32,
  lengthShare: f32,
  unused: array<f32, ${STRAND_WORDS - 22}>,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> guides: array<f32>;
@group(0) @binding(2) var<storage, read> triples: array<f32>;
@group(0) @binding(3) var<storage, read> strands: array<Strand>;
@group(0) @binding(4) var<storage, read> tables: array<f32>;
@group(0) @binding(5) var<storage, read> large: array<f32>;
@group(0) @binding(6) var<storage, read> small: array<f32>;
@group(0) @binding(7) var<storage, read> field: array<f32>;
@group(0) @binding(8) var<storage, read_write> out: array<f32>;
${threadWgsl}
const NO_TUFT = 0xffffffffu;
const STRIDE = 12u;
const LARGEST_GAIN = 4.0;

fn guide(k: u32) -> vec3f {
  return vec3f(guides[k], guides[k + 1u], guides[k + 2u]);
}

fn lineStart() -> u32 {
  return STRIDE * settings.guidePoints;
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
  return tables[table * settings.points + j];
}

fn blendAt(triple: u32, j: u32) -> f32 {
  return triples[9u * settings.triples + triple * settings.points + j];
}

fn rootOf(s: Strand) -> vec3f {
  let stride = STRIDE * settings.points;
  let line = lineStart();
  let k = 9u * s.triple;
  return s.weights[0] * guide(line + stride * s.a) + s.weights[1] * guide(line + stride * s.b)
    + s.weights[2] * guide(line + stride * s.c)
    + s.offset[0] * vec3f(triples[k], triples[k + 1u], triples[k + 2u])
    + s.offset[1] * vec3f(triples[k + 3u], triples[k + 4u], triples[k + 5u])
    + s.offset[2] * vec3f(triples[k + 6u], triples[k + 7u], triples[k + 8u]);
}

fn curlAt(s: Strand, k: u32, along: f32, across: f32) -> vec3f {
  return along * guide(k + 3u) + across * guide(k + 6u);
}

// x = root + sum of w core, and the curls in step at their mean radius.
fn interpolated(s: Strand, root: vec3f, j: u32) -> vec3f {
  let stride = STRIDE * settings.points;
  let a = stride * s.a + STRIDE * j;
  let b = stride * s.b + STRIDE * j;
  let c = stride * s.c + STRIDE * j;
  let x = root + s.weights[0] * guide(a) + s.weights[1] * guide(b) + s.weights[2] * guide(c);
  if (settings.isCurled == 0u) {
    return x;
  }
  let sum = curlAt(s, a, s.curl[0], s.curl[1]) + curlAt(s, b, s.curl[2], s.curl[3]) + curlAt(s, c, s.curl[4], s.curl[5]);
  let radius = length(vec2f(s.curl[0], s.curl[1])) * guides[a + 9u] + length(vec2f(s.curl[2], s.curl[3])) * guides[b + 9u]
    + length(vec2f(s.curl[4], s.curl[5])) * guides[c + 9u];
  return x + min(LARGEST_GAIN, radius / (length(sum) + 1e-12)) * sum;
}

fn mixBits(value: u32) -> u32 {
  var h = value;
  h = (h ^ (h >> 16u)) * 0x7feb352du;
  h = (h ^ (h >> 15u)) * 0x846ca68bu;
  return h ^ (h >> 16u);
}

fn hash(a: u32, b: u32, c: u32) -> u32 {
  var h = mixBits(a + 0x9e3779b9u);
  h = mixBits((h + b) ^ 0x85ebca6bu);
  h = mixBits((h + c) ^ 0xc2b2ae35u);
  return mixBits(h ^ 0x27d4eb2fu);
}

fn unit(h: u32) -> f32 {
  return f32(h) / 4294967296.0;
}

fn knotAt(id: u32, knot: u32) -> vec2f {
  let h = hash(id, 63u, knot);
  return vec2f(f32(h & 0xffffu), f32(h >> 16u)) / 32768.0 - 1.0;
}

// Interpolation, wisp, tufts and frizz of every point but the root.
fn shape(s: Strand, o: u32) {
  let root = rootOf(s);
  store(o, root);
  let line = lineStart() + STRIDE * settings.points * s.wisp;
  let offset = root - guide(line);
  let local = vec3f(dot(offset, guide(line + 3u)), dot(offset, guide(line + 6u)), dot(offset, guide(line + 9u)));
  let loose = unit(hash(s.id, 61u, 0u));
  let cube = loose * loose * loose;
  let amount = 1.0 + settings.flyaway * cube * cube;
  let start = unit(hash(s.id, 62u, 0u));
  for (var j = 1u; j < settings.points; j++) {
    let g = line + STRIDE * j;
    var x = vec3f(0.0);
    if (settings.mode != 1u) {
      x = interpolated(s, root, j);
    }
    if (settings.mode != 0u) {
      let share = select(s.hold * blendAt(s.triple, j), 1.0, settings.mode == 1u);
      let r = 1.0 + s.hold * (tableAt(0u, j) - 1.0);
      let wisp = guide(g) + r * (local.x * guide(g + 3u) + local.y * guide(g + 6u) + local.z * guide(g + 9u));
      x += share * (wisp - x);
    }
    if (settings.hasLarge != 0u && s.large != NO_TUFT) {
      let q = 3u * (s.large * settings.points + j);
      x += s.hold * tableAt(3u, j) * (vec3f(large[q], large[q + 1u], large[q + 2u]) - x);
    }
    if (settings.hasSmall != 0u && s.small != NO_TUFT) {
      let q = 3u * (s.small * settings.points + j);
      x += s.hold * tableAt(4u, j) * (vec3f(small[q], small[q + 1u], small[q + 2u]) - x);
    }
    if (settings.frizz > 0.0) {
      let at = start + f32(j) * settings.knots / f32(settings.points - 1u);
      let knot = floor(at);
      let t = at - knot;
      let noise = amount * tableAt(5u, j) * mix(knotAt(s.id, u32(knot)), knotAt(s.id, u32(knot) + 1u), t * t * (3.0 - 2.0 * t));
      x += noise.x * guide(g + 6u) + noise.y * guide(g + 9u);
    }
    store(o + 3u * j, x);
  }
}

// Gives every edge the length that the guides' edges have there.
fn restoreEdges(s: Strand, o: u32) {
  let stride = STRIDE * settings.points;
  var old = pointAt(o);
  var now = old;
  for (var j = 1u; j < settings.points; j++) {
    let k = STRIDE * (j - 1u) + 10u;
    let here = pointAt(o + 3u * j);
    let d = here - old;
    old = here;
    var share = f32(settings.mode);
    if (settings.mode == 2u) {
      share = s.hold * blendAt(s.triple, j - 1u);
    }
    let mean = s.weights[0] * guides[stride * s.a + k] + s.weights[1] * guides[stride * s.b + k]
      + s.weights[2] * guides[stride * s.c + k];
    now += (mean + share * (guides[stride * s.wisp + k] - mean)) / (length(d) + 1e-12) * d;
    store(o + 3u * j, now);
  }
}

// Ends the strand at a share of its length. Tip first: a point needs only points before itself.
fn shorten(share: f32, o: u32) {
  for (var j = settings.points - 1u; j > 0u; j--) {
    let at = share * f32(j);
    let k = min(settings.points - 2u, u32(at));
    store(o + 3u * j, mix(pointAt(o + 3u * k), pointAt(o + 3u * k + 3u), at - f32(k)));
  }
}

// Leans a short hair to a side of its own, more the farther from the root.
fn turnAside(s: Strand, o: u32) {
  let line = lineStart() + STRIDE * settings.points * s.wisp;
  let last = settings.points - 1u;
  let step = settings.stray * distance(pointAt(o), pointAt(o + 3u * last)) / f32(last);
  let h = hash(s.id, 64u, 0u);
  let side = step * (vec2f(f32(h & 0xffffu), f32(h >> 16u)) / 32768.0 - 1.0);
  let lean = side.x * guide(line + 6u) + side.y * guide(line + 9u);
  for (var j = 1u; j <= last; j++) {
    store(o + 3u * j, pointAt(o + 3u * j) + f32(j) * lean);
  }
}

fn fieldAt(p: vec3f) -> f32 {
  let cell = min(vec3u(p), settings.fieldSize - 2u);
  let f = p - vec3f(cell);
  let row = settings.fieldSize.x;
  let slice = row * settings.fieldSize.y;
  let n = cell.x + row * cell.y + slice * cell.z;
  let m = n + slice;
  let near = mix(mix(field[n], field[n + 1u], f.x), mix(field[n + row], field[n + row + 1u], f.x), f.y);
  let far = mix(mix(field[m], field[m + 1u], f.x), mix(field[m + row], field[m + row + 1u], f.x), f.y);
  return mix(near, far, f.z);
}

// Moves points out to the clearance. Beyond the field's box nothing is near enough to matter.
fn pushOut(o: u32) {
  let high = vec3f(settings.fieldSize) - 2.0;
  let root = pointAt(o);
  let reach = max(${RISE}.0 * settings.clearance, 1e-9);
  for (var j = 1u; j < settings.points; j++) {
    let x = pointAt(o + 3u * j);
    let p = (x - settings.fieldOrigin) / settings.fieldCell;
    if (any(p < vec3f(1.0)) || any(p > high)) {
      continue;
    }
    let risen = min(1.0, distance(x, root) / reach);
    let wanted = settings.clearance * risen * (2.0 - risen);
    let lack = wanted - fieldAt(p);
    if (lack <= 0.0) {
      continue;
    }
    let h = vec3f(0.5, 0.0, 0.0);
    let gradient = vec3f(
      fieldAt(p + h.xyz) - fieldAt(p - h.xyz),
      fieldAt(p + h.yxz) - fieldAt(p - h.yxz),
      fieldAt(p + h.yzx) - fieldAt(p - h.yzx),
    );
    let l = length(gradient);
    store(o + 3u * j, x + lack * select(vec3f(0.0, 1.0, 0.0), gradient / l, l > 1e-30));
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
  shape(s, o);
  restoreEdges(s, o);
  let share = s.lengthShare * (1.0 - settings.lengthJitter * unit(hash(s.id, 51u, 0u)));
  if (share < 1.0) {
    shorten(share, o);
  }
  if (s.lengthShare < 1.0) {
    turnAside(s, o);
  }
  if (settings.hasField != 0u) {
    pushOut(o);
    for (var j = 0u; j < settings.points; j++) {
      store(o + 3u * j, (settings.pose * vec4f(pointAt(o + 3u * j), 1.0)).xyz);
    }
  }
}
`;
