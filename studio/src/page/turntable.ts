import type { View } from '../viewport/view.ts';

/** A turn takes so long, milliseconds. */
const TURN = 6000;

/** Turns the camera once about the figure. */
export function turnAbout(view: View): Promise<void> {
  const { camera } = view;
  const begin = performance.now();
  return new Promise((resolve) => {
    const turn = (): void => {
      const part = Math.min(1, (performance.now() - begin) / TURN);
      view.camera = { ...camera, azimuth: camera.azimuth + 2 * Math.PI * part };
      if (part < 1) requestAnimationFrame(turn);
      else resolve();
    };
    turn();
  });
}
