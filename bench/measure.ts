/** Medians of interleaved runs: the machine's other work then falls on all candidates alike. Milliseconds of `clock`. */
export function interleaved(
  rounds: number,
  tasks: Readonly<Record<string, () => void>>,
  clock: () => number = () => performance.now(),
): Record<string, number> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const start = clock();
      task();
      times[name] ??= [];
      times[name].push(clock() - start);
    }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!]),
  );
}

/** Milliseconds that the processor has worked for this process: what others do on the machine does not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A line of a table: what, the figure, and the goal where there is one. */
export function say(what: string, figure: string, goal = ''): void {
  console.log(`  ${what.padEnd(58)} ${figure.padStart(14)}${goal ? `   goal ${goal}` : ''}`);
}

/** What is done next, and when: a bench that takes minutes is seen to go on. */
export function stage(what: string): void {
  console.error(`  [${(performance.now() / 1000).toFixed(0).padStart(3)} s] ${what} …`);
}

/** What stands after `--name` in the command; `otherwise` where it is not there. */
export function argument(name: string, otherwise: string): string {
  const k = process.argv.indexOf(`--${name}`);
  return k < 0 ? otherwise : (process.argv[k + 1] ?? otherwise);
}
