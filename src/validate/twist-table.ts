import { material } from '../groom/materials.ts';
import { transportAlong } from '../models/rod-explicit/frames.ts';
import { makePose, measureCentreline } from '../models/rod-explicit/pose.ts';
import { setRestState } from '../models/rod-explicit/rest-state.ts';
import { makeRod, setStiffness } from '../models/rod-explicit/rod.ts';
import { rodExplicit } from '../models/rod-explicit/rod-explicit.ts';
import { directTwist } from '../models/rod-explicit/twist-direct.ts';
import { improvedTwist } from '../models/rod-explicit/twist-improved.ts';
import { relaxTwist } from '../models/rod-explicit/twist-newton.ts';
import { makeTwistProblem, measureBent, type TwistProblem } from '../models/rod-explicit/twist-problem.ts';
import { sectionOf } from '../models/section.ts';
import { Random } from '../numeric/random.ts';
import { relaxTwistDense } from './dense-twist.ts';
import { helixShape } from './oracles/helix.ts';
import { Rig } from './rig.ts';
import { shaking } from './shaking.ts';

/** Published timings of a strand's twist, milliseconds: Newton / direct / improved direct (thesis, table 5.1). */
const PUBLISHED: Readonly<Record<number, readonly [newton: number, direct: number, improved: number]>> = {
  30: [0.14, 0.06, 0.02],
  90: [0.41, 0.18, 0.05],
};

const TOLERANCE = 1e-6;

interface Method {
  readonly name: string;
  /** Place in the published rows; null for methods that the thesis does not time. */
  readonly published: number | null;
  readonly solve: (problem: TwistProblem, theta: Float64Array) => void;
}

const METHODS: readonly Method[] = [
  {
    name: 'Newton, dense as published',
    published: 0,
    solve: (problem, theta) => relaxTwistDense(problem, theta, { tolerance: TOLERANCE }),
  },
  {
    name: 'Newton, tridiagonal',
    published: null,
    solve: (problem, theta) => relaxTwist(problem, theta, { tolerance: TOLERANCE }),
  },
  { name: 'direct', published: 1, solve: directTwist },
  { name: 'improved direct', published: 2, solve: improvedTwist },
];

export interface TwistRow {
  readonly nodes: number;
  readonly method: string;
  /** Milliseconds a strand and step. */
  readonly ours: number;
  readonly published: number | null;
}

export interface TwistAgreement {
  readonly twist: string;
  /** Distance of a node from where exact twist puts it, in fractions of the strand's length, over the whole run. */
  readonly mean: number;
  readonly worst: number;
}

export interface TwistTable {
  readonly rows: readonly TwistRow[];
  readonly agreement: readonly TwistAgreement[];
}

export interface TwistTableOptions {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Milliseconds spent on each timing. */
  readonly budget?: number;
  /** Seconds of the run that shapes are compared in. */
  readonly seconds?: number;
}

export function twistTable({ now, budget = 300, seconds = 2 }: TwistTableOptions): TwistTable {
  const rows = [30, 90].flatMap((nodes) =>
    METHODS.map(({ name, published, solve }) => ({
      nodes,
      method: name,
      ours: timeTwist(nodes, solve, now, budget),
      published: published === null ? null : PUBLISHED[nodes]![published]!,
    })),
  );
  return { rows, agreement: compareShapes(seconds) };
}

/** Shapes that a strand passes: each method solves them in turn, from the rest angles. */
const SHAPES = 16;

function timeTwist(nodes: number, solve: Method['solve'], now: () => number, budget: number): number {
  const problems = Array.from({ length: SHAPES }, (_, seed) => shakenCurl(nodes, seed));
  const theta = new Float64Array(nodes - 1);
  const round = (): void => {
    for (const { problem, rest } of problems) {
      theta.set(rest);
      solve(problem, theta);
    }
  };
  for (let n = 0; n < 20; n++) round();
  const start = now();
  let rounds = 0;
  // A clock that stands still must not keep us here for ever.
  do {
    round();
    rounds++;
  } while (now() - start < budget && rounds < 100_000);
  return (now() - start) / (rounds * SHAPES);
}

/** A curl of κ 40 and τ 20 per metre: κ/(κ² + τ²) and 2πτ/(κ² + τ²). */
const CURL = { radius: 0.02, pitch: 0.02 * Math.PI, hand: 1 } as const;

/** The curl as real hair with edges of 1 cm, whose nodes are moved by up to a tenth of an edge. */
function shakenCurl(nodes: number, seed: number): { problem: TwistProblem; rest: Float64Array } {
  const section = sectionOf(material('caucasian-curly'));
  const rod = makeRod(nodes, 'current');
  setStiffness(rod, section.stiff, section.soft, section.twist);
  const x = Float64Array.from(helixShape(CURL, nodes, 0.01 * (nodes - 1)).flat());
  const rest = setRestState(rod, x);
  const random = new Random(seed + 1);
  const pose = makePose(nodes);
  pose.x.set(x);
  for (let c = 6; c < x.length; c++) pose.x[c] = pose.x[c]! + random.between(-0.001, 0.001);
  measureCentreline(rod, pose);
  const u1 = rest.u1.slice();
  transportAlong(pose.tangent, u1);
  const problem = makeTwistProblem(rod);
  measureBent(pose, u1, problem.bent);
  problem.clamped[0] = 1;
  return { problem, rest: rest.theta };
}

/** Curly strands that hang and are shaken at 1 g, each with its own twist, beside one with exact twist. */
function compareShapes(seconds: number): TwistAgreement[] {
  const [exact, ...others] = ['newton', 'direct', 'improved'].map((twist) => ({ twist, rig: curlWith(twist) }));
  const sums = others.map(() => ({ sum: 0, worst: 0 }));
  const steps = Math.round(seconds * 120);
  for (let n = 0; n < steps; n++) {
    exact!.rig.step(1 / 120, AIR);
    const x = exact!.rig.positions();
    others.forEach(({ rig }, k) => {
      rig.step(1 / 120, AIR);
      const y = rig.positions();
      for (let i = 0; i < NODES; i++) {
        const away = Math.hypot(x[3 * i]! - y[3 * i]!, x[3 * i + 1]! - y[3 * i + 1]!, x[3 * i + 2]! - y[3 * i + 2]!);
        sums[k]!.sum += away / LENGTH;
        sums[k]!.worst = Math.max(sums[k]!.worst, away / LENGTH);
      }
    });
  }
  return others.map(({ twist }, k) => ({ twist, mean: sums[k]!.sum / (steps * NODES), worst: sums[k]!.worst }));
}

const NODES = 30;
const LENGTH = 0.29;
const AIR = { drag: 2e-5 };

function curlWith(twist: string): Rig {
  return new Rig({
    model: rodExplicit,
    fibre: material('caucasian-curly'),
    shape: helixShape(CURL, NODES, LENGTH),
    parameters: { twist },
    motion: shaking({ g: 1, frequency: 2, direction: [1, 0, 0], start: 0, end: 1 }),
  });
}
