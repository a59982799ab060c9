import type { HairState, InteractionLoads, OwnStrands, StrandInteraction } from '../contact/interaction.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import type { WorkShare } from '../strands/work-share.ts';
import { mergeContacts, mergeForces, present } from './merge-rows.ts';

/**
 * Grooms in layers: hair of a layer meets its own and all below, and what lies below does not feel it. An undercoat moves as it would alone;
 * the wig above lies on it.
 */
export class LayeredInteraction implements StrandInteraction {
  private readonly layers: readonly Layer[];

  /** `layerOf`: of each groom; `make`: the interaction of what a layer meets, in the groomed pose. */
  constructor(groomed: HairState, layerOf: readonly number[], make: (groomed: HairState) => StrandInteraction) {
    const levels = [...new Set(layerOf)].sort((a, b) => a - b);
    this.layers = levels.map((level) => {
      const met = new MetStrands(layerOf, level);
      return { met, interaction: make(met.of(groomed)) };
    });
  }

  act(hair: HairState, own?: OwnStrands, share?: WorkShare): InteractionLoads {
    const loads = this.layers.map(({ met, interaction }) => interaction.act(met.of(hair), met.own(hair, own), share));
    return {
      forces: mergeForces(present(loads.map(({ forces }) => forces))) ?? loads[0]!.forces,
      contacts: mergeContacts(present(loads.map(({ contacts }) => contacts))) ?? loads[0]!.contacts,
    };
  }

  snapshot(): Uint8Array {
    return packArrays(this.layers.map(({ interaction }) => interaction.snapshot()));
  }

  join(snapshots: readonly Uint8Array[]): Uint8Array {
    const blocks = snapshots.map(unpackLayers);
    return packArrays(
      this.layers.map(({ interaction }, n) => interaction.join?.(blocks.map((block) => block[n]!)) ?? blocks[0]![n]!),
    );
  }

  tell(has: (id: number) => boolean): Uint8Array {
    return packArrays(this.layers.map(({ interaction }) => interaction.tell?.(has) ?? new Uint8Array(0)));
  }

  learn(told: readonly Uint8Array[]): void {
    const blocks = told.map(unpackLayers);
    this.layers.forEach(({ interaction }, n) => {
      interaction.learn?.(blocks.map((block) => block[n]!));
    });
  }

  restore(snapshot: Uint8Array, hair: HairState): void {
    const parts = unpackLayers(snapshot);
    this.layers.forEach(({ met, interaction }, n) => {
      interaction.restore(parts[n]!, met.of(hair));
    });
  }
}

interface Layer {
  readonly met: MetStrands;
  readonly interaction: StrandInteraction;
}

const unpackLayers = (snapshot: Uint8Array): Uint8Array[] => unpackArrays(snapshot) as Uint8Array[];

/** What hair of one layer meets: its own and all below. Arrays stay the same objects for as long as those of the whole do. */
class MetStrands {
  private readonly layerOf: readonly number[];
  private readonly level: number;
  private readonly isTop: boolean;
  /** Strands of the whole, of those that are met. */
  private places: Uint32Array = new Uint32Array(0);
  private known: { readonly whole: HairState; readonly state: HairState } | null = null;
  private mask: { readonly ids: Uint32Array; readonly own: OwnStrands | undefined; readonly met: OwnStrands } | null =
    null;

  constructor(layerOf: readonly number[], level: number) {
    this.layerOf = layerOf;
    this.level = level;
    this.isTop = layerOf.every((layer) => layer <= level);
  }

  of(whole: HairState): HairState {
    if (this.isTop) return whole;
    const { known } = this;
    const isSame = known && MEASURED.every((name) => known.whole[name] === whole[name]);
    const state = isSame ? { ...known.state, time: whole.time, dt: whole.dt } : this.select(whole);
    this.places.forEach((k, n) => {
      const [from, to] = [3 * whole.first[k]!, 3 * whole.first[k + 1]!];
      state.position.set(whole.position.subarray(from, to), 3 * state.first[n]!);
      state.velocity.set(whole.velocity.subarray(from, to), 3 * state.first[n]!);
    });
    this.known = { whole, state };
    return state;
  }

  /** Those of the block that this layer answers for. */
  own(whole: HairState, own: OwnStrands | undefined): OwnStrands {
    const state = this.of(whole);
    if (this.mask?.ids === state.ids && this.mask.own === own) return this.mask.met;
    const met = Uint8Array.from(state.ids, (_, n) => {
      const k = this.isTop ? n : this.places[n]!;
      return this.layer(whole, k) === this.level && (own?.[k] ?? 1) === 1 ? 1 : 0;
    });
    this.mask = { ids: state.ids, own, met };
    return met;
  }

  private layer({ groom }: HairState, k: number): number {
    return this.layerOf[groom?.[k] ?? 0]!;
  }

  private select(whole: HairState): HairState {
    this.places = whole.ids.map((_, k) => k).filter((k) => this.layer(whole, k) <= this.level);
    const { places } = this;
    const first = new Uint32Array(places.length + 1);
    places.forEach((k, n) => {
      first[n + 1] = first[n]! + whole.first[k + 1]! - whole.first[k]!;
    });
    const nodes = first[places.length]!;
    const rows = (name: 's' | 'inverseMass' | 'radius'): Float64Array => {
      const out = new Float64Array(nodes);
      places.forEach((k, n) => {
        out.set(whole[name].subarray(whole.first[k]!, whole.first[k + 1]!), first[n]!);
      });
      return out;
    };
    return {
      time: whole.time,
      dt: whole.dt,
      ids: places.map((k) => whole.ids[k]!),
      first,
      position: new Float64Array(3 * nodes),
      velocity: new Float64Array(3 * nodes),
      s: rows('s'),
      inverseMass: rows('inverseMass'),
      radius: rows('radius'),
      ...(whole.groom ? { groom: Uint16Array.from(places, (k) => whole.groom![k]!) } : {}),
    };
  }
}

/** Of a state, what changes only where strands do. */
const MEASURED = ['ids', 'first', 's', 'inverseMass', 'radius'] as const;
