import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../../strands/strands.ts';
import type {
  Environment,
  KernelChoice,
  Obstacles,
  PointContacts,
  Roots,
  StepReport,
  StrandDynamics,
} from '../model.ts';
import { rod } from './rod.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const THICKNESS = 0.0015;
const DOWN: Vec3 = [0, -9.81, 0];
const roots: Roots = {
  sample(ids, _time, out) {
    for (let row = 0; row < ids.length; row++) out.orientation.set([0, 0, 0, 1], 4 * row);
  },
};

function strandsOf(shapes: readonly (readonly Vec3[])[]): Strands {
  return makeStrands({
    first: uniformFirst(shapes.length, shapes[0]!.length),
    positions: Float32Array.from(shapes.flat(2)),
  });
}

const straight = (nodes: number, length: number, direction: Vec3, from: Vec3 = [0, 0, 0]): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => {
    const s = (length * i) / (nodes - 1);
    return [from[0] + s * direction[0], from[1] + s * direction[1], from[2] + s * direction[2]];
  });

function create(
  rest: Strands,
  obstacles: Obstacles | null,
  gravity = DOWN,
  more: object = {},
  kernels: KernelChoice = 'simd',
): StrandDynamics {
  const restState = 'as-groomed' as const;
  const setup = { rest, roots, time: 0, gravity, restState, obstacles, fibre, makeContacts, kernels };
  return rod.create(setup, completeParameters(rod.parameters, more));
}

const environment = (time: number, more: Partial<Environment>): Environment => ({
  time,
  gravity: DOWN,
  roots,
  fields: [],
  obstacles: null,
  forces: null,
  contacts: null,
  clamps: null,
  ...more,
});

interface Ball {
  centre(time: number): Vec3;
  velocity(time: number): Vec3;
  radius(time: number): number;
  /** Rate of the radius. */
  growth(time: number): number;
}

const still = (centre: Vec3, radius: number): Ball => ({
  centre: () => centre,
  velocity: () => [0, 0, 0],
  radius: () => radius,
  growth: () => 0,
});

const obstacle = (ball: Ball, friction: number): Obstacles => ({
  nearest(points, count, time, out) {
    const c = ball.centre(time);
    const v = ball.velocity(time);
    const growth = ball.growth(time);
    for (let i = 0; i < count; i++) {
      const d = [0, 1, 2].map((k) => points[3 * i + k]! - c[k]!) as [number, number, number];
      const r = Math.hypot(...d);
      const n = d.map((k) => k / r);
      out.set([r - ball.radius(time), ...n, ...n.map((k, a) => v[a]! + growth * k), friction], 8 * i);
    }
  },
});

/** Depth of the deepest free node or middle in the ball itself. */
function deepest(dynamics: StrandDynamics, ball: Ball, time: number): number {
  const x = new Float64Array(3 * dynamics.first.at(-1)!);
  dynamics.positions(x);
  let most = Number.NEGATIVE_INFINITY;
  for (let q = 3; q < (2 * x.length) / 3 - 1; q++) {
    const a = 3 * (q >> 1);
    const b = q % 2 === 1 ? a + 3 : a;
    const p = [0, 1, 2].map((c) => 0.5 * (x[a + c]! + x[b + c]!) - ball.centre(time)[c]!);
    most = Math.max(most, ball.radius(time) - Math.hypot(...p));
  }
  return most;
}

const fastest = (dynamics: StrandDynamics): number => {
  const v = new Float64Array(3 * dynamics.first.at(-1)!);
  dynamics.velocities(v);
  return Math.max(...v.map(Math.abs));
};

const floor = (friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) out.set([points[3 * i + 1]!, 0, 1, 0, 0, 0, 0, friction], 8 * i);
  },
});

describe('a piece on a slope', () => {
  const way = (slope: number, friction: number, seconds: number): { way: number; solves: number } => {
    const gravity: Vec3 = [9.81 * Math.sin(slope), -9.81 * Math.cos(slope), 0];
    const rest = strandsOf([straight(16, 0.08, [0.96, 0, 0.28], [0, THICKNESS, 0])]);
    const dynamics = create(rest, floor(friction), gravity);
    dynamics.split([{ id: 0, s: 0.02, newId: 5 }]);
    dynamics.remove(new Uint32Array([0]));
    const from = dynamics.positionAt(5, 0.03)[0];
    const h = 1 / 240;
    let solves = 0;
    const steps = Math.round(seconds / h);
    for (let n = 0; n < steps; n++)
      solves += dynamics.step(h, environment(n * h, { gravity, obstacles: floor(friction) })).solves;
    return { way: dynamics.positionAt(5, 0.03)[0] - from, solves: solves / steps };
  };

  it('goes (g sin − μ g cos) t²/2 within 0.5 %, in hardly more than a solve a step', () => {
    for (const [slope, friction] of [
      [0.6, 0.5],
      [0.3, 0.1],
      [1, 1],
      [0.2, 0],
    ] as const) {
      const slid = way(slope, friction, 0.5);
      const known = 0.125 * 9.81 * (Math.sin(slope) - friction * Math.cos(slope));
      expect(Math.abs(slid.way / known - 1)).toBeLessThan(0.005);
      expect(slid.solves).toBeLessThan(1.2);
    }
  });

  it('does not creep below the friction: less than a micrometre in two seconds', () => {
    for (const friction of [0.2, 0.5, 1])
      expect(Math.abs(way(Math.atan(0.98 * friction), friction, 2).way)).toBeLessThan(1e-6);
  });
});

describe('a body that moves', () => {
  const hair = (): StrandDynamics => create(strandsOf([straight(32, 0.25, [0, -1, 0])]), null);
  const pass = (ball: Ball, friction: number, h: number, seconds: number): { depth: number; solves: number } => {
    const dynamics = hair();
    const obstacles = obstacle(ball, friction);
    let depth = -1;
    let solves = 0;
    const steps = Math.round(seconds / h);
    for (let n = 0; n < steps; n++) {
      const report = dynamics.step(h, environment(n * h, { obstacles }));
      expect(report.carried).toEqual([]);
      expect(report.strain).toBeLessThan(0.01);
      solves += report.solves;
      depth = Math.max(depth, deepest(dynamics, ball, (n + 1) * h));
    }
    return { depth, solves: solves / steps };
  };

  it.each([
    [0.5, 0],
    [2, 0.4],
    [5, 0.4],
  ])('pushes hair before it at %d m/s with friction %d: no node or middle deeper than 0.5 mm', (speed, friction) => {
    const ball: Ball = {
      ...still([0, 0, 0], 0.04),
      centre: (t) => [-0.15 + Math.min(speed * t, 0.3), -0.12, 0.004],
      velocity: (t) => (speed * t < 0.3 ? [speed, 0, 0] : [0, 0, 0]),
    };
    const { depth, solves } = pass(ball, friction, 1 / 120, 0.3 / speed + 0.5);
    expect(depth).toBeLessThan(5e-4);
    expect(solves).toBeLessThan(4);
  });

  it('breathes under hair at 0.5 m/s: no node or middle deeper than 0.5 mm', () => {
    const rate = 4 * Math.PI;
    const swing = 0.5 / rate;
    const ball: Ball = {
      ...still([-0.05, -0.12, 0.003], 0.04),
      radius: (t) => 0.04 + swing * Math.sin(rate * t),
      growth: (t) => 0.5 * Math.cos(rate * t),
    };
    expect(pass(ball, 0.4, 1 / 120, 1.5).depth).toBeLessThan(5e-4);
  });
});

describe('an edge', () => {
  it('does not cut a round body that fits between its nodes', () => {
    // Three edges of 2 cm over a rod of 4 mm: only the middle of an edge can touch it.
    const ball = still([0.031, -0.006, 0], 0.004);
    const dynamics = create(strandsOf([straight(5, 0.08, [1, 0, 0])]), obstacle(ball, 0), DOWN, { layerOffset: 0 });
    for (let n = 0; n < 240; n++) {
      dynamics.step(1 / 120, environment(n / 120, { obstacles: obstacle(ball, 0), gravity: [0, -60, 0] }));
      expect(deepest(dynamics, ball, 0)).toBeLessThan(0);
    }
  });
});

describe('a strand that begins in a body', () => {
  it('is let out slowly and not shot out', () => {
    const ball = still([-0.03, -0.1, 0.002], 0.04);
    const obstacles = obstacle(ball, 0.2);
    const dynamics = create(strandsOf([straight(24, 0.2, [0, -1, 0])]), obstacles);
    let most = 0;
    for (let n = 0; n < 360; n++) {
      dynamics.step(1 / 120, environment(n / 120, { obstacles }));
      most = Math.max(most, fastest(dynamics));
    }
    expect(deepest(dynamics, ball, 3)).toBeLessThan(5e-4);
    expect(most).toBeLessThan(0.4);
  });
});

describe('a plane that is given for a point of an edge', () => {
  /** A free strand that flies down at `speed` and meets the plane y = −0.05 at one point only. */
  const fly = (speed: number, friction: number, fraction: number): { below: number; reports: StepReport[] } => {
    const dynamics = create(strandsOf([straight(24, 0.15, [1, 0, 0])]), null, [0, 0, 0]);
    dynamics.split([{ id: 0, s: 0.015, newId: 5 }]);
    dynamics.remove(new Uint32Array([0]));
    const s = fraction * 0.135;
    const count = dynamics.first[1]!;
    const at = Float64Array.from({ length: count }, (_, i) => Math.min((0.135 * i) / (count - 1), 0.135));
    const force = Array.from(at, (place) => {
      const mass = 1 / dynamics.inverseMass(5, place, [0, 1, 0]);
      return [0, (-mass * speed) / 0.001, 0];
    }).flat();
    const forces = {
      count,
      id: new Uint32Array(count).fill(5),
      s: at,
      force: Float64Array.from(force),
      anchor: new Float64Array(3 * count),
      stiffness: new Float64Array(6 * count),
      damping: new Float64Array(6 * count),
    };
    const gravity: Vec3 = [0, 0, 0];
    dynamics.step(0.001, environment(0, { gravity, forces }));
    const plane = dynamics.positionAt(5, s)[1] - 0.004;
    const contacts: PointContacts = {
      count: 1,
      id: new Uint32Array([5]),
      s: new Float64Array([s]),
      normal: new Float64Array([0, 1, 0]),
      plane: new Float64Array([0, plane, 0]),
      velocity: new Float64Array(3),
      friction: new Float64Array([friction]),
    };
    let below = -1;
    const reports: StepReport[] = [];
    for (let n = 0; n < 12; n++) {
      reports.push(dynamics.step(1 / 120, environment(n / 120, { gravity, contacts })));
      below = Math.max(below, plane - dynamics.positionAt(5, s)[1]);
    }
    return { below, reports };
  };

  it.each([
    [0.1, 0],
    [1, 0.3],
    [5, 0.3],
    [20, 0],
    [20, 0.3],
  ])('holds the point at %d m/s with friction %d while its neighbours fly on', (speed, friction) => {
    for (const fraction of [0.5, 0.13]) {
      const { below, reports } = fly(speed, friction, fraction);
      expect(below).toBeLessThan(3e-4);
      for (const report of reports) expect(report.carried).toEqual([]);
    }
  });
});

describe('memory', () => {
  it('is part of the state: a sliding strand continues from a snapshot to the same bytes', () => {
    const gravity: Vec3 = [5, -8, 1];
    const obstacles = floor(0.4);
    const dynamics = create(strandsOf([straight(16, 0.1, [0.8, 0, 0.6], [0, THICKNESS, 0])]), obstacles, gravity);
    const run = (): void => {
      for (let n = 0; n < 60; n++) dynamics.step(1 / 120, environment(n / 120, { gravity, obstacles }));
    };
    run();
    const saved = dynamics.snapshot();
    run();
    const end = dynamics.snapshot();
    dynamics.restore(saved);
    run();
    expect(Buffer.compare(dynamics.snapshot(), end)).toBe(0);
  });
});

describe('strands of a group', () => {
  it('have the same bytes alone as with seven others', () => {
    const shapes = Array.from({ length: 8 }, (_, k) =>
      straight(20, 0.12, [Math.cos(0.3 * k), -0.2, Math.sin(0.3 * k)]),
    );
    const ball = still([0.03, -0.05, 0.02], 0.03);
    const obstacles = obstacle(ball, 0.3);
    const run = (dynamics: StrandDynamics): Float64Array => {
      for (let n = 0; n < 60; n++) dynamics.step(1 / 120, environment(n / 120, { obstacles }));
      const x = new Float64Array(3 * dynamics.first.at(-1)!);
      dynamics.positions(x);
      return x;
    };
    const together = run(create(strandsOf(shapes), obstacles));
    shapes.forEach((shape, k) => {
      const alone = run(create(strandsOf([shape]), obstacles));
      expect(alone).toEqual(together.slice(60 * k, 60 * k + 60));
    });
  });
});

describe('strands in lanes that slide over a floor', () => {
  const obstacles = floor(0.4);
  const gravity: Vec3 = [5, -8, 1];
  const shapes = Array.from({ length: 6 }, (_, k) => straight(16, 0.1, [0.8, 0, 0.6], [0, THICKNESS, 0.01 * k]));
  const slide = (kernels: KernelChoice): StrandDynamics => {
    const dynamics = create(strandsOf(shapes), obstacles, gravity, {}, kernels);
    for (let n = 0; n < 60; n++) dynamics.step(1 / 120, environment(n / 120, { gravity, obstacles }));
    return dynamics;
  };

  it('have the same bytes with and without vector instructions', () => {
    expect(Buffer.compare(slide('simd').snapshot(), slide('twin').snapshot())).toBe(0);
  });

  it('are where double precision has them, within a micrometre', () => {
    const [simd, double] = ['simd', 'double'].map((kernels) => {
      const x = new Float64Array(3 * 16 * shapes.length);
      slide(kernels as KernelChoice).positions(x);
      return x;
    });
    expect(Math.max(...simd!.map((value, i) => Math.abs(value - double![i]!)))).toBeLessThan(1e-6);
  });
});
