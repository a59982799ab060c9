import { type Bounds, frame, type OrbitCamera, pan } from '../../../src/render/index.ts';

/** Room around the figure, and how far it is raised above the playback bar, as shares of the picture. */
const MARGIN = 0.18;
const RAISED = 0.025;

/** The camera that shows a whole figure in the studio, from its present side. */
export function framed(camera: OrbitCamera, bounds: Bounds, aspect: number): OrbitCamera {
  return pan(frame(camera, bounds, aspect, MARGIN), 0, RAISED);
}
