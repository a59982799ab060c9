import { join } from 'node:path';
import { boxMesh } from '../body/shapes.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import { loadScene } from '../scene/instance.ts';
import { parseScene } from '../scene/read-scene.ts';
import type { Scene } from '../scene/schema.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import {
  type FurTable,
  type GrassRow,
  gorillaScene,
  grassScene,
  type LoadRow,
  mammothScene,
  PRESSED,
  WHIRL_FRAME,
  type Whirled,
} from '../validate/index.ts';
import type { Context } from './context.ts';
import { makeFolder, writeWhole } from './files.ts';
import { packageRoot } from './package-root.ts';
import { openGpu } from './render/gpu.ts';
import { Painter, samplesOf } from './render/painter.ts';
import { type PictureSource, sceneSource } from './render/picture-source.ts';
import { writePng } from './render/png.ts';
import { grid } from './table.ts';

export const FUR_SOURCE =
  '"Fur simulation with spring continuum": springs at the vertices of a surface, interpolated over it; figures 10 to 14 and section 8, ' +
  'rendered by Maya 6.5 on a Pentium 4 of 2.8 GHz.';

const CAVEAT =
  "The animals' meshes were not published: ellipsoids and capsules of their sizes stand in, with as many hairs of as many segments. Published times include " +
  'rendering; ours are of springs, and of all points of all hairs on the processor, which pictures on a graphics processor do not need.';

/** One picture of the reproduction. */
export interface FurPicture {
  readonly file: string;
  readonly seconds: number;
}

const SIZE = { width: 640, height: 480 };
/** Sub-frames a picture. */
const SAMPLES = 4;

/** Draws all scenes into a folder. */
export async function drawFur(
  context: Context,
  folder: string,
  whirlwind: readonly Whirled[],
  step: (what: string) => void,
): Promise<FurPicture[]> {
  makeFolder(context, folder);
  const gpu = await (context.gpu?.() ?? openGpu(packageRoot()));
  const pictures: FurPicture[] = [];
  const draw = async (file: string, scene: Scene, source: PictureSource, time: number): Promise<void> => {
    step(file);
    const start = context.now();
    const painter = new Painter(gpu.device, scene, source, SIZE);
    try {
      const samples = samplesOf(SAMPLES, scene.seed);
      let k = 0;
      for await (const show of source.moments(samples.map(() => time))) await painter.add(show, samples[k++]!);
      writeWhole(context, join(folder, file), writePng(await painter.picture(), SIZE.width, SIZE.height));
    } finally {
      painter.destroy();
    }
    pictures.push({ file, seconds: (context.now() - start) / 1000 });
  };
  try {
    for (const { interpolation, strands } of whirlwind)
      await draw(`whirlwind-${interpolation}.png`, WHIRL_SCENE(), quadSource(strands), 0);
    for (const { file, scene, time } of scenes()) {
      const instance = await loadScene(scene, { cache: context.ready });
      await draw(file, scene, sceneSource(instance, { folder: context.cwd, workers: 1, ready: context.ready }), time);
    }
  } finally {
    gpu.close();
  }
  return pictures;
}

const scenes = (): { file: string; scene: Scene; time: number }[] => [
  { file: 'ball-on-grass.png', scene: grassScene(), time: PRESSED + 0.03 },
  { file: 'mammoth.png', scene: mammothScene(), time: 1 },
  { file: 'gorilla.png', scene: gorillaScene(), time: 0.8 },
];

/** Lends camera and lights to the quad. */
const WHIRL_SCENE = (): Scene =>
  parseScene({ format: 'pelage-scene', version: 2, camera: { azimuth: 0.5, elevation: 0.5 } }, 'quad');

/** Hairs on a quad. */
function quadSource(strands: Strands): PictureSource {
  const show = { now: () => {} };
  return {
    strands: strandCount(strands),
    begin: (renderer) => {
      const body = renderer.addBody(boxMesh(0.32, 0.01, 0.32));
      body.setPose([0, -0.005, 0], IDENTITY);
      body.setLook({ skin: [0.12, 0.1, 0.08] });
      const groom = renderer.addGroom({ body });
      groom.setLook({ hairWidth: 0.0009 });
      groom.setStrands(strands.first, strands.id);
      show.now = () => groom.setPositions(strands.positions);
    },
    async *moments(times) {
      for (const _ of times) yield () => show.now();
    },
  };
}

export function describeFur(
  { whirlwind, grass, loads }: FurTable,
  pictures: readonly FurPicture[],
  folder: string,
): string {
  return [
    FUR_SOURCE,
    '',
    `Whirlwind over a quad with springs at its corners alone, frame ${WHIRL_FRAME}: how far tips are from upright, in lengths of the hair`,
    ...grid([
      [
        '  interpolated',
        'corners lean by',
        'centre',
        'half-way',
        'corner',
        'length at the centre',
        'published: centre',
      ],
      ...whirlwind.map(whirlRow),
    ]),
    '',
    'Ball on grass',
    ...grid(grassRows(grass)),
    '',
    'Coats in motion',
    ...grid([
      ['  scene', 'hairs x segments', 'springs', 'springs, ms a frame', 'all hairs, ms a frame', 'published: a frame'],
      ...loads.map(loadRow),
    ]),
    ...(pictures.length > 0
      ? [
          '',
          `Pictures in ${folder}: ${pictures.map(({ file, seconds }) => `${file} (${seconds.toFixed(0)} s)`).join(', ')}`,
        ]
      : ['', 'Pictures: pelage reproduce fur -o FOLDER']),
    '',
    CAVEAT,
  ].join('\n');
}

const whirlRow = ({ interpolation, cornerAngle, centre, quarter, corner, height }: Whirled): string[] => [
  `  ${interpolation === 'springs' ? 'springs' : 'shapes'}`,
  `${cornerAngle.toFixed(3)} rad`,
  centre < 1e-4 ? centre.toExponential(0) : centre.toFixed(3),
  quarter.toFixed(3),
  corner.toFixed(3),
  height.toFixed(3),
  interpolation === 'springs' ? 'nearly still' : 'considerable motion',
];

const degrees = (angle: number): string => `${((180 / Math.PI) * angle).toFixed(1)} degrees`;

const grassRows = ({ samples, blades, pressed, leastAngle, away, left }: GrassRow): string[][] => [
  ['  blades', `${blades} on ${samples} springs`],
  [
    '  under the ball',
    `${pressed} times a spring; the least bent by ${degrees(leastAngle)}`,
    'published: blades lie flat',
  ],
  ['  away from it', `${(100 * away).toFixed(0)} %`, 'published: pressed outward'],
  ['  a second after it has gone', `${degrees(left)} from as groomed`, 'published: recover'],
];

const loadRow = ({ scene, hairs, segments, samples, springs, points, published, publishedSize }: LoadRow): string[] => [
  `  ${scene}`,
  `${hairs} x ${segments}`,
  String(samples),
  springs.toPrecision(3),
  points.toPrecision(3),
  `about ${published} min at ${publishedSize}`,
];
