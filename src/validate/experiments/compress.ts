import type { Clamps, PointForces } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { fromAxes } from '../../numeric/rotation.ts';
import {
  add,
  addScaled,
  at,
  cross,
  distance,
  dot,
  normalize,
  perpendicular,
  subtract,
  type Vec3,
  ZERO,
} from '../../numeric/vector.ts';
import { type Experiment, experiment, ofOneBend } from '../experiment.ts';
import { clampedFraction, edgeFor, fibreNumbers } from '../fibre.ts';
import { elementInputs, elementParameters, Rig, straightShape } from '../rig.ts';

const BOUND = 0.03;
/** The first root of tan β = β: a column clamped at one end and pinned at the other buckles at β² EI/L². */
const BETA = 4.493409457909064;
const STEP = 1 / 120;
const AXIS: Vec3 = [1, 0, 0];
/** Relative shortening at which the load is read: just after buckling. */
const SHORTENED = 0.004;

export const compress: Experiment = experiment({
  name: 'compress',
  about:
    'Ends of a weightless strand brought together: it buckles at tan β = β, then coils once around; relative error.',
  inputs: {
    length: quantity({ unit: 'm', about: 'Free length of the strand.', min: 0.02, max: 0.5, default: 0.1 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 8, max: 512, integer: true, default: 48 }),
    elements: elementInputs.elements,
  },
  set: [{}],
  elementSet: [{ elements: 12 }],
  unfit: ofOneBend,
  run(model, { length, nodes, elements }) {
    const numbers = fibreNumbers('asian-smooth');
    const held = clampedFraction(model);
    const edge = edgeFor(length, nodes, held);
    const rig = new Rig({
      model,
      fibre: numbers.fibre,
      shape: straightShape(nodes, edge, [1, 0, 0]),
      gravity: ZERO,
      parameters: elementParameters(elements),
    });
    const expected = (BETA * BETA * numbers.soft) / (length * length);
    // A soft scale along the axis reads the load; the tip is kept on the axis by a firm one and may turn.
    const scale = expected / (0.02 * length);
    const omega = Math.sqrt(numbers.soft / numbers.lineDensity) / (length * length);
    const drag = 4 * omega * numbers.lineDensity;
    const whole = (nodes - 1) * edge;
    const load = (): number => scale * (rig.tip()[0] - anchorAt);
    let anchorAt = whole;
    let buckled = 0;
    const course: number[] = [];
    const push = (slack: number, steps: number): void => {
      const from = anchorAt;
      for (let n = 1; n <= steps; n++) {
        anchorAt = from + ((whole - slack - from) * n) / steps;
        rig.step(STEP, { drag, forces: ends(whole, anchorAt, scale, expected) });
        const short = (whole - rig.tip()[0]) / length;
        course.push(short, load() / expected);
        if (buckled === 0 && short > SHORTENED) buckled = load();
      }
    };
    push(0.03 * length, 2400);
    const archTurns = turning(rig.positions()) / (2 * Math.PI);
    // Then the tip is clamped along the axis too, without turning it, and brought to the root. In its plane the strand
    // would stay an arch, whose tangent turns forth and back, 0 in all. A coil's turns once around, and closed it is a circle
    // of the strand's length: twist does not bend an isotropic strand's ring as long as it is below Michell's limit.
    const COIL_STEPS = 1800;
    const from = rig.tip()[0];
    for (let n = 1; n <= COIL_STEPS; n++)
      rig.step(STEP, { drag, clamps: tipClamp(whole, from + ((whole - length - from) * n) / COIL_STEPS) });
    rig.settle(STEP, 3, 1e-4, { drag, clamps: tipClamp(whole, whole - length) });
    const turns = Math.round(turning(rig.positions()) / (2 * Math.PI));
    const across = farthest(rig.positions()) / length;
    const errors = [buckled / expected - 1, Math.abs(turns) - 1, Math.PI * across - 1];
    return {
      measured: { load: buckled, turns: Math.abs(turns), across },
      expected: { load: expected, turns: 1, across: 1 / Math.PI },
      error: Math.max(...errors.map(Math.abs)),
      bound: BOUND,
      beside: { archTurns, endToEnd: distance(rig.tip(), rig.node(0)) / length },
      plot: {
        title: 'Load of a compressed strand',
        x: 'shortening / L',
        y: 'load / closed form',
        curves: [
          { name: 'closed form', kind: 'known', points: [0, 1, 0.03, 1] },
          { name: 'measured', kind: 'measured', points: course.filter((_, i) => course[i - (i % 2)]! < 0.03) },
        ],
      },
    };
  },
});

/** Springs at the tip: soft along the axis towards `anchor`, firm across it; and a breath sideways in the middle. */
function ends(whole: number, anchor: number, scale: number, load: number): PointForces {
  const firm = 1000 * scale;
  return {
    count: 2,
    id: new Uint32Array(2),
    s: Float64Array.of(0.5 * whole, whole),
    force: Float64Array.of(0, 1e-4 * load, 0.3e-4 * load, 0, 0, 0),
    anchor: Float64Array.of(0, 0, 0, anchor, 0, 0),
    stiffness: Float64Array.of(0, 0, 0, 0, 0, 0, scale, 0, 0, firm, 0, firm),
    damping: new Float64Array(12),
  };
}

/** Holds the tip on the axis, pointing along it. Material axes of a straight strand begin at `perpendicular`. */
function tipClamp(whole: number, x: number): Clamps {
  const major = perpendicular(AXIS);
  return {
    count: 1,
    id: new Uint32Array(1),
    s: Float64Array.of(whole),
    target: Float64Array.of(x, 0, 0),
    frame: Float64Array.from(fromAxes(AXIS, major, cross(AXIS, major))),
  };
}

/** How far the tangent turns in all, radian, with its sign, seen from where the strand encloses most. */
function turning(x: Float64Array): number {
  const count = x.length / 3;
  const edges = Array.from({ length: count - 1 }, (_, i) => subtract(at(x, i + 1), at(x, i)));
  const area = edges.reduce<Vec3>((sum, edge, i) => add(sum, cross(subtract(at(x, i), at(x, 0)), edge)), ZERO);
  const view = normalize(area);
  const seen = edges.map((edge) => addScaled(edge, view, -dot(edge, view)));
  let sum = 0;
  for (let i = 1; i < seen.length; i++)
    sum += Math.atan2(dot(cross(seen[i - 1]!, seen[i]!), view), dot(seen[i - 1]!, seen[i]!));
  return sum;
}

/** Distance of the point that is farthest from the root. */
function farthest(x: Float64Array): number {
  let most = 0;
  for (let i = 1; i < x.length / 3; i++) most = Math.max(most, distance(at(x, i), at(x, 0)));
  return most;
}
