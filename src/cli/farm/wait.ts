import { InputError } from '../../strands/input-error.ts';
import type { Invocation } from '../command.ts';
import { watchInterruption } from '../interruption.ts';
import type { Options } from '../options.ts';
import { counted } from '../table.ts';
import type { SubmissionRecord } from './flow.ts';
import type { Link } from './link.ts';
import { statusOf } from './status.ts';
import type { FarmTable } from './table-job.ts';

const ASK = 300;
/** A farm is asked again after so many times what the answer took. */
const RATIO = 20;

/** Waits for a submission, with a bar; whoever stops waiting stops nothing. */
export async function waitFor(
  { context, progress, note }: Pick<Invocation<Options>, 'context' | 'progress' | 'note'>,
  link: Link,
  record: SubmissionRecord,
): Promise<FarmTable> {
  const interruption = watchInterruption(context);
  const told = new Set<number>();
  const { id, shots, frames, pictures } = record;
  const bar = progress('Working', shots * (frames + pictures));
  for (;;) {
    const start = performance.now();
    const { state, done, ended, failed, table } = await statusOf(link, record);
    bar.update(done, `${ended} of ${counted(shots, 'shot')} done`);
    for (const { shot, failure } of failed) {
      if (!told.has(shot)) note(`shot ${shot + 1} failed: ${failure}`);
      told.add(shot);
    }
    if (table) return table as FarmTable;
    if (state === 'cancelled') throw new InputError('farm/cancelled', `${id} was cancelled`);
    if (state === 'failed') throw new InputError('farm/failed', `${id} failed: pelage farm logs ${id} says why`);
    if (interruption.hasCome())
      throw new InputError(
        'farm/left',
        `${id} goes on without being waited for: pelage farm status ${id} says how far it is`,
      );
    await new Promise((next) => setTimeout(next, Math.max(ASK, RATIO * (performance.now() - start))));
  }
}
