import type { Obstacles } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { distance, type Vec3 } from '../../numeric/vector.ts';
import { type Experiment, experiment, type Inputs, withoutPieces } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { elementInputs, elementParameters, Rig } from '../rig.ts';

/** Relative error of the ratio of tensions. */
const MOST_OFF = 0.03;
/** Pull of the weaker end, newton: a thousand weights of the strand. */
const PULL = 2e-3;
/**
 * The strand slides when its weaker end, which no stretching moves, has come this far, metres. Not farther: a strand of
 * straight edges has to climb over each of its corners, which asks for 1 to 3 % more in the middle of an edge at 64 nodes.
 */
const SLID = 2e-4;
/** Distance that models keep from bodies by default, and length of the straight ends. */
const THICKNESS = 0.0015;
const LEAD = 0.02;
const FREE = 7;
/** The stronger pull rises over this fraction of the known ratio, from one to the other end of it, in the time. */
const RANGE = [0.85, 1.15] as const;
const RISE = 3;
/** Before, it comes up to the range. */
const WARM_UP = 0.5;

const RUNS: readonly Inputs[] = [
  { friction: 0.1 },
  { friction: 0.3 },
  { friction: 0.5 },
  { friction: 0.3, angle: Math.PI / 2 },
  { friction: 0.5, angle: Math.PI / 2 },
];

export const capstan: Experiment = experiment({
  name: 'capstan',
  about:
    'A strand round a fixed cylinder, pulled at both ends: the ratio of pulls at which it slides, over exp(μφ); relative error.',
  inputs: {
    friction: quantity({ unit: '', about: 'Coulomb friction of the cylinder.', min: 0.01, max: 2, default: 0.3 }),
    angle: quantity({ unit: 'rad', about: 'Angle of wrap.', min: 0.2, max: 3.2, default: Math.PI }),
    radius: quantity({ unit: 'm', about: 'Radius of the cylinder.', min: 0.005, max: 0.2, default: 0.03 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 16, max: 512, integer: true, default: 64 }),
    step: quantity({ unit: 's', about: 'Time step.', min: 1e-4, max: 0.1, default: 1 / 240 }),
    ...elementInputs,
  },
  set: RUNS,
  // Few elements cannot leave the cylinder at once: the end creeps as the shape gives way, before anything slides.
  elementSet: RUNS.map((run) => ({ ...run, elements: 40 })),
  unfit: withoutPieces,
  run(model, { friction, angle, radius, nodes, step, elements, placement }) {
    const known = Math.exp(friction * angle);
    const rho = radius + THICKNESS;
    const length = rho * angle + 2 * LEAD;
    const edge = length / (nodes - 1);
    // Two more edges before the beginning, which are cut away: what remains has no root.
    const shape = Array.from({ length: nodes + 2 }, (_, i) => along((i - 2) * edge, rho, angle));
    const rig = new Rig({
      model,
      shape,
      fibre: fibreNumbers('asian-smooth').fibre,
      gravity: [0, 0, 0],
      // A limp strand: its own stiffness would carry part of the turn.
      parameters: { stiffness: 0.01, ...elementParameters(elements, placement) },
      obstacles: cylinder(radius, friction),
      motion: () => ({ position: [0, 0, 0], velocity: [0, 0, 0] }),
    });
    rig.dynamics.split([{ id: 0, s: 2 * edge, newId: FREE }]);
    rig.dynamics.remove(new Uint32Array([0]));
    const end = (): Vec3 => rig.dynamics.positionAt(FREE, length);
    const from = end();
    const course: number[] = [];
    let ratio = 1;
    while (rig.time < WARM_UP + RISE) {
      ratio = pullAt(rig.time, known);
      rig.step(step, { forces: pulls(ratio, length, angle), drag: 1e-4 });
      const way = distance(from, end());
      course.push(ratio / known, 1000 * way);
      if (way > SLID) break;
    }
    return {
      measured: { ratio },
      expected: { ratio: known },
      error: Math.abs(ratio / known - 1),
      bound: MOST_OFF,
      plot: {
        title: 'Way of the weaker end against the ratio of pulls',
        x: 'ratio of pulls, over exp(μφ)',
        y: 'way, mm',
        curves: [{ name: 'weaker end', kind: 'measured', points: course }],
      },
    };
  },
});

/** The strand's middle line at arc length s: straight down from the left, over the cylinder clockwise, straight on. */
function along(s: number, rho: number, angle: number): Vec3 {
  const turn = Math.min(Math.max((s - LEAD) / rho, 0), angle);
  const beyond = s < LEAD ? s - LEAD : Math.max(0, s - LEAD - rho * angle);
  return [-rho * Math.cos(turn) + beyond * Math.sin(turn), rho * Math.sin(turn) + beyond * Math.cos(turn), 0];
}

function pullAt(time: number, known: number): number {
  const start = Math.max(1, RANGE[0] * known);
  if (time < WARM_UP) return 1 + ((start - 1) * time) / WARM_UP;
  return start + ((RANGE[1] * known - start) * (time - WARM_UP)) / RISE;
}

/** Pulls at both ends along the straight parts: the beginning harder by `ratio`. */
function pulls(ratio: number, length: number, angle: number): NonNullable<Parameters<Rig['step']>[1]>['forces'] {
  return {
    count: 2,
    id: new Uint32Array([FREE, FREE]),
    s: new Float64Array([0, length]),
    force: new Float64Array([0, -ratio * PULL, 0, PULL * Math.sin(angle), PULL * Math.cos(angle), 0]),
    anchor: new Float64Array(6),
    stiffness: new Float64Array(12),
    damping: new Float64Array(12),
  };
}

/** A cylinder about the z axis. */
const cylinder = (radius: number, friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) {
      const [x, y] = [points[3 * i]!, points[3 * i + 1]!];
      const r = Math.sqrt(x * x + y * y + 1e-30);
      out.set([r - radius, x / r, y / r, 0, 0, 0, 0, friction], 8 * i);
    }
  },
});
