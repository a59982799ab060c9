import { OPPOSITE } from '../groom/bent-hair.ts';
import { SERIES_BELOW, STUMPFF_2, STUMPFF_3 } from '../strands/bent-curve.ts';
import { BEND } from '../strands/read-bend.ts';
import { BENT_NUMBERS, INTERPOLATIONS } from './bent-data.ts';
import { STRAND_WORDS } from './generator-data.ts';
import { GROUP, threadWgsl } from './kernel.ts';
import { ROOT_WORDS } from './riding-roots.ts';
import { float, strandPlaceWgsl } from './strand-place.wgsl.ts';

const QUATERNION = 4;

/** A series by the rule of Horner, with signs in turn. */
const series = (terms: readonly number[]): string =>
  terms.reduceRight((rest, term) => (rest ? `${float(term)} - z * (${rest})` : float(term)), '');

/**
 * Hairs bent as their guides are, on the GPU: src/groom/bent-hair.ts in single precision, one thread a hair. Guides are `BEND` numbers each, a
 * rotation vector and a factor of the length; hairs are their own groomed curves. On a body that deforms a curve is turned with the triangle
 * that its root stands on, as src/body/surface-points.ts does. Numbers come from where the CPU has them: a test looks for others.
 */
export const bentHairWgsl: string = /* wgsl */ `
struct Hair {
  id: u32,
  a: u32,
  b: u32,
  c: u32,
  // Its place among the curves.
  curve: u32,
  unused: u32,
  large: u32,
  small: u32,
  weights: array<f32, 3>,
  direction: array<f32, 3>,
  // Of its triangle at rest: the rotation back from its axes, and the inverse of its edges; zeros where there is none.
  back: array<f32, ${QUATERNION}>,
  inverse: array<f32, 3>,
  more: array<f32, ${STRAND_WORDS - BENT_NUMBERS}>,
}

// Directions of the guides.
@group(0) @binding(2) var<storage, read> level: array<f32>;
@group(0) @binding(3) var<storage, read> hairs: array<Hair>;
// Points of the groomed curves with the fraction of the length at each, dry and soaked.
@group(0) @binding(5) var<storage, read> curves: array<vec4f>;
@group(0) @binding(6) var<storage, read> soaked: array<vec4f>;
${strandPlaceWgsl}${threadWgsl}
// Up to half a turn and more the series are exact; a sine of the GPU need not be.
fn stumpff2(square: f32) -> f32 {
  let z = min(square, ${float(SERIES_BELOW)});
  return ${series(STUMPFF_2)};
}

fn stumpff3(square: f32) -> f32 {
  let z = min(square, ${float(SERIES_BELOW)});
  return ${series(STUMPFF_3)};
}

// The rotation vector of a guide, carried to a hair that points to n.
fn carried(g: u32, n: vec3f) -> vec3f {
  let w = vec3f(guides[${BEND}u * g], guides[${BEND}u * g + 1u], guides[${BEND}u * g + 2u]);
  let a = vec3f(level[3u * g], level[3u * g + 1u], level[3u * g + 2u]);
  let c = dot(a, n);
  let k = cross(a, n);
  if (1.0 + c < ${float(OPPOSITE)}) {
    return w;
  }
  return c * w + cross(k, w) + dot(k, w) / (1.0 + c) * k;
}

fn curveAt(k: u32, wetness: f32) -> vec4f {
  if (settings.hasSmall == 0u || wetness == 0.0) {
    return curves[k];
  }
  return vec4f(mix(curves[k].xyz, soaked[k].xyz, wetness), curves[k].w);
}

// Adds a curve that is bent by w, times a weight, to what is there.
fn addBent(hair: Hair, wetness: f32, w: vec3f, weight: f32, o: u32) {
  let z = dot(w, w);
  let begin = hair.curve * settings.points;
  var old = curveAt(begin, wetness);
  var moved = vec3f(0.0);
  var b = 0.0;
  var c = 0.0;
  store(o, pointAt(o) + weight * old.xyz);
  for (var j = 1u; j < settings.points; j++) {
    let here = curveAt(begin + j, wetness);
    let e = here.xyz - old.xyz;
    let part = here.w - old.w;
    if (part > 0.0) {
      let square = here.w * here.w;
      let nextB = square * stumpff2(square * z);
      let nextC = square * here.w * stumpff3(square * z);
      moved += (nextB - b) / part * cross(w, e) + (nextC - c) / part * (dot(w, e) * w - z * e);
      b = nextB;
      c = nextC;
      old.w = here.w;
    }
    old = vec4f(here.xyz, old.w);
    store(o + 3u * j, pointAt(o + 3u * j) + weight * (here.xyz + moved));
  }
}

fn clear(o: u32) {
  for (var j = 0u; j < settings.points; j++) {
    store(o + 3u * j, vec3f(0.0));
  }
}

fn stretch(factor: f32, o: u32) {
  let root = pointAt(o);
  for (var j = 1u; j < settings.points; j++) {
    store(o + 3u * j, mix(root, pointAt(o + 3u * j), factor));
  }
}

// How a way of the rest pose lies now that the triangle below its root has moved.
struct Turn { isTurned: bool, x: vec3f, y: vec3f, z: vec3f, about: vec2f }

fn turnOf(hair: Hair, root: u32) -> Turn {
  let a = skinAt(roots[root]);
  let u = skinAt(roots[root + 1u]) - a;
  let v = skinAt(roots[root + 2u]) - a;
  let first = length(u);
  let n = cross(u, v);
  let area = length(n);
  if (hair.inverse[0] == 0.0 || !(area > 0.0)) {
    return Turn(false, vec3f(0.0), vec3f(0.0), vec3f(0.0), vec2f(0.0));
  }
  let x = u / first;
  let z = n / area;
  let about = vec2f(
    first * hair.inverse[0] + area / first * hair.inverse[2],
    -(first * hair.inverse[1] + dot(v, x) * hair.inverse[2]),
  );
  return Turn(true, x, cross(z, x), z, normalize(about));
}

fn turned(hair: Hair, turn: Turn, d: vec3f) -> vec3f {
  let q = vec3f(hair.back[0], hair.back[1], hair.back[2]);
  let t = 2.0 * cross(q, d);
  let p = d + hair.back[3] * t + cross(q, t);
  let c = turn.about.x;
  let s = turn.about.y;
  return (c * p.x - s * p.y) * turn.x + (s * p.x + c * p.y) * turn.y + p.z * turn.z;
}

// Takes a hair at rest to where its root is on the skin, turned as that is.
fn ride(hair: Hair, root: u32, o: u32) {
  let at = placeOf(root);
  let old = pointAt(o);
  let turn = turnOf(hair, root);
  for (var j = 0u; j < settings.points; j++) {
    var d = pointAt(o + 3u * j) - old;
    if (turn.isTurned) {
      d = turned(hair, turn, d);
    }
    store(o + 3u * j, at + d);
  }
}

@compute @workgroup_size(${GROUP})
fn generate(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = threadIndex(id, groups);
  if (i >= settings.count) {
    return;
  }
  let hair = hairs[i];
  let o = 3u * i * settings.points;
  let n = vec3f(hair.direction[0], hair.direction[1], hair.direction[2]);
  let wetness = max(settings.wetness, bitcast<f32>(roots[i]));
  let a = carried(hair.a, n);
  let b = carried(hair.b, n);
  let c = carried(hair.c, n);
  let u = hair.weights;
  clear(o);
  if (settings.mode == ${INTERPOLATIONS.indexOf('geometry')}u) {
    addBent(hair, wetness, a, u[0], o);
    addBent(hair, wetness, b, u[1], o);
    addBent(hair, wetness, c, u[2], o);
  } else {
    addBent(hair, wetness, u[0] * a + u[1] * b + u[2] * c, 1.0, o);
  }
  let factor = u[0] * guides[${BEND}u * hair.a + 3u] + u[1] * guides[${BEND}u * hair.b + 3u] + u[2] * guides[${BEND}u * hair.c + 3u];
  if (factor != 1.0) {
    stretch(factor, o);
  }
  if (settings.isRiding != 0u) {
    ride(hair, settings.roots + ${ROOT_WORDS}u * i, o);
  }
  place(i, o);
}
`;
