import { ambientGridWgsl } from './ambient-grid.wgsl.ts';
import { bodyUniformWgsl } from './body-uniforms.ts';
import { environmentWgsl } from './environment.wgsl.ts';
import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import { threadWgsl } from './kernel.ts';
import { lightLookupWgsl, type ShadowMethod } from './light-map.wgsl.ts';
import { solidShadowWgsl } from './solid-shadow.wgsl.ts';

/** How much of the skin dense roots hide, and between which densities they begin to. */
export const ROOT_COVER = 0.75;
export const COVER_FROM = 0.25;
export const COVER_TO = 0.9;

/** Taps of the body's penumbra, to each side. */
const SOFT_TAPS = 2;

const shared = (method: ShadowMethod, taps: number): string => /* wgsl */ `
${frameWgsl}${frameBinding}
@group(0) @binding(1) var<storage, read> lightMap: array<u32>;
@group(0) @binding(2) var<storage, read> sums: array<f32>;
@group(0) @binding(3) var solidMap: texture_depth_2d_array;
${environmentWgsl}${ambientGridWgsl}${lightLookupWgsl(method)}${solidShadowWgsl}

// Irradiance from around on a surface, what hair and body hide taken off.
fn skyOn(world: vec3f, normal: vec3f) -> vec3f {
  let hidden = around(ALL, world + normal * frame.gridCell);
  let high = exp(-hidden.high);
  let low = exp(-hidden.low);
  let open = select(low, high, normal > vec3f(0.0));
  let visible = dot(open, normal * normal);
  return environment(normal, 1.0) * PI * mix(0.15, 1.0, visible);
}

fn lightOn(k: u32, world: vec3f, normal: vec3f) -> f32 {
  if (frame.lights[k].shadow == 0.0) {
    return 1.0;
  }
  if (frame.lights[k].shadow == BY_GRID) {
    return exp(-gridBefore(around(ALL, world + normal * frame.gridCell), frame.lights[k].direction));
  }
  let at = world + normal * 0.003;
  return mix(1.0, exp(-hairBefore(DEPTHS, k, at, 0.0)) * solidLight(k, at, 0.002, ${taps}), frame.shadow);
}
`;

/** The body: skin by a microfacet highlight over a diffuse part whose terminator is soft and red (Penner 2011, in brief). */
const skin = (method: ShadowMethod, uniform: string, taps = SOFT_TAPS): string => /* wgsl */ `
${shared(method, taps)}${uniform}
struct BodyVertex {
  @builtin(position) clip: vec4f,
  // At a point that is covered: triangles far away are smaller than a pixel, and its middle may lie well beside them.
  @location(0) @interpolate(perspective, centroid) world: vec3f,
  @location(1) @interpolate(perspective, centroid) normal: vec3f,
  // Colour of the roots that stand there times how densely they do, and how densely.
  @location(2) @interpolate(perspective, centroid) roots: vec4f,
}

fn placed(position: vec3f, normal: vec3f, roots: vec4f) -> BodyVertex {
  let world = body.pose * vec4f(position, 1.0);
  let turned = (body.pose * vec4f(normal, 0.0)).xyz;
  return BodyVertex(frame.viewProjection * world, world.xyz, turned, roots);
}

// Cosine blurred by the way that light travels below the skin, farther in red.
fn scattered(cosine: f32) -> vec3f {
  let wrap = vec3f(0.32, 0.16, 0.11);
  let soft = max(vec3f(cosine) + wrap, vec3f(0.0)) / (1.0 + wrap);
  return soft * soft / (soft + 0.02);
}

// Microfacet highlight (GGX) times the cosine, for one roughness.
fn gloss(normal: vec3f, view: vec3f, light: vec3f, roughness: f32) -> f32 {
  let halfway = normalize(light + view);
  let nl = max(dot(normal, light), 0.0);
  let nv = max(dot(normal, view), 1e-3);
  let nh = max(dot(normal, halfway), 0.0);
  let vh = max(dot(view, halfway), 0.0);
  let a = roughness * roughness;
  let a2 = a * a;
  let d = nh * nh * (a2 - 1.0) + 1.0;
  let fresnel = 0.028 + 0.972 * pow(1.0 - vh, 5.0);
  let visible = 0.5 / mix(2.0 * nl * nv, nl + nv, a);
  return a2 / (PI * d * d) * visible * fresnel * nl;
}

fn skinLight(world: vec3f, direction: vec3f, roots: vec4f) -> vec3f {
  let normal = normalize(direction);
  let view = normalize(frame.eye - world);
  let facing = max(dot(normal, view), 0.0);
  // Roots that are not drawn still darken the skin; what is painted is denser by two than roots can be, and hides it.
  let hidden = ${ROOT_COVER} * smoothstep(${COVER_FROM}, ${COVER_TO}, roots.a);
  let albedo = mix(body.skin, roots.rgb / max(roots.a, 1e-6), max(hidden, saturate(roots.a - 1.0)));
  let mirrored = reflect(-view, normal);
  // Skin that hair grows from is matt: what shines between hairs is hair.
  let grown = roots.a - 2.0 * step(1.5, roots.a);
  let polish = 1.0 - smoothstep(${COVER_FROM}, ${COVER_TO}, grown);
  let rim = polish * (0.028 + 0.4 * pow(1.0 - facing, 5.0));
  let sky = skyOn(world, normal);
  let open = clamp(dot(sky, vec3f(0.33)) / (dot(environment(normal, 1.0), vec3f(0.33)) * PI + 1e-4), 0.0, 1.0);
  var light = albedo * sky / PI + environment(mirrored, 0.5) * rim * open;
  for (var k = 0u; k < frame.lightCount; k++) {
    let to = frame.lights[k].direction;
    if (dot(normal, to) < -0.35) {
      continue;
    }
    let reaching = lightOn(k, world, normal);
    // The shadow's own edge bleeds red as well.
    let bled = pow(vec3f(reaching), vec3f(0.78, 1.0, 1.06));
    let shine = polish * (0.7 * gloss(normal, view, to, 0.52) + 0.3 * gloss(normal, view, to, 0.3));
    light += frame.lights[k].colour * (albedo / PI * scattered(dot(normal, to)) * bled + shine * reaching);
  }
  return light;
}
`;

/** Every pixel lit. */
const litPixels = /* wgsl */ `
@vertex fn bodyVertex(
  @location(0) position: vec3f,
  @location(1) normal: vec3f,
  @location(2) roots: vec4f,
) -> BodyVertex {
  return placed(position, normal, roots);
}

@fragment fn bodyFragment(in: BodyVertex) -> @location(0) vec4f {
  return vec4f(skinLight(in.world, in.normal, in.roots), 0.0);
}
`;

export const bodyWgsl = (method: ShadowMethod): string => skin(method, bodyUniformWgsl(1, 0)) + litPixels;

/**
 * Light of every vertex once, for previews: a small picture has fewer of them than pixels that its triangles touch, and a
 * vertex shader would run several times for each. Those that face away are not seen.
 */
export const lightBodyWgsl = (method: ShadowMethod): string => /* wgsl */ `
${threadWgsl}${skin(method, bodyUniformWgsl(0, 4), 1)}
@group(0) @binding(5) var<storage, read> mesh: array<f32>;
@group(0) @binding(6) var<storage, read> roots: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> light: array<vec2u>;

@compute @workgroup_size(64)
fn lightBody(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let k = threadIndex(id, groups);
  if (k >= body.vertices) {
    return;
  }
  let position = vec3f(mesh[6u * k], mesh[6u * k + 1u], mesh[6u * k + 2u]);
  let normal = vec3f(mesh[6u * k + 3u], mesh[6u * k + 4u], mesh[6u * k + 5u]);
  let in = placed(position, normal, roots[k]);
  if (dot(normalize(in.normal), normalize(frame.eye - in.world)) < -0.3) {
    return;
  }
  let sent = clamp(skinLight(in.world, in.normal, in.roots), vec3f(0.0), vec3f(100.0));
  light[k] = vec2u(pack2x16float(sent.rg), pack2x16float(vec2f(sent.b, 0.0)));
}
`;

/** Triangles between lit vertices. */
export const litBodyWgsl: string = /* wgsl */ `
${frameWgsl}${frameBinding}${bodyUniformWgsl(1, 0)}
struct LitVertex {
  @builtin(position) clip: vec4f,
  @location(0) light: vec3f,
}

@vertex fn bodyVertex(@location(0) position: vec3f, @location(1) light: vec4f) -> LitVertex {
  return LitVertex(frame.viewProjection * (body.pose * vec4f(position, 1.0)), light.rgb);
}

@fragment fn bodyFragment(in: LitVertex) -> @location(0) vec4f {
  return vec4f(in.light, 0.0);
}
`;

/** A body as a light sees it. */
export const bodyShadowWgsl: string = /* wgsl */ `
@group(0) @binding(0) var<uniform> projection: mat4x4f;
${bodyUniformWgsl(1, 0)}
@vertex fn bodyLightVertex(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return projection * (body.pose * vec4f(position, 1.0));
}
`;

/** Shadow on the ground, as a darkening of whatever backdrop is behind: nothing else of the ground is drawn. */
export const groundWgsl = (method: ShadowMethod, isPreview: boolean): string => /* wgsl */ `
${shared(method, SOFT_TAPS)}
struct GroundVertex {
  @builtin(position) clip: vec4f,
  @location(0) world: vec3f,
}

@vertex fn groundVertex(@builtin(vertex_index) index: u32) -> GroundVertex {
  let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
  let world = frame.groundCentre + vec3f(corner.x, 0.0, corner.y) * frame.groundRadius;
  return GroundVertex(frame.viewProjection * vec4f(world, 1.0), world);
}

@fragment fn groundFragment(in: GroundVertex) -> @location(0) vec4f {
  let away = distance(in.world, frame.groundCentre) / frame.groundRadius;
  let fade = 1.0 - smoothstep(0.35, 1.0, away);
  // Contact: the body stands close above; farther out its key shadow is soft.
  let contact = exp(-9.0 * away * away);
  var key = 0.0;
  if (frame.lightCount > 0u && !${isPreview}) {
    key = 1.0 - lightOn(0u, in.world, vec3f(0.0, 1.0, 0.0));
  }
  let dark = clamp((0.55 * contact + 0.4 * key) * fade, 0.0, 0.85) * frame.ground;
  return vec4f(0.0, 0.0, 0.0, 1.0 - dark);
}
`;
