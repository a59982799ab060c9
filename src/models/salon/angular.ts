/**
 * The change of an angle's rate in an implicit step: I ω′ + γ ω = M − k (θ − θ₀). `off` is θ − θ₀ at the start of the step of h; `soft` is added
 * to the denominator alone, for what is known of moments that change with the angle. The same with masses and metres serves a spring.
 */
export function rateChange(
  h: number,
  inertia: number,
  damping: number,
  stiffness: number,
  moment: number,
  off: number,
  rate: number,
  soft = 0,
): number {
  return (
    (h * (moment - stiffness * off - (damping + h * stiffness) * rate)) /
    (inertia + h * damping + h * h * stiffness + soft)
  );
}
