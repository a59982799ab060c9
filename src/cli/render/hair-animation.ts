import { readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { filesBeside } from '../../formats/beside.ts';
import { type HairAnimation, knownFormats, openAnimation, type ReadOptions, readHair } from '../../formats/index.ts';
import { InputError } from '../../strands/input-error.ts';
import type { Strands } from '../../strands/strands.ts';
import { openSource } from '../animation-files.ts';
import type { Context } from '../context.ts';
import { isFile, isFolder, readBytes } from '../files.ts';

/** Hair that was simulated before: a folder of frames or a file that holds time. */
export interface StoredAnimation {
  readonly animation: HairAnimation;
  readonly notes: readonly string[];
  close(): void;
}

const FRAME = /^frame-(\d+)\.(hair|tfx|obj)$/;

/** A folder of frames as `pelage simulate` writes it, at so many frames a second. */
function folderAnimation(context: Context, folder: string, fps: number): HairAnimation {
  const names = readdirSync(resolve(context.cwd, folder))
    .filter((name) => FRAME.test(name))
    .sort();
  if (names.length === 0)
    throw new InputError(
      'cache/empty',
      `${folder} holds no frames; pelage simulate SCENE --strands full -o ${folder} writes some`,
    );
  const read = (k: number): Strands => {
    const name = join(folder, names[k]!);
    return readHair(name, readBytes(context, name), {}).strands;
  };
  const strands = read(0);
  return {
    strands,
    times: Float64Array.from(names, (_, k) => k / fps),
    frame(k) {
      const { positions } = read(k);
      if (positions.length !== strands.positions.length)
        throw new InputError('cache/uneven', `${folder}: frame ${k + 1} has other strands than the first`);
      return positions;
    },
  };
}

const holdsTime = (name: string): boolean =>
  knownFormats().some(
    ({ extensions, can }) => extensions.includes(extname(name).toLowerCase().slice(1)) && can.includes('openAnimation'),
  );

/** The animation of that name; null where it is none: a scene, an example, a groom that stands still. */
export function storedAnimation(
  context: Context,
  name: string,
  fps: number,
  options: ReadOptions,
): StoredAnimation | null {
  if (isFolder(context, name)) return { animation: folderAnimation(context, name, fps), notes: [], close: () => {} };
  if (!isFile(context, name) || !holdsTime(name)) return null;
  const source = openSource(context, name);
  try {
    const { animation, notes } = openAnimation(name, source, {
      ...options,
      files: filesBeside(name, (path) => readBytes(context, path)),
    });
    if (animation.times.length > 1) return { animation, notes, close: source.close };
  } catch (error) {
    source.close();
    throw error;
  }
  source.close();
  return null;
}
