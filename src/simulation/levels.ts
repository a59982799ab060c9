import type { HairState } from '../contact/interaction.ts';
import type { ShownHair } from '../detail/front.ts';
import { type LevelSetup, Levels } from '../detail/levels.ts';
import { makeRootStates, type Obstacles, type PointForces, type RootStates } from '../models/model.ts';
import type { Strands } from '../strands/strands.ts';
import type { Blocks } from './blocks.ts';
import type { SimulatedGroom } from './groom.ts';
import type { HairReader } from './hair-reader.ts';

/** Where the levels of hair meet its grooms: reads roots, and hands strands that begin to move by themselves to their models. */
export class SimulatedLevels {
  readonly levels: Levels;
  private readonly grooms: readonly SimulatedGroom[];
  private readonly hair: HairReader;
  private readonly blocks: Blocks;
  /** Of all strands, in the hair's order, by groom. */
  private roots: { readonly of: Uint32Array; readonly states: RootStates; readonly parts: readonly RootPart[] } | null =
    null;
  private readonly pushes: PointForces[] = [];
  /** The hair that tools work on, and strands of this block whose models know already where they are in it. */
  private worked: HairState | null = null;
  private readonly brought = new Set<number>();

  constructor(
    setup: LevelSetup,
    guides: readonly Strands[],
    grooms: readonly SimulatedGroom[],
    hair: HairReader,
    blocks: Blocks,
    obstacles: Obstacles | null,
  ) {
    // Strands that feel each other cannot follow one of them.
    this.levels = new Levels(
      setup,
      guides.filter((_, g) => !grooms[g]!.model.feelsNeighbours),
      obstacles,
    );
    this.grooms = grooms;
    this.hair = hair;
    this.blocks = blocks;
  }

  /** The hair with its roots, as it is at a time, with its strands known. */
  private withRoots(hair: HairState): ShownHair {
    this.levels.front.recognise(hair.ids);
    return { ...hair, roots: this.rootsAt(hair.time) };
  }

  private rootsAt(time: number): RootStates {
    const { packing } = this.hair;
    if (this.roots?.of !== packing.ids) {
      const states = makeRootStates(packing.ids.length);
      const parts = this.grooms.map((groom, g) => {
        const { from, to } = packing.range(g);
        const rows = (values: Float64Array, size: number) => values.subarray(size * from, size * to);
        return {
          groom,
          ids: packing.ids.slice(from, to),
          out: {
            position: rows(states.position, 3),
            orientation: rows(states.orientation, 4),
            velocity: rows(states.velocity, 3),
            angularVelocity: rows(states.angularVelocity, 3),
          },
        };
      });
      this.roots = { of: packing.ids, states, parts };
    }
    for (const { groom, ids, out } of this.roots.parts) groom.body.roots.sample(ids, time, out);
    return this.roots.states;
  }

  /** Lets strands join and part before a step. */
  update(hair: HairState, step: number): void {
    if (this.levels.isDue(step, hair.dt)) this.levels.update(this.withRoots(hair));
    this.brought.clear();
  }

  /** Shows followers in the hair that tools are to see, and remembers it while they work. */
  show(hair: HairState): void {
    this.levels.show(this.withRoots(hair), hair.time);
    this.worked = hair;
  }

  /** Finds the strands of the hair as it is, for what is asked of them by place. */
  recognise(): void {
    this.levels.front.recognise(this.hair.packing.ids);
  }

  isFollower(k: number): boolean {
    return this.levels.front.isFollower(k);
  }

  /** Shows followers among places at any time; those of strands that move by themselves must be there. */
  showAt(time: number, position: Float64Array | Float32Array): void {
    const { first } = this.hair.packing;
    this.recognise();
    this.levels.show({ first, position, roots: this.rootsAt(time) }, time);
  }

  /** A tool is about to use the present shape of strands of this block: their models are told of it. */
  readonly bring = (ids: Iterable<number>): void => {
    const { worked } = this;
    if (!worked) return;
    const follows = this.levels.following(worked.ids);
    if (!follows) return;
    const asked = new Set(ids);
    const places = Array.from(worked.ids.keys()).filter(
      (k) => follows[k] === 1 && asked.has(worked.ids[k]!) && !this.brought.has(worked.ids[k]!),
    );
    this.begin(places, worked);
    for (const k of places) this.brought.add(worked.ids[k]!);
  };

  /** Who moves for a strand. */
  readonly leaderOf = (id: number): number => this.levels.front.leaderOfId(id);

  /** Strands that something has happened to move by themselves. */
  raise(ids: Iterable<number>, hair: HairState): void {
    this.levels.raise(ids, this.withRoots(hair));
    this.worked = null;
  }

  raiseAll(hair: HairState): void {
    this.raise(hair.ids, hair);
    this.apply(hair);
  }

  /** Tells the models of all changes. Returns the places of the strands that begin to move by themselves. */
  apply(hair: HairState): readonly number[] {
    const { begun, pushed } = this.levels.takeTransition();
    this.begin(
      begun.filter((k) => !this.brought.has(hair.ids[k]!)),
      hair,
    );
    this.pushes.length = 0;
    if (pushed.size > 0) this.pushes.push(pushRows(pushed, hair));
    return begun;
  }

  /** What holds strands that have parted from others at their tips alone. */
  ties(hair: HairState): PointForces | null {
    return this.levels.front.ties ? this.levels.ties(this.withRoots(hair)) : null;
  }

  /** What gives leaders the momentum of strands that joined or left them in this step. */
  takePushes(): PointForces | undefined {
    return this.pushes.pop();
  }

  private begin(places: readonly number[], hair: HairState): void {
    const { groom } = hair;
    this.grooms.forEach((one, g) => {
      const own = places.filter((k) => (groom?.[k] ?? 0) === g && this.blocks.has(hair.ids[k]!));
      if (own.length === 0) return;
      const rows = (values: Float64Array): Float64Array =>
        Float64Array.from(own.flatMap((k) => [...values.subarray(3 * hair.first[k]!, 3 * hair.first[k + 1]!)]));
      const ids = Uint32Array.from(own, (k) => hair.ids[k]!);
      one.setState(ids, rows(hair.position), rows(hair.velocity), hair.time);
    });
  }
}

interface RootPart {
  readonly groom: SimulatedGroom;
  readonly ids: Uint32Array;
  readonly out: RootStates;
}

/** Forces that change velocities so within the step. */
function pushRows(
  pushed: ReadonlyMap<number, Float64Array>,
  { ids, first, s, inverseMass, dt }: HairState,
): PointForces {
  const places = [...pushed.keys()].sort((a, b) => ids[a]! - ids[b]!);
  const rows = places.flatMap((k) =>
    Array.from({ length: first[k + 1]! - first[k]! }, (_, i) => ({ k, i, node: first[k]! + i })).filter(
      ({ node }) => inverseMass[node]! > 0,
    ),
  );
  const count = rows.length;
  return {
    count,
    id: Uint32Array.from(rows, ({ k }) => ids[k]!),
    s: Float64Array.from(rows, ({ node }) => s[node]!),
    force: Float64Array.from(
      rows.flatMap(({ k, i, node }) => [0, 1, 2].map((c) => pushed.get(k)![3 * i + c]! / (inverseMass[node]! * dt))),
    ),
    anchor: new Float64Array(3 * count),
    stiffness: new Float64Array(6 * count),
    damping: new Float64Array(6 * count),
    isPlain: true,
  };
}
