import { describe, expect, it } from 'vitest';
import { fakeContext } from './context.fixture.ts';
import { secondsLeft, startProgress } from './progress.ts';

describe('secondsLeft', () => {
  it('is exact for even work', () => {
    for (let done = 1; done <= 10; done++) expect(secondsLeft(500 * done, done, 10)).toBeCloseTo(0.5 * (10 - done));
  });

  it('knows nothing before the start and nothing is left after the end', () => {
    expect(secondsLeft(0, 0, 10)).toBeUndefined();
    expect(secondsLeft(100, 12, 10)).toBe(0);
  });
});

describe('on a terminal', () => {
  it('draws one bar over itself with the time left, not wider than the terminal, and clears it', () => {
    const context = fakeContext({ isTerminal: true, columns: 60 });
    const bar = startProgress(context, 'Simulating', 240);
    for (let frame = 0; frame <= 240; frame++) {
      bar.update(frame, `frame ${frame} of 240`);
      context.wait(50);
    }
    bar.end();
    const pictures = context.err().split('\r\x1b[2K');
    expect(pictures.length).toBeGreaterThan(100);
    expect(pictures.length).toBeLessThan(130);
    expect(pictures).toContain('[############------------] 50 % Simulating frame 120 of 240, 6.0 s left'.slice(0, 59));
    expect(pictures.every((picture) => picture.length < 60 && !picture.includes('\n'))).toBe(true);
    expect(pictures.at(-1)).toBe('');
  });
});

describe('elsewhere', () => {
  it('writes a line at each tenth of long work', () => {
    const context = fakeContext();
    const bar = startProgress(context, 'Simulating', 240);
    for (let frame = 1; frame <= 240; frame++) {
      context.wait(250);
      bar.update(frame, `frame ${frame} of 240`);
    }
    bar.end();
    const lines = context.err().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('10 % Simulating frame 24 of 240, 54 s left');
    expect(context.err()).not.toContain('\r');
  });

  it('writes nothing for short work, and a line now and then where a tenth takes long', () => {
    const short = fakeContext();
    const quick = startProgress(short, 'x', 100);
    for (let i = 1; i <= 100; i++) quick.update(i);
    expect(short.err()).toBe('');

    const long = fakeContext();
    const slow = startProgress(long, 'x', 1000);
    for (let i = 1; i <= 60; i++) {
      long.wait(1000);
      slow.update(i);
    }
    expect(long.err().split('\n')).toHaveLength(3);
  });
});
