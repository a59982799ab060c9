import {
  AgXToneMapping,
  BufferAttribute,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import type { TriangleMesh } from '../../../src/body/mesh.ts';
import { boundsOf, NO_BOUNDS, union } from '../../../src/render/bounds.ts';
import {
  type Bounds,
  type DrawnBody,
  type DrawnGroom,
  eyeOf,
  type OrbitCamera,
  type Size,
} from '../../../src/render/index.ts';
import { lightDirection } from '../../../src/render/lights.ts';
import { BODY_LOOK_DEFAULTS, GROOM_LOOK_DEFAULTS, LOOK_DEFAULTS, type PictureLook } from '../../../src/render/look.ts';
import { type HairGeometry, hairGeometry, hairMaterial, massColour, meshGeometry } from '../../../src/three/index.ts';
import type { DrawnScene, Screen } from './screen.ts';

/** Pictures by WebGL 2, where there is no WebGPU: hair in its colour with highlights, without shadows in it. */

/** Light from all around, for one of the scene's. */
const AROUND = 1.1;
/** Hair without shadows in it must hide what is below by its width: a whole head has about 100,000, so wide, m. */
const WIDTH = 2.5e-4;
const WIDEST = 1.5e-3;
/** Coverage by samples does not add up from ribbon to ribbon: thin ones are drawn thin instead of faint. */
const LEAST_PIXELS = 0.3;
const WHOLE_HEAD = 100_000;

/** A mesh of three.js in the place of a drawn body. */
class GlBody implements DrawnBody {
  readonly mesh: Mesh<ReturnType<typeof meshGeometry>, MeshStandardMaterial>;
  readonly #scene: Scene;

  constructor(scene: Scene, mesh: TriangleMesh) {
    this.#scene = scene;
    const geometry = meshGeometry({ ...mesh, positions: mesh.positions.slice(), normals: mesh.normals.slice() });
    if (mesh.colours) geometry.setAttribute('color', new BufferAttribute(mesh.colours, 3));
    this.mesh = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.6, vertexColors: Boolean(mesh.colours) }));
    this.setLook({});
    scene.add(this.mesh);
  }

  setShape({ positions, normals }: Pick<TriangleMesh, 'positions' | 'normals'>): void {
    for (const [name, values] of [
      ['position', positions],
      ['normal', normals],
    ] as const) {
      const attribute = this.mesh.geometry.getAttribute(name) as BufferAttribute;
      attribute.array.set(values);
      attribute.needsUpdate = true;
    }
    this.mesh.geometry.computeBoundingSphere();
  }

  setPose(...[position, orientation]: Parameters<DrawnBody['setPose']>): void {
    this.mesh.position.set(...position);
    this.mesh.quaternion.set(...orientation);
    this.mesh.updateMatrixWorld();
  }

  setLook({ skin = BODY_LOOK_DEFAULTS.skin }: Parameters<DrawnBody['setLook']>[0]): void {
    if (!this.mesh.material.vertexColors) this.mesh.material.color.setRGB(...skin);
  }

  get bounds(): Bounds {
    const { geometry, matrixWorld } = this.mesh;
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!.clone().applyMatrix4(matrixWorld);
    return { low: [min.x, min.y, min.z], high: [max.x, max.y, max.z] };
  }

  remove(): void {
    this.#scene.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Ribbons of three.js in the place of a drawn groom. Its strands come as points: nothing makes them from guides here. */
class GlGroom implements DrawnGroom {
  readonly #scene: Scene;
  #strands: { readonly first: Uint32Array; readonly id: Uint32Array | undefined } | null = null;
  #look = GROOM_LOOK_DEFAULTS;
  #tints: Float32Array | null = null;
  #mesh: Mesh<HairGeometry, ReturnType<typeof hairMaterial>> | null = null;
  #positions = new Float32Array(0);

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  setStrands(first: Uint32Array, id?: Uint32Array): void {
    this.#strands = { first, id };
    this.#drop();
  }

  setPositions(positions: Float32Array): void {
    this.#positions = positions.slice();
    if (this.#mesh) this.#mesh.geometry.update(positions);
    else this.#make();
  }

  setTints(tints: Float32Array | null): void {
    if (tints === this.#tints) return;
    this.#tints = tints;
    this.#again();
  }

  setLook(look: Parameters<DrawnGroom['setLook']>[0]): void {
    this.#look = { ...this.#look, ...look };
    this.#again();
  }

  // What this way of drawing leaves out.
  setWetness(): void {}
  setColours(): void {}
  setGenerator(): void {}
  setGuides(): void {}
  setStandsFor(): void {}

  get bounds(): Bounds {
    return boundsOf(this.#positions);
  }

  remove(): void {
    this.#drop();
  }

  #again(): void {
    if (!this.#mesh) return;
    this.#drop();
    this.#make();
  }

  #make(): void {
    if (!this.#strands || this.#positions.length !== 3 * this.#strands.first.at(-1)!) return;
    const { first, id } = this.#strands;
    const { hair, hairWidth } = this.#look;
    const geometry = hairGeometry(
      { first, positions: this.#positions, ...(id ? { id } : {}) },
      {
        colour: massColour(hair),
        variation: hair.variation,
        tips: hair.tips,
        width: hairWidth > 0 ? hairWidth : Math.min(WIDEST, WIDTH * Math.sqrt(WHOLE_HEAD / (first.length - 1))),
      },
    );
    if (this.#tints) tint(geometry.getAttribute('color').array as Float32Array, this.#tints);
    this.#mesh = new Mesh(
      geometry,
      hairMaterial({ roughness: hair.roughness, tilt: hair.tilt, leastPixels: LEAST_PIXELS }),
    );
    this.#mesh.frustumCulled = false;
    this.#scene.add(this.#mesh);
  }

  #drop(): void {
    if (!this.#mesh) return;
    this.#scene.remove(this.#mesh);
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
    this.#mesh = null;
  }
}

/** Lays colours over those of ribbons, which have two vertices a point. */
function tint(colours: Float32Array, tints: Float32Array): void {
  for (let vertex = 0; 3 * vertex < colours.length; vertex++) {
    const from = 4 * (vertex >> 1);
    const cover = tints[from]!;
    for (let c = 0; c < 3; c++)
      colours[3 * vertex + c] = (1 - cover) * colours[3 * vertex + c]! + cover * tints[from + 1 + c]!;
  }
}

class GlScene implements DrawnScene {
  readonly scene = new Scene();
  readonly #bodies = new Set<GlBody>();
  readonly #grooms = new Set<GlGroom>();
  readonly #around = new HemisphereLight(0xffffff, 0x5a4a40);
  readonly #lights: DirectionalLight[] = [];
  look: PictureLook = LOOK_DEFAULTS;

  constructor() {
    this.scene.add(this.#around);
  }

  addBody(mesh: TriangleMesh): DrawnBody {
    const body = new GlBody(this.scene, mesh);
    this.#bodies.add(body);
    const remove = body.remove.bind(body);
    body.remove = () => {
      remove();
      this.#bodies.delete(body);
    };
    return body;
  }

  addGroom(): DrawnGroom {
    const groom = new GlGroom(this.scene);
    this.#grooms.add(groom);
    return groom;
  }

  clear(): void {
    for (const drawn of [...this.#bodies, ...this.#grooms]) drawn.remove();
    this.#bodies.clear();
    this.#grooms.clear();
  }

  setLook(look: Partial<PictureLook>): void {
    this.look = { ...this.look, ...look };
    this.scene.background = new Color().setRGB(...this.look.backgroundCentre);
    this.#around.intensity = AROUND * this.look.ambient;
    for (const light of this.#lights.splice(0)) this.scene.remove(light);
    for (const { colour } of this.look.lights) {
      const light = new DirectionalLight(new Color().setRGB(...colour));
      this.#lights.push(light);
      this.scene.add(light);
    }
  }

  /** Photographers' lights turn with the camera. */
  turnLights(azimuth: number): void {
    this.look.lights.forEach((light, n) => {
      this.#lights[n]?.position.set(...lightDirection(light, azimuth));
    });
  }

  setDetail(): void {}

  bounds(): Bounds {
    return [...this.#bodies, ...this.#grooms].reduce((all, drawn) => union(all, drawn.bounds), NO_BOUNDS);
  }

  isComplete(): Promise<boolean> {
    return Promise.resolve(true);
  }

  destroy(): void {
    this.clear();
  }
}

export function glScreen(canvas: HTMLCanvasElement): Screen {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.toneMapping = AgXToneMapping;
  const scene = new GlScene();
  const lens = new PerspectiveCamera();
  return {
    scene,
    mostPixels: renderer.capabilities.maxTextureSize,
    draw({ width, height }: Size, camera: OrbitCamera): void {
      renderer.setSize(width, height, false);
      renderer.toneMappingExposure = 2 ** scene.look.exposure;
      lens.fov = (180 / Math.PI) * camera.fieldOfView;
      lens.aspect = width / Math.max(1, height);
      lens.near = 0.05 * camera.distance;
      lens.far = 3 * camera.distance + 10;
      lens.position.set(...eyeOf(camera));
      lens.lookAt(...camera.target);
      lens.updateProjectionMatrix();
      scene.turnLights(camera.azimuth);
      renderer.render(scene.scene, lens);
    },
    finished: () => Promise.resolve(),
    destroy(): void {
      scene.destroy();
      renderer.dispose();
    },
  };
}
