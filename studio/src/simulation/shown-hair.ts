import { type GuideFrame, guideFrameSize, packGenerator, packGuides } from '../../../src/render/generator-data.ts';
import { LiveHair } from '../../../src/scene/live-hair.ts';
import type { Stage } from '../../../src/scene/stage.ts';
import type { ShownTopology } from './protocol.ts';

/** Smaller changes of wetness are not worth telling the page. */
const NOTICEABLE = 0.02;

/**
 * What travels to the page in every frame: guides where the page can make all strands of them, else all points. Scissors
 * turn the one into the other.
 */
export class ShownHair {
  readonly #stage: Stage;
  readonly #live: LiveHair;
  #topology: ShownTopology | null = null;
  #liveVersion = -1;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#live = new LiveHair(stage.hair, stage.guides, stage.simulation);
  }

  /** What the next frames are made of. */
  topology(): ShownTopology {
    // Asked for first: with it the strands are known again, and wetness is told for them.
    const { version } = this.#live;
    const wetness = this.#live.wetness();
    const last = this.#topology;
    const tints = this.#live.tints() ?? undefined;
    const { generator, skin } = this.#stage.hair;
    // A skin that deforms would have to travel with its distance fields in every frame: more than the strands.
    const isGenerated = generator !== undefined && !skin && this.#live.isWhole;
    const isSame = last !== null && this.#liveVersion === version && isGenerated === (last.generator !== undefined);
    if (isSame && last.tints === tints && !hasChanged(last.wetness, wetness)) return last;
    this.#liveVersion = version;
    const kept = isSame || (isGenerated && last?.generator) ? last?.generator : undefined;
    this.#topology = {
      version: (last?.version ?? 0) + 1,
      ...(isGenerated ? { generator: kept ?? packGenerator(generator) } : {}),
      first: this.#live.first,
      id: this.#live.id,
      wetness,
      ...(tints ? { tints } : {}),
    };
    return this.#topology;
  }

  /** Numbers of a frame. */
  size({ generator, first }: ShownTopology): number {
    return generator ? guideFrameSize(generator) : 3 * first.at(-1)!;
  }

  write(shown: ShownTopology, time: number, out: Float32Array<ArrayBuffer>): void {
    const { generator, home } = this.#stage.hair;
    if (shown.generator && generator && home)
      packGuides(generator, home(this.#live.guidesAt(time), time), out as GuideFrame);
    else this.#live.write(time, out);
  }
}

function hasChanged(a: Float32Array, b: Float32Array): boolean {
  return a.length !== b.length || a.some((value, i) => Math.abs(value - b[i]!) > NOTICEABLE);
}
