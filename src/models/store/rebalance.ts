import { factorName, remake, shiftNatural } from './edit.ts';
import { type FieldTable, makeRecord, type StrandRecord } from './fields.ts';

/**
 * What is left of a strand that was cut lies as hair that was groomed to that length: with the weight goes the share of rest curvature,
 * support and pose spring that carried it. So the groomed shape of what is left is put in balance again, dry and without what was put on it,
 * as it was when the strand was built; what tools did to the rest shape since is kept on top.
 *
 * Scaling the old shares by the fraction of the weight that is left was tried on paper and given up: which of them carries a strand
 * depends on its stability, and a short strand mostly needs none of them but its own stiffness.
 */
export function rebalance<F extends FieldTable>(
  table: F,
  balance: (strand: StrandRecord<F>) => void,
  strand: StrandRecord<F>,
): void {
  const twin = makeRecord(table, strand.id, strand);
  for (const name of Object.keys(table)) twin[name]!.set(strand[name]!);
  for (const name of Object.keys(table)) if (name.startsWith(factorName(''))) twin[name]!.fill(1);
  remake(table, twin);
  balance(twin);
  for (const [name, { needsRoot }] of Object.entries(table)) if (needsRoot) strand[name]!.set(twin[name]!);
  shiftNatural(table, strand, twin);
  remake(table, strand);
}
