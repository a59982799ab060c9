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
export { type Carried, type CarryOptions, type CarryReport, carryGroom } from './carry/carry-groom.ts';
export { CLEAR_DEFAULTS, type Cleared, type ClearOptions, type ClearReport, clearGroom } from './clear/clear-groom.ts';
export { turnLength } from './curl.ts';
export { dragPoint, MOVE_DEFAULTS, type MoveOptions, movePoint, setLength } from './edit.ts';
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
export { bindGroom, GROOM_DEFAULTS, type Groom, type GroomOptions, groomGenerator, makeGroom } from './groom.ts';
export {
  GROW_DEFAULTS,
  type Grown,
  type GrowOptions,
  groupRoots,
  growGuides,
  type HairBody,
  POINTS_PER_TURN,
} from './grow.ts';
export { GuideShapes, type PreparedGuides } from './guide-shapes.ts';
export { densityAt, edgeDistances, Hairline, rootShade } from './hairline.ts';
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
  idealSpacing,
  pickRoots,
  ROOT_DEFAULTS,
  type RootOptions,
  type Roots,
  regionArea,
  rootAttributes,
  rootCount,
  scatterRoots,
  sliceRoots,
} from './roots.ts';
export { isSameHair, measureScalp, type ScalpShape } from './scalp.ts';
export {
  GENERATION_MODES,
  type GenerationMode,
  makeStrandSettings,
  type StrandSettings,
  type StrandSettingsInput,
  strandSettingsParameters,
} from './strand-settings.ts';
export {
  COMB_MODES,
  type CombMode,
  type HairlineStyle,
  hairlineParameters,
  makeStyle,
  type Style,
  type StyleInput,
  styleParameters,
} from './style.ts';
export { builtInStyle, mergeStyles, STYLE_NAMES, styleProblems } from './styles.ts';
