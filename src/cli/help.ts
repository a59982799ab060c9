import { COMMON } from './arguments.ts';
import type { Command } from './command.ts';
import type { Option, Options } from './options.ts';
import { columns } from './table.ts';

/** How a command is called. */
export function usageOf(command: Command): string {
  const parts = ['pelage', command.name];
  for (const { name, isOptional, isRepeated } of command.arguments)
    parts.push(`${isOptional ? `[${name}]` : name}${isRepeated ? ' ...' : ''}`);
  for (const [name, option] of Object.entries(command.options))
    if (option.isRequired) parts.push(`${option.short ? `-${option.short}` : `--${name}`} ${option.value}`);
  return [...parts, '[options]'].join(' ');
}

/** The help of one command, from its declaration. */
export function commandHelp(command: Command): string {
  const lines = [command.about, '', `  ${usageOf(command)}`, ''];
  if (command.arguments.length > 0)
    lines.push(...columns(command.arguments.map(({ name, about }) => [name, about])), '');
  lines.push(...columns(optionRows({ ...command.options, ...COMMON })), '', 'Example:', '', `  ${command.example}`);
  return lines.join('\n');
}

/** The same for programs. */
export function commandHelpJson(command: Command): unknown {
  return {
    command: command.name,
    about: command.about,
    usage: usageOf(command),
    example: command.example,
    arguments: command.arguments.map(({ name, about, isOptional = false, isRepeated = false }) => ({
      name,
      about,
      optional: isOptional,
      repeated: isRepeated,
    })),
    options: Object.entries({ ...command.options, ...COMMON }).map(([name, option]) => ({
      name: `--${name}`,
      ...(option.short ? { short: `-${option.short}` } : {}),
      ...(option.value ? { value: option.value } : {}),
      about: describe(option),
    })),
  };
}

/** The help of the whole program. */
export function programHelp(commands: readonly Command[], version: string): string {
  return [
    `Pelage ${version}: grows, converts and simulates hair.`,
    '',
    '  pelage COMMAND [options]',
    '',
    ...columns(commands.map(({ name, about }) => [name, about])),
    '',
    ...columns([
      ['--help', 'help, of a command too: pelage simulate --help'],
      ['--version', 'the version'],
    ]),
    '',
    'Example:',
    '',
    '  npx pelage simulate head-shake --frames 240 -o out/',
  ].join('\n');
}

const optionRows = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, option]) => {
    const { short, value } = option;
    return [`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, describe(option)];
  });

function describe({ about, allowed, fallbackText }: Option<unknown>): string {
  const more = [allowed, fallbackText === undefined ? undefined : `default ${fallbackText}`].filter(Boolean).join('; ');
  return more ? `${about} (${more})` : about;
}
