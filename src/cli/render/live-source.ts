import { type GeneratorData, packGenerator, packGuides, type Renderer } from '../../render/index.ts';
import { LiveHair } from '../../scene/live-hair.ts';
import type { Stage } from '../../scene/stage.ts';
import { strandCount } from '../../strands/strands.ts';
import { ShownFrame } from '../shown-frame.ts';
import { simulateFrames } from '../worker-pool.ts';
import type { HairSource } from './hair-source.ts';

/** Simulates a stage on which tools are at work: whatever was cut, has grown, is wet or coloured is shown so. */
export function liveSource(stage: Stage, folder: string, workers: number): HairSource {
  const state = new ShownFrame(stage.scene.strokes);
  const shower = new LiveShower(stage, state);
  return {
    strands: strandCount(stage.hair.strands),
    // What is shown changes, so that every moment tells it.
    begin: () => {},
    async *moments(times) {
      let k = 0;
      for await (const frame of simulateFrames(stage, { times, workers, folder })) {
        const time = times[k++]!;
        state.show(frame, time);
        yield { body: stage.bodyState(time), show: (renderer) => shower.show(renderer, time) };
      }
    },
  };
}

/** Strands made by the renderer as long as they follow from guides alone; scissors end that. */
class LiveShower {
  readonly #stage: Stage;
  readonly #live: LiveHair;
  readonly #generator: GeneratorData | null;
  /** What the renderer has: the version of its strands, or that it makes them itself. */
  #shown: number | 'generated' | null = null;

  constructor(stage: Stage, state: ShownFrame) {
    this.#stage = stage;
    this.#live = new LiveHair(stage.hair, stage.guides, state);
    const { generator, home } = stage.hair;
    this.#generator = generator && home ? packGenerator(generator) : null;
  }

  show(renderer: Renderer, time: number): void {
    if (this.#generator && this.#live.isWhole) this.#showGuides(renderer, this.#generator, time);
    else this.#showPoints(renderer, time);
    renderer.setWetness(this.#live.wetness());
    renderer.setTints(this.#live.tints());
  }

  #showGuides(renderer: Renderer, data: GeneratorData, time: number): void {
    const { generator, home } = this.#stage.hair;
    if (this.#shown !== 'generated') renderer.setGenerator(data);
    this.#shown = 'generated';
    renderer.setGuides(packGuides(generator!, home!(this.#live.guidesAt(time), time)));
  }

  #showPoints(renderer: Renderer, time: number): void {
    const { first, id, version } = this.#live;
    if (this.#shown !== version) renderer.setStrands(first, id);
    this.#shown = version;
    const positions = new Float32Array(3 * first[first.length - 1]!);
    this.#live.write(time, positions);
    renderer.setPositions(positions);
  }
}
