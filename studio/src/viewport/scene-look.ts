import type { BodyLook, GroomLook, PictureLook } from '../../../src/render/index.ts';
import { bodyLookOf, groomLookOf, pictureLookOf, type Scene } from '../../../src/scene/index.ts';

/** How a scene looks: the picture, and each of its bodies and grooms in their order. */
export interface SceneLook {
  readonly picture: Partial<PictureLook>;
  readonly bodies: readonly BodyLook[];
  readonly grooms: readonly GroomLook[];
}

/** `more` differs from the scene's own picture. */
export const sceneLook = (scene: Scene, more: Partial<PictureLook>): SceneLook => ({
  picture: { ...pictureLookOf(scene), ...more },
  bodies: scene.bodies.map(bodyLookOf),
  grooms: scene.grooms.map(groomLookOf),
});
