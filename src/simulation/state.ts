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
  readonly levels: Uint8Array;
  readonly clamps: Uint8Array;
}

const NOTHING = new Uint8Array(0);

export function captureParts(parts: SimulationParts): Omit<SimulationState, 'step' | 'previous'> {
  return {
    bodies: parts.bodies.map(captureBody),
    ...captureStrands(parts),
    salon: parts.salon?.snapshot() ?? NOTHING,
    sleep: parts.sleep?.snapshot() ?? NOTHING,
    levels: parts.levels?.levels.snapshot() ?? NOTHING,
    clamps: parts.clamps.snapshot(),
  };
}

/** The strands of all blocks and what they do to each other: what is known to one block alone, all tell each other. */
function captureStrands({ grooms, interaction, blocks, order }: SimulationParts): {
  grooms: Uint8Array[];
  interaction: Uint8Array;
} {
  const own = grooms.map((groom) => groom.snapshot());
  const between = interaction?.snapshot() ?? NOTHING;
  if (!blocks.exchange) return { grooms: own, interaction: between };
  const shared = interaction?.join ? [...own, between] : own;
  const all = blocks.exchange.share(packArrays(shared)).map((bytes) => unpackArrays(bytes) as Uint8Array[]);
  const of = (n: number): Uint8Array[] => all.map((block) => block[n]!);
  return {
    grooms: grooms.map((groom, g) => groom.join(of(g), order)),
    interaction: interaction?.join?.(of(grooms.length)) ?? between,
  };
}

/** Hands strands to other blocks: only those travel, with all that is known of them. */
export function moveStrands(
  { grooms, blocks, order, hair, strands, interaction }: SimulationParts,
  to: ReadonlyMap<number, number>,
): void {
  const { index, exchange } = blocks;
  const stays = (id: number): boolean => !to.has(id);
  const arrives = (id: number): boolean => to.get(id) === index;
  const own = grooms.map((groom) => groom.snapshot());
  const leaving = grooms.map((groom, g) => groom.partOf(own[g]!, (id) => to.has(id)));
  const between = interaction?.tell?.((id) => to.has(id)) ?? NOTHING;
  const all = exchange!.share(packArrays([...leaving, between])).map((bytes) => unpackArrays(bytes) as Uint8Array[]);
  interaction?.learn?.(all.map((block) => block[grooms.length]!));
  grooms.forEach((groom, g) => {
    const arriving = all.map((block) => groom.partOf(block[g]!, arrives));
    groom.restore(groom.join([groom.partOf(own[g]!, stays), ...arriving], order));
  });
  strands.changed();
  hair.forget();
}

export function restoreParts(parts: SimulationParts, state: SimulationState, dt: number): void {
  parts.bodies.forEach((body, b) => {
    restoreBody(body, state.bodies[b]!);
  });
  parts.grooms.forEach((groom, g) => {
    const whole = state.grooms[g]!;
    groom.restore(parts.blocks.exchange ? groom.partOf(whole, parts.blocks.has) : whole);
  });
  parts.obstacles?.forget?.();
  parts.salon?.restore(state.salon);
  parts.sleep?.restore(state.sleep);
  parts.clamps.restore(state.clamps);
  parts.strands.changed();
  parts.hair.forget();
  parts.levels?.levels.restore(state.levels);
  const hair = parts.hair.read(state.step * dt, dt);
  parts.interaction?.restore(state.interaction, parts.levels?.levels.movingHair(hair) ?? hair);
}

const captureBody = (body: SimulatedBody): Uint8Array => packArrays([body.placement(), body.roots.numbers()]);

function restoreBody(body: SimulatedBody, bytes: Uint8Array): void {
  const [placement, roots] = unpackArrays(bytes) as [Float64Array, Float64Array];
  body.place(placement);
  body.roots.setNumbers(roots);
}

export function packState({ step, previous, bodies, grooms, ...others }: SimulationState): Uint8Array {
  const { interaction, salon, sleep, levels, clamps } = others;
  const parts = [packArrays(bodies), packArrays(grooms), interaction, salon, sleep, levels, clamps];
  return packArrays([Float64Array.of(step), previous, ...parts]);
}

export function unpackState(bytes: Uint8Array): SimulationState {
  const [step, previous, ...parts] = unpackArrays(bytes) as [Float64Array, Float64Array, ...Uint8Array[]];
  const [bodies, grooms, interaction, salon, sleep, levels, clamps] = parts as [
    Uint8Array,
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
    levels,
    clamps,
  };
}
