export type { Bond } from './bonds.ts';
export type { Sprout } from './changes.ts';
export { History, type HistoryEntry, type HistoryOptions, type Rewindable } from './history.ts';
export { type Painted, type PaintStroke, paintedAt, paintFraction } from './paint.ts';
export { PRODUCTS, type Product, Products, type StrandProducts } from './products.ts';
export { Salon, type SalonLoads, type SalonSetup } from './salon.ts';
export { type SalonSettings, salonSettings } from './settings.ts';
export { type Disturbance, Sleep, type SleepSettings, sleepSettings } from './sleep.ts';
export {
  type Pose,
  poseOf,
  type Stroke,
  type StrokeEvent,
  type ToolSample,
} from './stroke.ts';
export type { AirDensity, StrokeEffect, Tool, ToolVolume } from './tool.ts';
export { findTool, type ToolValues, toolParameters, tools } from './tools/index.ts';
export type { BladeParameters } from './volumes/swept-blades.ts';
