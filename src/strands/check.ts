import { at, type Vec3 } from '../numeric/vector.ts';
import { type Bulk, findBulk } from './bulk.ts';
import { type BodyDistance, type Depth, type DepthLimits, inspectDepth, makeDepth } from './depth.ts';
import { inspectStrand, isUneven, makeInspector, type Shape, type ShapeLimits } from './inspect.ts';
import { findCoincidentRoots } from './root-grid.ts';
import { type Strands, strandCount } from './strands.ts';

export type ProblemKind =
  /** A coordinate is NaN or infinite. */
  | 'not-finite'
  /** A point absurdly far from the rest of the hair. */
  | 'outlier'
  /** Fewer than two points to draw a line through. */
  | 'too-few-points'
  /** Points that stand where the point before them stands: edges of zero length. */
  | 'repeated-point'
  /** Turns too sharp for hair, not part of a curl. */
  | 'crooked'
  /** A curl with so few points a turn that its shape is lost. No repair can bring it back. */
  | 'coarse-curl'
  /** The longest edge is many times the shortest. */
  | 'uneven-edges'
  /** The root stands on another strand's root. */
  | 'coincident-root'
  /** The root is deeper in the body than hair grows. Only moving the groom or the body helps. */
  | 'buried-root'
  /** The strand enters the body, or never comes out of it. */
  | 'inside-body';

const KINDS: readonly ProblemKind[] = [
  ...(['not-finite', 'outlier', 'too-few-points', 'repeated-point', 'crooked', 'coarse-curl'] as const),
  ...(['uneven-edges', 'coincident-root', 'buried-root', 'inside-body'] as const),
];

/** One thing that is wrong with one strand. Each kind is named at most once a strand. */
export interface Problem {
  readonly strand: number;
  readonly id: number;
  readonly kind: ProblemKind;
  /** Where it is, or where it begins; counted from the root. */
  readonly point: number;
  /** A sentence without the strand's name. */
  readonly detail: string;
}

export interface CheckOptions extends Partial<ShapeLimits>, Partial<DepthLimits> {
  /** Coarse curls are named below this many points a turn. Curls that turn by less than half of `maximumTurn` at a point are not looked at. */
  readonly pointsPerTurn?: number;
  /** Roots coincide below this fraction of the mean root spacing. */
  readonly coincidence?: number;
  /** Points farther from the middle of the hair than so many times its size are outliers; the size is that of nine points of ten. */
  readonly outlier?: number;
  /** Strands are checked against this body, given in their coordinates. */
  readonly body?: BodyDistance;
  /** At most this many problems are listed; the counts are complete all the same. */
  readonly limit?: number;
}

/**
 * Turn, edge ratio, points a turn and coincidence: production-pipeline table of bad inputs. An edge of a micrometre is a
 * hundredth of a hair's thickness and near the resolution of a 32-bit position on a standing person. Half a millimetre of
 * depth is about the error of a sampled distance field.
 */
export const CHECK_DEFAULTS: Required<Omit<CheckOptions, 'body'>> = /* @__PURE__ */ Object.freeze({
  maximumTurn: Math.PI / 3,
  maximumEdgeRatio: 4,
  zeroEdge: 1e-6,
  pointsPerTurn: 8,
  coincidence: 1e-4,
  outlier: 20,
  rootDepth: 2e-3,
  depth: 5e-4,
  limit: Number.POSITIVE_INFINITY,
});

export interface CheckReport {
  /** In order of strands; complete unless a limit was set. */
  readonly problems: readonly Problem[];
  readonly count: number;
  readonly countByKind: Readonly<Record<ProblemKind, number>>;
}

/** Names everything that would make a groom look or behave badly. Nothing is changed. */
export function checkStrands(strands: Strands, options: CheckOptions = {}): CheckReport {
  const settings = checkSettings(options);
  const { first, positions } = strands;
  const report = new Report(strands, settings.limit);
  const bulk = findBulk(strands, settings.outlier);
  const inspector = makeInspector(settings, bulk);
  const depth = makeDepth();
  const { twin } = findCoincidentRoots(strands, settings.coincidence, bulk);
  for (let i = 0; i < strandCount(strands); i++) {
    report.strand = i;
    const shape = inspectStrand(inspector, positions, first[i]!, first[i + 1]!);
    if (shape.outliers > 0) reportOutlier(report, shape, bulk, at(positions, first[i]! + shape.firstOutlier));
    reportShape(report, shape, settings);
    if (twin[i]! >= 0)
      report.add(
        'coincident-root',
        0,
        () => `its root stands on the root of strand ${twin[i]} (id ${strands.id[twin[i]!]})`,
      );
    if (settings.body) {
      inspectDepth(settings.body, positions, first[i]!, first[i + 1]!, settings, depth);
      reportDepth(report, depth);
    }
  }
  const { problems, count, countByKind } = report;
  return { problems, count, countByKind };
}

type CheckSettings = Required<Omit<CheckOptions, 'body'>> & Pick<CheckOptions, 'body'>;

/** The options with defaults; an option given as undefined counts as not given. */
function checkSettings(options: CheckOptions): CheckSettings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...CHECK_DEFAULTS, ...Object.fromEntries(given) };
}

/** A report being written. */
class Report {
  readonly problems: Problem[] = [];
  count = 0;
  readonly countByKind: Record<ProblemKind, number>;
  /** The strand under inspection. */
  strand = 0;
  private readonly strands: Strands;
  private readonly limit: number;

  constructor(strands: Strands, limit: number) {
    this.strands = strands;
    this.limit = limit;
    this.countByKind = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<ProblemKind, number>;
  }

  add(kind: ProblemKind, point: number, detail: () => string): void {
    this.count++;
    this.countByKind[kind]++;
    if (this.problems.length < this.limit)
      this.problems.push({ strand: this.strand, id: this.strands.id[this.strand]!, kind, point, detail: detail() });
  }
}

const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(0)}°`;
const millimetres = (length: number): string => `${(length * 1000).toPrecision(3)} mm`;

function reportOutlier(report: Report, shape: Shape, bulk: Bulk, [x, y, z]: Vec3): void {
  const { outliers, points, firstOutlier } = shape;
  const dx = x - bulk.x;
  const dy = y - bulk.y;
  const dz = z - bulk.z;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  report.add(
    'outlier',
    firstOutlier,
    () =>
      `${outliers} of ${points} points ${outliers === 1 ? 'is' : 'are'} absurdly far away, the first is point ${firstOutlier}, ` +
      `${distance.toPrecision(3)} m from the middle of hair that reaches ${bulk.size.toPrecision(3)} m`,
  );
}

function reportShape(report: Report, shape: Shape, settings: CheckSettings): void {
  if (shape.notFinite > 0)
    report.add(
      'not-finite',
      shape.firstNotFinite,
      () => `${shape.notFinite} of ${shape.points} points are not finite, the first is point ${shape.firstNotFinite}`,
    );
  if (shape.usable < 2) {
    report.add('too-few-points', 0, () => `${shape.usable} of ${shape.points} points can be used, a strand needs 2`);
    return;
  }
  if (shape.repeated > 0)
    report.add(
      'repeated-point',
      shape.firstRepeated,
      () => `${shape.repeated} points repeat the point before them, the first is point ${shape.firstRepeated}`,
    );
  if (shape.crooked > 0)
    report.add(
      'crooked',
      shape.firstCrooked,
      () =>
        `${shape.crooked} ${shape.crooked === 1 ? 'turn' : 'turns'} above ${degrees(settings.maximumTurn)}, up to ${degrees(shape.sharpest)}, the first at point ${shape.firstCrooked}`,
    );
  if (shape.pointsPerTurn < settings.pointsPerTurn)
    report.add(
      'coarse-curl',
      shape.firstOfCurl,
      () =>
        `a curl with ${shape.pointsPerTurn.toFixed(1)} points a turn from point ${shape.firstOfCurl} on; below ${settings.pointsPerTurn} its shape is lost, so export it with more points`,
    );
  if (isUneven(shape, settings))
    report.add(
      'uneven-edges',
      shape.shortestEdge,
      () =>
        `edge ${shape.longestEdge} is ${(shape.longest / shape.shortest).toPrecision(3)} times as long as edge ${shape.shortestEdge} (${millimetres(shape.longest)} and ${millimetres(shape.shortest)})`,
    );
}

function reportDepth(report: Report, depth: Depth): void {
  if (depth.isRootBuried)
    report.add(
      'buried-root',
      0,
      () => `its root is ${millimetres(depth.root)} inside the body; move the groom or the body`,
    );
  if (depth.inside > 0)
    report.add(
      'inside-body',
      depth.deepestPoint,
      () =>
        `${depth.isIngrown ? 'never comes out of the body: ' : ''}${depth.inside} points are inside, the deepest is point ${depth.deepestPoint} with ${millimetres(depth.deepest)}`,
    );
}
