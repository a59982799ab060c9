import type { KernelChoice } from '../models/model.ts';
import { prepareScene, type SceneParts } from '../scene/instance.ts';
import type { Scene } from '../scene/schema.ts';
import type { Exchange, SharedHair } from '../simulation/exchange.ts';
import type { Simulation, SimulationEvent } from '../simulation/simulation.ts';
import { builtBlock } from './ready-folder.ts';
import { folderReader } from './scene-argument.ts';

/** A fraction of the strands, simulated in a thread of its own. What strands of other blocks do is seen through shared memory. */
export interface BlockRequest {
  readonly scene: Scene;
  /** Where files that the scene names are. */
  readonly folder: string;
  readonly parts: SceneParts;
  readonly index: number;
  readonly shared: SharedHair;
  /** Where strands that were built before are, and what the scene is called there. */
  readonly ready?: { readonly folder: string; readonly key: string } | undefined;
  readonly kernels?: KernelChoice;
}

/** Strands of one groom that a block has. */
export interface BlockGroom {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly positions: Float32Array;
}

/** A block at the time of a frame. */
export interface BlockFrame {
  /** One a groom of the simulation. */
  readonly grooms: readonly BlockGroom[];
  /** What the tools remember, empty where there are none: the same in all blocks. */
  readonly salon: Uint8Array;
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

/** A simulation that is asked for frames, one after the other. */
export class SimulationBlock {
  private readonly simulation: Simulation;
  private strain = 0;
  private solves = 0;
  private told = 0;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  static prepare({ scene, folder, parts, ready, index, kernels }: BlockRequest, exchange: Exchange): SimulationBlock {
    const hair = ready && builtBlock(ready.folder, ready.key, index, exchange.count);
    const options = { files: folderReader(folder), made: parts, exchange, hair, ...(kernels ? { kernels } : {}) };
    return new SimulationBlock(prepareScene(scene, options).simulation);
  }

  /** Advances to a time and gives the strands then. Times may only rise. */
  frameAt(time: number): BlockFrame {
    const { simulation } = this;
    this.advanceTo(time);
    const events = simulation.events.slice(this.told);
    this.told = simulation.events.length;
    return {
      grooms: this.groomsAt(time),
      salon: simulation.salon?.snapshot() ?? new Uint8Array(0),
      steps: simulation.step,
      strain: this.strain,
      solves: this.solves,
      helped: simulation.restReport()?.helped ?? 0,
      events,
    };
  }

  private groomsAt(time: number): BlockGroom[] {
    const { ids, first, grooms } = this.simulation;
    const positions = new Float32Array(3 * first[ids.length]!);
    this.simulation.positionsAt(time, positions);
    return grooms.map(({ from, to }) => ({
      ids: ids.slice(from, to),
      first: first.slice(from, to + 1).map((node) => node - first[from]!),
      positions: positions.slice(3 * first[from]!, 3 * first[to]!),
    }));
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
