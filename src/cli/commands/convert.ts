import { dirname, extname, resolve } from 'node:path';
import { filesBeside } from '../../formats/beside.ts';
import {
  type CurveBasis,
  type HairAnimation,
  knownFormats,
  type Metadata,
  openAnimation,
  type ReadOptions,
  readHair,
  readMesh,
  stillAnimation,
  type WriteOptions,
  writeAnimation,
  writeHair,
  writeMesh,
} from '../../formats/index.ts';
import { readScene } from '../../scene/read-scene.ts';
import { InputError } from '../../strands/input-error.ts';
import { pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import { withSource, writeDraft } from '../animation-files.ts';
import { type Command, command, type Report } from '../command.ts';
import type { Context } from '../context.ts';
import { type ConversionOptions, type Converted, convertHair } from '../conversion.ts';
import { listFor } from '../extensions.ts';
import { checkWritable, readBytes, writeWhole } from '../files.ts';
import { type Fitting, prepareFitting } from '../fitting.ts';
import { checkHairName } from '../hair-name.ts';
import { choice, flag, number, text } from '../options.ts';
import { folderReader } from '../scene-argument.ts';
import { bytesText, counted } from '../table.ts';
import { unitOption, upOption } from '../unit-options.ts';

/** Repairs that the document lists; their count is complete all the same. */
const MOST_REPAIRS = 1000;

export const convert: Command = command({
  name: 'convert',
  about:
    'Writes a hair file, animation or mesh in another format, or a scene in the newest form. Nothing finite is altered unless an option asks for it.',
  arguments: [
    { name: 'FROM', about: `a hair file, animation or mesh (${listFor('readHair')}) or a scene (.json)` },
    { name: 'TO', about: `the file to write; its extension is the format (${listFor('writeHair')})`, option: 'output' },
  ],
  options: {
    output: text({ about: 'another way to say TO', value: 'FILE', short: 'o' }),
    unit: unitOption('unit of FROM', 'what the file says, else m'),
    up: upOption('axis that points up in FROM'),
    'to-unit': unitOption('unit of TO', 'm'),
    'to-up': upOption('axis that points up in TO'),
    guides: choice('strands to keep, by the mark that some files have', 'WHICH', ['all', 'only', 'none'], 'all'),
    width: number({ about: 'diameter of every strand, millimetres', min: 1e-6, max: 1000 }),
    points: number({ about: 'resample every strand to so many points', min: 2, max: 65536, isWhole: true }),
    time: number({
      about: 'take one frame of an animation, seconds',
      min: -1e9,
      max: 1e9,
      otherwise: 'all that TO can hold',
    }),
    curves: choice('cubic curves as polylines, or their control points', 'HOW', ['evaluated', 'control'], 'evaluated'),
    refine: number({ about: 'segments for each control point', min: 1, max: 16, isWhole: true, otherwise: '2' }),
    repair: flag('mend bad strands, leave out those that cannot be mended, and say so'),
    'tfx-version': choice('version of a .tfx file', 'N', ['3', '4'], '4'),
    shape: choice('what strands become in a .glb file', 'SHAPE', ['cards', 'tubes', 'lines'], 'cards'),
    cards: number({ about: 'cards in a .glb file, at most', min: 1, max: 20_000, isWhole: true, otherwise: '300' }),
    body: text({
      about: 'bind the hair to this mesh (or bust or fox, the built-in ones) and say how far off it is',
      value: 'FILE',
    }),
    'carry-to': text({ about: 'carry the hair from the head of --body over to this one', value: 'FILE' }),
    clear: choice('hair that enters the body: end it there, or bend it out', 'HOW', ['cut', 'push'], undefined),
    reach: number({ about: 'name roots farther from the body, millimetres', min: 0, max: 1e6, otherwise: '5' }),
    far: choice('what becomes of those', 'HOW', ['keep', 'leave-out'], 'keep'),
    'body-unit': unitOption('unit of the bodies', 'what the file says, else m'),
    'obj-lines': choice('how an .obj file holds strands', 'HOW', ['segments', 'polylines'], 'segments'),
  },
  example: 'npx pelage convert a.abc b.usda',
  async run({ context, positionals: [from = '', to = ''], values, report, note }) {
    if (isJson(from)) {
      report(convertScene(context, from, to));
      return;
    }
    const options: ConversionOptions & ReadOptions = {
      unit: values.unit,
      up: values.up,
      files: filesBeside(from, (path) => readBytes(context, path)),
      time: values.time,
      curves: values.curves,
      refine: values.refine,
      guides: values.guides,
      repair: values.repair,
      partial: values.repair,
      width: values.width === undefined ? undefined : values.width / 1000,
      points: values.points,
    };
    const writing: WriteOptions = {
      tfxVersion: values['tfx-version'] === '3' ? 3 : 4,
      objLines: values['obj-lines'],
      gltfShape: values.shape,
      cards: values.cards,
      unit: values['to-unit'],
      up: values['to-up'],
    };
    const fitting = await prepareFitting(context, {
      body: values.body,
      carryTo: values['carry-to'],
      clear: values.clear,
      reach: values.reach === undefined ? undefined : values.reach / 1000,
      far: values.far,
      unit: values['body-unit'],
    });
    const done = convertFile(context, from, to, { ...options, fitting }, writing);
    for (const sentence of done.notes) note(sentence);
    const { actions, summary } = done;
    report({
      json: {
        from,
        to,
        bytes: done.bytes,
        ...done.totals,
        repairCount: actions.length,
        ...(summary ? { mended: summary.mended, leftOut: summary.leftOut } : {}),
        repairs: actions.slice(0, MOST_REPAIRS).map(({ strand, kind, detail }) => ({ strand, kind, detail })),
        notes: done.notes,
        ...done.report,
      },
      text: `Wrote ${to}: ${done.text}, ${bytesText(done.bytes)}.`,
      isFailure: summary?.isMuchLost ?? false,
    });
  },
});

const isJson = (name: string): boolean => extname(name).toLowerCase() === '.json';

/** Saves a scene of any version in the newest form. */
function convertScene(context: Context, from: string, to: string): Report {
  if (!isJson(to))
    throw new InputError(
      'convert/scene',
      `${from} is a scene: pelage grow ${from} -o ${to} writes the hair that grows in it`,
    );
  const bytes = readBytes(context, from);
  const scene = readScene(new TextDecoder().decode(bytes), from, folderReader(resolve(context.cwd, dirname(from))));
  const text = new TextEncoder().encode(`${JSON.stringify(scene, null, 2)}\n`);
  writeWhole(context, to, text);
  const { version, bodies, grooms } = scene;
  return {
    json: { from, to, bytes: text.length, version, bodies: bodies.length, grooms: grooms.length, notes: [] },
    text: `Wrote ${to}: a scene of version ${version} with ${counted(bodies.length, 'body', 'bodies')} and ${counted(grooms.length, 'groom')}, ${bytesText(text.length)}.`,
  };
}

interface Done extends Pick<Converted, 'actions' | 'summary' | 'notes'> {
  /** What was done with bodies. */
  readonly report?: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly text: string;
}

const can = (name: string, ability: string): boolean =>
  knownFormats().some(
    ({ extensions, can }) =>
      extensions.includes(extname(name).toLowerCase().slice(1)) && (can as string[]).includes(ability),
  );

interface Asked extends ConversionOptions, ReadOptions {
  readonly fitting: Fitting | null;
}

function convertFile(context: Context, from: string, to: string, options: Asked, writing: WriteOptions): Done {
  const isAnimation = can(from, 'openAnimation') && can(to, 'writeAnimation') && options.time === undefined;
  try {
    if (isAnimation) {
      checkTarget(context, to);
      return withSource(context, from, (source) => {
        const file = openAnimation(from, source, options);
        return finish(context, to, from, file, options, writing);
      });
    }
    const bytes = readBytes(context, from);
    checkTarget(context, to);
    const { strands, ...rest } = readHair(from, bytes, options);
    return finish(context, to, from, { animation: stillAnimation(strands), ...rest }, options, writing);
  } catch (error) {
    if (!isMeshInstead(error) || !can(from, 'readMesh') || !can(to, 'writeMesh')) throw error;
    return convertMesh(context, from, to, options, writing, error);
  }
}

/** A name that neither hair nor a mesh can be written to is refused before long work is done for it. */
function checkTarget(context: Context, to: string): void {
  if (!can(to, 'writeMesh')) checkHairName(to);
  checkWritable(context, to);
}

const isMeshInstead = (error: unknown): error is InputError =>
  error instanceof InputError && /\/no-(curves|lines)$/.test(error.code);

interface Opened {
  readonly animation: HairAnimation;
  readonly notes: readonly string[];
  readonly metadata: Metadata;
}

function finish(context: Context, to: string, from: string, file: Opened, options: Asked, writing: WriteOptions): Done {
  const { animation: converted, actions, summary, notes } = convertHair(from, file.animation, options);
  const { animation, report, notes: fitted } = fitAnimation(from, converted, options.fitting);
  const said = [...file.notes, ...notes, ...fitted];
  const more: WriteOptions = {
    ...writing,
    metadata: file.metadata,
    basis: options.curves === 'control' ? basisOf(file.metadata) : undefined,
    note: (sentence) => said.push(sentence),
  };
  const frames = animation.times.length;
  const bytes =
    frames > 1
      ? writeDraft(context, to, (sink) => writeAnimation(to, animation, sink, more))
      : writeOne(context, to, writeHair(to, animation.strands, more));
  return {
    bytes,
    actions,
    summary,
    notes: said,
    report,
    totals: { ...totals(animation.strands), ...(frames > 1 ? { frames } : {}) },
    text: [
      ...(frames > 1 ? [counted(frames, 'frame')] : []),
      counted(strandCount(animation.strands), 'strand'),
      counted(pointCount(animation.strands), 'point'),
    ].join(', '),
  };
}

/** Hair on its body, where one is named. */
function fitAnimation(
  from: string,
  animation: HairAnimation,
  fitting: Fitting | null,
): { animation: HairAnimation; notes: readonly string[]; report: Readonly<Record<string, unknown>> } {
  if (!fitting) return { animation, notes: [], report: {} };
  if (animation.times.length > 1)
    throw new InputError(
      'convert/animation',
      `${from} is an animation of ${animation.times.length} frames: take one with --time to bind it to a body.`,
    );
  const { strands, notes, report } = fitting(animation.strands);
  return { animation: { ...stillAnimation(strands), times: animation.times }, notes, report };
}

function writeOne(context: Context, to: string, bytes: Uint8Array): number {
  writeWhole(context, to, bytes);
  return bytes.length;
}

/** The basis that the control points had, where all curves of the file had the same. */
function basisOf(metadata: Metadata): CurveBasis | undefined {
  const said = metadata['abc.basis'] ?? metadata['usd.basis'];
  const bases: readonly CurveBasis[] = ['linear', 'bezier', 'bspline', 'catmullRom'];
  return bases.find((basis) => basis === said);
}

function convertMesh(
  context: Context,
  from: string,
  to: string,
  options: ReadOptions,
  writing: WriteOptions,
  noHair: InputError,
): Done {
  const { mesh, notes } = meshInstead(context, from, options, noHair);
  const said = [...notes];
  const bytes = writeOne(context, to, writeMesh(to, mesh, { ...writing, note: (sentence) => said.push(sentence) }));
  const vertices = mesh.positions.length / 3;
  const triangles = mesh.triangles.length / 3;
  return {
    bytes,
    actions: [],
    summary: undefined,
    notes: said,
    totals: { vertices, triangles },
    text: `a mesh of ${counted(triangles, 'triangle')}`,
  };
}

/** The mesh of a file without hair; where it has none either, what was wrong with the hair is the better message. */
function meshInstead(
  context: Context,
  from: string,
  options: ReadOptions,
  noHair: InputError,
): ReturnType<typeof readMesh> {
  try {
    return readMesh(from, readBytes(context, from), options);
  } catch (error) {
    throw error instanceof InputError ? noHair : error;
  }
}

const totals = (strands: Strands): { strands: number; points: number } => ({
  strands: strandCount(strands),
  points: pointCount(strands),
});
