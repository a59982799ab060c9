import { BodyObstacles } from '../../contact/obstacles.ts';
import { Air } from '../../forces/air.ts';
import { HEAD_STYLE_NAMES } from '../../groom/styles.ts';
import type { RestReport, StrandDynamics, StrandModel } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { exampleNames, exampleScene } from '../../scene/examples.ts';
import type { GroomInstance } from '../../scene/groom-instance.ts';
import { type BodyInstance, prepareScene, type SceneInstance } from '../../scene/instance.ts';
import { parseScene } from '../../scene/read-scene.ts';
import { SCENE_VERSION, type Scene } from '../../scene/schema.ts';
import { oneGroom } from '../../simulation/setup.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { headInputs } from '../full-head.ts';

/** Fractions of a strand's length, and of the strands. */
const MOST_MEDIAN = 0.005;
const MOST_WORST = 0.02;
const MOST_HELPED = 0.1;
/** Hair that stands up by gel cannot stand alone. */
const STANDING = 'mohawk';

export const sag: Experiment = experiment({
  name: 'sag',
  about: 'How far a built-in style moves by itself after load, strands alone; error in fractions of what is allowed.',
  inputs: {
    ...headInputs('long-wavy', 60),
    seconds: quantity({ unit: 's', about: 'How long the hair is left alone.', min: 0.1, max: 60, default: 5 }),
  },
  set: HEAD_STYLE_NAMES.map((style) => ({ style })),
  run(model, { style, guides, seconds }) {
    const scene = sceneOf(style, guides, model);
    const head = prepareScene(scene, { strands: 0 });
    const alone = leave(head, model, seconds, null);
    const onBody = leave(head, model, seconds, head.bodies[0]!);
    const helped = (report: RestReport | undefined): number => (report ? report.helped / report.strands : 0);
    const fractions = [alone.median / MOST_MEDIAN, alone.worst / MOST_WORST];
    if (style !== STANDING) fractions.push(helped(alone.rest) / MOST_HELPED);
    return {
      measured: { median: alone.median, worst: alone.worst, helped: helped(alone.rest) },
      expected: { median: 0, worst: 0, helped: 0 },
      error: Math.max(...fractions),
      bound: 1,
      beside: {
        strands: guides,
        ...counts('', alone.rest),
        bodyMedian: onBody.median,
        bodyWorst: onBody.worst,
        ...counts('body', onBody.rest),
      },
      ...(alone.rest ? {} : { note: `the model ${model.name} does not say how many strands are carried or held` }),
    };
  },
});

function counts(prefix: string, rest: RestReport | undefined): Record<string, number> {
  if (!rest) return {};
  return prefix === ''
    ? { carried: rest.carried, held: rest.held }
    : { [`${prefix}Carried`]: rest.carried, [`${prefix}Held`]: rest.held };
}

/** The example of that name, where there is one, on a head that keeps still. */
function sceneOf(style: string, guides: number, model: StrandModel): Scene {
  const bare = {
    ...{ format: 'pelage-scene', version: SCENE_VERSION, name: style },
    grooms: [{ source: { kind: 'style', style } }],
  };
  const scene = exampleNames.includes(style) ? exampleScene(style) : parseScene(bare, style);
  const [body, groom] = [scene.bodies[0]!, scene.grooms[0]!];
  const isOwn = groom.model.name === model.name;
  return {
    ...scene,
    bodies: [{ ...body, motion: { kind: 'head', name: 'still', cycles: 1, start: 0, ramp: 0.3 } }],
    grooms: [{ ...groom, guides, model: { name: model.name, parameters: isOwn ? groom.model.parameters : {} } }],
  };
}

interface Left {
  /** Farthest move of a point of a strand, in lengths of the strand: of the strand in the middle and of the worst. */
  readonly median: number;
  readonly worst: number;
  readonly rest: RestReport | undefined;
}

function leave(
  { scene, grooms, bodies }: SceneInstance,
  model: StrandModel,
  seconds: number,
  body: BodyInstance | null,
): Left {
  const [{ guides, fibre, declared }] = grooms as [GroomInstance];
  let dynamics: StrandDynamics | null = null;
  const simulation = new Simulation(
    oneGroom({
      guides,
      model: {
        ...model,
        create: (setup, parameters) => {
          dynamics = model.create(setup, parameters);
          return dynamics;
        },
      },
      parameters: declared.model.parameters,
      fibre,
      motion: { at: () => bodies[0]!.state(0) },
      ...(body ? { obstacles: (placed) => new BodyObstacles([body.collider(placed)!]) } : {}),
      fields: [new Air(scene.air, scene.seed)],
      gravity: scene.gravity,
      restState: 'sag-free',
      stepSize: scene.step,
    }),
  );
  const before = new Float64Array(guides.positions.length);
  const after = new Float64Array(guides.positions.length);
  simulation.positionsAt(0, before);
  simulation.advanceTo(seconds);
  simulation.positionsAt(simulation.time, after);
  const moves = drifts(simulation.first, before, after).sort((a, b) => a - b);
  const rest = (dynamics as StrandDynamics | null)?.restReport?.();
  return { median: moves[Math.floor(moves.length / 2)]!, worst: moves.at(-1)!, rest };
}

/** The farthest move of every strand, in its lengths. */
function drifts(first: Uint32Array, before: Float64Array, after: Float64Array): number[] {
  return Array.from({ length: first.length - 1 }, (_, k) => {
    let [length, most] = [0, 0];
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const p = 3 * i;
      const move = Math.hypot(after[p]! - before[p]!, after[p + 1]! - before[p + 1]!, after[p + 2]! - before[p + 2]!);
      most = Math.max(most, move);
      if (i > first[k]!)
        length += Math.hypot(
          before[p]! - before[p - 3]!,
          before[p + 1]! - before[p - 2]!,
          before[p + 2]! - before[p - 1]!,
        );
    }
    return most / length;
  });
}
