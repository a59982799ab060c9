import { join } from 'node:path';
import type { Invocation, Report } from './command.ts';
import { explain } from './errors.ts';
import { makeFolder, writeWhole } from './files.ts';
import { counted, timeText } from './table.ts';

/** A table that was measured again. */
export interface Reproduced {
  readonly json: object;
  readonly text: string;
}

export type Asked = Pick<Invocation<Record<string, never>>, 'context' | 'progress'> & {
  /** Folder for pictures. */
  readonly output: string | undefined;
};

export type Tables = Readonly<Record<string, (asked: Asked) => Reproduced | Promise<Reproduced>>>;

/** One table of the report; `failure` where it could not be measured. */
interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly reproduced: Reproduced | null;
  readonly failure: string | null;
}

type Told = Pick<Invocation<Record<string, never>>, 'context' | 'progress' | 'note' | 'line'>;

/** Measures every table and writes one report of them; one that fails does not stop the others. */
export async function reproduceAll(
  { context, progress, note, line }: Told,
  tables: Tables,
  { folder, drawn }: { readonly folder: string; readonly drawn: readonly string[] },
): Promise<Report> {
  makeFolder(context, folder);
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(tables)) {
    const start = context.now();
    const seconds = (): number => (context.now() - start) / 1000;
    const pictures = drawn.includes(name) ? join(folder, name) : undefined;
    if (pictures !== undefined) makeFolder(context, pictures);
    try {
      const reproduced = await measure({ context, progress, output: pictures });
      rows.push({ name, seconds: seconds(), reproduced, failure: null });
      line(`${name}: ${timeText(seconds())}\n\n${reproduced.text}\n`);
    } catch (error) {
      const { message } = explain(error);
      rows.push({ name, seconds: seconds(), reproduced: null, failure: message });
      note(`${name} could not be measured: ${message}`);
    }
    // Long work: what is known is on the disk.
    writeReport(context, folder, rows);
  }
  const failed = rows.filter(({ failure }) => failure !== null).length;
  return {
    json: jsonOf(rows),
    text: `Wrote ${join(folder, 'report.html')} and report.json: ${counted(rows.length - failed, 'table')}${failed > 0 ? `, ${failed} failed` : ''}.`,
    isFailure: failed > 0,
  };
}

function writeReport(context: Told['context'], folder: string, rows: readonly Row[]): void {
  const text = new TextEncoder();
  writeWhole(context, join(folder, 'report.json'), text.encode(`${JSON.stringify(jsonOf(rows), null, 2)}\n`));
  writeWhole(context, join(folder, 'report.html'), text.encode(htmlOf(rows)));
}

const jsonOf = (rows: readonly Row[]): object => ({
  tables: rows.map(({ name, seconds, reproduced, failure }) => ({
    ...{ table: name, seconds },
    ...(failure === null ? reproduced!.json : { failure }),
  })),
});

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One page without scripts: what the command prints of each table, and its pictures. */
function htmlOf(rows: readonly Row[]): string {
  const parts = rows.map(({ name, seconds, reproduced, failure }) =>
    [
      `<section id="${name}"><h2>${name}</h2><p>measured in ${timeText(seconds)}</p>`,
      failure === null ? `<pre>${escaped(reproduced!.text)}</pre>` : `<p class="failed">${escaped(failure)}</p>`,
      ...picturesOf(reproduced).map((file) => {
        const place = escaped(`${name}/${file}`);
        return `<figure><img src="${place}" alt="${place}"><figcaption>${escaped(file)}</figcaption></figure>`;
      }),
      '</section>',
    ].join('\n'),
  );
  const links = rows.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Published tables beside ours</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; background: #f4f4f1; padding: 1rem; } img { max-width: 100%; } .failed { color: #a02020; }
@media (prefers-color-scheme: dark) { body { background: #16171a; color: #e6e6e2; } pre { background: #202226; } a { color: #9cf; } }
</style></head>
<body><h1>Published tables beside ours</h1><nav>${links}</nav>
${parts.join('\n')}
</body></html>
`;
}

function picturesOf(reproduced: Reproduced | null): string[] {
  const { pictures } = (reproduced?.json ?? {}) as { readonly pictures?: unknown };
  if (!Array.isArray(pictures)) return [];
  return pictures.flatMap((one: unknown) => {
    const file = typeof one === 'string' ? one : (one as { readonly file?: unknown } | null)?.file;
    return typeof file === 'string' ? [file] : [];
  });
}
