import type { Obstacles } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { Rig, type RootMotion } from '../rig.ts';

/** Metres that a point may be elsewhere after a whole cycle, that it may leave its plane, and creep in ten seconds. */
const MOST_DRIFT = 1e-4;
const THICKNESS = 0.0015;
const RADIUS = 0.05;
/** Angle over the sphere from the crown to where the strand hangs free. */
const ARC = Math.PI / 2;
const PERIOD = 2;
const CYCLES = 3;
/** The strand comes to rest before it is dragged, and before its creep is watched. */
const CALM = 2;

export const stickSlip: Experiment = experiment({
  name: 'stick-slip',
  about:
    'A strand over a sphere is dragged to and fro by its root, then left: drift from cycle to cycle, and creep in 10 s; error in fractions of 0.1 mm.',
  inputs: {
    friction: quantity({ unit: '', about: 'Coulomb friction of the sphere.', min: 0.01, max: 2, default: 0.5 }),
    drag: quantity({ unit: 'm', about: 'Way of the root to either side.', min: 0, max: 0.03, default: 0.01 }),
    hanging: quantity({ unit: 'm', about: 'Length of the free end.', min: 0, max: 0.5, default: 0.06 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 16, max: 512, integer: true, default: 32 }),
    step: quantity({ unit: 's', about: 'Time step.', min: 1e-4, max: 0.1, default: 1 / 120 }),
  },
  set: [{ friction: 0.2 }, { friction: 0.5 }],
  run(model, { friction, drag, hanging, nodes, step }) {
    const rho = RADIUS + THICKNESS;
    const edge = (rho * ARC + hanging) / (nodes - 1);
    const end = CALM + CYCLES * PERIOD;
    const rig = new Rig({
      model,
      shape: Array.from({ length: nodes }, (_, i) => along(i * edge, rho)),
      fibre: fibreNumbers('asian-smooth').fibre,
      parameters: { stiffness: 0.2 },
      obstacles: sphere(friction),
      motion: (time) => dragged(time, rho, drag, end),
    });
    const run = (until: number): Float64Array => {
      while (rig.time < until - 0.5 * step) rig.step(step, { drag: 1e-4 });
      return rig.positions();
    };
    run(CALM + PERIOD);
    const before = run(end - PERIOD);
    const slid = farthest(before, run(end - 0.5 * PERIOD));
    const after = run(end);
    const rest = run(end + CALM);
    const last = run(end + CALM + 10);
    const drift = farthest(before, after);
    const creep = farthest(rest, last);
    return {
      measured: { drift, creep },
      expected: { drift: 0, creep: 0 },
      error: Math.max(drift, creep) / MOST_DRIFT,
      bound: 1,
      beside: { moved: slid, speed: rig.fastest() },
    };
  },
});

/** From the crown over the sphere, then straight down. */
function along(s: number, rho: number): Vec3 {
  const turn = Math.min(s / rho, ARC);
  const beyond = Math.max(0, s - rho * ARC);
  return [rho * Math.sin(turn), rho * Math.cos(turn) - beyond, 0];
}

/** To one side, to the other and back again, without jerks: x = drag sin² · sign. */
function dragged(time: number, rho: number, drag: number, end: number): RootMotion {
  const t = Math.min(Math.max(time, CALM), end) - CALM;
  const rate = (2 * Math.PI) / PERIOD;
  const isMoving = time > CALM && time < end;
  const x = -0.5 * drag * (1 - Math.cos(rate * t));
  return {
    position: [x, rho, 0],
    velocity: isMoving ? [-0.5 * drag * rate * Math.sin(rate * t), 0, 0] : [0, 0, 0],
  };
}

const sphere = (friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
      const r = Math.sqrt(x * x + y * y + z * z + 1e-30);
      out.set([r - RADIUS, x / r, y / r, z / r, 0, 0, 0, friction], 8 * i);
    }
  },
});

/** The farthest that a point of one shape is from the same point of the other. */
function farthest(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i += 3)
    most = Math.max(most, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return most;
}
