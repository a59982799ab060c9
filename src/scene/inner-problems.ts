import type { StyleChanges } from '../groom/hair-style.ts';
import { STYLE_NAMES, styleProblems } from '../groom/styles.ts';
import { models } from '../models/index.ts';
import { parameterProblems } from '../numeric/parameters.ts';

/** What a scene says in the terms of its style and model, which the scene's own schema does not know. */
interface Inner {
  readonly groom?: { readonly style?: unknown; readonly change?: unknown };
  readonly model?: { readonly name?: unknown; readonly parameters?: unknown };
}

/** Problems with the changes of a style and the parameters of a model, one sentence's part each. */
export function innerProblems(scene: unknown): string[] {
  const { groom, model } = (scene ?? {}) as Inner;
  return [...changeProblems(groom?.style ?? 'long-wavy', groom?.change), ...modelProblems(model)];
}

function changeProblems(name: unknown, change: unknown): string[] {
  if (!STYLE_NAMES.includes(name as string) || !isObject(change)) return [];
  return styleProblems(name as string, change as StyleChanges, ['groom', 'change']);
}

function modelProblems(model: Inner['model']): string[] {
  const found = models.find(({ name }) => name === (model?.name ?? 'rod'));
  if (!found || !isObject(model?.parameters)) return [];
  return parameterProblems(found.parameters, model.parameters, ['model', 'parameters']);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
