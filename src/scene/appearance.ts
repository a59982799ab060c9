import { z } from 'zod';
import { quantity } from '../numeric/quantity.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Bounds } from '../render/bounds.ts';
import { CAMERA_DEFAULTS, frame, type OrbitCamera } from '../render/camera.ts';
import { SHADOW_METHODS } from '../render/light-map.wgsl.ts';
import { DEFAULT_LIGHTS, type LightSettings, MOST_LIGHTS } from '../render/lights.ts';
import { fromSrgb, LOOK_DEFAULTS, type Look, TONE_CURVES } from '../render/look.ts';
import { lookSchema as hairLookSchema } from '../shading/look.ts';

/** The parts of a scene that decide how it looks: nothing here changes what hair does. */

const colour = (about: string, value: string): z.ZodDefault<z.ZodString> =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #8a5a33')
    .default(value)
    .meta({ description: about });

const linear = (text: string): Vec3 => fromSrgb(Number.parseInt(text.slice(1), 16));

export const lookSchema = z
  .strictObject({
    hair: hairLookSchema.prefault({}).meta({ description: 'How a fibre scatters light, and its colour.' }),
    hairWidth: quantity({
      unit: 'm',
      about: 'Thickness of a drawn strand; 0 chooses it from the number of strands.',
      min: 0,
      max: 0.01,
      default: 0,
    }),
    skin: colour('Colour of the body.', '#c6a391'),
    backgroundCentre: colour('Backdrop behind the figure.', '#42434a'),
    backgroundEdge: colour("Backdrop at the picture's edge.", '#1b1c1f'),
    ambient: quantity({ unit: '', about: 'Light from all around.', min: 0, max: 10, default: LOOK_DEFAULTS.ambient }),
    ground: quantity({ unit: '', about: 'Darkness of the shadow on the ground.', min: 0, max: 1, default: 1 }),
    exposure: quantity({ unit: 'stops', about: 'Brightness of the picture.', min: -10, max: 10, default: 0 }),
    tone: z.enum(TONE_CURVES).default('agx').meta({ description: 'Curve from light to the picture.' }),
    shadows: z.enum(SHADOW_METHODS).default('deep').meta({
      description: 'How hair shades hair: deep opacity maps, opacity maps of 16 layers, or a density grid.',
    }),
  })
  .prefault({})
  .meta({ description: 'How things look.' });

export const cameraSchema = z
  .strictObject({
    azimuth: quantity({
      unit: 'rad',
      about: 'Side it looks from: 0 sees the face, positive moves to the right.',
      min: -10,
      max: 10,
      default: CAMERA_DEFAULTS.azimuth,
    }),
    elevation: quantity({ unit: 'rad', about: 'Height above the horizon.', min: -1.55, max: 1.55, default: 0.08 }),
    fieldOfView: quantity({ unit: 'rad', about: 'Vertical angle of view.', min: 0.02, max: 2.5, default: 0.4 }),
    margin: quantity({
      unit: '',
      about: 'Room around the figure where no distance is given.',
      min: -2,
      max: 0.9,
      default: 0.06,
    }),
    target: z
      .tuple([z.number(), z.number(), z.number()])
      .optional()
      .meta({ description: 'What it looks at, m; the middle of the figure where absent.' }),
    distance: z.number().min(0.001).max(1e4).optional().meta({ description: 'Eye to target, m.' }),
    fstop: quantity({
      unit: '',
      about: "The lens's f-number, which says how little is sharp; 0 makes everything so.",
      min: 0,
      max: 1000,
      default: 0,
    }),
    focus: z
      .number()
      .min(0.001)
      .max(1e4)
      .optional()
      .meta({ description: 'Distance from the eye that is sharp, m; that of the target where absent.' }),
  })
  .prefault({})
  .meta({ description: 'Where pictures are taken from.' });

export const lightsSchema = z
  .array(
    z.strictObject({
      azimuth: quantity({ unit: 'rad', about: 'Side that it comes from.', min: -10, max: 10, default: -0.7 }),
      elevation: quantity({ unit: 'rad', about: 'Height above the horizon.', min: -1.57, max: 1.57, default: 0.7 }),
      follows: z
        .enum(['camera', 'world'])
        .default('camera')
        .meta({ description: 'Whether it turns with the camera or stands in the world.' }),
      colour: colour('Its colour.', '#ffffff'),
      strength: quantity({ unit: '', about: 'Irradiance where it shines straight on.', min: 0, max: 1000, default: 3 }),
      softness: quantity({ unit: 'm', about: "Half width of its shadows' edges.", min: 0, max: 0.2, default: 0.01 }),
      shadow: z.boolean().default(true).meta({ description: 'Whether it throws shadows.' }),
    }),
  )
  .max(MOST_LIGHTS)
  .optional()
  .meta({ description: 'Up to four lights; a key, a hair light and a fill where absent.' });

export interface Appearance {
  readonly look: z.infer<typeof lookSchema>;
  readonly camera: z.infer<typeof cameraSchema>;
  readonly lights?: z.infer<typeof lightsSchema>;
}

/** What the renderer is told. */
export function lookOf({ look, lights }: Appearance): Look {
  const { skin, backgroundCentre, backgroundEdge, shadows: _, ...rest } = look;
  return {
    ...LOOK_DEFAULTS,
    ...rest,
    skin: linear(skin),
    backgroundCentre: linear(backgroundCentre),
    backgroundEdge: linear(backgroundEdge),
    lights:
      lights?.map(({ colour: text, strength, ...light }): LightSettings => {
        const [r, g, b] = linear(text);
        return { ...light, colour: [strength * r, strength * g, strength * b] };
      }) ?? DEFAULT_LIGHTS,
  };
}

/** The camera for a picture of so many times its height. */
export function cameraOf({ camera }: Appearance, bounds: Bounds, aspect: number): OrbitCamera {
  const { azimuth, elevation, fieldOfView, margin, target, distance } = camera;
  const framed = frame({ ...CAMERA_DEFAULTS, azimuth, elevation, fieldOfView }, bounds, aspect, margin);
  return { ...framed, target: target ?? framed.target, distance: distance ?? framed.distance };
}
