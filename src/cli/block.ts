import type { Scene } from '../scene/schema.ts';
import { prepareStage, type StageParts } from '../scene/stage.ts';
import type { Exchange, SharedHair } from '../simulation/exchange.ts';
import type { Simulation, SimulationEvent } from '../simulation/simulation.ts';
import { folderReader } from './scene-argument.ts';

/** A run of guides, simulated in a thread of its own. What strands of other blocks do is seen through shared memory. */
export interface BlockRequest {
  readonly scene: Scene;
  /** Where files that the scene names are. */
  readonly folder: string;
  readonly parts: StageParts;
  readonly block: { readonly index: number; readonly count: number };
  readonly shared: SharedHair;
}

/** A block at the time of a frame. */
export interface BlockFrame {
  readonly positions: Float32Array;
  /** Internal steps since the start. */
  readonly steps: number;
  /** Largest relative lengthening of a segment since the start. */
  readonly strain: number;
  /** Linear systems solved since the start: one a strand and step in calm motion, more where it was needed. */
  readonly solves: number;
  /** Strands that could not stay as groomed by their own rest shape and are carried or held. */
  readonly helped: number;
  /** Since the frame before. */
  readonly events: readonly SimulationEvent[];
}

export class Block {
  private readonly simulation: Simulation;
  private strain = 0;
  private solves = 0;
  private told = 0;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  static prepare({ scene, folder, parts, block }: BlockRequest, exchange: Exchange): Block {
    return new Block(prepareStage(scene, { files: folderReader(folder), made: parts, block, exchange }).simulation);
  }

  /** Advances to a time and gives the positions then. Times may only rise. */
  frameAt(time: number): BlockFrame {
    const { simulation } = this;
    this.advanceTo(time);
    const { first, events } = simulation;
    const positions = new Float32Array(3 * first[first.length - 1]!);
    simulation.positionsAt(time, positions);
    const news = events.slice(this.told);
    this.told = events.length;
    const { strain, solves } = this;
    const helped = simulation.restReport()?.helped ?? 0;
    return { positions, steps: simulation.step, strain, solves, helped, events: news };
  }

  /** Step by step, because the strain of each counts. */
  private advanceTo(time: number): void {
    const { simulation } = this;
    for (let before = -1; simulation.step !== before; ) {
      before = simulation.step;
      simulation.advanceTo(Math.min(time, simulation.time + simulation.stepSize));
      if (simulation.step === before) break;
      this.strain = Math.max(this.strain, simulation.report.strain);
      this.solves += simulation.report.solves;
    }
  }
}
