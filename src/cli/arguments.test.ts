import { describe, expect, it } from 'vitest';
import { parseLine } from './arguments.ts';
import { command } from './command.ts';
import { assignments, choice, flag, numberOr, requiredText } from './options.ts';

const test = command({
  name: 'test',
  about: 'Tests.',
  arguments: [
    { name: 'FROM', about: 'the first' },
    { name: 'TO', about: 'the second', isOptional: true },
  ],
  options: {
    output: requiredText({ about: 'where to', value: 'FILE', short: 'o' }),
    count: numberOr(3, { about: 'how many', min: 0, max: 9, isWhole: true }),
    kind: choice('which', 'KIND', ['one', 'two'], undefined),
    fast: flag('hurry'),
  },
  example: 'pelage test a -o b',
  run: () => {},
});

const parse = (line: string) => parseLine(test, line.split(' '));

describe('parseLine', () => {
  it('gives values with their types, and defaults', () => {
    expect(parse('a -o b --count 4 --fast')).toEqual({
      values: { output: 'b', count: 4, kind: undefined, fast: true, json: false, debug: false, help: false },
      positionals: ['a'],
    });
    expect(parse('-ob --kind=two a c').values).toMatchObject({ output: 'b', count: 3, kind: 'two', fast: false });
  });

  it('joins what may be given again, and lets the last one count otherwise', () => {
    const settings = command({
      name: 'settings',
      about: 'Sets.',
      arguments: [],
      options: { set: assignments('what'), count: numberOr(3, { about: 'how many', min: 0, max: 9 }) },
      example: 'pelage settings --set a=1',
      run: () => {},
    });
    const { values } = parseLine(settings, '--set a=1 --count 4 --set b=two --set a=3 --count 5'.split(' '));
    expect(values).toMatchObject({ set: { a: 3, b: 'two' }, count: 5 });
    expect(parseLine(settings, []).values['set']).toEqual({});
  });

  it('takes an argument by its place or by its option, once', () => {
    const twice = command({
      name: 'twice',
      about: 'Two ways.',
      arguments: [
        { name: 'FROM', about: 'what' },
        { name: 'KIND', about: 'which', option: 'kind' },
      ],
      options: { kind: choice('which', 'KIND', ['one', 'two'], undefined) },
      example: 'pelage twice a one',
      run: () => {},
    });
    const said = (line: string) => parseLine(twice, line.split(' '));
    expect(said('a two')).toEqual(said('a --kind two'));
    expect(said('--kind two a')).toMatchObject({ values: { kind: 'two' }, positionals: ['a', 'two'] });
    expect(() => said('a one --kind two')).toThrow('KIND is given twice: "one" and --kind two');
    expect(() => said('a three')).toThrow('KIND must be one of one, two, not "three"');
    expect(() => said('a')).toThrow('pelage twice needs KIND: which');
    expect(() => said('--kind two')).toThrow('pelage twice needs FROM: what');
  });

  it('takes the last argument again where that is allowed', () => {
    const many = command({
      name: 'many',
      about: 'Several.',
      arguments: [{ name: 'FILE', about: 'what', isRepeated: true }],
      options: {},
      example: 'pelage many a b',
      run: () => {},
    });
    expect(parseLine(many, ['a', 'b', 'c']).positionals).toEqual(['a', 'b', 'c']);
    expect(() => parseLine(many, [])).toThrow('needs FILE');
  });

  it('takes what follows -- as it is', () => {
    expect(parse('-o b -- --json').positionals).toEqual(['--json']);
  });

  it.each([
    ['a -o b --coutn 4', 'pelage test has no option --coutn; did you mean --count?'],
    [
      'a -o b -x',
      'pelage test has no option -x; its options are --output, --count, --kind, --fast, --json, --debug, --help',
    ],
    ['a -o b --count', '--count needs a value'],
    ['a -o b --count -1', '--count must be a whole number from 0 to 9, not "-1"'],
    ['a -o b --fast=yes', '--fast takes no value, not "yes"'],
    ['a', 'pelage test needs -o FILE: where to'],
    ['-o b', 'pelage test needs FROM: the first, for example: pelage test a -o b'],
    ['a b c -o d', 'pelage test takes 2 arguments, "c" is one too many'],
  ])('%s: %s', (line, message) => {
    expect(() => parse(line)).toThrow(message);
  });

  it('answers --help whatever is missing', () => {
    expect(parse('--help').values['help']).toBe(true);
  });
});
