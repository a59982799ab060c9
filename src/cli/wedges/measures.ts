import { conjugate, rotate } from '../../numeric/rotation.ts';
import { at, distance, length, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { SceneInstance } from '../../scene/instance.ts';
import type { SimulatedFrame } from '../frames.ts';

/** What a run looked like in numbers: of the tips of all guides, seen from the body that they grow on. */
export interface RunMeasures {
  /** Greatest and mean distance of a tip from where it was groomed, metres. */
  readonly farthest: number;
  readonly sway: number;
  /** Greatest speed of a tip between two frames, m/s. */
  readonly fastest: number;
  /** Mean speed of tips between the last two frames, m/s: whether it has come to rest. */
  readonly restless: number;
}

/** Measures a run frame by frame. Strands that were cut or have grown are left out. */
export class TipMeasure {
  private readonly groomed = new Map<number, Vec3>();
  private last: { readonly time: number; readonly tips: ReadonlyMap<number, Vec3> } | null = null;
  private farthest = 0;
  private sum = 0;
  private count = 0;
  private fastest = 0;
  private restless = 0;

  add({ ids, first, positions, grooms }: SimulatedFrame, time: number, instance: SceneInstance): void {
    const tips = new Map<number, Vec3>();
    grooms.forEach(({ from, to }, g) => {
      const { guides, body } = instance.grooms[g]!;
      const state = instance.bodies[body]?.state(time);
      const back = state ? conjugate(state.orientation) : null;
      const places = new Map(Array.from(guides.id, (id, k) => [id, k]));
      for (let k = from; k < to; k++) {
        const own = places.get(ids[k]!);
        if (own === undefined || first[k + 1]! - first[k]! !== guides.first[own + 1]! - guides.first[own]!) continue;
        const tip = at(positions, first[k + 1]! - 1);
        tips.set(ids[k]!, state && back ? rotate(back, subtract(tip, state.position)) : tip);
      }
    });
    this.compare(tips, time);
  }

  private compare(tips: ReadonlyMap<number, Vec3>, time: number): void {
    const { last } = this;
    // A retimed shot may show a moment twice.
    if (last?.time === time) return;
    let speeds = 0;
    for (const [id, tip] of tips) {
      if (!this.groomed.has(id)) this.groomed.set(id, tip);
      const off = distance(tip, this.groomed.get(id)!);
      this.farthest = Math.max(this.farthest, off);
      this.sum += off;
      this.count++;
      const before = last?.tips.get(id);
      if (!before || !last) continue;
      const speed = length(scale(subtract(tip, before), 1 / (time - last.time)));
      this.fastest = Math.max(this.fastest, speed);
      speeds += speed;
    }
    this.restless = speeds / Math.max(1, tips.size);
    this.last = { time, tips };
  }

  measures(): RunMeasures {
    const { farthest, fastest, restless } = this;
    return { farthest, sway: this.sum / Math.max(1, this.count), fastest, restless };
  }
}
