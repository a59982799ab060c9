import type { Budget } from '../budget.ts';
import {
  textOf,
  type UsdArc,
  type UsdLayer,
  type UsdPrim,
  type UsdProperty,
  type UsdSpec,
  type UsdStage,
} from './types.ts';

/**
 * Layers to a stage: a prim is what its layer says of it and, where that is silent, what the prims say that it inherits from
 * or refers to, in USD's order of strength. Sets of variants, relocations, clips of values and time offsets of references
 * are not taken.
 */

/** Where a layer speaks of a prim. */
interface Site {
  readonly layer: NamedLayer;
  readonly spec: UsdSpec;
}

export interface NamedLayer {
  /** As the caller's reader knows it. */
  readonly name: string;
  readonly layer: UsdLayer;
}

export interface ComposeOptions {
  readonly budget: Budget;
  readonly note: (sentence: string) => void;
  /** Another file, named as the layer names it; undefined where it cannot be had. */
  readonly load: (asset: string, from: NamedLayer) => NamedLayer | undefined;
}

/** References within references; real stages stay below 20. */
const MOST_DEPTH = 60;
/** What a prim costs that is taken over again, besides its values. */
const PRIM_BYTES = 1024;

export class Composer {
  readonly #options: ComposeOptions;
  readonly #used = new Set<UsdSpec>();
  readonly #inactive: string[] = [];
  /** What arcs lead to, by layer and path; those under work stand in the other. */
  readonly #known = new Map<string, readonly Site[]>();
  readonly #open = new Set<string>();
  #loops = 0;

  constructor(options: ComposeOptions) {
    this.#options = options;
  }

  compose(layer: NamedLayer): UsdStage {
    const prims: UsdPrim[] = [];
    const open: { readonly sites: readonly Site[]; readonly name: string; readonly parent: UsdPrim | undefined }[] = [];
    const openChildren = (sites: readonly Site[], parent: UsdPrim | undefined): void => {
      const names = [...new Set(sites.flatMap(({ spec }) => [...spec.children.keys()]))];
      for (const name of names.reverse()) open.push({ sites: this.#children(sites, name, 0), name, parent });
    };
    openChildren(this.#roots(layer), undefined);
    for (let next = open.pop(); next; next = open.pop()) {
      const { sites, name, parent } = next;
      const path = `${parent?.path ?? ''}/${name}`;
      if (sites.find(({ spec }) => spec.specifier !== 'over')?.spec.specifier === 'class') continue;
      if (sites.find(({ spec }) => spec.isActive !== undefined)?.spec.isActive === false) {
        this.#inactive.push(path);
        continue;
      }
      this.#count(sites);
      const type = sites.find(({ spec }) => spec.type !== '')?.spec.type ?? '';
      const isDefined = parent?.isDefined !== false && sites.some(({ spec }) => spec.specifier === 'def');
      const prim: UsdPrim = { path, type, parent, isDefined, properties: merged(sites) };
      prims.push(prim);
      openChildren(sites, prim);
    }
    this.#say();
    return { metadata: layer.layer.metadata, prims };
  }

  #say(): void {
    const { note } = this.#options;
    const [first] = this.#inactive;
    if (first !== undefined)
      note(`${this.#inactive.length} prims are not active and were left out, the first is ${first.slice(0, 100)}`);
    if (this.#loops > 0) note(`${this.#loops} references lead back to themselves and were left out`);
  }

  /** What is taken over again is counted as if the file held it each time. */
  #count(sites: readonly Site[]): void {
    for (const { spec } of sites) {
      if (this.#used.has(spec)) this.#options.budget.share(PRIM_BYTES + sizeOf(spec));
      else this.#used.add(spec);
    }
  }

  /** The top of a layer and of those below it. */
  #roots(layer: NamedLayer, chain: readonly NamedLayer[] = []): Site[] {
    if (chain.some(({ name }) => name === layer.name)) return [];
    const below = layer.layer.subLayers.flatMap((asset) => {
      const other = this.#options.load(asset, layer);
      return other ? this.#roots(other, [...chain, layer]) : [];
    });
    return [{ layer, spec: layer.layer.root }, ...below];
  }

  #children(sites: readonly Site[], name: string, depth: number): Site[] {
    const own = sites.flatMap(({ layer, spec }) => {
      const child = spec.children.get(name);
      return child ? [{ layer, spec: child }] : [];
    });
    if (own.every(({ spec }) => spec.arcs.length === 0)) return own;
    const found: Site[] = [];
    for (const site of own) this.#expand(site, found, depth);
    return found;
  }

  /** A site, and behind it what it takes over. */
  #expand(site: Site, found: Site[], depth: number): void {
    const add = (more: Site): void => {
      if (!found.some(({ spec }) => spec === more.spec)) found.push(more);
    };
    add(site);
    for (const arc of site.spec.arcs) for (const target of this.#targets(arc, site.layer, depth + 1)) add(target);
  }

  /** What an arc leads to, with all that this takes over itself. Looked up once: arcs to the same prim are many. */
  #targets(arc: UsdArc, from: NamedLayer, depth: number): readonly Site[] {
    const { note, load } = this.#options;
    const layer = arc.asset === '' ? from : load(arc.asset, from);
    if (!layer) return [];
    const path = arc.path || `/${textOf(layer.layer.metadata.get('defaultPrim')) ?? ''}`;
    const key = `${layer.name}\n${path}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (depth > MOST_DEPTH || this.#open.has(key)) {
      this.#loops++;
      return [];
    }
    this.#open.add(key);
    let sites: readonly Site[] = this.#roots(layer);
    for (const name of path.replace(/^\//, '').split('/')) sites = this.#children(sites, name, depth);
    this.#open.delete(key);
    this.#known.set(key, sites);
    if (sites.length === 0) note(`${arc.kind}: there is no prim ${path.slice(0, 100)} in ${layer.name}`);
    return sites;
  }
}

const sizeOf = ({ properties }: UsdSpec): number => {
  let size = 0;
  for (const { value, times, sample } of properties.values())
    size += (times.length > 0 ? sample(0) : value)?.size() ?? 0;
  return size;
};

/** Properties of all sites; the stronger one's value goes before the weaker one's. */
function merged(sites: readonly Site[]): ReadonlyMap<string, UsdProperty> {
  if (sites.length === 1) return sites[0]!.spec.properties;
  const properties = new Map<string, UsdProperty>();
  for (const { spec } of sites)
    for (const [name, property] of spec.properties) {
      const known = properties.get(name);
      properties.set(name, known ? filled(known, property) : property);
    }
  return properties;
}

function filled(strong: UsdProperty, weak: UsdProperty): UsdProperty {
  const hasValue = strong.value !== undefined || strong.times.length > 0;
  const values = hasValue ? strong : weak;
  return {
    name: strong.name,
    type: strong.type || weak.type,
    value: values.value,
    times: values.times,
    sample: values.sample,
    metadata: new Map([...weak.metadata, ...strong.metadata]),
  };
}
