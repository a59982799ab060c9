import { dirname, extname, resolve } from 'node:path';
import { animationDuration } from '../../body/animated-mesh.ts';
import { filesBeside } from '../../formats/beside.ts';
import {
  isGltf,
  knownFormats,
  metresPer,
  openAnimation,
  type ReadOptions,
  readBody,
  readHair,
  readMesh,
  readTfxBone,
} from '../../formats/index.ts';
import { exampleNames, exampleScene } from '../../scene/examples.ts';
import { readScene } from '../../scene/read-scene.ts';
import { InputError } from '../../strands/input-error.ts';
import { withOption } from '../advice.ts';
import { withSource } from '../animation-files.ts';
import { type Command, command, type Report } from '../command.ts';
import type { Context } from '../context.ts';
import { type Description, reportOf } from '../describe/description.ts';
import { describeHair } from '../describe/hair.ts';
import { describeMesh } from '../describe/mesh.ts';
import { describeScene } from '../describe/scene.ts';
import { describeSkin } from '../describe/skin.ts';
import { explain } from '../errors.ts';
import { isFile, readBytes } from '../files.ts';
import { folderReader, missingInput } from '../scene-argument.ts';
import { missingSceneFiles } from '../scene-files.ts';
import { unitOption, upOption } from '../unit-options.ts';

const KNOWN = [...knownFormats().flatMap(({ extensions }) => extensions), 'tfxbone', 'json'].map((one) => `.${one}`);

export const info: Command = command({
  name: 'info',
  about: 'Says what hair files, meshes, scenes or examples hold, and what is wrong with them.',
  arguments: [
    {
      name: 'FILE',
      about: `a file (${[...KNOWN, '.gltf'].join(' ')}) or the name of an example`,
      isRepeated: true,
    },
  ],
  options: {
    unit: unitOption('unit of the file', 'what the file says, else m'),
    up: upOption('axis that points up in the file'),
  },
  example: 'npx pelage info big.hair --json',
  async run({ context, positionals, values, report }) {
    const [name = '', ...more] = positionals;
    if (more.length === 0) report(await reportOn(context, name, values));
    else report(joinedReport(await Promise.all(positionals.map((one) => reportOrFailure(context, one, values)))));
  },
});

async function reportOn(context: Context, name: string, options: ReadOptions): Promise<Report> {
  const isBody = isGltf(name) && isFile(context, name);
  const reading: ReadOptions = { ...options, files: filesBeside(name, (path) => readBytes(context, path)) };
  const found = isBody ? await describeBody(context, name, options) : describe(context, name, reading);
  return reportOf({ ...found, notes: found.notes.map((note) => withOption(note, info)) });
}

/** Of several files, one that cannot be read does not keep the others from being described. */
async function reportOrFailure(context: Context, name: string, options: ReadOptions): Promise<Report> {
  try {
    return await reportOn(context, name, options);
  } catch (error) {
    const { code, message } = explain(error);
    return { json: { file: name, error: { code, message } }, text: message, isFailure: true };
  }
}

const joinedReport = (reports: readonly Report[]): Report => ({
  json: reports.map(({ json }) => json),
  text: reports.map(({ text }) => text).join('\n\n'),
  isFailure: reports.some(({ isFailure }) => isFailure),
});

function describe(context: Context, name: string, options: ReadOptions): Description {
  if (!isFile(context, name) && exampleNames.includes(name))
    return describeScene(name, exampleScene(name), { isExample: true });
  if (!isFile(context, name)) throw missingInput(context, name);
  const extension = extname(name).toLowerCase();
  if (isAnimationName(extension)) return describeAnimation(context, name, options);
  const bytes = readBytes(context, name);
  if (extension === '.json' || (extension === '' && bytes[0] === OPENING_BRACE))
    return describeSceneFile(context, name, bytes);
  if (extension === '.tfxbone') return describeSkin(name, bytes.length, readTfxBone(name, bytes));
  return describeShape(name, bytes, options);
}

function describeSceneFile(context: Context, name: string, bytes: Uint8Array): Description {
  const beside = { cwd: resolve(context.cwd, dirname(name)) };
  const scene = readScene(new TextDecoder().decode(bytes), name, folderReader(beside.cwd));
  return describeScene(name, scene, { isExample: false, problems: missingSceneFiles(beside, scene) });
}

/** A glTF file: what may be a body. */
async function describeBody(context: Context, name: string, { unit }: ReadOptions): Promise<Description> {
  const bytes = readBytes(context, name);
  const files = (neighbour: string): Uint8Array => readBytes(context, neighbour);
  const options = unit === undefined ? {} : { unit: metresPer(unit) };
  const { mesh, animation, notes } = await readBody(name, bytes, options, files);
  const moves = animation ? [`it moves by itself for ${Number(animationDuration(animation).toPrecision(3))} s`] : [];
  return describeMesh(name, bytes.length, { mesh, notes: [...notes, ...moves] });
}

const OPENING_BRACE = 0x7b;

const isAnimationName = (extension: string): boolean =>
  knownFormats().some(
    ({ extensions, can }) => extensions.includes(extension.slice(1)) && can.includes('openAnimation'),
  );

/** Hair that may move or, where a file has none, a mesh. Only what is described is read: animations may be large. */
function describeAnimation(context: Context, name: string, options: ReadOptions): Description {
  return withSource(context, name, (source) => {
    try {
      const { animation, ...rest } = openAnimation(name, source, options);
      return describeHair(name, source.size, { strands: animation.strands, ...rest }, animation.times);
    } catch (error) {
      if (!(error instanceof InputError && /\/no-curves$/.test(error.code))) throw error;
      return describeMesh(
        name,
        source.size,
        meshInstead(() => readMesh(name, readBytes(context, name), options), error),
      );
    }
  });
}

/** Where there is no mesh either, what was wrong with the hair is the better message. */
function meshInstead<T>(read: () => T, noHair: InputError): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? noHair : error;
  }
}

/** Hair or, where a file of a format that holds both has no line, a mesh. */
function describeShape(name: string, bytes: Uint8Array, options: ReadOptions): Description {
  try {
    return describeHair(name, bytes.length, readHair(name, bytes, options));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (/\/no-lines$/.test(error.code)) return describeMesh(name, bytes.length, readMesh(name, bytes, options));
    if (error.code === 'format/unknown') throw unknownFormat(name);
    throw error;
  }
}

function unknownFormat(name: string): InputError {
  const extension = extname(name);
  return new InputError(
    'format/unknown',
    `${name}: ${extension ? `the extension ${extension} is not known` : 'the name has no extension'}; ` +
      `known are ${KNOWN.join(', ')}`,
  );
}
