import { headMotion } from '../body/head-motion.ts';
import { Air, airParameters } from '../forces/air.ts';
import { material } from '../groom/materials.ts';
import { findModel } from '../models/index.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { prepareScene } from '../scene/instance.ts';
import { parseScene } from '../scene/read-scene.ts';
import { SCENE_VERSION } from '../scene/schema.ts';
import { oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { helixShape } from './oracles/helix.ts';
import { straightShape } from './rig.ts';

/** One row of the published cost beside ours. */
export interface CostRow {
  readonly strands: number;
  readonly elements: number;
  readonly hair: 'smooth' | 'curly';
  /** Whether it is a head of hair that touches the body and itself, or strands alone. */
  readonly hasContacts: boolean;
  /** Seconds of computing for one frame of 1/30 s, one step. */
  readonly ours: number;
  /** Newton iterations of a strand's step. */
  readonly iterations: number;
  /** Seconds on a 3 GHz Pentium 4, as a range; null where none is given. */
  readonly published: readonly [low: number, high: number] | null;
}

export interface CostTable {
  readonly rows: readonly CostRow[];
  /** Strands of five elements that fit into real time here, and there. */
  readonly realTime: { readonly ours: number; readonly published: number };
}

export interface CostOptions {
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Frames that are timed, at most. */
  readonly frames?: number;
}

const FRAME = 1 / 30;
const NODES = 32;
/** Milliseconds after which a row has been timed long enough. */
const LONGEST = 3000;
const LENGTH = 0.2;
/** Spec super-helices, section 11: a full head of 100 to 200 guide strands with 5 to 10 elements. */
const PUBLISHED: readonly [number, number] = [0.3, 3];

/**
 * The published cost of super-helices beside ours, on a head that shakes: strands alone, without contacts, as the source's
 * "up to 10 strands in real time", and full heads with contacts with the body and among strands, as the source's seconds a frame.
 */
export function superHelixCost({ now, frames = 30 }: CostOptions): CostTable {
  const rows = (
    [
      [10, 5, 'smooth'],
      [100, 5, 'curly'],
      [100, 10, 'curly'],
      [200, 5, 'smooth'],
      [200, 10, 'smooth'],
    ] as const
  ).map(([strands, elements, hair]): CostRow => {
    const { seconds, iterations } = time(strands, elements, hair, now, frames);
    return { strands, elements, hair, hasContacts: false, ours: seconds, iterations, published: null };
  });
  const heads = ([100, 200] as const).map((strands) => timeHead(strands, now, frames));
  const smooth = rows.find((row) => row.strands === 200 && row.elements === 5)!;
  return {
    rows: [...rows, ...heads],
    realTime: { ours: Math.floor((FRAME / smooth.ours) * smooth.strands), published: 10 },
  };
}

/** 100 curly strands and 200 smooth ones of five elements on the bust, as published: the frame is one step. */
function timeHead(strands: 100 | 200, now: () => number, frames: number): CostRow {
  const [hair, style] = strands === 100 ? (['curly', 'curly'] as const) : (['smooth', 'long-straight'] as const);
  const scene = parseScene(
    {
      format: 'pelage-scene',
      version: SCENE_VERSION,
      name: hair,
      bodies: [{ name: 'head', motion: { kind: 'head', name: 'shake', period: 1, start: 0 } }],
      grooms: [
        {
          source: { kind: 'style', style },
          guides: strands,
          model: { name: 'super-helix', parameters: { elements: 5, mostElements: 5 } },
        },
      ],
      contact: { hair: [{ kind: 'contact' }] },
      step: FRAME,
      sleep: false,
    },
    hair,
  );
  const { simulation } = prepareScene(scene, { strands: 0 });
  const { seconds, iterations } = timed(simulation, strands, now, frames);
  return { strands, elements: 5, hair, hasContacts: true, ours: seconds, iterations, published: PUBLISHED };
}

function time(
  strands: number,
  elements: number,
  hair: CostRow['hair'],
  now: () => number,
  frames: number,
): { seconds: number; iterations: number } {
  const simulation = new Simulation(
    oneGroom({
      guides: rowOfHair(strands, hair),
      model: findModel('super-helix'),
      parameters: { elements, mostElements: elements },
      fibre: material(hair === 'smooth' ? 'asian-smooth' : 'caucasian-curly'),
      motion: headMotion('shake', { period: 1 }),
      fields: [new Air(completeParameters(airParameters), 1)],
      stepSize: FRAME,
    }),
  );
  return timed(simulation, strands, now, frames);
}

function timed(
  simulation: Simulation,
  strands: number,
  now: () => number,
  frames: number,
): { seconds: number; iterations: number } {
  simulation.advance(2);
  let solves = 0;
  let frame = 0;
  const start = now();
  let end = start;
  while (frame < frames && end - start < LONGEST) {
    simulation.advance(1);
    solves += simulation.report.solves;
    frame++;
    end = now();
  }
  return { seconds: (end - start) / 1000 / frame, iterations: solves / frame / strands };
}

function rowOfHair(strands: number, hair: CostRow['hair']): Strands {
  const shape =
    hair === 'smooth'
      ? straightShape(NODES, LENGTH / (NODES - 1), [0, -1, 0])
      : helixShape({ radius: 0.006, pitch: 0.005, hand: 1 }, NODES, LENGTH);
  const positions = new Float32Array(3 * strands * NODES);
  for (let k = 0; k < strands; k++)
    shape.forEach(([x, y, z], i) => {
      positions.set([x + 0.001 * k, y, z], 3 * (k * NODES + i));
    });
  return makeStrands({ first: uniformFirst(strands, NODES), positions });
}
