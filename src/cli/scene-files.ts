import type { Scene } from '../scene/schema.ts';
import type { Context } from './context.ts';
import { extensionsFor, meshExtensions } from './extensions.ts';
import { isFile, missingFile } from './files.ts';

interface NamedFile {
  /** The part of the scene that names it. */
  readonly part: string;
  readonly file: string;
  /** What could have been meant instead. */
  readonly extensions: readonly string[];
}

/** Sentences about files that a scene names and that are not there; empty where all are. */
export function missingSceneFiles(beside: Pick<Context, 'cwd'>, scene: Scene): string[] {
  return filesOf(scene)
    .filter(({ file }) => !isFile(beside, file))
    .map(({ part, file, extensions }) => {
      const { message } = missingFile(beside, file, extensions);
      return `${part}: ${message}${message.endsWith('?') ? '' : '.'}`;
    });
}

function filesOf({ bodies, grooms }: Scene): NamedFile[] {
  const hair = extensionsFor('readHair');
  return [
    ...bodies.flatMap(({ name, shape }) =>
      shape.kind === 'mesh' ? [{ part: `body ${name}`, file: shape.file, extensions: meshExtensions() }] : [],
    ),
    ...grooms.flatMap(({ name, control }) =>
      control.hold.flatMap(({ file }) =>
        file === undefined
          ? []
          : [{ part: `groom ${name}, control.hold`, file, extensions: extensionsFor('openAnimation') }],
      ),
    ),
    ...grooms.flatMap(({ name, source }) =>
      source.kind === 'file' ? [{ part: `groom ${name}`, file: source.file, extensions: hair }] : [],
    ),
  ];
}
