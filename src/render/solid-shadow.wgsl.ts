/** The body's shadow from its depth maps, one layer a light; needs `solidMap` and `frame`. */
export const solidShadowWgsl = /* wgsl */ `
fn solidTap(light: u32, place: vec2f, z: f32) -> f32 {
  let side = vec2f(textureDimensions(solidMap));
  let stored = textureLoad(solidMap, vec2i(clamp(place, vec2f(0.0), side - 1.0)), light, 0);
  // Beyond the lit sphere there is no depth, and nothing that throws shadow.
  return select(0.0, 1.0, z <= stored || stored >= 1.0);
}

// Fraction of a light that the body lets through to a point, from a square of taps as wide as the penumbra.
fn solidLight(light: u32, world: vec3f, bias: f32, taps: i32) -> f32 {
  let clip = frame.lights[light].projection * vec4f(world, 1.0);
  let side = f32(textureDimensions(solidMap).x);
  let place = (clip.xy * vec2f(0.5, -0.5) + 0.5) * side - 0.5;
  let z = clip.z - bias / frame.lights[light].depth;
  let texel = frame.lights[light].texel * f32(frame.mapSide) / side;
  let spread = max(frame.lights[light].softness / texel, 1.0);
  let corner = floor(place);
  let part = place - corner;
  if (taps <= 1) {
    let above = mix(solidTap(light, corner, z), solidTap(light, corner + vec2f(1.0, 0.0), z), part.x);
    let below = mix(solidTap(light, corner + vec2f(0.0, 1.0), z), solidTap(light, corner + vec2f(1.0, 1.0), z), part.x);
    return mix(above, below, part.y);
  }
  // Where the corners agree, so does what lies between: most of the skin.
  var corners = 0.0;
  for (var k = 0; k < 4; k++) {
    let offset = vec2f(f32(k & 1), f32(k >> 1)) * 2.0 - 1.0;
    corners += solidTap(light, place + offset * spread + 0.5, z);
  }
  if (corners == 0.0 || corners == 4.0) {
    return 0.25 * corners;
  }
  var sum = 0.0;
  var weights = 0.0;
  for (var y = -taps; y <= taps; y++) {
    for (var x = -taps; x <= taps; x++) {
      let offset = vec2f(f32(x), f32(y)) / f32(taps);
      let weight = max(1.0 - 0.5 * dot(offset, offset), 0.0);
      sum += weight * solidTap(light, place + offset * spread + 0.5, z);
      weights += weight;
    }
  }
  return sum / weights;
}
`;
