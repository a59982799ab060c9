import type { StrandContacts } from '../contactable.ts';
import { factorTree } from './articulated.ts';
import { ConstraintRows, ONE_SIDED } from './constraint-rows.ts';
import type { OrientedContactable } from './contactable.ts';
import type { OrientedStrand } from './fields.ts';
import { writeInertia } from './forces.ts';
import { addPoint, type Tree } from './tree.ts';

/** What comes towards a surface faster than this hits it, m/s. */
export const HIT = 0.05;

/**
 * Impacts at the level of velocities (section 1.3.5): what would go into a surface in this step leaves it with a fraction of the speed that it
 * came with. Impulses solve the complementarity problem of the mass alone, and change velocities at once. Without restitution there is no need: a
 * first-order step that may not enter a surface ends all motion into it.
 */
export class Impacts {
  private readonly rows = new ConstraintRows();
  private readonly contacts: readonly StrandContacts[];
  private readonly contactables: readonly OrientedContactable[];
  private readonly restitution: number;

  constructor(contacts: readonly StrandContacts[], contactables: readonly OrientedContactable[], restitution: number) {
    this.contacts = contacts;
    this.contactables = contactables;
    this.restitution = restitution;
  }

  /** Finds impacts of the tree's strands at the first guess of a step of `h`, and what they do to velocities. true where there are any. */
  strike(
    tree: Tree,
    strands: readonly { readonly strand: OrientedStrand; readonly first: number }[],
    h: number,
  ): boolean {
    const { rows } = this;
    rows.clear();
    const points = tree.points;
    for (const [m, { strand }] of strands.entries()) this.collect(tree, strand, m, h);
    if (rows.count > 0) {
      // All masses stand over the square of the step, and so do impulses: motion is what it is.
      writeInertia(tree);
      tree.pull.fill(0);
      tree.tangent.fill(0);
      factorTree(tree, false);
      tree.phi.fill(0);
      tree.shift.fill(0);
      rows.solve(tree, 0);
      rows.sumMotion(tree);
      for (const { strand, first } of strands) kick(tree, strand, first);
    }
    tree.points = points;
    return rows.count > 0;
  }

  private collect(tree: Tree, { velocity: v }: OrientedStrand, m: number, h: number): void {
    const { table } = this.contacts[m]!;
    const { normal, position, offset, travel, edge, t, inverseMass } = table;
    for (let c = 0; c < table.count; c++) {
      const a = 3 * c;
      const u = t[c]!;
      let speed = 0;
      let depth = offset[c]!;
      let place = 0;
      const [link, along] = this.contactables[m]!.linkOf(edge[c]!, u);
      for (let d = 0; d < 3; d++) {
        const e = 3 * edge[c]! + d;
        const own = u === 0 ? v[e]! : (1 - u) * v[e]! + u * v[e + 3]!;
        speed += normal[a + d]! * (own - travel[a + d]! / h);
        depth -= normal[a + d]! * position[a + d]!;
        place += normal[a + d]! * (tree.origin[3 * link + d]! + along * tree.axes[9 * link + 3 + d]!);
      }
      if (inverseMass[c] === 0 || !(speed < -HIT) || !(depth > 0)) continue;
      const i = this.rows.addPoint(addPoint(tree, link, along), ONE_SIDED, 0);
      this.rows.aim(i, normal[a]!, normal[a + 1]!, normal[a + 2]!, place - (1 + this.restitution) * speed);
    }
  }
}

/** Adds the motion at hand to a strand's velocities. */
function kick({ phi, shift, axes, length }: Tree, strand: OrientedStrand, first: number): void {
  const { velocity, axesRate, nodes } = strand;
  for (let i = 0; i < nodes; i++) {
    const isTip = i === nodes - 1;
    const j = first + i - (isTip ? 1 : 0);
    const s = isTip ? length[j]! : 0;
    for (let c = 0; c < 3; c++) {
      const d = c === 2 ? 0 : c + 1;
      const e = c === 0 ? 2 : c - 1;
      const turned = (o: number): number => phi[3 * j + d]! * axes[o + e]! - phi[3 * j + e]! * axes[o + d]!;
      velocity[3 * i + c] = velocity[3 * i + c]! + shift[3 * j + c]! + s * turned(9 * j + 3);
      if (isTip) continue;
      axesRate[6 * i + c] = axesRate[6 * i + c]! + turned(9 * j);
      axesRate[6 * i + 3 + c] = axesRate[6 * i + 3 + c]! + turned(9 * j + 6);
    }
  }
}
