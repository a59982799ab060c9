import { CONTACT, type HelixSystem } from './system.ts';

/**
 * Contacts inside the minimisation, as augmented Lagrangians: the normal force is N = max(0, press + k depth), friction a
 * spring to where the surface has carried the point, cut at Coulomb's limit. `normalForces` and `frictionForce` are the forces that the
 * last step ended with, so what lies still neither sinks nor creeps, however soft k is.
 */

/** Energy of all contacts at the present places. */
export function contactEnergy(system: HelixSystem): number {
  let sum = 0;
  for (let c = 0; c < system.contacts; c++) {
    const row = CONTACT.size * c;
    const k = system.contact[row + CONTACT.stiffness]!;
    const normal = normalForce(system, c);
    sum += (0.5 * normal * normal) / k;
    const limit = system.contact[row + CONTACT.limit]!;
    if (limit === 0) continue;
    const slip = slipOf(system, c);
    sum += k * slip <= limit ? 0.5 * k * slip * slip : limit * (slip - (0.5 * limit) / k);
  }
  return sum;
}

/** max(0, press + k depth). */
export function normalForce(system: HelixSystem, c: number): number {
  const { contact, x } = system;
  const row = CONTACT.size * c;
  const p = 3 * system.contactPoint[c]!;
  const reach = contact[row]! * x[p]! + contact[row + 1]! * x[p + 1]! + contact[row + 2]! * x[p + 2]!;
  const depth = contact[row + CONTACT.offset]! - reach;
  return Math.max(0, contact[row + CONTACT.normalForce]! + contact[row + CONTACT.stiffness]! * depth);
}

/** e = (x − carried)⊥ − grip/k goes to `scratch.slide`; its length. */
function slipOf(system: HelixSystem, c: number): number {
  const { contact, x } = system;
  const { slide } = system.scratch;
  const row = CONTACT.size * c;
  const p = 3 * system.contactPoint[c]!;
  const nx = contact[row]!;
  const ny = contact[row + 1]!;
  const nz = contact[row + 2]!;
  const inverse = 1 / contact[row + CONTACT.stiffness]!;
  let ex = x[p]! - contact[row + CONTACT.carried]! - contact[row + CONTACT.frictionForce]! * inverse;
  let ey = x[p + 1]! - contact[row + CONTACT.carried + 1]! - contact[row + CONTACT.frictionForce + 1]! * inverse;
  let ez = x[p + 2]! - contact[row + CONTACT.carried + 2]! - contact[row + CONTACT.frictionForce + 2]! * inverse;
  const along = ex * nx + ey * ny + ez * nz;
  ex -= along * nx;
  ey -= along * ny;
  ez -= along * nz;
  slide[0] = ex;
  slide[1] = ey;
  slide[2] = ez;
  return Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** Adds the contacts' gradient and stiffness to those of their points. */
export function addContacts(system: HelixSystem): void {
  const { contact, tangent, force } = system;
  const { slide } = system.scratch;
  for (let c = 0; c < system.contacts; c++) {
    const row = CONTACT.size * c;
    const p = system.contactPoint[c]!;
    const k = contact[row + CONTACT.stiffness]!;
    const n = [contact[row]!, contact[row + 1]!, contact[row + 2]!] as const;
    const normal = normalForce(system, c);
    if (normal > 0) {
      for (let i = 0; i < 3; i++) force[3 * p + i] = force[3 * p + i]! - normal * n[i]!;
      addOuter(tangent, 6 * p, n[0], n[1], n[2], k);
    }
    const limit = contact[row + CONTACT.limit]!;
    if (limit === 0) continue;
    const slip = slipOf(system, c);
    const isSliding = k * slip > limit;
    const pull = isSliding ? limit / slip : k;
    for (let i = 0; i < 3; i++) force[3 * p + i] = force[3 * p + i]! + pull * slide[i]!;
    for (const i of [0, 3, 5]) tangent[6 * p + i] = tangent[6 * p + i]! + pull;
    addOuter(tangent, 6 * p, n[0], n[1], n[2], -pull);
    if (isSliding) addOuter(tangent, 6 * p, slide[0]!, slide[1]!, slide[2]!, -pull / (slip * slip));
  }
}

function addOuter(a: Float64Array, at: number, x: number, y: number, z: number, s: number): void {
  a[at] = a[at]! + s * x * x;
  a[at + 1] = a[at + 1]! + s * x * y;
  a[at + 2] = a[at + 2]! + s * x * z;
  a[at + 3] = a[at + 3]! + s * y * y;
  a[at + 4] = a[at + 4]! + s * y * z;
  a[at + 5] = a[at + 5]! + s * z * z;
}

/** Friction's limits for the next linearisation: towards those of the normal forces of now, by `fraction`. */
export function updateLimits(system: HelixSystem, fraction: number): void {
  const { contact } = system;
  for (let c = 0; c < system.contacts; c++) {
    const row = CONTACT.size * c;
    const limit = contact[row + CONTACT.limit]!;
    contact[row + CONTACT.limit] =
      limit + fraction * (contact[row + CONTACT.friction]! * normalForce(system, c) - limit);
  }
}

/** Writes the forces that a contact ends with: along the normal at `normalForces[at]`, across it at `frictionForce[3 at]`. */
export function readContact(
  system: HelixSystem,
  c: number,
  normalForces: Float64Array,
  frictionForce: Float64Array,
  at: number,
): void {
  const row = CONTACT.size * c;
  normalForces[at] = normalForce(system, c);
  const limit = system.contact[row + CONTACT.limit]!;
  frictionForce.fill(0, 3 * at, 3 * at + 3);
  if (limit === 0 || normalForces[at] === 0) return;
  const slip = slipOf(system, c);
  const k = system.contact[row + CONTACT.stiffness]!;
  const pull = k * slip > limit ? limit / slip : k;
  for (let i = 0; i < 3; i++) frictionForce[3 * at + i] = -pull * system.scratch.slide[i]!;
}
