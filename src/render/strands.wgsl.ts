import { frameBinding, frameWgsl } from './frame.wgsl.ts';
import type { RenderedHair } from './hair.ts';
import type { Slot } from './kernel.ts';

/** What kernels read and write of hair. */
export type HairBuffers = Pick<RenderedHair, 'positions' | 'words' | 'light' | 'coat' | 'coatWords' | 'drawn'>;

/** A groom as kernels see it: its strands, or its texels (texels.wgsl.ts). */
export interface GroomBuffers<Hair extends HairBuffers = HairBuffers> {
  /** See groom-uniforms.ts. */
  readonly uniform: GPUBuffer;
  readonly hair: Hair;
  readonly isTexels: boolean;
}

/** What every kernel over strands binds first. */
export const STRAND_SLOTS: readonly Slot[] = ['uniform', 'uniform', 'read', 'read'];

export const strandResources = (frame: GPUBuffer, { uniform, hair }: GroomBuffers): readonly GPUBuffer[] => [
  frame,
  uniform,
  hair.positions,
  hair.words,
];

/** A groom's numbers, and what they make of a strand. Layout written by groom-uniforms.ts. */
export const groomWgsl = /* wgsl */ `
struct Groom {
  // Of a whole strand as groomed, m.
  radius: f32,
  // Opacity of one drawn strand for light, over its geometric one: wet hair lets less through.
  opacity: f32,
  // Fraction of the strands that is drawn, how much wider than groomed, and how many groomed ones each of them is to light.
  keep: f32,
  widen: f32,
  stands: f32,
  // That are drawn.
  points: u32,
  // Pieces that a segment is cut into, and where the groom's vertices begin among those of all.
  subdivisions: u32,
  firstVertex: u32,
  // Fraction of light that one of its fibres sends on, of all colours together.
  albedo: f32,
  // Words of a point in what is on it.
  coatWords: u32,
  // Points of a strand, where every stride-th of them and the tip are drawn; stride is 1 where strands differ.
  strandPoints: u32,
  stride: u32,
  // Side of a texel's cell, m.
  cell: f32,
}

// Root to tip a hair keeps its width; the last part tapers.
fn taper(along: f32) -> f32 {
  return 1.0 - 0.7 * smoothstep(0.5, 1.0, along);
}

// How much of a strand is there, 0..1: strands are left out by rank, the next ones to go are already narrow.
fn rankFraction(word: u32) -> f32 {
  let rank = (f32((word >> 16u) & 0x3fffu) + 0.5) / 16384.0;
  return clamp((groom.keep - rank) * 8.0 / max(groom.keep, 1e-3) + select(0.0, 8.0, groom.keep >= 1.0), 0.0, 1.0);
}

// A drawn strand's width over the groomed one, to the eye.
fn rankWidth(word: u32) -> f32 {
  return groom.widen * rankFraction(word);
}

// Groomed strands that a drawn one stands for, to light.
fn rankStands(word: u32) -> f32 {
  return groom.stands * rankFraction(word);
}

fn alongOf(word: u32) -> f32 {
  return f32(word & 0xffffu) / 65535.0;
}

const ROOT = 0x40000000u;
const TIP = 0x80000000u;
`;

/** Points of strands in a packed buffer, and the Catmull-Rom curve through them. */
const pointsWgsl = /* wgsl */ `
fn positionOf(point: u32) -> vec3f {
  return vec3f(positions[3u * point], positions[3u * point + 1u], positions[3u * point + 2u]);
}

// The point that a thread is for, of those that are drawn.
fn drawnPoint(thread: u32) -> u32 {
  if (groom.stride == 1u) {
    return thread;
  }
  let each = (groom.strandPoints - 2u) / groom.stride + 2u;
  return thread / each * groom.strandPoints + min(thread % each * groom.stride, groom.strandPoints - 1u);
}

// The drawn points next to one; itself at the ends.
fn before(point: u32) -> u32 {
  if ((words[point] & ROOT) != 0u) {
    return point;
  }
  if (groom.stride == 1u) {
    return point - 1u;
  }
  return point - (point % groom.strandPoints - 1u) % groom.stride - 1u;
}

fn after(point: u32) -> u32 {
  if ((words[point] & TIP) != 0u) {
    return point;
  }
  if (groom.stride == 1u) {
    return point + 1u;
  }
  return min(point + groom.stride, (point / groom.strandPoints + 1u) * groom.strandPoints - 1u);
}

fn tangentOf(point: u32) -> vec3f {
  let chord = positionOf(after(point)) - positionOf(before(point));
  let l = length(chord);
  return select(vec3f(0.0, -1.0, 0.0), chord / l, l > 1e-9);
}

// Uniform Catmull-Rom between a point and the next; ends continue straight.
fn curveAt(point: u32, t: f32) -> vec3f {
  let b = positionOf(point);
  if (t == 0.0) {
    return b;
  }
  let next = after(point);
  let c = positionOf(next);
  let a = select(positionOf(before(point)), 2.0 * b - c, (words[point] & ROOT) != 0u);
  let d = select(positionOf(after(next)), 2.0 * c - b, (words[next] & TIP) != 0u);
  return b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}
`;

/** The beginning of every kernel over the strands of a groom: `STRAND_SLOTS` and what is read through them. */
export const strandsWgsl: string = /* wgsl */ `
${frameWgsl}${frameBinding}${groomWgsl}
@group(0) @binding(1) var<uniform> groom: Groom;
@group(0) @binding(2) var<storage, read> positions: array<f32>;
@group(0) @binding(3) var<storage, read> words: array<u32>;
${pointsWgsl}
`;
