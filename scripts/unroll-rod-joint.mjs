/**
 * Writes src/models/rod/joint.ts: one joint of the rod's linear system, measured, differentiated, summed and scattered
 * without an array in between. `measureJoint` and the sums of `joint.fixture.ts` say the same in loops and take
 * longer. There is no loop over nodes in it on purpose: a function this large that loops may be left in its half-compiled
 * state by the engine for as long as it lives (Node 20: a third slower in every second run).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './setup.mjs';

const WIDTH = 13;
const BAND = 12;
const EDGE_ROW = 11;
/** Places in a joint's row: see the text below. */
const REST = 5;
const PAST = 10;
const FRICTION = 15;
const PRODUCT = 16;
const TWIST = 17;
const AXES = ['x', 'y', 'z'];
const NEXT = { x: 'y', y: 'z', z: 'x' };

const dot = (a, b) => AXES.map((c) => `${a}${c} * ${b}${c}`).join(' + ');
/** One line a component; `value` is given the axis. */
const each = (name, value) => AXES.map((c) => `const ${name}${c} = ${value(c)};`);
const across = (a, b, c) => `${a}${NEXT[c]} * ${b}${NEXT[NEXT[c]]} - ${a}${NEXT[NEXT[c]]} * ${b}${NEXT[c]}`;
const cross = (name, a, b) => each(name, (c) => across(a, b, c));
const at = (array, offset) =>
  `${array[0]}[${array[1]}${offset === 0 ? '' : offset > 0 ? ` + ${offset}` : ` - ${-offset}`}]`;
const load = (name, array, offset = 0) => AXES.map((c, i) => `const ${name}${c} = ${at(array, offset + i)}!;`);

/** Both edges of the joint: vector e, direction t, 1/length n, length s, major axis and minor axis (p before, q after). */
function edges() {
  return [0, 1].flatMap((e) => {
    const row = ['edges', e === 0 ? 'b' : 'c'];
    const axis = e === 0 ? 'p' : 'q';
    return [
      ...load(`e${e}`, row, 0),
      ...load(`t${e}`, row, 3),
      `const n${e} = ${at(row, 6)}!;`,
      ...(e === 0 ? [`const s0 = ${at(row, 7)}!;`] : []),
      ...load(`${axis}2`, row, 8),
      ...load(`${axis}1`, ['m1', 'd'], e === 0 ? -3 : 0),
    ];
  });
}

/** The five measures of the joint between edges 0 and 1: c0 to c3, c4. The twist is unwrapped against its last value. */
function measures() {
  return [
    ...cross('x', 'e0', 'e1'),
    `const along = ${dot('e0', 'e1')};`,
    `const product = ${at(['joints', 'r'], PRODUCT)}!;`,
    'const raw = product + along;',
    'const g = 1 / Math.max(raw, FOLDED * product);',
    'const gg = 2 * g;',
    ...each('k', (c) => `gg * x${c}`),
    `const c0 = ${dot('k', 'p2')};`,
    `const c1 = -(${dot('k', 'p1')});`,
    `const c2 = ${dot('k', 'q2')};`,
    `const c3 = -(${dot('k', 'q1')});`,
    // Twist: p1 carried to edge 1, against q1 and q2.
    'const nn = n0 * n1;',
    'const open = 1 + nn * along;',
    'const h = 1 / Math.max(open, FOLDED);',
    `const fallen = h * (${dot('p1', 't1')});`,
    `const cosTwist = ${dot('p1', 'q1')} - fallen * (${dot('t0', 'q1')});`,
    `const sinTwist = fallen * (${dot('t0', 'q2')}) - (${dot('p1', 'q2')});`,
    'let c4 = turnAngle(sinTwist, cosTwist);',
    `c4 += wholeTurns(${at(['joints', 'r'], TWIST)}! - c4);`,
    `${at(['joints', 'r'], TWIST)} = c4;`,
  ];
}

/** Derivatives by both edges of the first two measures and of the twist: a, b, h<edge>. m × t of an edge's own axes is at hand. */
function derivatives() {
  return [
    'const gs0 = g * s0;',
    'const gc0 = g * c0;',
    'const gc1 = g * c1;',
    'const hn0 = h * nn * n0;',
    'const hn1 = h * nn * n1;',
    ...each('a0', (c) => `gg * (${across('e1', 'p2', c)}) - gc0 * e1${c}`),
    ...each('b0', (c) => `gg * (${across('p1', 'e1', c)}) - gc1 * e1${c}`),
    ...each('h0', (c) => `hn0 * x${c}`),
    ...each('a1', (c) => `gs0 * (2 * p1${c} - c0 * t0${c})`),
    ...each('b1', (c) => `gs0 * (2 * p2${c} - c1 * t0${c})`),
    ...each('h1', (c) => `hn1 * x${c}`),
  ];
}

/** Weights and forces of the measures. Friction pulls each towards its history; twist stands for the whole joint, hence twice. */
function weights() {
  const lines = [`const friction = ${at(['joints', 'r'], FRICTION)}!;`, 'const friction2 = 2 * friction;'];
  for (let m = 0; m < 5; m++) {
    const v = m === 4 ? 'friction2' : 'friction';
    const strain = `c${m} - ${at(['joints', 'r'], REST + m)}!`;
    const rate = `c${m} - ${at(['joints', 'r'], PAST + m)}!`;
    lines.push(
      `const k${m} = ${at(['joints', 'r'], m)}!;`,
      `const w${m} = k${m} + ${v};`,
      `const g${m} = k${m} * (${strain}) + ${v} * (${rate});`,
    );
  }
  return lines;
}

const three = (term) => [0, 1, 2].map(term).join(' + ');

/**
 * The curvature on the edge after is the one on the edge before, turned by the twist τ (the carrying turns about it):
 * c2 = cos τ c0 + sin τ c1, c3 = cos τ c1 − sin τ c0. So the five measures change with three, (c0, c1, c4), and Jᵀ W J has
 * rank three: W of the five becomes V of the three, V = L D Lᵀ, and the sums run over the three rows Lᵀ J, r<row><edge>.
 */
function rows() {
  return [
    'const w2c = w2 * cosTwist;',
    'const w2s = w2 * sinTwist;',
    'const w3c = w3 * cosTwist;',
    'const w3s = w3 * sinTwist;',
    'const V00 = w0 + w2c * cosTwist + w3s * sinTwist;',
    'const V01 = w2c * sinTwist - w3s * cosTwist;',
    'const V02 = w2c * c3 + w3s * c2;',
    'const V11 = w1 + w2s * sinTwist + w3c * cosTwist;',
    'const V12 = w2s * c3 - w3c * c2;',
    'const V22 = w4 + w2 * c3 * c3 + w3 * c2 * c2;',
    'const i0 = 1 / Math.max(V00, 1e-300);',
    'const l1 = V01 * i0;',
    'const l2 = V02 * i0;',
    'const d1 = V11 - l1 * V01;',
    'const l3 = (V12 - l1 * V02) / Math.max(d1, 1e-300);',
    'const d2 = V22 - l2 * V02 - l3 * (V12 - l1 * V02);',
    // By the angles of both edges.
    'const r00 = c1 - l1 * c0 - l2;',
    'const r10 = -c0 - l3;',
    ...[0, 1].flatMap((e) => [
      ...each(`r0${e}`, (c) => `a${e}${c} + l1 * b${e}${c} + l2 * h${e}${c}`),
      ...each(`r1${e}`, (c) => `b${e}${c} + l3 * h${e}${c}`),
    ]),
  ];
}

/** Sums over the rows by edges and angles. */
function sums() {
  const lines = [
    'const y0 = g0 + cosTwist * g2 - sinTwist * g3;',
    'const y1 = g1 + sinTwist * g2 + cosTwist * g3;',
    'const y2 = g4 + c3 * g2 - c2 * g3;',
    'const z0 = V00 * r00;',
    'const z1 = d1 * r10;',
  ];
  const names = ['r0', 'r1', 'h'];
  const weight = ['V00', 'd1', 'd2'];
  for (const e of [0, 1]) {
    lines.push(...each(`G${e}`, (c) => `y0 * a${e}${c} + y1 * b${e}${c} + y2 * h${e}${c}`));
    for (let k = 0; k < 3; k++) lines.push(...each(`q${k}${e}`, (c) => `${weight[k]} * ${names[k]}${e}${c}`));
    lines.push(
      ...each(`f${e}0`, (c) => `z0 * r0${e}${c} + z1 * r1${e}${c} - q2${e}${c}`),
      ...each(`f${e}1`, (c) => `l2 * q0${e}${c} + l3 * q1${e}${c} + q2${e}${c}`),
    );
  }
  const block = (name, a, b, isSymmetric) =>
    AXES.flatMap((r, i) =>
      AXES.filter((_, j) => !isSymmetric || j >= i).map(
        (c) => `const ${name}${r}${c} = ${three((k) => `q${k}${a}${r} * ${names[k]}${b}${c}`)};`,
      ),
    );
  lines.push(...block('A', 0, 0, true), ...block('B', 1, 1, true), ...block('C', 1, 0, false));
  lines.push(
    'const T0 = g0 * c1 - g1 * c0 - g4;',
    'const T1 = g2 * c3 - g3 * c2 + g4;',
    'const tt0 = w0 * c1 * c1 + w1 * c0 * c0 + w4;',
    'const tt1 = w2 * c3 * c3 + w3 * c2 * c2 + w4;',
  );
  return lines;
}

/** Place of an entry in the band, from the first of the present node's rows: rows and columns relative to its unknowns. */
const place = (row, column) => row * WIDTH + BAND + column - row;
const entry = (row, column) => at(['a', 'm'], place(row, column));
const set = (row, column, value) => `${entry(row, column)} = ${value};`;
const add = (row, column, value) => `${entry(row, column)} = ${entry(row, column)}! + ${value};`;
const subtract = (row, column, value) => `${entry(row, column)} = ${entry(row, column)}! - ${value};`;
const sym = (name, r, c) => `${name}${AXES[Math.min(r, c)]}${AXES[Math.max(r, c)]}`;

/** Adds the blocks to the nodes: x_{k−1} = −e0, x_k = e0 − e1, x_{k+1} = e1. What only this joint touches is set. */
function scatter() {
  const lines = [];
  for (let r = 0; r < 3; r++) {
    const axis = AXES[r];
    for (let c = 0; c < 3; c++) {
      const C = `C${axis}${AXES[c]}`;
      lines.push(
        set(r + 5, c - 5, `-${C}`),
        add(r + 5, c, `${C} - ${sym('B', r, c)}`),
        add(r, c - 5, `${C} - ${sym('A', r, c)}`),
      );
      if (c > r) continue;
      lines.push(
        add(r + 5, c + 5, sym('B', r, c)),
        add(r, c, `${sym('A', r, c)} - ${C} - C${AXES[c]}${axis} + ${sym('B', r, c)}`),
        add(r - 5, c - 5, sym('A', r, c)),
      );
    }
    lines.push(
      set(r + 5, -2, `f10${axis}`),
      set(r + 5, 3, `f11${axis}`),
      add(r, -2, `f00${axis} - f10${axis}`),
      set(3, r - 5, `-f01${axis}`),
      set(3, r, `f01${axis} - f11${axis}`),
      subtract(-2, r - 5, `f00${axis}`),
    );
  }
  lines.push(set(3, -2, '-w4'), add(3, 3, 'tt1'), add(-2, -2, 'tt0'));
  for (let k = 0; k < 3; k++) {
    const c = AXES[k];
    const here = k === 0 ? 'rhs[u]' : `rhs[u + ${k}]`;
    lines.push(
      `rhs[u - ${5 - k}] = rhs[u - ${5 - k}]! + G0${c};`,
      `${here} = ${here}! - G0${c} + G1${c};`,
      `rhs[u + ${5 + k}] = rhs[u + ${5 + k}]! - G1${c};`,
    );
  }
  lines.push('rhs[u - 2] = rhs[u - 2]! - T0;', 'rhs[u + 3] = rhs[u + 3]! - T1;');
  return lines;
}

export const text = `/** Made by scripts/unroll-rod-joint.mjs: change that, not this. */
import { FOLDED, KNOWN_RANGE, turnAngle, wholeTurns } from './kernel.ts';

/** Numbers a joint has in \`joints\`: weights (5), rest (5), history (5), friction, l0 l1 and the last twist. */
export const JOINT_ROW = ${TWIST + 1};
export const JOINT_REST = ${REST};
export const JOINT_PAST = ${PAST};
export const JOINT_FRICTION = ${FRICTION};
export const JOINT_PRODUCT = ${PRODUCT};
export const JOINT_TWIST = ${TWIST};

/**
 * Adds the joint at \`node\` to the system: its forces to the right side and Jᵀ W J to the matrix, which is positive
 * semi-definite by construction. \`edges\` and \`m1\` are those of frames.ts. Formulas and names: kernel.ts.
 */
export function addJoint(
  a: Float64Array,
  rhs: Float64Array,
  edges: Float64Array,
  m1: Float64Array,
  joints: Float64Array,
  node: number,
): void {
  const n = node & KNOWN_RANGE;
  const c = ${EDGE_ROW} * n;
  const b = c - ${EDGE_ROW};
  const d = 3 * n;
  const r = ${TWIST + 1} * n;
  const u = 5 * n;
  const m = ${5 * WIDTH} * n;
${[...edges(), ...measures(), ...derivatives(), ...weights(), ...rows(), ...sums(), ...scatter()].join('\n')}
}
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'src', 'models', 'rod', 'joint.ts'), text);
