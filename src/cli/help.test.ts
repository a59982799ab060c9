import { describe, expect, it } from 'vitest';
import { COMMON, parseLine } from './arguments.ts';
import { COMMANDS } from './commands/index.ts';
import { commandHelp, commandHelpJson, programHelp } from './help.ts';

const words = (text: string): string => text.replace(/ +/g, ' ');

describe.each(COMMANDS.map((command) => [command.name, command] as const))('help of %s', (_, command) => {
  const help = commandHelp(command);

  it('names every argument and option, and shows the example', () => {
    for (const { name, about } of command.arguments) expect(words(help)).toContain(`${name} ${about}`);
    for (const name of Object.keys({ ...command.options, ...COMMON })) expect(help).toContain(`--${name}`);
    expect(help).toContain(`Example:\n\n  ${command.example}`);
  });

  it('has an example that the command understands', () => {
    const words = command.example.replace(/ > .*/, '').split(' ');
    const start = ['npx', 'pelage', ...command.name.split(' ')];
    expect(words.slice(0, start.length)).toEqual(start);
    expect(() => parseLine(command, words.slice(start.length))).not.toThrow();
  });

  it('is the same for programs', () => {
    expect(commandHelpJson(command)).toMatchObject({ command: command.name, example: command.example });
  });
});

describe('help of the program', () => {
  it('lists the commands', () => {
    const help = programHelp(COMMANDS, '1.2.3');
    for (const { name, about } of COMMANDS) expect(words(help)).toContain(`${name} ${about}`);
    expect(help).toContain('Pelage 1.2.3');
  });
});
