import type { Pose } from '../../../src/salon/stroke.ts';
import type { Tool, ToolVolume } from '../../../src/salon/tool.ts';
import { toolParameters, tools } from '../../../src/salon/tools/index.ts';
import { schemaOf } from '../../../src/scene/parameter-schema.ts';
import type { Grip, GripKind } from '../hand/grip.ts';
import { type FieldSpec, fieldsOf, withInitials } from '../inspector/field-spec.ts';
import type { RailTool } from '../rail/tool-rail.tsx';

/** A tool of the salon as the studio knows it. */
export interface StudioTool extends RailTool {
  readonly tool: Tool;
  readonly fields: readonly FieldSpec[];
  /** Settings of a hand that differ from the tool's own. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether it works on the skin under the hair. */
  readonly isForSkin: boolean;
  /** Whether it also begins beside the hair, where other tools leave a drag to the view. */
  readonly isDrawn: boolean;
  grip(parameters: Readonly<Record<string, unknown>>): Grip;
  /** The parameters with a larger or smaller, stronger or weaker tool: as far as it goes. */
  scaled(parameters: Values, what: Scaled, factor: number): Values;
  volume(parameters: Readonly<Record<string, unknown>>, pose: Pose): ToolVolume;
}

type Values = Readonly<Record<string, unknown>>;
/** What gestures and keys change of every tool. */
export type Scaled = 'size' | 'strength';

interface Manner {
  readonly title: string;
  readonly key: string;
  readonly grip: GripKind;
  /** The parameter that says how long it is, and the fraction of it that its origin keeps from the hair. */
  readonly measure?: string;
  readonly fraction?: number;
  readonly isForSkin?: boolean;
  readonly isDrawn?: boolean;
  /** The parameters that say how wide it works, and how strongly. */
  readonly size?: string;
  readonly strength?: string;
  /** How a hand uses it where it differs from the tool's own settings: a stroke of one second is felt. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const spout = (fraction: number): Pick<Manner, 'grip' | 'measure' | 'fraction' | 'size'> => ({
  ...{ grip: 'spout', measure: 'reach', fraction, size: 'angle' },
});
// Deep enough for a lock that hangs before the shoulder, not for the hair behind the neck.
const BLADES: Pick<Manner, 'grip' | 'measure' | 'fraction' | 'size' | 'settings'> = {
  ...{ grip: 'edge', measure: 'blades', fraction: 0.3, size: 'blades', settings: { blades: 0.08 } },
};

const MANNERS: Readonly<Record<string, Manner>> = {
  section: { title: 'Section', key: 'a', grip: 'spout', isDrawn: true, size: 'radius', strength: 'depth' },
  grab: { title: 'Grab', key: 'g', ...spout(0.55), strength: 'grip' },
  comb: { title: 'Comb', key: 'c', grip: 'flat', measure: 'length', fraction: 0.5, size: 'spacing', strength: 'drag' },
  brush: {
    ...{ title: 'Brush', key: 'b', grip: 'flat', measure: 'bristles', fraction: 0.3, size: 'width', strength: 'drag' },
    settings: { bristles: 0.035, drag: 8e-3 },
  },
  scissors: { title: 'Scissors', key: 's', ...BLADES },
  'cutting-line': { title: 'Cutting line', key: 'r', grip: 'spout', isDrawn: true, size: 'depth' },
  'guide-cut': { title: 'Cut to a guide', key: 'u', ...spout(0.5), strength: 'length' },
  clippers: { title: 'Clippers', key: 'j', grip: 'spout', isForSkin: true, size: 'width', strength: 'guard' },
  'thinning-shears': { title: 'Thinning shears', key: 'q', ...BLADES, strength: 'share' },
  water: { title: 'Water', key: 'w', ...spout(0.45), strength: 'flow' },
  // Warm and gentle: a stroke of a second dries what it passes and does not blow it over the head.
  dryer: { title: 'Dryer', key: 'd', ...spout(0.4), strength: 'speed', settings: { speed: 6, drying: 5 } },
  hairspray: { title: 'Hairspray', key: 'h', ...spout(0.45), strength: 'flow', settings: { flow: 30 } },
  mousse: { title: 'Mousse', key: 'm', ...spout(0.45), strength: 'flow', settings: { flow: 12 } },
  clasp: { title: 'Clasp', key: 'k', grip: 'flat', size: 'catch', strength: 'radius' },
  updo: { title: 'Braid, twist, bun', key: 'y', grip: 'spout', size: 'catch', strength: 'radius' },
  'curling-iron': {
    ...{ title: 'Curling iron', key: 'i', grip: 'bar', measure: 'length', fraction: 0.5 },
    ...{ size: 'radius', strength: 'temperature' },
  },
  lengthen: { title: 'Lengthen', key: 'l', ...spout(0.45), strength: 'rate' },
  grow: { title: 'Grow', key: 'e', ...spout(0.6), isForSkin: true, size: 'spacing', strength: 'length' },
  paint: { title: 'Paint', key: 'p', grip: 'spout', size: 'radius', strength: 'flow' },
  rest: { title: 'Set the style', key: 't', ...spout(0.5), strength: 'brake' },
};

/** A tool that this page knows nothing special about still works. */
const mannerOf = (name: string): Manner => MANNERS[name] ?? { title: name, key: '', grip: 'spout' };

function studioTool(tool: Tool): StudioTool {
  const manner = mannerOf(tool.name);
  const { title, key, grip, measure, fraction = 0, isForSkin = false, isDrawn = false, settings = {} } = manner;
  const fields = withInitials(fieldsOf(schemaOf(tool.parameters)), settings);
  return {
    name: tool.name,
    title,
    key,
    about: tool.about,
    tool,
    ...{ isForSkin, isDrawn, settings, fields },
    grip(parameters) {
      const own = toolParameters(tool, { ...settings, ...parameters });
      const length = measure === undefined ? 0 : Number(own[measure]);
      return { kind: grip, away: fraction * length };
    },
    scaled(parameters, what, factor) {
      const spec = fields.find((field) => field.name === manner[what]);
      if (spec?.kind !== 'number') return parameters;
      const now = typeof parameters[spec.name] === 'number' ? Number(parameters[spec.name]) : spec.initial;
      // From 0 on a factor would lead nowhere.
      const next = Math.min(spec.max, Math.max(spec.min, (now || 0.02 * (spec.max - spec.min)) * factor));
      return { ...parameters, [spec.name]: spec.integer ? Math.round(next) : Number(next.toPrecision(4)) };
    },
    volume: (parameters, pose) => tool.volume(toolParameters(tool, { ...settings, ...parameters }), pose),
  };
}

export const studioTools: readonly StudioTool[] = tools.map(studioTool);

/** Not a tool: the pointer turns the view. */
export const VIEW_TOOL: RailTool = {
  name: 'view',
  title: 'View',
  key: 'v',
  about: 'Turns, moves and zooms the view.',
};

export const railTools: readonly RailTool[] = [VIEW_TOOL, ...studioTools];

export const findStudioTool = (name: string): StudioTool | null =>
  studioTools.find((tool) => tool.name === name) ?? null;
