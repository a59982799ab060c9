import { DOWN_RADIANCE } from '../shading/dual-scatter.ts';
import { hairTableWgsl } from '../shading/hair.wgsl.ts';
import type { ShadingModelName } from '../shading/look.ts';
import { SHADING } from '../shading/models.ts';
import { ambientGridWgsl } from './ambient-grid.wgsl.ts';
import { environmentWgsl } from './environment.wgsl.ts';
import { threadWgsl } from './kernel.ts';
import { lightLookupWgsl, OWN, OWN_COVER, type ShadowMethod } from './light-map.wgsl.ts';
import { pigmentWgsl } from './pigment.wgsl.ts';
import { solidShadowWgsl } from './solid-shadow.wgsl.ts';
import { strandsWgsl } from './strands.wgsl.ts';
import { texelWgsl } from './texels.wgsl.ts';
import { TILE } from './tiles.wgsl.ts';

/** Whether grooms send on different fractions of light: known when the kernel is made, so that others do not pay for it. */
const mixedWgsl = /* wgsl */ `
override isMixed: bool = false;

fn brighterBy(other: f32, depth: f32) -> f32 {
  if (!isMixed) {
    return 0.0;
  }
  return other / max(depth, 1e-6);
}
`;

/** What a light of unit strength sends on, and the surroundings; models that know no neighbours get a plain shadow. */
const scatterWgsl = (model: ShadingModelName): string =>
  model === 'energy-conserving'
    ? /* wgsl */ `
fn sentOn(own: HairFibre, to: vec3f, view: vec3f, depth: f32, brighter: f32) -> vec3f {
  return hair_dual_scatter(own, to, view, 0.0, depth, brighter);
}

// Light from all around as from six lights, each through the hair before it and back from the hair behind: dual scattering
// where only the side that light comes from matters, the eye's or the other. In even light white hair is white.
fn surroundings(own: HairFibre, tangent: vec3f, view: vec3f, hidden: Around, other: Around) -> vec3f {
  let along = dot(view, tangent);
  let slant = sqrt(max(1e-4, 1.0 - along * along));
  let turns = hair_half_turns(own, along, slant);
  let across = max(vec3f(1e-4), 1.0 - tangent * tangent);
  let facing = 0.5 * (view - along * tangent) / (slant * sqrt(across));
  var sum = vec3f(0.0);
  for (var side = 0; side < 6; side++) {
    let axis = side / 2;
    let isHigh = side % 2 == 1;
    var direction = vec3f(0.0);
    direction[axis] = select(-1.0, 1.0, isHigh);
    let depth = GRID_FRACTION * select(hidden.low[axis], hidden.high[axis], isHigh);
    let through = clamp(0.5 - direction[axis] * facing[axis], 0.0, 1.0);
    let brighter = brighterBy(select(other.low[axis], other.high[axis], isHigh), depth / GRID_FRACTION);
    let streams = hair_streams_behind(turns.ahead.energy, turns.behind.energy, depth, brighter);
    let fromHere = mix(turns.behind.energy, turns.ahead.energy, through);
    let fromThere = mix(turns.ahead.energy, turns.behind.energy, through);
    let sent = (exp(-depth) + own.density_forward * ${DOWN_RADIANCE} * streams.down) * fromHere
      + own.density_backward * streams.up * fromThere;
    sum += 0.5 * across[axis] * environment(direction, 0.7) * sent;
  }
  return sum;
}
`
    : /* wgsl */ `
fn sentOn(own: HairFibre, to: vec3f, view: vec3f, depth: f32, brighter: f32) -> vec3f {
  return exp(-depth) * hair_scatter(own, to, view, 0.0);
}

// Six directions stand for all; most of those between them find a shorter way out.
fn lossThrough(colour: vec3f, brighter: f32) -> vec3f {
  return 0.55 * (1.0 - 0.75 * clamp(colour + brighter, vec3f(0.0), vec3f(1.0)));
}

fn surroundings(own: HairFibre, tangent: vec3f, view: vec3f, hidden: Around, other: Around) -> vec3f {
  let colour = own.colour;
  let across = (1.0 - tangent * tangent) * 0.25;
  var sum = vec3f(0.0);
  for (var axis = 0; axis < 3; axis++) {
    var direction = vec3f(0.0);
    direction[axis] = 1.0;
    let high = exp(-hidden.high[axis] * lossThrough(colour, brighterBy(other.high[axis], hidden.high[axis])));
    let low = exp(-hidden.low[axis] * lossThrough(colour, brighterBy(other.low[axis], hidden.low[axis])));
    sum += across[axis] * (environment(direction, 0.7) * high + environment(-direction, 0.7) * low);
  }
  return colour * sum;
}
`;

/** The light that each strand point sends to the eye: every light through its shadow, and the surroundings. */
export const shadeWgsl = (method: ShadowMethod, model: ShadingModelName): string => /* wgsl */ `
${strandsWgsl}${threadWgsl}
@group(0) @binding(4) var<storage, read> lightMap: array<u32>;
@group(0) @binding(5) var<storage, read> sums: array<f32>;
${hairTableWgsl(0, 6)}
@group(0) @binding(7) var<storage, read_write> light: array<vec2u>;
${SHADING[model].wgsl}
// The look's fibre, and the same when soaked.
@group(0) @binding(8) var<uniform> fibres: array<HairFibre, 2>;
@group(0) @binding(9) var solidMap: texture_depth_2d_array;
@group(0) @binding(10) var<storage, read> behind: array<f32>;
@group(0) @binding(11) var<storage, read> coat: array<u32>;
${pigmentWgsl(12)}${texelWgsl}${environmentWgsl}${ambientGridWgsl}${lightLookupWgsl(method)}${solidShadowWgsl}${mixedWgsl}${scatterWgsl(model)}

// Before a point, as far as hair of its own neighbourhood is not to shade it.
fn ownBias(light: u32) -> f32 {
  return ${OWN} * min(1.0, 2.0 * groom.radius / (${OWN_COVER} * frame.lights[light].texel));
}

// How much more of its light the hair around a point sends on than the point's own groom would, times its optical depth.
fn otherAround(world: vec3f) -> Around {
  if (!isMixed) {
    return Around(vec3f(0.0), vec3f(0.0));
  }
  let hair = around(HAIR, world);
  let fractions = around(FRACTIONS, world);
  return Around(fractions.low - groom.albedo * hair.low, fractions.high - groom.albedo * hair.high);
}

// The same towards a light, over the optical depth of everything before the point.
fn brighterBefore(light: u32, world: vec3f, depth: f32, other: Around) -> f32 {
  if (!isMixed) {
    return 0.0;
  }
  if (frame.lights[light].shadow == BY_MAP) {
    return brighterBy(frame.shadow * hairBefore(FRACTIONS_BEFORE, light, world, ownBias(light)) - groom.albedo * depth, depth);
  }
  return brighterBy(gridBefore(other, frame.lights[light].direction), depth);
}

// Texels are lit as strands are, with tangents and colours of their own: known when the kernel is made.
override ofTexels: bool = false;

fn tangentAt(point: u32) -> vec3f {
  if (ofTexels) {
    return texelTangent(point);
  }
  return tangentOf(point);
}

fn absorptionAt(point: u32, soaked: u32, pigment: f32) -> vec3f {
  if (ofTexels) {
    let root = log(texelColour(point)) / fibres[0].colour_scale;
    return root * root * select(vec3f(1.0), fibres[1].sigma / max(fibres[0].sigma, vec3f(1e-6)), soaked == 1u);
  }
  return sigmaAt(point, soaked, pigment);
}

// Whether a point lies behind the body or outside the picture, with a tile to spare.
fn isHidden(point: u32) -> bool {
  let clip = frame.viewProjection * vec4f(positionOf(point), 1.0);
  if (clip.w <= 1e-3) {
    return true;
  }
  let tile = vec2i(floor((clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5) * frame.size / ${TILE}.0));
  let last = vec2i(frame.tiles) - 1;
  if (any(tile < vec2i(-2)) || any(tile > last + 2)) {
    return true;
  }
  for (var k = 0; k < 9; k++) {
    let at = clamp(tile + vec2i(k % 3 - 1, k / 3 - 1), vec2i(0), last);
    if (clip.w < behind[at.y * i32(frame.tiles.x) + at.x]) {
      return false;
    }
  }
  return true;
}

// What a point sends, red to blue, and below zero in the last place where it is hidden.
@compute @workgroup_size(64)
fn shade(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = threadIndex(id, groups);
  if (thread >= groom.points) {
    return;
  }
  let point = drawnPoint(thread);
  let word = words[point];
  if (rankFraction(word) <= 0.0 || (ofTexels && !isTexel(point))) {
    return;
  }
  if (isHidden(point) && isHidden(before(point)) && isHidden(after(point))) {
    light[point] = vec2u(0u, pack2x16float(vec2f(0.0, -1.0)));
    return;
  }
  let world = positionOf(point);
  let tangent = tangentAt(point);
  let axes = transpose(hair_frame(tangent));
  let eye = normalize(frame.eye - world);
  let view = axes * eye;
  let pigment = hair_strand_factor(fibres[0], (word >> 16u) & 0x3fffu);
  let hidden = around(ALL, world);
  let other = otherAround(world);
  var depths = vec4f(0.0);
  var open = vec4f(1.0);
  for (var k = 0u; k < frame.lightCount; k++) {
    if (frame.lights[k].shadow == BY_MAP) {
      depths[k] = frame.shadow * hairBefore(DEPTHS, k, world, ownBias(k));
      open[k] = mix(1.0, solidLight(k, world, 0.004, 1), frame.shadow);
    } else if (frame.lights[k].shadow == BY_GRID) {
      depths[k] = gridBefore(hidden, frame.lights[k].direction);
    }
  }
  let wet = wetnessOf(coat[groom.coatWords * point]);
  var sum = vec3f(0.0);
  for (var soaked = 0u; soaked < 2u; soaked++) {
    let fraction = select(1.0 - wet, wet, soaked == 1u);
    if (fraction <= 0.0) {
      continue;
    }
    let own = hair_with_sigma(fibres[soaked], absorptionAt(point, soaked, pigment));
    var sent = surroundings(own, tangent, eye, hidden, other);
    for (var k = 0u; k < frame.lightCount; k++) {
      if (open[k] > 0.0) {
        let to = axes * frame.lights[k].direction;
        let cosine = sqrt(max(1.0 - to.x * to.x, 0.0));
        let brighter = brighterBefore(k, world, depths[k], other);
        sent += frame.lights[k].colour * open[k] * cosine * sentOn(own, to, view, depths[k], brighter);
      }
    }
    sum += fraction * sent;
  }
  let safe = clamp(sum, vec3f(0.0), vec3f(100.0));
  light[point] = vec2u(pack2x16float(safe.rg), pack2x16float(vec2f(safe.b, 0.0)));
}
`;
