import { bodySchema, type SceneBody } from '../../../src/scene/body-schema.ts';
import { groomSchema, type SceneGroom } from '../../../src/scene/groom-schema.ts';
import { freeName } from '../../../src/scene/names.ts';
import type { Scene } from '../../../src/scene/schema.ts';

/** Adding, copying, naming and taking away the bodies and grooms of a scene; names stay unique and what refers to them follows. */

const namesOf = (parts: readonly { readonly name: string }[]): string[] => parts.map(({ name }) => name);

const replaced = <Part>(parts: readonly Part[], index: number, part: Part): Part[] =>
  parts.map((one, k) => (k === index ? part : one));

export const setGroom = (scene: Scene, index: number, change: Partial<SceneGroom>): Partial<Scene> => ({
  grooms: replaced(scene.grooms, index, { ...scene.grooms[index]!, ...change }),
});

/** The head of a person's own that the first groom may grow on. */
export function ownHeadOf(scene: Scene | null): string | null {
  const shape = scene?.bodies[0]?.shape;
  return shape?.kind === 'mesh' && shape.head ? shape.file : null;
}

/** A groom with another built-in style. */
export const styled = (scene: Scene, index: number, style: string): Partial<Scene> =>
  setGroom(scene, index, { source: { kind: 'style', style, change: {} } });

/** A groom of its own on the same body as the chosen one. */
export const addGroom = (scene: Scene, chosen: number): Partial<Scene> => {
  const { body } = scene.grooms[chosen]!;
  return {
    grooms: [
      ...scene.grooms,
      groomSchema.parse({ name: freeName('hair', namesOf(scene.grooms)), body, strands: 2000, guides: 32 }),
    ],
  };
};

/** The same again, in other places of the same skin. */
export const duplicateGroom = (scene: Scene, index: number): Partial<Scene> => {
  const groom = scene.grooms[index]!;
  const seed = 1 + Math.max(...scene.grooms.map((one) => one.seed));
  return { grooms: [...scene.grooms, { ...groom, seed, name: freeName(groom.name, namesOf(scene.grooms)) }] };
};

export const removeGroom = (scene: Scene, index: number): Partial<Scene> => ({
  grooms: scene.grooms.filter((_, k) => k !== index),
});

export const renameGroom = (scene: Scene, index: number, name: string): Partial<Scene> => {
  const others = namesOf(scene.grooms.filter((_, k) => k !== index));
  return setGroom(scene, index, { name: freeName(name.replace(/[=,]/g, ' ') || 'hair', others) });
};

export const setBody = (scene: Scene, index: number, change: Partial<SceneBody>): Partial<Scene> => ({
  bodies: replaced(scene.bodies, index, { ...scene.bodies[index]!, ...change }),
});

/** A ball beside the others. */
export const addBody = (scene: Scene): Partial<Scene> => ({
  bodies: [
    ...scene.bodies,
    bodySchema.parse({
      name: freeName('ball', namesOf(scene.bodies)),
      shape: { kind: 'sphere', radius: 0.05 },
      position: [0.2, 0, 0],
    }),
  ],
});

/** The same again, a little aside. */
export const duplicateBody = (scene: Scene, index: number): Partial<Scene> => {
  const body = scene.bodies[index]!;
  const [x, y, z] = body.position;
  const copy: SceneBody = { ...body, name: freeName(body.name, namesOf(scene.bodies)), position: [x + 0.3, y, z] };
  return { bodies: [...scene.bodies, copy] };
};

/** Bodies that something grows on, rides on or moves stay. */
export function isBodyUsed(scene: Scene, index: number): boolean {
  const { name } = scene.bodies[index] ?? {};
  return (
    name === undefined ||
    (index === 0 && scene.grooms.some(({ body }) => body === undefined)) ||
    scene.grooms.some(({ body }) => body === name) ||
    scene.bodies.some(({ on }) => on === name) ||
    scene.events.some((event) => event.kind === 'motion' && (event.body ?? scene.bodies[0]?.name) === name)
  );
}

export const removeBody = (scene: Scene, index: number): Partial<Scene> => ({
  bodies: scene.bodies.filter((_, k) => k !== index),
});

export function renameBody(scene: Scene, index: number, asked: string): Partial<Scene> {
  const before = scene.bodies[index]!.name;
  const others = namesOf(scene.bodies.filter((_, k) => k !== index));
  const name = freeName(asked || 'body', others);
  const follow = <Name extends string | null | undefined>(given: Name): Name | string =>
    given === before ? name : given;
  return {
    bodies: scene.bodies.map((body, k) => ({ ...body, name: k === index ? name : body.name, on: follow(body.on) })),
    grooms: scene.grooms.map((groom) => ({ ...groom, body: follow(groom.body) })),
    events: scene.events.map((event) => (event.kind === 'motion' ? { ...event, body: follow(event.body) } : event)),
  };
}
