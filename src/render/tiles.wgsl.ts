import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import { threadWgsl } from './kernel.ts';

/** Pixels along a tile's side, and depth slices of a tile. */
export const TILE = 8;
export const SLICES = 64;
/** Bits of an entry that hold the piece; the others hold its slice. */
export const PIECE_BITS = 26;
/** Depth over which slices of a tile begin to grow, m: a clump's thickness. */
const SLICE_GROWTH = 0.01;

/**
 * Sorting pieces into lists, one a tile of pixels, each list in order of depth slices: find each tile's depth range,
 * count, place the lists, fill. Integer atomics only, so nothing depends on the order of strands but the order inside a
 * slice, where blending does not depend on it either.
 *
 * What else could resolve the order: lists a pixel need memory for every fragment (4 million at 640x480 with 10,000
 * strands) and a sort; moments blur the front strands into those behind; half-float blending differs with the order by
 * more than 1/255. Tile lists hold a segment once a tile (0.5 million), within eight storage buffers and no features.
 */
const head = /* wgsl */ `
${frameWgsl}${frameBinding}${threadWgsl}
@group(0) @binding(1) var<storage, read> vertices: array<vec4f>;
// A tile's nearest (as 0xffffffff minus bits) and farthest distance, start and end of its list.
struct Tile { near: atomic<u32>, far: atomic<u32>, start: atomic<u32>, end: atomic<u32> }
@group(0) @binding(2) var<storage, read_write> tiles: array<Tile>;
// Farthest body in each tile.
@group(0) @binding(3) var<storage, read> behind: array<f32>;

const TILE = ${TILE}.0;
const SLICES = ${SLICES}u;

struct Piece { a: vec2f, b: vec2f, near: f32, far: f32, reach: f32, isDrawn: bool }

fn pieceAt(vertex: u32) -> Piece {
  let first = vertices[vertex];
  let width = unpack2x16float(bitcast<u32>(first.w)).x;
  if (width < 0.0) {
    return Piece(vec2f(0.0), vec2f(0.0), 0.0, 0.0, 0.0, false);
  }
  let second = vertices[vertex + 1u];
  let end = unpack2x16float(bitcast<u32>(second.w)).y;
  let reach = 0.5 * max(width, end) + 0.71;
  let low = min(first.xy, second.xy) - reach;
  let high = max(first.xy, second.xy) + reach;
  // What has no length covers nothing: strands that were cut off at their roots are still there.
  let isDrawn = end >= 0.0 && distance(first.xy, second.xy) > 1e-4 && all(high > vec2f(0.0)) && all(low < frame.size);
  return Piece(first.xy, second.xy, min(first.z, second.z), max(first.z, second.z), reach, isDrawn);
}

struct Span { low: vec2u, high: vec2u }

fn tilesOf(piece: Piece) -> Span {
  let last = vec2f(frame.tiles) - 1.0;
  let low = clamp(floor((min(piece.a, piece.b) - piece.reach) / TILE), vec2f(0.0), last);
  let high = clamp(floor((max(piece.a, piece.b) + piece.reach) / TILE), vec2f(0.0), last);
  return Span(vec2u(low), vec2u(high));
}

// The span holds the piece's box; a tile in it is touched where the piece's line passes through.
fn touches(piece: Piece, x: u32, y: u32) -> bool {
  let centre = (vec2f(f32(x), f32(y)) + 0.5) * TILE - piece.a;
  let ab = piece.b - piece.a;
  let off = abs(centre.x * ab.y - centre.y * ab.x);
  return off <= piece.reach * length(ab) + 0.5 * TILE * (abs(ab.x) + abs(ab.y))
    && piece.near < behind[y * frame.tiles.x + x];
}

fn sliceOf(tile: u32, distance: f32) -> u32 {
  let near = bitcast<f32>(0xffffffffu - atomicLoad(&tiles[tile].near));
  let far = bitcast<f32>(atomicLoad(&tiles[tile].far));
  let t = log2(1.0 + max(distance - near, 0.0) / ${SLICE_GROWTH}) / log2(1.0 + max(far - near, 1e-6) / ${SLICE_GROWTH});
  return min(u32(t * f32(SLICES)), SLICES - 1u);
}
`;

const eachTile = (name: string, body: string): string => /* wgsl */ `
@compute @workgroup_size(64)
fn ${name}(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let vertex = threadIndex(id, groups);
  if (vertex >= frame.vertices) {
    return;
  }
  let piece = pieceAt(vertex);
  if (!piece.isDrawn) {
    return;
  }
  let span = tilesOf(piece);
  let middle = 0.5 * (piece.near + piece.far);
  for (var y = span.low.y; y <= span.high.y; y++) {
    for (var x = span.low.x; x <= span.high.x; x++) {
      if (!touches(piece, x, y)) {
        continue;
      }
      let tile = y * frame.tiles.x + x;
      ${body}
    }
  }
}
`;

const counts = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;
`;

export const rangeWgsl: string = `${head}${eachTile(
  'findRange',
  /* wgsl */ `
      atomicMax(&tiles[tile].near, 0xffffffffu - bitcast<u32>(middle));
      atomicMax(&tiles[tile].far, bitcast<u32>(middle));`,
)}`;

export const countWgsl: string = `${head}${counts}${eachTile(
  'countPieces',
  /* wgsl */ `
      atomicAdd(&counts[tile * SLICES + sliceOf(tile, middle)], 1u);`,
)}`;

/** Turns the counts of a tile into the places of its slices in the list of entries. */
export const placeWgsl: string = /* wgsl */ `
${head}${counts}
@group(0) @binding(5) var<storage, read_write> cursor: array<atomic<u32>>;

@compute @workgroup_size(64)
fn placeLists(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let tile = threadIndex(id, groups);
  if (tile >= frame.tiles.x * frame.tiles.y) {
    return;
  }
  var total = 0u;
  for (var slice = 0u; slice < SLICES; slice++) {
    total += atomicLoad(&counts[tile * SLICES + slice]);
  }
  var at = 0u;
  if (total > 0u) {
    at = atomicAdd(&cursor[0], total);
  }
  atomicStore(&tiles[tile].start, at);
  for (var slice = 0u; slice < SLICES; slice++) {
    let count = atomicLoad(&counts[tile * SLICES + slice]);
    atomicStore(&counts[tile * SLICES + slice], at);
    at += count;
  }
  atomicStore(&tiles[tile].end, at);
}
`;

export const fillWgsl: string = `${head}${counts}
@group(0) @binding(5) var<storage, read_write> entries: array<u32>;
${eachTile(
  'fillLists',
  /* wgsl */ `
      let slice = sliceOf(tile, middle);
      let place = atomicAdd(&counts[tile * SLICES + slice], 1u);
      if (place < arrayLength(&entries)) {
        entries[place] = vertex | (slice << ${PIECE_BITS}u);
      }`,
)}`;

/** The farthest body sample of each tile: what lies behind it is not drawn. */
export const behindWgsl: string = /* wgsl */ `
${frameWgsl}${frameBinding}${threadWgsl}
@group(0) @binding(1) var<storage, read_write> behind: array<f32>;
@group(0) @binding(2) var depth: texture_depth_multisampled_2d;

@compute @workgroup_size(64)
fn findBehind(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let tile = threadIndex(id, groups);
  if (tile >= frame.tiles.x * frame.tiles.y) {
    return;
  }
  let corner = vec2u(tile % frame.tiles.x, tile / frame.tiles.x) * ${TILE}u;
  let last = vec2u(frame.size) - 1u;
  var farthest = 0.0;
  for (var y = 0u; y < ${TILE}u && farthest < 1.0; y++) {
    for (var x = 0u; x < ${TILE}u && farthest < 1.0; x++) {
      let place = min(corner + vec2u(x, y), last);
      for (var sample = 0; sample < 4; sample++) {
        farthest = max(farthest, textureLoad(depth, place, sample));
      }
    }
  }
  behind[tile] = select(viewDistance(farthest) + 1e-4, 1e9, farthest >= 1.0);
}
`;
