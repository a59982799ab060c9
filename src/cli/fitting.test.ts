import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { sphereMesh } from '../body/shapes.ts';
import { MemorySink } from '../formats/byte-sink.ts';
import { makeAnimation, readHair, writeHair, writeMesh } from '../formats/index.ts';
import { writeAnimation } from '../formats/registry.ts';
import type { Strands } from '../strands/strands.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { pelage, scratchFolder } from './context.fixture.ts';

const head = sphereMesh(0.1, 3);

/** Strands out of the upper half of the ball; the first floats, the last goes back into it. */
function hair(): Strands {
  const lines: number[][][] = [];
  for (let k = 0; k < 12; k++) {
    const [a, b] = [0.5 * k, 0.3 + 0.08 * k];
    const way = [Math.sin(b) * Math.cos(a), Math.cos(b), Math.sin(b) * Math.sin(a)];
    const from = k === 0 ? 0.12 : 0.1;
    lines.push(Array.from({ length: 8 }, (_, i) => way.map((x) => x * (from + 0.01 * i))));
  }
  for (let i = 4; i < 8; i++) lines[11]![i] = lines[11]![3]!.map((x) => x * (1 - 0.25 * (i - 3)));
  return strandsFromPolylines(lines);
}

function folder(): string {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'a.abc'), writeHair('a.abc', hair()));
  writeFileSync(join(cwd, 'head.obj'), writeMesh('head.obj', head));
  const large = makeMesh({ positions: head.positions.map((x) => 2 * x), triangles: head.triangles });
  writeFileSync(join(cwd, 'large.obj'), writeMesh('large.obj', large));
  return cwd;
}

const load = (cwd: string, name: string): Strands => readHair(name, readFileSync(join(cwd, name))).strands;

describe('convert with bodies', () => {
  it('binds hair to a body and says what was too far', async () => {
    const cwd = folder();
    const answer = await pelage(cwd, 'convert', 'a.abc', 'b.abc', '--body', 'head.obj');
    expect(answer.code).toBe(0);
    expect(answer.err).toContain('12 strands bound');
    expect(answer.err).toContain('1 of 12 roots are more than 5 mm from the body, the worst 20');
    expect(load(cwd, 'b.abc').positions).toEqual(load(cwd, 'a.abc').positions);
    const document = (await pelage(cwd, 'convert', 'a.abc', 'b.abc', '--body', 'head.obj', '--json')).json();
    expect(document['bound']).toMatchObject({ farCount: 1, far: [0], reach: 0.005 });
    await pelage(cwd, 'convert', 'a.abc', 'b.abc', '--body', 'head.obj', '--far', 'leave-out');
    expect([...load(cwd, 'b.abc').id]).not.toContain(0);
  });

  it('carries hair over to another head', async () => {
    const cwd = folder();
    const answer = await pelage(cwd, 'convert', 'a.abc', 'b.abc', '--body', 'head.obj', '--carry-to', 'large.obj');
    expect(answer.code).toBe(0);
    expect(answer.err).toContain('scale 2.000');
    const [before, after] = [load(cwd, 'a.abc').positions, load(cwd, 'b.abc').positions];
    for (let i = 0; i < before.length; i++) expect(after[i]).toBeCloseTo(2 * before[i]!, 5);
  });

  it('cuts what enters the body, or pushes it out', async () => {
    const cwd = folder();
    for (const [how, said] of [
      ['cut', '1 strand cut'],
      ['push', '1 strand pushed out'],
    ] as const) {
      const answer = await pelage(cwd, 'convert', 'a.abc', 'b.abc', '--body', 'head.obj', '--clear', how);
      expect(answer.code).toBe(0);
      expect(answer.err).toContain(said);
      const { positions } = load(cwd, 'b.abc');
      for (let k = 0; k < positions.length; k += 3)
        expect(Math.hypot(...positions.subarray(k, k + 3))).toBeGreaterThan(0.0985);
    }
  });

  it('asks for what is missing', async () => {
    const cwd = folder();
    const answer = await pelage(cwd, 'convert', 'a.abc', 'b.abc', '--carry-to', 'large.obj');
    expect(answer.code).toBe(2);
    expect(answer.err).toContain('--carry-to needs --body');
    const sink = new MemorySink();
    const strands = hair();
    writeAnimation('animation.pelage', makeAnimation(strands, [0, 1], [strands.positions, strands.positions]), sink);
    writeFileSync(join(cwd, 'animation.pelage'), sink.bytes());
    const animation = await pelage(cwd, 'convert', 'animation.pelage', 'b.abc', '--body', 'head.obj');
    expect(animation.code).toBe(1);
    expect(animation.err).toContain('take one with --time');
  });
});
