import {
  CORE_DAMPING,
  CORE_DAMPING_MORE,
  CORE_DAMPING_NOW,
  CORE_DIRECTION,
  CORE_MORE,
  CORE_NOW,
  CORE_REST,
  CORE_STIFFNESS,
  CORE_TENSION,
  CORE_WEIGHT,
  DRAG,
  EDGE,
  IS_PULLED,
  LENGTH,
  MOMENT,
  NOW,
  PER_LENGTH,
  RATE,
  REST_CORE,
  STIFFENING,
  TENSION,
} from '../../src/kernels/curly-layout.ts';
import { anyLane, local, type Rows } from '../language.ts';

/** As in models/curly/core.ts. */
const BLEND = 0.5;
const LEAST = 2e-3;

function hermite(s: number): number {
  const t = Math.min(Math.max(s, 0), 1);
  return t * t * (3 - 2 * t);
}

/** Looks at the smoothed curve and adds tensions of core springs; its damping is frozen as it is now. */
export function pullCore(strand: Rows, edges: Rows, count: number, isConsistent: number): void {
  measureCore(strand, edges, count);
  if (anyLane(strand[IS_PULLED] > 0)) {
    for (let i = 0; i < count; i++) {
      const a = EDGE * i;
      const moment = strand[CORE_NOW] * edges[a + MOMENT];
      edges[a + DRAG] = strand[CORE_DAMPING_NOW] * edges[a + DRAG];
      for (let c = 0; c < 3; c++) edges[a + CORE_TENSION + c] = moment * edges[a + CORE_DIRECTION + c];
    }
    passOn(edges, count, isConsistent);
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) {
        const a = EDGE * i;
        edges[a + TENSION + c] = edges[a + TENSION + c] + edges[a + CORE_TENSION + c];
        edges[a + CORE_TENSION + c] = 0;
      }
  }
}

function measureCore(strand: Rows, edges: Rows, count: number): void {
  const y = local(3);
  const z = local(3);
  for (let c = 0; c < 3; c++) {
    y[c] = 0;
    z[c] = 0;
  }
  let whole = 0 / strand[CORE_REST];
  let pulled = whole;
  for (let i = 0; i < count; i++) {
    const a = EDGE * i;
    const q = edges[a + CORE_WEIGHT];
    const beta = 1 - q;
    const s = beta * edges[a + PER_LENGTH];
    for (let c = 0; c < 3; c++) {
      y[c] = q * y[c] + s * edges[a + NOW + c];
      z[c] = q * z[c] + beta * y[c];
    }
    const length = Math.sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
    const one = 1 / (length + 1e-30);
    for (let c = 0; c < 3; c++) edges[a + CORE_DIRECTION + c] = z[c] * one;
    const l = edges[a + LENGTH];
    whole = whole + l * length;
    const extension = length - edges[a + REST_CORE];
    const isLonger = extension > LEAST;
    const w = isLonger ? l * hermite(extension * (1 / BLEND)) : 0;
    edges[a + MOMENT] = w * extension;
    edges[a + DRAG] = w;
    pulled = isLonger ? 1 : pulled;
  }
  strand[IS_PULLED] = pulled;
  const most = hermite((whole / strand[CORE_REST] - 1) * strand[STIFFENING]);
  strand[CORE_NOW] = strand[CORE_STIFFNESS] + strand[CORE_MORE] * most;
  strand[CORE_DAMPING_NOW] = strand[CORE_DAMPING] + strand[CORE_DAMPING_MORE] * most;
}

/** Moments of smoothed edges as tensions of edges, in place: of all that they are made of, or as published of their own. */
function passOn(edges: Rows, count: number, isConsistent: number): void {
  if (isConsistent === 0) {
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) {
        const a = EDGE * i;
        edges[a + CORE_TENSION + c] = edges[a + CORE_TENSION + c] * edges[a + PER_LENGTH];
      }
  }
  if (isConsistent === 1) {
    const y = local(3);
    const z = local(3);
    for (let c = 0; c < 3; c++) {
      y[c] = 0;
      z[c] = 0;
    }
    let q = 0 / edges[LENGTH];
    for (let i = count - 1; i >= 0; i--) {
      const a = EDGE * i;
      const beta = 1 - edges[a + CORE_WEIGHT];
      const s = beta * edges[a + PER_LENGTH];
      for (let c = 0; c < 3; c++) {
        z[c] = edges[a + CORE_TENSION + c] + q * z[c];
        y[c] = beta * z[c] + q * y[c];
        edges[a + CORE_TENSION + c] = s * y[c];
      }
      q = edges[a + CORE_WEIGHT];
    }
  }
}

/** Tensions of the core's damping at the velocities of the moment. */
export function dampCore(edges: Rows, count: number, isConsistent: number): void {
  const y = local(3);
  const z = local(3);
  for (let c = 0; c < 3; c++) {
    y[c] = 0;
    z[c] = 0;
  }
  for (let i = 0; i < count; i++) {
    const a = EDGE * i;
    const q = edges[a + CORE_WEIGHT];
    const beta = 1 - q;
    const s = beta * edges[a + PER_LENGTH];
    for (let c = 0; c < 3; c++) {
      y[c] = q * y[c] + s * edges[a + RATE + c];
      z[c] = q * z[c] + beta * y[c];
    }
    const pull =
      edges[a + DRAG] *
      (z[0] * edges[a + CORE_DIRECTION] + z[1] * edges[a + CORE_DIRECTION + 1] + z[2] * edges[a + CORE_DIRECTION + 2]);
    for (let c = 0; c < 3; c++) edges[a + CORE_TENSION + c] = pull * edges[a + CORE_DIRECTION + c];
  }
  passOn(edges, count, isConsistent);
}
