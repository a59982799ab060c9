/**
 * Hair: each strand a ribbon that faces the eye, as thick as a hair or a pixel, whichever is more. Where the pixel is
 * more, the ribbon covers only its share of the four samples, different ones for different strands (stochastic
 * transparency, Enderton et al. 2010): right in the mean, in any order, without sorting.
 * Lighting: Kajiya and Kay 1989 for the diffuse part, two shifted highlights after Scheuermann 2004.
 */
export const hairWgsl = /* wgsl */ `
@group(1) @binding(0) var<storage, read> positions: array<f32>;
@group(1) @binding(1) var<storage, read> words: array<u32>;

override samples: u32 = 4u;

struct HairVertex {
  @builtin(position) clip: vec4f,
  @location(0) world: vec3f,
  @location(1) tangent: vec3f,
  // Root-to-tip fraction, share of the key light, share of the ribbon's width that is hair.
  @location(2) along: f32,
  @location(3) reaching: f32,
  @location(4) coverage: f32,
  @location(5) @interpolate(flat) chance: u32,
}

struct HairPoint {
  position: vec3f,
  tangent: vec3f,
  along: f32,
  chance: u32,
}

fn positionOf(point: u32) -> vec3f {
  return vec3f(positions[3u * point], positions[3u * point + 1u], positions[3u * point + 2u]);
}

fn unpack(point: u32) -> HairPoint {
  let word = words[point];
  let before = select(point - 1u, point, (word & 0x40000000u) != 0u);
  let after = select(point + 1u, point, (word & 0x80000000u) != 0u);
  let chord = positionOf(after) - positionOf(before);
  let tangent = chord / max(length(chord), 1e-9);
  return HairPoint(positionOf(point), tangent, f32(word & 0xffffu) / 65535.0, (word >> 16u) & 0x3fffu);
}

fn taper(along: f32) -> f32 {
  return 1.0 - 0.75 * smoothstep(0.55, 1.0, along);
}

@vertex fn hairVertex(@builtin(vertex_index) index: u32) -> HairVertex {
  let point = unpack(index >> 1u);
  let toEye = frame.eye - point.position;
  let distance = length(toEye);
  let side = cross(point.tangent, toEye / distance);
  let across = side / max(length(side), 1e-4);
  let radius = frame.hairRadius * taper(point.along);
  let drawn = max(radius, 0.55 * frame.pixelSize * distance);
  let world = point.position + across * select(-drawn, drawn, (index & 1u) == 1u);

  var out: HairVertex;
  out.clip = frame.viewProjection * vec4f(world, 1.0);
  out.world = point.position;
  out.tangent = point.tangent;
  out.along = point.along;
  out.reaching = keyReachingHair(point.position, 45.0, 0.002);
  // More than its share: a drawn strand stands for several, and gaps between few strands show.
  out.coverage = sqrt(radius / drawn);
  out.chance = point.chance;
  return out;
}

// Seen from the light: never thinner than a texel, or the shadow would have holes.
@vertex fn hairLightVertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  let point = unpack(index >> 1u);
  let side = cross(point.tangent, frame.key);
  let across = side / max(length(side), 1e-4);
  let radius = max(frame.hairRadius * taper(point.along), 0.0003);
  let world = point.position + across * select(-radius, radius, (index & 1u) == 1u);
  return frame.lightProjection * vec4f(world, 1.0);
}

fn highlight(tangent: vec3f, outward: vec3f, halfway: vec3f, shift: f32, exponent: f32) -> f32 {
  let t = normalize(tangent + shift * outward);
  let c = dot(t, halfway);
  return pow(sqrt(max(1.0 - c * c, 0.0)), exponent);
}

struct Lit {
  diffuse: vec3f,
  primary: vec3f,
  secondary: vec3f,
}

fn lit(in: HairVertex, tangent: vec3f, outward: vec3f, view: vec3f, light: vec3f, colour: vec3f, jitter: f32) -> Lit {
  let along = dot(tangent, light);
  let sine = sqrt(max(1.0 - along * along, 0.0));
  // The side of the hair mass that faces the light: strands have no side, a head of hair has.
  let side = clamp(0.5 + 0.62 * dot(outward, light), 0.0, 1.0);
  let halfway = normalize(light + view);
  let primary = highlight(tangent, outward, halfway, 0.10 + jitter, 140.0);
  let secondary = highlight(tangent, outward, halfway, -0.14 + jitter, 26.0);
  return Lit(colour * sine * side, colour * primary * side, colour * secondary * side);
}

// Never less than a fifth: hair of any size is seen from any distance.
// Which of the samples a strand covers: as many as its share asks for, rounded up or down by the strand's chance.
fn sampleMask(coverage: f32, chance: u32) -> u32 {
  let wanted = clamp(coverage, 0.2, 1.0) * f32(samples) + f32(chance & 0xffu) / 256.0;
  let count = clamp(u32(wanted), 0u, samples);
  let turn = (chance >> 8u) % samples;
  let bits = (1u << count) - 1u;
  return ((bits << turn) | (bits >> (samples - turn))) & ((1u << samples) - 1u);
}

struct HairFragment {
  @location(0) colour: vec4f,
  @builtin(sample_mask) mask: u32,
}

@fragment fn hairFragment(in: HairVertex) -> HairFragment {
  let tangent = normalize(in.tangent);
  let view = normalize(frame.eye - in.world);
  let centre = in.world - frame.hairCentre;
  let lateral = centre - tangent * dot(centre, tangent);
  let outward = lateral / max(length(lateral), 1e-4);
  let chance = f32(in.chance) / 16383.0;
  let shade = fract(chance * 61.7);

  let tone = mix(frame.hairRoot, frame.hairTip, smoothstep(0.0, 1.0, in.along));
  let albedo = tone * (0.8 + 0.4 * shade) * mix(vec3f(1.0), vec3f(1.12, 1.0, 0.86), fract(chance * 17.3) - 0.4);
  let jitter = (fract(chance * 233.1) - 0.5) * 0.12;
  let depth = mix(0.45, 1.0, in.reaching) * mix(0.7, 1.0, smoothstep(0.0, 0.3, in.along));

  let key = lit(in, tangent, outward, view, frame.key, KEY_COLOUR * in.reaching, jitter);
  let fill = lit(in, tangent, outward, view, frame.fill, FILL_COLOUR * depth, jitter);
  let rim = lit(in, tangent, outward, view, frame.rim, RIM_COLOUR * depth, jitter);
  let diffuse = key.diffuse + fill.diffuse + 0.4 * rim.diffuse + ambient(outward) * 1.1 * depth;
  let white = key.primary + fill.primary + 0.7 * rim.primary;
  let tinted = key.secondary + fill.secondary + 0.6 * rim.secondary;
  let colour = albedo * diffuse + white * 0.05 + tinted * sqrt(albedo) * 0.11;

  return HairFragment(film(colour), sampleMask(in.coverage, in.chance));
}
`;
