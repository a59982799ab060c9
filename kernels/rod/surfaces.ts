import { CLOSE, CONTACT_STIFFNESS, DEEPEST, LEAVING, PRESLIDING, REACH, SEEN } from '../../src/kernels/contact-law.ts';
import {
  AHEAD,
  ALONG,
  BANKS,
  CHANGES,
  CONTACT,
  COULOMB,
  FIXED,
  FLIGHT,
  FRESH,
  FRICTION_FORCE,
  GAP,
  HAS_PAST,
  HEAD,
  INVERSE_STEP_SQUARED,
  IS_ACTIVE,
  IS_HELD,
  IS_NEW,
  IS_REMEMBERED,
  IS_TOO_DEEP,
  LIMIT,
  LOOKS,
  MASS,
  MIDDLE_MASS,
  MOVE,
  MULTIPLIER,
  NORMAL,
  NORMAL_FORCE,
  POINT,
  REST_LENGTH,
  SOLVES,
  START,
  STICK,
  STIFFNESS,
  TRAVEL,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { anyLane, type Rows } from '../language.ts';
import { placeAtNode, placeBetween } from './contacts.ts';

/** Sets up the contacts that are fresh, as ContactSet.beginOne and Friction.begin do, at the first guess. */
export function beginContacts(work: Rows, fixed: Rows, contacts: Rows, nodes: number): void {
  work[IS_TOO_DEEP] = 0;
  for (let i = 1; i < nodes; i++) {
    const node = 2 * i;
    const c = 2 * nodes * AHEAD + CONTACT * node;
    const w = HEAD + WORK * i;
    const f = FIXED * i;
    if (anyLane(contacts[node] >= FRESH)) {
      const k = CONTACT_STIFFNESS * work[INVERSE_STEP_SQUARED] * fixed[f + MASS];
      contacts[c + STIFFNESS] = contacts[node] >= FRESH ? k : contacts[c + STIFFNESS];
      placeAtNode(work, contacts, c, w);
      begin(work, fixed, contacts, c, node, f - FIXED + REST_LENGTH);
    }
    if (anyLane(contacts[node + 1] >= FRESH)) {
      const m = c + CONTACT;
      const k = CONTACT_STIFFNESS * work[INVERSE_STEP_SQUARED] * fixed[f + MIDDLE_MASS];
      contacts[m + STIFFNESS] = contacts[node + 1] >= FRESH ? k : contacts[m + STIFFNESS];
      contacts[m + ALONG] = contacts[node + 1] >= FRESH ? 0.5 : contacts[m + ALONG];
      placeBetween(work, contacts, m, w);
      begin(work, fixed, contacts, m, node + 1, f + REST_LENGTH);
    }
  }
}

/** What is given stands in its rows: the plane, and the forces of the last step as NORMAL_FORCE and START. */
export function begin(work: Rows, fixed: Rows, contacts: Rows, c: number, slot: number, length: number): void {
  const isFresh = contacts[slot] >= FRESH;
  const last = contacts[c + NORMAL_FORCE];
  let depth = contacts[c + GAP];
  let way = 0;
  let along = 0;
  for (let d = 0; d < 3; d++) {
    const n = contacts[c + NORMAL + d];
    depth = depth - n * contacts[c + POINT + d];
    way = way + n * (contacts[c + TRAVEL + d] - contacts[c + POINT + d]);
    along = along + n * contacts[c + START + d];
  }
  const isActive = depth > 0 || (last > 0 && depth > -LEAVING);
  const limit = contacts[c + COULOMB] * last;
  const stick = Math.min(contacts[c + STIFFNESS], limit / PRESLIDING);
  for (let d = 0; d < 3; d++) {
    const across = contacts[c + START + d] - along * contacts[c + NORMAL + d];
    contacts[c + START + d] = isFresh ? across : contacts[c + START + d];
    contacts[c + FRICTION_FORCE + d] = isFresh ? 0 : contacts[c + FRICTION_FORCE + d];
  }
  const active = isActive ? 1 : 0;
  const multiplier = isActive ? last : 0;
  const isNew = last > 0 ? 0 : 1;
  contacts[c + IS_ACTIVE] = isFresh ? active : contacts[c + IS_ACTIVE];
  contacts[c + MULTIPLIER] = isFresh ? multiplier : contacts[c + MULTIPLIER];
  contacts[c + LIMIT] = isFresh ? limit : contacts[c + LIMIT];
  contacts[c + STICK] = isFresh ? stick : contacts[c + STICK];
  contacts[c + IS_NEW] = isFresh ? isNew : contacts[c + IS_NEW];
  contacts[c + IS_REMEMBERED] = isFresh ? work[HAS_PAST] : contacts[c + IS_REMEMBERED];
  contacts[c + IS_HELD] = isFresh ? 0 : contacts[c + IS_HELD];
  contacts[c + CHANGES] = isFresh ? 0 : contacts[c + CHANGES];
  // What goes towards the surface without reaching it, or lay in it before, is no reason for smaller steps.
  const isTooDeep = isFresh && Math.min(way, depth) > DEEPEST * fixed[length];
  work[IS_TOO_DEEP] = isTooDeep ? 1 : work[IS_TOO_DEEP];
  contacts[slot] = isFresh ? 1 : contacts[slot];
}

/**
 * After a solve: notes the strands whose surfaces must be looked at again, as SurfaceContacts.follow does: a point came out beyond the reach of
 * what was asked, or a surface pushes it that may be elsewhere there.
 */
export function checkPlaces(work: Rows, contacts: Rows, nodes: number): void {
  const ways = 2 * nodes * BANKS;
  const others = ways + 2 * nodes;
  let looks = 0;
  for (let i = 2; i < nodes; i++) {
    const w = HEAD + WORK * i;
    const q = 2 * i;
    const c = 2 * nodes * AHEAD + CONTACT * q + IS_ACTIVE;
    let moved = 0;
    let between = 0;
    for (let d = 0; d < 3; d++) {
      const here = work[w + MOVE + d] - work[w + FLIGHT + d];
      const middle = 0.5 * (here + (work[w - WORK + MOVE + d] - work[w - WORK + FLIGHT + d]));
      moved = moved + here * here;
      between = between + middle * middle;
    }
    const atNode = isElsewhere(moved, contacts[ways + q], contacts[others + q], contacts[q], contacts[c], work[SOLVES]);
    const atMiddle = isElsewhere(
      between,
      contacts[ways + q - 1],
      contacts[others + q - 1],
      contacts[q - 1],
      contacts[c - CONTACT],
      work[SOLVES],
    );
    looks = Math.max(looks, Math.max(atNode, atMiddle));
  }
  work[LOOKS] = looks;
}

/** 1 for a point that is so far (squared) from where it was asked for that surfaces may be others there. */
function isElsewhere(
  moved: number,
  way: number,
  other: number,
  isContact: number,
  isActive: number,
  solves: number,
): number {
  const far = Math.sqrt(moved);
  const known = isContact > 0 ? REACH * REACH : 0;
  const isBeyond = (moved > known && way <= far) || other <= far;
  const isPushed = isContact > 0 && isActive > 0 && moved > (solves > 1 ? CLOSE * CLOSE : SEEN * SEEN);
  return isBeyond || isPushed ? 1 : 0;
}
