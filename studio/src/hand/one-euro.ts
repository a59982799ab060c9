/**
 * The 1 € filter (Casiez, Roussel and Vogel 2012): a low pass that opens with speed, so that a slow hand does not tremble and
 * a fast one does not lag.
 */
export interface OneEuroOptions {
  /** Cut-off of a hand at rest, Hz. Lower is calmer and later. */
  readonly least: number;
  /** Hz more for each unit a second. */
  readonly opening: number;
  /** Cut-off of the speed itself, Hz. */
  readonly ofSpeed: number;
}

/** For places in pixels: 50 ms late at rest, 8 ms at 800 pixels a second. */
export const ONE_EURO_DEFAULTS: OneEuroOptions = Object.freeze({ least: 3, opening: 0.02, ofSpeed: 2 });

export class OneEuro {
  readonly #options: OneEuroOptions;
  #last: { readonly raw: number; readonly value: number; readonly speed: number; readonly time: number } | null = null;

  constructor(options: OneEuroOptions = ONE_EURO_DEFAULTS) {
    this.#options = options;
  }

  /** The value at a time in milliseconds. */
  smooth(raw: number, time: number): number {
    const last = this.#last;
    const dt = last ? (time - last.time) / 1000 : 0;
    if (!last || !(dt > 0)) {
      this.#last ??= { raw, value: raw, speed: 0, time };
      return this.#last.value;
    }
    const { least, opening, ofSpeed } = this.#options;
    const speed = last.speed + fraction(ofSpeed, dt) * ((raw - last.raw) / dt - last.speed);
    const value = last.value + fraction(least + opening * Math.abs(speed), dt) * (raw - last.value);
    this.#last = { raw, value, speed, time };
    return value;
  }
}

/** Of the way to a new value that a low pass goes in a time. */
const fraction = (cutOff: number, dt: number): number => 1 / (1 + 1 / (2 * Math.PI * cutOff * dt));
