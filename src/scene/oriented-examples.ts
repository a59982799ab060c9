import { cos, sin } from '../numeric/elementary.ts';
import { hashUnit } from '../numeric/random.ts';
import { add, addScaled, cross, distance, mix, normalize, perpendicular, scale, type Vec3 } from '../numeric/vector.ts';
import { SCENE_VERSION, type SceneInput } from './schema.ts';

/** The examples of the paper on oriented strands: what branches, carries a weight, is posed, or is woven. */

type GroomInput = NonNullable<SceneInput['grooms']>[number];
type DrawnInput = Extract<NonNullable<GroomInput['source']>, { kind: 'drawn' }>;
type DrawnStrand = DrawnInput['strands'][number];
type Triple = [number, number, number];

/** Adding 0 makes 0 of −0, which a file cannot tell apart. */
const triple = ([x, y, z]: Vec3): Triple => [x + 0, y + 0, z + 0];

const base = (name: string, about: string) =>
  ({ format: 'pelage-scene', version: SCENE_VERSION, name, about }) as const;

/** Points at equal steps along a curve. */
const curve = (points: number, at: (t: number) => Vec3): Triple[] =>
  Array.from({ length: points }, (_, i) => triple(at(i / (points - 1))));

const lengthTo = (points: readonly Triple[], count: number): number => {
  let sum = 0;
  for (let i = 1; i <= count; i++) sum += distance(points[i]!, points[i - 1]!);
  return sum;
};

/** A stalk that bows under the flower that it carries: twelve petals grow on its end. */
function lanterns(): DrawnStrand[] {
  const stalk = curve(18, (t) => [0.2 * t * t, 0.3 * t - 0.16 * t * t * t, 0]);
  const end = stalk[17]!;
  const tip = lengthTo(stalk, 17);
  const petals = Array.from({ length: 12 }, (_, k): DrawnStrand => {
    const a = (2 * Math.PI * k) / 12;
    const points = curve(7, (t) => {
      const r = 0.03 * sin(Math.PI * (0.1 + 0.8 * t));
      return [end[0] + (t > 0 ? r * cos(a) : 0), end[1] - 0.075 * t, end[2] + (t > 0 ? r * sin(a) : 0)];
    });
    return { points, parent: 0, at: tip, girth: 0.7 };
  });
  return [{ points: stalk, girth: 1.5 }, ...petals];
}

const LANTERN: SceneInput = {
  ...base(
    'lantern',
    'Flower lanterns: stalks with a frame along all of their length carry petals at their heavy ends.',
  ),
  bodies: [
    {
      name: 'hand',
      shape: { kind: 'none' },
      motion: { kind: 'head', name: 'shake', amplitude: 0.5, period: 1.1, cycles: 4, start: 0.3 },
    },
  ],
  grooms: [
    {
      name: 'lanterns',
      body: 'hand',
      source: { kind: 'drawn', strands: lanterns(), copies: 6, spacing: 0.16, seed: 5 },
      fibre: { radius: 1e-3, density: 500, youngsModulus: 3e8 },
      model: {
        name: 'oriented',
        parameters: {
          internalFriction: 3e-6,
          densityCurve: [
            [0, 1],
            [0.8, 1],
            [1, 3],
          ],
        },
      },
      look: { colour: { kind: 'picked', colour: '#d2521e' }, strandWidth: 4.5e-3 },
    },
  ],
};

/** A tree of 75 links: a stiff trunk, five fronds that arch from it, and on each five leaves. */
function tree(): DrawnStrand[] {
  const trunk = curve(6, (t) => [0.02 * sin(4 * t), 0.3 * t, 0.015 * sin(3 * t)]);
  const strands: DrawnStrand[] = [{ points: trunk, girth: 4 }];
  for (let b = 0; b < 5; b++) {
    const node = b < 3 ? 5 : 4;
    const a = 1.257 * b + 0.3;
    const reach = 0.24 - 0.02 * b;
    const from = trunk[node]!;
    const points = curve(5, (t) => [
      from[0] + reach * t * cos(a),
      from[1] + reach * (1.1 * t - 0.9 * t * t),
      from[2] + reach * t * sin(a),
    ]);
    const frond = strands.length;
    strands.push({ points, parent: 0, at: lengthTo(trunk, node), girth: 1.4 });
    for (let k = 0; k < 5; k++) {
      const on = Math.min(4, 2 + Math.floor(k / 2));
      const way = a + (k === 4 ? 0 : k % 2 === 0 ? 1 : -1);
      const [x, y, z] = points[on]!;
      const leaf = curve(3, (t) => [x + 0.1 * t * cos(way), y + 0.02 * t - 0.07 * t * t, z + 0.1 * t * sin(way)]);
      strands.push({ points: leaf, parent: frond, at: lengthTo(points, on), girth: 1 });
    }
  }
  return strands;
}

/** The tree of the example `foliage`: a thousand copies are the published shot. */
export const TREE: readonly DrawnStrand[] = tree();

const FOLIAGE: SceneInput = {
  ...base('foliage', 'Sixteen trees of 75 links, stiff trunks with fronds and leaves, in a turbulent wind.'),
  bodies: [{ name: 'soil', shape: { kind: 'none' } }],
  grooms: [
    {
      name: 'trees',
      body: 'soil',
      source: { kind: 'drawn', strands: [...TREE], copies: 16, spacing: 0.3, seed: 3 },
      fibre: { radius: 7e-4, density: 700, youngsModulus: 1e9 },
      model: { name: 'oriented', parameters: { internalFriction: 1e-5 } },
      look: { colour: { kind: 'picked', colour: '#3f7a22' }, strandWidth: 9e-3 },
    },
  ],
  air: { drag: 4e-3, wind: { speed: 4, direction: [1, 0, 0.2], gusts: 0.9 } },
  camera: { elevation: 0.25, margin: -0.1 },
};

/** An ear: a vein, with hair that goes from it to both rims and up along them. */
function ear(side: number): DrawnStrand[] {
  const vein = curve(16, (t) => [side * (0.035 + 0.06 * t), 0.045 + 0.21 * t - 0.02 * t * t, -0.02 * t * t]);
  const ribs = Array.from({ length: 56 }, (_, k): DrawnStrand => {
    const place = 0.5 + (14 * Math.floor(k / 2)) / 27;
    const node = Math.floor(place);
    const part = place - node;
    const from = mix(vein[node]!, vein[Math.min(15, node + 1)]!, part);
    const wide = 0.045 * sin((Math.PI * (place + 1.5)) / 16.4);
    const way = k % 2 === 0 ? 1 : -1;
    const points = curve(5, (t) => [
      from[0] + wide * (way * (t - 0.3 * t * t) + 0.25 * side * t),
      from[1] + wide * (0.35 * t + 0.45 * t * t),
      from[2] + wide * 0.7 * t * t,
    ]);
    return { points, parent: 0, at: lengthTo(vein, node) + part * distance(vein[node]!, vein[node + 1]!), girth: 0.8 };
  });
  return [{ points: vein, girth: 2 }, ...ribs];
}

/** Strands of the second list grow on others of it. */
const together = (a: readonly DrawnStrand[], b: readonly DrawnStrand[]): DrawnStrand[] => [
  ...a,
  ...b.map((strand) => (strand.parent === undefined ? strand : { ...strand, parent: strand.parent + a.length })),
];

const EARS: SceneInput = {
  ...base('ears', 'Long ears in posable dynamics: held in their pose until 1.6 s, then let go.'),
  bodies: [
    {
      name: 'head',
      shape: { kind: 'ellipsoid', radii: [0.07, 0.06, 0.08] },
      motion: { kind: 'head', name: 'nod', amplitude: 0.45, period: 0.9, cycles: 5, start: 0.3 },
      colour: '#8b7a6b',
    },
  ],
  grooms: [
    {
      name: 'ears',
      body: 'head',
      source: { kind: 'drawn', strands: together(ear(1), ear(-1)), wisp: { strands: 40, radius: 0.008 } },
      fibre: { radius: 6e-4, density: 600, youngsModulus: 6e7 },
      model: { name: 'oriented', parameters: { internalFriction: 5e-7 } },
      control: {
        pose: {
          strength: 40,
          over: [
            [0, 1],
            [1.4, 1],
            [1.8, 0.05],
            [10, 0.05],
          ],
        },
      },
      look: { roughness: 0.5, colour: { kind: 'picked', colour: '#6d5641' }, strandWidth: 8e-4 },
    },
  ],
};

const BRAID: SceneInput = {
  ...base('braid', 'A braid wound to a bun, and hanging from it: stiff where it is wound, soft where it hangs.'),
  bodies: [
    {
      name: 'head',
      shape: { kind: 'bust' },
      motion: { kind: 'head', name: 'turn', amplitude: 0.6, period: 1.6, cycles: 3, start: 0.3 },
    },
  ],
  grooms: [
    {
      name: 'hair',
      body: 'head',
      source: {
        kind: 'style',
        style: 'braid',
        change: {
          length: { base: 0.85 },
          points: 140,
          gather: { height: 0.06, tail: 0.014, braid: 0.055, bun: 0.022, turns: 2.1 },
        },
      },
      guides: 60,
      model: {
        name: 'oriented',
        parameters: {
          stiffness: 10,
          // Hair of a braid rubs against hair: without that its tresses part when they swing.
          internalFriction: 3e-9,
          stiffnessCurve: [
            [0, 20],
            [0.3, 20],
            [0.38, 8],
            [1, 5],
          ],
        },
      },
      control: {
        pose: {
          strength: 200,
          // Beyond the bun a fiftieth is left, which keeps the tresses together: hair in a braid does not slide along hair.
          along: [
            [0, 1],
            [0.3, 1],
            [0.38, 0.02],
            [1, 0.02],
          ],
        },
        // Local dynamics: of the head's motion the braid feels a part.
        inertia: { scale: 0.7 },
      },
      look: { roughness: 0.2, colour: { kind: 'melanin', melanin: 0.28, redness: 0.45 } },
    },
  ],
  camera: { azimuth: 2.6 },
};

/** Nine ringlets on a forehead, 15 links each. */
function bangs(): DrawnStrand[] {
  return Array.from({ length: 9 }, (_, k): DrawnStrand => {
    const a = 0.75 * (k / 4 - 1);
    const root: Vec3 = [0.072 * sin(a), 0.126 - 0.0165 * a * a, 0.077 - 0.035 * a * a];
    const out = normalize([sin(a), 0.4, cos(a)]);
    const across = perpendicular([0, 1, 0]);
    const other = cross([0, 1, 0], across);
    const turns = 2 + 0.3 * hashUnit(7, k);
    const points = curve(16, (t) => {
      const r = 0.01 * Math.min(1, 3 * t);
      const angle = 2 * Math.PI * turns * t + 2 * k;
      const away = 0.024 * Math.min(1, 2.5 * t) + 0.004 * t;
      const middle = add(addScaled(root, out, away), [0, -0.075 * t, 0]);
      return addScaled(add(middle, scale(across, r * cos(angle))), other, r * sin(angle));
    });
    return { points };
  });
}

const BANGS: SceneInput = {
  ...base('bangs', 'Curly bangs: nine strands of 15 links that stay as groomed at full gravity.'),
  bodies: [
    {
      name: 'head',
      shape: { kind: 'bust' },
      motion: { kind: 'head', name: 'shake', amplitude: 0.35, period: 0.9, cycles: 4, start: 0.3 },
    },
  ],
  grooms: [
    {
      name: 'bangs',
      body: 'head',
      source: { kind: 'drawn', strands: bangs(), wisp: { strands: 200, radius: 0.005 } },
      model: { name: 'oriented', parameters: {} },
      look: { colour: { kind: 'melanin', melanin: 0.5, redness: 0.7 }, strandWidth: 3e-4 },
    },
  ],
  camera: { azimuth: 0.5, target: [0, 0.09, 0.02], distance: 0.85 },
};

const LONG_HAIR: SceneInput = {
  ...base('sleeping-beauty', 'Long hair, 190 strands of 25 links that collide with head and shoulders.'),
  bodies: [
    {
      name: 'head',
      shape: { kind: 'bust' },
      motion: { kind: 'head', name: 'turn', amplitude: 0.8, period: 1.6, cycles: 2, start: 0.3 },
    },
  ],
  grooms: [
    {
      name: 'hair',
      body: 'head',
      source: { kind: 'style', style: 'long-wavy', change: { points: 26, curl: { pitch: 0.2, radius: 0.014 } } },
      guides: 190,
      model: { name: 'oriented', parameters: {} },
      look: { roughness: 0.18, colour: { kind: 'melanin', melanin: 0.16, redness: 0.3 } },
    },
  ],
};

export const ORIENTED_EXAMPLES: readonly SceneInput[] = [LANTERN, FOLIAGE, EARS, BRAID, BANGS, LONG_HAIR];
