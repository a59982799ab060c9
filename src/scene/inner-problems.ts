import { z } from 'zod';
import { type StyleInput, styleSchema } from '../groom/style.ts';
import { builtInStyle, STYLE_NAMES } from '../groom/styles.ts';
import { models } from '../models/index.ts';
import { listIssues } from './explain.ts';

/** What a scene says in the terms of its style and model, which the scene's own schema does not know. */
interface Inner {
  readonly groom?: { readonly style?: unknown; readonly change?: unknown };
  readonly model?: { readonly name?: unknown; readonly parameters?: unknown };
}

/** Problems with the changes of a style and the parameters of a model, one sentence's part each. */
export function innerProblems(scene: unknown): string[] {
  const { groom, model } = (scene ?? {}) as Inner;
  return [...styleProblems(groom?.style ?? 'long-wavy', groom?.change), ...modelProblems(model)];
}

function styleProblems(name: unknown, change: unknown): string[] {
  if (!STYLE_NAMES.includes(name as string) || !isObject(change)) return [];
  try {
    builtInStyle(name as string, change as StyleInput);
    return [];
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return listIssues(error.issues, styleSchema, { prefix: ['groom', 'change'], given: change });
  }
}

function modelProblems(model: Inner['model']): string[] {
  const found = models.find(({ name }) => name === (model?.name ?? 'rod'));
  if (!found || !isObject(model?.parameters)) return [];
  const read = found.parameters.safeParse(model.parameters);
  if (read.success) return [];
  return listIssues(read.error.issues, found.parameters, {
    prefix: ['model', 'parameters'],
    given: model.parameters,
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
