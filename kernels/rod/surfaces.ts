import {
  CLOSE,
  CONTACT_STIFFNESS,
  DEEPEST,
  FAR_IN,
  LEAVING,
  NEAR,
  PRESLIDING,
  REACH,
  RECOVERY_SPEED,
  SAME_NORMAL,
  SAME_PLANE,
  SEEN,
  SUSPICIOUS,
} from '../../src/kernels/contact-law.ts';
import {
  AHEAD,
  ALONG,
  ASKED,
  BANKS,
  BEYOND,
  CHANGES,
  CLEARANCE,
  CONTACT,
  COULOMB,
  DEPTH,
  FIXED,
  FOUND_DISTANCE,
  FOUND_MOVE,
  FOUND_NORMAL,
  FOUND_VELOCITY,
  FOUND_WAY,
  FRESH,
  FRICTION,
  FRICTION_FORCE,
  GAP,
  HAS_PAST,
  HAS_SHIFT,
  HEAD,
  INVERSE_STEP_SQUARED,
  IS_ACTIVE,
  IS_GOING,
  IS_HELD,
  IS_NEW,
  IS_REMEMBERED,
  IS_TOO_DEEP,
  IS_WATCHED,
  KEPT,
  KNOWN,
  LENGTH,
  LIMIT,
  LOOKS,
  MASS,
  MIDDLE_CLEARANCE,
  MIDDLE_MASS,
  MOVE,
  MULTIPLIER,
  NEEDS_CARE,
  NORMAL,
  NORMAL_FORCE,
  OTHERS,
  POINT,
  RECOVERY,
  REST_LENGTH,
  SHIFT,
  SOLVES,
  START,
  STEP,
  STICK,
  STIFFNESS,
  TAKES,
  TOUCHES,
  TRAVEL,
  WAYS,
  WITHIN,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { anyLane, type Rows, type Table } from '../language.ts';
import { placeAtNode, placeBetween } from './contacts.ts';
import { placePoint, samplePoint } from './field.ts';

/** What is known of where points began stands in the place of one that there is not: the root itself. */
const NO_POINT = 0;
/** What is this much farther than it keeps from a body, by where its neighbours are, is not asked for, metres. */
const FAR = 0.004;
/** Distances of a grid change no faster than this along a way. */
const STEEPEST = 1.1;
/** Farther than anything. */
const ENDLESS = 1e30;

/**
 * Asks the field of the one body that the pack can meet where the first guess is, and writes the planes of what is near. Points that are far by their
 * distance along the strand from one that was asked for are not asked for. LOOKS: a point is inside there.
 */
export function findSurfaces(
  work: Rows,
  fixed: Rows,
  contacts: Rows,
  field: Rows,
  known: Rows,
  values: Table,
  row: number,
  slice: number,
  nodes: number,
): void {
  work[NEEDS_CARE] = 0;
  work[LOOKS] = 0;
  field[WITHIN] = NEAR;
  field[FOUND_DISTANCE] = 0;
  for (let i = 1; i < nodes - 1; i++) {
    const w = HEAD + WORK * i;
    const c = 2 * nodes * AHEAD + CONTACT * (2 * i + 1);
    const between = 0.5 * STEEPEST * work[w + LENGTH];
    field[KEPT] = fixed[FIXED * i + MIDDLE_CLEARANCE];
    field[FOUND_DISTANCE] = field[FOUND_DISTANCE] - between;
    findSurface(work, contacts, field, known, values, row, slice, nodes, 2 * i + 1, c, w, WORK);
    field[KEPT] = fixed[FIXED * i + FIXED + CLEARANCE];
    field[FOUND_DISTANCE] = field[FOUND_DISTANCE] - between;
    findSurface(work, contacts, field, known, values, row, slice, nodes, 2 * i + 2, c + CONTACT, w + WORK, 0);
  }
}

/**
 * Of point q: at the node at w, or in the middle between that and the one `next` rows on; c is where its contact stands. FOUND_DISTANCE: how far from the
 * body it is at least.
 */
export function findSurface(
  work: Rows,
  contacts: Rows,
  field: Rows,
  known: Rows,
  values: Table,
  row: number,
  slice: number,
  nodes: number,
  q: number,
  c: number,
  w: number,
  next: number,
): void {
  const isWatched = work[IS_WATCHED] > 0;
  const ways = 2 * nodes * WAYS + q;
  const others = 2 * nodes * OTHERS + q;
  const asked = 2 * nodes * ASKED + 3 * q;
  contacts[others] = field[BEYOND] - field[KEPT];
  contacts[ways] = field[FOUND_DISTANCE] - field[KEPT];
  contacts[q] = 0;
  for (let d = 0; d < 3; d++) contacts[asked + d] = 0.5 * (work[w + MOVE + d] + work[w + next + MOVE + d]);
  if (anyLane(isWatched && !(field[FOUND_DISTANCE] - field[KEPT] > FAR))) {
    const isFar = field[FOUND_DISTANCE] - field[KEPT] > FAR;
    const least = field[FOUND_DISTANCE];
    placePoint(work, field, w, next, 1);
    samplePoint(field, known, KNOWN * q, values, row, slice);
    // A strand ends with the same bytes whatever others of its pack ask for.
    const way = isFar ? least - field[KEPT] : field[FOUND_WAY];
    field[FOUND_DISTANCE] = isFar ? least : field[FOUND_DISTANCE];
    const isNear = isWatched && way < NEAR;
    contacts[ways] = way;
    contacts[q] = isNear ? FRESH : 0;
    if (anyLane(isNear)) {
      let gap = -way;
      for (let d = 0; d < 3; d++) {
        contacts[c + NORMAL + d] = field[FOUND_NORMAL + d];
        contacts[c + TRAVEL + d] = work[STEP] * field[FOUND_VELOCITY + d];
        gap = gap + field[FOUND_NORMAL + d] * field[FOUND_MOVE + d];
      }
      contacts[c + GAP] = gap;
      contacts[c + COULOMB] = field[FRICTION];
      contacts[c + RECOVERY] = 0;
      work[LOOKS] = isNear && -way > SUSPICIOUS ? 1 : work[LOOKS];
    }
  }
}

/**
 * Points that are predicted inside are asked for at the start, too, with the field where its body was then: what began inside is let out slowly, and
 * what comes from far out meets the surface that it saw from there.
 */
export function considerStarts(
  work: Rows,
  fixed: Rows,
  contacts: Rows,
  field: Rows,
  known: Rows,
  values: Table,
  row: number,
  slice: number,
  nodes: number,
): void {
  field[WITHIN] = ENDLESS;
  for (let i = 1; i < nodes - 1; i++) {
    const w = HEAD + WORK * i;
    const c = 2 * nodes * AHEAD + CONTACT * (2 * i + 1);
    field[KEPT] = fixed[FIXED * i + MIDDLE_CLEARANCE];
    considerStart(work, contacts, field, known, values, row, slice, nodes, 2 * i + 1, c, w, WORK);
    field[KEPT] = fixed[FIXED * i + FIXED + CLEARANCE];
    considerStart(work, contacts, field, known, values, row, slice, nodes, 2 * i + 2, c + CONTACT, w + WORK, 0);
  }
}

export function considerStart(
  work: Rows,
  contacts: Rows,
  field: Rows,
  known: Rows,
  values: Table,
  row: number,
  slice: number,
  nodes: number,
  q: number,
  c: number,
  w: number,
  next: number,
): void {
  const ways = 2 * nodes * WAYS + q;
  const others = 2 * nodes * OTHERS + q;
  const asked = 2 * nodes * ASKED + 3 * q;
  if (anyLane(contacts[q] >= FRESH && -contacts[ways] > SUSPICIOUS)) {
    const isSuspicious = contacts[q] >= FRESH && -contacts[ways] > SUSPICIOUS;
    placePoint(work, field, w, next, 0);
    samplePoint(field, known, KNOWN * NO_POINT, values, row, slice);
    const began = field[FOUND_WAY];
    const isInside = isSuspicious && -began > SUSPICIOUS;
    const recovery = Math.min(-began, RECOVERY_SPEED * work[STEP]);
    contacts[c + RECOVERY] = isInside ? recovery : contacts[c + RECOVERY];
    contacts[c + GAP] = isInside ? contacts[c + GAP] + began + recovery : contacts[c + GAP];
    // What else is near where it comes from is looked at after the solve.
    const isFar = isSuspicious && !isInside && -contacts[ways] > FAR_IN;
    let seen = -began;
    for (let d = 0; d < 3; d++) {
      const travel = work[STEP] * field[FOUND_VELOCITY + d];
      seen = seen + field[FOUND_NORMAL + d] * travel;
      contacts[c + NORMAL + d] = isFar ? field[FOUND_NORMAL + d] : contacts[c + NORMAL + d];
      contacts[c + TRAVEL + d] = isFar ? travel : contacts[c + TRAVEL + d];
      contacts[asked + d] = isFar ? 0 : contacts[asked + d];
    }
    contacts[c + GAP] = isFar ? seen : contacts[c + GAP];
    contacts[ways] = isFar ? began : contacts[ways];
    contacts[others] = isFar ? -ENDLESS : contacts[others];
  }
}

/** Sets up the contacts that are fresh, as ContactSet.beginOne and Friction.begin do, at the first guess. */
export function beginContacts(work: Rows, fixed: Rows, contacts: Rows, nodes: number): void {
  let past = 0;
  for (let i = 2; i < 2 * nodes; i++) past = Math.max(past, contacts[2 * nodes * AHEAD + CONTACT * i + NORMAL_FORCE]);
  work[HAS_PAST] = past > 0 ? 1 : 0;
  work[IS_TOO_DEEP] = 0;
  for (let i = 1; i < nodes; i++) {
    const c = 2 * nodes * AHEAD + CONTACT * (2 * i);
    if (anyLane(contacts[2 * i] >= FRESH)) beginAtNode(work, fixed, contacts, i, c, 2 * i);
    if (anyLane(contacts[2 * i + 1] >= FRESH)) beginBetween(work, fixed, contacts, i, c + CONTACT, 2 * i + 1);
  }
}

export function beginAtNode(work: Rows, fixed: Rows, contacts: Rows, i: number, c: number, slot: number): void {
  const f = FIXED * i;
  const k = CONTACT_STIFFNESS * work[INVERSE_STEP_SQUARED] * fixed[f + MASS];
  contacts[c + STIFFNESS] = contacts[slot] >= FRESH ? k : contacts[c + STIFFNESS];
  placeAtNode(work, contacts, c, HEAD + WORK * i);
  begin(work, fixed, contacts, c, slot, f - FIXED + REST_LENGTH);
}

export function beginBetween(work: Rows, fixed: Rows, contacts: Rows, i: number, c: number, slot: number): void {
  const f = FIXED * i;
  const k = CONTACT_STIFFNESS * work[INVERSE_STEP_SQUARED] * fixed[f + MIDDLE_MASS];
  contacts[c + STIFFNESS] = contacts[slot] >= FRESH ? k : contacts[c + STIFFNESS];
  contacts[c + ALONG] = contacts[slot] >= FRESH ? 0.5 : contacts[c + ALONG];
  placeBetween(work, contacts, c, HEAD + WORK * i);
  begin(work, fixed, contacts, c, slot, f + REST_LENGTH);
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
  work[LOOKS] = 0;
  for (let i = 1; i < nodes - 1; i++) {
    const w = HEAD + WORK * i;
    checkPlace(work, contacts, nodes, 2 * i + 1, w, WORK);
    checkPlace(work, contacts, nodes, 2 * i + 2, w + WORK, 0);
  }
  work[LOOKS] = work[IS_WATCHED] > 0 ? work[LOOKS] : 0;
}

export function checkPlace(work: Rows, contacts: Rows, nodes: number, q: number, w: number, next: number): void {
  const asked = 2 * nodes * ASKED + 3 * q;
  let moved = 0;
  for (let d = 0; d < 3; d++) {
    const here = 0.5 * (work[w + MOVE + d] + work[w + next + MOVE + d]) - contacts[asked + d];
    moved = moved + here * here;
  }
  const isActive = contacts[2 * nodes * AHEAD + CONTACT * q + IS_ACTIVE];
  const ways = 2 * nodes * WAYS + q;
  const others = 2 * nodes * OTHERS + q;
  const isIt = isElsewhere(moved, contacts[ways], contacts[others], contacts[q], isActive, work[SOLVES]);
  work[LOOKS] = Math.max(work[LOOKS], isIt);
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

/**
 * Looks again at what points of the strands with LOOKS may have met elsewhere, as SurfaceContacts.lookAgain does. A strand goes on where that
 * asks for another solve.
 */
export function lookAgain(
  work: Rows,
  fixed: Rows,
  contacts: Rows,
  field: Rows,
  known: Rows,
  values: Table,
  row: number,
  slice: number,
  nodes: number,
): void {
  field[WITHIN] = ENDLESS;
  for (let i = 1; i < nodes - 1; i++) {
    const w = HEAD + WORK * i;
    const q = 2 * i + 1;
    const c = 2 * nodes * AHEAD + CONTACT * q;
    field[KEPT] = fixed[FIXED * i + MIDDLE_CLEARANCE];
    lookAtPoint(work, contacts, field, known, values, row, slice, nodes, q, c, w, WORK);
    const second = c + 2 * nodes * CONTACT;
    if (anyLane(contacts[q] >= FRESH)) beginBetween(work, fixed, contacts, i, c, q);
    if (anyLane(contacts[2 * nodes + q] >= FRESH)) {
      beginBetween(work, fixed, contacts, i, second, 2 * nodes + q);
      forgetLater(work, contacts, second);
    }
    field[KEPT] = fixed[FIXED * i + FIXED + CLEARANCE];
    lookAtPoint(work, contacts, field, known, values, row, slice, nodes, q + 1, c + CONTACT, w + WORK, 0);
    if (anyLane(contacts[q + 1] >= FRESH)) beginAtNode(work, fixed, contacts, i + 1, c + CONTACT, q + 1);
    if (anyLane(contacts[2 * nodes + q + 1] >= FRESH)) {
      beginAtNode(work, fixed, contacts, i + 1, second + CONTACT, 2 * nodes + q + 1);
      forgetLater(work, contacts, second + CONTACT);
    }
  }
}

/** The next step will not know of a contact. */
export function forgetLater(work: Rows, contacts: Rows, c: number): void {
  contacts[c + IS_REMEMBERED] = work[IS_WATCHED] > 0 ? 0 : contacts[c + IS_REMEMBERED];
}

export function lookAtPoint(
  work: Rows,
  contacts: Rows,
  field: Rows,
  known: Rows,
  values: Table,
  row: number,
  slice: number,
  nodes: number,
  q: number,
  c: number,
  w: number,
  next: number,
): void {
  const asked = 2 * nodes * ASKED + 3 * q;
  const ways = 2 * nodes * WAYS + q;
  const others = 2 * nodes * OTHERS + q;
  let moved = 0;
  for (let d = 0; d < 3; d++) {
    const here = 0.5 * (work[w + MOVE + d] + work[w + next + MOVE + d]) - contacts[asked + d];
    moved = moved + here * here;
  }
  const asks = isElsewhere(moved, contacts[ways], contacts[others], contacts[q], contacts[c + IS_ACTIVE], work[SOLVES]);
  if (anyLane(asks > 0 && work[LOOKS] > 0)) {
    const isIt = asks > 0 && work[LOOKS] > 0;
    placePoint(work, field, w, next, 1);
    samplePoint(field, known, KNOWN * q, values, row, slice);
    const way = field[FOUND_WAY];
    // Everything else is nearer by no more than the point has moved.
    const other = contacts[others] < -0.5 * ENDLESS ? field[BEYOND] - field[KEPT] : contacts[others] - Math.sqrt(moved);
    work[NEEDS_CARE] = isIt && other <= 0 ? 1 : work[NEEDS_CARE];
    contacts[ways] = isIt ? way : contacts[ways];
    contacts[others] = isIt ? other : contacts[others];
    for (let d = 0; d < 3; d++) contacts[asked + d] = isIt ? field[FOUND_MOVE + d] : contacts[asked + d];
    let before = contacts[c + GAP];
    let alike = 0;
    for (let d = 0; d < 3; d++) {
      before = before - contacts[c + NORMAL + d] * field[FOUND_MOVE + d];
      alike = alike + contacts[c + NORMAL + d] * field[FOUND_NORMAL + d];
    }
    const isContact = isIt && contacts[q] > 0;
    const isSecond = isContact && contacts[c + IS_ACTIVE] > 0 && alike < SAME_NORMAL;
    // A point that is being let out keeps its leave.
    const isMoved = isContact && !isSecond && !(contacts[c + RECOVERY] > 0);
    const isFresh = isIt && !(contacts[q] > 0) && -way >= -NEAR;
    const isNearer = Math.max(before, -way) > -SAME_PLANE && Math.abs(-way - before) > SAME_PLANE;
    const isOther = (isMoved && isNearer) || (isFresh && -way > SAME_PLANE);
    field[TAKES] = isMoved || isFresh ? 1 : 0;
    placePlane(work, contacts, field, c);
    contacts[c + RECOVERY] = isFresh ? 0 : contacts[c + RECOVERY];
    contacts[q] = isFresh ? FRESH : contacts[q];
    work[IS_GOING] = isOther ? 1 : work[IS_GOING];
    // A point in a crease minds both sides.
    if (anyLane(isSecond && -way >= -SAME_PLANE)) {
      const isCrease = isSecond && -way >= -SAME_PLANE;
      const slot = 2 * nodes + q;
      const s = c + 2 * nodes * CONTACT;
      let depth = contacts[s + GAP];
      for (let d = 0; d < 3; d++) depth = depth - contacts[s + NORMAL + d] * field[FOUND_MOVE + d];
      const isKnown = contacts[slot] > 0;
      const isChanged = (isKnown ? Math.abs(-way - depth) : -way) > SAME_PLANE;
      field[TAKES] = isCrease ? 1 : 0;
      placePlane(work, contacts, field, s);
      contacts[s + NORMAL_FORCE] = isCrease && !isKnown ? 0 : contacts[s + NORMAL_FORCE];
      for (let d = 0; d < 3; d++) contacts[s + START + d] = isCrease && !isKnown ? 0 : contacts[s + START + d];
      contacts[s + RECOVERY] = isCrease ? 0 : contacts[s + RECOVERY];
      contacts[slot] = isCrease && !isKnown ? FRESH : contacts[slot];
      work[IS_GOING] = isCrease && isChanged ? 1 : work[IS_GOING];
    }
  }
}

/** The plane of the surface that was found, for strands that take it. */
export function placePlane(work: Rows, contacts: Rows, field: Rows, c: number): void {
  let gap = -field[FOUND_WAY];
  for (let d = 0; d < 3; d++) {
    gap = gap + field[FOUND_NORMAL + d] * field[FOUND_MOVE + d];
    contacts[c + NORMAL + d] = field[TAKES] > 0 ? field[FOUND_NORMAL + d] : contacts[c + NORMAL + d];
    const travel = work[STEP] * field[FOUND_VELOCITY + d];
    contacts[c + TRAVEL + d] = field[TAKES] > 0 ? travel : contacts[c + TRAVEL + d];
  }
  contacts[c + GAP] = field[TAKES] > 0 ? gap : contacts[c + GAP];
  contacts[c + COULOMB] = field[TAKES] > 0 ? field[FRICTION] : contacts[c + COULOMB];
}

/** How deep the deepest point of a strand is in a surface. */
export function findDepth(work: Rows, contacts: Rows, nodes: number): void {
  let deepest = 0;
  for (let bank = 0; bank < BANKS; bank++)
    for (let i = 1; i < nodes; i++) {
      const slot = 2 * nodes * bank + 2 * i;
      const c = 2 * nodes * AHEAD + CONTACT * slot;
      const m = c + CONTACT;
      const w = HEAD + WORK * i;
      let depth = contacts[c + GAP];
      for (let d = 0; d < 3; d++) depth = depth - contacts[c + NORMAL + d] * work[w + MOVE + d];
      deepest = Math.max(deepest, contacts[slot] > 0 && !(contacts[c + RECOVERY] > 0) ? depth : 0);
      let middle = contacts[m + GAP];
      for (let d = 0; d < 3; d++)
        middle = middle - contacts[m + NORMAL + d] * 0.5 * (work[w + MOVE + d] + work[w + WORK + MOVE + d]);
      deepest = Math.max(deepest, contacts[slot + 1] > 0 && !(contacts[m + RECOVERY] > 0) ? middle : 0);
    }
  work[DEPTH] = deepest;
}

/** At the end of a step: forces for the warm start of the next stand where there is a contact that pushes, zeros elsewhere. */
export function keepForces(work: Rows, contacts: Rows, nodes: number): void {
  work[TOUCHES] = 0;
  work[HAS_SHIFT] = 0;
  for (let q = 0; q < 2 * nodes; q++) {
    const c = 2 * nodes * AHEAD + CONTACT * q;
    const isTouching = contacts[q] > 0 && contacts[c + IS_ACTIVE] > 0 && contacts[c + NORMAL_FORCE] > 0;
    work[TOUCHES] = isTouching ? work[TOUCHES] + 1 : work[TOUCHES];
    work[HAS_SHIFT] = isTouching && contacts[c + RECOVERY] > 0 ? 1 : work[HAS_SHIFT];
    contacts[c + NORMAL_FORCE] = isTouching ? contacts[c + NORMAL_FORCE] : 0;
    for (let d = 0; d < 3; d++) contacts[c + FRICTION_FORCE + d] = isTouching ? contacts[c + FRICTION_FORCE + d] : 0;
  }
  work[HAS_SHIFT] = work[IS_WATCHED] > 0 ? work[HAS_SHIFT] : 0;
  if (anyLane(work[HAS_SHIFT] > 0)) letOut(work, contacts, nodes);
}

/** Lets points out that began inside a body: what moves so gains no velocity. A node of several such points follows the farthest. */
export function letOut(work: Rows, contacts: Rows, nodes: number): void {
  for (let i = 0; i < nodes; i++) for (let d = 0; d < 3; d++) work[HEAD + WORK * i + SHIFT + d] = 0;
  for (let i = 1; i < nodes; i++) {
    const w = HEAD + WORK * i;
    const c = 2 * nodes * AHEAD + CONTACT * (2 * i);
    if (anyLane(contacts[2 * i] > 0 && contacts[c + RECOVERY] > 0)) letNodeOut(work, contacts, 2 * i, c, w);
    if (anyLane(contacts[2 * i + 1] > 0 && contacts[c + CONTACT + RECOVERY] > 0)) {
      letNodeOut(work, contacts, 2 * i + 1, c + CONTACT, w);
      letNodeOut(work, contacts, 2 * i + 1, c + CONTACT, w + WORK);
    }
  }
}

export function letNodeOut(work: Rows, contacts: Rows, slot: number, c: number, w: number): void {
  const isIt = contacts[slot] > 0 && contacts[c + NORMAL_FORCE] > 0 && contacts[c + RECOVERY] > 0;
  let gone = 0;
  let known = 0;
  for (let d = 0; d < 3; d++) {
    gone = gone + contacts[c + NORMAL + d] * (contacts[c + POINT + d] - contacts[c + TRAVEL + d]);
    known = known + contacts[c + NORMAL + d] * work[w + SHIFT + d];
  }
  const way = Math.min(contacts[c + RECOVERY], gone);
  for (let d = 0; d < 3; d++)
    work[w + SHIFT + d] = isIt && way > 0 && known < way ? way * contacts[c + NORMAL + d] : work[w + SHIFT + d];
}
