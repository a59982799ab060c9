import { fibreWgsl } from '../shading/fibre-layout.ts';
import { strandColourWgsl } from '../shading/strand-colour.ts';
import { threadWgsl } from './kernel.ts';
import { pigmentWgsl } from './pigment.wgsl.ts';
import { strandsWgsl } from './strands.wgsl.ts';

/**
 * Texels (Kajiya and Kay 1989; Neyret 1998): cells of a lattice that hold what the hair in them comes to: its area, its middle, its
 * mean colour and water, and the ways that it runs. They are summed up from the strands themselves as integers, so that nothing
 * depends on the strands' order.
 *
 * A texel stands in the buffers of strands as two points in one place with a tangent each: both are lit, and the light of a texel
 * is their mean. So lighting, light maps and lists of pixels take texels and strands alike.
 */

/** Words of a cell while it is summed up: area, colour (3), water, place (3), tangent (3), its squares (xx, yy, xy, xz, yz). */
const CELL_WORDS = 16;
/** Area of hair, over the area of a cell's side, is added in integers of this. */
const AREA_UNIT = 2 ** 20;
/** Parts of a segment are shorter than this, in cells. */
const STEP = 0.7;
/** Bytes of `Lattice`. */
export const LATTICE_BYTES = 32;
/** Words of a texel's point in its `coat`: water, colour, tangent, area. */
export const TEXEL_WORDS = 4;

export const cellBytes = (cells: number): number => 4 * CELL_WORDS * cells;

const latticeWgsl = /* wgsl */ `
struct Lattice {
  origin: vec3f,
  cell: f32,
  size: vec3u,
  // Texels that there is room for.
  most: u32,
}
const CELL_WORDS = ${CELL_WORDS}u;
const AREA_UNIT = ${AREA_UNIT}.0;
`;

/** From strands to sums of cells. */
export const bakeWgsl: string = /* wgsl */ `
${strandsWgsl}${threadWgsl}${fibreWgsl}${strandColourWgsl}${latticeWgsl}
@group(0) @binding(4) var<storage, read> coat: array<u32>;
@group(0) @binding(5) var<uniform> fibres: array<HairFibre, 2>;
${pigmentWgsl(6)}
@group(0) @binding(7) var<uniform> lattice: Lattice;
@group(0) @binding(8) var<storage, read_write> cells: array<atomic<u32>>;

fn add(word: u32, value: f32) {
  atomicAdd(&cells[word], bitcast<u32>(i32(round(value))));
}

@compute @workgroup_size(64)
fn bakeTexels(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = threadIndex(id, groups);
  if (thread >= groom.points) {
    return;
  }
  let point = drawnPoint(thread);
  let word = words[point];
  let stands = rankStands(word);
  if (stands <= 0.0 || (word & TIP) != 0u) {
    return;
  }
  let a = positionOf(point);
  let b = positionOf(after(point));
  let l = distance(a, b);
  if (l < 1e-9) {
    return;
  }
  let tangent = (b - a) / l;
  let sigma = sigmaAt(point, 0u, hair_strand_factor(fibres[0], (word >> 16u) & 0x3fffu));
  let colour = exp(-fibres[0].colour_scale * sqrt(max(sigma, vec3f(0.0))));
  let wet = wetnessOf(coat[groom.coatWords * point]);
  let parts = clamp(u32(ceil(l / (${STEP} * lattice.cell))), 1u, 64u);
  let area = AREA_UNIT * 2.0 * groom.radius * taper(alongOf(word)) * stands * l / (f32(parts) * lattice.cell * lattice.cell);
  for (var k = 0u; k < parts; k++) {
    let place = (mix(a, b, (f32(k) + 0.5) / f32(parts)) - lattice.origin) / lattice.cell;
    if (any(place < vec3f(0.0)) || any(place >= vec3f(lattice.size))) {
      continue;
    }
    let cell = vec3u(place);
    let inside = place - vec3f(cell);
    let at = CELL_WORDS * ((cell.z * lattice.size.y + cell.y) * lattice.size.x + cell.x);
    atomicAdd(&cells[at], u32(area + 0.5));
    for (var c = 0u; c < 3u; c++) {
      add(at + 1u + c, area * colour[c]);
      add(at + 5u + c, area * inside[c]);
      add(at + 8u + c, area * tangent[c]);
    }
    add(at + 4u, area * wet);
    add(at + 11u, area * tangent.x * tangent.x);
    add(at + 12u, area * tangent.y * tangent.y);
    add(at + 13u, area * tangent.x * tangent.y);
    add(at + 14u, area * tangent.x * tangent.z);
    add(at + 15u, area * tangent.y * tangent.z);
  }
}
`;

/** From sums of cells to a list of texels. */
export const listWgsl: string = /* wgsl */ `
${threadWgsl}${latticeWgsl}
@group(0) @binding(0) var<uniform> lattice: Lattice;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> positions: array<f32>;
@group(0) @binding(4) var<storage, read_write> words: array<u32>;
@group(0) @binding(5) var<storage, read_write> coat: array<u32>;

fn sum(at: u32) -> f32 {
  return f32(bitcast<i32>(cells[at]));
}

// The way that most hair runs where the mean way says nothing.
fn mainAxis(squares: mat3x3f) -> vec3f {
  var axis = select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), squares[1].y > squares[2].z);
  if (squares[0].x >= max(squares[1].y, squares[2].z)) {
    axis = vec3f(1.0, 0.0, 0.0);
  }
  for (var k = 0; k < 8; k++) {
    axis = normalize(squares * axis);
  }
  return axis;
}

// Two ways whose mean and whose largest spread to the side are those of all hair in the cell.
struct Ways { first: vec3f, second: vec3f }

fn waysOf(mean: vec3f, squares: mat3x3f) -> Ways {
  let l = length(mean);
  var middle = mean / max(l, 1e-6);
  if (l < 0.1) {
    middle = mainAxis(squares);
  }
  let side = normalize(cross(middle, select(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 1.0, 0.0), abs(middle.x) > 0.6)));
  let other = cross(middle, side);
  let xx = dot(side, squares * side);
  let yy = dot(other, squares * other);
  let xy = dot(side, squares * other);
  let turn = 0.5 * atan2(2.0 * xy, max(abs(xx - yy), 1e-9) * select(-1.0, 1.0, xx >= yy));
  let spread = 0.5 * (xx + yy) + sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
  let sine = sqrt(clamp(spread, 0.0, 0.9));
  let across = sine * (cos(turn) * side + sin(turn) * other);
  let along = sqrt(1.0 - sine * sine) * middle;
  return Ways(along + across, along - across);
}

fn octahedral(way: vec3f) -> u32 {
  let flat = way.xy / (abs(way.x) + abs(way.y) + abs(way.z));
  let folded = (1.0 - abs(flat.yx)) * select(vec2f(-1.0), vec2f(1.0), flat >= vec2f(0.0));
  return pack2x16snorm(select(flat, folded, way.z < 0.0));
}

@compute @workgroup_size(64)
fn listTexels(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let cell = threadIndex(id, groups);
  if (cell >= lattice.size.x * lattice.size.y * lattice.size.z) {
    return;
  }
  let at = CELL_WORDS * cell;
  let area = f32(cells[at]);
  if (area < 1.0) {
    return;
  }
  let texel = atomicAdd(&count[0], 1u);
  if (texel >= lattice.most) {
    return;
  }
  let corner = vec3f(vec3u(cell % lattice.size.x, cell / lattice.size.x % lattice.size.y, cell / (lattice.size.x * lattice.size.y)));
  let inside = clamp(vec3f(sum(at + 5u), sum(at + 6u), sum(at + 7u)) / area, vec3f(0.0), vec3f(1.0));
  let place = lattice.origin + lattice.cell * (corner + inside);
  let mean = vec3f(sum(at + 8u), sum(at + 9u), sum(at + 10u)) / area;
  let xx = sum(at + 11u) / area;
  let yy = sum(at + 12u) / area;
  let xy = sum(at + 13u) / area;
  let xz = sum(at + 14u) / area;
  let yz = sum(at + 15u) / area;
  let ways = waysOf(mean, mat3x3f(vec3f(xx, xy, xz), vec3f(xy, yy, yz), vec3f(xz, yz, max(0.0, 1.0 - xx - yy))));
  let root = sqrt(clamp(vec3f(sum(at + 1u), sum(at + 2u), sum(at + 3u)) / area, vec3f(0.0), vec3f(1.0)));
  let bits = vec3u(1023.0 * root + 0.5);
  let colour = bits.x | (bits.y << 10u) | (bits.z << 20u);
  let wet = u32(127.0 * clamp(sum(at + 4u) / area, 0.0, 1.0) + 0.5);
  for (var k = 0u; k < 2u; k++) {
    let point = 2u * texel + k;
    positions[3u * point] = place.x;
    positions[3u * point + 1u] = place.y;
    positions[3u * point + 2u] = place.z;
    words[point] = 0x40000000u << k;
    coat[4u * point] = wet;
    coat[4u * point + 1u] = colour;
    coat[4u * point + 2u] = octahedral(select(ways.first, ways.second, k == 1u));
    coat[4u * point + 3u] = bitcast<u32>(area / AREA_UNIT * lattice.cell * lattice.cell);
  }
}
`;

/** Reading a texel's point; needs a groom's points and `coat`. Texels that the list has no use for have no flags. */
export const texelWgsl: string = /* wgsl */ `
fn isTexel(point: u32) -> bool {
  return (words[point] & (ROOT | TIP)) != 0u;
}

fn texelTangent(point: u32) -> vec3f {
  let flat = unpack2x16snorm(coat[${TEXEL_WORDS}u * point + 2u]);
  let z = 1.0 - abs(flat.x) - abs(flat.y);
  let folded = (1.0 - abs(flat.yx)) * select(vec2f(-1.0), vec2f(1.0), flat >= vec2f(0.0));
  return normalize(vec3f(select(flat, folded, z < 0.0), z));
}

fn texelColour(point: u32) -> vec3f {
  let word = coat[${TEXEL_WORDS}u * point + 1u];
  let root = vec3f(f32(word & 0x3ffu), f32((word >> 10u) & 0x3ffu), f32(word >> 20u)) / 1023.0;
  return max(root * root, vec3f(1e-4));
}

// Area of its hair, m2: of all of it, and as seen along a direction.
fn texelArea(point: u32) -> f32 {
  return bitcast<f32>(coat[${TEXEL_WORDS}u * point + 3u]);
}

fn areaAlong(point: u32, direction: vec3f) -> f32 {
  let first = dot(texelTangent(point), direction);
  let second = dot(texelTangent(point + 1u), direction);
  return texelArea(point) * 0.5 * (sqrt(max(0.0, 1.0 - first * first)) + sqrt(max(0.0, 1.0 - second * second)));
}
`;

/** From texels to vertices: a piece across the picture, as wide as long, through which as much is seen as through its hair. */
export const projectTexelsWgsl: string = /* wgsl */ `
${strandsWgsl}${threadWgsl}
@group(0) @binding(4) var<storage, read> light: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> colours: array<vec2u>;
@group(0) @binding(7) var<storage, read> coat: array<u32>;
${texelWgsl}
@compute @workgroup_size(64)
fn projectTexels(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = threadIndex(id, groups);
  if (2u * thread >= groom.points) {
    return;
  }
  let point = 2u * thread;
  let vertex = groom.firstVertex + point;
  let none = vec4f(0.0, 0.0, 0.0, bitcast<f32>(pack2x16float(vec2f(-1.0, -1.0))));
  vertices[vertex] = none;
  vertices[vertex + 1u] = none;
  let first = unpack2x16float(light[point].y);
  if (!isTexel(point) || first.y < 0.0) {
    return;
  }
  let world = positionOf(point);
  let clip = frame.viewProjection * vec4f(world, 1.0);
  if (clip.w <= 1e-3 || clip.z <= 0.0) {
    return;
  }
  let place = (clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5) * frame.size;
  let side = min(groom.cell / (frame.pixelSize * clip.w), 4096.0);
  let depth = groom.widen * areaAlong(point, normalize(frame.eye - world)) / (groom.cell * groom.cell);
  let second = unpack2x16float(light[point + 1u].y);
  let red = 0.5 * (unpack2x16float(light[point].x) + unpack2x16float(light[point + 1u].x));
  let sent = vec2u(pack2x16float(red), pack2x16float(vec2f(0.5 * (first.x + second.x), max(exp(-depth), 1e-4))));
  vertices[vertex] = vec4f(place - vec2f(0.5 * side, 0.0), clip.w, bitcast<f32>(pack2x16float(vec2f(side, -1.0))));
  vertices[vertex + 1u] = vec4f(place + vec2f(0.5 * side, 0.0), clip.w, bitcast<f32>(pack2x16float(vec2f(-1.0, side))));
  colours[vertex] = sent;
  colours[vertex + 1u] = sent;
}
`;
