import type { CurlyStrand } from './fields.ts';
import { makeFrame, measureReferences, moveFrame } from './frames.ts';
import type { CurlyParameters } from './parameters.ts';
import { setWeights, smoothEdges } from './smoothing.ts';

/** The part of the parameters that rest shapes go with. */
export type Smoothing = Pick<CurlyParameters, 'bendSmoothing' | 'coreSmoothing'>;

/** A rest shape as fields keep it. */
export interface RestShape {
  readonly reference: Float64Array;
  readonly restCore: Float64Array;
}

/** The shape that a polyline has at present, as its rest shape would be written; `u` is across its first edge. */
export function shapeOf(
  x: Float64Array,
  restLength: Float64Array,
  u: Float64Array,
  { bendSmoothing, coreSmoothing }: Smoothing,
): RestShape {
  const nodes = restLength.length;
  const weight = new Float64Array(nodes);
  const smoothed = new Float64Array(3 * nodes);
  const shape = { reference: new Float64Array(3 * nodes), restCore: new Float64Array(nodes) };
  setWeights(restLength, 0, nodes, coreSmoothing, weight);
  smoothEdges(x, restLength, weight, 0, nodes, smoothed);
  for (let i = 0; i < nodes - 1; i++) {
    const [dx, dy, dz] = [smoothed[3 * i]!, smoothed[3 * i + 1]!, smoothed[3 * i + 2]!];
    shape.restCore[i] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  setWeights(restLength, 0, nodes, bendSmoothing, weight);
  smoothEdges(x, restLength, weight, 0, nodes, smoothed);
  measureReferences(makeFrame(), smoothed, x, restLength, 0, nodes, u, 0, shape.reference);
  return shape;
}

export const presentShape = ({ position, restLength, u1 }: CurlyStrand, smoothing: Smoothing): RestShape =>
  shapeOf(position, restLength, u1, smoothing);

/**
 * The polyline whose references these are: each edge stands in the frame of the edges before it, which are known by then. It begins
 * along x; y is across its first edge.
 */
export function polylineOf(
  restLength: Float64Array,
  reference: Float64Array,
  { bendSmoothing }: Smoothing,
): Float64Array {
  const nodes = restLength.length;
  const x = new Float64Array(3 * nodes);
  const weight = new Float64Array(nodes);
  setWeights(restLength, 0, nodes, bendSmoothing, weight);
  const frame = makeFrame();
  const filter = [1, 0, 0, 1, 0, 0];
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    const { dx, dy, dz, ux, uy, uz } = frame;
    const [r0, r1, r2] = i === 0 ? [1, 0, 0] : [reference[a]!, reference[a + 1]!, reference[a + 2]!];
    const edge = [
      r0 * dx + r1 * ux + r2 * (dy * uz - dz * uy),
      r0 * dy + r1 * uy + r2 * (dz * ux - dx * uz),
      r0 * dz + r1 * uz + r2 * (dx * uy - dy * ux),
    ];
    const q = weight[i]!;
    for (let c = 0; c < 3; c++) {
      x[a + 3 + c] = x[a + c]! + restLength[i]! * edge[c]!;
      filter[c] = q * filter[c]! + (1 - q) * edge[c]!;
      filter[3 + c] = q * filter[3 + c]! + (1 - q) * filter[c]!;
    }
    if (i > 0) moveFrame(frame, filter[3]!, filter[4]!, filter[5]!);
  }
  return x;
}
