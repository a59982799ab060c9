/**
 * Localised helical buckling of a long straight isotropic rod that was twisted and let come together by a slack D.
 *
 * With φ the angle of the tangent to the axis: (cos φ − cos φ₀)/(1 − cos φ₀) = tanh²(s/s*), s* = (2α/M) cot(φ₀/2), M the
 * twisting moment. What the ends do fixes M and φ₀: D = ∫(1 − cos φ) ds = (4α/M) sin φ₀, and the turn of one end against the
 * other is R = M L/β + 2φ₀, the second term being what the coil itself takes up.
 */
export interface BuckledRod {
  /** Metres. */
  readonly length: number;
  /** α and β, N m². */
  readonly bending: number;
  readonly twisting: number;
  /** How much nearer the ends are than the length, metres. */
  readonly slack: number;
  /** Turn of one end against the other, radian. */
  readonly turn: number;
}

export interface Envelope {
  /** Largest angle to the axis, radian. */
  readonly phi0: number;
  /** N m. */
  readonly moment: number;
  /** s*, metres. */
  readonly decay: number;
  /** (cos φ − cos φ₀)/(1 − cos φ₀) at a distance from the middle of the coil. */
  at(s: number): number;
}

/** The coil of the given ends, the one with φ₀ below a right angle. */
export function buckledEnvelope({ length, bending, twisting, slack, turn }: BuckledRod): Envelope {
  const momentFor = (phi0: number): number => (twisting * (turn - 2 * phi0)) / length;
  const slackFor = (phi0: number): number => (4 * bending * Math.sin(phi0)) / momentFor(phi0);
  let [low, high] = [0, Math.min(0.5 * Math.PI, 0.5 * turn)];
  for (let n = 0; n < 100; n++) {
    const middle = 0.5 * (low + high);
    if (slackFor(middle) < slack) low = middle;
    else high = middle;
  }
  const phi0 = 0.5 * (low + high);
  const moment = momentFor(phi0);
  const decay = (2 * bending) / moment / Math.tan(0.5 * phi0);
  return { phi0, moment, decay, at: (s) => Math.tanh(s / decay) ** 2 };
}

/** The ends that give a coil of angle φ₀ and the given number of decay lengths in the rod. */
export function endsFor(
  rod: Omit<BuckledRod, 'slack' | 'turn'>,
  phi0: number,
  decayLengths: number,
): { readonly slack: number; readonly turn: number } {
  const decay = rod.length / decayLengths;
  const moment = (2 * rod.bending) / decay / Math.tan(0.5 * phi0);
  return {
    slack: (4 * rod.bending * Math.sin(phi0)) / moment,
    turn: (moment * rod.length) / rod.twisting + 2 * phi0,
  };
}
