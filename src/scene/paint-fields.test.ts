import { describe, expect, it } from 'vitest';
import { at, distance } from '../numeric/vector.ts';
import { prepareScene } from './instance.ts';
import { LiveScene } from './live.ts';
import { type FieldPaint, paintedScene } from './paint-fields.ts';
import { parseScene } from './read-scene.ts';
import type { Scene } from './schema.ts';

/** A ball with two coats: whatever is painted on one, the other stays as it is. */
const scene = (): Scene =>
  parseScene(
    {
      format: 'pelage-scene',
      version: 2,
      bodies: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, motion: { kind: 'head', name: 'shake' } }],
      grooms: ['under', 'guard'].map((name) => ({
        name,
        body: 'ball',
        source: { kind: 'coat', change: { points: 5, length: { base: 0.02, variation: 0 } } },
        fields: {
          direction: {
            kind: 'combed',
            strokes: [
              {
                path: [
                  [0, 0.1, -0.02],
                  [0, 0.1, 0.02],
                ],
              },
            ],
          },
        },
        guides: 14,
        strands: 40,
        model: { name: 'chain' },
      })),
    },
    'ball',
  );

const longer: FieldPaint = {
  groom: 'guard',
  field: 'length',
  stroke: { path: [[0, 0.1, 0]], radius: 0.08, hardness: 0.6, value: 0.05 },
};
const combed: FieldPaint = {
  groom: 'guard',
  field: 'direction',
  stroke: {
    path: [
      [-0.05, 0.09, -0],
      [0.05, 0.09, 0],
    ],
    radius: 0.06,
  },
};

const bytes = (live: LiveScene): string => Buffer.from(live.snapshot()).toString('base64');

function water(live: LiveScene): void {
  live.take('water', { reach: 1 }, 'water');
  live.move({ origin: [-0.3, 0.1, 0], direction: [1, 0, 0], up: [0, 1, 0], press: 1, aperture: 1 });
  live.advance(3);
  live.letGo();
}

describe('paint on the fields of living hair', () => {
  const live = new LiveScene(scene());
  const states = [bytes(live)];
  water(live);
  states.push(bytes(live));
  live.paint(longer, 'longer');
  states.push(bytes(live));
  live.advance(2);
  live.paint(combed, 'combed');
  states.push(bytes(live));

  it('makes it grow anew: longer where it was painted, and the other groom as it was', () => {
    const [under, guard] = live.instance.grooms;
    const before = new LiveScene(scene()).instance.grooms;
    expect(under!.guides.positions).toEqual(before[0]!.guides.positions);
    const lengths = guard!.guides.strandAttributes.get('length')!.data;
    for (let g = 0; g < 14; g++) {
      const far = distance(at(guard!.guides.positions, guard!.guides.first[g]!), [0, 0.1, 0]);
      if (far < 0.045) expect(lengths[g]).toBeCloseTo(0.05, 5);
      if (far > 0.081) expect(lengths[g]).toBeCloseTo(0.02, 5);
    }
    expect(new Set(lengths).size).toBeGreaterThan(1);
  });

  it('is undone and done again to the byte, like every stroke', () => {
    expect(live.commands.map(({ label }) => label)).toEqual(['water', 'longer', 'combed']);
    live.undo();
    live.undo();
    expect(bytes(live)).toBe(states[1]);
    live.undo();
    expect(bytes(live)).toBe(states[0]);
    expect(live.document().grooms).toEqual(scene().grooms);
    live.redo();
    live.redo();
    expect(bytes(live)).toBe(states[2]);
    live.redo();
    expect(bytes(live)).toBe(states[3]);
  });

  it('is in the document, which replays to the same bytes', () => {
    const document = parseScene(JSON.parse(JSON.stringify(live.document())), 'replayed');
    expect(document).toEqual(live.document());
    const replayed = prepareScene(document).simulation;
    replayed.advance(live.step);
    expect(Buffer.from(replayed.snapshot()).toString('base64')).toBe(states[3]);
  });

  it('goes on elsewhere from what was kept, even where every snapshot was dropped', () => {
    for (const budget of [1e9, 0]) {
      const other = new LiveScene(scene());
      other.resume(structuredClone(live.keep(budget)));
      expect(bytes(other)).toBe(states[3]);
      while (other.undo());
      expect(bytes(other)).toBe(states[0]);
      while (other.redo());
      expect(bytes(other)).toBe(states[3]);
    }
  });

  it('says what cannot be painted, and changes nothing', () => {
    const before = live.document();
    expect(() => live.paint({ ...longer, groom: 'mane' }, 'x')).toThrow(/no groom "mane"; the grooms are under, guard/);
    expect(() => live.paint({ ...longer, stroke: { ...longer.stroke, value: 5 } }, 'x')).toThrow(/length.*at most 2/);
    expect(() => live.paint({ ...longer, mode: 'mixed' }, 'x')).toThrow(/length are over and cannot become mixed/);
    expect(live.document()).toEqual(before);
    expect(bytes(live)).toBe(states[3]);
  });
});

describe('a scene with paint', () => {
  it('keeps what was there as what is painted on', () => {
    const [, guard] = paintedScene(scene(), [combed, longer, longer]).grooms;
    expect(guard!.fields.direction).toMatchObject({ kind: 'painted', mode: 'over', base: { kind: 'combed' } });
    expect(guard!.fields.length).toMatchObject({ kind: 'painted', strokes: [{ value: 0.05 }, { value: 0.05 }] });
    expect(guard!.fields.length).not.toHaveProperty('base');
  });
});
