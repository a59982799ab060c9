import type { HairState } from '../interaction.ts';

/** Mass of every node; a held node counts like the next free one of its strand, so that roots take hair along. */
export function nodeMass(hair: HairState, out: Float64Array): void {
  for (let k = 0; k < hair.ids.length; k++) {
    let last = 0;
    for (let i = hair.first[k + 1]! - 1; i >= hair.first[k]!; i--) {
      if (hair.inverseMass[i]! > 0) last = 1 / hair.inverseMass[i]!;
      out[i] = last;
    }
  }
}

/** Mean radius of the clumps at their roots: what grids and kernels take their width from. */
export function rootRadius(hair: HairState): number {
  let sum = 0;
  for (let k = 0; k < hair.ids.length; k++) sum += hair.radius[hair.first[k]!]!;
  return hair.ids.length > 0 ? sum / hair.ids.length : 0;
}
