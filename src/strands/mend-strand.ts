import type { Bulk } from './bulk.ts';
import { type Depth, type DepthLimits, inspectDepth, makeDepth } from './depth.ts';
import { type Inspector, isUneven, makeInspector, type Shape, type ShapeLimits } from './inspect.ts';
import { bridgeGaps, respaceRepeated } from './mend.ts';
import { type BodyField, pushOut } from './push-out.ts';
import { inspectWorking, straighten } from './straighten.ts';
import { type WorkingStrand, workingCount } from './working-strand.ts';

export type RepairKind =
  /** Points that were not finite, or absurdly far away, were put on a straight line between, or beyond, the others. */
  | 'bridged'
  /** The end of the strand was not finite, or absurdly far away, and was cut off. */
  | 'cut'
  /** Repeated points were moved into the longest edges. */
  | 're-spaced'
  /** Sharp turns were smoothed. */
  | 'straightened'
  /** Points were spread evenly along the strand. */
  | 'evened'
  /** Points inside the body were moved out of it. */
  | 'pushed-out'
  /** The whole strand was moved off another one's root. */
  | 'moved'
  /** The strand could not be repaired and is not in the result. */
  | 'left-out';

export interface Mender {
  readonly inspector: Inspector;
  readonly depth: Depth;
  readonly depthLimits: DepthLimits;
  readonly body: BodyField | undefined;
  /** Metres between the body and what was pushed out of it. */
  readonly clearance: number;
}

export function makeMender(limits: ShapeLimits & DepthLimits, body: BodyField | undefined, clearance: number): Mender {
  return { inspector: makeInspector(limits), depth: makeDepth(), depthLimits: limits, body, clearance };
}

type Note = (kind: RepairKind, detail: string) => void;

/** One repair can undo another (points pushed out of a body come to lie unevenly); what has not settled by then never does. */
const PASSES = 12;

/** Whether a strand of this shape needs mending. */
export const isFaulty = (shape: Shape, limits: ShapeLimits): boolean =>
  shape.usable < 2 ||
  shape.notFinite + shape.outliers > 0 ||
  shape.repeated > 0 ||
  shape.crooked > 0 ||
  isUneven(shape, limits);

/**
 * Mends one strand in place, its number of points and its root kept, and notes each kind of repair once.
 * Returns false, with the reason noted, where the strand has to be left out.
 */
export function mendStrand(work: WorkingStrand, mender: Mender, note: Note): boolean {
  const { inspector } = mender;
  const noted = new Set<RepairKind>();
  const noteOnce: Note = (kind, detail) => {
    if (!noted.has(kind)) note(kind, detail);
    noted.add(kind);
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const shape = inspectWorking(work, inspector);
    if (!isLongEnough(shape, inspector.limits)) {
      note('left-out', reasonTooShort(shape));
      return false;
    }
    if (isFaulty(shape, inspector.limits)) mendShape(work, shape, inspector, noteOnce);
    else if (!mendDepth(work, mender, noteOnce)) return true;
  }
  note('left-out', `left out: still faulty after ${PASSES} passes of repair`);
  return false;
}

/** Where points repeat there must be room between the others to put them. */
function isLongEnough(shape: Shape, limits: ShapeLimits): boolean {
  return shape.usable >= 2 && (shape.repeated === 0 || shape.length > 2 * limits.zeroEdge * (shape.points - 1));
}

function reasonTooShort(shape: Shape): string {
  return shape.usable < 2
    ? `left out: ${shape.usable} of ${shape.points} points can be used, a strand needs 2`
    : `left out: ${shape.points} points on a length of ${(shape.length * 1e6).toPrecision(3)} µm`;
}

/** One repair of the shape, the one that others depend on first. */
function mendShape(work: WorkingStrand, shape: Shape, inspector: Inspector, note: Note): void {
  if (shape.notFinite + shape.outliers > 0) noteBridged(work, inspector.bulk, note);
  else if (shape.repeated > 0) {
    const moved = respaceRepeated(work, inspector.limits.zeroEdge);
    note('re-spaced', `${moved} repeated points moved into the longest edges`);
  } else {
    if (shape.crooked > 0)
      note('straightened', `turns up to ${((shape.sharpest * 180) / Math.PI).toFixed(0)}° smoothed`);
    else note('evened', `edges in the ratio ${(shape.longest / shape.shortest).toPrecision(3)} spread evenly`);
    straighten(work, inspector);
  }
}

function noteBridged(work: WorkingStrand, bulk: Bulk, note: Note): void {
  const count = workingCount(work);
  const { between, atRoot, cut, cutAtRoot } = bridgeGaps(work, bulk);
  if (between + atRoot > 0)
    note(
      'bridged',
      atRoot > 0
        ? `${between + atRoot} points put on straight lines, ${atRoot} of them at the root`
        : `${between} points put on straight lines between their neighbours`,
    );
  if (cut + cutAtRoot > 0)
    note(
      'cut',
      `${cut} points at the tip${cutAtRoot > 0 ? ` and ${cutAtRoot} at the root` : ''} cut off, ${count} points spread over the rest`,
    );
}

/** Pushes the strand out of the body; false where it is not inside. */
function mendDepth(work: WorkingStrand, mender: Mender, note: Note): boolean {
  const { body, depth } = mender;
  if (!body) return false;
  inspectDepth(body, work.positions, 0, workingCount(work), mender.depthLimits, depth);
  if (depth.inside === 0) return false;
  const count = depth.inside;
  const farthest = pushOut(work, body, depth, mender.clearance);
  note('pushed-out', `${count} points moved out of the body, by up to ${(farthest * 1000).toPrecision(3)} mm`);
  return true;
}
