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
  /** False where kernels are to run without vector instructions, to the same bytes. */
  readonly wantsSimd?: boolean;
}

type Make<Parameters> = (parameters: Parameters, setup: InteractionSetup) => StrandInteraction;

export const makeContact: Make<ContactParameters> = (one, setup) => makeAll([{ kind: 'contact', ...one }], setup);
export const makeVolume: Make<VolumeParameters> = (one, setup) => makeAll([{ kind: 'volume', ...one }], setup);
export const makeFluid: Make<FluidParameters> = (one, setup) => makeAll([{ kind: 'fluid', ...one }], setup);

/** Any number of ways to meet at once; null for none. */
export const makeInteraction = (
  declarations: readonly InteractionDeclaration[],
  setup: InteractionSetup,
): StrandInteraction | null => (declarations.length > 0 ? makeAll(declarations, setup) : null);

function makeAll(
  declarations: readonly InteractionDeclaration[],
  { groomed, wantsSimd }: InteractionSetup,
): StrandInteraction {
  const parts = declarations.map((one): InteractionPart => {
    if (one.kind === 'contact') return new Contact(one, groomed, wantsSimd);
    return one.kind === 'volume' ? new Volume(one, groomed, wantsSimd) : new Fluid(one, groomed, wantsSimd);
  });
  return new Interactions(parts, groomed);
}
