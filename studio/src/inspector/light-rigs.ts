import type { Scene } from '../../../src/scene/schema.ts';

/** Lights to choose from, as photographers set them, and how far all of them are turned about the figure. */

type Lights = NonNullable<Scene['lights']>;
type Light = Lights[number];

const light = (azimuth: number, elevation: number, colour: string, strength: number, softness: number): Light => ({
  ...{ azimuth, elevation, colour, strength, softness },
  follows: 'camera',
  shadow: true,
});

/** The first is what a scene without lights of its own has. */
export const LIGHT_RIGS = {
  Portrait: [
    light(-0.62, 0.5, '#fff7ee', 3.9, 0.012),
    light(2.55, 0.3, '#f3f7ff', 3, 0.008),
    light(0.95, 0.1, '#f0f5ff', 1.15, 0.02),
  ],
  Window: [light(-1.35, 0.35, '#eef4ff', 4.6, 0.03), light(2.4, 0.4, '#dfe9ff', 1.2, 0.02)],
  Sunset: [light(1.15, 0.16, '#ffb46e', 5.2, 0.006), light(-2.2, 0.5, '#8fb0ff', 1.6, 0.02)],
  'Edge light': [
    light(2.45, 0.35, '#ffffff', 5, 0.008),
    light(-2.45, 0.35, '#e8f0ff', 5, 0.008),
    light(0, 0.3, '#fff4e8', 0.7, 0.03),
  ],
  Beauty: [
    light(0, 0.75, '#fffaf4', 4.2, 0.03),
    light(0, -0.3, '#fff4ec', 1.3, 0.03),
    light(2.8, 0.5, '#ffffff', 2.2, 0.01),
  ],
  Overcast: [light(-0.4, 1.1, '#f2f6ff', 2.2, 0.05)],
} as const satisfies Readonly<Record<string, readonly Light[]>>;

export type LightRig = keyof typeof LIGHT_RIGS;
export const USUAL_RIG: LightRig = 'Portrait';

export interface ChosenRig {
  /** null for lights that a scene brought. */
  readonly name: LightRig | null;
  /** Radian. */
  readonly turn: number;
}

/** Which lights a scene has. */
export function rigOf(lights: Scene['lights']): ChosenRig {
  if (!lights) return { name: USUAL_RIG, turn: 0 };
  for (const [name, rig] of Object.entries(LIGHT_RIGS) as [LightRig, readonly Light[]][]) {
    const turn = (lights[0]?.azimuth ?? 0) - rig[0]!.azimuth;
    const isSame = lights.length === rig.length && rig.every((one, k) => isTurned(one, lights[k]!, turn));
    if (isSame) return { name, turn };
  }
  return { name: null, turn: 0 };
}

const isTurned = (a: Light, b: Light, turn: number): boolean =>
  a.colour === b.colour && a.strength === b.strength && Math.abs(a.azimuth + turn - b.azimuth) < 1e-6;

/** The lights of a scene for a choice. */
export const lightsOf = (name: LightRig, turn: number): Scene['lights'] =>
  name === USUAL_RIG && turn === 0
    ? undefined
    : LIGHT_RIGS[name].map((one) => ({ ...one, azimuth: one.azimuth + turn }));
