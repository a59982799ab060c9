import { describe, expect, test } from 'vitest';
import { kindOfFile } from '../studio/src/page/file-kinds.ts';
import { withoutOptions } from '../studio/src/page/words.ts';
import { broughtScene } from '../studio/src/simulation/brought-scenes.ts';
import {
  allDeeds,
  doneAfterRedo,
  doneAfterUndo,
  type Edit,
  NO_EDITS,
  titleOfEdit,
  withEdit,
} from '../studio/src/simulation/edits.ts';

/** What the page does with what a person changes and brings, without a browser. */

const edit = (title: string, after: number, change: Partial<Edit> = {}): Edit => ({
  ...{ title, after, before: { name: 'a' }, changed: { name: 'b' }, isLook: true },
  ...change,
});
const commands = ['Scissors', 'Nod'].map((title, time) => ({ title, time }));

describe('the one history', () => {
  test('has strokes and changes in the order in which they came, done and undone', () => {
    const edits = { done: [edit('Length', 0), edit('Colour', 1)], undone: [edit('Style', 2)] };
    const { deeds, done } = allDeeds(commands, 1, edits);
    expect(deeds.map(({ title }) => title)).toEqual(['Length', 'Scissors', 'Colour', 'Nod', 'Style']);
    expect(done).toBe(3);
    expect(allDeeds(commands, 2, { done: edits.done, undone: [] }).done).toBe(4);
    expect(allDeeds([], 0, NO_EDITS)).toEqual({ deeds: [], done: 0 });
  });

  test('takes looking about back, and does it again, with what was done before and after it', () => {
    const deeds = ['View', 'Comb', 'View', 'View', 'Water', 'View'].map((title) => ({ title }));
    expect([6, 4, 2, 1].map((done) => doneAfterUndo(deeds, done))).toEqual([4, 1, 1, 0]);
    expect([0, 2, 5].map((done) => doneAfterRedo(deeds, done))).toEqual([2, 5, 6]);
  });

  test('takes a slider that is drawn for one change, and drops what was undone before', () => {
    const first = withEdit({ done: [], undone: [edit('Old', 0)] }, edit('Length', 0), 9e9);
    expect(first.undone).toEqual([]);
    const second = withEdit(first, edit('Length', 0, { before: { name: 'b' }, changed: { name: 'c' } }), 300);
    expect(second.done).toHaveLength(1);
    expect(second.done[0]).toMatchObject({ before: { name: 'a' }, changed: { name: 'c' } });
    expect(withEdit(second, edit('Length', 0), 5000).done).toHaveLength(2);
    expect(withEdit(second, edit('Length', 1), 300).done).toHaveLength(2);
  });

  test('calls a change by the value that differs', () => {
    const grooms = (base: number): unknown => ({
      grooms: [{ name: 'hair', source: { change: { length: { base } } } }],
    });
    expect(titleOfEdit(grooms(0.1), grooms(0.2))).toBe('Length of a hair');
  });
});

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const file = (name: string, text = '') => ({ name, bytes: bytes(text) });

describe('what a person brings', () => {
  test('is told apart: hair, bodies, scenes', () => {
    expect(kindOfFile(file('head.obj', 'v 0 0 0\nf 1 2 3\n'))).toBe('body');
    expect(kindOfFile(file('hair.obj', 'v 0 0 0\nl 1 2 3\n'))).toBe('hair');
    expect(kindOfFile(file('fox.glb'))).toBe('body');
    expect(kindOfFile(file('a.usda', 'def BasisCurves "hair"'))).toBe('hair');
    expect(kindOfFile(file('a.usda', 'def Mesh "head"'))).toBe('body');
    expect(kindOfFile(file('a.json'))).toBe('scene');
  });

  test('becomes a scene: a head with a style, an animal with a coat in a likely unit, hair laid on its head', () => {
    const head = file('head.obj', 'v 0 0 0\nv 0 30 0\nf 1 2 2\n');
    expect(broughtScene([head])).toMatchObject({
      bodies: [{ shape: { kind: 'mesh', file: 'head.obj', head: true } }],
      grooms: [{ source: { kind: 'style' } }],
    });
    const animal = file('cat.obj', 'v 0 0 0\nv 0 30 0\nf 1 2 2\n');
    const coat = broughtScene([animal], { kind: 'animal', hair: 'fox' })!;
    expect(coat).toMatchObject({
      bodies: [{ shape: { head: false, unit: 0.01 } }],
      grooms: [{ source: { kind: 'coat' } }, { source: { kind: 'coat' } }],
    });
    // Its longest side is 0.3 m: hair is as long in proportion.
    expect(coat.grooms[1]!.fields.length).toBeCloseTo(0.3 * 0.036);
    expect(broughtScene([file('hair.tfx'), head])).toMatchObject({
      grooms: [{ source: { kind: 'file', file: 'hair.tfx', fit: true } }],
    });
    expect(broughtScene([file('hair.tfx')])).toBeNull();
  });

  test('is spoken of without the options of the command', () => {
    expect(withoutOptions('a.tfx: 400 of its 11,400 strands are shown; "strands" shows more.')).toBe(
      'a.tfx: 400 of its 11,400 strands are shown.',
    );
    for (const sentence of [
      'the curl is coarse: 3 points a turn; use --points 40',
      'too many; resample with --points 64',
    ])
      expect(withoutOptions(sentence)).not.toContain('--');
  });
});
