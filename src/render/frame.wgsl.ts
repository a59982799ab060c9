/** What every shader shares: the frame's uniforms. Layout written by frame-uniforms.ts. */
export const frameWgsl = /* wgsl */ `
struct Light {
  projection: mat4x4f,
  // Unit vector to the light.
  direction: vec3f,
  // Metres between depth 0 and depth 1 of its maps.
  depth: f32,
  // Irradiance on a surface that faces it.
  colour: vec3f,
  // Metres of one texel of its hair map.
  texel: f32,
  // Where its shadow is found (0 nowhere, 1 in its maps, 2 in the ambient grid), and how wide a penumbra, m.
  shadow: f32,
  softness: f32,
  unused0: f32,
  unused1: f32,
}

struct Frame {
  viewProjection: mat4x4f,
  bodyPose: mat4x4f,
  eye: vec3f,
  // World size of a pixel, per metre of distance.
  pixelSize: f32,
  forward: vec3f,
  // Distance from depth-buffer value d: depthB / (d + depthA).
  depthA: f32,
  size: vec2f,
  depthB: f32,
  hairRadius: f32,
  tiles: vec2u,
  lightCount: u32,
  subdivisions: u32,
  // Share of the strands that is drawn, how much wider than groomed, light maps' side, shadow strength.
  keep: f32,
  widen: f32,
  mapSide: u32,
  shadow: f32,
  gridOrigin: vec3f,
  gridCell: f32,
  gridSize: vec3u,
  ambient: f32,
  skin: vec3f,
  ground: f32,
  groundCentre: vec3f,
  groundRadius: f32,
  scalp: vec3f,
  // Opacity of one drawn strand for light, over its geometric one: wet hair lets less through.
  opacity: f32,
  points: u32,
  bodyVertices: u32,
  // Groomed strands that a drawn one stands for, to light.
  stands: f32,
  unused: f32,
  lights: array<Light, 4>,
}

const PI = 3.14159265358979;
const BY_MAP = 1.0;
const BY_GRID = 2.0;

fn viewDistance(depth: f32) -> f32 {
  return frame.depthB / (depth + frame.depthA);
}

// Root to tip a hair keeps its width; the last part tapers.
fn taper(along: f32) -> f32 {
  return 1.0 - 0.7 * smoothstep(0.5, 1.0, along);
}

// How much of a strand is there, 0..1: strands are left out by rank, the next ones to go are already narrow.
fn rankShare(word: u32) -> f32 {
  let rank = (f32((word >> 16u) & 0x3fffu) + 0.5) / 16384.0;
  return clamp((frame.keep - rank) * 8.0 / max(frame.keep, 1e-3) + select(0.0, 8.0, frame.keep >= 1.0), 0.0, 1.0);
}

// A drawn strand's width over the groomed one, to the eye.
fn rankWidth(word: u32) -> f32 {
  return frame.widen * rankShare(word);
}

// Groomed strands that a drawn one stands for, to light.
fn rankStands(word: u32) -> f32 {
  return frame.stands * rankShare(word);
}

fn alongOf(word: u32) -> f32 {
  return f32(word & 0xffffu) / 65535.0;
}

const ROOT = 0x40000000u;
const TIP = 0x80000000u;
`;

export const frameBinding = /* wgsl */ `
@group(0) @binding(0) var<uniform> frame: Frame;
`;
