import type { Archive } from './archive.ts';
import type { AbcObject } from './headers.ts';

/** Answers false where the objects below are not wanted. */
export type Visit = (object: AbcObject, ancestors: readonly AbcObject[]) => boolean | undefined;

/** Objects and properties nest no deeper than this; real scenes stay below 40. */
const MOST_DEPTH = 200;
/** Objects reached through instances: instances within instances double with every level. */
const MOST_INSTANCED = 50_000;

/** Goes through the objects of an archive, also those that instances stand for. */
export class ObjectWalk {
  readonly #archive: Archive;
  readonly #visit: Visit;
  readonly #note: (sentence: string) => void;
  readonly #sources = new Map<string, AbcObject | undefined>();
  #instanced = 0;

  constructor(archive: Archive, visit: Visit, note: (sentence: string) => void) {
    this.#archive = archive;
    this.#visit = visit;
    this.#note = note;
  }

  from(top: AbcObject): void {
    this.#below(top, [], false);
  }

  #below(parent: AbcObject, ancestors: readonly AbcObject[], isInstanced: boolean): void {
    const chain = [...ancestors, parent];
    if (chain.length > MOST_DEPTH) {
      this.#note(`objects below ${parent.path.slice(0, 100)} nest deeper than ${MOST_DEPTH} and were left out`);
      return;
    }
    const archive = this.#archive;
    const children = archive.survive(`what is below ${parent.path || '/'}`, () => archive.childrenOf(parent)) ?? [];
    for (const child of children) {
      const isInstance = child.meta.get('isInstance') === '1';
      const object = isInstance ? archive.survive(child.path, () => this.#sourceOf(child)) : child;
      if (object) this.#object(object, chain, isInstanced || isInstance);
    }
  }

  #object(object: AbcObject, chain: readonly AbcObject[], isInstanced: boolean): void {
    const archive = this.#archive;
    if (isInstanced && ++this.#instanced > MOST_INSTANCED) {
      if (this.#instanced === MOST_INSTANCED + 1)
        this.#note(
          `the file has more than ${MOST_INSTANCED} objects through instances: those after ${object.path} were left out`,
        );
      return;
    }
    const visit = (): boolean => archive.survive(object.path, () => this.#visit(object, chain)) !== false;
    if (isInstanced ? archive.withinInstance(visit) : visit()) this.#below(object, chain, isInstanced);
  }

  /** What an instance stands for, at the instance's place. */
  #sourceOf(instance: AbcObject): AbcObject | undefined {
    const archive = this.#archive;
    const property = archive.propertiesOf(instance).get('.instanceSource');
    const path = (property ? archive.texts(property)[0] : undefined) ?? '';
    if (!this.#sources.has(path)) this.#sources.set(path, path.startsWith('/') ? archive.find(path) : undefined);
    const source = this.#sources.get(path);
    if (!source || `${instance.path}/`.startsWith(`${path}/`)) {
      this.#note(`${instance.path} is an instance of "${path.slice(0, 100)}", which is not there, and was left out`);
      return undefined;
    }
    return { ...source, path: instance.path };
  }
}
