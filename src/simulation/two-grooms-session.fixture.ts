import { createHash } from 'node:crypto';
import { makeInteraction } from '../contact/strands/make.ts';
import { makeDeclarations } from '../contact/strands/parameters.ts';
import type { LevelSetup } from '../detail/levels.ts';
import type { Exchange } from './exchange.ts';
import type { SimulationSetup } from './setup.ts';
import { Simulation } from './simulation.ts';
import { SESSION_STEPS, twoGrooms } from './two-grooms.fixture.ts';

export interface SessionRequest {
  readonly models: readonly [string, string];
  readonly touch: 'contact' | 'volume';
  /** Whether some strands follow others, seen from far away. */
  readonly hasLevels?: boolean;
  /** Whether the blocks' clocks say that some take longer. */
  readonly isUneven: boolean;
}

/** SHA-256 of the whole state at moments of a session. */
export interface SessionAnswer {
  readonly hashes: readonly string[];
  readonly ids: Uint32Array;
  readonly sleeping: number;
  /** Strands that changed hands. */
  readonly moved: number;
}

/** So far that strands join soon after the tools have let go of them. */
const FAR_AWAY: LevelSetup = {
  settings: { dwell: 0.03 },
  viewpoint: () => ({
    eye: [0, 0, 100],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    across: 0.7,
    upwards: 0.4,
  }),
};

/** Work, going back, other work, and the beginning again. */
export function playSession({ models, touch, hasLevels }: SessionRequest, exchange?: Exchange): SessionAnswer {
  const setup = (clumpRadius: number): SimulationSetup =>
    twoGrooms(...models, {
      interaction: {
        clumpRadius: () => clumpRadius,
        make: (groomed) => makeInteraction(makeDeclarations([{ kind: touch }]), { groomed })!,
      },
      ...(exchange ? { exchange } : {}),
      ...(hasLevels ? { levels: FAR_AWAY } : {}),
    });
  // Thicker hair that the same threads had before leaves nothing behind.
  if (exchange) new Simulation(setup(0.004));
  const simulation = new Simulation(setup(0.002));
  const hashes: string[] = [];
  const note = (): void => {
    const positions = new Float32Array(3 * simulation.first[simulation.ids.length]!);
    simulation.positionsAt(simulation.time - 0.3 * simulation.stepSize, positions);
    hashes.push(createHash('sha256').update(simulation.snapshot()).update(positions).digest('hex'));
  };
  note();
  simulation.advance(18);
  note();
  const middle = simulation.snapshot();
  simulation.advance(SESSION_STEPS - 18);
  note();
  simulation.restore(middle);
  simulation.advance(SESSION_STEPS - 10);
  note();
  const { ids, sleeping } = simulation;
  simulation.reset();
  note();
  simulation.advance(2);
  note();
  return { hashes, ids, sleeping, moved: simulation.moved };
}
