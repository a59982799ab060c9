/** From averaged linear light to the picture: sRGB where the target does not encode by itself, and a trace of noise. */
export const pictureWgsl = /* wgsl */ `
override encodesSrgb: bool = true;

@group(0) @binding(0) var scene: texture_2d<f32>;

@vertex fn pictureVertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

fn srgb(linear: vec3f) -> vec3f {
  let low = linear * 12.92;
  let high = 1.055 * pow(max(linear, vec3f(1e-6)), vec3f(1.0 / 2.4)) - 0.055;
  return select(high, low, linear <= vec3f(0.0031308));
}

fn linear(srgb: vec3f) -> vec3f {
  let high = pow((max(srgb, vec3f(0.0)) + 0.055) / 1.055, vec3f(2.4));
  return select(high, srgb / 12.92, srgb <= vec3f(0.04045));
}

@fragment fn pictureFragment(@builtin(position) place: vec4f) -> @location(0) vec4f {
  let light = textureLoad(scene, vec2i(place.xy), 0).rgb;
  // Interleaved gradient noise (Jimenez 2014) of half a step hides the bands of an 8-bit target.
  let noise = fract(52.9829189 * fract(dot(place.xy, vec2f(0.06711056, 0.00583715)))) - 0.5;
  let shown = srgb(light) + noise / 255.0;
  if (encodesSrgb) {
    return vec4f(shown, 1.0);
  }
  return vec4f(linear(shown), 1.0);
}
`;
