export {
  BIND_DEFAULTS,
  type Binding,
  type BindOptions,
  bindStrands,
  type FineHair,
  NO_TUFT,
  type TuftLevel,
  WHOLE,
} from './binding.ts';
export {
  BODY_BINDING_DEFAULTS,
  type BodyBinding,
  type BodyBindingOptions,
  bindToBody,
  type GapReport,
} from './body-binding.ts';
export { CLEAR_DEFAULTS, type Cleared, type ClearOptions, type ClearReport, clearGroom } from './clear/clear-groom.ts';
export { Coat, type CoatFields, type CoatFieldsOn, type CoatOptions, coatHair } from './coat/coat.ts';
export { type CoatStyle, type CoatStyleInput, coatParameters, makeCoatStyle } from './coat/style.ts';
export { turnLength } from './curl.ts';
export { densityAt, Edge, type EdgeOptions, edgeDistances, type Setback } from './edge.ts';
export { dragPoint, MOVE_DEFAULTS, type MoveOptions, movePoint, setLength } from './edit.ts';
export {
  type ScalarField,
  type ScalarSource,
  scalarField,
  type VectorField,
  type VectorSource,
  type VertexValues,
  vectorField,
} from './fields/field.ts';
export {
  type FieldDeclaration,
  HAIR_FIELDS,
  type HairFieldSources,
  type HairFields,
  layAt,
} from './fields/hair-fields.ts';
export type { Texture } from './fields/texture.ts';
export { Followers } from './follow.ts';
export {
  type Generator,
  type GeneratorOptions,
  generate,
  generateStrands,
  makeGenerator,
  prepareGuides,
  updateGuides,
} from './generator.ts';
export {
  type Bound,
  bindGroom,
  GROOM_DEFAULTS,
  type Groom,
  type GroomOptions,
  groomGenerator,
  growGroom,
  growthOn,
  makeGroom,
} from './groom.ts';
export { groupOf, type HairPart, isSameHair, ONE_GROUP } from './groups.ts';
export { type Grown, growGuides, POINTS_PER_TURN } from './grow.ts';
export type { HairEnd, HairGrowth, HairSource } from './growth.ts';
export { GuideShapes, type PreparedGuides } from './guide-shapes.ts';
export { type CurlStyle, type EdgeStyle, type HairStyle, mergeStyles, type StyleChanges } from './hair-style.ts';
export { type Carried, type CarryOptions, type CarryReport, carryGroom } from './head/carry/carry-groom.ts';
export { makeHairline } from './head/hairline.ts';
export { Head, headHair } from './head/head.ts';
export { rootShade } from './head/root-shade.ts';
export { type HeadShape, measureHead } from './head/shape.ts';
export {
  COMB_MODES,
  type CombMode,
  type HairlineStyle,
  type HeadStyle,
  type HeadStyleInput,
  hairlineParameters,
  headParameters,
  makeHeadStyle,
} from './head/style.ts';
export { headStyle } from './head/styles.ts';
export { type InferredMaterial, inferMaterial, UNKNOWN_MATERIAL } from './inferred-material.ts';
export {
  DRAG_RANGE,
  type HairMaterial,
  helixCurvature,
  helixOf,
  INTERNAL_FRICTION_RANGE,
  MATERIAL_NAMES,
  MATERIALS,
  type MaterialName,
  material,
  naturalCurvature,
  naturalTwist,
  type SectionStiffness,
  sectionStiffness,
  semiAxes,
} from './materials.ts';
export {
  type Ground,
  idealSpacing,
  pickRoots,
  ROOT_DEFAULTS,
  type RootOptions,
  type Roots,
  rootAttributes,
  rootCount,
  scatterRoots,
  skinArea,
  sliceRoots,
} from './roots.ts';
export { type HairBody, makeSkin, type Skin, type SkinPart, type SkinPlace } from './skin.ts';
export {
  GENERATION_MODES,
  type GenerationMode,
  makeStrandSettings,
  type StrandSettings,
  type StrandSettingsInput,
  strandSettingsParameters,
} from './strand-settings.ts';
export {
  BUILT_IN_STYLES,
  type BuiltInStyle,
  builtInHair,
  builtInStyle,
  findStyle,
  HEAD_STYLE_NAMES,
  STYLE_NAMES,
  styleProblems,
} from './styles.ts';
