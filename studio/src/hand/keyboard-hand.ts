import type { Size } from '../../../src/render/index.ts';
import { PLAIN_TOUCH } from './grip.ts';
import type { Hand } from './hand.ts';

/** Of the picture's height, for a key; a tenth of it with Shift. */
const STRIDE = 0.03;
const PUSH = 0.01;
const ROLL = 0.2;
const OPEN = 0.2;

/** A tool by keys: Enter takes it at the hair next to the middle of the view and lets it go, arrows move it, Escape lets it go. */
export class KeyboardHand {
  readonly #hand: Hand;
  readonly #size: () => Size;
  #x = 0;
  #y = 0;

  constructor(hand: Hand, size: () => Size) {
    this.#hand = hand;
    this.#size = size;
  }

  /** Whether the key was meant for the tool. */
  press(key: string, isShifted: boolean): boolean {
    const hand = this.#hand;
    if (!hand.held) return false;
    if (key === 'Enter') {
      if (hand.isHolding) hand.letGo();
      else this.#take();
      return true;
    }
    if (!hand.isHolding) return false;
    if (key === 'Escape') {
      hand.letGo();
      return true;
    }
    return this.#steer(key, isShifted ? 0.1 : 1);
  }

  #take(): void {
    const { width, height } = this.#size();
    const { x, y } = this.#hand.nearestHair(0.5 * width, 0.5 * height);
    this.#x = x;
    this.#y = y;
    this.#hand.take(x, y);
  }

  #steer(key: string, fraction: number): boolean {
    const hand = this.#hand;
    const stride = fraction * STRIDE * this.#size().height;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    if (key === 'PageUp') hand.push(fraction * PUSH);
    else if (key === 'PageDown') hand.push(-fraction * PUSH);
    else if (key === '[' || key === ']') hand.roll += (key === '[' ? -1 : 1) * fraction * ROLL;
    else if (key === 'o' || key === 'c')
      hand.aperture = Math.min(1, Math.max(0, hand.aperture + (key === 'o' ? OPEN : -OPEN)));
    else if (dx === 0 && dy === 0) return false;
    this.#x += stride * dx!;
    this.#y += stride * dy!;
    hand.move([{ x: this.#x, y: this.#y, touch: PLAIN_TOUCH }]);
    return true;
  }
}
