/**
 * The heavy elastica: a strand clamped horizontally and bent by its own weight, in units of its length.
 *
 * With σ the distance from the tip and δ the angle from the vertical, δ'' = γ σ sin δ, δ'(0) = 0, δ(1) = π/2. Shooting
 * from the tip on δ(0) is monotone, and near the vertical tip δ itself is the small number: γ = 1000 loses no digits.
 */
export interface ElasticaTip {
  /** Along the clamp. */
  readonly x: number;
  /** Below the clamp. */
  readonly drop: number;
}

const STEPS = 2000;

export function elasticaTip(gamma: number): ElasticaTip {
  const points = elasticaShape(gamma);
  return { x: points.at(-2)!, drop: points.at(-1)! };
}

/** Points (x, drop) from the clamp to the tip. */
export function elasticaShape(gamma: number): number[] {
  const flat = 0.5 * Math.PI;
  let low = Math.log(1e-300);
  let high = Math.log(flat);
  for (let n = 0; n < 200 && high - low > 1e-15 * Math.abs(high - 1); n++) {
    const middle = 0.5 * (low + high);
    if (march(gamma, Math.exp(middle)).angle > flat) high = middle;
    else low = middle;
  }
  const { path } = march(gamma, Math.exp(0.5 * (low + high)));
  const [endX, endY] = [path.at(-2)!, path.at(-1)!];
  const points: number[] = [];
  for (let i = path.length - 2; i >= 0; i -= 2) points.push(endX - path[i]!, endY - path[i + 1]!);
  return points;
}

/** From the tip to the clamp by the classical Runge–Kutta method; (x, drop) grow from the tip. */
function march(gamma: number, tip: number): { angle: number; path: number[] } {
  const h = 1 / STEPS;
  let [angle, rate, x, y] = [tip, 0, 0, 0];
  const path = [0, 0];
  for (let n = 0; n < STEPS && angle < Math.PI; n++) {
    const s = n * h;
    const k1 = rate;
    const q1 = gamma * s * Math.sin(angle);
    const k2 = rate + 0.5 * h * q1;
    const q2 = gamma * (s + 0.5 * h) * Math.sin(angle + 0.5 * h * k1);
    const k3 = rate + 0.5 * h * q2;
    const q3 = gamma * (s + 0.5 * h) * Math.sin(angle + 0.5 * h * k2);
    const k4 = rate + h * q3;
    const q4 = gamma * (s + h) * Math.sin(angle + h * k3);
    const next = angle + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    const middle = 0.5 * (angle + next) + (h / 8) * (k1 - k4);
    x += (h / 6) * (Math.sin(angle) + 4 * Math.sin(middle) + Math.sin(next));
    y += (h / 6) * (Math.cos(angle) + 4 * Math.cos(middle) + Math.cos(next));
    angle = next;
    rate += (h / 6) * (q1 + 2 * q2 + 2 * q3 + q4);
    path.push(x, y);
  }
  return { angle, path };
}
