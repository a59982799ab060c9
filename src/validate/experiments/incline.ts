import type { Obstacles, StrandModel } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { type Experiment, experiment, withoutPieces } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { G, Rig } from '../rig.ts';

/** Relative error of the threshold; metres that a piece may creep in ten seconds below it. */
const MOST_OFF = 0.02;
const MOST_CREEP = 1e-4;
/** A piece that went this far in a second slides, metres: half a per mille beyond the threshold at a friction of 0.5. */
const SLID = 1e-3;
/** Slope of the piece that must not creep, in fractions of the friction. */
const STUCK = 0.97;
const FREE = 7;

export const incline: Experiment = experiment({
  name: 'incline',
  about:
    'A free piece on a tilted plane: the slope from which on it slides, over the friction, and its creep in 10 s just below; error in fractions of what is allowed.',
  inputs: {
    friction: quantity({ unit: '', about: 'Coulomb friction of the plane.', min: 0.01, max: 2, default: 0.5 }),
    length: quantity({ unit: 'm', about: 'Length of the piece.', min: 0.01, max: 1, default: 0.08 }),
    nodes: quantity({ unit: '', about: 'Nodes of the piece.', min: 4, max: 512, integer: true, default: 16 }),
    step: quantity({ unit: 's', about: 'Time step.', min: 1e-4, max: 0.1, default: 1 / 240 }),
  },
  set: [{ friction: 0.1 }, { friction: 0.3 }, { friction: 0.5 }, { friction: 1 }],
  unfit: withoutPieces,
  run(model, { friction, length, nodes, step }) {
    const way = (slope: number, seconds: number): number =>
      slide({ model, friction, length, nodes, step }, slope * friction, seconds);
    let [low, high] = [0.8, 1.2];
    if (way(low, 1) > SLID) high = low;
    else if (way(high, 1) <= SLID) low = high;
    while (high - low > 5e-4) {
      const middle = 0.5 * (low + high);
      if (way(middle, 1) > SLID) high = middle;
      else low = middle;
    }
    const threshold = 0.5 * (low + high);
    const creep = Math.abs(way(STUCK, 10));
    // Half a second of sliding at 1.4 times the friction, over s = (g sin − μ g cos) t²/2.
    const tangent = 1.4 * friction;
    const cosine = 1 / Math.sqrt(1 + tangent * tangent);
    const sliding = way(1.4, 0.5) / (0.125 * G * cosine * (tangent - friction));
    return {
      measured: { threshold, creep },
      expected: { threshold: 1, creep: 0 },
      error: Math.max(Math.abs(threshold - 1) / MOST_OFF, creep / MOST_CREEP),
      bound: 1,
      beside: { slidOverClosedForm: sliding },
    };
  },
});

interface Piece {
  readonly model: StrandModel;
  readonly friction: number;
  readonly length: number;
  readonly nodes: number;
  readonly step: number;
}

/** How far the middle of a free piece goes down a plane whose slope has this tangent. */
function slide({ model, friction, length, nodes, step }: Piece, tangent: number, seconds: number): number {
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const gravity: Vec3 = [G * cosine * tangent, -G * cosine, 0];
  const edge = length / (nodes - 1);
  // Two more edges, which are cut away: what remains has no root. Askew, so that no axis is special.
  const shape = Array.from({ length: nodes + 2 }, (_, i): Vec3 => [0.96 * i * edge, HEIGHT, 0.28 * i * edge]);
  const rig = new Rig({
    model,
    shape,
    fibre: fibreNumbers('asian-smooth').fibre,
    gravity,
    obstacles: floor(friction),
    motion: () => ({ position: [0, 0, 0], velocity: [0, 0, 0] }),
  });
  rig.dynamics.split([{ id: 0, s: 2 * edge, newId: FREE }]);
  rig.dynamics.remove(new Uint32Array([0]));
  const place = (): number => rig.dynamics.positionAt(FREE, 0.5 * length)[0];
  const from = place();
  for (let n = Math.round(seconds / step); n > 0; n--) rig.step(step);
  return place() - from;
}

/** Where the piece begins: at the thickness that models keep by default. */
const HEIGHT = 0.0015;

const floor = (friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) out.set([points[3 * i + 1]!, 0, 1, 0, 0, 0, 0, friction], 8 * i);
  },
});
