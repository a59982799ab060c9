export { type Angles, anglesOf, direction, type Rgb } from './angles.ts';
export { dualScatter } from './dual-scatter.ts';
export { scatterFar } from './far-field.ts';
export { type FarFieldTable, farFieldTable } from './far-field-table.ts';
export { type Fibre, fibreOf } from './fibre.ts';
export { FIBRE_FLOATS, packFibre, packHairFibre } from './fibre-layout.ts';
export { FUR_LOOKS } from './fur-looks.ts';
export { hairShadingWgsl, hairTableWgsl } from './hair.wgsl.ts';
export {
  HAIR_LOOK_DEFAULTS,
  type HairLook,
  type HairLookInput,
  hairLookParameters,
  makeHairLook,
  SHADING_MODELS,
  type ShadingModelName,
} from './look.ts';
export { SHADING, type ShadingModel } from './models.ts';
export { scatterNear } from './near-field.ts';
export { absorptionOfColour, absorptionOfMelanin, absorptionOfPigments, colourOfAbsorption } from './pigment.ts';
export { pdfNear, type ScatterSample, sampleNear } from './sampling.ts';
export { strandFibre, strandSigma } from './strand-colour.ts';
