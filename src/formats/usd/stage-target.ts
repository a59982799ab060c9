import type { AttributeArray } from '../../strands/strands.ts';
import type { ByteSink } from '../byte-sink.ts';
import type { UpAxis } from '../units.ts';

/** Time codes a second, and the code of each frame. */
export interface StageTiming {
  readonly rate: number;
  readonly codes: Float64Array;
}

/** What a layer says about itself. */
export interface StageHead {
  /** The prim at the top, which is an Xform. */
  readonly prim: string;
  readonly unit: number;
  readonly up: UpAxis;
  /** Where something moves. */
  readonly timing?: StageTiming | undefined;
}

/** A list of values as it is declared. */
export interface UsdList {
  readonly name: string;
  /** Of one element: `point3f`. */
  readonly type: string;
  /** Numbers a tuple as it is written. */
  readonly tuple: number;
  readonly interpolation?: 'uniform' | 'vertex';
  readonly elementSize?: number;
}

/** Takes a stage of one Xform with one prim below it, in this order; text and crate are each one. Frames go to the sink as they come. */
export interface StageTarget {
  begin(head: StageHead): void;
  prim(type: string, name: string): void;
  token(name: string, value: string): void;
  list(list: UsdList, data: AttributeArray): void;
  samples(list: UsdList, codes: Float64Array, frame: (k: number) => Float32Array): void;
  end(): void;
}

/** The note in every layer. */
export const AUTHOR = 'written by Pelage';

export type MakeStage = (sink: ByteSink) => StageTarget;
