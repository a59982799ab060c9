import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import { threadWgsl } from './kernel.ts';
import { MOST_LIGHTS } from './lights.ts';
import { strandsWgsl } from './strands.wgsl.ts';
import { texelWgsl } from './texels.wgsl.ts';

/** How hair keeps light from hair. */
export const SHADOW_METHODS = ['deep', 'opacity', 'grid'] as const;
export type ShadowMethod = (typeof SHADOW_METHODS)[number];

/** Layers of each method; words a texel are two more for `deep`, which keeps its nearest and farthest depth. */
export const LAYERS: Readonly<Record<ShadowMethod, number>> = { deep: 7, opacity: 16, grid: 64 };
/** Texels along a light's map. The grid has fewer: its cells are as long as wide. */
export const MAP_SIDE: Readonly<Record<ShadowMethod, number>> = { deep: 512, opacity: 512, grid: 96 };
export const wordsPerTexel = (method: ShadowMethod): number => LAYERS[method] + (method === 'deep' ? 2 : 0);
/**
 * Deep layers divide what lies between the nearest and the farthest hair of a texel: evenly up to this thickness of hair, m, then
 * thinner in front and growing by e^(DEEP_GROWTH ln(thickness / EVEN_DEPTH)) to the last. So the first is about 1.5 mm thick in hair
 * of any depth, and none is where a single hair stands off a dense coat.
 */
export const EVEN_DEPTH = 0.0105;
export const DEEP_GROWTH = 1.75;
/**
 * How far before a point its shadow is looked up, m: hair of its own neighbourhood does not shade it. So far where a strand covers a
 * tenth of a texel and more, less far for finer hair, in which light would leak.
 */
export const OWN = 0.0012;
export const OWN_COVER = 0.1;
/** Hair so far behind the body, as a light sees it, is left out of its map, m. */
const LEAST_BEHIND = 0.01;
/** Of a texel's thickness of hair: as far before its point as this a look-up is always taken, up to OWN. */
export const THICK_BIAS = 0.006;
/** Optical depth is added as integers, so that the sum does not depend on the order. */
export const DEPTH_UNIT = 4096;

const deepWgsl = /* wgsl */ `
// The layer of a texel that a depth lies in, and how far: 0 where it begins.
struct DeepPlace { layer: u32, part: f32 }

fn deepPlace(z: f32, nearest: f32, farthest: f32) -> DeepPlace {
  let thickness = max(farthest - nearest, 1e-5);
  let behind = clamp((z - nearest) / thickness, 0.0, 1.0);
  // Of one layer; e to this power is how much thicker the next one is.
  let growth = ${DEEP_GROWTH / LAYERS.deep} * log(thickness / ${EVEN_DEPTH});
  var place = f32(LAYERS) * behind;
  if (growth > 0.003) {
    place = log(1.0 + behind * (exp(f32(LAYERS) * growth) - 1.0)) / growth;
  }
  let layer = min(u32(place), LAYERS - 1u);
  var part = place - f32(layer);
  if (growth > 0.003) {
    part = (exp(growth * part) - 1.0) / (exp(growth) - 1.0);
  }
  return DeepPlace(layer, part);
}
`;

/**
 * Optical depth of hair between a light and a point, from layers of a map seen from the light. Sums are cumulative after
 * `sumLayers`. deep: layers behind the nearest hair of the texel (Yuksel and Keyser 2008), as far as its farthest; opacity:
 * planes at equal distances (Kim and Neumann 2001, as in the salon paper); grid: cells with trilinear weights on the way in
 * and out, which together are a 3x3x3 filter.
 *
 * Where grooms send on different fractions of light, a second block like the first holds depths times these fractions.
 */
export const lightMapWgsl = (method: ShadowMethod): string => /* wgsl */ `
const LAYERS = ${LAYERS[method]}u;
const WORDS = ${wordsPerTexel(method)}u;
const DEPTHS = 0u;
const FRACTIONS_BEFORE = 1u;

fn blockStart(block: u32) -> u32 {
  return block * ${MOST_LIGHTS}u * frame.mapSide * frame.mapSide * WORDS;
}

fn mapStart(light: u32, texel: vec2u) -> u32 {
  return ((light * frame.mapSide + texel.y) * frame.mapSide + texel.x) * WORDS;
}

${method === 'deep' ? deepWgsl : ''}
// Texel coordinates and depth in metres of a point, as a light sees it.
fn seenBy(light: u32, world: vec3f) -> vec3f {
  let clip = frame.lights[light].projection * vec4f(world, 1.0);
  return vec3f((clip.xy * vec2f(0.5, -0.5) + 0.5) * f32(frame.mapSide), clip.z * frame.lights[light].depth);
}
`;

const lookup: Readonly<Record<ShadowMethod, string>> = {
  deep: /* wgsl */ `
fn texelDepth(block: u32, light: u32, texel: vec2u, depth: f32, bias: f32) -> f32 {
  let head = mapStart(light, texel);
  let start = blockStart(block) + head + 1u;
  let nearest = bitcast<f32>(0xffffffffu - lightMap[head]);
  let farthest = bitcast<f32>(lightMap[head + 1u]);
  let thick = min(${OWN}, ${THICK_BIAS} * (farthest - nearest));
  let z = depth - select(0.0, max(bias, thick), bias > 0.0);
  if (lightMap[head] == 0u || z <= nearest) {
    return 0.0;
  }
  let place = deepPlace(z, nearest, farthest);
  let before = select(f32(lightMap[start + place.layer]), 0.0, place.layer == 0u);
  return mix(before, f32(lightMap[start + place.layer + 1u]), place.part) / ${DEPTH_UNIT}.0;
}
`,
  opacity: /* wgsl */ `
fn texelDepth(block: u32, light: u32, texel: vec2u, depth: f32, bias: f32) -> f32 {
  let start = blockStart(block) + mapStart(light, texel);
  let z = depth - bias;
  let place = clamp(z / frame.lights[light].depth * f32(LAYERS), 0.0, f32(LAYERS) - 0.001);
  let k = u32(place);
  let before = select(f32(lightMap[start + max(k, 1u) - 1u]), 0.0, k == 0u);
  return mix(before, f32(lightMap[start + k]), place - f32(k)) / ${DEPTH_UNIT}.0;
}
`,
  grid: /* wgsl */ `
fn texelDepth(block: u32, light: u32, texel: vec2u, depth: f32, bias: f32) -> f32 {
  let start = blockStart(block) + mapStart(light, texel);
  let z = depth - bias;
  let place = clamp(z / frame.lights[light].depth * f32(LAYERS) + 0.5, 0.0, f32(LAYERS) - 0.001);
  let k = u32(place);
  let before = select(f32(lightMap[start + max(k, 1u) - 1u]), 0.0, k == 0u);
  return mix(before, f32(lightMap[start + k]), place - f32(k)) / ${DEPTH_UNIT}.0;
}
`,
};

/** Reading the map; needs `lightMap`. Results are interpolated, not depths: those jump at silhouettes. */
export const lightLookupWgsl = (method: ShadowMethod): string => /* wgsl */ `
${lightMapWgsl(method)}${lookup[method]}
// Of a block: depths of hair, or depths times what that hair sends on.
fn hairBefore(block: u32, light: u32, world: vec3f, bias: f32) -> f32 {
  let seen = seenBy(light, world);
  let place = clamp(seen.xy - 0.5, vec2f(0.0), vec2f(f32(frame.mapSide) - 1.001));
  let corner = vec2u(place);
  let part = fract(place);
  let z = seen.z;
  let left = vec2f(texelDepth(block, light, corner, z, bias), texelDepth(block, light, corner + vec2u(0u, 1u), z, bias));
  let right = vec2f(
    texelDepth(block, light, corner + vec2u(1u, 0u), z, bias),
    texelDepth(block, light, corner + vec2u(1u, 1u), z, bias),
  );
  let rows = mix(left, right, part.x);
  return mix(rows.x, rows.y, part.y);
}
`;

/** Walks the texels that a segment crosses. `deposit(light, texel, z, depth)` is the method's. */
const walk = (name: string, deposit: string, prepare: string): string => /* wgsl */ `
${prepare}
@compute @workgroup_size(64)
fn ${name}(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = threadIndex(id, groups);
  if (thread >= groom.points) {
    return;
  }
  let point = drawnPoint(thread);
  let word = words[point];
  let stands = rankStands(word);
  if (stands <= 0.0 || (word & TIP) != 0u) {
    return;
  }
  let a = positionOf(point);
  let b = positionOf(after(point));
  let width = 2.0 * groom.radius * taper(alongOf(word));
  for (var light = 0u; light < frame.lightCount; light++) {
    if (frame.lights[light].shadow != BY_MAP) {
      continue;
    }
    let first = seenBy(light, a);
    let step = seenBy(light, b) - first;
    if (isBehindBody(light, first + 0.5 * step)) {
      continue;
    }
    let crossed = length(step.xy);
    let samples = clamp(u32(ceil(max(abs(step.x), abs(step.y)))), 1u, 256u);
    // A texel is covered by width x length of it; overlapping strands multiply, so optical depths add.
    let cover = min(width / frame.lights[light].texel, 0.95);
    let depth = groom.opacity * stands * -log(1.0 - cover) * crossed / f32(samples);
    for (var k = 0u; k < samples; k++) {
      let seen = first + step * ((f32(k) + 0.5) / f32(samples));
      if (any(seen.xy < vec2f(0.0)) || any(seen.xy >= vec2f(f32(frame.mapSide)))) {
        continue;
      }
      ${deposit}
    }
  }
}
`;

/** The same for texels: each over the texels of the map that its cell covers. */
const walkTexels = (name: string, deposit: string, prepare: string): string => /* wgsl */ `
@group(0) @binding(6) var<storage, read> coat: array<u32>;
${texelWgsl}${prepare}
// Of a stretch about a place, the part in a texel.
fn overlap(place: f32, wide: f32, texel: f32) -> f32 {
  return max(0.0, min(place + 0.5 * wide, texel + 1.0) - max(place - 0.5 * wide, texel)) / wide;
}

@compute @workgroup_size(64)
fn ${name}(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let point = 2u * threadIndex(id, groups);
  if (point >= groom.points || !isTexel(point)) {
    return;
  }
  let world = positionOf(point);
  for (var light = 0u; light < frame.lightCount; light++) {
    if (frame.lights[light].shadow != BY_MAP) {
      continue;
    }
    let middle = seenBy(light, world);
    if (isBehindBody(light, middle)) {
      continue;
    }
    let side = frame.lights[light].texel;
    let whole = groom.opacity * groom.stands * areaAlong(point, frame.lights[light].direction) / (side * side);
    let wide = clamp(groom.cell / side, 1.0, 32.0);
    let low = max(vec2i(floor(middle.xy - 0.5 * wide)), vec2i(0));
    let high = min(vec2i(floor(middle.xy + 0.5 * wide)), vec2i(i32(frame.mapSide) - 1));
    for (var y = low.y; y <= high.y; y++) {
      let row = overlap(middle.y, wide, f32(y));
      for (var x = low.x; x <= high.x; x++) {
        // Half of it before its middle, half behind.
        let depth = 0.5 * whole * row * overlap(middle.x, wide, f32(x));
        for (var k = 0; k < 2; k++) {
          let seen = vec3f(f32(x) + 0.5, f32(y) + 0.5, middle.z + (f32(k) - 0.5) * 0.5 * groom.cell);
          ${deposit}
        }
      }
    }
  }
}
`;

const head = (method: ShadowMethod): string => /* wgsl */ `
${strandsWgsl}${threadWgsl}
@group(0) @binding(4) var<storage, read_write> lightMap: array<atomic<u32>>;
@group(0) @binding(5) var solidMap: texture_depth_2d_array;
${lightMapWgsl(method)}
// Hair that the body hides from a light keeps nothing from it, but would spread the layers of the coat on the lit side.
fn isBehindBody(light: u32, seen: vec3f) -> bool {
  let side = f32(textureDimensions(solidMap).x);
  let place = clamp(seen.xy * (side / f32(frame.mapSide)), vec2f(0.0), vec2f(side - 1.0));
  let stored = textureLoad(solidMap, vec2i(place), light, 0);
  let depth = frame.lights[light].depth;
  return stored < 1.0 && seen.z - stored * depth > max(${LEAST_BEHIND}, frame.lights[light].softness);
}
`;

const nearest = /* wgsl */ `
      let start = mapStart(light, vec2u(seen.xy));
      let z = bitcast<u32>(max(seen.z, 0.0));
      atomicMax(&lightMap[start], 0xffffffffu - z);
      atomicMax(&lightMap[start + 1u], z);`;

/** Depth of the nearest and of the farthest hair of each texel, for `deep` alone. */
export const nearestWgsl: string = head('deep') + walk('findNearest', nearest, '');
export const nearestTexelsWgsl: string = head('deep') + walkTexels('findNearestTexels', nearest, '');

const deposits: Readonly<Record<ShadowMethod, readonly [string, string]>> = {
  deep: [
    /* wgsl */ `
      let start = mapStart(light, vec2u(seen.xy));
      let nearest = bitcast<f32>(0xffffffffu - atomicLoad(&lightMap[start]));
      let farthest = bitcast<f32>(atomicLoad(&lightMap[start + 1u]));
      add(start + 2u + deepPlace(seen.z, nearest, farthest).layer, depth);`,
    '',
  ],
  opacity: [
    /* wgsl */ `
      let k = u32(clamp(seen.z / frame.lights[light].depth * f32(LAYERS), 0.0, f32(LAYERS) - 0.001));
      add(mapStart(light, vec2u(seen.xy)) + k, depth);`,
    '',
  ],
  grid: [
    /* wgsl */ `spread(light, seen, depth);`,
    /* wgsl */ `
fn spread(light: u32, seen: vec3f, depth: f32) {
  let last = vec3f(vec2f(f32(frame.mapSide)), f32(LAYERS)) - 1.001;
  let place = clamp(vec3f(seen.xy - 0.5, seen.z / frame.lights[light].depth * f32(LAYERS) - 0.5), vec3f(0.0), last);
  let corner = vec3u(place);
  let part = fract(place);
  for (var k = 0u; k < 8u; k++) {
    let offset = vec3u(k & 1u, (k >> 1u) & 1u, k >> 2u);
    let weights = select(1.0 - part, part, offset == vec3u(1u));
    let cell = mapStart(light, corner.xy + offset.xy) + corner.z + offset.z;
    add(cell, depth * weights.x * weights.y * weights.z);
  }
}
`,
  ],
};

const add = /* wgsl */ `
fn add(word: u32, depth: f32) {
  atomicAdd(&lightMap[word], u32(depth * ${DEPTH_UNIT}.0 + 0.5));
  if (frame.isMixed != 0u) {
    atomicAdd(&lightMap[blockStart(FRACTIONS_BEFORE) + word], u32(groom.albedo * depth * ${DEPTH_UNIT}.0 + 0.5));
  }
}
`;

export const splatWgsl = (method: ShadowMethod): string =>
  head(method) + add + walk('splatHair', deposits[method][0], deposits[method][1]);
export const splatTexelsWgsl = (method: ShadowMethod): string =>
  head(method) + add + walkTexels('splatTexels', deposits[method][0], deposits[method][1]);

export const sumWgsl = (method: ShadowMethod): string => /* wgsl */ `
${frameWgsl}${frameBinding}${threadWgsl}${lightMapWgsl(method)}
@group(0) @binding(1) var<storage, read_write> lightMap: array<u32>;

@compute @workgroup_size(64)
fn sumLayers(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let texel = threadIndex(id, groups);
  if (texel >= frame.lightCount * frame.mapSide * frame.mapSide) {
    return;
  }
  for (var block = 0u; block <= frame.isMixed; block++) {
    let start = blockStart(block) + texel * WORDS;
    var sum = 0u;
    for (var k = WORDS - LAYERS; k < WORDS; k++) {
      sum += lightMap[start + k];
      lightMap[start + k] = sum;
    }
  }
}
`;
