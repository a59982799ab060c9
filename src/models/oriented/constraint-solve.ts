import type { StrandContacts } from '../contactable.ts';
import { BOTH_WAYS, ConstraintRows, ONE_SIDED, RUBS, RUBS_ACROSS } from './constraint-rows.ts';
import type { OrientedContactable } from './contactable.ts';
import type { JoinedContacts } from './joined-contacts.ts';
import { hasLimits, limitExcess } from './limits.ts';
import { goAlong, type MinimiseReport, newtonStep, newtonStepAgain } from './minimise.ts';
import { addPoint, type Tree } from './tree.ts';

/** It ends where no link turns by more than this, radian. */
const SETTLED = 2e-6;
/** A joint that is nearer to its limit than this, in sin² of half the angle, gets a row. */
const NEAR_LIMIT = 0.01;

/**
 * Contacts, held points and limits of one tree by a linear complementarity problem (section 1.3.4): their exact forces are found by
 * projected SOR on the implicit step's own system, and again in every Newton iteration, so that they hold where the step ends.
 */
export class ConstraintSolve {
  private readonly rows = new ConstraintRows();
  private readonly contacts: readonly StrandContacts[];
  private readonly contactables: readonly OrientedContactable[];
  private readonly together: JoinedContacts;
  /** First row of every contact: its strand, its number there, its row, one after the other. */
  private rowOf: number[] = [];
  private readonly known: number[] = [];
  private limited = new Uint8Array(0);
  private readonly across = new Float64Array(6);

  constructor(
    contacts: readonly StrandContacts[],
    contactables: readonly OrientedContactable[],
    together: JoinedContacts,
  ) {
    this.contacts = contacts;
    this.contactables = contactables;
    this.together = together;
  }

  /** Begins a step: nothing is asked yet. */
  clear(): void {
    this.rows.clear();
    this.rowOf.length = 0;
  }

  /** Asks that a point of the tree be at a place when the step ends. */
  hold(point: number, x: number, y: number, z: number): void {
    const { rows } = this;
    for (let c = 0; c < 3; c++)
      rows.aim(rows.addPoint(point, BOTH_WAYS, 0), c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0, [x, y, z][c]!);
  }

  /** Newton's method, whose every step finds the forces that it holds; the first is the published solution from accelerations. */
  solve(tree: Tree, most: number, step: number, report: MinimiseReport): void {
    const { rows, together } = this;
    let mass = 0;
    for (let j = 0; j < tree.links; j++) mass += tree.inertia[j]! * step * step;
    this.begin(tree);
    report.isConverged = false;
    for (report.iterations = 1; report.iterations <= most; report.iterations++) {
      this.addLimits(tree);
      this.aimContacts();
      newtonStep(tree, null);
      if (rows.count > 0) {
        rows.solve(tree, (step * step) / mass);
        rows.apply(tree);
        this.tellContacts();
        newtonStepAgain(tree);
      }
      const turned = goAlong(tree);
      if (!Number.isFinite(turned)) return;
      const isStill = turned < SETTLED;
      if (together.follow(isStill && report.iterations > 1)) this.addContacts(tree);
      else if (isStill) {
        report.isConverged = true;
        return;
      }
    }
    report.iterations = most;
  }

  private begin(tree: Tree): void {
    this.known.length = 0;
    tree.limitForce.fill(0);
    if (this.limited.length < 2 * tree.links) this.limited = new Uint8Array(4 * tree.links);
    this.limited.fill(0);
    this.addContacts(tree);
    this.aimContacts();
    this.rows.apply(tree);
  }

  /** Rows of contacts that have none yet, with the forces of the last step. */
  private addContacts(tree: Tree): void {
    const { rows, rowOf, known, across } = this;
    for (let m = 0; m < this.together.size; m++) {
      const { table } = this.contacts[m]!;
      for (let c = known[m] ?? 0; c < table.count; c++) {
        if (table.inverseMass[c] === 0) continue;
        const { frictionStart: f } = table;
        const point = addPoint(tree, ...this.contactables[m]!.linkOf(table.edge[c]!, table.t[c]!));
        rowOf.push(m, c, rows.addPoint(point, ONE_SIDED, table.multiplier[c]!));
        if (!(table.friction[c]! > 0)) continue;
        writeAcross(table.normal, 3 * c, across);
        const isOld = table.multiplier[c]! > 0;
        for (let w = 0; w < 6; w += 3) {
          const last = isOld
            ? f[3 * c]! * across[w]! + f[3 * c + 1]! * across[w + 1]! + f[3 * c + 2]! * across[w + 2]!
            : 0;
          const i = rows.addPoint(point, w === 0 ? RUBS : RUBS_ACROSS, last);
          rows.problem.friction[i] = table.friction[c]!;
        }
      }
      known[m] = table.count;
    }
  }

  /** Planes are where contacts have them by now; friction asks for no way over the surface. */
  private aimContacts(): void {
    const { rows, rowOf, across, contactables, contacts } = this;
    for (let m = 0; m < this.together.size; m++) {
      const { table } = contacts[m]!;
      contactables[m]!.positions(table, 0, table.count, table.position);
    }
    for (let k = 0; k < rowOf.length; k += 3) {
      const { table } = contacts[rowOf[k]!]!;
      const { normal, offset, start, travel } = table;
      const c = rowOf[k + 1]!;
      const i = rowOf[k + 2]!;
      const a = 3 * c;
      rows.aim(i, normal[a]!, normal[a + 1]!, normal[a + 2]!, offset[c]!);
      if (!(table.friction[c]! > 0)) continue;
      writeAcross(normal, a, across);
      for (let w = 0; w < 2; w++) {
        let target = 0;
        for (let d = 0; d < 3; d++) target += across[3 * w + d]! * (start[a + d]! + travel[a + d]!);
        rows.aim(i + 1 + w, across[3 * w]!, across[3 * w + 1]!, across[3 * w + 2]!, target);
      }
    }
  }

  private addLimits(tree: Tree): void {
    if (!hasLimits(tree)) return;
    for (let j = 1; j < tree.links; j++)
      for (let which = 0; which < 2; which++) {
        if (this.limited[2 * j + which] || limitExcess(tree, j, which) < -NEAR_LIMIT) continue;
        this.limited[2 * j + which] = 1;
        this.rows.addLimit(j, which);
      }
  }

  /** Writes what was found into the tables of contacts: who touches, and with what force. */
  private tellContacts(): void {
    const { rowOf, across, contacts } = this;
    const { force } = this.rows.problem;
    for (let k = 0; k < rowOf.length; k += 3) {
      const { table } = contacts[rowOf[k]!]!;
      const c = rowOf[k + 1]!;
      const i = rowOf[k + 2]!;
      table.normalForce[c] = force[i]!;
      table.isActive[c] = force[i]! > 0 ? 1 : 0;
      if (!(table.friction[c]! > 0)) continue;
      writeAcross(table.normal, 3 * c, across);
      for (let d = 0; d < 3; d++)
        table.frictionForce[3 * c + d] = force[i + 1]! * across[d]! + force[i + 2]! * across[3 + d]!;
    }
  }
}

/** Two directions across a normal, at right angles. */
function writeAcross(n: Float64Array, a: number, out: Float64Array): void {
  const x = n[a]!;
  const y = n[a + 1]!;
  const z = n[a + 2]!;
  // Across the axis that the normal is least along.
  const isX = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
  const isY = !isX && Math.abs(y) <= Math.abs(z);
  out[0] = isX ? 0 : isY ? -z : y;
  out[1] = isX ? z : isY ? 0 : -x;
  out[2] = isX ? -y : isY ? x : 0;
  const inverse = 1 / Math.sqrt(out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]!);
  for (let c = 0; c < 3; c++) out[c] = inverse * out[c]!;
  out[3] = y * out[2]! - z * out[1]!;
  out[4] = z * out[0]! - x * out[2]!;
  out[5] = x * out[1]! - y * out[0]!;
}
