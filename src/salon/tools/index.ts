import { InputError } from '../../strands/input-error.ts';
import type { Tool } from '../tool.ts';
import { brush } from './brush.ts';
import { clasp } from './clasp.ts';
import { comb } from './comb.ts';
import { curlingIron } from './curling-iron.ts';
import { dryer } from './dryer.ts';
import { grab } from './grab.ts';
import { grow } from './grow.ts';
import { hairspray } from './hairspray.ts';
import { lengthen } from './lengthen.ts';
import { mousse } from './mousse.ts';
import { paint } from './paint.ts';
import { rest } from './rest.ts';
import { scissors } from './scissors.ts';
import { water } from './water.ts';

/** Every tool there is, in the order of a tool rail. */
export const tools: readonly Tool<unknown>[] = [
  grab,
  comb,
  brush,
  scissors,
  water,
  dryer,
  hairspray,
  mousse,
  clasp,
  curlingIron,
  lengthen,
  grow,
  paint,
  rest,
] as readonly Tool<unknown>[];

export function findTool(name: string): Tool<unknown> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const known = tools.map((candidate) => candidate.name).join(', ');
  throw new InputError('stroke/tool', `There is no tool "${name}"; the tools are ${known}.`);
}

/** The tool's settings with defaults filled in; a sentence about the first that is wrong. */
export function toolParameters(tool: Tool<unknown>, given: unknown): unknown {
  const result = tool.parameters.safeParse(given);
  if (result.success) return result.data;
  const problem = result.error.issues[0]!;
  const place = problem.path.length > 0 ? `its setting "${problem.path.join('.')}"` : 'its settings';
  throw new InputError('stroke/parameters', `Tool "${tool.name}": ${place}: ${problem.message}.`);
}
