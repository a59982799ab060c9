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
    this.edge = 1e-4;
    for (let i = 0; i < hair.radius.length; i++) this.edge = Math.max(this.edge, 2 * hair.radius[i]!);
    this.cells = new Map();
    for (let k = 0; k < hair.ids.length; k++) {
      if (!this.sleepers[k]) continue;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        const key = this.key(hair, i, 0, 0, 0);
        const list = this.cells.get(key);
        if (list) list.push(k, i);
        else this.cells.set(key, [k, i]);
      }
    }
  }

  private ask(hair: HairState, i: number, found: Set<number>): void {
    const { position: x, velocity: v, radius } = hair;
    const speed = Math.abs(v[3 * i]!) + Math.abs(v[3 * i + 1]!) + Math.abs(v[3 * i + 2]!);
    if (speed < APPROACH) return;
    for (let c = 0; c < 27; c++) {
      const list = this.cells.get(this.key(hair, i, (c % 3) - 1, (Math.floor(c / 3) % 3) - 1, Math.floor(c / 9) - 1));
      if (!list) continue;
      for (let n = 0; n < list.length; n += 2) {
        const j = list[n + 1]!;
        const dx = x[3 * j]! - x[3 * i]!;
        const dy = x[3 * j + 1]! - x[3 * i + 1]!;
        const dz = x[3 * j + 2]! - x[3 * i + 2]!;
        const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (far > radius[i]! + radius[j]!) continue;
        const approach = v[3 * i]! * dx + v[3 * i + 1]! * dy + v[3 * i + 2]! * dz;
        if (approach > APPROACH * far) found.add(list[n]!);
      }
    }
  }

  /** Cell numbers in 17 bits each. */
  private key(hair: HairState, i: number, a: number, b: number, c: number): number {
    const cell = (value: number, d: number): number =>
      Math.min(131071, Math.max(0, Math.floor(value / this.edge) + 65536 + d));
    const x = cell(hair.position[3 * i]!, a);
    const y = cell(hair.position[3 * i + 1]!, b);
    return (x * 131072 + y) * 131072 + cell(hair.position[3 * i + 2]!, c);
  }
}
