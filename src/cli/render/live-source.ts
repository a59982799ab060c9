import { type DrawnGroom, type GeneratorData, packGenerator, packGuides } from '../../render/index.ts';
import { LiveHair } from '../../scene/live-hair.ts';
import type { Stage } from '../../scene/stage.ts';
import { strandCount } from '../../strands/strands.ts';
import type { HairSource } from './hair-source.ts';

/** Simulates a stage on which tools are at work: whatever was cut, has grown, is wet or coloured is shown so. */
export function liveSource(stage: Stage): HairSource {
  const shower = new LiveShower(stage);
  return {
    strands: strandCount(stage.hair.strands),
    // What is shown changes, so that every moment tells it.
    begin: () => {},
    async *moments(times) {
      for (const time of times) {
        stage.simulation.advanceTo(time);
        yield { body: stage.bodyState(time), show: (groom) => shower.show(groom, time) };
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

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#live = new LiveHair(stage.hair, stage.guides, stage.simulation);
    const { generator, home, skin } = stage.hair;
    this.#generator = generator && home ? packGenerator(generator, skin?.roots) : null;
  }

  show(groom: DrawnGroom, time: number): void {
    if (this.#generator && this.#live.isWhole) this.#showGuides(groom, this.#generator, time);
    else this.#showPoints(groom, time);
    groom.setWetness(this.#live.wetness());
    groom.setTints(this.#live.tints());
  }

  #showGuides(groom: DrawnGroom, data: GeneratorData, time: number): void {
    const { generator, home, skin } = this.#stage.hair;
    if (this.#shown !== 'generated') groom.setGenerator(data);
    this.#shown = 'generated';
    if (skin) groom.setSkin(skin.skinAt(time));
    groom.setGuides(packGuides(generator!, home!(this.#live.guidesAt(time), time)));
  }

  #showPoints(groom: DrawnGroom, time: number): void {
    const { first, id, version } = this.#live;
    if (this.#shown !== version) groom.setStrands(first, id);
    this.#shown = version;
    const positions = new Float32Array(3 * first[first.length - 1]!);
    this.#live.write(time, positions);
    groom.setPositions(positions);
  }
}
