import type { StrandModel } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { type Experiment, experiment, ofOneBend } from '../experiment.ts';
import { clampedFraction, edgeFor, fibreNumbers, lengthForGamma } from '../fibre.ts';
import { type ElasticaTip, elasticaShape } from '../oracles/elastica.ts';
import type { Plot } from '../plot.ts';
import { elementInputs, elementParameters, G, Rig, straightShape } from '../rig.ts';

const BOUND = 0.005;
/** Of strands made of a few elements. */
const ELEMENT_BOUND = 0.01;
const LEAST_ORDER = 1.8;

export const cantilever: Experiment = experiment({
  name: 'cantilever',
  about: 'Tip of a strand clamped level and bent by its weight, against the elastica; error in free lengths.',
  inputs: {
    gamma: quantity({
      unit: '',
      about: 'Weight against stiffness: ρS g L³ / EI.',
      min: 0.1,
      max: 1000,
      default: 10,
    }),
    nodes: quantity({
      unit: '',
      about: 'Nodes, the two clamped ones included.',
      min: 5,
      max: 512,
      integer: true,
      default: 64,
    }),
    halvings: quantity({
      unit: '',
      about:
        'So many runs more, each with half the nodes (elements) of the one before; they give the order of convergence.',
      min: 0,
      max: 4,
      integer: true,
      default: 0,
    }),
    ...elementInputs,
  },
  set: [...[0.1, 1, 10, 100, 1000].map((gamma) => ({ gamma })), { gamma: 10, halvings: 2 }],
  elementSet: [
    ...[0.1, 1, 10].map((gamma) => ({ gamma, elements: 5 })),
    ...[10, 100].map((gamma) => ({ gamma, elements: 10, placement: 'curvature' })),
    { gamma: 10, elements: 20, halvings: 2 },
  ],
  unfit: ofOneBend,
  run(model, { gamma, nodes, halvings, elements, placement }) {
    const shape = elasticaShape(gamma);
    const expected = { x: shape.at(-2)!, drop: shape.at(-1)! };
    const runs = Array.from({ length: halvings + 1 }, (_, k) => {
      const fewer = (count: number): number => Math.round(count / 2 ** k);
      return elements > 0
        ? hang(model, gamma, nodes, elementParameters(fewer(elements), placement))
        : hang(model, gamma, fewer(nodes), elementParameters(0, placement));
    });
    const errors = runs.map(({ tip }) => Math.hypot(tip.x - expected.x, tip.drop - expected.drop));
    const { tip, path } = runs[0]!;
    const error = errors[0]!;
    const note = runs[0]!.speed > CALM ? `not at rest after ${LONGEST} s: ${runs[0]!.speed} m/s` : undefined;
    const common = {
      bound: elements > 0 ? ELEMENT_BOUND : BOUND,
      plot: plotOf(gamma, shape, path),
      ...(note ? { note } : {}),
    };
    if (halvings === 0) return { ...common, measured: { ...tip }, expected, error };
    // Over the whole range of nodes: single halvings scatter with the sign of higher terms.
    const held = 1 + clampedFraction(model);
    const finer =
      elements > 0
        ? elements / Math.round(elements / 2 ** halvings)
        : (nodes - held) / (Math.round(nodes / 2 ** halvings) - held);
    const order = Math.log(errors[halvings]! / error) / Math.log(finer);
    const isSecondOrder = order >= LEAST_ORDER;
    return {
      ...common,
      measured: { ...tip, order },
      expected: { ...expected, order: 2 },
      error: isSecondOrder ? error : Math.max(error, 2 - order),
    };
  },
});

const CALM = 1e-6;
const LONGEST = 30;

interface Hung {
  readonly tip: ElasticaTip;
  readonly path: readonly number[];
  readonly speed: number;
}

/** Lets a strand sag to rest; places in free lengths from where the root lets go. */
function hang(model: StrandModel, gamma: number, nodes: number, parameters: Record<string, unknown>): Hung {
  const numbers = fibreNumbers('asian-smooth');
  const free = lengthForGamma(numbers, gamma);
  const held = clampedFraction(model);
  const edge = edgeFor(free, nodes, held);
  const rig = new Rig({ model, fibre: numbers.fibre, shape: straightShape(nodes, edge, [1, 0, 0]), parameters });
  // About critical for the slowest motion, whether bending or weight rules it.
  const slowest = Math.sqrt(1.4 * (G / free) + (12.4 * numbers.soft) / (numbers.lineDensity * free ** 4));
  const speed = rig.settle(1 / 120, LONGEST, CALM, { drag: 1.6 * slowest * numbers.lineDensity });
  const x = rig.positions();
  const path: number[] = [];
  for (let i = 1; i < nodes; i++) path.push((x[3 * i]! - held * edge) / free, -x[3 * i + 1]! / free);
  return { tip: { x: path.at(-2)!, drop: path.at(-1)! }, path, speed };
}

function plotOf(gamma: number, known: readonly number[], measured: readonly number[]): Plot {
  const up = (points: readonly number[]): number[] => points.map((value, i) => (i % 2 === 1 ? -value : value));
  return {
    title: `Cantilever, gamma = ${gamma}`,
    x: 'along the clamp / L',
    y: 'height / L',
    isSquare: true,
    curves: [
      { name: 'elastica', kind: 'known', points: up(known) },
      { name: 'nodes', kind: 'measured', points: up(measured) },
    ],
  };
}
