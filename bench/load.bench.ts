import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import * as here from '../src/scene/index.ts';
import { runBlocks, serveBlock } from './blocks.ts';
import { Depths } from './depths.ts';
import { processorTime } from './measure.ts';

/**
 * What does a head of hair cost that is still, moves gently or is shaken?
 *
 *   npm run bench -- load [--strands 1000] [--points 32] [--style straight,wavy,curly] [--motion still,gentle,violent]
 *     [--with body,volume,contact] [--seconds 0.5] [--model rod] [--step 0.008333] [--workers 2] [--before DIR]
 *
 * `--before` names another checkout that was built (node scripts/build.mjs): both run frame by frame in turn, in one process, and
 * ratios are printed. `--workers` runs this checkout in so many threads as well: there the time counts that the processor works for the
 * busier thread at every step, which is what the clock would say of cores that do nothing else.
 */
const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((word, i, all) => word.startsWith('--') || all[i - 1]?.startsWith('--')),
  options: {
    strands: { type: 'string', default: '1000' },
    points: { type: 'string', default: '32' },
    style: { type: 'string', default: 'straight,wavy,curly' },
    motion: { type: 'string', default: 'still,gentle,violent' },
    with: { type: 'string', default: 'body,volume,contact' },
    seconds: { type: 'string', default: '0.5' },
    model: { type: 'string', default: 'rod' },
    step: { type: 'string' },
    workers: { type: 'string', default: '1' },
    before: { type: 'string' },
  },
});

const STYLES: Record<string, string> = { straight: 'long-straight', wavy: 'long-wavy', curly: 'curly' };
const SHAKE = { kind: 'head', name: 'shake', cycles: 100, start: 0 };
const MOTIONS: Record<string, object> = {
  still: { ...SHAKE, amplitude: 0, period: 2 },
  gentle: { ...SHAKE, amplitude: 0.3, period: 2 },
  violent: { ...SHAKE, amplitude: 0.8, period: 0.6 },
};
const FRAME = 1 / 60;
/** Seconds that come before what is measured: code is compiled, hair is on its way. */
const LEAD = 0.25;
/** The same for fresh threads, each of which compiles for itself. */
const WARM = 1;

type Library = Pick<typeof here, 'parseScene' | 'prepareScene'>;
type Instance = ReturnType<Library['prepareScene']>;

/** One head in one checkout. */
class Side {
  readonly instance: Instance;
  ms = 0;
  private frames = 0;
  private solves = 0;
  private steps = 0;
  private worst = 0;
  private strainSum = 0;
  private carried = 0;
  private kinetic = 0;
  private readonly depths: Depths;

  constructor(library: Library, scene: object, parts: Instance['parts'] | undefined) {
    this.instance = library.prepareScene(library.parseScene(scene as never, 'load'), {
      strands: 0,
      ...(parts ? { made: parts } : {}),
    });
    this.instance.simulation.advanceTo(LEAD);
    this.depths = new Depths(this.instance);
  }

  frame(): void {
    const { simulation } = this.instance;
    this.frames++;
    while (simulation.time < LEAD + this.frames * FRAME - 1e-9) {
      const start = processorTime();
      simulation.advance(1);
      this.ms += processorTime() - start;
      const { solves, strain, carried } = simulation.report;
      this.solves += solves;
      this.steps++;
      this.worst = Math.max(this.worst, strain);
      this.carried += carried.length;
    }
    this.depths.look(simulation);
    this.strainSum += this.depths.meanStrain;
    this.kinetic += this.depths.meanSquareSpeed;
  }

  get row(): string[] {
    const strands = this.instance.simulation.ids.length;
    return [
      (this.ms / this.frames).toFixed(1),
      (this.solves / (this.steps * strands)).toFixed(2),
      `${(100 * this.worst).toFixed(3)} %`,
      `${((100 * this.strainSum) / this.frames).toFixed(5)} %`,
      `${(1000 * this.depths.deepest).toFixed(3)} mm`,
      `${this.carried}`,
      `${Math.sqrt(this.kinetic / this.frames).toFixed(3)} m/s`,
    ];
  }

  get msAFrame(): number {
    return this.ms / this.frames;
  }
}

const line = (name: string, cells: readonly string[]): void =>
  console.log(`  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(12)).join('')}`);

async function libraryOf(folder: string): Promise<Library> {
  return (await import(pathToFileURL(resolve(folder, 'dist/lib/scene.js')).href)) as Library;
}

const seconds = Number(given.seconds);
const frames = Math.max(1, Math.round(seconds / FRAME));
const sides: [string, Library][] = [['', here]];
const made = new Map<string, Instance['parts']>();

async function runAll(): Promise<void> {
  if (given.before) sides.unshift(['before', await libraryOf(given.before)]);
  line(`${given.strands} x ${given.points}, ${given.model}`, [
    'CPU ms',
    'solves',
    'worst',
    'mean strain',
    'depth',
    'carried',
    'rms speed',
  ]);
  for (const style of given.style.split(','))
    for (const motion of given.motion.split(','))
      for (const kind of given.with.split(',')) await run(style, motion, kind);
}

async function run(style: string, motion: string, kind: string): Promise<void> {
  const scene = {
    format: 'pelage-scene',
    version: 2,
    name: 'load',
    ...(given.step ? { step: Number(given.step) } : {}),
    bodies: [{ name: 'head', motion: MOTIONS[motion] }],
    contact: { hair: kind === 'body' ? [] : [{ kind }] },
    sleep: false,
    grooms: [
      {
        source: { kind: 'style', style: STYLES[style], change: { points: Number(given.points) } },
        guides: Number(given.strands),
        model: { name: given.model },
      },
    ],
  };
  const name = `${style}, ${motion}, ${kind}`;
  const running = sides.map(([side, library]) => {
    const one = new Side(library, scene, made.get(side + style));
    made.set(side + style, one.instance.parts);
    return one;
  });
  for (let n = 0; n < frames; n++) for (const side of running) side.frame();
  running.forEach((side, k) => {
    line(k === running.length - 1 ? name : `${name}: ${sides[k]![0]}`, side.row);
  });
  const [first, last] = [running[0]!, running.at(-1)!];
  if (running.length > 1) line('  before / now', [`${(first.msAFrame / last.msAFrame).toFixed(2)}x`]);
  for (const workers of [Number(given.workers)].filter((count) => count > 1)) await share(last.instance, workers);
}

/** One thread and several: milliseconds of the busier one for 1/60 s. */
async function share({ scene, parts }: Instance, workers: number): Promise<void> {
  const request = {
    scene,
    parts,
    lead: Math.round(WARM / scene.step),
    steps: Math.round((frames * FRAME) / scene.step),
  };
  const one = await runBlocks(import.meta.url, 1, request);
  const all = await runBlocks(import.meta.url, workers, request);
  const cells = [one.busiest, all.busiest].map((ms) => (ms / frames).toFixed(1));
  line(`  1 and ${workers} workers, the busier`, [...cells, `${(one.busiest / all.busiest).toFixed(2)}x`]);
}

if (isMainThread) await runAll();
else serveBlock();
