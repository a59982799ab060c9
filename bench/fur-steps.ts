import { prepareScene } from '../src/scene/instance.ts';
import { parseScene } from '../src/scene/read-scene.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { argument, interleaved, processorTime, say, stage } from './measure.ts';

/**
 * What does a step of fur cost? A coat of 2 cm on an ellipsoid of the size of a gorilla's trunk, which shakes it in a wind. Hairs cost nothing here: whoever
 * shows them makes them from their guides, whatever model moved these. CPU time, medians of runs that take turns; all points are read
 * once a frame of 1/30 s, as a film does. `--rounds 9` for firmer medians, `--gusts 0.5` for wind that both ask for at all of their points.
 */
const ROUNDS = Number(argument('rounds', '5'));
const GUSTS = Number(argument('gusts', '0'));
/** Steps of a frame. */
const FRAME = 4;

interface Coat {
  readonly model: 'continuum' | 'rod';
  readonly guides: number;
  readonly points: number;
  readonly hairs: number;
}

const coat = ({ model, guides, points, hairs }: Coat): Simulation =>
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
        air: { wind: { speed: 3, gusts: GUSTS } },
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
  private readonly frames: number;
  private readonly shown: Float32Array;
  private readonly alone: number[] = [];
  private readonly all: number[] = [];

  /** `frames`: of a round. */
  constructor(coated: Coat, frames: number) {
    this.simulation = coat(coated);
    this.frames = frames;
    this.shown = new Float32Array(3 * this.simulation.first.at(-1)!);
    // Warmed up, and bent by the wind.
    this.simulation.advance(Math.max(20, FRAME * frames));
  }

  readonly run = (): void => {
    const { simulation, frames, shown } = this;
    const steps = FRAME * frames;
    const begin = processorTime();
    for (let frame = 0; frame < frames; frame++) {
      simulation.advance(FRAME);
      simulation.positionsAt(simulation.time, shown);
    }
    this.all.push((processorTime() - begin) / steps);
    // Apart, because asking for the time costs as much as a part of a step.
    let [from, sum] = [0, 0];
    simulation.profiler = (part) => {
      const now = processorTime();
      if (part === 'model') sum += now - from;
      from = now;
    };
    simulation.advance(steps);
    simulation.profiler = null;
    this.alone.push(sum / steps);
  };

  /** Milliseconds of a step: of the model, and of all. */
  get model(): number {
    return median(this.alone);
  }

  get whole(): number {
    return median(this.all);
  }
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;

/** Coats whose runs take turns, and what each costs: said as soon as it is known. */
function compared<Name extends string>(
  coats: Record<Name, { readonly coat: Coat; readonly frames: number }>,
): Record<Name, Steps> {
  const names = Object.keys(coats) as Name[];
  const steps = {} as Record<Name, Steps>;
  for (const name of names) {
    const { coat: made, frames } = coats[name];
    stage(`growing ${describe(made)}`);
    steps[name] = new Steps(made, frames);
  }
  stage(`${ROUNDS} rounds`);
  interleaved(ROUNDS, Object.fromEntries(names.map((name) => [name, steps[name].run])));
  for (const name of names) {
    const { model, whole } = steps[name];
    say(`  ${describe(coats[name].coat)}`, `${model.toFixed(3)}, ${whole.toFixed(3)} ms`);
  }
  return steps;
}

const describe = ({ model, guides, points, hairs }: Coat): string =>
  `${guides} ${model === 'rod' ? `rods of ${points} nodes` : 'springs'}${hairs > 0 ? ` under ${hairs} hairs` : ''}`;

const ratio = (what: string, a: Steps, b: Steps, goal: string): void =>
  say(what, `${(a.model / b.model).toFixed(2)}, ${(a.whole / b.whole).toFixed(2)} x`, goal);

export function furSteps(): void {
  const springs = { model: 'continuum', guides: 2_000, points: 5 } as const;
  say(`a step: of the model alone, and all of it with a reading of all points in ${FRAME}`, '');
  const hair = compared({
    dense: { coat: { ...springs, hairs: 44_000 }, frames: 25 },
    sparse: { coat: { ...springs, hairs: 4_400 }, frames: 25 },
    rods: { coat: { model: 'rod', guides: 2_000, points: 8, hairs: 44_000 }, frames: 2 },
  });
  ratio('rods over springs under 44,000 hairs', hair.rods, hair.dense, 'at least 30 x');
  ratio('springs under 44,000 over 4,400 hairs', hair.dense, hair.sparse, '1 x');
  const samples = compared({
    few: { coat: { ...springs, guides: 5_000, hairs: 0 }, frames: 10 },
    many: { coat: { ...springs, guides: 50_000, hairs: 0 }, frames: 1 },
  });
  ratio('50,000 over 5,000 springs', samples.many, samples.few, 'at most 10.5 x');
}
