import { z } from 'zod';
import { COLOUR_PATTERN } from '../numeric/parameter-reader.ts';
import { COLOUR } from '../numeric/parameter-words.ts';
import { quantity } from '../numeric/parameters.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Bounds } from '../render/bounds.ts';
import { CAMERA_DEFAULTS, frame, type OrbitCamera } from '../render/camera.ts';
import { SHADOW_METHODS } from '../render/light-map.wgsl.ts';
import { DEFAULT_LIGHTS, type LightSettings, MOST_LIGHTS } from '../render/lights.ts';
import {
  type BodyLook,
  fromSrgb,
  type GroomLook,
  PICTURE_LOOK_DEFAULTS,
  type PictureLook,
  TONE_CURVES,
} from '../render/look.ts';
import { hairLookParameters } from '../shading/look.ts';
import type { SceneBody } from './body-schema.ts';
import type { SceneGroom } from './groom-schema.ts';
import { quantitySchema, schemaOf } from './parameter-schema.ts';

/** The parts of a scene that decide how it looks: nothing here changes what hair does. */

/** A colour as a person writes it. */
export const colour = (about: string): z.ZodString =>
  z.string().regex(COLOUR_PATTERN, `must ${COLOUR}`).meta({ description: about });

const linear = (text: string): Vec3 => fromSrgb(Number.parseInt(text.slice(1), 16));

/** How the hair of one groom looks. */
export const groomLookSchema = schemaOf({
  ...hairLookParameters,
  strandWidth: quantity({
    unit: 'm',
    about: 'Thickness of a drawn strand; 0 chooses it from the number of strands.',
    min: 0,
    max: 0.01,
    default: 0,
  }),
})
  .prefault({})
  .meta({ description: 'How its fibres scatter light, their colour and their drawn thickness.' });

export const pictureSchema = z
  .strictObject({
    backgroundCentre: colour('Backdrop behind the figure.').default('#42434a'),
    backgroundEdge: colour("Backdrop at the picture's edge.").default('#1b1c1f'),
    ambient: quantitySchema({
      unit: '',
      about: 'Light from all around.',
      min: 0,
      max: 10,
      default: PICTURE_LOOK_DEFAULTS.ambient,
    }),
    ground: quantitySchema({ unit: '', about: 'Darkness of the shadow on the ground.', min: 0, max: 1, default: 1 }),
    exposure: quantitySchema({ unit: 'stops', about: 'Brightness of the picture.', min: -10, max: 10, default: 0 }),
    tone: z.enum(TONE_CURVES).default('agx').meta({ description: 'Curve from light to the picture.' }),
    shadows: z.enum(SHADOW_METHODS).default('deep').meta({
      description: 'How hair shades hair: deep opacity maps, opacity maps of 16 layers, or a density grid.',
    }),
  })
  .prefault({})
  .meta({ description: 'Backdrop, light from all around and development of pictures.' });

export const cameraSchema = z
  .strictObject({
    azimuth: quantitySchema({
      unit: 'rad',
      about: 'Side it looks from: 0 sees the face, positive moves to the right.',
      min: -10,
      max: 10,
      default: CAMERA_DEFAULTS.azimuth,
    }),
    elevation: quantitySchema({
      unit: 'rad',
      about: 'Height above the horizon.',
      min: -1.55,
      max: 1.55,
      default: 0.08,
    }),
    fieldOfView: quantitySchema({ unit: 'rad', about: 'Vertical angle of view.', min: 0.02, max: 2.5, default: 0.4 }),
    margin: quantitySchema({
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
    fstop: quantitySchema({
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
      azimuth: quantitySchema({ unit: 'rad', about: 'Side that it comes from.', min: -10, max: 10, default: -0.7 }),
      elevation: quantitySchema({
        unit: 'rad',
        about: 'Height above the horizon.',
        min: -1.57,
        max: 1.57,
        default: 0.7,
      }),
      follows: z
        .enum(['camera', 'world'])
        .default('camera')
        .meta({ description: 'Whether it turns with the camera or stands in the world.' }),
      colour: colour('Its colour.').default('#ffffff'),
      strength: quantitySchema({
        unit: '',
        about: 'Irradiance where it shines straight on.',
        min: 0,
        max: 1000,
        default: 3,
      }),
      softness: quantitySchema({
        unit: 'm',
        about: "Half width of its shadows' edges.",
        min: 0,
        max: 0.2,
        default: 0.01,
      }),
      shadow: z.boolean().default(true).meta({ description: 'Whether it throws shadows.' }),
    }),
  )
  .max(MOST_LIGHTS)
  .optional()
  .meta({ description: 'Up to four lights; a key, a hair light and a fill where absent.' });

export interface Appearance {
  readonly picture: z.infer<typeof pictureSchema>;
  readonly camera: z.infer<typeof cameraSchema>;
  readonly lights?: z.infer<typeof lightsSchema>;
}

/** What the renderer is told of a picture. */
export function pictureLookOf({ picture, lights }: Pick<Appearance, 'picture' | 'lights'>): PictureLook {
  const { backgroundCentre, backgroundEdge, shadows: _, ...rest } = picture;
  return {
    ...PICTURE_LOOK_DEFAULTS,
    ...rest,
    backgroundCentre: linear(backgroundCentre),
    backgroundEdge: linear(backgroundEdge),
    lights:
      lights?.map(({ colour: text, strength, ...light }): LightSettings => {
        const [r, g, b] = linear(text);
        return { ...light, colour: [strength * r, strength * g, strength * b] };
      }) ?? DEFAULT_LIGHTS,
  };
}

/** The same of a groom. */
export function groomLookOf({ look: { strandWidth, ...hair } }: Pick<SceneGroom, 'look'>): GroomLook {
  return { hair, hairWidth: strandWidth };
}

const SKIN = '#c6a391';
const GREY = '#8f9196';

/** The colour of a body: that of skin for the bust and meshes, grey for solids where it has none of its own. */
export function bodyColour({ colour: own, shape }: Pick<SceneBody, 'colour' | 'shape'>): string {
  const isSkin = shape.kind === 'bust' || shape.kind === 'fox' || shape.kind === 'mesh';
  return own ?? (isSkin ? SKIN : GREY);
}

/** The same of a body. A colour of the fox is that of its hairy skin. */
export const bodyLookOf = (body: Pick<SceneBody, 'colour' | 'shape'>): BodyLook => {
  const isFox = body.shape.kind === 'fox';
  return {
    skin: linear(bodyColour(body)),
    isPainted: isFox || body.colour === undefined,
    skinRegion: isFox && body.colour !== undefined ? 'coat' : undefined,
  };
};

/** The camera for a picture of so many times its height. */
export function cameraOf({ camera }: Pick<Appearance, 'camera'>, bounds: Bounds, aspect: number): OrbitCamera {
  const { azimuth, elevation, fieldOfView, margin, target, distance } = camera;
  const framed = frame({ ...CAMERA_DEFAULTS, azimuth, elevation, fieldOfView }, bounds, aspect, margin);
  return { ...framed, target: target ?? framed.target, distance: distance ?? framed.distance };
}
