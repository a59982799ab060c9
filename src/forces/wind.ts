import { curlNoise } from '../numeric/noise.ts';
import { quantity, type ValuesOf, vector } from '../numeric/parameters.ts';
import { normalize, scale, type Vec3 } from '../numeric/vector.ts';

export const windParameters = {
  speed: quantity({ unit: 'm/s', about: 'Mean speed of the wind.', min: 0, max: 100, default: 0 }),
  direction: vector({
    about: 'Where the wind blows to; its length does not matter.',
    notZero: 'a wind blows somewhere; for no wind set speed to 0',
    default: [1, 0, 0],
  }),
  gusts: quantity({
    unit: '',
    about: 'Strength of the gusts relative to the mean speed: 0 is a steady stream, 1 is stormy.',
    min: 0,
    max: 4,
    default: 0.5,
  }),
  size: quantity({ unit: 'm', about: 'Size of the largest gusts.', min: 0.01, max: 100, default: 0.6 }),
  rate: quantity({
    unit: '1/s',
    about: 'How fast gusts change shape while they travel.',
    min: 0,
    max: 100,
    default: 0.7,
  }),
  octaves: quantity({
    unit: '',
    about: 'Layers of ever smaller gusts, each half the size of the one before.',
    min: 1,
    max: 8,
    integer: true,
    default: 4,
  }),
  gain: quantity({ unit: '', about: 'Strength of a layer relative to the one before.', min: 0, max: 1, default: 0.5 }),
};

export type WindParameters = ValuesOf<typeof windParameters>;

/** Curl noise has this root mean square per component: measured over 10⁵ samples, so that `gusts` means what it says. */
const CURL_RMS = 1.03;

/**
 * A stream with fractal, divergence-free gusts that travel with it (spec: production pipeline, section 5).
 * The same place and time give the same wind on every machine.
 */
export class Wind {
  private readonly parameters: WindParameters;
  private readonly seed: number;
  private readonly heading: Vec3;
  private readonly scratch = new Float64Array(4);

  constructor(parameters: WindParameters, seed: number) {
    this.parameters = parameters;
    this.seed = seed;
    this.heading = normalize(parameters.direction, [1, 0, 0]);
  }

  get isStill(): boolean {
    return this.parameters.speed === 0;
  }

  /** Whether it is the same everywhere and always. */
  get isSteady(): boolean {
    return this.parameters.speed === 0 || this.parameters.gusts === 0;
  }

  /** Air velocity at a point. */
  at(x: number, y: number, z: number, time: number): Vec3 {
    const { speed, gusts, size, rate, octaves, gain } = this.parameters;
    if (speed === 0) return [0, 0, 0];
    const [dx, dy, dz] = this.heading;
    let vx = dx;
    let vy = dy;
    let vz = dz;
    if (gusts > 0) {
      const travelled = speed * time;
      const px = (x - travelled * dx) / size;
      const py = (y - travelled * dy) / size;
      const pz = (z - travelled * dz) / size;
      let amplitude = gusts / CURL_RMS;
      let frequency = 1;
      for (let octave = 0; octave < octaves; octave++) {
        const n = curlNoise(
          this.seed + 31 * octave,
          frequency * px,
          frequency * py,
          frequency * pz,
          frequency * rate * time,
          this.scratch,
        );
        vx += amplitude * n[0];
        vy += amplitude * n[1];
        vz += amplitude * n[2];
        amplitude *= gain;
        frequency *= 2;
      }
    }
    return scale([vx, vy, vz], speed);
  }
}
