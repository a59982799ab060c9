import { add, normalize, type Vec3 } from '../numeric/vector.ts';
import { anglesOf, LEAST_COS, type Rgb } from './angles.ts';
import { type Arc, type Components, eachCommon, facingArc, normalIntegral } from './arcs.ts';
import { twiceThrough } from './dual-highlight.ts';
import type { Fibre } from './fibre.ts';

/**
 * A model for animal fur: the sum over the lit, visible normals of a cylinder with tilted scales, at the surface and
 * after crossing the fibre (the published formulas with their arcs, signs and powers put right). The core scatters what
 * passes it. Heuristic: not reciprocal, no energy law. Returns S, 1/sr; the model itself states S cos θi.
 */

interface FurFrame {
  readonly light: Components;
  readonly eye: Components;
  readonly half: Components;
}

function frameOf(wi: Vec3, wo: Vec3): FurFrame {
  const across = normalize([0, wi[1], wi[2]], [0, 1, 0]);
  // v = w × u with u = x.
  const v: Vec3 = [0, across[2], -across[1]];
  const of = (d: Vec3): Components => [d[0], d[1] * v[1] + d[2] * v[2], d[1] * across[1] + d[2] * across[2]];
  return { light: of(wi), eye: of(wo), half: of(normalize(add(wi, wo), [0, 0, 0])) };
}

/** Sum of n·x over the normals that all `arcs` share. */
export function facingSum(x: Components, tilt: number, arcs: readonly [Arc, ...Arc[]]): number {
  let sum = 0;
  eachCommon(arcs[0], arcs.slice(1), (from, to) => {
    sum += normalIntegral(x, tilt, from, to);
  });
  return sum;
}

/** The four terms: surface diffuse and highlight, light scattered through, highlight from inside. */
export interface FurTerms {
  readonly diffuse: number;
  readonly highlight: number;
  readonly through: number;
  readonly inner: number;
}

/** `tilt` of normals along the tangent: negative towards the root. */
export function furTerms(wi: Vec3, wo: Vec3, tilt: number, exponent: number): FurTerms {
  const { light, eye, half } = frameOf(wi, wo);
  const arcs = (a: number): [Arc, Arc, Arc] => [facingArc(light, a), facingArc(eye, a), facingArc(half, a)];
  const [lit, seen, mirrored] = arcs(tilt);
  const diffuse = facingSum(light, tilt, [lit, seen]);
  const thickness = 1 - Math.abs(light[0]);
  const peak = (a: number, three: [Arc, Arc, Arc]): number => Math.max(0, 0.5 * facingSum(half, a, three)) ** exponent;
  return {
    diffuse: diffuse / Math.PI,
    highlight: peak(tilt, [lit, seen, mirrored]),
    through: (thickness * (facingSum(light, tilt, [lit]) - diffuse)) / Math.PI,
    inner: thickness * peak(-tilt, arcs(-tilt)),
  };
}

export function scatterFur(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  const { highlight, softCore, colour, sigma } = fibre;
  const terms = furTerms(wi, wo, -fibre.tilt, highlight.primaryExponent);
  // π² of the Kajiya-Kay diffuse energy is π of this one's.
  const diffuse = Math.PI * highlight.diffuse;
  const cosine = Math.max(LEAST_COS, anglesOf(wi, wo).cosI);
  const soft = diffuse * (terms.diffuse + softCore * terms.through);
  const inner = (1 - softCore) * highlight.secondary * terms.inner;
  return colour.map(
    (c, k) => (highlight.primary * terms.highlight + c * soft + twiceThrough(sigma[k]!) * inner) / cosine,
  ) as Rgb;
}

export const furWgsl = /* wgsl */ `
// centre and half width of the normals that face x (components along u, v, w).
fn hair_facing_arc(x: vec3f, tan_tilt: f32) -> vec2f {
  let edge = clamp(-tan_tilt * x.x / max(1e-9, length(x.yz)), -1.0, 1.0);
  return vec2f(hair_atan2(x.z, x.y), hair_atan2(sqrt(1.0 - edge * edge), edge));
}

fn hair_normal_integral(x: vec3f, tilt: vec2f, start: f32, end: f32) -> f32 {
  let ends = vec3f(start, end, 0.0);
  let s = hair_sin(ends);
  let c = hair_cos(ends);
  return tilt.x * (end - start) * x.x + tilt.y * ((s.y - s.x) * x.y - (c.y - c.x) * x.z);
}

// Sum of n·x over the normals that lie in all three arcs; tilt = (sin, cos).
fn hair_facing_sum(x: vec3f, tilt: vec2f, base: vec2f, second: vec2f, third: vec2f) -> f32 {
  var sum = 0.0;
  let b = base.x + hair_wrap(second.x - base.x);
  let c = base.x + hair_wrap(third.x - base.x);
  for (var i = -1; i <= 1; i++) {
    let centre_b = b + 2.0 * HAIR_PI * f32(i);
    let low = max(base.x - base.y, centre_b - second.y);
    let high = min(base.x + base.y, centre_b + second.y);
    if (low < high) {
      for (var k = -1; k <= 1; k++) {
        let centre_c = c + 2.0 * HAIR_PI * f32(k);
        let start = max(low, centre_c - third.y);
        let end = min(high, centre_c + third.y);
        if (start < end) {
          sum += hair_normal_integral(x, tilt, start, end);
        }
      }
    }
  }
  return sum;
}

fn hair_scatter_fur(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let size = length(wi.yz);
  let w = select(vec2f(1.0, 0.0), wi.yz / max(size, 1e-30), size > 1e-30);
  let v = vec2f(w.y, -w.x);
  let light = vec3f(wi.x, dot(wi.yz, v), dot(wi.yz, w));
  let eye = vec3f(wo.x, dot(wo.yz, v), dot(wo.yz, w));
  let both = light + eye;
  let half = both / max(1e-12, length(both));

  let turn = vec3f(-fibre.tilt, 0.0, 0.0);
  let tilt = vec2f(hair_sin(turn).x, hair_cos(turn).x);
  let slope = tilt.x / tilt.y;
  let lit = hair_facing_arc(light, slope);
  let seen = hair_facing_arc(eye, slope);
  let diffuse = hair_facing_sum(light, tilt, lit, seen, lit);
  let all = hair_facing_sum(light, tilt, lit, lit, lit);
  let white = hair_facing_sum(half, tilt, lit, seen, hair_facing_arc(half, slope));
  let inner = hair_facing_sum(half, vec2f(-tilt.x, tilt.y), hair_facing_arc(light, -slope),
    hair_facing_arc(eye, -slope), hair_facing_arc(half, -slope));

  let thickness = 1.0 - abs(light.x);
  let soft = fibre.diffuse * (diffuse + fibre.soft_core * thickness * (all - diffuse));
  let glow =
    (1.0 - fibre.soft_core) * fibre.secondary * thickness * pow(max(0.0, 0.5 * inner), fibre.primary_exponent);
  let sum = fibre.primary * pow(max(0.0, 0.5 * white), fibre.primary_exponent) + fibre.colour * soft
    + exp(-3.54 * fibre.sigma) * glow;
  return sum / max(HAIR_LEAST_COS, hair_angles(wi, wo).cos_i);
}
`;
