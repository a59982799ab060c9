import {
  CONTACT_STIFFNESS,
  DEEP,
  ENTERED,
  FORCE_FLOOR,
  LIMIT_TOLERANCE,
  MOST_CHANGES,
  MOST_NEW_ROUNDS,
  MOST_ROUNDS,
  PULL_TOLERANCE,
  SAME,
  SOFT,
  TOLERANCE,
} from '../../src/kernels/contact-law.ts';
import {
  AHEAD,
  ALONG,
  ASKS,
  BANKS,
  BLOCK,
  CHANGES,
  CONTACT,
  CONTACT_FORCE,
  COULOMB,
  ENERGY,
  FRACTION,
  FRICTION_FORCE,
  GAP,
  HEAD,
  INVERSE_STEP_SQUARED,
  IS_ACTIVE,
  IS_HELD,
  IS_NEW,
  IS_REMEMBERED,
  IS_SLIDING,
  IS_STILL,
  LEAD,
  LIMIT,
  MOVE,
  MULTIPLIER,
  NORMAL,
  NORMAL_FORCE,
  POINT,
  RIGHT,
  ROUNDS,
  ROW,
  SLIP_USED,
  SLOPE,
  START,
  STICK,
  STIFFNESS,
  SYMMETRIC,
  TANGENT_STIFFNESS,
  TRAVEL,
  USED,
  WAS_GOING,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { anyLane, local, type Rows } from '../language.ts';

const TINY = 1e-30;

/** Adds what contacts push with where the strand is to its system. */
export function addContacts(work: Rows, contacts: Rows, system: Rows, nodes: number): void {
  for (let bank = 0; bank < BANKS; bank++)
    for (let i = 1; i < nodes; i++) {
      const node = 2 * nodes * bank + 2 * i;
      const c = 2 * nodes * AHEAD + CONTACT * node;
      const w = HEAD + WORK * i;
      const b = BLOCK * (nodes + LEAD - 2 - i);
      if (anyLane(contacts[node] > 0 && contacts[c + IS_ACTIVE] > 0)) {
        placeAtNode(work, contacts, c, w);
        linearise(contacts, c, node);
        addAtNode(contacts, system, c, b + BLOCK);
      }
      if (anyLane(contacts[node + 1] > 0 && contacts[c + CONTACT + IS_ACTIVE] > 0)) {
        placeBetween(work, contacts, c + CONTACT, w);
        linearise(contacts, c + CONTACT, node + 1);
        addBetween(contacts, system, c + CONTACT, b);
      }
    }
}

/** How deep a point is behind a plane. */
function depthOf(gap: number, nx: number, ny: number, nz: number, x: number, y: number, z: number): number {
  return gap - nx * x - ny * y - nz * z;
}

/** After a solve: what is on and off, friction where points are now; notes who asks for another solve. */
export function checkContacts(work: Rows, contacts: Rows, nodes: number): void {
  for (let bank = 0; bank < BANKS; bank++)
    for (let i = 1; i < nodes; i++) {
      const node = 2 * nodes * bank + 2 * i;
      const c = 2 * nodes * AHEAD + CONTACT * node;
      const w = HEAD + WORK * i;
      if (anyLane(contacts[node] > 0)) {
        placeAtNode(work, contacts, c, w);
        if (
          anyLane(
            contacts[c + IS_ACTIVE] > 0 ||
              depthOf(
                contacts[c + GAP],
                contacts[c + NORMAL],
                contacts[c + NORMAL + 1],
                contacts[c + NORMAL + 2],
                contacts[c + POINT],
                contacts[c + POINT + 1],
                contacts[c + POINT + 2],
              ) > ENTERED,
          )
        )
          check(work, contacts, c, node);
      }
      if (anyLane(contacts[node + 1] > 0)) {
        placeBetween(work, contacts, c + CONTACT, w);
        const m = c + CONTACT;
        if (
          anyLane(
            contacts[m + IS_ACTIVE] > 0 ||
              depthOf(
                contacts[m + GAP],
                contacts[m + NORMAL],
                contacts[m + NORMAL + 1],
                contacts[m + NORMAL + 2],
                contacts[m + POINT],
                contacts[m + POINT + 1],
                contacts[m + POINT + 2],
              ) > ENTERED,
          )
        )
          check(work, contacts, m, node + 1);
      }
    }
}

/** Adds the energy of contacts to that of the strand. */
export function addContactEnergy(work: Rows, contacts: Rows, nodes: number): void {
  for (let bank = 0; bank < BANKS; bank++)
    for (let i = 1; i < nodes; i++) {
      const node = 2 * nodes * bank + 2 * i;
      const c = 2 * nodes * AHEAD + CONTACT * node;
      const w = HEAD + WORK * i;
      if (anyLane(contacts[node] > 0)) {
        placeAtNode(work, contacts, c, w);
        addEnergy(work, contacts, c, node);
      }
      if (anyLane(contacts[node + 1] > 0)) {
        placeBetween(work, contacts, c + CONTACT, w);
        addEnergy(work, contacts, c + CONTACT, node + 1);
      }
    }
}

export function placeAtNode(work: Rows, contacts: Rows, c: number, w: number): void {
  for (let d = 0; d < 3; d++) contacts[c + POINT + d] = work[w + MOVE + d];
}

export function placeBetween(work: Rows, contacts: Rows, c: number, w: number): void {
  const t = contacts[c + ALONG];
  for (let d = 0; d < 3; d++)
    contacts[c + POINT + d] = work[w + MOVE + d] + t * (work[w + WORK + MOVE + d] - work[w + MOVE + d]);
}

/** Force and stiffness of a contact where its point is. */
export function linearise(contacts: Rows, c: number, slot: number): void {
  const isOn = contacts[slot] > 0 && contacts[c + IS_ACTIVE] > 0;
  const k = contacts[c + STIFFNESS];
  let depth = contacts[c + GAP];
  for (let d = 0; d < 3; d++) depth = depth - contacts[c + NORMAL + d] * contacts[c + POINT + d];
  const push = contacts[c + MULTIPLIER] + k * depth;
  const slip = local(3);
  const used = local(3);
  let along = 0;
  for (let d = 0; d < 3; d++) {
    slip[d] = contacts[c + POINT + d] - contacts[c + TRAVEL + d];
    along = along + slip[d] * contacts[c + NORMAL + d];
  }
  let square = 0;
  for (let d = 0; d < 3; d++) {
    slip[d] = slip[d] - along * contacts[c + NORMAL + d];
    used[d] = contacts[c + START + d] - contacts[c + STICK] * slip[d];
    square = square + used[d] * used[d];
  }
  const size = Math.sqrt(square);
  const limit = contacts[c + LIMIT];
  const isOver = size > limit && !(contacts[c + IS_HELD] > 0);
  const ratio = isOver ? limit / size : 1;
  const share = limit > 0 ? ratio : 0;
  let like = 0;
  let force = 0;
  for (let d = 0; d < 3; d++) {
    used[d] = share * used[d];
    like = like + used[d] * contacts[c + START + d];
    force = force + used[d] * used[d];
  }
  const kt = share * contacts[c + STICK];
  const isSliding = isOver && limit > 0 && (contacts[c + IS_NEW] > 0 || like > SAME * limit * limit);
  const given = isSliding ? kt / (force + TINY) : 0;
  const kn = k - kt;
  for (let r = 0; r < 3; r++) {
    contacts[c + USED + r] = used[r];
    contacts[c + SLIP_USED + r] = slip[r];
    contacts[c + CONTACT_FORCE + r] = isOn ? push * contacts[c + NORMAL + r] + used[r] : 0;
    for (let d = 0; d <= r; d++) {
      let own = kn * contacts[c + NORMAL + r] * contacts[c + NORMAL + d] - given * used[r] * used[d];
      if (r === d) own = own + kt;
      contacts[c + TANGENT_STIFFNESS + SYMMETRIC[r][d]] = isOn ? own : 0;
    }
  }
  contacts[c + SLOPE] = kt;
  contacts[c + IS_SLIDING] = isSliding ? 1 : 0;
  contacts[c + IS_HELD] = 0;
}

export function addAtNode(contacts: Rows, system: Rows, c: number, b: number): void {
  for (let r = 0; r < 3; r++) {
    system[b + RIGHT + r] = system[b + RIGHT + r] + contacts[c + CONTACT_FORCE + r];
    for (let d = 0; d <= r; d++)
      system[b + ROW[r] + d] = system[b + ROW[r] + d] + contacts[c + TANGENT_STIFFNESS + SYMMETRIC[r][d]];
  }
}

/** The second node is in block b, the first in the next. */
export function addBetween(contacts: Rows, system: Rows, c: number, b: number): void {
  const t = contacts[c + ALONG];
  const u = 1 - t;
  const tt = t * t;
  const uu = u * u;
  const ut = u * t;
  for (let r = 0; r < 3; r++) {
    const force = contacts[c + CONTACT_FORCE + r];
    system[b + RIGHT + r] = system[b + RIGHT + r] + t * force;
    system[b + BLOCK + RIGHT + r] = system[b + BLOCK + RIGHT + r] + u * force;
    for (let d = 0; d < 3; d++) {
      const own = contacts[c + TANGENT_STIFFNESS + SYMMETRIC[r][d]];
      system[b + BLOCK + ROW[r] + d - 5] = system[b + BLOCK + ROW[r] + d - 5] + ut * own;
      if (d <= r) {
        system[b + ROW[r] + d] = system[b + ROW[r] + d] + tt * own;
        system[b + BLOCK + ROW[r] + d] = system[b + BLOCK + ROW[r] + d] + uu * own;
      }
    }
  }
}

export function check(work: Rows, contacts: Rows, c: number, slot: number): void {
  const k = contacts[c + STIFFNESS];
  const isHere = contacts[slot] > 0 && k > 0 && work[WAS_GOING] > 0;
  const mass = k / (CONTACT_STIFFNESS * work[INVERSE_STEP_SQUARED]);
  let depth = contacts[c + GAP];
  for (let d = 0; d < 3; d++) depth = depth - contacts[c + NORMAL + d] * contacts[c + POINT + d];
  const push = contacts[c + MULTIPLIER] + k * depth;
  const isWhole = work[FRACTION] === 1;
  const isStill = work[IS_STILL] > 0;
  const isActive = contacts[c + IS_ACTIVE] > 0;
  const isOther = (isActive && isWhole && push < -PULL_TOLERANCE * mass) || (!isActive && depth > ENTERED);
  // The last word is that it is on.
  const mostChanges = isActive ? MOST_CHANGES : MOST_CHANGES + 1;
  const isChanged = isHere && isOther && contacts[c + CHANGES] < mostChanges;
  // Friction where the point is now, and how far it is from what the solve took it for.
  const slip = local(3);
  const found = local(3);
  let along = 0;
  for (let d = 0; d < 3; d++) {
    slip[d] = contacts[c + POINT + d] - contacts[c + TRAVEL + d];
    along = along + slip[d] * contacts[c + NORMAL + d];
  }
  let square = 0;
  let way = 0;
  for (let d = 0; d < 3; d++) {
    slip[d] = slip[d] - along * contacts[c + NORMAL + d];
    found[d] = contacts[c + START + d] - contacts[c + STICK] * slip[d];
    square = square + found[d] * found[d];
    way = way + slip[d] * slip[d];
  }
  const size = Math.sqrt(square);
  const limit = contacts[c + LIMIT];
  const ratio = size > limit ? limit / size : 1;
  let used = 0;
  let forth = 0;
  for (let d = 0; d < 3; d++) {
    found[d] = ratio * found[d];
    used = used + contacts[c + USED + d] * contacts[c + USED + d];
    forth = forth + contacts[c + USED + d] * (slip[d] - contacts[c + SLIP_USED + d]);
  }
  const given = contacts[c + IS_SLIDING] > 0 ? forth / (used + TINY) : 0;
  let off = 0;
  for (let d = 0; d < 3; d++) {
    const gone = slip[d] - contacts[c + SLIP_USED + d] - given * contacts[c + USED + d];
    const e = found[d] - (contacts[c + USED + d] - contacts[c + SLOPE] * gone);
    off = off + e * e;
  }
  const floor = FORCE_FLOOR * mass;
  const allowed = TOLERANCE * limit + floor;
  const isNew = contacts[c + IS_NEW] > 0;
  const isRemembered = contacts[c + IS_REMEMBERED] > 0;
  const most = isRemembered ? MOST_ROUNDS : MOST_NEW_ROUNDS;
  const isEarly = work[ROUNDS] <= most;
  const isWrong = limit > 0 && isEarly && off > allowed * allowed;
  const normal = Math.max(0, push);
  const wanted = contacts[c + COULOMB] * normal;
  const inertia = k / CONTACT_STIFFNESS;
  const isSoft = normal <= SOFT * mass && inertia * inertia * way <= wanted * wanted;
  const isOff = Math.abs(wanted - limit) > LIMIT_TOLERANCE * limit + floor;
  const stays = isHere && isActive && isWhole && !isChanged;
  const takes = stays && isStill && isEarly && isNew && isOff && (isSoft || !isRemembered);
  const isDeep = stays && isStill && depth > DEEP;
  contacts[c + IS_ACTIVE] = isChanged ? 1 - contacts[c + IS_ACTIVE] : contacts[c + IS_ACTIVE];
  contacts[c + CHANGES] = isChanged ? contacts[c + CHANGES] + 1 : contacts[c + CHANGES];
  const force = isChanged ? 0 : contacts[c + NORMAL_FORCE];
  contacts[c + NORMAL_FORCE] = stays ? normal : force;
  const multiplier = isChanged ? 0 : contacts[c + MULTIPLIER];
  contacts[c + MULTIPLIER] = isDeep ? normal : multiplier;
  for (let d = 0; d < 3; d++)
    contacts[c + FRICTION_FORCE + d] = stays && limit > 0 ? found[d] : contacts[c + FRICTION_FORCE + d];
  contacts[c + LIMIT] = takes ? wanted : limit;
  contacts[c + STICK] = takes ? k : contacts[c + STICK];
  contacts[c + IS_HELD] = takes ? 1 : contacts[c + IS_HELD];
  work[ASKS] = isChanged || (stays && isWrong) || takes || isDeep ? 1 : work[ASKS];
}

export function addEnergy(work: Rows, contacts: Rows, c: number, slot: number): void {
  const k = contacts[c + STIFFNESS];
  let depth = contacts[c + GAP];
  for (let d = 0; d < 3; d++) depth = depth - contacts[c + NORMAL + d] * contacts[c + POINT + d];
  const push = contacts[c + MULTIPLIER] + k * depth;
  const isPushing = contacts[slot] > 0 && k > 0 && push > 0;
  let along = 0;
  for (let d = 0; d < 3; d++)
    along = along + (contacts[c + POINT + d] - contacts[c + TRAVEL + d]) * contacts[c + NORMAL + d];
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const slip = contacts[c + POINT + d] - contacts[c + TRAVEL + d] - along * contacts[c + NORMAL + d];
    const trial = contacts[c + START + d] - contacts[c + STICK] * slip;
    square = square + trial * trial;
  }
  const size = Math.sqrt(square);
  const held = Math.min(size, contacts[c + LIMIT]);
  const rubs = contacts[c + LIMIT] > 0 && contacts[c + IS_ACTIVE] > 0;
  const friction = rubs ? (held * (size - 0.5 * held)) / contacts[c + STICK] : 0;
  work[ENERGY] = isPushing ? work[ENERGY] + (0.5 * push * push) / k + friction : work[ENERGY];
}
