import { at, mix } from '../../numeric/vector.ts';
import type { StrandRecord } from '../store/fields.ts';
import type { CurlyStrand } from './fields.ts';
import { beginFrame, makeFrame, moveFrame } from './frames.ts';
import { polylineOf, type Smoothing, shapeOf } from './rest-shape.ts';
import { setWeights, smoothEdges } from './smoothing.ts';

/** Every rest shape that edits keep. */
const KEPT = ['', 'natural:', 'base:', 'layer:'] as const;
const ACROSS = Float64Array.of(0, 1, 0);

/**
 * Both parts of a cut strand keep their rest shapes. A piece begins its smoothing anew at its first edge, so its frames are others:
 * shapes are drawn as polylines, cut, and written as references again.
 */
export function cutShapes(root: CurlyStrand, tip: CurlyStrand, whole: CurlyStrand, smoothing: Smoothing): void {
  const edge = root.nodes - 2;
  const t = root.restLength[edge]! / whole.restLength[edge]!;
  for (const kept of KEPT) {
    const drawn = polylineOf(whole.restLength, records(whole)[`${kept}reference`]!, smoothing);
    const end = mix(at(drawn, edge), at(drawn, edge + 1), t);
    const first = drawn.slice(0, 3 * root.nodes);
    first.set(end, 3 * (root.nodes - 1));
    const second = drawn.slice(3 * (whole.nodes - tip.nodes));
    second.set(end, 0);
    writeShape(root, kept, first, ACROSS, smoothing);
    writeShape(
      tip,
      kept,
      second,
      acrossEdge(drawn, whole.restLength, ACROSS, edgeOf(tip, whole), smoothing),
      smoothing,
    );
  }
  tip.u1.set(acrossEdge(whole.position, whole.restLength, whole.u1, edgeOf(tip, whole), smoothing));
}

/** Fields by names that edits make. */
const records = (strand: CurlyStrand): StrandRecord => strand as unknown as StrandRecord;

/** The edge of the whole strand that a piece begins with. */
const edgeOf = (tip: CurlyStrand, whole: CurlyStrand): number => whole.nodes - tip.nodes;

function writeShape(part: CurlyStrand, kept: string, x: Float64Array, u: Float64Array, smoothing: Smoothing): void {
  const { reference, restCore } = shapeOf(x, part.restLength, u, smoothing);
  records(part)[`${kept}reference`]!.set(reference);
  records(part)[`${kept}restCore`]!.set(restCore);
}

/** The frame's vector across edge j: carried along the smoothed curve to it, and from its smoothed direction to its own. */
function acrossEdge(
  x: Float64Array,
  restLength: Float64Array,
  u: Float64Array,
  edge: number,
  { bendSmoothing }: Smoothing,
): Float64Array {
  const nodes = restLength.length;
  const weight = new Float64Array(nodes);
  const smoothed = new Float64Array(3 * nodes);
  setWeights(restLength, 0, nodes, bendSmoothing, weight);
  smoothEdges(x, restLength, weight, 0, nodes, smoothed);
  const frame = makeFrame();
  beginFrame(frame, smoothed, 0, u, 0);
  for (let a = 3; a <= 3 * edge; a += 3) moveFrame(frame, smoothed[a]!, smoothed[a + 1]!, smoothed[a + 2]!);
  const a = 3 * edge;
  moveFrame(frame, x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
  return Float64Array.of(frame.ux, frame.uy, frame.uz);
}
