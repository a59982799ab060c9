/** Medians of interleaved runs: the machine's other work then falls on all candidates alike. */
export function interleaved(rounds: number, tasks: Readonly<Record<string, () => void>>): Record<string, number> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const start = performance.now();
      task();
      times[name] ??= [];
      times[name].push(performance.now() - start);
    }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!]),
  );
}

/** A line of a table: what, the figure, and the goal where there is one. */
export function say(what: string, figure: string, goal = ''): void {
  console.log(`  ${what.padEnd(58)} ${figure.padStart(14)}${goal ? `   goal ${goal}` : ''}`);
}
