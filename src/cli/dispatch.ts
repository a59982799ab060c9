import { didYouMean } from '../numeric/nearest.ts';
import { withOption } from './advice.ts';
import { COMMON, parseLine } from './arguments.ts';
import type { Command, Report } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import type { Context } from './context.ts';
import { explain, UsageError } from './errors.ts';
import { commandHelp, commandHelpJson, programHelp } from './help.ts';
import { packageVersion } from './package-root.ts';
import { type Progress, SILENT, startProgress } from './progress.ts';

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function dispatch(
  args: readonly string[],
  context: Context,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const run = new Run(context, isGiven(args, '--json'));
  try {
    await run.answer(args, commands);
    return run.exitCode;
  } catch (error) {
    run.fail(error, isGiven(args, '--debug'));
    return explain(error).exitCode;
  }
}

/** Looked for before the line is understood, so that a line that cannot be understood is answered in the right form. */
function isGiven(args: readonly string[], name: string): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes(name);
}

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

class Run {
  exitCode: 0 | 1 = 0;
  private readonly context: Context;
  private readonly isJson: boolean;
  private bar: Progress | undefined;

  constructor(context: Context, isJson: boolean) {
    this.context = context;
    this.isJson = isJson;
  }

  async answer(args: readonly string[], commands: readonly Command[]): Promise<void> {
    const at = args.findIndex((arg) => !arg.startsWith('-'));
    const before = at < 0 ? args : args.slice(0, at);
    const [name, ...after] = at < 0 ? [] : joinedName(args.slice(at), commands);
    checkProgramOptions(before);
    const page = programPage(before, name, after, commands);
    if (page) return this.print(page);
    if (name === undefined) throw this.noCommand(commands);
    const command = findCommand(name, commands);
    const { values, positionals } = parseLine(command, [...before, ...after]);
    if (values['help']) this.print(commandPage(command));
    else await this.perform(command, values, positionals);
  }

  fail(error: unknown, isDebug: boolean): void {
    this.bar?.end();
    const { code, message } = explain(error);
    if (this.isJson) this.context.stdout.write(json({ error: { code, message } }));
    else this.context.stderr.write(`${message}\n`);
    if (isDebug) this.context.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }

  private async perform(
    command: Command,
    values: Record<string, unknown>,
    positionals: readonly string[],
  ): Promise<void> {
    await command.run({
      context: this.context,
      values,
      positionals,
      report: (report) => {
        this.bar?.end();
        this.print(report);
        if (report.isFailure) this.exitCode = 1;
      },
      line: (text) => {
        this.bar?.end();
        if (!this.isJson) this.context.stdout.write(`${text}\n`);
      },
      note: (sentence) => {
        this.bar?.end();
        if (!this.isJson) this.context.stderr.write(`Note: ${withOption(sentence, command)}\n`);
      },
      progress: (title, total) => {
        this.bar?.end();
        this.bar = this.isJson ? SILENT : startProgress(this.context, title, total);
        return this.bar;
      },
    });
    this.bar?.end();
  }

  private noCommand(commands: readonly Command[]): UsageError {
    if (!this.isJson) this.context.stderr.write(`${programHelp(commands, packageVersion())}\n\n`);
    return new UsageError('usage/no-command', `Say what to do: ${commands.map(({ name }) => name).join(', ')}`);
  }

  private print(report: Report): void {
    if (this.isJson) this.context.stdout.write(json(report.json));
    else if (report.text !== '') this.context.stdout.write(`${report.text}\n`);
  }
}

const commandPage = (command: Command): Report => ({ json: commandHelpJson(command), text: commandHelp(command) });

/** What `pelage --version`, `pelage --help`, `pelage help` and `pelage help COMMAND` show; undefined for anything else. */
function programPage(
  before: readonly string[],
  name: string | undefined,
  after: readonly string[],
  commands: readonly Command[],
): Report | undefined {
  const version = packageVersion();
  if (before.includes('--version')) return { json: { version }, text: version };
  const topic = after.find((arg) => !arg.startsWith('-'));
  if (name === 'help' && topic !== undefined) return commandPage(findCommand(topic, commands));
  if (name !== 'help' && (name !== undefined || !before.some((arg) => arg === '--help' || arg === '-h')))
    return undefined;
  const list = commands.map((command) => ({ name: command.name, about: command.about }));
  return { json: { version, commands: list }, text: programHelp(commands, version) };
}

/** Some commands have names of two words: `farm submit`. Joins them, also behind `help`. */
function joinedName(args: readonly string[], commands: readonly Command[]): readonly string[] {
  const [first = '', ...rest] = args;
  if (first === 'help') return [first, ...joinedName(rest, commands)];
  const seconds = commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
  if (seconds.length === 0) return args;
  const at = rest.findIndex((arg) => !arg.startsWith('-'));
  const second = rest[at];
  if (second !== undefined && seconds.includes(second))
    return [`${first} ${second}`, ...rest.slice(0, at), ...rest.slice(at + 1)];
  const all = seconds.map((one) => `${first} ${one}`).join(', ');
  throw new UsageError(
    'usage/command',
    second === undefined
      ? `Say what to do: ${all}; pelage ${first} ${seconds[0]} --help says how`
      : `There is no command ${first} ${second}${didYouMean(second, seconds) || `; there are ${all}`}`,
  );
}

/** What may stand before the name of a command. */
function checkProgramOptions(options: readonly string[]): void {
  const known = [...Object.keys(COMMON).map((name) => `--${name}`), '--version', '-h'];
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined)
    throw new UsageError(
      'usage/option',
      `pelage has no option ${unknown}${didYouMean(unknown, known) || `; it has ${known.join(', ')}`}`,
    );
}

const REPAIR = 'hair is mended by: pelage convert FROM TO --repair';
const CHECK = 'what a file holds and what is wrong with it says: pelage info FILE';
const SERVE = 'the studio is served by: pelage studio';
const DRAW = 'pictures are drawn by: pelage render SCENE -o hair.png; to look around, pelage studio';

/** What people call things that other commands do. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  repair: REPAIR,
  fix: REPAIR,
  mend: REPAIR,
  check: CHECK,
  doctor: CHECK,
  inspect: CHECK,
  stats: CHECK,
  serve: SERVE,
  start: SERVE,
  open: SERVE,
  ui: SERVE,
  view: DRAW,
  show: DRAW,
  draw: DRAW,
  export: 'files are written in other formats by: pelage convert FROM TO',
  import: 'files are read in other formats by: pelage convert FROM TO',
  list: 'what comes with Pelage says: pelage examples',
  run: 'scenes are run by: pelage simulate SCENE -o PLACE',
  groom: 'hair is grown by: pelage grow STYLE -o FILE',
  test: 'models are tested by: pelage validate',
};

function findCommand(name: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const names = commands.map((command) => command.name);
  const instead = OTHER_NAMES[name.toLowerCase()];
  if (instead) throw new UsageError('usage/command', `There is no command ${name}; ${instead}`);
  throw new UsageError(
    'usage/command',
    `There is no command ${name}${didYouMean(name, names) || `; the commands are ${names.join(', ')}`}`,
  );
}
