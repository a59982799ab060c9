/**
 * Writes src/models/rod/factor.ts: the rod's L D Lᵀ factorisation and substitution from the tip to the root, one node at a
 * time, every multiplication written out. The loops of numeric/banded.ts take ten times as long on blocks this small, and do
 * the work of entries that are always zero: a tension reaches the node at its far end only.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './setup.mjs';

const UNKNOWNS = 5;
const BAND = 12;
const WIDTH = BAND + 1;
/**
 * Rows are counted as they are eliminated, from the first of the present node: its tension, angle, z, y, x are 0 .. 4, those of
 * the next node towards the tip −5 .. −1. First column that a row can have: an edge's angle and node reach the far end of the
 * next edge.
 */
const START = [-3, -8, -8, -8, -8];

const startOf = (row) => {
  const node = Math.floor(row / UNKNOWNS);
  return UNKNOWNS * node + START[row - UNKNOWNS * node];
};
/** Place of a row among the strand's unknowns, from the node's first. */
const slotOf = (row) => UNKNOWNS - 1 - row;
const offset = (name, value) => (value === 0 ? name : value > 0 ? `${name} + ${value}` : `${name} - ${-value}`);
/** Entries are kept in the lower band: that of two unknowns in the row of the one nearer to the tip. */
const place = (row, column) => offset('m', slotOf(column) * WIDTH + BAND + slotOf(row) - slotOf(column));
const name = (row, column) => `v${row}_${column < 0 ? `m${-column}` : column}`;
const slot = (row) => offset('u', slotOf(row));

function factorLines() {
  const lines = [];
  for (let row = 0; row < UNKNOWNS; row++) {
    const first = startOf(row);
    for (let column = first; column < row; column++) {
      const terms = [];
      for (let k = Math.max(first, startOf(column)); k < column; k++) {
        const other = column < 0 ? `f[${place(column, k)}]!` : `l${column}_${k < 0 ? `m${-k}` : k}`;
        terms.push(` - ${name(row, k)} * ${other}`);
      }
      lines.push(`const ${name(row, column)} = a[${place(row, column)}]!${terms.join('')};`);
    }
    const losses = [];
    for (let column = first; column < row; column++) {
      const l = `l${row}_${column < 0 ? `m${-column}` : column}`;
      const pivot = column < 0 ? `f[${place(column, column)}]!` : `d${column}`;
      lines.push(`const ${l} = ${name(row, column)} * ${pivot};`, `f[${place(row, column)}] = ${l};`);
      losses.push(` - ${l} * ${name(row, column)}`);
    }
    lines.push(`const d${row} = 1 / (a[${place(row, row)}]!${losses.join('')});`, `f[${place(row, row)}] = d${row};`);
  }
  return lines;
}

function forwardLines() {
  return Array.from({ length: UNKNOWNS }, (_, row) => {
    const terms = [];
    for (let k = startOf(row); k < row; k++)
      terms.push(` - f[${place(row, k)}]! * ${k < 0 ? `y[${slot(k)}]!` : `y${k}`}`);
    return [`const y${row} = y[${slot(row)}]!${terms.join('')};`, `y[${slot(row)}] = y${row};`];
  }).flat();
}

/** What is eliminated later, up to two nodes on towards the root, is known already. */
function backwardLines() {
  const lines = [];
  for (let row = UNKNOWNS - 1; row >= 0; row--) {
    const terms = [];
    for (let k = row + 1; k < 3 * UNKNOWNS; k++)
      if (startOf(k) <= row) terms.push(` - f[${place(k, row)}]! * ${k < UNKNOWNS ? `x${k}` : `x[${slot(k)}]!`}`);
    lines.push(
      `const x${row} = y[${slot(row)}]! * f[${place(row, row)}]!${terms.join('')};`,
      `x[${slot(row)}] = x${row};`,
    );
  }
  return lines;
}

const indent = (lines) => lines.map((line) => `    ${line}`).join('\n');

export const text = `/**
 * The rod's factorisation and substitution, written out. Made by scripts/unroll-rod.mjs: change that, not this.
 *
 * The system is as in numeric/banded.ts; it is eliminated from the tip to the root, so that what is near the root, contacts above
 * all, can be changed and factored again without the rest. Two nodes of identity rows follow the tip and precede the root, so
 * that every node has two on either side: node \`i\` begins at row \`LEAD + 5 i\`. Diagonal entries of factors hold 1/D.
 */

/** Identity rows before the first node and after the last: two nodes. */
export const LEAD = ${2 * UNKNOWNS};

/** Puts the identity rows beyond the tip of a strand of so many nodes in place, in a system or in its factors. */
export function fillBeyond(a: Float64Array, nodes: number): void {
  const first = LEAD + ${UNKNOWNS} * nodes;
  a.fill(0, first * ${WIDTH}, (first + LEAD) * ${WIDTH});
  for (let row = first; row < first + LEAD; row++) a[row * ${WIDTH} + ${BAND}] = 1;
}

/** L D Lᵀ of nodes last .. first, towards the root: reads the system \`a\`, writes the factors \`f\`. */
export function factorRod(a: Float64Array, f: Float64Array, first: number, last: number): void {
  for (let node = last; node >= first; node--) {
    const m = (LEAD + ${UNKNOWNS} * node) * ${WIDTH};
${indent(factorLines())}
  }
}

/** L⁻¹ of what \`y\` holds for nodes last .. first, in place. */
export function forwardRod(f: Float64Array, y: Float64Array, first: number, last: number): void {
  for (let node = last; node >= first; node--) {
    const u = LEAD + ${UNKNOWNS} * node;
    const m = u * ${WIDTH};
${indent(forwardLines())}
  }
}

/** x = L⁻ᵀ D⁻¹ y of nodes first .. last, towards the tip; what is nearer to the root is known. */
export function backwardRod(f: Float64Array, y: Float64Array, x: Float64Array, first: number, last: number): void {
  for (let node = first; node <= last; node++) {
    const u = LEAD + ${UNKNOWNS} * node;
    const m = u * ${WIDTH};
${indent(backwardLines())}
  }
}
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'src', 'models', 'rod', 'factor.ts'), text);
