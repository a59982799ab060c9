import type { Scene } from '../scene/schema.ts';
import type { Context } from './context.ts';
import { extensionsFor, meshExtensions } from './extensions.ts';
import { isFile, missingFile } from './files.ts';

interface NamedFile {
  /** The place in the scene that names it. */
  readonly place: string;
  readonly file: string;
  /** What could have been meant instead. */
  readonly extensions: readonly string[];
}

/** Sentences about files that a scene names and that are not there; empty where all are. */
export function missingSceneFiles(beside: Pick<Context, 'cwd'>, scene: Scene): string[] {
  return filesOf(scene)
    .filter(({ file }) => !isFile(beside, file))
    .map(({ place, file, extensions }) => {
      const { message } = missingFile(beside, file, extensions);
      return `${place}: ${message}${message.endsWith('?') ? '' : '.'}`;
    });
}

function filesOf({ bodies, grooms }: Scene): NamedFile[] {
  const hair = extensionsFor('readHair');
  return [
    ...bodies.flatMap(({ shape }, k) =>
      shape.kind === 'mesh'
        ? [{ place: `bodies.${k}.shape.file`, file: shape.file, extensions: meshExtensions() }]
        : [],
    ),
    ...grooms.flatMap(({ source }, k) =>
      source.kind === 'file' ? [{ place: `grooms.${k}.source.file`, file: source.file, extensions: hair }] : [],
    ),
  ];
}
