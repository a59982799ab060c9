import { grouped } from '../../formats/budget.ts';
import type { Scene } from '../../scene/schema.ts';
import { counted } from '../table.ts';
import type { Description } from './description.ts';

export interface SceneFindings {
  readonly isExample: boolean;
  /** Sentences. */
  readonly problems?: readonly string[];
}

export function describeScene(name: string, scene: Scene, { isExample, problems = [] }: SceneFindings): Description {
  return {
    title: `${name}: ${isExample ? 'built-in example' : 'scene'}`,
    rows: [
      ['name', scene.name],
      ['about', scene.about],
      ['body', scene.body.kind === 'mesh' ? scene.body.file : scene.body.kind],
      ['hair', scene.groom.kind === 'style' ? `style ${scene.groom.style}` : scene.groom.file],
      ['guides', `${grouped(scene.guides)} simulated`],
      ['strands', `${grouped(scene.strands)} shown`],
      ['model', scene.model.name],
      ...(scene.colliders.length > 0
        ? [['colliders', scene.colliders.map(({ name, shape }) => `${name} (${shape.kind})`).join(', ')] as const]
        : []),
      ['motion', scene.motion.kind === 'keys' ? counted(scene.motion.keys.length, 'key') : scene.motion.name],
      ['step', `${Number((1000 * scene.step).toPrecision(4))} ms`],
      ...problems.map((problem) => ['problem', problem] as const),
    ],
    notes: [],
    json: {
      ...(isExample ? { example: name } : { file: name }),
      kind: 'scene',
      name: scene.name,
      about: scene.about,
      guides: scene.guides,
      strands: scene.strands,
      problemCount: problems.length,
      problems,
      scene,
    },
  };
}
