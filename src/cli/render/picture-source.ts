import type { HairAnimation } from '../../formats/index.ts';
import type { DrawnGroom, Renderer } from '../../render/index.ts';
import { Accessories, DrawnAccessories } from '../../scene/accessories.ts';
import { groomLookOf } from '../../scene/appearance.ts';
import { animationTime } from '../../scene/film-time.ts';
import { GROOM } from '../../scene/groom-files.ts';
import type { GroomInstance } from '../../scene/groom-instance.ts';
import type { SceneGroom } from '../../scene/groom-schema.ts';
import type { SceneInstance } from '../../scene/instance.ts';
import { LiveHair } from '../../scene/live-hair.ts';
import { lookWithOwn, ownLook } from '../../scene/own-look.ts';
import type { Scene } from '../../scene/schema.ts';
import { InputError } from '../../strands/input-error.ts';
import { selectStrands } from '../../strands/selection.ts';
import { type Strands, strandCount } from '../../strands/strands.ts';
import type { SimulatedFrame } from '../frames.ts';
import { ShownFrame } from '../shown-frame.ts';
import { type PoolOptions, poolSize, simulateFrames } from '../worker-pool.ts';
import { drawScene, hairShower, LiveShower } from './drawn-scene.ts';

/** What is drawn, at rising times. */
export interface PictureSource {
  readonly strands: number;
  /** Sentences about how it is drawn. */
  readonly notes?: readonly string[];
  /** Puts bodies and hair into the picture. */
  begin(renderer: Renderer): void;
  /** What shows each moment, in the picture that was begun. */
  moments(times: readonly number[]): AsyncGenerator<() => void>;
}

const shownStrands = ({ grooms }: SceneInstance): number =>
  grooms.reduce((sum, { hair }) => sum + strandCount(hair.strands), 0);

/** Simulates a scene, or finds what was simulated before. At time 0 nothing has moved, so the simulation is not even made. */
export function sceneSource(instance: SceneInstance, run: PicturedRun): PictureSource {
  const workers = poolSize(instance.scene, run.workers);
  const isStill = (times: readonly number[]): boolean =>
    instance.scene.strokes.length === 0 && times.every((time) => time === 0);
  return framesSource(instance, (times) =>
    isStill(times) ? groomedFrames(instance, times) : simulateFrames(instance, { ...run, times, workers }),
  );
}

/** How pictures are simulated; as many threads as help where nobody says. */
export type PicturedRun = Omit<PoolOptions, 'workers'> & { readonly workers?: number | undefined };

async function* groomedFrames({ grooms }: SceneInstance, times: readonly number[]): AsyncGenerator<SimulatedPoints> {
  const positions = joined(grooms.map(({ guides }) => guides.positions));
  for (const _ of times) yield { positions };
}

type SimulatedPoints = Pick<SimulatedFrame, 'positions'>;

/** A scene at the times of frames that somebody has: what is cut, has grown, is wet or coloured where tools were at work. */
export function framesSource(
  instance: SceneInstance,
  frames: (times: readonly number[]) => AsyncIterable<SimulatedPoints | SimulatedFrame>,
): PictureSource {
  if (instance.scene.strokes.length > 0)
    return liveSource(instance, frames as (times: readonly number[]) => AsyncIterable<SimulatedFrame>);
  let show: (guides: Float32Array, time: number) => void = () => {};
  return {
    strands: shownStrands(instance),
    notes: instance.grooms.flatMap(describeOwn),
    begin: (renderer) => {
      show = sceneShower(renderer, instance);
    },
    async *moments(times) {
      let k = 0;
      for await (const { positions } of frames(times)) {
        const time = times[k++]!;
        yield () => show(positions, time);
      }
    },
  };
}

/** Shows all bodies and, from the guides of all grooms one after another, all hair. */
function sceneShower(renderer: Renderer, instance: SceneInstance): (guides: Float32Array, time: number) => void {
  const { bodies, grooms } = drawScene(renderer, instance);
  const showers = instance.grooms.map((groom, g) => hairShower(groom, grooms[g]!));
  return (guides, time) => {
    for (const body of bodies) body.setTime(time);
    let from = 0;
    instance.grooms.forEach((groom, g) => {
      const to = from + groom.guides.positions.length;
      showers[g]!(guides.subarray(from, to), time);
      from = to;
    });
  };
}

/** How hair is drawn that has a look of its own. */
function describeOwn({ ownLook: own, declared: { source } }: GroomInstance): string[] {
  if (!own || source.kind !== 'file') return [];
  const has = [
    ...(own.colour ? ['colour'] : []),
    ...(own.strandWidth === null ? [] : [`thickness (${Number((1000 * own.strandWidth).toPrecision(2))} mm)`]),
  ];
  return has.length === 0
    ? []
    : [`${source.file}: drawn in its own ${has.join(' and ')}; --look scene draws it in another`];
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function liveSource(
  instance: SceneInstance,
  frames: (times: readonly number[]) => AsyncIterable<SimulatedFrame>,
): PictureSource {
  const state = new ShownFrame(instance.scene.strokes);
  let show: (time: number) => void = () => {};
  return {
    strands: shownStrands(instance),
    notes: instance.grooms.flatMap(describeOwn),
    begin: (renderer) => {
      const { bodies, grooms } = drawScene(renderer, instance);
      const showers = instance.grooms.map(
        (groom, g) => new LiveShower(groom, new LiveHair(groom, g, state), grooms[g]!),
      );
      const accessories = new Accessories(state, instance.bodies);
      const accessoryBodies = new DrawnAccessories(renderer);
      show = (time) => {
        for (const body of bodies) body.setTime(time);
        for (const shower of showers) shower.show(time);
        accessoryBodies.set(accessories.list);
        accessoryBodies.setPoses(accessories.poses(time));
      };
    },
    async *moments(times) {
      let k = 0;
      for await (const frame of frames(times)) {
        const time = times[k++]!;
        state.show(frame, time);
        yield () => show(time);
      }
    },
  };
}

/** What the hair of an animation is drawn as, and what is drawn with it. */
interface AnimationDrawing {
  readonly grooms: readonly DrawnGroom[];

  setTime(time: number): void;
}

/** Puts so many grooms into a picture. */
export type AnimationPlace = (renderer: Renderer, grooms: number) => AnimationDrawing;

/** An animation with the looks of a scene's grooms, and its bodies where there are any. */
export function animationIn(scene: Scene, instance: SceneInstance | null): AnimationPlace {
  return (renderer, count) => {
    const drawn = instance && drawScene(renderer, instance);
    const grooms = Array.from({ length: count }, (_, g) => {
      const own = drawn?.grooms[g];
      if (own) return own;
      const more = renderer.addGroom();
      more.setLook(groomLookOf(scene.grooms[g] ?? scene.grooms[0]!));
      return more;
    });
    return {
      grooms,
      setTime: (time) => {
        for (const body of drawn?.bodies ?? []) body.setTime(animationTime(scene, time));
      },
    };
  };
}

/** How the grooms of an animation look instead of as their place says. */
export type AnimationLook = (groom: number) => SceneGroom['look'];

/**
 * An animation that was made before, from its first frame on. In between, points lie on straight lines between frames. With a look its
 * strands have their own colours over it; thicknesses are chosen by their number, because an animation is often of guides alone.
 */
export function animationSource(
  name: string,
  animation: HairAnimation,
  place: AnimationPlace,
  look: AnimationLook | null,
): PictureSource {
  const parts = partsOf(animation);
  const own = parts.map(({ strands }) => (look ? { ...ownLook(strands), strandWidth: null } : null));
  let drawn: AnimationDrawing | null = null;
  return {
    strands: strandCount(animation.strands),
    notes: own.some((one) => one?.colour) ? [`${name}: drawn in its own colour; --look scene draws it in another`] : [],
    begin: (renderer) => {
      drawn = place(renderer, parts.length);
      parts.forEach(({ strands: { first, id } }, g) => {
        const groom = drawn!.grooms[g]!;
        groom.setStrands(first, id);
        if (!own[g]?.colour) return;
        groom.setLook(groomLookOf({ look: lookWithOwn(look!(g), own[g]) }));
        groom.setColours(own[g].colours);
      });
    },
    async *moments(times) {
      for (const { time, positions } of framesAt(name, animation, times))
        yield () => {
          drawn!.setTime(time);
          parts.forEach(({ from, to }, g) => {
            drawn!.grooms[g]!.setPositions(positions.subarray(3 * from, 3 * to));
          });
        };
    },
  };
}

interface AnimationPart {
  /** As they are at the start. */
  readonly strands: Strands;
  /** Points of the animation. */
  readonly from: number;
  readonly to: number;
}

/** The strands of an animation by groom, which follow one another. */
function partsOf({ strands }: HairAnimation): AnimationPart[] {
  const { first, id } = strands;
  const groom = strands.strandAttributes.get(GROOM)?.data ?? new Uint32Array(id.length);
  const parts: AnimationPart[] = [];
  const add = (from: number, to: number): void => {
    const index = Uint32Array.from({ length: to - from }, (_, k) => from + k);
    parts.push({ strands: selectStrands(strands, index), from: first[from]!, to: first[to]! });
  };
  for (let k = 0; k < id.length; ) {
    let end = k;
    while (end < id.length && groom[end] === groom[k]) end++;
    // A groom without strands in the animation keeps its place.
    while (parts.length < groom[k]!) add(k, k);
    add(k, end);
    k = end;
  }
  return parts;
}

/** All points of an animation at rising times. */
function* framesAt(
  name: string,
  animation: HairAnimation,
  times: readonly number[],
): Generator<{ time: number; positions: Float32Array }> {
  const { times: stamps } = animation;
  const last = stamps.length - 1;
  const positions = new Float32Array(animation.strands.positions.length);
  let held = -1;
  let a: Float32Array = positions;
  let b: Float32Array = positions;
  for (const time of times) {
    const at = time + stamps[0]!;
    const step = stamps[last]! - stamps[last - 1]!;
    if (at >= stamps[last]! + (1 - 1e-6) * step)
      throw new InputError(
        'cache/short',
        `${name} holds ${stamps.length} frames and ends at ${(stamps[last]! - stamps[0]!).toFixed(3)} s; nothing is there at ${time.toFixed(3)} s`,
      );
    let k = Math.max(0, held);
    while (k < last && stamps[k + 1]! <= at + 1e-6 * step) k++;
    if (k !== held) {
      a = k === held + 1 && held >= 0 ? b : animation.frame(k);
      b = k < last ? animation.frame(k + 1) : a;
      held = k;
    }
    const t = k < last ? Math.max(0, (at - stamps[k]!) / (stamps[k + 1]! - stamps[k]!)) : 0;
    for (let i = 0; i < positions.length; i++) positions[i] = a[i]! + t * (b[i]! - a[i]!);
    yield { time, positions };
  }
}
