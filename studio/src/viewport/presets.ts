import type { OrbitCamera } from '../../../src/render/index.ts';
import type { View } from './view.ts';

/** Sides that the camera can stand at; left and right are the figure's own. */
const SIDES: Readonly<Record<string, Pick<OrbitCamera, 'azimuth' | 'elevation'>>> = {
  front: { azimuth: 0, elevation: 0.05 },
  left: { azimuth: 0.5 * Math.PI, elevation: 0.05 },
  right: { azimuth: -0.5 * Math.PI, elevation: 0.05 },
  back: { azimuth: Math.PI, elevation: 0.08 },
  top: { azimuth: 0, elevation: 1.45 },
};

/** Moves all views to a side of the figure, or so that everything is seen from the present one. */
export function moveTo(views: readonly View[], preset: string): void {
  const side = SIDES[preset];
  for (const view of views) {
    if (side) view.camera = { ...view.camera, ...side };
    view.frameAll();
  }
}
