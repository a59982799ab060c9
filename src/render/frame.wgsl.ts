/** What every shader shares: the frame's uniforms, the shadow map, tone mapping. Layout written by frame-uniforms.ts. */
export const frameWgsl = /* wgsl */ `
struct Frame {
  viewProjection: mat4x4f,
  lightProjection: mat4x4f,
  bodyPose: mat4x4f,
  eye: vec3f,
  // World size of a pixel, per metre of distance.
  pixelSize: f32,
  key: vec3f,
  // Metres between depth 0 and depth 1 of the shadow map.
  lightDepth: f32,
  fill: vec3f,
  hairRadius: f32,
  rim: vec3f,
  aspect: f32,
  hairCentre: vec3f,
  viewportHeight: f32,
  hairRoot: vec3f,
  shadow: f32,
  hairTip: vec3f,
  unused0: f32,
  body: vec3f,
  unused1: f32,
  backgroundCentre: vec3f,
  unused2: f32,
  backgroundEdge: vec3f,
  unused3: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var shadowMap: texture_depth_2d;

const KEY_COLOUR = vec3f(3.0, 2.82, 2.55);
const FILL_COLOUR = vec3f(0.47, 0.5, 0.56);
const RIM_COLOUR = vec3f(1.9, 2.0, 2.2);
const SKY_COLOUR = vec3f(0.50, 0.54, 0.60);
const GROUND_COLOUR = vec3f(0.24, 0.21, 0.19);

fn ambient(normal: vec3f) -> vec3f {
  return mix(GROUND_COLOUR, SKY_COLOUR, 0.5 + 0.5 * normal.y);
}

// A point's place in the shadow map: texel, and depth in metres.
fn seenByKey(world: vec3f) -> vec3f {
  let clip = frame.lightProjection * vec4f(world, 1.0);
  let texel = (clip.xy * vec2f(0.5, -0.5) + 0.5) * vec2f(textureDimensions(shadowMap)) - 0.5;
  return vec3f(texel, clip.z * frame.lightDepth);
}

// Light fades exponentially with the depth below the first thing that it meets: hair in front lets some through, a body
// in front is deep enough to let none.
fn through(texel: vec2f, depth: f32, absorption: f32) -> f32 {
  let place = vec2i(clamp(texel, vec2f(0.0), vec2f(textureDimensions(shadowMap)) - 1.0));
  return exp(-absorption * max(depth - textureLoad(shadowMap, place, 0) * frame.lightDepth, 0.0));
}

// The share of the key light that reaches a point, from the four texels around it: enough for hair, which hides noise.
fn keyReachingHair(world: vec3f, absorption: f32, bias: f32) -> f32 {
  let seen = seenByKey(world);
  let corner = floor(seen.xy);
  let part = seen.xy - corner;
  let depth = seen.z - bias;
  let above = mix(through(corner, depth, absorption), through(corner + vec2f(1.0, 0.0), depth, absorption), part.x);
  let below = mix(
    through(corner + vec2f(0.0, 1.0), depth, absorption),
    through(corner + vec2f(1.0, 1.0), depth, absorption),
    part.x,
  );
  return mix(1.0, mix(above, below, part.y), frame.shadow);
}

// The same from four by four texels, for smooth surfaces. The outer ones count by how far the point reaches into them,
// so that nothing jumps.
fn keyReachingBody(world: vec3f, absorption: f32, bias: f32) -> f32 {
  let seen = seenByKey(world);
  let corner = floor(seen.xy);
  let part = seen.xy - corner;
  let across = array(1.0 - part.x, 1.0, 1.0, part.x);
  let down = array(1.0 - part.y, 1.0, 1.0, part.y);
  var sum = 0.0;
  for (var y = 0; y < 4; y++) {
    for (var x = 0; x < 4; x++) {
      let texel = corner + vec2f(f32(x - 1), f32(y - 1));
      sum += across[x] * down[y] * through(texel, seen.z - bias, absorption);
    }
  }
  return mix(1.0, sum / 9.0, frame.shadow);
}

// A film's response: exponential shoulder, a short toe. Applied before samples are averaged: a bright strand's edge
// stays smooth.
fn film(colour: vec3f) -> vec4f {
  return vec4f(pow(1.0 - exp(-1.25 * colour), vec3f(1.25)), 1.0);
}
`;
