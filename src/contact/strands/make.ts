import type { HairState, StrandInteraction } from '../interaction.ts';
import { Contact } from './contact.ts';
import { Fluid } from './fluid.ts';
import { type InteractionPart, Interactions } from './interactions.ts';
import type { ContactParameters, FluidParameters, InteractionDeclaration, VolumeParameters } from './parameters.ts';
import { Volume } from './volume.ts';

/** What every interaction is made from. */
export interface InteractionSetup {
  /** All strands in the groomed pose: rest distances and densities come from it. */
  readonly groomed: HairState;
}

export function makeContact(parameters: ContactParameters, setup: InteractionSetup): StrandInteraction {
  return new Interactions([new Contact(parameters, setup.groomed)], setup.groomed);
}

export function makeVolume(parameters: VolumeParameters, setup: InteractionSetup): StrandInteraction {
  return new Interactions([new Volume(parameters, setup.groomed)], setup.groomed);
}

export function makeFluid(parameters: FluidParameters, setup: InteractionSetup): StrandInteraction {
  return new Interactions([new Fluid(parameters, setup.groomed)], setup.groomed);
}

/** Any number of ways to meet at once; null for none. */
export function makeInteraction(
  declarations: readonly InteractionDeclaration[],
  setup: InteractionSetup,
): StrandInteraction | null {
  if (declarations.length === 0) return null;
  return new Interactions(
    declarations.map((one) => makePart(one, setup.groomed)),
    setup.groomed,
  );
}

function makePart(declaration: InteractionDeclaration, groomed: HairState): InteractionPart {
  switch (declaration.kind) {
    case 'contact':
      return new Contact(declaration, groomed);
    case 'volume':
      return new Volume(declaration, groomed);
    case 'fluid':
      return new Fluid(declaration, groomed);
  }
}
