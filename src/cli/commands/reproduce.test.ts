import { describe, expect, it } from 'vitest';
import { fakeContext, pelage } from '../context.fixture.ts';
import { dispatch } from '../dispatch.ts';

describe('pelage reproduce', () => {
  it('refuses tables that it does not know, with those that it does', async () => {
    const { code, err } = await pelage('/nowhere', 'reproduce', 'twists');
    expect(code).toBe(2);
    expect(err).toContain('the tables are twist');
  });

  it('prints the published cost of super-helices beside ours', async () => {
    const context = fakeContext();
    // A clock that passes five seconds at every look, so that each row is one frame.
    const now = (): number => {
      context.wait(5000);
      return context.now();
    };
    const code = await dispatch(['reproduce', 'super-helix'], { ...context, now });
    expect(code).toBe(0);
    expect(context.out()).toMatch(/100 +10 +curly +\S+ \(\S+ iterations\) +0\.3 to 3/);
    expect(context.out()).toMatch(/in real time: \d+; published: up to 10/);
  });

  it('prints published timings beside ours', async () => {
    const context = fakeContext();
    // A clock that passes a second at every look, so that each timing is one round.
    const now = (): number => {
      context.wait(1000);
      return context.now();
    };
    const code = await dispatch(['reproduce', 'twist'], { ...context, now });
    expect(code).toBe(0);
    expect(context.out()).toMatch(/30 +Newton, dense as published +1\.0 x +1\.0 x +\S+ +0\.14/);
    expect(context.out()).toMatch(/90 +improved direct +\S+ x +8\.2 x +\S+ +0\.05/);
    expect(context.out()).toMatch(/^Petr Kmoch, .*2018/);
    expect(context.out()).toMatch(/Accuracy.*direct +mean .* worst.*Speed/s);
  });
});
