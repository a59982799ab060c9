import type { HairState, InteractionLoads, StrandInteraction, StrandRange } from '../contact/interaction.ts';
import type { StrandDynamics } from '../models/model.ts';
import type { Exchange } from './exchange.ts';
import { type BlockState, BlockView, HairAssembly, type LockRadius, rangeOf } from './hair-view.ts';

/** How strands meet in a simulation. */
export interface MeetingSetup {
  readonly lockRadius: LockRadius;
  /** Makes the interaction from the groomed state of all strands. */
  make(groomed: HairState): StrandInteraction;
}

/** Strands of this block among all strands: gathers the state of all before a step and asks what they do to each other. */
export class Meeting {
  private readonly view: BlockView;
  private readonly exchange: Exchange | null;
  private readonly assembly = new HairAssembly();
  private readonly interaction: StrandInteraction;
  private range: StrandRange = { from: 0, to: 0 };

  constructor(setup: MeetingSetup, dynamics: StrandDynamics, exchange: Exchange | null, time: number, dt: number) {
    this.view = new BlockView(dynamics, setup.lockRadius);
    this.exchange = exchange;
    this.interaction = setup.make(this.gather(time, dt));
  }

  loads(time: number, dt: number): InteractionLoads {
    const hair = this.gather(time, dt);
    return this.interaction.act(hair, this.range);
  }

  /** Strands were cut, edited, added or taken away. */
  changed(): void {
    this.view.changed();
  }

  snapshot(): Uint8Array {
    return this.interaction.snapshot(this.range);
  }

  restore(snapshot: Uint8Array): void {
    this.interaction.restore([snapshot]);
  }

  private gather(time: number, dt: number): HairState {
    const own = this.view.read();
    const blocks: readonly BlockState[] = this.exchange ? this.exchange.gather(own) : [own];
    this.range = rangeOf(blocks, this.exchange?.index ?? 0);
    return this.assembly.join(blocks, time, dt);
  }
}
