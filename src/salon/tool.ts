import type { ForceField, Obstacles, StrandDynamics } from '../models/model.ts';
import type { ParameterTable, ValuesOf } from '../numeric/parameters.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Bonds } from './bonds.ts';
import type { CarryingBodies } from './carrying-bodies.ts';
import type { Changes } from './changes.ts';
import type { Clasps } from './clasps.ts';
import type { HairView } from './hair-view.ts';
import type { LoadBuilder } from './loads.ts';
import type { PaintStroke } from './paint.ts';
import type { Products } from './products.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';
import type { SalonSettings } from './settings.ts';
import type { Pose } from './stroke.ts';
import type { Capsule } from './volumes/capsule.ts';
import type { Cone } from './volumes/cone.ts';
import type { Deposit } from './volumes/deposit.ts';

/** What a tool reaches, for whoever draws it. */
export type ToolVolume =
  | { readonly kind: 'cone'; readonly cone: Cone }
  | { readonly kind: 'triangle'; readonly corners: readonly [Vec3, Vec3, Vec3] }
  | { readonly kind: 'capsules'; readonly capsules: readonly Capsule[] };

/** How much the air is held up at a place by hair there: blocked area in a volume, 1/m. */
export interface AirDensity {
  densityAt(x: number, y: number, z: number): number;
}

/** What a stroke has done so far, for whoever tells it to a person. No part of the state. */
export interface StrokeEffect {
  /** The most strands that it did something to in one step. */
  readonly strands: number;
  /** How far a tool is that needs time, 0..1; null where it works at once. */
  readonly progress: number | null;
}

/** The strands of a block as tools change them. */
export type EditableStrands = Pick<StrandDynamics, 'ids' | 'edit' | 'split' | 'remove'> & {
  /** Whether what acts on a strand is felt here, though another block may have it: strands that follow others pass it on. Absent: on those that are here. */
  feels?(id: number): boolean;
};

/** What a salon remembers besides its running strokes. */
export interface SalonMemory {
  readonly products: Products;
  readonly bonds: Bonds;
  readonly clasps: Clasps;
  readonly paint: PaintStroke[];
  readonly selection: Selection;
}

/** One stroke's step: what the tool sees, what it remembers and where it says what it does. */
export interface Work extends SalonMemory {
  /** The hair that it may touch. */
  readonly view: HairView;
  /** All hair. */
  readonly all: HairView;
  readonly step: number;
  /** Number of the stroke in the document, and its seed. */
  readonly stroke: number;
  readonly seed: number;
  /** Where the tool is at the start and at the end of the step. */
  readonly from: Pose;
  readonly to: Pose;
  /** Whether this is the hand on the other side: what turns to the right there turns to the left here. */
  readonly isOther: boolean;
  /** Whether this is the stroke's first step. */
  readonly isFirst: boolean;
  /** The stroke's own memory: rows of `memoryWidth` numbers, the first two of which are a strand's id and an arc length. */
  readonly rows: Rows;
  /** The bodies that the hair grows on, at the end of the step. */
  readonly carryingBodies: CarryingBodies;
  readonly settings: SalonSettings;
  readonly air: AirDensity | null;
  readonly deposit: Deposit;
  readonly changes: Changes;
  readonly loads: LoadBuilder;
  readonly fields: ForceField[];
  readonly obstacles: Obstacles[];
}

/** A thing that a stylist holds. Stateless: what a stroke remembers is in `Work.rows`. */
export interface Tool<Table extends ParameterTable = ParameterTable> {
  readonly name: string;
  /** One line in plain words. */
  readonly about: string;
  readonly parameters: Table;
  readonly memoryWidth: number;
  volume(parameters: ValuesOf<Table>, pose: Pose): ToolVolume;
  /** Acts over one step, on everything that the tool passes between `from` and `to`. */
  work(work: Work, parameters: ValuesOf<Table>): void;
  /** How much of what takes time is done on the hair that it holds, 0..1. */
  progress?(work: Pick<Work, 'view' | 'rows' | 'products'>): number;
  /** Called in the first step after the hand has let go. */
  finish?(work: Work, parameters: ValuesOf<Table>): void;
}
