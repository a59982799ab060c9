import { SCENE_VERSION, type SceneInput } from './schema.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type Triple = [number, number, number];

/** Balls of the brush, across the back of the head, and where its middle goes, m and s: into the hair, down through it, and out. */
const BALLS = 7;
const [RADIUS, BESIDE] = [0.007, 0.02];
const WAY: readonly (readonly [time: number, place: Triple])[] = [
  [0.2, [0, 0.06, -0.26]],
  [0.5, [0, 0.03, -0.118]],
  [1.1, [0, -0.12, -0.112]],
  [1.7, [0, -0.3, -0.13]],
  [2, [0, -0.32, -0.3]],
];

function ball(n: number): BodyInput {
  const x = BESIDE * (n - 0.5 * (BALLS - 1));
  return {
    name: `ball ${n + 1}`,
    shape: { kind: 'sphere', radius: RADIUS },
    colour: '#b8843c',
    motion: {
      kind: 'keys',
      keys: [[0, WAY[0]![1]] as const, ...WAY].map(([time, [, y, z]]) => ({ time, position: [x, y, z] as Triple })),
    },
  };
}

/** A brush of balls goes down the back of long hair, which is simulated so. */
const brushed = (
  name: string,
  about: string,
  groom: Partial<NonNullable<SceneInput['grooms']>[number]>,
): SceneInput => ({
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name,
  about,
  bodies: [{ name: 'head', shape: { kind: 'bust' } }, ...Array.from({ length: BALLS }, (_, n) => ball(n))],
  grooms: [
    {
      name: 'hair',
      body: 'head',
      source: { kind: 'style', style: 'long-straight' },
      look: { roughness: 0.18, colour: { kind: 'melanin', melanin: 0.3, redness: 0.5 } },
      ...groom,
    },
  ],
  camera: { azimuth: 2.6, elevation: 0.1, target: [0, -0.1, -0.03], distance: 0.95 },
});

export const BRUSH_EXAMPLES: readonly SceneInput[] = [
  brushed('brush-wisps', 'A brush of balls goes through 240 flat wisps, which slide off it, cling and let go.', {
    guides: 240,
    source: { kind: 'style', style: 'long-straight', ribbon: {} },
    model: { name: 'flat-wisp', parameters: {} },
  }),
  brushed('brush-strands', 'The same brush goes through single strands.', { guides: 480 }),
];
