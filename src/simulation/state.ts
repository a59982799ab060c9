import { packArrays, unpackArrays } from '../models/snapshot.ts';
import type { SimulatedBody } from './body.ts';
import type { SimulationParts } from './parts.ts';

/** Everything that the next step depends on, part by part. */
export interface SimulationState {
  readonly step: number;
  /** Positions of the state before the present one, as they are packed. */
  readonly previous: Float64Array;
  readonly bodies: readonly Uint8Array[];
  readonly grooms: readonly Uint8Array[];
  readonly interaction: Uint8Array;
  readonly salon: Uint8Array;
  readonly sleep: Uint8Array;
  readonly clamps: Uint8Array;
}

const NOTHING = new Uint8Array(0);

export function captureParts(parts: SimulationParts): Omit<SimulationState, 'step' | 'previous'> {
  return {
    bodies: parts.bodies.map(captureBody),
    grooms: parts.grooms.map((groom) => groom.snapshot()),
    interaction: parts.interaction?.snapshot() ?? NOTHING,
    salon: parts.salon?.snapshot() ?? NOTHING,
    sleep: parts.sleep?.snapshot() ?? NOTHING,
    clamps: parts.clamps.snapshot(),
  };
}

export function restoreParts(parts: SimulationParts, state: SimulationState, dt: number): void {
  parts.bodies.forEach((body, b) => {
    restoreBody(body, state.bodies[b]!);
  });
  parts.grooms.forEach((groom, g) => {
    groom.restore(state.grooms[g]!);
  });
  parts.obstacles?.forget?.();
  parts.salon?.restore(state.salon);
  parts.sleep?.restore(state.sleep);
  parts.clamps.restore(state.clamps);
  parts.strands.changed();
  parts.hair.forget();
  parts.interaction?.restore(state.interaction, parts.hair.read(state.step * dt, dt));
}

const captureBody = (body: SimulatedBody): Uint8Array => packArrays([body.placement(), body.roots.numbers()]);

function restoreBody(body: SimulatedBody, bytes: Uint8Array): void {
  const [placement, roots] = unpackArrays(bytes) as [Float64Array, Float64Array];
  body.place(placement);
  body.roots.setNumbers(roots);
}

export function packState({ step, previous, bodies, grooms, ...others }: SimulationState): Uint8Array {
  const { interaction, salon, sleep, clamps } = others;
  const parts = [packArrays(bodies), packArrays(grooms), interaction, salon, sleep, clamps];
  return packArrays([Float64Array.of(step), previous, ...parts]);
}

export function unpackState(bytes: Uint8Array): SimulationState {
  const [step, previous, ...parts] = unpackArrays(bytes) as [Float64Array, Float64Array, ...Uint8Array[]];
  const [bodies, grooms, interaction, salon, sleep, clamps] = parts as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  return {
    step: step[0]!,
    previous,
    bodies: unpackArrays(bodies) as Uint8Array[],
    grooms: unpackArrays(grooms) as Uint8Array[],
    interaction,
    salon,
    sleep,
    clamps,
  };
}
