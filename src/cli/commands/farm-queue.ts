import { type Argument, type Command, command } from '../command.ts';
import { redisAddress } from '../farm/address.ts';
import type { SubmissionRecord } from '../farm/flow.ts';
import type { Link } from '../farm/link.ts';
import type { FarmStatus } from '../farm/status.ts';
import { numberOr, text } from '../options.ts';
import { columns, counted, grid } from '../table.ts';
import { linked, redisOption } from './farm.ts';

/** What is asked about submissions, and of them. */

const ID: Argument = { name: 'ID', about: 'what pelage farm submit has printed' };

const MOST_LISTED = 20;

/** Opens the way for one question. */
async function ask<T>(
  { values }: { readonly values: { readonly redis: string | undefined } },
  question: (link: Link, status: typeof import('../farm/status.ts')) => Promise<T>,
): Promise<T> {
  const link = await linked(redisAddress(values.redis, process.env));
  try {
    return await question(link, await import('../farm/status.ts'));
  } finally {
    await link.close();
  }
}

export const farmStatus: Command = command({
  name: 'farm status',
  about: 'Says how far a submission is, or lists the latest.',
  arguments: [{ ...ID, isOptional: true }],
  options: redisOption,
  example: 'npx pelage farm status sh010-1f2e3d4c',
  async run(invocation) {
    const { positionals, report } = invocation;
    const [id] = positionals;
    await ask(invocation, async (link, { knownRecord, statusOf, submissions }) => {
      if (id !== undefined) {
        const status = await statusOf(link, await knownRecord(link, id));
        report({ json: status, text: statusText(status), isFailure: status.state === 'failed' });
        return;
      }
      const all: FarmStatus[] = [];
      for (const record of await submissions(link, MOST_LISTED)) all.push(await statusOf(link, record));
      const rows = all.map((one) => [one.id, one.state, percent(one), counted(one.shots, 'shot'), one.where]);
      report({ json: all, text: rows.length > 0 ? grid(rows).join('\n') : `Nothing was submitted at ${link.shown}.` });
    });
  },
});

const percent = ({ done, total }: FarmStatus): string => `${Math.floor((100 * done) / Math.max(1, total))} %`;

function statusText(status: FarmStatus): string {
  const { id, name, where, state, ended, shots, failed, running } = status;
  return [
    `${id}: ${name}, ${state}, ${percent(status)}; ${ended} of ${counted(shots, 'shot')} ended; results in ${where}`,
    ...failed.map(({ shot, failure }) => `shot ${shot + 1} failed: ${failure}`),
    ...columns(
      running.map(({ job, worker, done, total }) => [
        job.slice(id.length + 1),
        `${worker}${total > 0 ? `, ${done} of ${total}` : ''}`,
      ]),
    ),
  ].join('\n');
}

export const farmLogs: Command = command({
  name: 'farm logs',
  about: 'Prints what the jobs of a submission have said: who did them, what was retried and why, what failed.',
  arguments: [ID],
  options: redisOption,
  example: 'npx pelage farm logs sh010-1f2e3d4c',
  async run(invocation) {
    const { positionals, report } = invocation;
    await ask(invocation, async (link, { knownRecord, logsOf }) => {
      const lines = await logsOf(link, await knownRecord(link, positionals[0]!));
      report({ json: lines, text: lines.join('\n') });
    });
  },
});

export const farmRetry: Command = command({
  name: 'farm retry',
  about: 'Tries again what has failed of a submission; what is done is found.',
  arguments: [ID],
  options: redisOption,
  example: 'npx pelage farm retry sh010-1f2e3d4c',
  async run(invocation) {
    const { positionals, report } = invocation;
    await ask(invocation, async (link, { knownRecord, statusOf }) => {
      const record = await knownRecord(link, positionals[0]!);
      const { state } = await statusOf(link, record);
      if (state === 'running' || state === 'waiting') {
        report({
          json: { id: record.id, state },
          text: `${record.id} is not at its end: nothing is retried.`,
          isFailure: true,
        });
        return;
      }
      const { submitAgain } = await import('../farm/flow.ts');
      const next: SubmissionRecord = await submitAgain(link, record);
      report({ json: next, text: `${record.id} is queued again, ${counted(record.shots, 'shot')}.` });
    });
  },
});

export const farmCancel: Command = command({
  name: 'farm cancel',
  about: 'Takes what waits of a submission out of the queue, and ends what runs at its next frame.',
  arguments: [ID],
  options: redisOption,
  example: 'npx pelage farm cancel sh010-1f2e3d4c',
  async run(invocation) {
    const { positionals, report } = invocation;
    await ask(invocation, async (link, { knownRecord, statusOf, cancel }) => {
      const record = await knownRecord(link, positionals[0]!);
      const { state } = await statusOf(link, record);
      if (state === 'done' || state === 'failed') {
        report({
          json: { id: record.id, state },
          text: `${record.id} is at its end: nothing is cancelled.`,
          isFailure: true,
        });
        return;
      }
      const removed = await cancel(link, record);
      report({
        json: { id: record.id, removed },
        text: `${record.id} is cancelled: ${counted(removed, 'job')} taken out of the queue.`,
      });
    });
  },
});

export const farmBoard: Command = command({
  name: 'farm board',
  about: 'Serves a page that shows the queue, on this machine unless another address is given.',
  arguments: [],
  options: {
    host: text({
      about: 'address to listen at; from beyond this machine the page only shows (default 127.0.0.1)',
      value: 'HOST',
    }),
    port: numberOr(4180, { about: 'port; a free one for 0', min: 0, max: 65535, isWhole: true }),
    ...redisOption,
  },
  example: 'npx pelage farm board --port 4180',
  async run(invocation) {
    const { context, values, report, note } = invocation;
    await ask(invocation, async (link) => {
      const { isLocal, openBoard } = await import('../farm/board.ts');
      const host = values.host ?? '127.0.0.1';
      const board = await openBoard(link, { host, port: values.port });
      if (!isLocal(host)) note('whoever reaches this address sees all jobs: the page asks for no password');
      report({ json: { url: board.url }, text: `The board is at ${board.url} (Ctrl+C ends it).` });
      await context.interrupted();
      await board.close();
    });
  },
});
