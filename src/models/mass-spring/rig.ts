import type { MassSpringParameters } from './parameters.ts';

/**
 * What stands at each node of a strand, and which springs hold it together. The points of a node, its rails, are spread about it: the
 * node is their mean, so all that others ask of a strand is asked of nodes, and what rails do stays inside the model. With the node
 * x and free vectors r the rails are x + Σ spread r; columns of `spread` add up to nothing and stand across each other, so masses do not mix.
 */
export interface Rig {
  /** Rails a node; 1: the node itself. */
  readonly rails: number;
  /** Along how many edges a spring reaches. */
  readonly reach: number;
  /** Of each rail: how much of each free vector. */
  readonly spread: readonly (readonly number[])[];
  /** Turn about the strand at rest of free vector j of node i, in radian; all are as long as the tuft is wide. */
  turnOf(node: number, vector: number): number;
  /** Tells all springs of a strand of so many nodes. */
  lay(nodes: number, spring: SpringWriter): void;
}

/** Kinds of springs. `angles` are two, in the axes that are carried along the nodes. */
export const LENGTH = 0;
export const ANGLES = 1;
export const HINGE = 2;
export const ALTITUDE = 3;

/** What a spring's stiffness follows from: the node where it stands, and whether it is a rail, a diagonal or across. */
export type SpringWriter = (
  kind: number,
  role: Role,
  node: number,
  points: readonly (readonly [number, number])[],
) => void;
export type Role = 'rail' | 'diagonal' | 'across' | 'bend' | 'flexion' | 'hinge' | 'altitude';

const QUARTER_TURN = Math.PI / 2;
/** Sine of a third of a turn. */
const THIRD = Math.sqrt(0.75);

/** Edges of nodes are springs of every rig: a strand keeps its length whatever carries its shape. */
const angular: Rig = {
  rails: 1,
  reach: 2,
  spread: [[]],
  turnOf: () => 0,
  lay(nodes, spring) {
    for (let i = 1; i < nodes - 1; i++) spring(ANGLES, 'bend', i, [node(i - 1), node(i), node(i + 1)]);
  },
};

/** Springs past a node: they know how far a joint is bent, not which way. */
const flexion: Rig = {
  ...angular,
  lay(nodes, spring) {
    for (let i = 1; i < nodes - 1; i++) spring(LENGTH, 'flexion', i, [node(i - 1), node(i + 1)]);
  },
};

const node = (i: number): readonly [number, number] => [i, 0];

/** Two rails side by side: stiff in its plane, across it only by hinges at the rungs. */
const strip: Rig = {
  rails: 2,
  reach: 2,
  spread: [[1], [-1]],
  turnOf: () => 0,
  lay(nodes, spring) {
    for (let i = 0; i < nodes; i++) {
      spring(LENGTH, 'across', i, [
        [i, 0],
        [i, 1],
      ]);
      if (i + 1 < nodes)
        for (let rail = 0; rail < 2; rail++) {
          spring(LENGTH, 'rail', i, [
            [i, rail],
            [i + 1, rail],
          ]);
          spring(LENGTH, 'diagonal', i, [
            [i, rail],
            [i + 1, 1 - rail],
          ]);
        }
      if (i > 0 && i + 1 < nodes)
        for (let rail = 0; rail < 2; rail++)
          spring(HINGE, 'hinge', i, [
            [i - 1, rail],
            [i + 1, rail],
            [i, 0],
            [i, 1],
          ]);
    }
  },
};

/** Three rails about the strand: as stiff one way as the other, and against twist. */
const prism: Rig = {
  rails: 3,
  reach: 1,
  spread: [
    [1, 0],
    [-0.5, THIRD],
    [-0.5, -THIRD],
  ],
  turnOf: (_, vector) => QUARTER_TURN * vector,
  lay(nodes, spring) {
    for (let i = 0; i < nodes; i++)
      for (let rail = 0; rail < 3; rail++) {
        const next = (rail + 1) % 3;
        spring(LENGTH, 'across', i, [
          [i, rail],
          [i, next],
        ]);
        if (i + 1 === nodes) continue;
        spring(LENGTH, 'rail', i, [
          [i, rail],
          [i + 1, rail],
        ]);
        spring(LENGTH, 'diagonal', i, [
          [i, rail],
          [i + 1, next],
        ]);
        spring(LENGTH, 'diagonal', i, [
          [i, next],
          [i + 1, rail],
        ]);
      }
  },
};

/**
 * Rungs that cross each other from node to node: points one after another, a rung's two ends in turn, have a tetrahedron of every four, even
 * where the strand is straight. Springs between points one, two and three apart, and an altitude of each.
 */
const tetrahedra: Rig = {
  rails: 2,
  reach: 2,
  spread: [[1], [-1]],
  turnOf: (at) => QUARTER_TURN * (at % 2),
  lay(nodes, spring) {
    const point = (j: number): readonly [number, number] => [j >> 1, j & 1];
    const points = 2 * nodes;
    for (let j = 0; j + 1 < points; j++) {
      spring(LENGTH, (j & 1) === 0 ? 'across' : 'diagonal', j >> 1, [point(j), point(j + 1)]);
      if (j + 2 < points) spring(LENGTH, 'rail', j >> 1, [point(j), point(j + 2)]);
      if (j + 3 >= points) continue;
      spring(LENGTH, 'diagonal', j >> 1, [point(j), point(j + 3)]);
      spring(ALTITUDE, 'altitude', j >> 1, [point(j), point(j + 1), point(j + 2), point(j + 3)]);
    }
  },
};

export const rigs: Readonly<Record<MassSpringParameters['rig'], Rig>> = { angular, flexion, strip, prism, tetrahedra };
