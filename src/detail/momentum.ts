/** A strand, or a cluster that it leads, as mass at nodes; mass 0 where a node is held. */
export interface MovingMass {
  /** One a node, kg. */
  readonly mass: Float64Array;
  /** Three a node. */
  readonly velocity: Float64Array;
}

/** Which node of a strand with `to` nodes lies beside node j of one with `from` nodes, and the part of the next node. */
function beside(j: number, from: number, to: number): readonly [number, number] {
  if (from === to) return [j, 0];
  const place = from > 1 ? (j * (to - 1)) / (from - 1) : 0;
  const node = Math.min(Math.floor(place), Math.max(to - 2, 0));
  return [node, to > 1 ? place - node : 0];
}

/**
 * Masses and momenta of several strands on the nodes of one: P'm and P'mv, with P what carries its nodes' values to theirs (linear between
 * them). Its rows sum to 1, so all mass and momentum arrives.
 */
export function gatherMass(
  parts: readonly MovingMass[],
  nodes: number,
): { mass: Float64Array; momentum: Float64Array } {
  const mass = new Float64Array(nodes);
  const momentum = new Float64Array(3 * nodes);
  for (const { mass: m, velocity: v } of parts)
    for (let j = 0; j < m.length; j++) {
      const [i, t] = beside(j, m.length, nodes);
      mass[i] = mass[i]! + (1 - t) * m[j]!;
      if (t > 0) mass[i + 1] = mass[i + 1]! + t * m[j]!;
      for (let c = 0; c < 3; c++) {
        const p = m[j]! * v[3 * j + c]!;
        momentum[3 * i + c] = momentum[3 * i + c]! + (1 - t) * p;
        if (t > 0) momentum[3 * i + 3 + c] = momentum[3 * i + 3 + c]! + t * p;
      }
    }
  return { mass, momentum };
}

/** Velocities of one strand that moves for several: their momentum by their mass; its own where nothing is free. */
export function joinedVelocity(parts: readonly MovingMass[], own: Float64Array): Float64Array {
  const { mass, momentum } = gatherMass(parts, own.length / 3);
  return own.map((v, i) => (mass[Math.floor(i / 3)]! > 0 ? momentum[i]! / mass[Math.floor(i / 3)]! : v));
}

/**
 * Corrects velocities of strands that part so that they have the momentum of the one that moved for them: the same for all of them, node by
 * node.
 */
export function shareMomentum(parts: readonly MovingMass[], whole: Float64Array): void {
  const nodes = whole.length / 3;
  const { mass, momentum } = gatherMass(parts, nodes);
  const excess = whole.map((v, i) => {
    const m = mass[Math.floor(i / 3)]!;
    return m > 0 ? v - momentum[i]! / m : 0;
  });
  for (const { mass: m, velocity: v } of parts)
    for (let j = 0; j < m.length; j++) {
      if (m[j] === 0) continue;
      const [i, t] = beside(j, m.length, nodes);
      for (let c = 0; c < 3; c++) {
        const next = t > 0 ? t * excess[3 * i + 3 + c]! : 0;
        v[3 * j + c] = v[3 * j + c]! + (1 - t) * excess[3 * i + c]! + next;
      }
    }
}
