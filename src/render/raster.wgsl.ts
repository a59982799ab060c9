import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import { PIECE_BITS, TILE } from './tiles.wgsl.ts';

/**
 * The area of a pixel that a strip covers: the pixel seen along the strip is a trapezoid of unit area, whose integral
 * over the strip's width is exact for a straight strip of any width and place. `edges` belong to the direction (tx, ty).
 */
export const coverageWgsl = /* wgsl */ `
struct Edges { inner: f32, ramp: f32, height: f32 }

fn edgesOf(t: vec2f) -> Edges {
  let high = max(abs(t.x), abs(t.y));
  let low = min(abs(t.x), abs(t.y));
  return Edges(0.5 * (high - low), max(low, 1e-4), 1.0 / max(high, 1e-4));
}

// Integral of the trapezoid from minus infinity to x.
fn below(edges: Edges, x: f32) -> f32 {
  let y = abs(x);
  let r = clamp(y - edges.inner, 0.0, edges.ramp);
  let part = edges.height * (min(y, edges.inner) + r - 0.5 * r * r / edges.ramp);
  return 0.5 + select(-part, part, x > 0.0);
}
`;

/** The same for four pixels at once. */
const belowFour = coverageWgsl
  .slice(coverageWgsl.indexOf('// Integral'))
  .replace('fn below(edges: Edges, x: f32) -> f32', 'fn belowFour(edges: Edges, x: vec4f) -> vec4f')
  .replace('clamp(y - edges.inner, 0.0, edges.ramp)', 'clamp(y - edges.inner, vec4f(0.0), vec4f(edges.ramp))')
  .replace('min(y, edges.inner)', 'min(y, vec4f(edges.inner))')
  .replace('x > 0.0', 'x > vec4f(0.0)');

/**
 * Blends the pieces of a tile's list over the body, front slice first. Inside a slice transmittances multiply and
 * colours average by opacity, in any order. A piece counts by the fraction g of the pixel's length that it spans, as
 * (1 - c)^g: pieces of one strand that meet in a pixel make up one coverage c, not two.
 *
 * A thread draws four pixels side by side, which share what is read of a piece (a third of the time on a software
 * adapter); a workgroup draws two by two tiles.
 */
export const rasterWgsl: string = /* wgsl */ `
${frameWgsl}${frameBinding}${coverageWgsl}${belowFour}
@group(0) @binding(1) var<storage, read> vertices: array<vec4f>;
@group(0) @binding(2) var<storage, read> colours: array<vec2u>;
@group(0) @binding(3) var<storage, read> tiles: array<vec4u>;
@group(0) @binding(4) var<storage, read> entries: array<u32>;
@group(0) @binding(5) var depth: texture_depth_multisampled_2d;
@group(0) @binding(6) var opaque: texture_2d<f32>;
@group(0) @binding(7) var result: texture_storage_2d<rgba16float, write>;

// What is left of the light behind when the rest no longer matters to 8 bits.
const DARK = 0.003;
const MOST = 0.9995;
const ACROSS = vec4f(0.0, 1.0, 2.0, 3.0);

// Light of what is blended so far, four pixels a vector.
struct Blend { red: vec4f, green: vec4f, blue: vec4f, through: vec4f }
struct Slice { red: vec4f, green: vec4f, blue: vec4f, alpha: vec4f, open: vec4f }

fn flushed(blend: Blend, slice: Slice) -> Blend {
  let fraction = blend.through * (1.0 - slice.open) / max(slice.alpha, vec4f(1e-6));
  return Blend(
    blend.red + fraction * slice.red,
    blend.green + fraction * slice.green,
    blend.blue + fraction * slice.blue,
    blend.through * slice.open,
  );
}

// 1 - (1 - c)^g; for narrow strands by its series, which is far cheaper and 6e-4 off at most.
fn opacityOf(c: vec4f, g: vec4f) -> vec4f {
  if (all(c < vec4f(0.3))) {
    return g * c * (1.0 + 0.5 * (1.0 - g) * c * (1.0 + (2.0 - g) * c / 3.0));
  }
  return 1.0 - exp(g * log(1.0 - MOST * min(c, vec4f(1.0))));
}

@compute @workgroup_size(64)
fn raster(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let place = group.xy * 2u + vec2u((index >> 4u) & 1u, index >> 5u);
  let corner = place * ${TILE}u + vec2u((index & 1u) * 4u, (index & 15u) >> 1u);
  if (any(place >= frame.tiles) || any(vec2f(corner) >= frame.size)) {
    return;
  }
  let tile = tiles[place.y * frame.tiles.x + place.x];
  let end = min(tile.w, arrayLength(&entries));
  var far = array<vec4f, 4>(vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0));
  if (tile.z < end) {
    for (var sample = 0u; sample < 4u; sample++) {
      for (var k = 0u; k < 4u; k++) {
        let d = textureLoad(depth, corner + vec2u(k, 0u), sample);
        far[sample][k] = select(viewDistance(d), 1e9, d >= 1.0);
      }
    }
  }
  let pixel = vec2f(corner) + 0.5;
  var blend = Blend(vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(1.0));
  var sum = Slice(vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(1.0));
  var slice = 0xffffffffu;
  for (var k = tile.z; k < end; k++) {
    let entry = entries[k];
    if ((entry >> ${PIECE_BITS}u) != slice) {
      blend = flushed(blend, sum);
      sum = Slice(vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(1.0));
      slice = entry >> ${PIECE_BITS}u;
      if (all(blend.through < vec4f(DARK))) {
        break;
      }
    }
    let vertex = entry & ${(2 ** PIECE_BITS - 1) >>> 0}u;
    let a = vertices[vertex];
    let b = vertices[vertex + 1u];
    let ab = b.xy - a.xy;
    let l = max(length(ab), 1e-5);
    let t = ab / l;
    let d = pixel - a.xy;
    let s = dot(d, t);
    let n = d.x * t.y - d.y * t.x;
    let widths = vec2f(unpack2x16float(bitcast<u32>(a.w)).x, unpack2x16float(bitcast<u32>(b.w)).y);
    // Of the four pixels together, from their middle.
    let middle = s + 1.5 * t.x;
    let room = 0.75 + 1.5 * abs(t.x);
    if (middle < -room || middle > l + room || abs(n + 1.5 * t.y) > 0.5 * max(widths.x, widths.y) + 0.75 + 1.5 * abs(t.y)) {
      continue;
    }
    let along = s + t.x * ACROSS;
    let off = n + t.y * ACROSS;
    let part = clamp(along / l, vec4f(0.0), vec4f(1.0));
    let half = 0.5 * mix(vec4f(widths.x), vec4f(widths.y), part);
    let edges = edgesOf(t);
    let span = belowFour(edges, l - along) - belowFour(edges, -along);
    let cover = belowFour(edges, off + half) - belowFour(edges, off - half);
    let z = mix(vec4f(a.z), vec4f(b.z), part);
    let seen = 0.25 * (step(z, far[0]) + step(z, far[1]) + step(z, far[2]) + step(z, far[3]));
    let ca = colours[vertex];
    // A strand is opaque where it is; of a texel so much is seen through, as if its hair were spread over all that it covers.
    let clear = unpack2x16float(ca.y).y;
    let isTexel = clear > 0.0;
    let alpha = opacityOf(
      select(max(cover, vec4f(0.0)), vec4f(1.0 - clear), isTexel),
      max(span, vec4f(0.0)) * seen * select(vec4f(1.0), max(cover, vec4f(0.0)), isTexel),
    );
    let cb = colours[vertex + 1u];
    let first = vec3f(unpack2x16float(ca.x), unpack2x16float(ca.y).x);
    let change = vec3f(unpack2x16float(cb.x), unpack2x16float(cb.y).x) - first;
    sum.red += alpha * (first.x + part * change.x);
    sum.green += alpha * (first.y + part * change.y);
    sum.blue += alpha * (first.z + part * change.z);
    sum.alpha += alpha;
    sum.open *= 1.0 - alpha;
  }
  blend = flushed(blend, sum);
  for (var k = 0u; k < 4u; k++) {
    let at = corner + vec2u(k, 0u);
    if (f32(at.x) < frame.size.x) {
      let back = textureLoad(opaque, at, 0);
      let light = vec3f(blend.red[k], blend.green[k], blend.blue[k]);
      textureStore(result, at, vec4f(light + blend.through[k] * back.rgb, blend.through[k] * back.a));
    }
  }
}
`;
