import { prepareScene } from '../src/scene/instance.ts';
import { parseScene } from '../src/scene/read-scene.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { interleaved, processorTime, say } from './measure.ts';

/**
 * What does a step of fur cost? A coat of 2 cm on an ellipsoid of the size of a gorilla's trunk, which shakes it in a wind. Hairs cost nothing here: whoever
 * shows them makes them from their guides, whatever model moved these. CPU time, medians of runs that take turns.
 */
const ROUNDS = 9;

interface Coat {
  readonly model: 'continuum' | 'rod';
  readonly guides: number;
  readonly points: number;
  readonly hairs: number;
  readonly gusts?: number;
}

const coat = ({ model, guides, points, hairs, gusts = 0 }: Coat): Simulation =>
  prepareScene(
    parseScene(
      {
        format: 'pelage-scene',
        version: 2,
        bodies: [
          {
            name: 'body',
            shape: { kind: 'ellipsoid', radii: [0.33, 0.43, 0.27] },
            motion: { kind: 'head', name: 'shake', amplitude: 0.35, period: 0.9, cycles: 1000, start: 0 },
          },
        ],
        grooms: [
          {
            body: 'body',
            source: { kind: 'coat', change: { points, body: { lift: 0.6, tip: 0.25 }, length: { base: 0.02 } } },
            guides,
            strands: hairs,
            model: { name: model },
            fields: { direction: [0, -1, 0] },
          },
        ],
        air: { wind: { speed: 3, gusts } },
        // Springs feel the hair around them by themselves; rods here feel none, which they would pay for.
        contact: { hair: [] },
        sleep: false,
      },
      'bench',
    ),
  ).simulation;

/** Steps of one coat: all that they cost, and what the model alone does of it. */
class Steps {
  private readonly simulation: Simulation;
  private readonly steps: number;
  private readonly alone: number[] = [];

  constructor(coated: Coat, steps: number) {
    this.simulation = coat(coated);
    this.steps = steps;
    // Warmed up, and bent by the wind.
    this.simulation.advance(Math.max(20, steps));
  }

  readonly run = (): void => {
    const { simulation } = this;
    let [from, sum] = [0, 0];
    simulation.profiler = (part) => {
      const now = processorTime();
      if (part === 'model') sum += now - from;
      from = now;
    };
    simulation.advance(this.steps);
    this.alone.push(sum / this.steps);
  };

  /** Milliseconds of a step of the model. */
  get model(): number {
    return this.alone.sort((a, b) => a - b)[this.alone.length >> 1]!;
  }
}

export function furSteps(): void {
  const springs = { model: 'continuum', guides: 2_000, points: 5 } as const;
  const rod = { model: 'rod', guides: 2_000, points: 8, hairs: 44_000 } as const;
  const coats = {
    few: new Steps({ ...springs, guides: 5_000, hairs: 0 }, 100),
    many: new Steps({ ...springs, guides: 50_000, hairs: 0 }, 10),
    sparse: new Steps({ ...springs, hairs: 4_400 }, 200),
    dense: new Steps({ ...springs, hairs: 44_000 }, 200),
    rods: new Steps(rod, 8),
    gusty: new Steps({ ...springs, hairs: 44_000, gusts: 0.5 }, 50),
    gustyRods: new Steps({ ...rod, gusts: 0.5 }, 4),
  };
  const tasks = Object.fromEntries(Object.entries(coats).map(([name, { run }]) => [name, run]));
  const steps = { few: 100, many: 10, sparse: 200, dense: 200, rods: 8, gusty: 50, gustyRods: 4 };
  const times = interleaved(ROUNDS, tasks, processorTime);
  const whole = (name: keyof typeof coats): number => times[name]! / steps[name];
  const ratio = (a: keyof typeof coats, b: keyof typeof coats, of = (name: keyof typeof coats) => coats[name].model) =>
    of(a) / of(b);
  const row = (what: string, name: keyof typeof coats): void =>
    say(`  ${what}`, `${coats[name].model.toFixed(3)}, ${whole(name).toFixed(3)} ms`);
  const both = (what: string, a: keyof typeof coats, b: keyof typeof coats, goal = ''): void =>
    say(what, `${ratio(a, b).toFixed(2)}, ${ratio(a, b, whole).toFixed(2)} x`, goal);
  say('a step: of the model alone, and with its guard and the reading of all points', '');
  row('5,000 springs', 'few');
  row('50,000 springs', 'many');
  row('2,000 springs under 4,400 hairs', 'sparse');
  row('2,000 springs under 44,000 hairs', 'dense');
  row('2,000 rods of 8 nodes under 44,000 hairs', 'rods');
  both('50,000 over 5,000 springs', 'many', 'few', 'at most 10.5 x');
  both('springs under 44,000 over 4,400 hairs', 'dense', 'sparse', '1 x');
  both('rods over springs under 44,000 hairs', 'rods', 'dense', 'at least 30 x');
  both('  in gusts, which both ask for at their points', 'gustyRods', 'gusty');
}
