import { type OrbitCamera, orbit, pan, zoom } from '../../../src/render/index.ts';

export interface CameraHolder {
  camera: OrbitCamera;
}

/** Radians for a drag across the height of the canvas. */
const ORBIT_SPEED = 3.2;
/** Scrolling 100 pixels, one notch of most wheels, changes the distance by a tenth. */
const WHEEL_SPEED = 0.001;
const KEY_TURN = 0.09;
const KEY_MOVE = 0.05;
const KEY_ZOOM = 1.1;

type Pointers = Map<number, { x: number; y: number }>;

interface Pinch {
  readonly x: number;
  readonly y: number;
  readonly spread: number;
}

function pinchOf(pointers: Pointers): Pinch {
  const [a, b] = [...pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
  return { x: 0.5 * (a.x + b.x), y: 0.5 * (a.y + b.y), spread: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
}

/** Somebody who may take a pointer for a tool. */
export interface PointerTaker {
  /** Whether the pointer that goes down now works; its later events then come here. */
  down(event: PointerEvent): boolean;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  /** A second finger came: the first one is needed for the view. */
  release(): void;
  /** A pointer moves without being down. */
  hover(event: PointerEvent): void;
  leave(): void;
  /** Whether the wheel was meant for the tool. */
  wheel(event: WheelEvent, pixels: number): boolean;
}

/**
 * Drag turns; right or middle button with Shift, or two fingers, move; wheel and pinch zoom; but a pointer that works is left
 * to its tool. Returns how to stop listening.
 */
export function listenToPointers(canvas: HTMLElement, holder: CameraHolder, taker: PointerTaker): () => void {
  const pointers: Pointers = new Map();
  const stop = new AbortController();
  const { signal } = stop;
  /** The pointer that works. */
  let working: { readonly id: number; readonly isTouch: boolean; x: number; y: number } | null = null;

  const turnOrMove = (event: PointerEvent, dx: number, dy: number): void => {
    const height = canvas.clientHeight;
    const isMoving = event.shiftKey || (event.buttons & 4) !== 0;
    holder.camera = isMoving
      ? pan(holder.camera, dx / height, -dy / height)
      : orbit(holder.camera, (-ORBIT_SPEED * dx) / height, (ORBIT_SPEED * dy) / height);
  };

  const moveAndPinch = (before: Pinch, after: Pinch): void => {
    const height = canvas.clientHeight;
    const moved = pan(holder.camera, (after.x - before.x) / height, -(after.y - before.y) / height);
    holder.camera = zoom(moved, before.spread / after.spread);
  };

  const onMove = (event: PointerEvent): void => {
    if (working?.id === event.pointerId) {
      working.x = event.clientX;
      working.y = event.clientY;
      taker.move(event);
      return;
    }
    const last = pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== 'touch') taker.hover(event);
      return;
    }
    const here = { x: event.clientX, y: event.clientY };
    const before = pointers.size === 2 ? pinchOf(pointers) : null;
    pointers.set(event.pointerId, here);
    if (before) moveAndPinch(before, pinchOf(pointers));
    else if (pointers.size === 1) turnOrMove(event, here.x - last.x, here.y - last.y);
  };

  const onDown = (event: PointerEvent): void => {
    capture(canvas, event.pointerId);
    if (working?.isTouch) {
      taker.release();
      pointers.set(working.id, { x: working.x, y: working.y });
      working = null;
    } else if (!working && pointers.size === 0 && taker.down(event)) {
      working = { id: event.pointerId, isTouch: event.pointerType === 'touch', x: event.clientX, y: event.clientY };
      return;
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onUp = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    if (working?.id !== event.pointerId) return;
    working = null;
    taker.up(event);
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1);
    if (taker.wheel(event, pixels)) return;
    // A pinch on a trackpad arrives as a wheel with the control key, in smaller numbers.
    holder.camera = zoom(holder.camera, Math.exp(WHEEL_SPEED * pixels * (event.ctrlKey ? 8 : 1)));
  };

  canvas.addEventListener('pointerdown', onDown, { signal });
  canvas.addEventListener('pointermove', onMove, { signal });
  canvas.addEventListener('pointerup', onUp, { signal });
  canvas.addEventListener('pointercancel', onUp, { signal });
  canvas.addEventListener('pointerleave', () => taker.leave(), { signal });
  canvas.addEventListener('wheel', onWheel, { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  return () => stop.abort();
}

/** Events go on coming when the pointer leaves; one that a script has made up cannot be captured and needs it not. */
function capture(canvas: HTMLElement, pointer: number): void {
  try {
    canvas.setPointerCapture(pointer);
  } catch {
    return;
  }
}

/** Arrow keys turn, with Shift they move, plus and minus zoom. Null where the key means nothing here. */
export function cameraAfterKey(camera: OrbitCamera, key: string, isShifted: boolean): OrbitCamera | null {
  const step = (x: number, y: number): OrbitCamera =>
    isShifted ? pan(camera, -KEY_MOVE * x, -KEY_MOVE * y) : orbit(camera, KEY_TURN * x, KEY_TURN * y);
  switch (key) {
    case 'ArrowLeft':
      return step(-1, 0);
    case 'ArrowRight':
      return step(1, 0);
    case 'ArrowUp':
      return step(0, 1);
    case 'ArrowDown':
      return step(0, -1);
    case '+':
    case '=':
      return zoom(camera, 1 / KEY_ZOOM);
    case '-':
      return zoom(camera, KEY_ZOOM);
    default:
      return null;
  }
}
