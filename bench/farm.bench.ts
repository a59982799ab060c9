import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/cli/package-root.ts';
import { type RunningWorker, redisPath, TestFarm, until } from '../test/farm.fixture.ts';
import { say } from './measure.ts';

/**
 * What a farm costs: a shot through the queue beside the same shot by the command alone, two workers beside one, each held to one core, and
 * ten thousand jobs. `--rounds N`, `--only queue,pictures,wedge,many`, `--size`, `--guides`, `--strands`. Times of the clock want an idle machine of two cores; beside each
 * stands the same by processor time, of the busier one of two workers, which says what the clock would on such a machine.
 */

const value = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1]!;
};
const rounds = Number(value('rounds', '3'));
const only = value('only', 'queue,pictures,wedge,many').split(',');
const size = value('size', '160x90');
const guides = value('guides', '60');
const strands = value('strands', '500');

const path = redisPath();
if (!path) process.exit(1);
const farm = new TestFarm(path);
await farm.start();
const { redis } = farm;
const program = join(packageRoot(), 'bin', 'pelage.js');
const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
const own = { ...process.env, XDG_CACHE_HOME: join(farm.folder, 'cache'), PELAGE_REDIS: farm.address };

/** Seconds of the clock and of processors that a command takes, held to one core. */
function timed(core: number, args: readonly string[]): { clock: number; cpu: number } {
  const line = `TIMEFORMAT='%R %U %S'; time taskset -c ${core} "$0" "$@" >/dev/null 2>&1`;
  const { stderr } = spawnSync('bash', ['-c', line, process.execPath, program, ...args], {
    cwd: farm.folder,
    encoding: 'utf8',
    env: own,
  });
  const [clock = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number);
  return { clock, cpu: user + system };
}

const shot = ['curly', '--set', `hair.strands=${strands}`, '--set', `hair.guides=${guides}`];
const form = ['--frames', '1-60', '--size', size];
const submit = (...args: string[]): string => (farm.ask(['farm', 'submit', ...args]) as { id: string }).id;

async function commands(): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))![1]);
}

if (only.includes('queue')) {
  // Made ready once for all.
  timed(0, ['render', ...shot, '--frame', '2', '-o', 'ready.png', '--size', '32x32']);
  const alone: number[] = [];
  const queued: number[] = [];
  const cpus: [number[], number[]] = [[], []];
  let asked = 0;
  for (let round = 0; round < rounds; round++) {
    const one = timed(0, ['render', ...shot, ...form, '--fresh', '-o', `alone-${round}`]);
    submit(...shot, ...form, '--render', '-o', `queued-${round}`);
    const before = await commands();
    // A simulation, eight ranges of frames, a film and the table.
    const two = timed(0, ['farm', 'worker', '--threads', '1', '--jobs', '11']);
    asked = (await commands()) - before;
    alone.push(one.clock);
    queued.push(two.clock);
    cpus[0].push(one.cpu);
    cpus[1].push(two.cpu);
  }
  say('the command alone, 60 frames simulated and drawn', `${median(alone).toFixed(1)} s`);
  say('one worker through the queue', `${median(queued).toFixed(1)} s`);
  say('the queue beside the command, of the clock', `${(median(queued) / median(alone)).toFixed(3)} x`, '1.05 x');
  say('the same, of the processor', `${(median(cpus[1]) / median(cpus[0])).toFixed(3)} x`, '1.05 x');
  say('Redis commands for its 11 jobs, the worker idle at the end', String(asked));
  const folder = join(farm.folder, 'queued-0');
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, ...statSync(join(folder, name)) }))
    .filter((found) => found.isFile?.() ?? found.size > 0);
  const sum = (pattern: RegExp): number =>
    sizes.filter(({ name }) => pattern.test(name)).reduce((total, { size }) => total + size, 0);
  say('bytes a frame: of the run', String(Math.round(sum(/frames-\d/) / 60)));
  say('bytes a frame: of the animation', String(Math.round(sum(/\.pelage$/) / 60)));
  say('bytes a frame: of a picture', String(Math.round(sum(/frame-\d+\.png$/) / 60)));
  say('bytes of a checkpoint', String(sum(/state-\d/)));
}

/** A worker that is held to a core. */
function heldWorker(core: number): RunningWorker {
  const worker = farm.worker();
  spawnSync('taskset', ['-a', '-p', '-c', String(core), String(worker.pid)]);
  return worker;
}

/** Seconds of processors that a process has taken; the kernel counts them in hundredths. */
function cpuOf({ pid }: RunningWorker): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11)
    .map(Number);
  return (user + system) / 100;
}

async function ratioOf(what: string, order: (round: string) => string[]): Promise<void> {
  const times: [number[], number[]] = [[], []];
  const cpus: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const count of [1, 2] as const) {
      const workers = Array.from({ length: count }, (_, core) => heldWorker(core));
      for (const worker of workers) await until('a worker', () => worker.said.includes('works for the farm'));
      const start = performance.now();
      const before = workers.map(cpuOf);
      await farm.ended(submit(...order(`${round}-${count}`)));
      times[count - 1]!.push((performance.now() - start) / 1000);
      cpus[count - 1]!.push(Math.max(...workers.map((worker, k) => cpuOf(worker) - before[k]!)));
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
    }
  const [one, two] = times.map(median) as [number, number];
  say(`${what}: one worker, two workers`, `${one.toFixed(1)} s, ${two.toFixed(1)} s`);
  say(`${what}: two workers beside one, each on one core`, `${(one / two).toFixed(2)} x`, '1.8 x');
  const [all, busier] = cpus.map(median) as [number, number];
  say(
    `${what}: the same, of the processor`,
    `${all.toFixed(1)} s, ${busier.toFixed(1)} s: ${(all / busier).toFixed(2)} x`,
    '1.8 x',
  );
}

if (only.includes('pictures')) {
  const small = [...shot, '--frames', '1-60', '--size', size, '--range', '5', '-o', 'pictures'];
  // Frames are there: what is timed draws.
  const first = farm.worker();
  await farm.ended(submit(...small.slice(0, -2), '-o', 'pictures', '--spp', '1'));
  await first.end('SIGTERM');
  await ratioOf('pictures', (round) => [
    ...small,
    '--render',
    '--set',
    `camera.azimuth=${Number(round.replace('-', '')) / 100}`,
  ]);
}

if (only.includes('wedge'))
  await ratioOf('a wedge', (round) => [
    ...[
      'curly',
      '--set',
      `hair.guides=${guides}`,
      '--set',
      'hair.strands=100',
      '--frames',
      '60',
      '-o',
      `wedge-${round}`,
    ],
    ...['--wedge', 'model.stiffness=0.5,0.6,0.7,0.8,0.9,1,1.1,1.2'],
  ]);

if (only.includes('many')) {
  farm.write('many.json', { format: 'pelage-scene', version: 2, name: 'many', bodies: [], grooms: [] });
  const lists = (name: string, count: number): string[] => [
    '--wedge',
    `${name}=${Array.from({ length: count }, (_, k) => k / 100).join(',')}`,
  ];
  const used = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1]);
  const before = await used();
  const start = performance.now();
  // 5,000 shots: a simulation and a film each, and the table.
  const id = submit(
    'curly',
    '--frames',
    '8',
    '--render',
    '-o',
    'many',
    ...lists('camera.azimuth', 100),
    ...lists('camera.elevation', 50),
  );
  say('10,001 jobs: the command that submits them', `${((performance.now() - start) / 1000).toFixed(2)} s`, '5 s');
  say('Redis memory a job', `${Math.round(((await used()) - before) / 10_001)} bytes`);
  const again = ['farm', 'submit', 'curly', '--frames', '8', '--render', '-o', 'many'];
  const { cpu } = timed(0, [...again, ...lists('camera.azimuth', 100), ...lists('camera.elevation', 50)]);
  say('10,001 jobs: the same, of the processor', `${cpu.toFixed(2)} s`, '5 s');
  const board = spawn(process.execPath, [program, 'farm', 'board', '--port', '0', '--json'], { env: own });
  let said = '';
  board.stdout.on('data', (part) => {
    said += part;
  });
  const url = await until('the board', () => /"url": "([^"]+)"/.exec(said)?.[1]);
  for (const page of ['', 'api/queues?page=1&jobsPerPage=10&status=waiting']) {
    const times: number[] = [];
    for (let k = 0; k < 5; k++) {
      const asked = performance.now();
      await (await fetch(url + page)).text();
      times.push(performance.now() - asked);
    }
    say(`the board answers ${page ? 'with its jobs' : 'with its page'}`, `${median(times).toFixed(0)} ms`);
  }
  const asked = performance.now();
  farm.ask(['farm', 'status', id]);
  say('pelage farm status', `${((performance.now() - asked) / 1000).toFixed(2)} s`);
  board.kill();
}

await farm.close();
