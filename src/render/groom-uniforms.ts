/** A groom as it is drawn in one picture; see `Groom` in strands.wgsl.ts. */
export interface GroomState {
  /** Of a whole strand, as groomed, m. */
  readonly width: number;
  readonly opacity: number;
  /** Fraction of the strands that is drawn, how much wider each of them is, and how many groomed ones it is to light. */
  readonly keep: number;
  readonly widen: number;
  readonly stands: number;
  /** That are drawn. */
  readonly points: number;
  readonly subdivisions: number;
  readonly firstVertex: number;
  /** Fraction of light that a fibre sends on, 0..1. */
  readonly albedo: number;
  /** Of a point; see coat.ts. */
  readonly coatWords: number;
  /** Of a strand, and which of them are drawn: every so many and the tip. */
  readonly strandPoints: number;
  readonly stride: number;
  /** Side of a texel's cell, m; strands have none. */
  readonly cell?: number;
}

/** Bytes of the uniform block `Groom` in strands.wgsl.ts. */
export const GROOM_BYTES = 64;

export function writeGroomUniforms(state: GroomState): ArrayBuffer {
  const buffer = new ArrayBuffer(GROOM_BYTES);
  const floats = new Float32Array(buffer);
  floats.set([0.5 * state.width, state.opacity, state.keep, state.widen, state.stands]);
  floats[8] = state.albedo;
  floats[12] = state.cell ?? 0;
  const words = new Uint32Array(buffer);
  words.set([state.points, state.subdivisions, state.firstVertex], 5);
  words.set([state.coatWords, state.strandPoints, state.stride], 9);
  return buffer;
}
