import { bodyColour } from '../../../src/scene/appearance.ts';
import type { Scene } from '../../../src/scene/schema.ts';

type GroomLook = Scene['grooms'][number]['look'];

/** What was changed of a scene that hair does not feel: its name and how it looks. Shown at once. */
export interface LookChanges {
  readonly name?: string;
  readonly picture?: Scene['picture'];
  /** null: those of every scene that says nothing. */
  readonly lights?: NonNullable<Scene['lights']> | null;
  /** By the names of grooms. */
  readonly looks?: Readonly<Record<string, GroomLook>>;
  /** By the names of bodies. */
  readonly colours?: Readonly<Record<string, string>>;
}

export function withLookChanges(scene: Scene, { name, picture, lights, looks = {}, colours = {} }: LookChanges): Scene {
  return {
    ...scene,
    ...(lights === undefined ? {} : { lights: lights ?? undefined }),
    name: name ?? scene.name,
    picture: picture ?? scene.picture,
    grooms: scene.grooms.map((groom) => (looks[groom.name] ? { ...groom, look: looks[groom.name]! } : groom)),
    bodies: scene.bodies.map((body) => (colours[body.name] ? { ...body, colour: colours[body.name]! } : body)),
  };
}

export const mergeLooks = (before: LookChanges, change: LookChanges): LookChanges => ({
  ...before,
  ...change,
  looks: { ...before.looks, ...change.looks },
  colours: { ...before.colours, ...change.colours },
});

/** What leads to the looks that parts of a scene have. */
export const lookChangesTo = (parts: Partial<Scene>): LookChanges => {
  const { name, picture, grooms = [], bodies = [] } = parts;
  return {
    ...(name === undefined ? {} : { name }),
    ...(picture ? { picture } : {}),
    ...('lights' in parts ? { lights: parts.lights ?? null } : {}),
    looks: Object.fromEntries(grooms.map((groom) => [groom.name, groom.look])),
    colours: Object.fromEntries(bodies.map((body) => [body.name, bodyColour(body)])),
  };
};
