import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import { threadWgsl } from './kernel.ts';
import { MOST_LIGHTS } from './lights.ts';
import { strandsWgsl } from './strands.wgsl.ts';

/** How hair keeps light from hair. */
export const SHADOW_METHODS = ['deep', 'opacity', 'grid'] as const;
export type ShadowMethod = (typeof SHADOW_METHODS)[number];

/** Layers of each method; words a texel are one more for `deep`, which keeps its nearest depth. */
export const LAYERS: Readonly<Record<ShadowMethod, number>> = { deep: 7, opacity: 16, grid: 64 };
/** Texels along a light's map. The grid has fewer: its cells are as long as wide. */
export const MAP_SIDE: Readonly<Record<ShadowMethod, number>> = { deep: 512, opacity: 512, grid: 96 };
export const wordsPerTexel = (method: ShadowMethod): number => LAYERS[method] + (method === 'deep' ? 1 : 0);
/** Thickness of the first deep layer, m; each next one is twice as thick. Seven reach 0.19 m. */
export const FIRST_LAYER = 0.0015;
/** Optical depth is added as integers, so that the sum does not depend on the order. */
export const DEPTH_UNIT = 4096;

/**
 * Optical depth of hair between a light and a point, from layers of a map seen from the light. Sums are cumulative after
 * `sumLayers`. deep: boundaries at d (2^k - 1) behind the nearest hair of the texel (Yuksel and Keyser 2008); opacity:
 * planes at equal distances (Kim and Neumann 2001, as in the salon paper); grid: cells with trilinear weights on the way in
 * and out, which together are a 3x3x3 filter.
 *
 * Where grooms send on different fractions of light, a second block like the first holds depths times these fractions.
 */
export const lightMapWgsl = (method: ShadowMethod): string => /* wgsl */ `
const LAYERS = ${LAYERS[method]}u;
const WORDS = ${wordsPerTexel(method)}u;
const FIRST_LAYER = ${FIRST_LAYER};
const DEPTHS = 0u;
const FRACTIONS_BEFORE = 1u;

fn blockStart(block: u32) -> u32 {
  return block * ${MOST_LIGHTS}u * frame.mapSide * frame.mapSide * WORDS;
}

fn mapStart(light: u32, texel: vec2u) -> u32 {
  return ((light * frame.mapSide + texel.y) * frame.mapSide + texel.x) * WORDS;
}

// Texel coordinates and depth in metres of a point, as a light sees it.
fn seenBy(light: u32, world: vec3f) -> vec3f {
  let clip = frame.lights[light].projection * vec4f(world, 1.0);
  return vec3f((clip.xy * vec2f(0.5, -0.5) + 0.5) * f32(frame.mapSide), clip.z * frame.lights[light].depth);
}
`;

const lookup: Readonly<Record<ShadowMethod, string>> = {
  deep: /* wgsl */ `
fn texelDepth(block: u32, light: u32, texel: vec2u, z: f32) -> f32 {
  let head = mapStart(light, texel);
  let start = blockStart(block) + head;
  let nearest = bitcast<f32>(0xffffffffu - lightMap[head]);
  if (lightMap[head] == 0u || z <= nearest) {
    return 0.0;
  }
  let place = log2((z - nearest) / FIRST_LAYER + 1.0);
  let k = u32(place);
  if (k >= LAYERS) {
    return f32(lightMap[start + LAYERS]) / ${DEPTH_UNIT}.0;
  }
  let low = FIRST_LAYER * (exp2(f32(k)) - 1.0);
  let part = (z - nearest - low) / (FIRST_LAYER * exp2(f32(k)));
  let before = select(f32(lightMap[start + k]), 0.0, k == 0u);
  return mix(before, f32(lightMap[start + k + 1u]), clamp(part, 0.0, 1.0)) / ${DEPTH_UNIT}.0;
}
`,
  opacity: /* wgsl */ `
fn texelDepth(block: u32, light: u32, texel: vec2u, z: f32) -> f32 {
  let start = blockStart(block) + mapStart(light, texel);
  let place = clamp(z / frame.lights[light].depth * f32(LAYERS), 0.0, f32(LAYERS) - 0.001);
  let k = u32(place);
  let before = select(f32(lightMap[start + max(k, 1u) - 1u]), 0.0, k == 0u);
  return mix(before, f32(lightMap[start + k]), place - f32(k)) / ${DEPTH_UNIT}.0;
}
`,
  grid: /* wgsl */ `
fn texelDepth(block: u32, light: u32, texel: vec2u, z: f32) -> f32 {
  let start = blockStart(block) + mapStart(light, texel);
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
  let z = seen.z - bias;
  let left = vec2f(texelDepth(block, light, corner, z), texelDepth(block, light, corner + vec2u(0u, 1u), z));
  let right = vec2f(
    texelDepth(block, light, corner + vec2u(1u, 0u), z),
    texelDepth(block, light, corner + vec2u(1u, 1u), z),
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
  let point = threadIndex(id, groups);
  if (point >= groom.points) {
    return;
  }
  let word = words[point];
  let stands = rankStands(word);
  if (stands <= 0.0 || (word & TIP) != 0u) {
    return;
  }
  let a = positionOf(point);
  let b = positionOf(point + 1u);
  let width = 2.0 * groom.radius * taper(alongOf(word));
  for (var light = 0u; light < frame.lightCount; light++) {
    if (frame.lights[light].shadow != BY_MAP) {
      continue;
    }
    let first = seenBy(light, a);
    let step = seenBy(light, b) - first;
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

const head = (method: ShadowMethod): string => /* wgsl */ `
${strandsWgsl}${threadWgsl}
@group(0) @binding(4) var<storage, read_write> lightMap: array<atomic<u32>>;
${lightMapWgsl(method)}
`;

/** Depth of the nearest hair of each texel, for `deep` alone. */
export const nearestWgsl: string =
  head('deep') +
  walk(
    'findNearest',
    /* wgsl */ `atomicMax(&lightMap[mapStart(light, vec2u(seen.xy))], 0xffffffffu - bitcast<u32>(max(seen.z, 0.0)));`,
    '',
  );

const deposits: Readonly<Record<ShadowMethod, readonly [string, string]>> = {
  deep: [
    /* wgsl */ `
      let start = mapStart(light, vec2u(seen.xy));
      let nearest = bitcast<f32>(0xffffffffu - atomicLoad(&lightMap[start]));
      let k = min(u32(log2(max(seen.z - nearest, 0.0) / FIRST_LAYER + 1.0)), LAYERS - 1u);
      add(start + 1u + k, depth);`,
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
