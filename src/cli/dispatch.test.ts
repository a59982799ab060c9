import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { command } from './command.ts';
import { fakeContext } from './context.fixture.ts';
import { dispatch } from './dispatch.ts';
import { flag } from './options.ts';

const work = command({
  name: 'work',
  about: 'Works.',
  arguments: [],
  options: { fail: flag('fail'), break: flag('break'), no: flag('answer no') },
  example: 'npx pelage work',
  run: ({ context, values, report, note, progress }) => {
    const bar = progress('Working', 10);
    context.stderr.write('');
    bar.update(5);
    if (values.fail) throw new InputError('test/failed', 'It failed');
    if (values.break) throw new TypeError('oops');
    note('something');
    if (values.no) report({ json: { done: false }, text: 'No.', isFailure: true });
    else report({ json: { done: true }, text: 'Done.' });
  },
});

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const context = fakeContext();
  const code = await dispatch(args, context, [work]);
  return { code, out: context.out(), err: context.err() };
}

describe('dispatch', () => {
  it('prints the text and notes, or one document and nothing else', async () => {
    expect(await run('work')).toEqual({ code: 0, out: 'Done.\n', err: 'Note: something\n' });
    expect(await run('work', '--json')).toEqual({ code: 0, out: '{\n  "done": true\n}\n', err: '' });
    expect(await run('--json', 'work')).toEqual(await run('work', '--json'));
  });

  it('ends with 1 where the answer is no, and prints the answer alone', async () => {
    expect(await run('work', '--no')).toEqual({ code: 1, out: 'No.\n', err: 'Note: something\n' });
    expect(await run('work', '--no', '--json')).toEqual({ code: 1, out: '{\n  "done": false\n}\n', err: '' });
  });

  it('says a failure in one sentence, or as a document', async () => {
    expect(await run('work', '--fail')).toEqual({ code: 1, out: '', err: 'It failed.\n' });
    const { code, out, err } = await run('work', '--fail', '--json');
    expect({ code, err, answer: JSON.parse(out) }).toEqual({
      code: 1,
      err: '',
      answer: { error: { code: 'test/failed', message: 'It failed.' } },
    });
  });

  it('shows the stack with --debug alone', async () => {
    expect((await run('work', '--break')).err).not.toContain('    at ');
    expect((await run('work', '--break', '--debug')).err).toContain('    at ');
  });

  it.each([
    [['wrok'], 'usage/command', 'There is no command wrok; did you mean work?'],
    [['zzzzz'], 'usage/command', 'There is no command zzzzz; the commands are work.'],
    [['work', '--fial'], 'usage/option', 'pelage work has no option --fial; did you mean --fail?'],
    [['--verison'], 'usage/option', 'pelage has no option --verison; did you mean --version?'],
    [['work', 'extra'], 'usage/argument', 'pelage work takes no argument, "extra" is one too many.'],
    [[], 'usage/no-command', 'Say what to do: work.'],
  ])('%j is wrong usage', async (args, code, message) => {
    const text = await run(...args);
    expect(text).toMatchObject({ code: 2, out: '' });
    expect(text.err.endsWith(`${message}\n`)).toBe(true);
    const document = await run(...args, '--json');
    expect(document.code).toBe(2);
    expect(JSON.parse(document.out)).toEqual({ error: { code, message } });
    expect(document.err).toBe('');
  });

  it.each([
    ['repair', 'pelage convert FROM TO --repair'],
    ['check', 'pelage info FILE'],
    ['doctor', 'pelage info FILE'],
    ['serve', 'pelage studio'],
    ['export', 'pelage convert FROM TO'],
    ['view', 'pelage render SCENE -o hair.png'],
  ])('knows what does the work of %s', async (name, instead) => {
    const { code, err } = await run(name);
    expect(code).toBe(2);
    expect(err).toContain(`There is no command ${name}; `);
    expect(err).toContain(instead);
  });

  it('gives help in every way of asking', async () => {
    const program = await run('--help');
    expect(program).toMatchObject({ code: 0, err: '' });
    expect(program.out).toContain('work');
    expect(await run('-h')).toEqual(program);
    expect(await run('help')).toEqual(program);
    const own = await run('work', '--help');
    expect(own.out).toContain('--break');
    expect(await run('help', 'work')).toEqual(own);
    expect(await run('--help', 'work')).toEqual(own);
    expect(JSON.parse((await run('work', '--help', '--json')).out)).toMatchObject({ command: 'work' });
    expect(JSON.parse((await run('--version', '--json')).out)).toEqual({
      version: (await run('--version')).out.trim(),
    });
  });
});
