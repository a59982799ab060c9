import { bodyUniformWgsl } from './body-uniforms.ts';
import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import { threadWgsl } from './kernel.ts';
import { strandsWgsl } from './strands.wgsl.ts';
import { texelWgsl } from './texels.wgsl.ts';

/** Cells of the grid that ambient light is dimmed by, along its longest side, and of all of it. */
export const GRID_SIDE = 40;
export const GRID_CELLS: number = GRID_SIDE ** 3;
/** See `cells`. */
export const GRID_BLOCKS = 3;
/** Optical depth and density are added as integers. */
const UNIT = 1024;

/**
 * Ambient light: how much hair and body lies around a point, as optical depth along the six axes. A coarse grid of
 * density; sums along an axis give both of its directions. Marching other directions would cost more and show little:
 * the sky is smooth.
 */
const cells = /* wgsl */ `
const SIDE = ${GRID_SIDE}u;
const CELLS = ${GRID_CELLS}u;
// Blocks of cells: everything; and where grooms send on different fractions of light, hair alone, and hair times its fraction.
const ALL = 0u;
const HAIR = 1u;
const FRACTIONS = 2u;

fn cellOf(place: vec3u) -> u32 {
  return (place.z * SIDE + place.y) * SIDE + place.x;
}
`;

const depositWgsl = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> density: array<atomic<u32>>;

// Hair whose width times length is so much, at a place. It hides 0.785 of it, on average over directions.
fn deposit(world: vec3f, area: f32) {
  let place = vec3i(floor((world - frame.gridOrigin) / frame.gridCell));
  if (any(place < vec3i(0)) || any(place >= vec3i(i32(SIDE)))) {
    return;
  }
  let cell = cellOf(vec3u(place));
  let depth = 0.785 * area / (frame.gridCell * frame.gridCell) * ${UNIT}.0 * 16.0;
  atomicAdd(&density[cell], u32(depth + 0.5));
  if (frame.isMixed != 0u) {
    atomicAdd(&density[HAIR * CELLS + cell], u32(depth + 0.5));
    atomicAdd(&density[FRACTIONS * CELLS + cell], u32(groom.albedo * depth + 0.5));
  }
}
`;

export const depositHairWgsl: string = /* wgsl */ `
${strandsWgsl}${threadWgsl}${cells}${depositWgsl}
@compute @workgroup_size(64)
fn depositHair(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = threadIndex(id, groups);
  if (thread >= groom.points) {
    return;
  }
  let point = drawnPoint(thread);
  let word = words[point];
  let rank = rankStands(word);
  if (rank <= 0.0 || (word & TIP) != 0u) {
    return;
  }
  let a = positionOf(point);
  let b = positionOf(after(point));
  deposit(0.5 * (a + b), 2.0 * groom.radius * taper(alongOf(word)) * rank * distance(a, b));
}
`;

export const depositTexelsWgsl: string = /* wgsl */ `
${strandsWgsl}${threadWgsl}${cells}${depositWgsl}
@group(0) @binding(5) var<storage, read> coat: array<u32>;
${texelWgsl}
@compute @workgroup_size(64)
fn depositTexels(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let point = 2u * threadIndex(id, groups);
  if (point < groom.points && isTexel(point)) {
    deposit(positionOf(point), groom.stands * texelArea(point));
  }
}
`;

export const depositBodyWgsl: string = /* wgsl */ `
${frameWgsl}${frameBinding}${bodyUniformWgsl(0, 1)}${threadWgsl}${cells}
@group(0) @binding(2) var<storage, read> mesh: array<f32>;
@group(0) @binding(3) var<storage, read_write> density: array<atomic<u32>>;

@compute @workgroup_size(64)
fn depositBody(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let k = threadIndex(id, groups);
  if (k >= body.vertices) {
    return;
  }
  // A little below the skin, so that skin does not hide itself.
  let local = vec3f(mesh[6u * k], mesh[6u * k + 1u], mesh[6u * k + 2u]);
  let normal = vec3f(mesh[6u * k + 3u], mesh[6u * k + 4u], mesh[6u * k + 5u]);
  let world = (body.pose * vec4f(local - normal * 1.2 * frame.gridCell, 1.0)).xyz;
  let place = vec3i(floor((world - frame.gridOrigin) / frame.gridCell));
  if (any(place < vec3i(0)) || any(place >= vec3i(i32(SIDE)))) {
    return;
  }
  atomicMax(&density[cellOf(vec3u(place))], ${UNIT * 16}u);
}
`;

/** Cumulative sums along x, y and z; the last cell of a row holds the whole row. */
export const sumAxesWgsl: string = /* wgsl */ `
${frameWgsl}${frameBinding}${threadWgsl}${cells}
@group(0) @binding(1) var<storage, read> density: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(64)
fn sumAxes(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = threadIndex(id, groups);
  if (row >= ${GRID_BLOCKS}u * 3u * SIDE * SIDE) {
    return;
  }
  let axis = row / (SIDE * SIDE) % 3u;
  let block = row / (3u * SIDE * SIDE) * CELLS;
  let u = row % SIDE;
  let v = (row / SIDE) % SIDE;
  var sum = 0.0;
  for (var k = 0u; k < SIDE; k++) {
    var place = vec3u(k, u, v);
    if (axis == 1u) {
      place = vec3u(u, k, v);
    } else if (axis == 2u) {
      place = vec3u(u, v, k);
    }
    let own = f32(density[block + cellOf(place)]) / ${UNIT * 16}.0;
    sums[3u * block + axis * CELLS + cellOf(place)] = sum + 0.5 * own;
    sum += own;
  }
}
`;

/** Reading the grid; needs `sums`. */
export const ambientGridWgsl: string = /* wgsl */ `
${cells}
struct Around { low: vec3f, high: vec3f }

// Optical depth of a block towards the negative and positive end of each axis.
fn around(block: u32, world: vec3f) -> Around {
  let start = 3u * block * CELLS;
  let place = clamp((world - frame.gridOrigin) / frame.gridCell - 0.5, vec3f(0.0), vec3f(f32(SIDE) - 1.001));
  let corner = vec3u(place);
  let part = fract(place);
  var low = vec3f(0.0);
  var whole = vec3f(0.0);
  for (var k = 0u; k < 8u; k++) {
    let offset = vec3u(k & 1u, (k >> 1u) & 1u, k >> 2u);
    let weights = select(1.0 - part, part, offset == vec3u(1u));
    let weight = weights.x * weights.y * weights.z;
    let at = corner + offset;
    low += weight * vec3f(sums[start + cellOf(at)], sums[start + CELLS + cellOf(at)], sums[start + 2u * CELLS + cellOf(at)]);
    whole += weight * vec3f(
      sums[start + cellOf(vec3u(SIDE - 1u, at.y, at.z))],
      sums[start + CELLS + cellOf(vec3u(at.x, SIDE - 1u, at.z))],
      sums[start + 2u * CELLS + cellOf(vec3u(at.x, at.y, SIDE - 1u))],
    );
  }
  return Around(frame.shadow * low, frame.shadow * max(whole - low, vec3f(0.0)));
}

// Of what the six axes meet, the fraction that a single beam does.
const GRID_FRACTION = 0.9;

// Towards a light that has no maps of its own.
fn gridBefore(hidden: Around, to: vec3f) -> f32 {
  return GRID_FRACTION * dot(to * to, select(hidden.low, hidden.high, to > vec3f(0.0)));
}
`;
