import { type Bounds, frame, type OrbitCamera, pan, type Size } from '../../../src/render/index.ts';

/** Pixels at each side that panels cover. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const NO_PANELS: Room = { left: 0, right: 0, top: 0, bottom: 0 };

/** Room around the figure, and how far it is raised above the middle, as fractions of what is free. */
const MARGIN = 0.18;
const RAISED = 0.025;
/** However much panels cover, the figure gets this fraction of the picture. */
const LEAST = 0.3;

/** The camera that shows a whole figure as large as fits into what panels leave free, from its present side. */
export function framed(camera: OrbitCamera, bounds: Bounds, size: Size, room: Room = NO_PANELS): OrbitCamera {
  const width = Math.max(1, size.width);
  const height = Math.max(1, size.height);
  const freeWidth = Math.max(LEAST * width, width - room.left - room.right);
  const freeHeight = Math.max(LEAST * height, height - room.top - room.bottom);
  const close = frame(camera, bounds, freeWidth / freeHeight, MARGIN);
  return pan({ ...close, distance: (close.distance * height) / freeHeight }, 0, RAISED);
}

/**
 * The same view with its middle in the middle of what panels leave free. Only what is shown on the page is moved so: the
 * camera itself turns about the figure, and pictures have it in their middle.
 */
export function besidePanels(camera: OrbitCamera, { height }: Size, room: Room): OrbitCamera {
  const tall = Math.max(1, height);
  return pan(camera, (0.5 * (room.left - room.right)) / tall, (0.5 * (room.bottom - room.top)) / tall);
}
