export { measureStrand, placeEvenly } from './arc-length.ts';
export {
  copyAttributes,
  gatherAttributes,
  interpolate,
  makePlacement,
  type Placement,
  placeAttributes,
  zerosLike,
} from './attributes.ts';
export {
  CHECK_DEFAULTS,
  type CheckOptions,
  type CheckReport,
  checkStrands,
  type Problem,
  type ProblemKind,
} from './check.ts';
export type { BodyDistance } from './depth.ts';
export { edgeFrames, type Frames, makeFrames, type Polylines, pointFrames } from './frames.ts';
export { type HashableArray, hashArrays, hashStrands } from './hash.ts';
export { InputError } from './input-error.ts';
export type { RepairKind } from './mend-strand.ts';
export type { BodyField } from './push-out.ts';
export { REPAIR_DEFAULTS, type RepairAction, type Repaired, type RepairOptions, repairStrands } from './repair.ts';
export { type RepairSummary, summarizeRepair } from './repair-summary.ts';
export { RESAMPLE_DEFAULTS, type ResampleOptions, resample } from './resample.ts';
export { rootSpacing } from './root-grid.ts';
export {
  CONCATENATE_DEFAULTS,
  type ConcatenateOptions,
  concatenateStrands,
  type StrandPick,
  selectStrands,
  takeStrands,
} from './selection.ts';
export { type Range, type StrandStatistics, strandBounds, strandLengths, strandStatistics } from './statistics.ts';
export type { StrandStream } from './strand-stream.ts';
export {
  type Attribute,
  type AttributeArray,
  type Attributes,
  makeStrands,
  pointCount,
  type Strands,
  type StrandsParts,
  strandCount,
  strandsFromPolylines,
  uniformFirst,
} from './strands.ts';
