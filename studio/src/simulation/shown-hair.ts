import { type GuideFrame, packGenerator, packGuides } from '../../../src/render/generator-data.ts';
import { Accessories } from '../../../src/scene/accessories.ts';
import type { GroomInstance } from '../../../src/scene/groom-instance.ts';
import type { SceneInstance } from '../../../src/scene/instance.ts';
import { levelTints } from '../../../src/scene/level-tints.ts';
import { LiveHair } from '../../../src/scene/live-hair.ts';
import type { Overlay } from '../../../src/scene/overlay-tints.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import { hashArrays } from '../../../src/strands/hash.ts';
import { strandCount } from '../../../src/strands/strands.ts';
import { type BodyPose, groomParts, groomSize, type ShownGroom, type ShownTopology } from './protocol.ts';

/** Smaller changes of wetness are not worth telling the page. */
const NOTICEABLE = 0.02;

/** What travels to the page in every frame. */
export class ShownHair {
  readonly #grooms: readonly ShownGroomHair[];
  readonly #accessories: Accessories;
  #topology: ShownTopology | null = null;

  /** `isPlain`: every frame holds the points of all strands. */
  constructor({ bodies, grooms, simulation }: SceneInstance, isPlain = false) {
    this.#accessories = new Accessories(simulation, bodies);
    this.#grooms = grooms.map(
      (groom, g) => new ShownGroomHair(groom, new LiveHair(groom, g, simulation), simulation, isPlain),
    );
  }

  /** What is shown on the hair in place of its colour. */
  lay(overlay: Overlay): void {
    for (const groom of this.#grooms) groom.lay(overlay);
  }

  /** What the next frames are made of. */
  topology(): ShownTopology {
    const last = this.#topology;
    const grooms = this.#grooms.map((groom) => groom.topology());
    const accessories = this.#accessories.list;
    const isSame = grooms.every((groom, g) => groom === last?.grooms[g]) && accessories === last?.accessories;
    if (last && isSame) return last;
    this.#topology = { version: (last?.version ?? 0) + 1, grooms, accessories };
    return this.#topology;
  }

  /** Where ties and pins are. */
  accessories(time: number): BodyPose[] {
    return this.#accessories.poses(time);
  }

  /** Numbers of a frame. */
  size({ grooms }: ShownTopology): number {
    return grooms.reduce((sum, groom) => sum + groomSize(groom), 0);
  }

  write({ grooms }: ShownTopology, time: number, out: Float32Array<ArrayBuffer>): void {
    groomParts(grooms, out).forEach((part, g) => {
      this.#grooms[g]!.write(grooms[g]!, time, part);
    });
  }
}

/** The hair of one groom: guides where the page can make all strands of them, else all points. Scissors turn the one into the other. */
class ShownGroomHair {
  readonly #isPlain: boolean;
  readonly #groom: GroomInstance;
  readonly #live: LiveHair;
  readonly #simulation: Simulation;
  #shown: ShownGroom | null = null;
  #liveVersion = -1;
  #overlay: Overlay = 'none';
  #levels: { readonly leaders: string; readonly tints: Float32Array } | null = null;

  constructor(groom: GroomInstance, live: LiveHair, simulation: Simulation, isPlain: boolean) {
    this.#isPlain = isPlain;
    this.#groom = groom;
    this.#live = live;
    this.#simulation = simulation;
  }

  lay(overlay: Overlay): void {
    this.#overlay = overlay;
  }

  /** The colours of levels, the same array until others move. */
  #levelTints(): Float32Array {
    const { first } = this.#live;
    const { ids } = this.#simulation;
    const leaders = this.#simulation.leaders();
    const key = hashArrays([leaders, first]);
    if (this.#levels?.leaders === key) return this.#levels.tints;
    const leaderOf = new Map(Array.from(ids, (id, k) => [id, leaders[k]!]));
    const { guides, hair } = this.#groom;
    const shown = { guides, followed: hair.followed };
    this.#levels = { leaders: key, tints: levelTints(shown, first, strandCount(hair.strands), leaderOf) };
    return this.#levels.tints;
  }

  topology(): ShownGroom {
    // Asked for first: with it the strands are known again, and wetness is told for them.
    const { version } = this.#live;
    const wetness = this.#live.wetness();
    const last = this.#shown;
    const tints = this.#overlay === 'levels' ? this.#levelTints() : (this.#live.tints(this.#overlay) ?? undefined);
    const colours = this.#live.colours();
    const { generator, skin } = this.#groom.hair;
    const isGenerated = generator !== undefined && !this.#isPlain && this.#live.isWhole;
    const isSame = last !== null && this.#liveVersion === version && isGenerated === (last.generator !== undefined);
    if (isSame && last.tints === tints && !hasChanged(last.wetness, wetness)) return last;
    this.#liveVersion = version;
    const kept = isSame || (isGenerated && last?.generator) ? last?.generator : undefined;
    this.#shown = {
      ...(isGenerated ? { generator: kept ?? packGenerator(generator, skin?.roots) } : {}),
      first: this.#live.first,
      id: this.#live.id,
      wetness,
      ...(tints ? { tints } : {}),
      ...(colours ? { colours } : {}),
    };
    return this.#shown;
  }

  write(shown: ShownGroom, time: number, out: Float32Array<ArrayBuffer>): void {
    const { generator, toBodySpace } = this.#groom.hair;
    if (shown.generator && generator && toBodySpace)
      packGuides(generator, toBodySpace(this.#live.guidesAt(time), time), out as GuideFrame);
    else this.#live.write(time, out);
  }
}

function hasChanged(a: Float32Array, b: Float32Array): boolean {
  return a !== b && (a.length !== b.length || a.some((value, i) => Math.abs(value - b[i]!) > NOTICEABLE));
}
