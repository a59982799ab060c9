import {
  ACROSS,
  ACROSS_NOW,
  ACROSS_STEP,
  ALONG,
  BEND_DAMPING,
  CHANGE,
  CORE_TENSION,
  DAMPING_STEP,
  DIRECTION,
  EDGE,
  FASTEST,
  FORCE_STEP,
  IS_PULLED,
  LONGEST,
  MORE,
  RATE,
  ROOT_ACCELERATION,
  ROOT_CHANGE,
  ROOT_WAY,
  ROOT_WEIGHT,
  START,
  TENSION,
  WEIGHT,
} from '../../src/kernels/curly-layout.ts';
import { anyLane, local, type Rows } from '../language.ts';
import { dampCore, pullCore } from './core.ts';
import { bendEdges, pullEdges } from './edges.ts';

/**
 * One outer step of curls with so many edges: `forces` force steps of `dampings` damping steps each (Iben et al. 2013, section 5), as
 * `PublishedStepper` of models/curly takes them one strand at a time. A strand is its first node and its edges: only their changes and the relative
 * velocities of their ends are kept, which single precision bears. `cores`: 0 without core springs, 1 as published, 2 consistent.
 */
export function stepCurls(
  strand: Rows,
  edges: Rows,
  count: number,
  forces: number,
  dampings: number,
  cores: number,
): void {
  for (let c = 0; c < 3; c++) {
    strand[ROOT_CHANGE + c] = 0;
    strand[ROOT_WAY + c] = 0;
    strand[ACROSS_NOW + c] = strand[ACROSS + c];
  }
  strand[IS_PULLED] = 0;
  for (let i = 0; i < count; i++)
    for (let c = 0; c < 3; c++) {
      edges[EDGE * i + CHANGE + c] = 0;
      edges[EDGE * i + CORE_TENSION + c] = 0;
    }
  for (let n = 0; n < forces; n++) {
    pullEdges(strand, edges, count);
    bendEdges(strand, edges, count);
    if (cores > 0) pullCore(strand, edges, count, cores - 1);
    pushNodes(strand, edges, count);
    for (let m = 0; m < dampings; m++) {
      if (cores > 0 && anyLane(strand[IS_PULLED] > 0)) dampCore(edges, count, cores - 1);
      dampNodes(strand, edges, count);
    }
    if (cores > 0 && anyLane(strand[IS_PULLED] > 0)) {
      for (let i = 0; i < count; i++) for (let c = 0; c < 3; c++) edges[EDGE * i + CORE_TENSION + c] = 0;
    }
    moveNodes(strand, edges, count);
    for (let c = 0; c < 3; c++) strand[ACROSS_NOW + c] = strand[ACROSS_NOW + c] + strand[ACROSS_STEP + c];
  }
}

/** Tensions and what acts from outside, as velocities after a force step. */
function pushNodes(strand: Rows, edges: Rows, count: number): void {
  const h = strand[FORCE_STEP];
  const push = local(3);
  for (let c = 0; c < 3; c++) {
    push[c] = h * strand[ROOT_WEIGHT] * edges[TENSION + c];
    strand[ROOT_CHANGE + c] = strand[ROOT_CHANGE + c] + h * strand[ROOT_ACCELERATION + c] + push[c];
  }
  for (let i = 0; i < count - 1; i++) {
    const a = EDGE * i;
    const w = h * edges[a + WEIGHT];
    for (let c = 0; c < 3; c++) {
      const next = w * (edges[a + EDGE + TENSION + c] - edges[a + TENSION + c]);
      edges[a + RATE + c] = edges[a + RATE + c] + h * edges[a + MORE + c] + (next - push[c]);
      push[c] = next;
    }
  }
  const a = EDGE * (count - 1);
  const w = h * edges[a + WEIGHT];
  for (let c = 0; c < 3; c++)
    edges[a + RATE + c] = edges[a + RATE + c] + h * edges[a + MORE + c] - (w * edges[a + TENSION + c] + push[c]);
}

/** One damping step, with the limiter of velocities: what it takes from an edge's end the next edge gains. */
function dampNodes(strand: Rows, edges: Rows, count: number): void {
  const h = strand[DAMPING_STEP];
  const f = local(3);
  const r = local(3);
  const push = local(3);
  const taken = local(3);
  for (let c = 0; c < 3; c++) r[c] = edges[RATE + c];
  const axial0 = edges[ALONG] * (r[0] * edges[DIRECTION] + r[1] * edges[DIRECTION + 1] + r[2] * edges[DIRECTION + 2]);
  for (let c = 0; c < 3; c++) {
    f[c] = edges[BEND_DAMPING] * r[c] + axial0 * edges[DIRECTION + c] + edges[CORE_TENSION + c];
    push[c] = h * strand[ROOT_WEIGHT] * f[c];
    strand[ROOT_CHANGE + c] = strand[ROOT_CHANGE + c] + push[c];
    taken[c] = 0;
  }
  for (let i = 0; i < count - 1; i++) {
    const a = EDGE * i;
    const b = EDGE * i + EDGE;
    const n = local(3);
    for (let c = 0; c < 3; c++) n[c] = edges[b + RATE + c];
    const axial =
      edges[b + ALONG] *
      (n[0] * edges[b + DIRECTION] + n[1] * edges[b + DIRECTION + 1] + n[2] * edges[b + DIRECTION + 2]);
    const weight = edges[a + WEIGHT];
    const w = h * weight;
    for (let c = 0; c < 3; c++) {
      const g = edges[b + BEND_DAMPING] * n[c] + axial * edges[b + DIRECTION + c] + edges[b + CORE_TENSION + c];
      const next = w * (g - f[c]);
      r[c] = r[c] + (next - push[c]) + taken[c];
      push[c] = next;
      f[c] = g;
      taken[c] = 0;
    }
    const square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    const isFast = square > edges[a + FASTEST] && weight > 0;
    if (anyLane(isFast)) {
      const left = isFast ? Math.sqrt(edges[a + FASTEST] / square) : 1;
      for (let c = 0; c < 3; c++) {
        taken[c] = (1 - left) * r[c];
        r[c] = left * r[c];
      }
    }
    for (let c = 0; c < 3; c++) {
      edges[a + RATE + c] = r[c];
      r[c] = n[c];
    }
  }
  const a = EDGE * (count - 1);
  const weight = edges[a + WEIGHT];
  const w = h * weight;
  for (let c = 0; c < 3; c++) r[c] = r[c] - (w * f[c] + push[c]) + taken[c];
  const square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  const left = square > edges[a + FASTEST] && weight > 0 ? Math.sqrt(edges[a + FASTEST] / square) : 1;
  for (let c = 0; c < 3; c++) edges[a + RATE + c] = left * r[c];
}

/** Edges after a force step, with the limiter of lengths. */
function moveNodes(strand: Rows, edges: Rows, count: number): void {
  const h = strand[FORCE_STEP];
  const d = local(3);
  const e = local(3);
  const taken = local(3);
  for (let c = 0; c < 3; c++) {
    strand[ROOT_WAY + c] = strand[ROOT_WAY + c] + h * strand[ROOT_CHANGE + c];
    taken[c] = 0;
  }
  for (let i = 0; i < count; i++) {
    const a = EDGE * i;
    for (let c = 0; c < 3; c++) {
      d[c] = edges[a + CHANGE + c] + h * edges[a + RATE + c] + taken[c];
      e[c] = edges[a + START + c] + d[c];
      taken[c] = 0;
    }
    const square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    const isLong = square > edges[a + LONGEST] && edges[a + WEIGHT] > 0;
    if (anyLane(isLong)) {
      const over = isLong ? 1 - Math.sqrt(edges[a + LONGEST] / square) : 0;
      for (let c = 0; c < 3; c++) {
        taken[c] = over * e[c];
        d[c] = d[c] - taken[c];
      }
    }
    for (let c = 0; c < 3; c++) edges[a + CHANGE + c] = d[c];
  }
}
