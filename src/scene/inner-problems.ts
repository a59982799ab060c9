import { coatParameters } from '../groom/coat/style.ts';
import type { StyleChanges } from '../groom/hair-style.ts';
import { STYLE_NAMES, styleProblems } from '../groom/styles.ts';
import { models } from '../models/index.ts';
import { parameterProblems } from '../numeric/parameters.ts';
import type { PlaceNaming } from './explain.ts';

/** What a groom says in the terms of its style and model, which the scene's own schema does not know. */
interface Inner {
  readonly source?: { readonly kind?: unknown; readonly style?: unknown; readonly change?: unknown };
  readonly model?: { readonly name?: unknown; readonly parameters?: unknown };
}

/** Problems with the changes of styles and the parameters of models, one sentence's part each. */
export function innerProblems(scene: unknown, called: PlaceNaming = (path) => path): string[] {
  const { grooms } = (scene ?? {}) as { readonly grooms?: unknown };
  if (!Array.isArray(grooms)) return [];
  return grooms.flatMap((groom: Inner | null, k) => [
    ...changeProblems(groom?.source, called(['grooms', String(k), 'source', 'change'])),
    ...modelProblems(groom?.model, ['grooms', String(k), 'model', 'parameters'], called),
  ]);
}

function changeProblems(source: Inner['source'], place: readonly string[]): string[] {
  const { kind, style = 'long-wavy', change } = source ?? {};
  if (!isObject(change)) return [];
  if (kind === 'coat') return parameterProblems(coatParameters, change, place);
  if (!STYLE_NAMES.includes(style as string)) return [];
  return styleProblems(style as string, change as StyleChanges, place);
}

/** A parameter may have another name in the file, so each is called by itself. */
function modelProblems(model: Inner['model'], place: readonly string[], called: PlaceNaming): string[] {
  const found = models.find(({ name }) => name === (model?.name ?? 'rod'));
  if (!found || !isObject(model?.parameters)) return [];
  const places = [...Object.keys(model.parameters).map((name) => [...place, name]), place];
  return parameterProblems(found.parameters, model.parameters, place).map((problem) => {
    const at = places.find((path) => problem.split(/[ :]/).some((word) => isWithin(word, path.join('.'))));
    return at ? problem.replace(at.join('.'), called(at).join('.')) : problem;
  });
}

const isWithin = (word: string, place: string): boolean => word === place || word.startsWith(`${place}.`);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
