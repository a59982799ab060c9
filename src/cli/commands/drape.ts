import { dirname, extname, relative, resolve } from 'node:path';
import { writeHair } from '../../formats/index.ts';
import { adaptScene } from '../../scene/adapt.ts';
import { toBodySpace } from '../../scene/body-space.ts';
import { drapedScene, type Restlessness, restlessness, strandShifts } from '../../scene/drape.ts';
import { fileWord, groomFiles, type NamedStrands } from '../../scene/groom-files.ts';
import type { GroomInstance } from '../../scene/groom-instance.ts';
import { loadScene, type SceneInstance } from '../../scene/instance.ts';
import { withRenderAttributes } from '../../scene/render-attributes.ts';
import type { Scene } from '../../scene/schema.ts';
import { SHOT_VERSION } from '../../scene/shot.ts';
import type { Strands } from '../../strands/strands.ts';
import { type Command, command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { listFor } from '../extensions.ts';
import { checkWritable, isFile, writeWhole } from '../files.ts';
import { checkHairName } from '../hair-name.ts';
import { forGrooms, number, numberOr, requiredText } from '../options.ts';
import { folderReader, isHairFile, namedScene, SCENE_ABOUT, sceneOptions } from '../scene-argument.ts';
import { lengthText, timeText } from '../table.ts';

/** How often somebody looks whether hair is still, seconds. */
const LOOK = 1 / 30;
/** Looks in a row that must find it still. */
const LOOKS = 3;
/** The document names so many of the strands that moved farthest. */
const NAMED = 20;

export const drape: Command = command({
  name: 'drape',
  about:
    'Lets hair fall on its body until it is still, and writes it: as hair, or as a shot with the draped hair as its groom.',
  arguments: [{ name: 'SCENE', about: SCENE_ABOUT }],
  options: {
    output: requiredText({
      about: `a hair file (${listFor('writeHair')}), or a shot (.json) that begins with SCENE, with a hair file beside it`,
      value: 'FILE',
      short: 'o',
    }),
    guides: forGrooms(
      number({ about: 'strands to simulate', min: 1, max: 100_000, isWhole: true, otherwise: "the scene's" }),
    ),
    strands: forGrooms(
      number({ about: 'strands to write', min: 0, max: 10_000_000, isWhole: true, otherwise: "the scene's" }),
    ),
    still: numberOr(0.002, { about: 'speed below which every point counts as still, m/s', min: 1e-6, max: 10 }),
    seconds: numberOr(20, { about: 'gives up after so long, in the time of the hair', min: 0.1, max: 3600 }),
    ramp: numberOr(0.5, { about: 'seconds in which gravity comes', min: 0.01, max: 100 }),
    damping: numberOr(8, { about: 'rate at which hair loses its motion, 1/s', min: 0, max: 1000 }),
    ...sceneOptions,
  },
  example: 'npx pelage drape long-wavy -o draped.json',
  async run({ context, positionals: [name = ''], values, report, note, progress }) {
    const { output, still, seconds } = values;
    const isShot = extname(output) === '.json';
    if (!isShot) checkHairName(output);
    else if (isHairFile(name))
      throw new UsageError('usage/shot', `a shot begins with a scene, and ${name} is hair: give -o a hair file`);
    checkWritable(context, output);
    const named = namedScene(context, name, values);
    const scene = drapedScene(adaptScene(named.scene, { guides: values.guides, strands: values.strands }), values);
    const start = context.now();
    const bar = progress('Draping', seconds);
    bar.update(0, scene.name);
    const instance = await loadScene(scene, { files: folderReader(named.folder) });
    const { rest, time } = settle(instance, { still, seconds, ramp: values.ramp }, (now, at) =>
      bar.update(at, `fastest point ${lengthText(now.fastest)} a second`),
    );
    bar.end();
    const isStill = rest.fastest < still;
    const { strands, moved } = drapedHair(instance, time);
    const files = isShot
      ? writeShot(context, output, { named: named.scene, name, instance, strands })
      : groomFiles(output, strands).map((file) => {
          writeWhole(context, file.name, writeHair(file.name, file.strands));
          return file.name;
        });
    const notes = [
      ...named.notes,
      ...instance.notes,
      ...(named.scene.strokes.length > 0 ? ['what tools did in the scene is left out: the groom is draped'] : []),
      ...instance.bodies
        .filter(({ deformation }) => deformation)
        .map((body) => `${body.name} is animated and moves on while hair is draped: drape on a body that stands still`),
      ...(isStill
        ? []
        : [
            `not still after ${timeText(time)}: strand ${rest.strand} moves at ${lengthText(rest.fastest)} a second (--seconds gives more time, --still asks for less)`,
          ]),
    ];
    for (const sentence of notes) note(sentence);
    const farthest = moved[0];
    report({
      json: {
        scene: named.scene.name,
        ...{ output, files, isStill, seconds: time, fastest: rest.fastest },
        moved: { mean: mean(moved.map((one) => one.distance)), farthest: moved.slice(0, NAMED) },
        events: instance.simulation.events,
        elapsed: (context.now() - start) / 1000,
        notes,
      },
      text: `Wrote ${files.join(', ')}: ${isStill ? 'still' : 'not still'} after ${timeText(time)} of hair's time${
        farthest ? `; strand ${farthest.id} moved farthest, by ${lengthText(farthest.distance)}` : ''
      }. It took ${timeText((context.now() - start) / 1000)}.`,
      isFailure: !isStill,
    });
  },
});

/** Runs until nothing moves, or until time is up. */
function settle(
  { simulation }: SceneInstance,
  { still, seconds, ramp }: { readonly still: number; readonly seconds: number; readonly ramp: number },
  tell: (rest: Restlessness, time: number) => void,
): { rest: Restlessness; time: number } {
  let rest = restlessness(simulation);
  for (let looks = 0; looks < LOOKS && simulation.time < seconds; ) {
    simulation.advanceTo(Math.min(seconds, simulation.time + LOOK));
    rest = restlessness(simulation);
    looks = simulation.time > ramp && rest.fastest < still ? looks + 1 : 0;
    tell(rest, simulation.time);
  }
  return { rest, time: simulation.time };
}

interface Shift {
  readonly id: number;
  readonly groom: string;
  /** Metres. */
  readonly distance: number;
}

/** All strands that are shown in the coordinates of their bodies, each with how far it was moved; those that moved farthest first. */
function drapedHair(
  { grooms, bodies, simulation }: SceneInstance,
  time: number,
): { strands: NamedStrands[]; moved: Shift[] } {
  const all = new Float32Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(time, all);
  let from = 0;
  const moved: Shift[] = [];
  const strands = grooms.map((groom): NamedStrands => {
    const guides = all.subarray(from, (from += groom.guides.positions.length));
    const shown = shownOf(groom);
    const before = positionsOf(groom, groom.guides.positions, 0);
    const after = positionsOf(groom, guides, time);
    const shifts = strandShifts(shown.first, before, after);
    shown.id.forEach((id, k) => {
      moved.push({ id, groom: groom.name, distance: shifts[k]! });
    });
    const state = bodies[groom.body]?.state(time);
    if (state) toBodySpace(after, state, after);
    const draped: Strands = {
      ...shown,
      positions: after,
      strandAttributes: new Map([...shown.strandAttributes, ['moved', { size: 1, data: shifts }]]),
    };
    return { name: groom.name, strands: withRenderAttributes(groom, draped) };
  });
  return { strands, moved: moved.sort((a, b) => b.distance - a.distance || a.id - b.id) };
}

const shownOf = ({ declared, guides, hair }: GroomInstance): Strands =>
  declared.strands === 0 ? guides : hair.strands;

function positionsOf(groom: GroomInstance, guides: Float32Array, time: number): Float32Array {
  if (groom.declared.strands === 0) return guides.slice();
  const out = new Float32Array(groom.hair.strands.positions.length);
  groom.hair.update(guides, time, out);
  return out;
}

interface DrapedShot {
  readonly named: Scene;
  /** What the person called the scene. */
  readonly name: string;
  readonly instance: SceneInstance;
  readonly strands: readonly NamedStrands[];
}

/** A shot whose grooms are the draped hair, which stays so at full gravity; the scene itself is left as it is. */
function writeShot(context: Parameters<typeof writeWhole>[0], output: string, shot: DrapedShot): string[] {
  const { named, name, instance, strands } = shot;
  const stem = output.slice(0, -extname(output).length);
  const folder = resolve(context.cwd, dirname(output));
  const changes: Record<string, unknown> = {};
  const files = strands.map((groom, g) => {
    const file = `${stem}-${fileWord(groom.name)}.abc`;
    writeWhole(context, file, writeHair(file, groom.strands));
    const place = `grooms.${groom.name}`;
    const { radius, ellipticity, density, youngsModulus, poissonRatio } = instance.grooms[g]!.fibre;
    changes[`${place}.source`] = { kind: 'file', file: relative(folder, resolve(context.cwd, file)) };
    changes[`${place}.fibre`] = { radius, ellipticity, density, youngsModulus, poissonRatio };
    changes[`${place}.rest`] = 'sag-free';
    return file;
  });
  const base = isFile(context, name) ? relative(folder, resolve(context.cwd, name)) : name;
  const json = { format: 'pelage-shot', version: SHOT_VERSION, name: `${named.name}, draped`, base, changes };
  writeWhole(context, output, new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`));
  return [output, ...files];
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
