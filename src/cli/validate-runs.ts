import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { findModel } from '../models/index.ts';
import { findExperiment, type Inputs, type Plot, type Result, runExperiment } from '../validate/index.ts';
import { packageRoot } from './package-root.ts';

/** One run of an experiment, as it is sent to another process. */
export interface RunRequest {
  readonly experiment: string;
  readonly model: string;
  readonly inputs: Inputs;
}

export interface RunAnswer {
  readonly result: Result;
  readonly plot?: Plot | undefined;
  /** Of the processor, which do not depend on what else the machine does. */
  readonly seconds: number;
}

export function answerRun({ experiment, model, inputs }: RunRequest): RunAnswer {
  const before = process.cpuUsage();
  const { result, plot } = runExperiment(findExperiment(experiment), findModel(model), inputs);
  const { user, system } = process.cpuUsage(before);
  return { result, plot, seconds: (user + system) / 1e6 };
}

/**
 * Runs experiments in so many processes, started in the order given; answers come in that order too, each as soon as it and all before it
 * are known. Processes and not threads, because only these know their own time of the processor in every Node.
 */
export async function* runInOrder(runs: readonly RunRequest[], workers: number): AsyncGenerator<RunAnswer> {
  if (workers === 1 || runs.length === 1) {
    for (const run of runs) yield answerRun(run);
    return;
  }
  const processes = Array.from({ length: Math.min(workers, runs.length) }, () => new Asked());
  try {
    const answers = askAll(processes, runs);
    for (const answer of answers) yield await answer;
  } finally {
    for (const one of processes) one.end();
  }
}

/** The next run goes to whichever process is free. */
function askAll(processes: readonly Asked[], runs: readonly RunRequest[]): Promise<RunAnswer>[] {
  let next = 0;
  const settle: ((answer: Promise<RunAnswer>) => void)[] = [];
  const answers = runs.map(() => new Promise<RunAnswer>((resolve) => settle.push(resolve)));
  // Whoever waits for an answer hears of its failure; the others are not waited for any more.
  for (const answer of answers) answer.catch(() => {});
  const goOn = async (one: Asked): Promise<void> => {
    while (next < runs.length) {
      const k = next++;
      const answer = one.ask(runs[k]!);
      settle[k]!(answer);
      await answer;
    }
  };
  for (const one of processes) goOn(one).catch(() => {});
  return answers;
}

/** A process that answers one run at a time. */
class Asked {
  private readonly child: ChildProcess;

  constructor() {
    this.child = fork(join(packageRoot(), 'dist', 'lib', 'validate-worker.js'), { serialization: 'advanced' });
  }

  ask(run: RunRequest): Promise<RunAnswer> {
    return new Promise((resolve, reject) => {
      const ended = (): void =>
        reject(new Error(`the process that ran ${run.experiment} on ${run.model} ended before it had an answer`));
      this.child.once('message', (answer: RunAnswer) => {
        this.child.off('exit', ended);
        resolve(answer);
      });
      this.child.once('exit', ended);
      this.child.send(run);
    });
  }

  end(): void {
    this.child.kill();
  }
}
