import type { PointerTaker } from '../viewport/gestures.ts';
import { fromTilts, PLAIN_TOUCH, type Touch } from './grip.ts';
import type { Hand } from './hand.ts';
import { OneEuro } from './one-euro.ts';

/** A finger works after it has moved this far or lain this long: a second one may still come and turn the view. */
const FINGER_PIXELS = 7;
const FINGER_MILLISECONDS = 130;
/** Readings of one event that are kept; more than a step can use. */
const MOST_READINGS = 4;
/** Nearer than this to where the pointer is, the hand has arrived, pixels. */
const ARRIVED = 0.25;
/** Of the wheel, per pixel: opening, turning (radian) and pushing (metres). */
const OPEN_SPEED = 0.002;
const ROLL_SPEED = 0.004;
const PUSH_SPEED = 0.0001;
/** Of a drag with Shift, per pixel: e times as wide in 140 pixels. */
const SCALE_SPEED = 1 / 140;

/** What a pointer says about the hand. A mouse presses fully; a pen as it is pressed, leans and is turned. */
export function touchOf(event: PointerEvent): Touch {
  if (event.pointerType !== 'pen') return PLAIN_TOUCH;
  const { altitudeAngle, azimuthAngle, tiltX, tiltY } = event;
  const isUpright = altitudeAngle === undefined || Math.abs(altitudeAngle - 0.5 * Math.PI) < 1e-6;
  const lean =
    isUpright && (tiltX !== 0 || tiltY !== 0)
      ? fromTilts(tiltX, tiltY)
      : { altitude: altitudeAngle ?? 0.5 * Math.PI, azimuth: azimuthAngle ?? 0 };
  return {
    press: event.pressure > 0 ? event.pressure : 1,
    aperture: 1,
    // Flatter than this a pen only lies on the glass.
    altitude: Math.max(0.35, lean.altitude),
    azimuth: lean.azimuth,
    roll: (event.twist * Math.PI) / 180,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The pointer as a hand: one that goes down on hair works, every other one is left to the view. */
export class PointerHand implements PointerTaker {
  readonly #canvas: HTMLElement;
  readonly #hand: Hand;
  #finger: { readonly x: number; readonly y: number; readonly timer: number } | null = null;
  /** Calms a trembling hand, during a stroke. */
  #calm: { readonly x: OneEuro; readonly y: OneEuro } | null = null;
  #arriving = 0;
  /** Where a drag with Shift is that makes the tool wider or stronger. */
  #scaling: Place | null = null;

  constructor(canvas: HTMLElement, hand: Hand) {
    this.#canvas = canvas;
    this.#hand = hand;
  }

  down(event: PointerEvent): boolean {
    const { x, y } = this.#place(event);
    if (event.button !== 0 || !this.#hand.meets(x, y)) return false;
    if (event.shiftKey) {
      this.#scaling = { x, y };
      return true;
    }
    if (event.pointerType === 'touch') {
      const timer = window.setTimeout(() => this.#beginFinger(), FINGER_MILLISECONDS);
      this.#finger = { x, y, timer };
    } else this.#take(x, y, touchOf(event), event.timeStamp);
    return true;
  }

  move(event: PointerEvent): void {
    const { x, y } = this.#place(event);
    if (this.#scaling) {
      this.#hand.onScale('size', Math.exp(SCALE_SPEED * (x - this.#scaling.x)));
      this.#hand.onScale('strength', Math.exp(SCALE_SPEED * (this.#scaling.y - y)));
      this.#scaling = { x, y };
      return;
    }
    if (this.#finger && Math.hypot(x - this.#finger.x, y - this.#finger.y) < FINGER_PIXELS) return;
    this.#beginFinger();
    const all = event.getCoalescedEvents?.() ?? [];
    const every = Math.max(1, Math.ceil(all.length / MOST_READINGS));
    const events = all.length > 1 ? all.filter((_, k) => (all.length - 1 - k) % every === 0) : [event];
    this.#hand.move(events.map((one) => ({ ...this.#smooth(this.#place(one), one.timeStamp), touch: touchOf(one) })));
    this.#arrive({ x, y }, touchOf(event));
  }

  up(): void {
    if (this.#scaling) {
      this.#scaling = null;
      return;
    }
    // A tap is a short stroke.
    this.#beginFinger();
    this.#letGo();
  }

  release(): void {
    if (this.#finger) window.clearTimeout(this.#finger.timer);
    this.#finger = null;
    this.#letGo();
    this.#hand.hide();
  }

  hover(event: PointerEvent): void {
    const { x, y } = this.#place(event);
    this.#hand.hover(x, y, { ...touchOf(event), press: 1 });
  }

  leave(): void {
    this.#hand.hide();
  }

  /** While a tool works, the wheel moves it nearer or farther; with Alt it opens the tool, with Alt and Shift turns it. */
  wheel(event: WheelEvent, pixels: number): boolean {
    const hand = this.#hand;
    if (!hand.held || !(event.altKey || hand.isHolding)) return false;
    if (event.altKey && event.shiftKey) hand.roll += ROLL_SPEED * pixels;
    else if (event.altKey) hand.aperture = Math.min(1, Math.max(0, hand.aperture - OPEN_SPEED * pixels));
    else hand.push(-PUSH_SPEED * pixels);
    const place = this.#place(event);
    if (hand.isHolding) hand.move([{ ...place, touch: PLAIN_TOUCH }]);
    else hand.hover(place.x, place.y);
    return true;
  }

  #beginFinger(): void {
    if (!this.#finger) return;
    const { x, y, timer } = this.#finger;
    window.clearTimeout(timer);
    this.#finger = null;
    this.#take(x, y, PLAIN_TOUCH, performance.now());
  }

  #take(x: number, y: number, touch: Touch, time: number): void {
    this.#calm = { x: new OneEuro(), y: new OneEuro() };
    this.#smooth({ x, y }, time);
    this.#hand.take(x, y, touch);
  }

  #letGo(): void {
    cancelAnimationFrame(this.#arriving);
    this.#calm = null;
    this.#hand.letGo();
  }

  #smooth({ x, y }: Place, time: number): Place {
    return this.#calm ? { x: this.#calm.x.smooth(x, time), y: this.#calm.y.smooth(y, time) } : { x, y };
  }

  /** A pointer that stands still sends nothing: the hand comes after it all the same. */
  #arrive(place: Place, touch: Touch): void {
    cancelAnimationFrame(this.#arriving);
    this.#arriving = requestAnimationFrame((time) => {
      if (!this.#calm) return;
      const now = this.#smooth(place, time);
      this.#hand.move([{ ...now, touch }]);
      if (Math.hypot(now.x - place.x, now.y - place.y) > ARRIVED) this.#arrive(place, touch);
    });
  }

  #place({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Place {
    const box = this.#canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }
}
