import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { Budget } from './budget.ts';
import { memorySource, openAnimation, readHair, readMesh } from './index.ts';

/** Curves that others wrote. They are not part of the repository. */
const data = new URL('../../../shared/data/', import.meta.url);
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, data)));

const totals = ({ id, positions }: Strands): number[] => [id.length, positions.length / 3];

function boundsOf(positions: Float32Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    box[i % 3] = Math.min(box[i % 3]!, x);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)]!, x);
  });
  return box;
}

function describeAlembic(): void {
  it('groom-animated.abc: 120 curves, 5 samples, Unreal attributes, centimetres', () => {
    const bytes = bytesOf('abc/groom-animated.abc');
    const budget = new Budget(bytes.length, { factor: 4 });
    const { animation, notes } = openAnimation('groom-animated.abc', memorySource(bytes), { budget });
    expect(budget.total).toBeLessThan(2 * bytes.length);
    expect(totals(animation.strands)).toEqual([120, 1191]);
    const counts = animation.strands.first.slice(1).map((end, s) => end - animation.strands.first[s]!);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([6, 14]);
    expect([...animation.times]).toEqual([0, 1, 2, 3, 4].map((k) => k / 24));
    // Moved up by 10 cm, and from centimetres to metres.
    const low = [-0.01956539, 0.02, -0.01601334];
    expect(boundsOf(animation.frame(0))).toEqual(
      [...low, 0.12997724, 0.1, 0.10542376].map((x) => expect.closeTo(x, 6)),
    );
    expect(notes).toEqual([expect.stringMatching(/in centimetres \(it has Unreal's groom attributes/)]);
    const { pointAttributes, strandAttributes, id } = animation.strands;
    expect([...id.slice(0, 3)]).toEqual([1000, 1001, 1002]);
    expect([...strandAttributes.get('isGuide')!.data].filter((mark) => mark === 1)).toHaveLength(12);
    expect(strandAttributes.get('rootUv')!.data[2]).toBeCloseTo(1 / 12, 6);
    expect(pointAttributes.get('radius')!.data[0]).toBeCloseTo(0.5e-4, 9);
    expect(boundsOf(animation.frame(4))).not.toEqual(boundsOf(animation.frame(0)));
  });

  it('groom-mixed.abc: cubic curves are evaluated, degenerate ones do not lose the file', () => {
    const bytes = bytesOf('abc/groom-mixed.abc');
    const control = readHair('m.abc', bytes, { curves: 'control' });
    expect(totals(control.strands)).toEqual([14, 85]);
    expect(control.strands.first.slice(10)).toEqual(Uint32Array.of(70, 75, 76, 81, 85));
    const evaluated = readHair('m.abc', bytes);
    expect(totals(evaluated.strands)).toEqual([14, 10 * 9 + 15]);
    expect([...evaluated.strands.strandAttributes.get('group')!.data]).toEqual([...Array(10).fill(0), 1, 1, 1, 1]);
    expect(totalsOfMesh('abc/groom-mixed.abc')).toEqual([4, 2]);
  });

  it.each(readdirSync(new URL('abc/bad/', data)))('%s is refused with a sentence, or read in part', (file) => {
    const bytes = bytesOf(`abc/bad/${file}`);
    const budget = new Budget(bytes.length, { factor: 4 });
    for (const read of [readHair, readMesh])
      try {
        read(file, bytes, { budget });
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as Error).message).toMatch(new RegExp(`^${file}: .{20}`));
      }
    expect(budget.total).toBeLessThanOrEqual(budget.limit);
  });
}

function totalsOfMesh(file: string): number[] {
  const { mesh } = readMesh(file, bytesOf(file));
  return [mesh.positions.length / 3, mesh.triangles.length / 3];
}

function describeUsd(): void {
  it.each(['curves.usda', 'curves.usdc'])('%s: 72 x 9 control points, Z up', (file) => {
    const bytes = bytesOf(`usd/${file}`);
    const budget = new Budget(bytes.length, { factor: 4 });
    const { strands, notes } = readHair(file, bytes, { curves: 'control', budget });
    expect(budget.total).toBeLessThanOrEqual(4 * bytes.length + 1_000_000);
    expect(totals(strands)).toEqual([72, 648]);
    expect(notes).toEqual(['the file has Z up (the stage says so): turned to Y up']);
    expect(totalsOfMesh(`usd/${file}`)).toEqual([4, 2]);
  });
  it('text and crate are the same to the last bit', () => {
    const [text, crate] = ['curves.usda', 'curves.usdc'].map((file) => readHair(file, bytesOf(`usd/${file}`)).strands);
    expect(crate!.positions).toEqual(text!.positions);
    expect(crate!.first).toEqual(text!.first);
    expect([...crate!.strandAttributes]).toEqual([...text!.strandAttributes]);
  });
}

if (existsSync(data)) {
  describe('real Alembic files', describeAlembic);
  describe('real USD files', describeUsd);
} else
  describe('real curves', () => {
    it('are left out', () => {
      console.log('Tests with real Alembic and USD files were left out: ../shared/data is not beside the checkout.');
      expect(existsSync(data)).toBe(false);
    });
  });
