import { grouped } from '../../formats/budget.ts';
import type { SceneBody } from '../../scene/body-schema.ts';
import { bodyOfGroom } from '../../scene/groom-instance.ts';
import type { SceneGroom } from '../../scene/groom-schema.ts';
import type { Scene } from '../../scene/schema.ts';
import { counted } from '../table.ts';
import type { Description } from './description.ts';

export interface SceneFindings {
  readonly isExample: boolean;
  /** Sentences. */
  readonly problems?: readonly string[];
}

export function describeScene(name: string, scene: Scene, { isExample, problems = [] }: SceneFindings): Description {
  const { bodies, grooms } = scene;
  const total = (count: (groom: SceneGroom) => number): number => grooms.reduce((sum, groom) => sum + count(groom), 0);
  const [guides, strands] = [total((groom) => groom.guides), total((groom) => groom.strands)];
  return {
    title: `${name}: ${isExample ? 'built-in example' : 'scene'}`,
    rows: [
      ['name', scene.name],
      ['about', scene.about],
      ...bodies.map((body) => ['body', describeBody(body)] as const),
      ...grooms.map((groom) => ['groom', describeGroom(groom, scene)] as const),
      ['guides', `${grouped(guides)} simulated`],
      ['strands', `${grouped(strands)} shown`],
      ['step', `${Number((1000 * scene.step).toPrecision(4))} ms`],
      ...problems.map((problem) => ['problem', problem] as const),
    ],
    notes: [],
    json: {
      ...(isExample ? { example: name } : { file: name }),
      kind: 'scene',
      name: scene.name,
      about: scene.about,
      guides,
      strands,
      problemCount: problems.length,
      problems,
      scene,
    },
  };
}

function describeBody({ name, shape, on, collider, motion }: SceneBody): string {
  return [
    `${name}: ${shape.kind === 'mesh' ? shape.file : shape.kind}`,
    ...('animation' in shape && shape.animation ? [`animation ${shape.animation}`] : []),
    ...(on === null ? [] : [`on ${on}`]),
    ...(collider ? [] : ['hair may enter it']),
    motion.kind === 'keys' ? `moves by ${counted(motion.keys.length, 'key')}` : motion.name,
  ].join(', ');
}

function describeGroom(groom: SceneGroom, scene: Scene): string {
  const { name, source, region, guides, strands, model } = groom;
  const body = scene.bodies[bodyOfGroom(scene, groom)]?.name;
  return [
    `${name}: ${source.kind === 'style' ? `style ${source.style}` : source.kind === 'file' ? source.file : source.kind}`,
    body === undefined ? 'in the air' : `on ${body}${region === undefined ? '' : ` (${region})`}`,
    `${counted(guides, 'guide')} of ${counted(strands, 'strand')}`,
    model.name,
  ].join(', ');
}
