import { Painter, samplesOf } from '../src/cli/render/painter.ts';
import { framesSource } from '../src/cli/render/picture-source.ts';
import { CAMERA_DEFAULTS, type OrbitCamera, type Renderer } from '../src/render/index.ts';
import type { SceneEvent } from '../src/scene/events.ts';
import { prepareScene, type SceneInstance } from '../src/scene/instance.ts';
import type { Scene } from '../src/scene/schema.ts';
import { headScene } from '../src/validate/levels-cost.ts';

/** What levels change in the pictures of a head that walks at 3 m, against the same hair of which every strand moves by itself. */
export interface LevelPicture {
  /** Strands that move by themselves, with levels. */
  readonly moving: number;
  /** Mean difference of both over the pixels of hair, as a fraction of white. */
  readonly difference: number;
  /** Mean difference to the picture before: with levels, and where every strand moves. */
  readonly change: number;
  readonly changeOfAll: number;
}

export interface LevelPicturesOptions {
  readonly guides: number;
  readonly strands: number;
  readonly pictures: number;
  /** Steps of the simulation from picture to picture. */
  readonly steps?: number;
  /** Pixels of a side; as large as those of 1,080 rows at 3 m. */
  readonly side?: number;
  /** What happens: camera events for levels; pictures are drawn from 3 m all the same. */
  readonly events?: readonly SceneEvent[];
  readonly each?: (all: Uint8Array, levels: Uint8Array, picture: number) => void;
}

const ROWS = 1080;
/** Of 255: pixels that hair changes by less than this are not its own. */
const SAME = 6;
const SUB_FRAMES = 2;
/** Light maps as small as the pictures ask for. */
const MAPS = { lightMapSize: 256, shadowSize: 256 };

export async function levelPictures(device: GPUDevice, options: LevelPicturesOptions): Promise<LevelPicture[]> {
  const { guides, strands, pictures, steps = 4, side = 160, events = [], each = () => {} } = options;
  const scene = headScene(guides, true);
  const whole: Scene = { ...scene, grooms: scene.grooms.map((groom) => ({ ...groom, strands })) };
  const { levels } = headScene(1, true, { levels: {} });
  const all = prepareScene(whole);
  const few = prepareScene({ ...whole, levels, events: [...events] }, { made: all.parts });
  const bald = prepareScene({ ...scene, grooms: [] });
  const stage = new Stage(device, scene, side);
  const rows: LevelPicture[] = [];
  let before: readonly [Uint8Array, Uint8Array] | null = null;
  for (let k = 0; k < pictures; k++) {
    if (k > 0) for (const { simulation } of [all, few]) simulation.advance(steps);
    const { time } = all.simulation;
    const skin = await stage.draw(bald, time);
    const now = [await stage.draw(all, time), await stage.draw(few, time)] as const;
    const isHair = (p: number): boolean => now.some((picture) => farthest(skin, picture, p) > SAME);
    rows.push({
      moving: few.simulation.moving,
      difference: meanOver(isHair, now[0], now[1]),
      change: before ? meanOver(isHair, now[1], before[1]) : 0,
      changeOfAll: before ? meanOver(isHair, now[0], before[0]) : 0,
    });
    each(now[0], now[1], k);
    before = now;
  }
  stage.close();
  return rows;
}

/** Draws one scene after the other with one renderer, in the middle of a picture of 1,080 rows. */
class Stage {
  private readonly painter: Painter;
  private renderer: Renderer | null = null;

  constructor(device: GPUDevice, scene: Scene, side: number) {
    const { azimuth, elevation, fieldOfView, target, distance } = scene.camera;
    const camera: OrbitCamera = {
      ...{ ...CAMERA_DEFAULTS, azimuth, elevation, target: target!, distance: distance! },
      fieldOfView: 2 * Math.atan((side / ROWS) * Math.tan(fieldOfView / 2)),
    };
    const source = {
      strands: 0,
      begin: (renderer: Renderer) => {
        this.renderer = renderer;
      },
      async *moments() {},
    };
    this.painter = new Painter(device, scene, source, { width: side, height: side }, { camera, ...MAPS });
  }

  /** A scene as it is now, which is that time. */
  async draw(instance: SceneInstance, time: number): Promise<Uint8Array> {
    const source = framesSource(instance, async function* () {
      yield { positions: placesOf(instance) };
    });
    const renderer = this.renderer!;
    renderer.clear();
    source.begin(renderer);
    for await (const show of source.moments([time]))
      for (const sample of samplesOf(SUB_FRAMES, 1)) await this.painter.add(show, sample);
    return this.painter.picture();
  }

  close(): void {
    this.painter.destroy();
  }
}

/** Of guides; a head without hair has nothing to simulate, and moves all the same. */
function placesOf(instance: SceneInstance): Float32Array {
  if (instance.scene.grooms.length === 0) return new Float32Array(0);
  const { simulation } = instance;
  const out = new Float32Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, out);
  return out;
}

const farthest = (a: Uint8Array, b: Uint8Array, p: number): number =>
  Math.max(...[0, 1, 2].map((c) => Math.abs(a[4 * p + c]! - b[4 * p + c]!)));

function meanOver(isHair: (pixel: number) => boolean, a: Uint8Array, b: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let p = 0; 4 * p < a.length; p++) {
    if (!isHair(p)) continue;
    count++;
    for (let c = 0; c < 3; c++) sum += Math.abs(a[4 * p + c]! - b[4 * p + c]!);
  }
  return count === 0 ? 0 : sum / (3 * 255 * count);
}
