import { braid, bunPath } from '../groom/woven.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { hashUnit } from '../numeric/random.ts';
import { add, addScaled, cross, distance, normalize, perpendicular, scale, type Vec3 } from '../numeric/vector.ts';
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

/** A stalk that bows under the flower that it carries: eight petals grow on its end. */
function lanterns(): DrawnStrand[] {
  const stalk = curve(18, (t) => [0.2 * t * t, 0.3 * t - 0.16 * t * t * t, 0]);
  const end = stalk[17]!;
  const tip = lengthTo(stalk, 17);
  const petals = Array.from({ length: 10 }, (_, k): DrawnStrand => {
    const a = (2 * Math.PI * k) / 10;
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
      model: { name: 'oriented', parameters: { internalFriction: 3e-6 } },
      look: { colour: { kind: 'picked', colour: '#c2643c' }, strandWidth: 2.2e-3 },
    },
  ],
};

/** A tree of 75 links: a stiff trunk, and branches that grow on it and on each other. */
function tree(): DrawnStrand[] {
  const strands: DrawnStrand[] = [];
  const trunk = curve(14, (t) => [0.02 * sin(5 * t), 0.5 * t, 0.02 * sin(3 * t + 1)]);
  strands.push({ points: trunk, girth: 6 });
  for (let b = 0; b < 10; b++) {
    const node = 4 + Math.floor(b * 0.9);
    const a = 2.4 * b;
    const reach = 0.2 - 0.011 * b;
    const from = trunk[node]!;
    const points = curve(6, (t) => [
      from[0] + reach * t * cos(a + 0.5 * t),
      from[1] + 0.5 * reach * t - 0.25 * reach * t * t,
      from[2] + reach * t * sin(a + 0.5 * t),
    ]);
    strands.push({ points, parent: 0, at: lengthTo(trunk, node), girth: 2 });
  }
  for (let k = 0; k < 6; k++) {
    const parent = 1 + k;
    const on = strands[parent]!.points as Triple[];
    const from = on[3]!;
    const a = 2.4 * k + (k % 2 === 0 ? 0.9 : -0.9);
    const points = curve(3, (t) => [from[0] + 0.07 * t * cos(a), from[1] + 0.03 * t, from[2] + 0.07 * t * sin(a)]);
    strands.push({ points, parent, at: lengthTo(on, 3), girth: 1.3 });
  }
  return strands;
}

/** The tree of the example `foliage`: a thousand copies are the published shot. */
export const TREE: readonly DrawnStrand[] = tree();

const FOLIAGE: SceneInput = {
  ...base('foliage', 'Sixteen trees of 75 links, trunks and branches, in a turbulent wind.'),
  bodies: [{ name: 'soil', shape: { kind: 'none' } }],
  grooms: [
    {
      name: 'trees',
      body: 'soil',
      source: { kind: 'drawn', strands: [...TREE], copies: 16, spacing: 0.4, seed: 3 },
      fibre: { radius: 7e-4, density: 700, youngsModulus: 2e9 },
      model: { name: 'oriented', parameters: { internalFriction: 2e-5 } },
      look: { colour: { kind: 'picked', colour: '#5d7d3a' }, strandWidth: 3e-3 },
    },
  ],
  air: { drag: 1.5e-3, wind: { speed: 5, direction: [1, 0, 0.2], gusts: 0.9 } },
};

/** An ear: a vein with ribs to both sides. */
function ear(side: number): DrawnStrand[] {
  const vein = curve(14, (t) => [side * (0.035 + 0.05 * t), 0.05 + 0.2 * t - 0.02 * t * t, 0 - 0.03 * t * t]);
  const ribs = Array.from({ length: 22 }, (_, k): DrawnStrand => {
    const node = 1 + Math.floor(k / 2);
    const from = vein[node]!;
    const wide = 0.034 * sin((Math.PI * (node + 1)) / 13.5);
    const way = k % 2 === 0 ? 1 : -1;
    const points = curve(5, (t) => [
      from[0] + way * wide * t * 0.95,
      from[1] + wide * t * 0.7,
      from[2] + 0.25 * wide * t * t,
    ]);
    return { points, parent: 0, at: lengthTo(vein, node), girth: 0.8 };
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
      source: { kind: 'drawn', strands: together(ear(1), ear(-1)) },
      fibre: { radius: 6e-4, density: 600, youngsModulus: 2e7 },
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
      look: { colour: { kind: 'picked', colour: '#a98f78' }, strandWidth: 7e-3 },
    },
  ],
};

/** A bun, from which a braid hangs: the same strands go through both, stiff first. */
function bunAndBraid(): DrawnStrand[] {
  const bun = bunPath([0, 0.045, -0.1], [0, 0.35, -1], 0.032, 4, 44);
  const end = bun[bun.length - 1]!;
  const hanging = curve(40, (t) => [
    end[0] * (1 - t),
    end[1] - 0.02 * sin(2 * t) - 0.34 * t,
    end[2] - 0.02 * sin(3 * t),
  ]);
  const path = [...bun, ...hanging.slice(1)];
  return braid({ path, width: 0.0085, depth: 0.0045, pitch: 0.05, hairs: 6, tress: 0.0042 }).map((points) => ({
    points: points.map(triple),
  }));
}

const BRAID: SceneInput = {
  ...base('braid', 'A bun and a braid of three woven tresses: stiff where it is wound, soft where it hangs.'),
  bodies: [
    {
      name: 'head',
      shape: { kind: 'ellipsoid', radii: [0.075, 0.1, 0.09] },
      motion: { kind: 'head', name: 'turn', amplitude: 0.6, period: 1.6, cycles: 3, start: 0.3 },
      colour: '#c99b80',
    },
  ],
  grooms: [
    {
      name: 'braid',
      body: 'head',
      source: { kind: 'drawn', strands: bunAndBraid() },
      model: {
        name: 'oriented',
        parameters: {
          thickness: 0.001,
          layerOffset: 0,
          stiffness: 40,
          stiffnessCurve: [
            [0, 100],
            [0.62, 100],
            [0.7, 1],
            [1, 0.5],
          ],
        },
      },
      control: {
        pose: {
          strength: 200,
          along: [
            [0, 1],
            [0.62, 1],
            [0.66, 0],
            [1, 0],
          ],
        },
      },
      look: { colour: { kind: 'melanin', melanin: 0.28, redness: 0.45 }, strandWidth: 3e-3 },
    },
  ],
  camera: { azimuth: 2.4 },
};

/** Nine curls on a forehead, 15 links each. */
function bangs(): DrawnStrand[] {
  return Array.from({ length: 9 }, (_, k): DrawnStrand => {
    const a = 0.9 * (k / 8 - 0.5) * 2;
    const root = [0.072 * sin(a), 0.054, 0.072 * cos(a)] as const;
    const out = normalize([sin(a), 0.25, cos(a)]);
    const across = perpendicular(out);
    const other = cross(out, across);
    const turns = 1.3 + 0.5 * hashUnit(7, k);
    const points = curve(16, (t) => {
      const r = 0.009 * Math.min(1, 4 * t);
      const angle = 2 * Math.PI * turns * t + k;
      const middle = add([...root], [0.03 * t * out[0], 0.01 * t - 0.085 * t * t, 0.03 * t * out[2]]);
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
      shape: { kind: 'sphere', radius: 0.09 },
      motion: { kind: 'head', name: 'shake', amplitude: 0.35, period: 0.9, cycles: 4, start: 0.3 },
      colour: '#c99b80',
    },
  ],
  grooms: [
    {
      name: 'bangs',
      body: 'head',
      source: { kind: 'drawn', strands: bangs() },
      model: { name: 'oriented', parameters: {} },
      look: { colour: { kind: 'melanin', melanin: 0.5, redness: 0.7 }, strandWidth: 2.5e-3 },
    },
  ],
};

const LONG_HAIR: SceneInput = {
  ...base('sleeping-beauty', 'Long hair, 190 oriented strands that collide with head and shoulders.'),
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
      source: { kind: 'style', style: 'long-wavy' },
      guides: 190,
      model: { name: 'oriented', parameters: {} },
      look: { roughness: 0.18, colour: { kind: 'melanin', melanin: 0.16, redness: 0.3 } },
    },
  ],
};

export const ORIENTED_EXAMPLES: readonly SceneInput[] = [LANTERN, FOLIAGE, EARS, BRAID, BANGS, LONG_HAIR];
