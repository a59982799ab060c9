import {
  type BufferGeometry,
  DoubleSide,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { fragmentShader, vertexShader } from './hair-material.glsl.ts';

export interface HairMaterialOptions {
  /** Width of the white highlight along the hair, radians: 0.1 sleek, 0.2 natural, 0.5 dull. */
  readonly roughness?: number;
  /** Tilt of the scales, radians: moves the white highlight to the root and the coloured one to the tip. */
  readonly tilt?: number;
  /** Strength of the highlights. */
  readonly shine?: number;
  /** How much of its colour a mass of hair sends back. */
  readonly diffuse?: number;
  /** Ribbons narrower than this on the picture, in pixels, are drawn that wide and cover less. */
  readonly leastPixels?: number;
}

export const HAIR_MATERIAL_DEFAULTS: Required<HairMaterialOptions> = Object.freeze({
  roughness: 0.2,
  tilt: 0.05,
  shine: 1,
  diffuse: 1.5,
  leastPixels: 1,
});

/**
 * Two highlights, light through the hair and a diffuse mass, for `HairGeometry` under ambient, hemisphere, directional, point
 * and spot lights of a `WebGLRenderer`. Set `antialias: true` there: coverage of fine strands goes by its samples. No shadow is
 * cast or received; the far side of the hair is dimmed instead.
 */
export class HairMaterial extends ShaderMaterial {
  private readonly viewport = new Vector4();

  constructor(options: HairMaterialOptions = {}) {
    const { roughness, tilt, shine, diffuse, leastPixels } = { ...HAIR_MATERIAL_DEFAULTS, ...options };
    super({
      vertexShader,
      fragmentShader,
      lights: true,
      side: DoubleSide,
      alphaToCoverage: true,
      uniforms: {
        ...UniformsUtils.clone(UniformsLib.lights),
        roughness: { value: roughness },
        tilt: { value: tilt },
        shine: { value: shine },
        diffuseFraction: { value: diffuse },
        leastPixels: { value: leastPixels },
        centre: { value: new Vector3() },
        viewportHeight: { value: 1 },
      },
    });
    this.name = 'HairMaterial';
  }

  /** three calls it before it draws. */
  override onBeforeRender(renderer: WebGLRenderer, _scene: unknown, _camera: unknown, geometry: BufferGeometry): void {
    if (geometry.boundingSphere) this.uniforms.centre!.value.copy(geometry.boundingSphere.center);
    this.uniforms.viewportHeight!.value = renderer.getCurrentViewport(this.viewport).w;
    this.uniformsNeedUpdate = true;
  }
}

export function hairMaterial(options: HairMaterialOptions = {}): HairMaterial {
  return new HairMaterial(options);
}
