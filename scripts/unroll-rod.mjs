/**
 * Writes src/models/rod/factor.ts: the rod's L D Lᵀ factorisation and substitution, one node at a time, every
 * multiplication written out. The loops of numeric/banded.ts take ten times as long on blocks this small, and do the
 * work of entries that are always zero: an angle reaches back to the node before only, a tension to its own node only.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './setup.mjs';

const UNKNOWNS = 5;
const BAND = 12;
const WIDTH = BAND + 1;
/** First column that a row can have, by unknown: x, y, z, angle, tension; relative to its node's first unknown. */
const START = [-10, -10, -10, -5, 0];

const startOf = (row) => {
  const node = Math.floor(row / UNKNOWNS);
  return UNKNOWNS * node + START[row - UNKNOWNS * node];
};
const place = (row, column) => {
  const offset = row * WIDTH + BAND + column - row;
  return offset === 0 ? 'm' : offset > 0 ? `m + ${offset}` : `m - ${-offset}`;
};
const name = (row, column) => `v${row}_${column < 0 ? `m${-column}` : column}`;
const slot = (row) => (row === 0 ? 'u' : row > 0 ? `u + ${row}` : `u - ${-row}`);

function factorLines() {
  const lines = [];
  for (let row = 0; row < UNKNOWNS; row++) {
    const first = startOf(row);
    for (let column = first; column < row; column++) {
      const terms = [];
      for (let k = Math.max(first, startOf(column)); k < column; k++) {
        const other = column < 0 ? `a[${place(column, k)}]!` : `l${column}_${k < 0 ? `m${-k}` : k}`;
        terms.push(` - ${name(row, k)} * ${other}`);
      }
      lines.push(`const ${name(row, column)} = a[${place(row, column)}]!${terms.join('')};`);
    }
    const losses = [];
    for (let column = first; column < row; column++) {
      const l = `l${row}_${column < 0 ? `m${-column}` : column}`;
      const pivot = column < 0 ? `a[${place(column, column)}]!` : `d${column}`;
      lines.push(`const ${l} = ${name(row, column)} * ${pivot};`, `a[${place(row, column)}] = ${l};`);
      losses.push(` - ${l} * ${name(row, column)}`);
    }
    lines.push(`const d${row} = 1 / (a[${place(row, row)}]!${losses.join('')});`, `a[${place(row, row)}] = d${row};`);
  }
  return lines;
}

function forwardLines() {
  return Array.from({ length: UNKNOWNS }, (_, row) => {
    const terms = [];
    for (let k = startOf(row); k < row; k++)
      terms.push(` - a[${place(row, k)}]! * ${k < 0 ? `x[${slot(k)}]!` : `y${k}`}`);
    return [`const y${row} = x[${slot(row)}]!${terms.join('')};`, `x[${slot(row)}] = y${row};`];
  }).flat();
}

/** Rows above take what a solved unknown owes them: later rows first. */
function backwardLines() {
  const lines = [];
  for (let row = UNKNOWNS - 1; row >= 0; row--) {
    lines.push(`const z${row} = x[${slot(row)}]!;`);
    for (let k = startOf(row); k < row; k++)
      lines.push(`x[${slot(k)}] = x[${slot(k)}]! - a[${place(row, k)}]! * z${row};`);
  }
  return lines;
}

const indent = (lines) => lines.map((line) => `    ${line}`).join('\n');

export const text = `/**
 * The rod's factorisation and substitution, written out. Made by scripts/unroll-rod.mjs: change that, not this.
 *
 * The system is as in numeric/banded.ts, with a lead of two nodes of identity rows before the first, so that every node
 * has two before it. Diagonal entries hold 1/D afterwards.
 */

/** Identity rows that stand before the first node: two nodes. */
export const LEAD = ${2 * UNKNOWNS};

/** Puts the identity rows in place. */
export function fillLead(a: Float64Array): void {
  a.fill(0, 0, LEAD * ${WIDTH});
  for (let row = 0; row < LEAD; row++) a[row * ${WIDTH} + ${BAND}] = 1;
}

/** L D Lᵀ in place, node by node from the root. */
export function factorRod(a: Float64Array, nodes: number): void {
  for (let node = 0; node < nodes; node++) {
    const m = (LEAD + ${UNKNOWNS} * node) * ${WIDTH};
${indent(factorLines())}
  }
}

/** Solves with the factors; \`x\` has the lead too. */
export function solveRod(a: Float64Array, x: Float64Array, nodes: number): void {
  x.fill(0, 0, LEAD);
  for (let node = 0; node < nodes; node++) {
    const u = LEAD + ${UNKNOWNS} * node;
    const m = u * ${WIDTH};
${indent(forwardLines())}
  }
  for (let u = LEAD; u < LEAD + ${UNKNOWNS} * nodes; u++) x[u] = x[u]! * a[u * ${WIDTH} + ${BAND}]!;
  for (let node = nodes - 1; node >= 0; node--) {
    const u = LEAD + ${UNKNOWNS} * node;
    const m = u * ${WIDTH};
${indent(backwardLines())}
  }
}
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'src', 'models', 'rod', 'factor.ts'), text);
