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
  grip(parameters: Readonly<Record<string, unknown>>): Grip;
  volume(parameters: Readonly<Record<string, unknown>>, pose: Pose): ToolVolume;
}

interface Manner {
  readonly title: string;
  readonly key: string;
  readonly grip: GripKind;
  /** The parameter that says how long it is, and the fraction of it that its origin keeps from the hair. */
  readonly measure?: string;
  readonly fraction?: number;
  readonly isForSkin?: boolean;
  /** How a hand uses it where it differs from the tool's own settings: a stroke of one second is felt. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const MANNERS: Readonly<Record<string, Manner>> = {
  grab: { title: 'Grab', key: 'g', grip: 'spout', measure: 'reach', fraction: 0.55 },
  comb: { title: 'Comb', key: 'c', grip: 'flat', measure: 'length', fraction: 0.5 },
  brush: {
    ...{ title: 'Brush', key: 'b', grip: 'flat', measure: 'bristles', fraction: 0.3 },
    settings: { bristles: 0.035, drag: 8e-3 },
  },
  // Deep enough for a lock that hangs before the shoulder, not for the hair behind the neck.
  scissors: { title: 'Scissors', key: 's', grip: 'edge', measure: 'blades', fraction: 0.3, settings: { blades: 0.08 } },
  water: { title: 'Water', key: 'w', grip: 'spout', measure: 'reach', fraction: 0.45 },
  dryer: { title: 'Dryer', key: 'd', grip: 'spout', measure: 'reach', fraction: 0.4 },
  hairspray: { title: 'Hairspray', key: 'h', grip: 'spout', measure: 'reach', fraction: 0.45, settings: { flow: 30 } },
  mousse: { title: 'Mousse', key: 'm', grip: 'spout', measure: 'reach', fraction: 0.45, settings: { flow: 12 } },
  clasp: { title: 'Clasp', key: 'k', grip: 'flat' },
  'curling-iron': { title: 'Curling iron', key: 'i', grip: 'bar', measure: 'length', fraction: 0.5 },
  lengthen: { title: 'Lengthen', key: 'l', grip: 'spout', measure: 'reach', fraction: 0.45 },
  grow: { title: 'Grow', key: 'e', grip: 'spout', measure: 'reach', fraction: 0.6, isForSkin: true },
  paint: { title: 'Paint', key: 'p', grip: 'spout' },
  rest: { title: 'Set the style', key: 't', grip: 'spout', measure: 'reach', fraction: 0.5 },
};

/** A tool that this page knows nothing special about still works. */
const mannerOf = (name: string): Manner => MANNERS[name] ?? { title: name, key: '', grip: 'spout' };

function studioTool(tool: Tool): StudioTool {
  const { title, key, grip, measure, fraction = 0, isForSkin = false, settings = {} } = mannerOf(tool.name);
  return {
    name: tool.name,
    title,
    key,
    about: tool.about,
    tool,
    isForSkin,
    settings,
    fields: withInitials(fieldsOf(schemaOf(tool.parameters)), settings),
    grip(parameters) {
      const own = toolParameters(tool, { ...settings, ...parameters });
      const length = measure === undefined ? 0 : Number(own[measure]);
      return { kind: grip, away: fraction * length };
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
