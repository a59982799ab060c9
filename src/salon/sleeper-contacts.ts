import type { HairState } from '../contact/interaction.ts';

/** A node that comes nearer by more than this pushes, m/s. */
const APPROACH = 0.002;

/**
 * Finds sleeping strands that an awake one touches and moves towards. Sleepers do not move, so their cells are kept until
 * one falls asleep or wakes: what is asked then costs as much as there are strands awake.
 */
export class SleeperContacts {
  private cells = new Map<number, number[]>();
  private edge = 0;
  private sleepers: Uint8Array = new Uint8Array(0);

  forget(): void {
    this.sleepers = new Uint8Array(0);
  }

  /** Places of pushed sleepers, rising. `calm` are the counters: a strand with 0 has just moved. */
  touched(hair: HairState, isAsleep: (k: number) => boolean, calm: Uint32Array): number[] {
    this.update(hair, isAsleep);
    const found = new Set<number>();
    if (this.cells.size === 0) return [];
    for (let k = 0; k < hair.ids.length; k++) {
      if (isAsleep(k) || calm[k]! > 0) continue;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) this.ask(hair, i, found);
    }
    return [...found].sort((a, b) => a - b);
  }

  private update(hair: HairState, isAsleep: (k: number) => boolean): void {
    const { sleepers } = this;
    let isSame = sleepers.length === hair.ids.length;
    for (let k = 0; isSame && k < sleepers.length; k++) if ((sleepers[k] === 1) !== isAsleep(k)) isSame = false;
    if (isSame) return;
    this.sleepers = Uint8Array.from(hair.ids, (_, k) => (isAsleep(k) ? 1 : 0));
    this.edge = edgeFor(hair.radius);
    this.cells = new Map();
    for (let k = 0; k < hair.ids.length; k++) {
      if (!this.sleepers[k]) continue;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++)
        this.visit(hair, i, (key) => {
          const list = this.cells.get(key);
          if (list) list.push(k, i);
          else this.cells.set(key, [k, i]);
        });
    }
  }

  private ask(hair: HairState, i: number, found: Set<number>): void {
    const { position: x, velocity: v, radius } = hair;
    const speed = Math.abs(v[3 * i]!) + Math.abs(v[3 * i + 1]!) + Math.abs(v[3 * i + 2]!);
    if (speed < APPROACH) return;
    this.visit(hair, i, (key) => {
      const list = this.cells.get(key);
      if (!list) return;
      for (let n = 0; n < list.length; n += 2) {
        const j = list[n + 1]!;
        const dx = x[3 * j]! - x[3 * i]!;
        const dy = x[3 * j + 1]! - x[3 * i + 1]!;
        const dz = x[3 * j + 2]! - x[3 * i + 2]!;
        const reach = radius[i]! + radius[j]!;
        const square = dx * dx + dy * dy + dz * dz;
        if (square > reach * reach) continue;
        const approach = v[3 * i]! * dx + v[3 * i + 1]! * dy + v[3 * i + 2]! * dz;
        if (approach > APPROACH * Math.sqrt(square)) found.add(list[n]!);
      }
    });
  }

  /** Numbers of the cells that the box about node i touches, 17 bits an axis: nodes that touch share one at least. */
  private visit({ position, radius }: HairState, i: number, tell: (key: number) => void): void {
    const cell = (c: number, reach: number): number =>
      Math.min(131071, Math.max(0, Math.floor((position[3 * i + c]! + reach) / this.edge) + 65536));
    const r = radius[i]!;
    const [x0, y0, z0] = [cell(0, -r), cell(1, -r), cell(2, -r)];
    const [x1, y1, z1] = [cell(0, r), cell(1, r), cell(2, r)];
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++) for (let z = z0; z <= z1; z++) tell((x * 131072 + y) * 131072 + z);
  }
}

/** Width of cells: a few nodes are far thicker than others where they stand for many, and lie in several cells then. */
function edgeFor(radius: Float64Array): number {
  let [sum, most] = [0, 0];
  for (let i = 0; i < radius.length; i++) {
    sum += radius[i]!;
    most = Math.max(most, radius[i]!);
  }
  return Math.max(1e-4, (2 * sum) / Math.max(1, radius.length), 0.25 * most);
}
