import type { TriangleMesh } from 'pelage/body';
import type { GeneratorData, Look } from 'pelage/render';

/** What a page and the simulation's worker say to each other. */

/** First to the worker: the scene, and whether the page wants guides (for Pelage's renderer) or all points (for others). */
export interface Begin {
  readonly scene: string;
  readonly wants: 'guides' | 'points';
}

/** The worker's answer: what stays the same. */
export interface Ready {
  readonly body: Pick<TriangleMesh, 'positions' | 'normals' | 'triangles'>;
  readonly look: Look;
  readonly first: Uint32Array;
  readonly id: Uint32Array;
  readonly generator: GeneratorData;
  readonly frame: Frame;
}

/** Then frame after frame. The page sends its memory (`hair`) back for the next one: that asks for it. */
export interface Frame {
  readonly hair: Float32Array<ArrayBuffer>;
  readonly position: readonly [number, number, number];
  readonly orientation: readonly [number, number, number, number];
}
