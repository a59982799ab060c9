import {
  ACROSS_NOW,
  ALONG,
  BEND,
  BEND_DAMPING,
  BEND_WEIGHT,
  CHANGE,
  DIRECTION,
  EDGE,
  LENGTH,
  NOW,
  PER_LENGTH,
  PRETENSION,
  REFERENCE,
  START,
  STRETCH,
  STRETCH_DAMPING,
  TENSION,
} from '../../src/kernels/curly-layout.ts';
import { local, type Rows } from '../language.ts';

/** Below this 1 + cos(angle) two directions are opposite: then the frame turns by half a turn about u. */
const OPPOSITE = 1e-6;
/** A smoothed edge shorter than this has no direction: the one before goes on. */
const SHORTEST = 1e-9;
const NEXT = [1, 2, 0];
const LAST = [2, 0, 1];

/** Edges as they are, tensions of stretch springs, and what damping goes with. */
export function pullEdges(strand: Rows, edges: Rows, count: number): void {
  for (let i = 0; i < count; i++) {
    const a = EDGE * i;
    let square = 1e-30;
    for (let c = 0; c < 3; c++) {
      const e = edges[a + START + c] + edges[a + CHANGE + c];
      edges[a + NOW + c] = e;
      square = square + e * e;
    }
    const length = Math.sqrt(square);
    const one = 1 / length;
    const l = edges[a + LENGTH];
    const f = (strand[STRETCH] * (length - l) * edges[a + PER_LENGTH] + edges[a + PRETENSION]) * one;
    for (let c = 0; c < 3; c++) {
      edges[a + DIRECTION + c] = edges[a + NOW + c] * one;
      edges[a + TENSION + c] = f * edges[a + NOW + c];
    }
    edges[a + ALONG] = strand[STRETCH_DAMPING] * edges[a + PER_LENGTH] - edges[a + BEND_DAMPING];
  }
}

/** Adds tensions of bending springs: each edge is pulled to its reference in the frame that is carried along the smoothed curve. */
export function bendEdges(strand: Rows, edges: Rows, count: number): void {
  const d = local(3);
  const u = local(3);
  const w = local(3);
  const y = local(3);
  const z = local(3);
  const b = local(3);
  for (let c = 0; c < 3; c++) {
    d[c] = edges[DIRECTION + c];
    y[c] = edges[NOW + c] * edges[PER_LENGTH];
    z[c] = y[c];
    u[c] = strand[ACROSS_NOW + c];
  }
  const along = u[0] * d[0] + u[1] * d[1] + u[2] * d[2];
  for (let c = 0; c < 3; c++) u[c] = u[c] - along * d[c];
  const upright = 1 / Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + 1e-30);
  for (let c = 0; c < 3; c++) u[c] = upright * u[c];
  for (let i = 1; i < count; i++) {
    const a = EDGE * i;
    const l = edges[a + LENGTH];
    const k = edges[a + BEND];
    for (let c = 0; c < 3; c++) {
      const across = d[NEXT[c]] * u[LAST[c]] - d[LAST[c]] * u[NEXT[c]];
      const target =
        l * (edges[a + REFERENCE] * d[c] + edges[a + REFERENCE + 1] * u[c] + edges[a + REFERENCE + 2] * across);
      edges[a + TENSION + c] = edges[a + TENSION + c] + k * (edges[a + NOW + c] - target);
    }
    // The frame goes on to the smoothed edge by the shortest rotation.
    const q = edges[a + BEND_WEIGHT];
    const beta = 1 - q;
    const s = beta * edges[a + PER_LENGTH];
    for (let c = 0; c < 3; c++) {
      y[c] = q * y[c] + s * edges[a + NOW + c];
      z[c] = q * z[c] + beta * y[c];
    }
    const length = Math.sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
    const goes = length > SHORTEST;
    const one = 1 / length;
    for (let c = 0; c < 3; c++) b[c] = goes ? z[c] * one : d[c];
    const cosine = d[0] * b[0] + d[1] * b[1] + d[2] * b[2];
    for (let c = 0; c < 3; c++) w[c] = d[NEXT[c]] * b[LAST[c]] - d[LAST[c]] * b[NEXT[c]];
    const turns = 1 + cosine > OPPOSITE;
    const f = turns ? (w[0] * u[0] + w[1] * u[1] + w[2] * u[2]) / (1 + cosine) : 0;
    for (let c = 0; c < 3; c++)
      d[c] = turns ? cosine * u[c] + w[NEXT[c]] * u[LAST[c]] - w[LAST[c]] * u[NEXT[c]] + f * w[c] : u[c];
    for (let c = 0; c < 3; c++) {
      u[c] = d[c];
      d[c] = b[c];
    }
  }
}
