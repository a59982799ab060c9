import { BEFORE1, BEFORE2, NODE, OWN, RIGHT } from '../../src/kernels/springs-layout.ts';
import { local, type Rows } from '../language.ts';

/** Where entry `column` of row `row` of a node stands: columns 0 .. 2 are two nodes before, 3 .. 5 one, 6 .. 8 its own. */
const AT = [
  [0, 1, 2, 9, 10, 11, 18],
  [3, 4, 5, 12, 13, 14, 19, 20],
  [6, 7, 8, 15, 16, 17, 21, 22, 23],
];

/** The block of a node that does not move. */
const IDENTITY = [1, 0, 1, 0, 0, 1];

/** L D Lᵀ in place from the root on; diagonal entries hold 1/D afterwards. The two nodes that the root holds do not move. */
export function factorSprings(nodes: Rows, count: number): void {
  for (let i = 0; i < 2; i++) {
    for (let c = 0; c < 3; c++) nodes[NODE * i + RIGHT + c] = 0;
    for (let c = 0; c < 6; c++) nodes[NODE * i + OWN + c] = IDENTITY[c];
    for (let c = 0; c < 9; c++) {
      nodes[NODE * i + BEFORE1 + c] = 0;
      nodes[NODE * (2 + i) + BEFORE2 + c] = 0;
      nodes[NODE * 2 + BEFORE1 + c] = 0;
    }
  }
  for (let i = 2; i < count; i++) factorNode(nodes, NODE * (i - 2));
}

/** Three rows of the node two after the one at b. `v` is a row of L D. */
function factorNode(nodes: Rows, b: number): void {
  for (let row = 0; row < 3; row++) {
    const v = local(9);
    for (let column = 0; column < 6 + row; column++) {
      const block = Math.floor(column / 3);
      const own = column - 3 * block;
      let sum = nodes[b + 2 * NODE + BEFORE2 + AT[row][column]];
      // Row `own` of that node begins two nodes before it: its columns are these, moved on.
      for (let k = 0; k < column; k++)
        sum = sum - v[k] * nodes[b + NODE * block + BEFORE2 + AT[own][k + 3 * (2 - block)]];
      v[column] = sum;
    }
    let pivot = nodes[b + 2 * NODE + BEFORE2 + AT[row][6 + row]];
    for (let column = 0; column < 6 + row; column++) {
      const block = Math.floor(column / 3);
      const own = column - 3 * block;
      const l = v[column] * nodes[b + NODE * block + BEFORE2 + AT[own][6 + own]];
      pivot = pivot - l * v[column];
      nodes[b + 2 * NODE + BEFORE2 + AT[row][column]] = l;
    }
    nodes[b + 2 * NODE + BEFORE2 + AT[row][6 + row]] = 1 / pivot;
  }
}

/** Solves with the factors; the solution takes the place of the right side. */
export function substituteSprings(nodes: Rows, count: number): void {
  for (let i = 2; i < count; i++) forwardNode(nodes, NODE * (i - 2));
  for (let i = 2; i < count; i++)
    for (let c = 0; c < 3; c++)
      nodes[NODE * i + RIGHT + c] = nodes[NODE * i + RIGHT + c] * nodes[NODE * i + BEFORE2 + AT[c][6 + c]];
  for (let i = count - 1; i > 1; i--) backwardNode(nodes, NODE * (i - 2));
}

function forwardNode(nodes: Rows, b: number): void {
  for (let row = 0; row < 3; row++) {
    let sum = nodes[b + 2 * NODE + RIGHT + row];
    for (let column = 0; column < 6 + row; column++) {
      const block = Math.floor(column / 3);
      sum =
        sum - nodes[b + 2 * NODE + BEFORE2 + AT[row][column]] * nodes[b + NODE * block + RIGHT + column - 3 * block];
    }
    nodes[b + 2 * NODE + RIGHT + row] = sum;
  }
}

/** What is solved goes to the rows before. */
function backwardNode(nodes: Rows, b: number): void {
  for (let turn = 0; turn < 3; turn++) {
    const row = 2 - turn;
    const value = nodes[b + 2 * NODE + RIGHT + row];
    for (let column = 0; column < 6 + row; column++) {
      const block = Math.floor(column / 3);
      const at = NODE * block + RIGHT + column - 3 * block;
      nodes[b + at] = nodes[b + at] - nodes[b + 2 * NODE + BEFORE2 + AT[row][column]] * value;
    }
  }
}
