import type { TriangleMesh } from '../../../src/body/mesh.ts';
import type { Quat } from '../../../src/numeric/rotation.ts';
import type { Vec3 } from '../../../src/numeric/vector.ts';

/** What the page and the simulation's worker say to each other. */

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where the hair comes from: a built-in example, or files of which the first says what they are. */
export type Source =
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'files'; readonly files: readonly NamedFile[] };

export interface StageRequest {
  readonly source: Source;
  /** Rendered strands and simulated guides; what the scene says where absent. */
  readonly strands?: number;
  readonly guides?: number;
  readonly playing: boolean;
  /** Simulates this many frames of 1/30 s at once, shows the last and stays paused. */
  readonly frame?: number;
}

export type ToWorker =
  | { readonly type: 'prepare'; readonly request: StageRequest }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'reset' }
  /** Send the present state again: the page has lost its picture. */
  | { readonly type: 'refresh' }
  /** Gives a shown frame's memory back; until then no other frame is sent. */
  | { readonly type: 'shown'; readonly positions: Float32Array<ArrayBuffer> };

export interface StageSummary {
  readonly name: string;
  readonly body: TriangleMesh | null;
  readonly first: Uint32Array;
  /** As groomed: shown first, and what the camera is set up for. */
  readonly positions: Float32Array;
  readonly strands: number;
  readonly guides: number;
  readonly points: number;
  readonly notes: readonly string[];
}

export interface Frame {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly bodyPosition: Vec3;
  readonly bodyOrientation: Quat;
  /** Simulated seconds. */
  readonly time: number;
  /** Mean computing time of an internal step over the last frame that stepped, milliseconds. */
  readonly stepCost: number;
  /** Simulated seconds per second of the clock; 1 where the machine keeps up. */
  readonly pace: number;
  /** The number asked for by `StageRequest.frame`, while the state that answers it is shown. */
  readonly frame?: number;
}

export type FromWorker =
  | { readonly type: 'ready'; readonly summary: StageSummary }
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'failed'; readonly sentence: string };
