import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import type { HairState, InteractionLoads, OwnStrands, StrandInteraction } from '../interaction.ts';
import { roomFor, wordsFor } from './growable.ts';
import { PlaneRows } from './plane-rows.ts';
import { Topology } from './topology.ts';

/**
 * One of several things that happen between strands. It sees all strands and answers for all of them, so that it cannot
 * depend on how they are cut into blocks; the price is that every block finds all contacts.
 */
export interface InteractionPart {
  /** Adds forces on nodes, three numbers each, and planes that strands may not pass; of own strands at least, where it is told which are. */
  act(hair: HairState, topology: Topology, force: Float64Array, planes: PlaneRows, own?: OwnStrands): void;
  /** Where it remembers anything. */
  snapshot?(): Uint8Array;
  restore?(hair: HairState, topology: Topology, snapshot: Uint8Array): void;
}

/** Several parts as one interaction: their forces add up node by node. */
export class Interactions implements StrandInteraction {
  private readonly parts: readonly InteractionPart[];
  private readonly topology = new Topology();
  private readonly planes = new PlaneRows();
  private force: Float64Array = new Float64Array(0);
  private id: Uint32Array = new Uint32Array(0);
  private s: Float64Array = new Float64Array(0);
  private rows: Float64Array = new Float64Array(0);
  /** Anchors, stiffness and damping of rows that have none. */
  private nothing: Float64Array = new Float64Array(0);

  constructor(parts: readonly InteractionPart[], groomed: HairState) {
    this.parts = parts;
    this.topology.update(groomed);
  }

  act(hair: HairState, own?: OwnStrands): InteractionLoads {
    this.topology.update(hair);
    const nodes = hair.s.length;
    this.force = roomFor(this.force, 3 * nodes);
    this.force.fill(0, 0, 3 * nodes);
    this.planes.clear();
    for (const part of this.parts) part.act(hair, this.topology, this.force, this.planes, own);
    const count = this.write(hair, own);
    return {
      forces: {
        count,
        id: this.id.subarray(0, count),
        s: this.s.subarray(0, count),
        force: this.rows.subarray(0, 3 * count),
        anchor: this.nothing.subarray(0, 3 * count),
        stiffness: this.nothing.subarray(0, 6 * count),
        damping: this.nothing.subarray(0, 6 * count),
      },
      contacts: this.planes.write(hair, this.topology, own),
    };
  }

  /** One row for every own node that feels something, by (id, s). */
  private write(hair: HairState, own: OwnStrands | undefined): number {
    const { force, topology } = this;
    const most = hair.s.length;
    this.id = wordsFor(this.id, most);
    this.s = roomFor(this.s, most);
    this.rows = roomFor(this.rows, 3 * most);
    this.nothing = roomFor(this.nothing, 6 * most);
    const { id, s, rows } = this;
    let count = 0;
    for (let n = 0; n < topology.byId.length; n++) {
      const k = topology.byId[n]!;
      if (own && own[k] === 0) continue;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        const x = force[3 * i]!;
        const y = force[3 * i + 1]!;
        const z = force[3 * i + 2]!;
        if (x === 0 && y === 0 && z === 0) continue;
        id[count] = hair.ids[k]!;
        s[count] = hair.s[i]!;
        rows[3 * count] = x;
        rows[3 * count + 1] = y;
        rows[3 * count + 2] = z;
        count++;
      }
    }
    return count;
  }

  snapshot(): Uint8Array {
    return packArrays(this.parts.map((part) => part.snapshot?.() ?? new Uint8Array(0)));
  }

  restore(snapshot: Uint8Array, hair: HairState): void {
    this.topology.update(hair);
    const parts = unpackArrays(snapshot) as Uint8Array[];
    this.parts.forEach((part, i) => {
      part.restore?.(hair, this.topology, parts[i]!);
    });
  }
}
