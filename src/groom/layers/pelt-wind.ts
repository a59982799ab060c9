import type { RigidState } from '../../body/motion.ts';
import { evaluateCurve, smoothstep } from '../../numeric/curve.ts';
import { pow } from '../../numeric/elementary.ts';
import { noiseValue } from '../../numeric/noise.ts';
import { curve, fraction, quantity, type ValuesOf, vector } from '../../numeric/parameters.ts';
import { expMap, rotate } from '../../numeric/rotation.ts';
import { at, cross, dot, length, scale, type Vec3 } from '../../numeric/vector.ts';
import { inBody, rebuild } from './edges.ts';

export const peltWindParameters = {
  strength: quantity({
    unit: 'rad',
    about: 'How far tips sway; 0 leaves hair alone, 0.1 is a breath of air, 0.5 a gale over grass.',
    min: 0,
    max: 3,
    default: 0,
  }),
  power: quantity({
    unit: '',
    about: 'How the sway grows to the tip: 1 evenly, 2 mostly there.',
    min: 0,
    max: 8,
    default: 1.5,
  }),
  direction: vector({ about: 'Where the wind blows to, in the world.', default: [1, 0, 0] }),
  speed: quantity({ unit: 'm/s', about: 'How fast gusts run over the coat.', min: 0, max: 100, default: 1 }),
  size: quantity({ unit: 'm', about: 'How far gusts are apart.', min: 1e-3, max: 100, default: 0.15 }),
  octaves: quantity({ unit: '', about: 'Finer gusts within the gusts.', min: 1, max: 8, integer: true, default: 3 }),
  gain: fraction(0.5, 'Strength of each finer gust against the one before.'),
  lean: fraction(0.5, 'How far hair leans with the wind besides swaying, as a fraction of the strength.'),
  shelter: fraction(0.5, 'How much hair on the side away from the wind is spared.'),
  over: curve({ about: 'Strength over time, as a factor.', unit: 'seconds', end: 1e6 }),
};

export type PeltWindParameters = ValuesOf<typeof peltWindParameters>;

/** Where shown strands stand: in the coordinates of the body at rest. */
export interface PeltRoots {
  /** xyz rows. */
  readonly position: ArrayLike<number>;
  readonly normal: ArrayLike<number>;
}

/**
 * Pelt wind: a subtle motion of every shown strand on top of what was simulated. Each edge is turned by
 * ψ(s, t) = A sᵖ (lean + n(root − V t d, t)) about the axis along the skin across the wind, and the strand is built anew from its
 * root: lengths and roots are kept, and it needs no simulation. n is fractal noise carried over the coat by the wind.
 */
export function applyPeltWind(
  parameters: PeltWindParameters,
  roots: PeltRoots,
  {
    first,
    positions,
    state,
    time,
    seed,
  }: { first: Uint32Array; positions: Float32Array; state: RigidState; time: number; seed: number },
): void {
  const { strength, power, speed, size, octaves, gain, lean, shelter, over } = parameters;
  const size0 = length(parameters.direction);
  const whole = strength * evaluateCurve(over, time);
  if (whole === 0 || size0 === 0) return;
  const wind = scale(parameters.direction, 1 / size0);
  const across = inBody(state.orientation, wind);
  const carried = scale(across, speed * time);
  for (let k = 0; k + 1 < first.length; k++) {
    const normal = at(roots.normal, k);
    const [x, y, z] = at(roots.position, k);
    let gust = 0;
    let sum = 0;
    for (let o = 0, f = 1 / size, g = 1; o < octaves; o++, f *= 2, g *= gain) {
      gust +=
        g *
        noiseValue(seed + o, f * (x - carried[0]), f * (y - carried[1]), f * (z - carried[2]), 0.5 * f * speed * time);
      sum += g;
    }
    const lee = smoothstep(0.5 + dot(normal, across));
    const psi = whole * (1 - shelter * lee) * (lean + gust / sum);
    const axis = rotate(state.orientation, cross(normal, across));
    const [from, to] = [first[k]!, first[k + 1]!];
    rebuild({ positions, from, to }, (edge, s, out) => {
      const angle = psi * pow(s, power);
      const turned: Vec3 = rotate(expMap(scale(axis, angle)), [edge[0]!, edge[1]!, edge[2]!]);
      out.set(turned);
    });
  }
}
