/** The cubic kernel of particle continua: support h, integrates to 1 over space. */

const SCALE = 8 / Math.PI;

export function kernel(r: number, h: number): number {
  const q = r / h;
  const scale = SCALE / (h * h * h);
  if (q <= 0.5) return scale * (6 * (q - 1) * q * q + 1);
  return q < 1 ? scale * 2 * (1 - q) * (1 - q) * (1 - q) : 0;
}

/** Derivative of `kernel` with respect to r. */
export function kernelSlope(r: number, h: number): number {
  const q = r / h;
  const scale = SCALE / (h * h * h * h);
  if (q <= 0.5) return scale * 6 * (3 * q - 2) * q;
  return q < 1 ? -scale * 6 * (1 - q) * (1 - q) : 0;
}
