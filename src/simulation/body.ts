import { restMotion } from '../body/motion.ts';
import { InputError } from '../strands/input-error.ts';
import { jumped, popped } from './guard.ts';
import { PlacedMotion } from './placement.ts';
import { type AttachedRoots, RigidRoots } from './roots.ts';
import type { BodySetup } from './setup.ts';
import { SurfaceRoots } from './surface-roots.ts';

/** What roots without a body grow on. */
export const WORLD: BodySetup = { name: 'world', motion: restMotion() };

/** A body of a simulation: where it is, and the roots that it carries, of whatever grooms. */
export class SimulatedBody {
  readonly name: string;
  readonly motion: PlacedMotion;
  readonly roots: AttachedRoots;
  private readonly setup: BodySetup;

  constructor(setup: BodySetup) {
    this.setup = setup;
    this.name = setup.name;
    this.motion = new PlacedMotion(setup.motion);
    this.roots = this.carrier();
  }

  /** Something else that the body can carry. */
  carrier(): AttachedRoots {
    return this.setup.surface ? new SurfaceRoots(this.motion, this.setup.surface) : new RigidRoots(this.motion);
  }

  /** Says what is wrong where its motion pops from one time to the other; '' where it does not. */
  jumped(from: number, to: number): string {
    return (
      jumped(this.motion.at(from), this.motion.at(to)) ||
      popped(this.motion, 0.5 * (from + to)) ||
      this.roots.jumped(from, to)
    );
  }

  /** Place and orientation that it was put to by hand. */
  placement(): Float64Array {
    return Float64Array.of(...this.motion.position, ...this.motion.orientation);
  }

  place(numbers: ArrayLike<number>): void {
    this.motion.position = [numbers[0]!, numbers[1]!, numbers[2]!];
    this.motion.orientation = [numbers[3]!, numbers[4]!, numbers[5]!, numbers[6]!];
  }
}

/** Body number `body` of a list whose last one is the world, which is also number −1; `who` names it. */
export function findBody(bodies: readonly SimulatedBody[], body: number, who: string): SimulatedBody {
  const count = bodies.length - 1;
  if (Number.isInteger(body) && body >= -1 && body < count) return bodies.at(body)!;
  throw new InputError(
    'simulation/body',
    `${who} is on body ${body}, but the bodies are 0 to ${count - 1}, or −1 for none.`,
  );
}
