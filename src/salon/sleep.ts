import type { RigidState } from '../body/motion.ts';
import type { HairState } from '../contact/interaction.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { completeParameters, quantity, type ValuesOf } from '../numeric/parameters.ts';
import { HairView } from './hair-view.ts';
import { SleeperContacts } from './sleeper-contacts.ts';

export const sleepSettings = {
  speed: quantity({ unit: 'm/s', about: 'Hair slower than this may fall asleep.', min: 0, max: 1, default: 0.001 }),
  acceleration: quantity({
    unit: 'm/s²',
    about: 'Hair whose speed changes less than this may fall asleep.',
    min: 0,
    max: 10,
    default: 0.05,
  }),
  steps: quantity({
    unit: '',
    about: 'For so many steps in a row it has to be that calm.',
    min: 1,
    max: 1000,
    integer: true,
    default: 10,
  }),
};

export type SleepSettings = ValuesOf<typeof sleepSettings>;

/** What wakes hair besides being touched. */
export interface Disturbance {
  /** Strands that tools, cuts, bonds or edits changed. */
  readonly touched?: readonly number[];
  /** Wind blows, gravity or a parameter changed, a collider moves: nobody sleeps. */
  readonly isRestless?: boolean;
  /** The bodies that hair grows on, at the end of the step: when one moves, all wake. */
  readonly bodies?: readonly RigidState[];
}

/** Half of a step's motion of the body that still counts as none: metres, and parts of a quaternion. */
const STILL = 1e-7;

/**
 * Which strands sleep. A strand that has been slow and unhurried for some steps in a row is left alone by its model at no
 * cost, until something happens to it: a tool, a moving head, wind, or a neighbour that pushes it.
 */
export class Sleep {
  readonly settings: SleepSettings;
  private ids: Uint32Array = new Uint32Array(0);
  private first: Uint32Array = new Uint32Array(1);
  /** Calm steps in a row; asleep from `settings.steps` on. */
  private calm: Uint32Array = new Uint32Array(0);
  private velocity: Float32Array = new Float32Array(0);
  /** Place and orientation of every body. */
  private bodies: Float64Array = new Float64Array(0);
  private view: HairView | null = null;
  private readonly sleeperContacts = new SleeperContacts();

  constructor(settings: Partial<SleepSettings> = {}) {
    this.settings = completeParameters(sleepSettings, settings, 'Sleep');
  }

  /** Strands asleep now. */
  get count(): number {
    let count = 0;
    for (let k = 0; k < this.calm.length; k++) if (this.calm[k]! >= this.settings.steps) count++;
    return count;
  }

  /** Looks at the hair before a step; afterwards `asleep` says who is left alone in it. */
  update(hair: HairState, disturbance: Disturbance = {}): void {
    this.follow(hair);
    const isRestless = disturbance.isRestless === true || this.haveMoved(disturbance.bodies);
    if (isRestless) this.calm.fill(0);
    this.wake(disturbance.touched ?? []);
    const { steps } = this.settings;
    if (this.calm.every((calm) => calm >= steps)) return;
    this.countCalm(hair, isRestless);
    this.wakeTouched(hair);
  }

  /** One a strand of `ids`, 1 where it sleeps: what a model is told. */
  asleep(ids: Uint32Array): Uint8Array {
    const { steps } = this.settings;
    const out = new Uint8Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      const k = this.view?.place.get(ids[i]!);
      if (k !== undefined && this.calm[k]! >= steps) out[i] = 1;
    }
    return out;
  }

  /** Something happened to these strands. */
  wake(ids: readonly number[]): void {
    for (const id of ids) {
      const k = this.view ? (this.view.place.get(id) ?? -1) : this.ids.indexOf(id);
      if (k >= 0) this.calm[k] = 0;
    }
  }

  snapshot(): Uint8Array {
    return packArrays([this.ids, this.first, this.calm, this.velocity, this.bodies]);
  }

  restore(snapshot: Uint8Array): void {
    const [ids, first, calm, velocity, bodies] = unpackArrays(snapshot);
    this.ids = ids as Uint32Array;
    this.first = first as Uint32Array;
    this.calm = calm as Uint32Array;
    this.velocity = velocity as Float32Array;
    this.bodies = bodies as Float64Array;
    this.view = null;
    this.sleeperContacts.forget();
  }

  /** Takes over the counters of strands that are still there with as many nodes; all others are awake. */
  private follow(hair: HairState): void {
    const view = new HairView(hair, this.view ?? undefined);
    const isSame = sameNumbers(this.ids, hair.ids) && sameNumbers(this.first, hair.first);
    this.view = view;
    if (isSame) return;
    const calm = new Uint32Array(hair.ids.length);
    const velocity = new Float32Array(hair.velocity.length);
    for (let old = 0; old < this.ids.length; old++) {
      const k = view.place.get(this.ids[old]!);
      const nodes = this.first[old + 1]! - this.first[old]!;
      if (k === undefined || hair.first[k + 1]! - hair.first[k]! !== nodes) continue;
      calm[k] = this.calm[old]!;
      velocity.set(this.velocity.subarray(3 * this.first[old]!, 3 * this.first[old + 1]!), 3 * hair.first[k]!);
    }
    this.ids = hair.ids.slice();
    this.first = hair.first.slice();
    this.calm = calm;
    this.velocity = velocity;
    this.sleeperContacts.forget();
  }

  private haveMoved(bodies: readonly RigidState[] | undefined): boolean {
    if (!bodies) return false;
    const now = Float64Array.from(bodies.flatMap(({ position, orientation }) => [...position, ...orientation]));
    const before = this.bodies;
    this.bodies = now;
    return before.length !== now.length || now.some((value, i) => Math.abs(value - before[i]!) > STILL);
  }

  /** Counts calm steps of strands that are awake and remembers their velocities. */
  private countCalm(hair: HairState, isRestless: boolean): void {
    const { calm, velocity: last, settings } = this;
    const speed = settings.speed * settings.speed;
    const change = settings.acceleration * hair.dt * settings.acceleration * hair.dt;
    const v = hair.velocity;
    for (let k = 0; k < calm.length; k++) {
      if (calm[k]! >= settings.steps) continue;
      let fastest = 0;
      let hardest = 0;
      for (let i = 3 * hair.first[k]!; i < 3 * hair.first[k + 1]!; i += 3) {
        const dx = v[i]! - last[i]!;
        const dy = v[i + 1]! - last[i + 1]!;
        const dz = v[i + 2]! - last[i + 2]!;
        fastest = Math.max(fastest, v[i]! * v[i]! + v[i + 1]! * v[i + 1]! + v[i + 2]! * v[i + 2]!);
        hardest = Math.max(hardest, dx * dx + dy * dy + dz * dz);
        last[i] = v[i]!;
        last[i + 1] = v[i + 1]!;
        last[i + 2] = v[i + 2]!;
      }
      calm[k] = !isRestless && fastest < speed && hardest < change ? calm[k]! + 1 : 0;
    }
  }

  private wakeTouched(hair: HairState): void {
    const { steps } = this.settings;
    const isAsleep = (k: number): boolean => this.calm[k]! >= steps;
    for (const k of this.sleeperContacts.touched(hair, isAsleep, this.calm)) this.calm[k] = 0;
  }
}

function sameNumbers(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
