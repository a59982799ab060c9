import { MOST_STEPS, NO_TRIANGLE, WALK_WORDS } from '../body/surface-walk.ts';
import { STEEPEST } from '../groom/skin-clearance.ts';
import { LEAST_REACH, RISE } from '../groom/strand-kernel.ts';
import { LEAST_GRADIENT } from '../kernels/field-cell.ts';
import { ROOT_WORDS } from './riding-roots.ts';

/** Numbers of a vertex of the skin. */
const SKIN_STRIDE = 6;
/** A number as the GPU's language writes it. */
export const float = (value: number): string => value.toExponential();

/**
 * What all generators on the GPU have in common: their settings, where strands stand on a skin, how they are kept out of the body and taken along
 * with it. Points are made in place in `out`, in the body's own coordinates.
 */
export const strandPlaceWgsl: string = /* wgsl */ `
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

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> guides: array<f32>;
// How wet each strand is. Then of each that rides on the skin: three vertices, the weights of the first two, its triangle. Then triangles: three vertices
// and the triangles across their edges.
@group(0) @binding(4) var<storage, read> roots: array<u32>;
// Positions and normals of the skin's vertices, or the values of the field.
@group(0) @binding(7) var<storage, read> body: array<f32>;
@group(0) @binding(8) var<storage, read_write> out: array<f32>;

fn pointAt(k: u32) -> vec3f {
  return vec3f(out[k], out[k + 1u], out[k + 2u]);
}

fn store(k: u32, p: vec3f) {
  out[k] = p.x;
  out[k + 1u] = p.y;
  out[k + 2u] = p.z;
}

fn skinAt(vertex: u32) -> vec3f {
  let k = ${SKIN_STRIDE}u * vertex;
  return vec3f(body[k], body[k + 1u], body[k + 2u]);
}

// The place of a root on the skin.
fn placeOf(root: u32) -> vec3f {
  let u = bitcast<f32>(roots[root + 3u]);
  let v = bitcast<f32>(roots[root + 3u + 1u]);
  return u * skinAt(roots[root]) + v * skinAt(roots[root + 1u]) + (1.0 - u - v) * skinAt(roots[root + 2u]);
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

// Keeps strand i out of the body and takes it along with its pose.
fn place(i: u32, o: u32) {
  if (settings.isRiding != 0u) {
    pushOverSkin(roots[settings.roots + ${ROOT_WORDS}u * i + ${ROOT_WORDS - 1}u], o);
  } else if (settings.hasField != 0u) {
    pushOut(o);
  }
  for (var j = 0u; j < settings.points; j++) {
    store(o + 3u * j, (settings.pose * vec4f(pointAt(o + 3u * j), 1.0)).xyz);
  }
}
`;
