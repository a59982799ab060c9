import type { Scene } from '../../../src/scene/schema.ts';

type GroomLook = Scene['grooms'][number]['look'];

/** What was changed of a scene that hair does not feel: its name and how it looks. Shown at once. */
export interface LookChanges {
  readonly name?: string;
  readonly picture?: Scene['picture'];
  /** By the names of grooms. */
  readonly looks?: Readonly<Record<string, GroomLook>>;
  /** By the names of bodies. */
  readonly colours?: Readonly<Record<string, string>>;
}

export function withLookChanges(scene: Scene, { name, picture, looks = {}, colours = {} }: LookChanges): Scene {
  return {
    ...scene,
    name: name ?? scene.name,
    picture: picture ?? scene.picture,
    grooms: scene.grooms.map((groom) => (looks[groom.name] ? { ...groom, look: looks[groom.name]! } : groom)),
    bodies: scene.bodies.map((body) => (colours[body.name] ? { ...body, colour: colours[body.name]! } : body)),
  };
}
