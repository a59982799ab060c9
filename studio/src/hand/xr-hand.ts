import { type Quat, rotate } from '../../../src/numeric/rotation.ts';
import { add, scale, type Vec3 } from '../../../src/numeric/vector.ts';
import type { HandSample } from '../../../src/scene/live.ts';
import type { StudioTool } from '../tools/catalogue.ts';
import type { Stylist } from './hand.ts';

/** The parts of WebXR that are used; the types that come with TypeScript do not have them. */
export interface XrPose {
  readonly transform: {
    readonly position: { readonly x: number; readonly y: number; readonly z: number };
    readonly orientation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  };
}
export interface XrInputSource {
  readonly gripSpace?: object;
  readonly targetRaySpace: object;
  readonly gamepad?: {
    readonly buttons: readonly { readonly value: number }[];
    readonly hapticActuators?: readonly { pulse(value: number, milliseconds: number): unknown }[];
  };
}
export interface XrFrame {
  readonly session: XrSession;
  getPose(space: object, base: object): XrPose | null | undefined;
}
export interface XrSession {
  readonly inputSources: Iterable<XrInputSource>;
  requestReferenceSpace(type: string): Promise<object>;
  requestAnimationFrame(callback: (time: number, frame: XrFrame) => void): number;
  addEventListener(type: 'end', listener: () => void): void;
}

/** Where the room's floor and the figure are to each other: the figure's origin, metres, in the room. */
export interface XrRoom {
  readonly figure: Vec3;
}

/** The head floats where a sitting person's would be, an arm's length in front of the one who stands there. */
export const XR_ROOM: XrRoom = { figure: [0, 1.25, -0.55] };

/** Trigger values below this are a finger that only rests there. */
const TRIGGER = 0.06;

/** A controller's reading: the tool's body from its grip, its aim from its ray, press and opening from its trigger. */
export function controllerSample(frame: XrFrame, source: XrInputSource, base: object, room: XrRoom): HandSample | null {
  const body = frame.getPose(source.gripSpace ?? source.targetRaySpace, base);
  const aim = frame.getPose(source.targetRaySpace, base);
  if (!body || !aim) return null;
  const { x, y, z } = body.transform.position;
  const { orientation } = aim.transform;
  const turn: Quat = [orientation.x, orientation.y, orientation.z, orientation.w];
  const trigger = source.gamepad?.buttons[0]?.value ?? 0;
  return {
    origin: [...add([x, y, z], scale(room.figure, -1))],
    direction: [...rotate(turn, [0, 0, -1])],
    up: [...rotate(turn, [0, 1, 0])],
    press: trigger,
    // A pressed trigger closes blades and clips.
    aperture: 1 - trigger,
  };
}

export interface XrHandOptions {
  readonly stylist: Stylist;
  held(): { readonly tool: StudioTool; readonly parameters: Readonly<Record<string, unknown>> } | null;
  readonly room?: XrRoom;
}

/** Lets the controllers of a session work: the first whose trigger is pulled holds the tool until it is let go. */
export async function workInXr(session: XrSession, options: XrHandOptions): Promise<void> {
  const { stylist, held, room = XR_ROOM } = options;
  const base = await session.requestReferenceSpace('local-floor');
  let working: XrInputSource | null = null;
  let isOver = false;
  const letGo = (): void => {
    if (working) stylist.letGo();
    working = null;
  };
  const begin = (source: XrInputSource): boolean => {
    const now = held();
    if (!now) return false;
    working = source;
    stylist.take(now.tool.name, { ...now.parameters }, now.tool.title);
    source.gamepad?.hapticActuators?.[0]?.pulse(0.4, 20);
    return true;
  };
  const onFrame = (_time: number, frame: XrFrame): void => {
    if (isOver) return;
    session.requestAnimationFrame(onFrame);
    for (const source of session.inputSources) {
      if (working && source !== working) continue;
      const sample = controllerSample(frame, source, base, room);
      const isPulled = sample !== null && sample.press > TRIGGER;
      if (!isPulled) letGo();
      else if (working || begin(source)) stylist.move([sample]);
    }
  };
  session.addEventListener('end', () => {
    isOver = true;
    letGo();
  });
  session.requestAnimationFrame(onFrame);
}
