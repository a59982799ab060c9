import { strandsWgsl } from './strands.wgsl.ts';

/**
 * Hair for previews: strips that face the camera, opaque, against the depth buffer. On a software adapter that costs a
 * tenth of the tiles' lists, and strands that stand for many are wider than a pixel anyway. Vertices 2 p and 2 p + 1 are
 * the two sides of point p.
 */
export const previewWgsl: string = /* wgsl */ `
${strandsWgsl}
@group(0) @binding(4) var<storage, read> light: array<vec2u>;

// Narrower strips would fall between the samples of a pixel: they are this wide and take fewer of its samples.
const LEAST_WIDTH = 0.7;
// Chords between few points cut through a head that their strands lie on: strips are seen this far in front, m.
const BEFORE = 0.004;

struct StripVertex {
  @builtin(position) clip: vec4f,
  @location(0) light: vec3f,
  // Fraction of a pixel's samples.
  @location(1) fraction: f32,
  // Where a strip's samples begin: others take others, so that many hide all.
  @location(2) @interpolate(flat) turn: u32,
}

struct StripPixel {
  @location(0) light: vec4f,
  @builtin(sample_mask) samples: u32,
}

// Of the depth buffer, at a distance.
fn depthAt(distance: f32) -> f32 {
  return frame.depthB / max(distance, 1e-3) - frame.depthA;
}

fn placeOf(clip: vec4f) -> vec2f {
  return clip.xy / max(clip.w, 1e-3) * frame.size;
}

@vertex fn stripVertex(@builtin(vertex_index) index: u32) -> StripVertex {
  let point = index >> 1u;
  let word = words[point];
  let rank = rankWidth(word);
  if (rank <= 0.0) {
    return StripVertex(vec4f(0.0, 0.0, -1.0, 1.0), vec3f(0.0), 0.0, 0u);
  }
  let clip = frame.viewProjection * vec4f(positionOf(point), 1.0);
  let start = frame.viewProjection * vec4f(positionOf(before(point)), 1.0);
  let end = frame.viewProjection * vec4f(positionOf(after(point)), 1.0);
  let along = placeOf(end) - placeOf(start);
  let l = length(along);
  let across = select(vec2f(1.0, 0.0), vec2f(-along.y, along.x) / l, l > 1e-6);
  let width = 2.0 * groom.radius * taper(alongOf(word)) * rank / (frame.pixelSize * max(clip.w, 1e-3));
  let sent = light[point];
  // Strips behind the body end in lines without area, which cost nothing more.
  let isSeen = unpack2x16float(sent.y).y >= 0.0;
  let side = select(0.0, select(-1.0, 1.0, (index & 1u) == 1u) * max(width, LEAST_WIDTH), isSeen);
  return StripVertex(
    vec4f(clip.xy + side * across / frame.size * clip.w, depthAt(clip.w - BEFORE) * clip.w, clip.w),
    vec3f(unpack2x16float(sent.x), unpack2x16float(sent.y).x),
    min(width / LEAST_WIDTH, 1.0),
    (word >> 16u) & 3u,
  );
}

@fragment fn stripFragment(in: StripVertex) -> StripPixel {
  let count = clamp(u32(4.0 * in.fraction + 0.5), 1u, 4u);
  let run = ((1u << count) - 1u) << in.turn;
  return StripPixel(vec4f(in.light, 0.0), (run | (run >> 4u)) & 15u);
}
`;
