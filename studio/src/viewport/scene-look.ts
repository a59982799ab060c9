import type { BodyLook, GroomLook, PictureLook } from '../../../src/render/index.ts';
import { bodyLookOf, groomLookOf, pictureLookOf, type Scene } from '../../../src/scene/index.ts';
import { sceneSchema } from '../../../src/scene/schema.ts';

/** How a scene looks: the picture, and each of its bodies and grooms in their order. */
export interface SceneLook {
  readonly picture: Partial<PictureLook>;
  /** Whether it has a backdrop of its own; else the page's. */
  readonly hasBackdrop: boolean;
  readonly bodies: readonly BodyLook[];
  readonly grooms: readonly GroomLook[];
}

const BACKDROP = ['backgroundCentre', 'backgroundEdge'] as const;
const USUAL = sceneSchema.shape.picture.parse({});

/** `more` differs from the scene's own picture. */
export const sceneLook = (scene: Scene, more: Partial<PictureLook>): SceneLook => ({
  picture: { ...pictureLookOf(scene), ...more },
  hasBackdrop: BACKDROP.some((name) => scene.picture[name] !== USUAL[name]),
  bodies: scene.bodies.map(bodyLookOf),
  grooms: scene.grooms.map(groomLookOf),
});
