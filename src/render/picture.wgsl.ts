/** Tone curves from linear light to linear display colour. */
const toneWgsl = /* wgsl */ `
// AgX (Sobotka 2022) with the polynomial of Wrensch 2023 for its curve and a little more punch.
fn agx(light: vec3f) -> vec3f {
  let inset = mat3x3f(
    0.842479062253094, 0.0423282422610123, 0.0423756549057051,
    0.0784335999999992, 0.878468636469772, 0.0784336,
    0.0792237451477643, 0.0791661274605434, 0.879142973793104,
  );
  let outset = mat3x3f(
    1.19687900512017, -0.0528968517574562, -0.0529716355144438,
    -0.0980208811401368, 1.15190312990417, -0.0980434501171241,
    -0.0990297440797205, -0.0989611768448433, 1.15107367264116,
  );
  let x = clamp((log2(max(inset * light, vec3f(1e-8))) + 12.47393) / 16.5, vec3f(0.0), vec3f(1.0));
  let x2 = x * x;
  let x4 = x2 * x2;
  var y = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
  // A photographer's print: a little contrast and colour.
  y = pow(max(y, vec3f(0.0)), vec3f(1.22));
  let grey = dot(y, vec3f(0.2126, 0.7152, 0.0722));
  y = max(outset * (grey + 1.28 * (y - grey)), vec3f(0.0));
  return pow(y, vec3f(2.2));
}

// ACES as fitted by Narkowicz 2015.
fn aces(light: vec3f) -> vec3f {
  let x = 0.6 * light;
  return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}
`;

/**
 * From light to the picture: tone mapping, the backdrop where nothing else is, sRGB where the target does not encode by
 * itself, and a trace of noise. The backdrop is not tone mapped, so that a page can match its colours.
 */
export const pictureWgsl: string = /* wgsl */ `
override encodesSrgb: bool = true;

struct Picture {
  centre: vec3f,
  exposure: f32,
  edge: vec3f,
  tone: f32,
  size: vec2f,
  noise: f32,
  // One over the number of sub-frames that were added.
  fraction: f32,
}

@group(0) @binding(0) var<uniform> picture: Picture;
@group(0) @binding(1) var scene: texture_2d<f32>;
${toneWgsl}
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

fn toned(light: vec3f) -> vec3f {
  if (picture.tone == 0.0) {
    return light;
  }
  if (picture.tone == 1.0) {
    return agx(light);
  }
  return aces(light);
}

// A soft pool of light behind the figure.
fn backdrop(place: vec2f) -> vec3f {
  let aspect = picture.size.x / picture.size.y;
  let corner = (place / picture.size * 2.0 - 1.0) * vec2f(1.0, -1.0);
  let away = length((corner - vec2f(0.0, 0.12)) * vec2f(min(aspect, 1.6), 1.0) * 0.62);
  return mix(picture.centre, picture.edge, smoothstep(0.0, 1.15, away));
}

@fragment fn pictureFragment(@builtin(position) place: vec4f) -> @location(0) vec4f {
  let light = textureLoad(scene, vec2i(place.xy), 0) * picture.fraction;
  let covered = clamp(1.0 - light.a, 0.0, 1.0);
  let colour = toned(picture.exposure * light.rgb / max(covered, 1e-3)) * covered + backdrop(place.xy) * (1.0 - covered);
  // Interleaved gradient noise (Jimenez 2014) of half a step hides the bands of an 8-bit target.
  let noise = fract(52.9829189 * fract(dot(place.xy, vec2f(0.06711056, 0.00583715)))) - 0.5;
  let shown = srgb(colour) + picture.noise * noise / 255.0;
  if (encodesSrgb) {
    return vec4f(shown, 1.0);
  }
  return vec4f(linear(shown), 1.0);
}
`;

/** Adds a sub-frame's light to those before. */
export const addWgsl = /* wgsl */ `
@group(0) @binding(0) var before: texture_2d<f32>;
@group(0) @binding(1) var light: texture_2d<f32>;

@vertex fn addVertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

@fragment fn addFragment(@builtin(position) place: vec4f) -> @location(0) vec4f {
  return textureLoad(before, vec2i(place.xy), 0) + textureLoad(light, vec2i(place.xy), 0);
}
`;
