/** Hair and bodies for three.js (an optional peer dependency): geometry that follows a simulation, and a material for it. */

export {
  HAIR_GEOMETRY_DEFAULTS,
  HairGeometry,
  type HairGeometryOptions,
  type HairPoints,
  hairGeometry,
  type MovingHair,
} from './hair-geometry.ts';
export {
  HAIR_MATERIAL_DEFAULTS,
  HairMaterial,
  type HairMaterialOptions,
  hairMaterial,
} from './hair-material.ts';
export { meshGeometry } from './mesh-geometry.ts';
export { massColour } from './strand-colours.ts';
