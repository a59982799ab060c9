import { createHash } from 'node:crypto';
import type { Exchange } from '../simulation/exchange.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { pack, unpack } from '../strands/pack.ts';
import { joinFigures, type RunFigures, type SimulatedFrame } from './frames.ts';

/** Where a run goes on that was ended before. */
export interface RunStart {
  readonly snapshot: Uint8Array;
  readonly figures: Pick<RunFigures, 'strain' | 'solves'>;
}

/** A simulation, or one block of it, that is asked for frames one after the other. All blocks of a run are asked the same. */
export class SimulationBlock {
  private readonly simulation: Simulation;
  private readonly exchange: Exchange | undefined;
  private strain = 0;
  private solves = 0;
  private told = 0;

  constructor(simulation: Simulation, exchange?: Exchange) {
    this.simulation = simulation;
    this.exchange = exchange;
  }

  /** Advances to a time and gives all strands then. Times may only rise. */
  frameAt(time: number): SimulatedFrame {
    const { simulation } = this;
    const figures = this.advanceTo(time);
    const { ids, first, grooms } = simulation;
    const positions = new Float32Array(3 * first[ids.length]!);
    simulation.positionsAt(time, positions);
    return {
      ids: ids.slice(),
      first: first.slice(),
      positions,
      grooms: grooms.map(({ from, to }) => ({ from, to })),
      salon: simulation.salon?.snapshot() ?? new Uint8Array(0),
      steps: simulation.step,
      ...figures,
    };
  }

  /** Advances to a time; what that cost and met, in all blocks. */
  advanceTo(time: number): RunFigures {
    const { simulation, exchange } = this;
    this.step(time);
    const events = simulation.events.slice(this.told);
    this.told = simulation.events.length;
    const { strain, solves } = this;
    const own: RunFigures = { strain, solves, helped: simulation.restReport()?.helped ?? 0, events };
    if (!exchange) return own;
    return joinFigures(exchange.share(pack(own)).map((bytes) => unpack(bytes) as RunFigures));
  }

  /** Everything that the next step depends on. */
  snapshot(): Uint8Array {
    return this.simulation.snapshot();
  }

  /** Goes on from a snapshot, at the end of a frame whose figures are counted on by the first block. */
  goOn({ snapshot, figures: { strain, solves } }: RunStart): void {
    this.simulation.restore(snapshot);
    this.told = this.simulation.events.length;
    if (this.exchange && this.exchange.index > 0) return;
    this.strain = strain;
    this.solves = solves;
  }

  /** SHA-256 of everything that the next step depends on: the same for the same document and step, here and in the studio. */
  state(): string {
    return createHash('sha256').update(this.simulation.snapshot()).digest('hex');
  }

  /** Step by step, because the strain of each counts. */
  private step(time: number): void {
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
