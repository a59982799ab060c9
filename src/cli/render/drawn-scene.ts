import type { TriangleMesh } from '../../body/mesh.ts';
import {
  type DrawnBody,
  type DrawnGroom,
  type GeneratorData,
  packGenerator,
  packGuides,
  type Renderer,
} from '../../render/index.ts';
import { bodyLookOf, groomLookOf } from '../../scene/appearance.ts';
import type { GroomInstance } from '../../scene/groom-instance.ts';
import type { BodyInstance, SceneInstance } from '../../scene/instance.ts';
import type { LiveHair } from '../../scene/live-hair.ts';

/** The bodies and grooms of a scene in a picture. */
export interface DrawnScene {
  readonly bodies: readonly SceneBodyDrawing[];
  readonly grooms: readonly DrawnGroom[];
}

/** Puts all that a scene shows into the picture; hair is nowhere until somebody says where. */
export function drawScene(renderer: Renderer, { bodies, grooms }: SceneInstance): DrawnScene {
  const drawn = bodies.map((body) => new SceneBodyDrawing(renderer, body));
  return {
    bodies: drawn,
    grooms: grooms.map(({ look, body, region }) => {
      const groom = renderer.addGroom({ body: drawn[body]?.drawn ?? undefined, region: region ?? undefined });
      groom.setLook(groomLookOf({ look }));
      return groom;
    }),
  };
}

/** One body in a picture. */
export class SceneBodyDrawing {
  /** null for what cannot be seen. */
  readonly drawn: DrawnBody | null;
  readonly #body: BodyInstance;
  #shown: TriangleMesh | null;

  constructor(renderer: Renderer, body: BodyInstance) {
    this.#body = body;
    this.#shown = body.mesh;
    this.drawn = body.mesh && renderer.addBody(body.mesh);
    this.drawn?.setLook(bodyLookOf(body.declared));
  }

  /** Shows it where it is and in the shape that it has. */
  setTime(time: number): void {
    if (!this.drawn) return;
    const { position, orientation } = this.#body.state(time);
    this.drawn.setPose(position, orientation);
    const mesh = this.#body.meshAt(time)!;
    if (mesh !== this.#shown) this.drawn.setShape(mesh);
    this.#shown = mesh;
  }
}

/** Shows the hair of a groom that nobody cuts: made by the renderer where it follows from guides alone, else here. */
export function hairShower({ hair }: GroomInstance, drawn: DrawnGroom): (guides: Float32Array, time: number) => void {
  const { generator, toBodySpace, skin, strands } = hair;
  if (generator && toBodySpace) {
    drawn.setGenerator(packGenerator(generator, skin?.roots));
    drawn.setColours(hair.colours ?? null);
    return (guides, time) => {
      drawn.setGuides(packGuides(generator, toBodySpace(guides, time)));
    };
  }
  drawn.setStrands(strands.first, strands.id);
  drawn.setColours(hair.colours ?? null);
  const positions = new Float32Array(strands.positions.length);
  return (guides, time) => {
    hair.update(guides, time, positions);
    drawn.setPositions(positions);
  };
}

/** Shows the hair of a groom that tools work on: whatever was cut, has grown, is wet or coloured is shown so. */
export class LiveShower {
  readonly #groom: GroomInstance;
  readonly #live: LiveHair;
  readonly #drawn: DrawnGroom;
  readonly #generator: GeneratorData | null;
  /** What the renderer has: the version of its strands, or that it makes them itself. */
  #shown: number | 'generated' | null = null;
  #wetness: Float32Array | null = null;

  constructor(groom: GroomInstance, live: LiveHair, drawn: DrawnGroom) {
    this.#groom = groom;
    this.#live = live;
    this.#drawn = drawn;
    const { generator, toBodySpace, skin } = groom.hair;
    this.#generator = generator && toBodySpace ? packGenerator(generator, skin?.roots) : null;
  }

  show(time: number): void {
    // Strands are made by the renderer as long as they follow from guides alone; scissors end that.
    if (this.#generator && this.#live.isWhole) this.#showGuides(this.#generator, time);
    else this.#showPoints(time);
    const wetness = this.#live.wetness();
    // Hair that stays dry gives the same numbers every time.
    if (wetness !== this.#wetness) this.#drawn.setWetness(wetness);
    this.#wetness = wetness;
    this.#drawn.setTints(this.#live.tints());
  }

  #showGuides(data: GeneratorData, time: number): void {
    const { generator, toBodySpace } = this.#groom.hair;
    if (this.#shown !== 'generated') {
      this.#drawn.setGenerator(data);
      this.#drawn.setColours(this.#live.colours());
    }
    this.#shown = 'generated';
    this.#drawn.setGuides(packGuides(generator!, toBodySpace!(this.#live.guidesAt(time), time)));
  }

  #showPoints(time: number): void {
    const { first, id, version } = this.#live;
    if (this.#shown !== version) {
      this.#drawn.setStrands(first, id);
      this.#drawn.setColours(this.#live.colours());
    }
    this.#shown = version;
    const positions = new Float32Array(3 * first[first.length - 1]!);
    this.#live.write(time, positions);
    this.#drawn.setPositions(positions);
  }
}
