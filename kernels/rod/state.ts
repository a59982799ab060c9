import {
  AHEAD,
  CONTACT,
  FRICTION_FORCE,
  HEAD,
  M1,
  M1_START,
  MEASURE,
  NORMAL_FORCE,
  PAST,
  START,
  STATE,
  STATE_M1,
  STATE_MEASURE,
  STATE_PAST,
  STATE_PUSH,
  STATE_RUB,
  STATE_TENSION,
  TENSION,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import type { Rows } from '../language.ts';

/** Begins a step with what a pack has kept of its state; `setUpPack` does the rest. */
export function takeState(work: Rows, state: Rows, contacts: Rows, nodes: number): void {
  for (let i = 0; i < nodes; i++) {
    const w = HEAD + WORK * i;
    const s = STATE * i;
    const c = 2 * nodes * AHEAD + CONTACT * (2 * i);
    for (let d = 0; d < 3; d++) work[w + M1_START + d] = state[s + STATE_M1 + d];
    work[w + TENSION] = state[s + STATE_TENSION];
    for (let m = 0; m < 5; m++) {
      work[w + MEASURE + m] = state[s + STATE_MEASURE + m];
      work[w + PAST + m] = state[s + STATE_PAST + m];
    }
    for (let q = 0; q < 2; q++) {
      contacts[c + CONTACT * q + NORMAL_FORCE] = state[s + STATE_PUSH + q];
      for (let d = 0; d < 3; d++) contacts[c + CONTACT * q + START + d] = state[s + STATE_RUB + 3 * q + d];
    }
  }
}

/** Keeps the state at the end of a step. */
export function keepState(work: Rows, state: Rows, contacts: Rows, nodes: number): void {
  for (let i = 0; i < nodes; i++) {
    const w = HEAD + WORK * i;
    const s = STATE * i;
    const c = 2 * nodes * AHEAD + CONTACT * (2 * i);
    for (let d = 0; d < 3; d++) state[s + STATE_M1 + d] = work[w + M1 + d];
    state[s + STATE_TENSION] = work[w + TENSION];
    for (let m = 0; m < 5; m++) {
      state[s + STATE_PAST + m] = state[s + STATE_MEASURE + m];
      state[s + STATE_MEASURE + m] = work[w + MEASURE + m];
    }
    for (let q = 0; q < 2; q++) {
      state[s + STATE_PUSH + q] = contacts[c + CONTACT * q + NORMAL_FORCE];
      for (let d = 0; d < 3; d++) state[s + STATE_RUB + 3 * q + d] = contacts[c + CONTACT * q + FRICTION_FORCE + d];
    }
  }
}
