import type { HairState, StrandInteraction } from '../contact/interaction.ts';
import type { ForceField, Obstacles } from '../models/model.ts';
import { appliedThickness } from '../salon/products.ts';
import { Salon } from '../salon/salon.ts';
import { Sleep } from '../salon/sleep.ts';
import { Blocks } from './blocks.ts';
import { findBody, SimulatedBody, WORLD } from './body.ts';
import { ClampSet } from './clamps.ts';
import { SimulatedGroom } from './groom.ts';
import type { ClumpRadius } from './groom-view.ts';
import { HairReader } from './hair-reader.ts';
import { SimulatedLevels } from './levels.ts';
import { GRAVITY_DEFAULT, type SimulationSetup } from './setup.ts';
import { StrandEditor } from './strand-editor.ts';
import { type DocumentOrder, documentOrder } from './strand-packing.ts';

/** What a simulation is made of: all that a step goes through. */
export interface SimulationParts {
  /** Bodies of the setup; roots without a body grow on the world, which comes last and never moves. */
  readonly bodies: readonly SimulatedBody[];
  readonly obstacles: Obstacles | null;
  readonly fields: readonly ForceField[];
  /** Who is told of all hair before each step. */
  readonly onHair: ((hair: HairState) => void) | null;
  readonly grooms: readonly SimulatedGroom[];
  readonly clamps: ClampSet;
  /** The order of all strands, whatever blocks and models they are in. */
  readonly order: DocumentOrder;
  readonly hair: HairReader;
  readonly strands: StrandEditor;
  readonly salon: Salon | null;
  readonly interaction: StrandInteraction | null;
  readonly sleep: Sleep | null;
  /** Which strands move by themselves; null where all do. */
  readonly levels: SimulatedLevels | null;
  /** Which strands this block of a run has. */
  readonly blocks: Blocks;
}

export function makeParts(setup: SimulationSetup, dt: number): SimulationParts {
  const { fields = [] } = setup;
  const blocks = new Blocks(setup.exchange ?? null, setup.grooms);
  const order = documentOrder(setup.grooms);
  const bodies = [...setup.bodies, WORLD].map((body) => new SimulatedBody(body));
  const motions = setup.bodies.map((_, b) => bodies[b]!.motion);
  const obstacles = setup.obstacles?.(motions) ?? null;
  const clamps = new ClampSet(bodies);
  clamps.set(setup.clamps ?? [], 0);
  const carryingBodies = setup.grooms.map(({ body }) => body);
  const salon = setup.salon
    ? new Salon({ ...setup.salon, bodies: motions, carryingBodies, places: [clamps.rows] })
    : null;
  const place = {
    gravity: setup.gravity ?? GRAVITY_DEFAULT,
    gravityOver: setup.gravityOver ?? [],
    fields,
    obstacles,
    clamps,
    clumpRadius: clumpRadiusOf(setup, salon),
  };
  const grooms: SimulatedGroom[] = [];
  for (const [g, groom] of setup.grooms.entries()) {
    const body = findBody(bodies, groom.body, `The groom ${groom.name}`);
    const like = groom.like === undefined ? null : grooms[groom.like]!;
    grooms.push(new SimulatedGroom(groom, g, blocks, body, place, like));
  }
  const hair = new HairReader(
    grooms.map(({ view }) => view),
    order,
    blocks,
  );
  const levels = setup.levels
    ? new SimulatedLevels(
        setup.levels,
        setup.grooms.map(({ guides }) => guides),
        grooms,
        hair,
        blocks,
        obstacles,
      )
    : null;
  return {
    bodies,
    obstacles,
    fields,
    onHair: setup.onHair ?? null,
    grooms,
    clamps,
    order,
    hair,
    strands: new StrandEditor(grooms, levels),
    salon,
    interaction: setup.interaction?.make(hair.read(0, dt)) ?? null,
    sleep: setup.sleep ? new Sleep(setup.sleep) : null,
    levels,
    blocks,
  };
}

/** Clumps as the groom has them, thinner where they are wet, thicker with mousse. */
function clumpRadiusOf({ interaction }: SimulationSetup, salon: Salon | null): ClumpRadius {
  if (!interaction) return () => 0;
  return (id, s) => {
    const products = salon?.products.get(id);
    return interaction.clumpRadius(id, s) * (products ? appliedThickness(products, s) : 1);
  };
}
