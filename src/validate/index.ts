export {
  type BounceRow,
  bounceRows,
  cuticleRatio,
  type PendulumRow,
  pendulumRows,
  type SlideRow,
  slidingRows,
  type ThreeStrandsRow,
  threeStrands,
} from './clump-figures.ts';
export {
  coreStop,
  helixWalk,
  type SmoothedCurve,
  type StopRow,
  smoothingFigure,
  type WalkRow,
} from './curly-figures.ts';
export { CURLY_LOADS, type CurlyLoad, type CurlyRun, curlyScene } from './curly-scenes.ts';
export type { Experiment, Inputs, Numbers, Outcome, Result } from './experiment.ts';
export { gorillaScene, grassScene, mammothScene, PRESSED } from './fur-scenes.ts';
export { type FurTable, type FurTableOptions, furTable, type GrassRow, type LoadRow } from './fur-table.ts';
export {
  type CrowdRow,
  crowd,
  type LevelsOptions,
  type LevelsRow,
  restingHead,
  type StylingRow,
  styling,
  walkingHead,
} from './levels-cost.ts';
export { type OrientedOptions, type OrientedRow, type OrientedTable, orientedCost } from './oriented-cost.ts';
export { type Plot, type PlotCurve, plotSvg } from './plot.ts';
export { EXPERIMENTS, findExperiment } from './registry.ts';
export { described, readInputs, runExperiment, runsOf, shownInputs } from './run.ts';
export { type SalonRow, type SalonTable, salonTable } from './salon-cost.ts';
export { type CostOptions, type CostRow, type CostTable, superHelixCost } from './super-helix-cost.ts';
export {
  type TwistAgreement,
  type TwistRow,
  type TwistTable,
  type TwistTableOptions,
  twistTable,
} from './twist-table.ts';
export { WHIRL_FRAME, type Whirled } from './whirlwind.ts';
export { type ConstraintRow, type WispRow, type WispTable, type WispTableOptions, wispTable } from './wisp-cost.ts';
export type { WispScene } from './wisp-scenes.ts';
