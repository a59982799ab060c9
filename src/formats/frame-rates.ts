/** Rates of films as they are meant: 24, 29.97 (30000/1001), 23.976 and so on, from what rounding left of them. */

/** Rates closer than this, in parts of themselves, are one. */
const NEAR = 1e-9;

/** Whole rates slowed down for American television: 23.976, 29.97, 59.94. */
const TELEVISION = 1001;

/** The rate that was meant; itself where no common one is near. */
export function meantRate(rate: number): number {
  const isNear = (other: number): boolean => Math.abs(rate - other) <= NEAR * Math.abs(rate);
  const television = (1000 * Math.round((rate * TELEVISION) / 1000)) / TELEVISION;
  const decimal = Math.round(rate * 1e6) / 1e6;
  return [Math.round(rate), television, decimal].find((other) => other > 0 && isNear(other)) ?? rate;
}

/** The time of a frame. By division, since 5 / 24 is a frame's own time and 5 times a rounded 1 / 24 is not. */
export const frameTime = (start: number, rate: number, frame: number): number => start + frame / rate;
