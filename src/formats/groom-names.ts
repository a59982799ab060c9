/**
 * Names of attributes inside, and in the files of others. A width is a diameter in the file's unit: `radius` is half of
 * it. Unreal's groom schema 1.5 has these per curve (or constant), except colour and width, which may be per point.
 */
export interface GroomName {
  readonly inside: string;
  readonly unreal: string;
  readonly size: number;
}

export const GROOM_NAMES: readonly GroomName[] = /* @__PURE__ */ Object.freeze([
  { inside: 'isGuide', unreal: 'groom_guide', size: 1 },
  { inside: 'group', unreal: 'groom_group_id', size: 1 },
  { inside: 'rootUv', unreal: 'groom_root_uv', size: 2 },
  { inside: 'closestGuides', unreal: 'groom_closest_guides', size: 3 },
  { inside: 'guideWeights', unreal: 'groom_guide_weights', size: 3 },
  { inside: 'colour', unreal: 'groom_color', size: 3 },
]);

export const UNREAL_ID = 'groom_id';
export const UNREAL_WIDTH = 'groom_width';
/** The program that wrote a groom, a text. */
export const UNREAL_TOOL = 'groom_tool';
export const UNREAL_VERSION: readonly (readonly [string, number])[] = [
  ['groom_version_major', 1],
  ['groom_version_minor', 5],
];

/** The name inside of an attribute with that many numbers; its own where nothing is known about it. */
export function insideName(name: string, size: number): string {
  return GROOM_NAMES.find(({ unreal, size: own }) => unreal === name && own === size)?.inside ?? name;
}

/** The name in Unreal's schema; its own where there is none. */
export function unrealName(name: string, size: number): string {
  return GROOM_NAMES.find(({ inside, size: own }) => inside === name && own === size)?.unreal ?? name;
}
