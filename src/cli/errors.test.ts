import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InputError } from '../strands/input-error.ts';
import { explain, UsageError } from './errors.ts';

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('explain', () => {
  it('keeps codes, ends sentences, and sets the exit code', () => {
    expect(explain(new UsageError('usage/x', 'Wrong'))).toEqual({ code: 'usage/x', message: 'Wrong.', exitCode: 2 });
    expect(explain(new InputError('tfx/x', 'Bad\n  file!'))).toEqual({
      code: 'tfx/x',
      message: 'Bad file!',
      exitCode: 1,
    });
  });

  it('names the place of a value that a schema refuses', () => {
    const error = thrown(() =>
      z.object({ a: z.object({ b: z.number().min(1, 'must be at least 1') }) }).parse({ a: { b: 0 } }),
    );
    expect(explain(error)).toEqual({ code: 'input/invalid', message: 'a.b: must be at least 1.', exitCode: 1 });
  });

  it('knows what the system says', () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: 'x.hair' });
    expect(explain(full)).toMatchObject({
      code: 'system/enospc',
      message: 'x.hair: there is no space left on the device.',
    });
    expect(explain(thrown(() => new Float32Array(1e15)))).toMatchObject({ code: 'memory', exitCode: 1 });
  });

  it('is honest about faults of its own', () => {
    expect(explain(new TypeError('x is not a function'))).toEqual({
      code: 'internal',
      message: 'Pelage itself went wrong (x is not a function); --debug shows where.',
      exitCode: 1,
    });
    expect(explain('text')).toMatchObject({ code: 'internal', exitCode: 1 });
  });
});
