import type { TriangleMesh } from '../body/mesh.ts';
import type { Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Bounds, Sphere } from './bounds.ts';
import type { OrbitCamera } from './camera.ts';
import type { GeneratorData, GuideFrame } from './generator-data.ts';
import type { LensPoint } from './lens.ts';
import type { ShadowMethod } from './light-map.wgsl.ts';
import type { BodyLook, GroomLook, PictureLook } from './look.ts';
import type { Size } from './targets.ts';

export interface RendererOptions {
  /** Of the view that pictures are drawn to, 8 bits a channel; it may end in -srgb or not. */
  readonly format: GPUTextureFormat;
  /** How hair keeps light from hair. */
  readonly shadowMethod?: ShadowMethod;
  /** Texels along one side of the body's shadow maps. */
  readonly shadowSize?: number;
  /** Texels along one side of the hair's light maps, at most; the method has its own limit. */
  readonly lightMapSize?: number;
  /**
   * For a slow processor: fewer points a strand, strands as opaque strips, the body lit at its vertices, a plain ground,
   * shadow maps for the first light alone.
   */
  readonly isPreview?: boolean;
  /** Strands narrower than this on the picture, in pixels, become fewer and wider, and are drawn with fewer points; 0 draws all. */
  readonly leastWidth?: number;
  /** Draws far hair as texels instead of strands; previews never do. */
  readonly hasTexels?: boolean;
}

export const RENDERER_DEFAULTS: Required<Omit<RendererOptions, 'format'>> = Object.freeze({
  shadowMethod: 'deep',
  shadowSize: 1024,
  lightMapSize: 512,
  isPreview: false,
  leastWidth: 0.08,
  hasTexels: true,
});

/** A body in the picture. */
export interface DrawnBody {
  /** The same vertices elsewhere, in the body's own coordinates, and their normals. Copied. */
  setShape(shape: Pick<TriangleMesh, 'positions' | 'normals'>): void;
  setPose(position: Vec3, orientation: Quat): void;
  setLook(look: Partial<BodyLook>): void;
  /** Takes it out of the picture and frees its memory. */
  remove(): void;
}

/** Where a groom grows. */
export interface GroomPlace {
  /** Carries what `setGuides` says along, and is counted as one head where widths are chosen. None where absent. */
  readonly body?: DrawnBody | undefined;
  /** Region of the body's mesh that hair grows on: its skin is tinted as roots make it. Nothing is tinted where absent. */
  readonly region?: string | undefined;
}

/** Hair of one look in the picture: strands as they are given, or made from guides. */
export interface DrawnGroom {
  /** Topology: strand i's points are first[i] .. first[i + 1]. A strand's own tint follows its id. Positions are zero until they are set. */
  setStrands(first: Uint32Array, id?: Uint32Array): void;
  /** Three numbers a point, metres, world coordinates. Copied before the call returns. */
  setPositions(positions: Float32Array): void;
  /** 0 dry to 1 soaked, one number a strand; beyond what the look says. All are dry until it is set. */
  setWetness(wetness: Float32Array): void;
  /** Colour over the hair's own, four numbers a point: how much it covers, and red, green and blue, linear. null: none. */
  setTints(tints: Float32Array | null): void;
  /** Factors of the strands' own colour, linear red, green and blue, three numbers a strand, up to 4; null: none. */
  setColours(colours: Float32Array | null): void;
  /**
   * Instead of `setStrands`: strands that the GPU makes from guides. They are nowhere until guides are set. Those that ride on a skin
   * which deforms stand on the groom's body as `setShape` says.
   */
  setGenerator(data: GeneratorData): void;
  /** Guides at a moment in the body's own coordinates; the strands are carried along with the body's pose. Copied. */
  setGuides(guides: GuideFrame): void;
  /** Each given strand stands for so many of the groom, 1 and more: hair is as thick and as dark as all of them. */
  setStandsFor(strands: number): void;
  setLook(look: Partial<GroomLook>): void;
  /** Takes it out of the picture and frees its memory. */
  remove(): void;
}

/**
 * Draws bodies and grooms, all of which keep light from each other. It owns what it made on the device and nothing else:
 * the caller owns the device, watches `device.lost`, and then makes a new renderer on a new device.
 */
export interface Renderer {
  addBody(mesh: TriangleMesh): DrawnBody;
  addGroom(place?: GroomPlace): DrawnGroom;
  /** Removes all bodies and grooms. */
  clear(): void;
  setLook(look: Partial<PictureLook>): void;
  /** At most this fraction of the strands is drawn, wider for it, 0..1. `isFine`: a preview blends them as other pictures do. */
  setDetail(fraction: number, isFine?: boolean): void;
  /** What the picture contains: bodies and hair as they are now. */
  bounds(): Bounds;
  draw(view: GPUTextureView, size: Size, camera: OrbitCamera): void;
  /** Takes notice of a moment that somebody else draws: what a film decides at one frame for those after it is decided as there. */
  passOver(): void;
  /** Where lights look, which changes seldom in a film; null before its first moment. Set to go on from a moment before. */
  lit: LitSphere | null;
  /** Adds a sub-frame; `show` makes a picture of all since the last one. */
  add(size: Size, camera: OrbitCamera, place: SubFramePlace): void;
  /** Forgets the last sub-frame. */
  takeBack(): void;
  show(view: GPUTextureView): void;
  /** Whether the last frame had room for all its strands; where not, draw it again. */
  isComplete(): Promise<boolean>;
  destroy(): void;
}

/** What lights throw shadows in. */
export type LitSphere = Sphere;

/** Where a sub-frame is taken. */
export interface SubFramePlace {
  /** Shift in pixels, right and down. */
  readonly jitter: readonly [number, number];
  /** For depth of field; the lens's middle where absent. */
  readonly lens?: LensPoint | undefined;
}
