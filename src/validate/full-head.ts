import { BodyObstacles } from '../contact/obstacles.ts';
import { clumpRadiusOf } from '../contact/strands/clumps.ts';
import { makeInteraction } from '../contact/strands/make.ts';
import { type InteractionDeclaration, makeDeclarations } from '../contact/strands/parameters.ts';
import { Air } from '../forces/air.ts';
import { HEAD_STYLE_NAMES } from '../groom/styles.ts';
import type { RestState, StrandModel } from '../models/model.ts';
import { type ChoiceParameter, choice, type NumberParameter, quantity } from '../numeric/parameters.ts';
import type { SceneMotion } from '../scene/body-schema.ts';
import type { GroomInstance } from '../scene/groom-instance.ts';
import { type BodyInstance, prepareScene, type SceneInstance } from '../scene/instance.ts';
import { parseScene } from '../scene/read-scene.ts';
import { SCENE_VERSION } from '../scene/schema.ts';
import { oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';

/** What the strands of a full head do to each other: a name for each method with its defaults. */
export const INTERACTIONS = ['none', 'contact', 'volume', 'fluid'] as const;
export type InteractionName = (typeof INTERACTIONS)[number];

/** Which head an experiment asks for. */
export interface HeadInputs {
  readonly style: ChoiceParameter;
  readonly guides: NumberParameter;
}

export const headInputs = (style: string, guides: number): HeadInputs => ({
  style: choice({ about: 'Name of the style.', options: HEAD_STYLE_NAMES, default: style }),
  guides: quantity({
    unit: '',
    about: 'Strands that are simulated.',
    min: 1,
    max: 10000,
    integer: true,
    default: guides,
  }),
});

export interface FullHead {
  readonly style: string;
  readonly guides: number;
  readonly motion?: Partial<SceneMotion>;
  /** The same head with another motion: saves making it again. */
  readonly like?: SceneInstance;
}

/** A built-in style on the bust, which several simulations may start from. */
export function makeFullHead({ style, guides, motion, like }: FullHead): SceneInstance {
  const scene = {
    format: 'pelage-scene',
    version: SCENE_VERSION,
    name: style,
    bodies: [{ name: 'head', ...(motion ? { motion } : {}) }],
    grooms: [{ source: { kind: 'style', style }, guides }],
  };
  return prepareScene(parseScene(scene, style), { strands: 0, ...(like ? { made: like.parts } : {}) });
}

export interface FullHeadRun {
  readonly model: StrandModel;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly restState: RestState;
  readonly interaction: InteractionName | readonly InteractionDeclaration[];
}

export function simulateHead(head: SceneInstance, run: FullHeadRun): Simulation {
  const { scene } = head;
  const [{ guides, fibre }] = head.grooms as [GroomInstance];
  const [body] = head.bodies as [BodyInstance];
  const declarations = declarationsOf(run.interaction);
  const clumpRadius = declarations.length > 0 ? clumpRadiusOf(guides) : () => 0;
  return new Simulation(
    oneGroom({
      guides,
      model: run.model,
      parameters: run.parameters ?? {},
      fibre,
      motion: body.motion,
      obstacles: (placed) => new BodyObstacles([body.collider(placed)!]),
      ...(declarations.length > 0
        ? {
            interaction: {
              clumpRadius,
              make: (groomed) => makeInteraction(declarations, { groomed })!,
            },
          }
        : {}),
      fields: [new Air(scene.air, scene.seed)],
      gravity: scene.gravity,
      restState: run.restState,
      stepSize: scene.step,
    }),
  );
}

function declarationsOf(
  interaction: InteractionName | readonly InteractionDeclaration[],
): readonly InteractionDeclaration[] {
  if (typeof interaction !== 'string') return interaction;
  return makeDeclarations(interaction === 'none' ? [] : [{ kind: interaction }]);
}

/** Mean distance to the body of the nodes beyond 1 cm of arc length, metres. */
export function meanDistance({ bodies }: SceneInstance, simulation: Simulation): number {
  const { first } = simulation;
  const x = new Float64Array(3 * first[first.length - 1]!);
  simulation.positionsAt(simulation.time, x);
  const [body] = bodies as [BodyInstance];
  const obstacles = new BodyObstacles([body.collider(body.motion)!]);
  const rows = new Float64Array((x.length / 3) * 8);
  obstacles.nearest(x, x.length / 3, simulation.time, rows);
  let [sum, count] = [0, 0];
  for (let k = 0; k + 1 < first.length; k++) {
    let s = 0;
    for (let i = first[k]! + 1; i < first[k + 1]!; i++) {
      s += Math.hypot(x[3 * i]! - x[3 * i - 3]!, x[3 * i + 1]! - x[3 * i - 2]!, x[3 * i + 2]! - x[3 * i - 1]!);
      if (s < 0.01) continue;
      sum += rows[8 * i]!;
      count++;
    }
  }
  return sum / count;
}

/** Seconds from one look at a head that is watched to the next, and looks in a second. */
export const LOOK = 0.1;
const LOOKS = 10;

/**
 * Lets hair go on for so many seconds and looks at a number of it all the while, or for less where the looks of the last two seconds decide
 * what is asked. Returns the last look, and when it was.
 */
export function watch(
  simulation: Simulation,
  seconds: number,
  look: () => number,
  isDecided: (last: readonly number[], before: readonly number[], left: number) => boolean,
): { readonly value: number; readonly time: number } {
  const looks: number[] = [];
  for (let n = 1; ; n++) {
    const time = Math.min(n * LOOK, seconds);
    simulation.advanceTo(time);
    const value = look();
    looks.push(value);
    const [last, before] = [looks.slice(-LOOKS), looks.slice(-2 * LOOKS, -LOOKS)];
    if (time >= seconds || (before.length === LOOKS && isDecided(last, before, seconds - time))) return { value, time };
  }
}

/** Speed of the fastest node, m/s. */
export function fastestNode(simulation: Simulation): number {
  const v = new Float64Array(3 * simulation.first[simulation.first.length - 1]!);
  simulation.velocities(v);
  let most = 0;
  for (let i = 0; i < v.length; i += 3) most = Math.max(most, Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!));
  return most;
}

/** Fraction of the nodes that are slower than `speed`, m/s. */
export function fractionBelow(simulation: Simulation, speed: number): number {
  const { first } = simulation;
  const nodes = first[first.length - 1]!;
  const v = new Float64Array(3 * nodes);
  simulation.velocities(v);
  let count = 0;
  for (let i = 0; i < nodes; i++) if (Math.hypot(v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!) < speed) count++;
  return count / nodes;
}
