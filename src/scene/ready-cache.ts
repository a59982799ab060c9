import type { BuiltStrands } from '../models/store/built.ts';
import { hashArrays } from '../strands/hash.ts';
import { pack, unpack } from '../strands/pack.ts';
import { type Adaptation, adaptScene } from './adapt.ts';
import type { FileReader } from './body-files.ts';
import type { SceneParts } from './instance.ts';
import type { Scene } from './schema.ts';

/**
 * Bytes by key that outlive a run: a folder, a database of the page. Bodies, guides and strands in balance are kept there, so that a scene
 * that was made ready before is ready at once, with the same bytes. What is lost or damaged is made again. Another version of the
 * library may make other hair: whoever names the store names the version too.
 */
export interface ReadyCache {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** Strands of all grooms as they were built. */
export interface BuiltHair {
  /** null where nothing is known. */
  readonly built: readonly (BuiltStrands | null)[] | null;
  /** Is handed what had to be built. */
  keep?(built: readonly (BuiltStrands | null)[]): void;
}

/** What a store holds has this form. */
const FORMAT = 2;

/** What a scene's cache knows of it. */
export class ReadyEntry implements BuiltHair {
  parts: SceneParts | null = null;
  built: BuiltHair['built'] = null;
  /** Of the scene and the contents of its files; null before both are known. */
  key: string | null = null;
  /** Strands that were built before the scene had a key. */
  private early: BuiltHair['built'] = null;
  private readonly cache: ReadyCache;
  private readonly sceneKey: string;
  private readonly names = new Set<string>();
  private readonly reader: FileReader;

  constructor(cache: ReadyCache, scene: Scene, files: FileReader) {
    this.cache = cache;
    this.reader = files;
    this.sceneKey = hashOf(JSON.stringify([FORMAT, whatHairDependsOn(scene)]));
  }

  /** Reads files and remembers which. */
  readonly files: FileReader = (name) => {
    this.names.add(name);
    return this.reader(name);
  };

  /** Finds the key, where the scene was made ready before. */
  async identify(): Promise<void> {
    const names = await this.read(`files-${this.sceneKey}`);
    if (!Array.isArray(names)) return;
    try {
      this.key = this.keyWith(names);
    } catch {
      // A file is gone: whoever needs it says so.
    }
  }

  /** Looks for what was kept. */
  async open(): Promise<void> {
    await this.identify();
    if (this.key === null) return;
    this.parts = (await this.read(`parts-${this.key}`)) as SceneParts | null;
    if (this.parts) this.built = (await this.read(`strands-${this.key}`)) as BuiltHair['built'];
  }

  /** Keeps what was made of the scene and of the files that were read meanwhile. */
  async keepParts(parts: SceneParts): Promise<void> {
    const names = [...this.names];
    this.key = this.keyWith(names);
    await this.write(`files-${this.sceneKey}`, names);
    await this.write(`parts-${this.key}`, parts);
    if (this.early) this.keep(this.early);
    this.early = null;
  }

  keep(built: readonly (BuiltStrands | null)[]): void {
    if (this.key === null) this.early = built;
    else void this.write(`strands-${this.key}`, built);
  }

  private keyWith(names: readonly string[]): string {
    const contents = names.map((name) => `${name}:${hashArrays([this.reader(name)])}`);
    return hashOf(JSON.stringify([this.sceneKey, contents]));
  }

  private async read(key: string): Promise<unknown> {
    try {
      const bytes = await this.cache.get(key);
      return bytes && unpack(bytes);
    } catch {
      return null;
    }
  }

  private async write(key: string, data: unknown): Promise<void> {
    try {
      await this.cache.put(key, pack(data));
    } catch {
      // A full disk or a page without storage: the next start takes its time again.
    }
  }
}

/** What a cache knows of a scene. */
export async function openReady(
  cache: ReadyCache,
  scene: Scene,
  options: Adaptation & { readonly files: FileReader },
): Promise<ReadyEntry> {
  const entry = new ReadyEntry(cache, adaptScene(scene, options), options.files);
  await entry.open();
  return entry;
}

/** Key of a scene and of the contents of its files; null where it was not made ready before. */
export async function readyKey(cache: ReadyCache, scene: Scene, files: FileReader): Promise<string | null> {
  const entry = new ReadyEntry(cache, scene, files);
  await entry.identify();
  return entry.key;
}

/** The scene without what is shown, said or done in it later. */
export function whatHairDependsOn(scene: Scene): unknown {
  const {
    name: _,
    about,
    $schema,
    air,
    contact,
    strokes,
    sleep,
    levels,
    retime,
    picture,
    camera,
    lights,
    grooms,
    bodies,
    ...rest
  } = scene;
  return {
    ...rest,
    bodies: bodies.map(({ colour, ...body }) => body),
    grooms: grooms.map(({ strands: __, strandDensity, look, sculpt, pelt, ...groom }) => groom),
  };
}

function hashOf(text: string): string {
  return hashArrays([new TextEncoder().encode(text)]);
}
