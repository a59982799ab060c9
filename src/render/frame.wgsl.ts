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
  eye: vec3f,
  // World size of a pixel, per metre of distance.
  pixelSize: f32,
  size: vec2f,
  // Distance from depth-buffer value d: depthB / (d + depthA).
  depthA: f32,
  depthB: f32,
  tiles: vec2u,
  lightCount: u32,
  // Texels along a light map.
  mapSide: u32,
  gridOrigin: vec3f,
  gridCell: f32,
  groundCentre: vec3f,
  groundRadius: f32,
  // Darkness of the shadow on the ground, strength of all other shadows, light from all around.
  ground: f32,
  shadow: f32,
  ambient: f32,
  // Of all grooms together.
  vertices: u32,
  // Whether grooms send on different fractions of light: then maps and grid hold how much, too.
  isMixed: u32,
  unused0: f32,
  unused1: f32,
  unused2: f32,
  lights: array<Light, 4>,
}

const PI = 3.14159265358979;
const BY_MAP = 1.0;
const BY_GRID = 2.0;

fn viewDistance(depth: f32) -> f32 {
  return frame.depthB / (depth + frame.depthA);
}
`;

export const frameBinding = /* wgsl */ `
@group(0) @binding(0) var<uniform> frame: Frame;
`;
