import { InputError } from '../../strands/input-error.ts';
import type { AnimationSource } from '../format.ts';
import { Composer, type NamedLayer } from './compose.ts';
import { isCrate, parseCrate } from './crate.ts';
import type { UsdLayer, UsdStage } from './types.ts';
import { isUsda, parseUsda } from './usda.ts';
import { filesOfZip, isZip } from './zip.ts';

/** The files that make up a stage: the one that was asked for, and those that it names, where the caller can give them. */

const MOST_LAYERS = 256;
/** Nothing else is asked of the caller: a stage may name any file of the machine. */
const IS_USD = /\.(usd|usda|usdc|usdz)$/i;

export class Layers {
  readonly #source: AnimationSource;
  readonly #loaded = new Map<string, NamedLayer | undefined>();
  /** Files of the archive, where the stage is one. */
  #packed: ReadonlyMap<string, Uint8Array> = new Map();
  readonly #missing: string[] = [];

  constructor(source: AnimationSource) {
    this.#source = source;
  }

  stage(): UsdStage {
    const { name, data, budget, note } = this.#source;
    const first = this.#open(name, '', data.read(0, data.size));
    const composer = new Composer({ budget, note, load: (asset, from) => this.#load(asset, from) });
    const stage = composer.compose(first);
    this.#say([first, ...this.#loaded.values()]);
    return stage;
  }

  #say(layers: readonly (NamedLayer | undefined)[]): void {
    const { note, options } = this.#source;
    const [first] = this.#missing;
    if (first !== undefined) {
      const more = this.#missing.length > 1 ? ` and ${this.#missing.length - 1} more` : '';
      const why = options.files ? 'could not be read' : 'cannot be loaded from here';
      note(`the stage refers to ${first.slice(0, 200)}${more}, which ${why}: what stands there is left out`);
    }
    const variants = layers.reduce((sum, layer) => sum + (layer?.layer.variants ?? 0), 0);
    if (variants > 0) note(`${variants} sets of variants were left out`);
  }

  #open(name: string, path: string, whole: Uint8Array): NamedLayer {
    const files = isZip(whole) ? filesOfZip(name, whole) : undefined;
    if (files && path === '') this.#packed = new Map(files.map((file) => [file.name, file.bytes]));
    return {
      name: files && path === '' ? files[0]!.name : path,
      layer: this.#parse(name, files ? files[0]!.bytes : whole),
    };
  }

  #parse(name: string, bytes: Uint8Array): UsdLayer {
    const { budget, note } = this.#source;
    if (isCrate(bytes)) return parseCrate({ name, bytes, budget });
    if (!isUsda(bytes))
      throw new InputError('usd/magic', `${name}: a USD file starts with #usda or PXR-USDC, this one does not`);
    return parseUsda({ name, bytes, note });
  }

  #load(asset: string, from: NamedLayer): NamedLayer | undefined {
    const path = joinedPath(from.name, asset);
    if (this.#loaded.has(path)) return this.#loaded.get(path);
    const layer = this.#loaded.size < MOST_LAYERS && IS_USD.test(path) ? this.#read(path) : undefined;
    if (!layer) this.#missing.push(path);
    this.#loaded.set(path, layer);
    return layer;
  }

  #read(path: string): NamedLayer | undefined {
    const { budget, note, options } = this.#source;
    const packed = this.#packed.get(path);
    const bytes = packed ?? options.files?.(path);
    if (!bytes) return undefined;
    // An archive's files are part of it, and counted with it.
    if (!packed) budget.join(bytes.length);
    try {
      return this.#open(path, path, bytes);
    } catch (error) {
      if (!(error instanceof InputError) || error.code === 'format/budget') throw error;
      note(`${error.message}: it was left out`);
      return undefined;
    }
  }
}

/** A path as a layer names it, from where the first layer is. */
function joinedPath(from: string, asset: string): string {
  const isAbsolute = /^([/\\]|[A-Za-z]:)/.test(asset);
  const folder = isAbsolute ? [] : from.split(/[/\\]/).slice(0, -1);
  const parts: string[] = [...folder];
  for (const part of asset.split(/[/\\]/)) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
