import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { models } from '../../models/index.ts';
import { EXPERIMENTS, type Result } from '../../validate/index.ts';
import { fakeContext, pelage, scratchFolder } from '../context.fixture.ts';
import { dispatch } from '../dispatch.ts';
import { errorText } from '../validate-report.ts';

const QUICK = ['validate', 'cantilever', '--set', 'gamma=10', '--set', 'nodes=24'];

describe('pelage validate', () => {
  it('answers with one array of results', async () => {
    const { code, out } = await pelage('/nowhere', ...QUICK, '--json');
    const results = JSON.parse(out) as Record<string, unknown>[];
    expect(code).toBe(0);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      experiment: 'cantilever',
      model: 'rod',
      inputs: { gamma: 10, nodes: 24 },
      pass: true,
    });
    expect(Object.keys(results[0]!['measured'] as object)).toEqual(['x', 'drop']);
    expect(Object.keys(results[0]!['expected'] as object)).toEqual(['x', 'drop']);
    expect(results[0]!['error']).toBeLessThan(0.005);
  });

  it('prints a table and writes plots', async () => {
    const folder = scratchFolder();
    const { code, out } = await pelage(folder, ...QUICK, '--svg', 'plots');
    expect(code).toBe(0);
    expect(out).toMatch(/pass +cantilever +gamma=10 nodes=24/);
    expect(out).toContain('1 run passed, 0 runs failed.');
    const [file] = readdirSync(join(folder, 'plots'));
    expect(readFileSync(join(folder, 'plots', file!), 'utf8')).toMatch(/^<svg /);
  });

  it('says what there is to ask', async () => {
    const { code, out } = await pelage('/nowhere', 'validate', '--list');
    expect(code).toBe(0);
    expect(out).toMatch(/^cantilever +Tip of a strand clamped level/);
    expect(out.trim().split('\n')).toHaveLength(EXPERIMENTS.length);
  });

  it('sets all models side by side, with nothing that a model does not have', async () => {
    const line = ['validate', 'cantilever', '--set', 'gamma=1', '--set', 'nodes=8', '--set', 'elements=3'];
    const all = [...line, '--model', 'all', '--workers', '1'];
    const results = JSON.parse((await pelage('/nowhere', ...all, '--json')).out) as Result[];
    expect(results.map(({ model }) => model)).toEqual(models.map(({ name }) => name));
    const [head, row] = (await pelage('/nowhere', ...all)).out.split('\n');
    expect(head!.split(/ +/)).toEqual(['experiment', 'inputs', ...models.map(({ name }) => name)]);
    expect(row).toMatch(/^cantilever +gamma=1 nodes=8 halvings=0 +\S+ \(\S+\) (pass|FAIL) \d.* s .* 3 elements: \S+/);
  });

  it('prints a row as soon as it is known, in columns', async () => {
    const context = fakeContext();
    const seen: string[] = [];
    const stdout = { ...context.stdout, write: (text: string) => void seen.push(text) };
    await dispatch(['validate', 'michell', '--workers', '1'], { ...context, stdout });
    expect(seen).toHaveLength(4);
    const [head, first, second] = seen as [string, string, string];
    expect(first).toMatch(/^pass +michell +nodes=40 /);
    expect(second).toMatch(/^pass +michell +nodes=80 /);
    for (const row of [first, second]) expect(row.indexOf('twist')).toBe(head.indexOf('measured'));
  });

  it('prints values for other programs', async () => {
    const { out } = await pelage('/nowhere', ...QUICK, '--csv');
    expect(out).not.toMatch(/\n\n/);
    const [head, ...rows] = out.trim().split('\n');
    expect(head).toBe('experiment,model,inputs,quantity,measured,expected,error,bound,pass,seconds');
    expect(rows.map((row) => row.split(',').slice(0, 4).join())).toEqual([
      'cantilever,rod,gamma=10 nodes=24 halvings=0,x',
      'cantilever,rod,gamma=10 nodes=24 halvings=0,drop',
    ]);
  });

  it('writes small errors short', () => {
    expect([0, 1.62e-6, 0.00123, 4.5678].map(errorText)).toEqual(['0', '1.6e-6', '0.00123', '4.57']);
  });

  it('ends with 1 where one fails, and still answers', async () => {
    const line = ['validate', 'cantilever', '--set', 'gamma=1000', '--set', 'nodes=5'];
    const asJson = await pelage('/nowhere', ...line, '--json');
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.out)).toMatchObject([{ pass: false }]);
    const asText = await pelage('/nowhere', ...line);
    expect(asText.code).toBe(1);
    expect(asText.out).toContain('FAIL');
  });

  it('refuses names that it does not know, with those that it does', async () => {
    const experiment = await pelage('/nowhere', 'validate', 'cantilevr');
    expect(experiment.code).not.toBe(0);
    expect(experiment.err).toContain('cantilever, ');
    const input = await pelage('/nowhere', 'validate', 'cantilever', '--set', 'mass=1');
    expect(input.code).not.toBe(0);
    expect(input.err).toContain('gamma');
    expect((await pelage('/nowhere', 'validate', '--set', 'mass=1')).code).not.toBe(0);
    expect((await pelage('/nowhere', 'validate', 'cantilever', '--set', 'gamma')).code).toBe(2);
    expect((await pelage('/nowhere', 'validate', '--model', 'spagetti')).code).toBe(2);
  });
});
