import { InputError } from '../strands/input-error.ts';
import { Checkpoints } from './checkpoints.ts';
import { prepareScene, type SceneInstance, type SceneOptions } from './instance.ts';
import { type FieldPaint, paintedScene } from './paint-fields.ts';
import type { Scene } from './schema.ts';

/** A scene that has grown with some strokes of paint. */
interface GrownScene {
  readonly key: string;
  readonly instance: SceneInstance;
  readonly checkpoints: Checkpoints;
}

/** Undo and redo go to and fro between a few. */
const MOST_KEPT = 3;

/** A scene as it grows with more and fewer strokes of paint on its fields; the last few are kept. */
export class GrownScenes {
  private readonly scene: Scene;
  private readonly options: SceneOptions;
  private kept: GrownScene[];

  constructor(scene: Scene, options: SceneOptions) {
    this.scene = scene;
    this.options = options;
    const instance = prepareScene(scene, { ...options, isLive: true });
    this.kept = [{ key: keyOf([]), instance, checkpoints: new Checkpoints(instance.simulation) }];
  }

  get present(): GrownScene {
    return this.kept[0]!;
  }

  /** Says what is wrong with strokes of paint. */
  check(paints: readonly FieldPaint[]): void {
    if (this.options.exchange)
      throw new InputError(
        'scene/paint',
        'Fields cannot be painted while several workers share the hair: open the scene with one.',
      );
    paintedScene(this.scene, paints);
  }

  /** Takes the scene that has grown with these strokes, at its first step; false where it is the present one. */
  goTo(paints: readonly FieldPaint[]): boolean {
    const key = keyOf(paints);
    if (key === this.present.key) return false;
    const known = this.kept.find((one) => one.key === key);
    const next = known ?? this.grow(key, paints);
    if (known) known.instance.simulation.reset();
    this.kept = [next, ...this.kept.filter((one) => one !== known)].slice(0, MOST_KEPT);
    return true;
  }

  /** Only grooms that were painted otherwise than now grow anew; where that may change how many guides they have, all do, for their ids. */
  private grow(key: string, paints: readonly FieldPaint[]): GrownScene {
    const { hair: _, made: __, cache, ready, ...options } = this.options;
    const { scene: before, parts } = this.present.instance;
    const scene = { ...paintedScene(this.scene, paints), strokes: [], events: [] };
    const isOther = scene.grooms.map(
      (groom, g) => JSON.stringify(groom.fields) !== JSON.stringify(before.grooms[g]!.fields),
    );
    const isCounted = scene.grooms.every((groom, g) => !isOther[g] || groom.guideDensity === undefined);
    const guides = parts.guides.map((own, g) => (isCounted && !isOther[g] ? own : undefined));
    const instance = prepareScene(scene, { ...options, isLive: true, made: { bodies: parts.bodies, guides } });
    return { key, instance, checkpoints: new Checkpoints(instance.simulation) };
  }
}

const keyOf = (paints: readonly FieldPaint[]): string => JSON.stringify(paints);
