import { completeParameters, type ParameterTable, type ValuesOf } from '../../numeric/parameters.ts';
import { InputError } from '../../strands/input-error.ts';
import type { Tool } from '../tool.ts';
import { brush } from './brush.ts';
import { clasp } from './clasp.ts';
import { clippers } from './clippers.ts';
import { comb } from './comb.ts';
import { curlingIron } from './curling-iron.ts';
import { cuttingLine } from './cutting-line.ts';
import { dryer } from './dryer.ts';
import { grab } from './grab.ts';
import { grow } from './grow.ts';
import { guideCut } from './guide-cut.ts';
import { hairspray } from './hairspray.ts';
import { lengthen } from './lengthen.ts';
import { mousse } from './mousse.ts';
import { paint } from './paint.ts';
import { rest } from './rest.ts';
import { scissors } from './scissors.ts';
import { section } from './section.ts';
import { thinningShears } from './thinning-shears.ts';
import { updo } from './updo.ts';
import { water } from './water.ts';

/** Every tool there is, in the order of a tool rail. */
export const tools: readonly Tool[] = [
  grab,
  section,
  comb,
  brush,
  scissors,
  cuttingLine,
  guideCut,
  clippers,
  thinningShears,
  water,
  dryer,
  hairspray,
  mousse,
  clasp,
  updo,
  curlingIron,
  lengthen,
  grow,
  paint,
  rest,
];

export function findTool(name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const known = tools.map((candidate) => candidate.name).join(', ');
  throw new InputError('stroke/tool', `There is no tool "${name}"; the tools are ${known}.`);
}

/** Settings of some tool, complete. */
export type ToolValues = ValuesOf<ParameterTable>;

/** The tool's settings with defaults filled in; a sentence about those that are wrong. */
export function toolParameters(tool: Tool, given: unknown): ToolValues {
  return completeParameters(tool.parameters, given, `Tool "${tool.name}"`);
}
