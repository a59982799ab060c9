import type { Vec3 } from '../../../src/numeric/vector.ts';
import type { OrbitCamera, Size } from '../../../src/render/index.ts';
import { type Pose, poseOf } from '../../../src/salon/stroke.ts';
import type { StrokeEffect } from '../../../src/salon/tool.ts';
import type { HandSample } from '../../../src/scene/live.ts';
import type { Scaled, StudioTool } from '../tools/catalogue.ts';
import { PLAIN_TOUCH, sampleAt, type Touch } from './grip.ts';
import { alongRay, axesOf, rayThrough } from './ray.ts';
import type { Scenery } from './scenery.ts';

/** A tool in the hand, and how it is set. */
export interface Held {
  readonly tool: StudioTool;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the other hand does the same on the other side. */
  readonly isMirrored?: boolean;
}

/** Who does what the hand does. */
export interface Stylist {
  take(tool: string, parameters: Record<string, unknown>, label: string, isMirrored?: boolean): void;
  move(samples: readonly HandSample[]): void;
  letGo(): void;
}

export interface HandPlace {
  readonly camera: OrbitCamera;
  readonly size: Size;
}

/** What is drawn of the hand. */
export interface HandView {
  readonly tool: StudioTool;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly pose: Pose;
  /** The same of the other hand, where it works too. */
  readonly other: Pose | null;
  /** Where it went in this stroke. */
  readonly trail: readonly Vec3[];
  /** Where it points at. */
  readonly place: Vec3;
  readonly isHolding: boolean;
  /** What the stroke has done so far; null before anything is known. */
  readonly effect: StrokeEffect | null;
}

/** Of the way to a new depth that a stroke goes with each reading: the surface of hair has gaps, a hand has none. */
const DEPTH_EASE = 0.35;

/**
 * The hand on the page: a place in the picture becomes a place in the world and a reading of the tool there. Pointer,
 * keyboard and tests use it alike.
 */
export class Hand {
  held: Held | null = null;
  /** Turned about the tool's axis by the person, radian; and how far the tool is open, 0..1. */
  roll = 0;
  aperture = 1;
  readonly #scenery: Scenery;
  readonly #stylist: Stylist;
  readonly #place: () => HandPlace;
  /** Told when a gesture makes the tool larger or stronger. */
  onScale: (what: Scaled, factor: number) => void = () => {};
  #depth = 0;
  /** Where it was shown last. */
  #last = { x: 0, y: 0 };
  /** Moved nearer or farther by the person during a stroke. */
  #push = 0;
  #view: HandView | null = null;
  #trail: Vec3[] = [];
  #isHolding = false;
  readonly #listeners = new Set<() => void>();

  constructor(scenery: Scenery, stylist: Stylist, place: () => HandPlace) {
    this.#scenery = scenery;
    this.#stylist = stylist;
    this.#place = place;
  }

  /** What the simulation says about the stroke that is under way. */
  set effect(effect: StrokeEffect | null) {
    if (!this.#isHolding || !this.#view) return;
    this.#view = { ...this.#view, effect };
    this.#tell();
  }

  get isHolding(): boolean {
    return this.#isHolding;
  }

  get view(): HandView | null {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether a tool would meet hair or skin there. */
  meets(x: number, y: number): boolean {
    const { camera, size } = this.#place();
    if (this.held?.tool.isDrawn) return true;
    return this.held !== null && this.#scenery.pick(rayThrough(camera, x, y, size)) !== null;
  }

  /** Shows the tool at a place without using it. */
  hover(x: number, y: number, touch: Touch = PLAIN_TOUCH): void {
    if (!this.held || this.#isHolding) return;
    const { camera, size } = this.#place();
    const ray = rayThrough(camera, x, y, size);
    const hit = this.held.tool.isForSkin ? this.#scenery.pickBody(ray) : this.#scenery.pick(ray);
    if (!hit) {
      this.hide();
      return;
    }
    this.#depth = hit.distance;
    this.#read(x, y, touch);
  }

  /** The place in the picture nearest to the given one where a tool meets hair; the given one where there is none. */
  nearestHair(x: number, y: number): { readonly x: number; readonly y: number } {
    const { camera, size } = this.#place();
    const step = 0.03 * size.height;
    for (let ring = 0; ring * step < 0.5 * size.height; ring++)
      for (let n = 0; n < Math.max(1, 8 * ring); n++) {
        const turn = (2 * Math.PI * n) / Math.max(1, 8 * ring);
        const place = { x: x + ring * step * Math.cos(turn), y: y + ring * step * Math.sin(turn) };
        if (this.#scenery.pick(rayThrough(camera, place.x, place.y, size))?.on === 'hair') return place;
      }
    return { x, y };
  }

  /** Shows the tool as it is now, where it was. */
  refresh(): void {
    if (this.#view && !this.#isHolding) this.#read(this.#last.x, this.#last.y, PLAIN_TOUCH);
  }

  hide(): void {
    if (this.#isHolding || !this.#view) return;
    this.#view = null;
    this.#tell();
  }

  /** Begins a stroke. Where nothing is met, the tool is as far away as what the camera looks at. */
  take(x: number, y: number, touch: Touch = PLAIN_TOUCH): void {
    const { held } = this;
    if (!held || this.#isHolding) return;
    const { camera, size } = this.#place();
    const ray = rayThrough(camera, x, y, size);
    const hit = held.tool.isForSkin ? this.#scenery.pickBody(ray) : this.#scenery.pick(ray);
    this.#depth = hit?.distance ?? camera.distance;
    this.#push = 0;
    this.#isHolding = true;
    this.#trail = [];
    const { tool, parameters, isMirrored } = held;
    this.#stylist.take(tool.name, { ...tool.settings, ...parameters }, tool.title, isMirrored);
    this.#stylist.move([this.#read(x, y, touch)]);
  }

  move(places: readonly { readonly x: number; readonly y: number; readonly touch: Touch }[]): void {
    if (!this.#isHolding || !this.held) return;
    this.#stylist.move(
      places.map(({ x, y, touch }) => {
        this.#follow(x, y);
        return this.#read(x, y, touch);
      }),
    );
  }

  /** Moves the tool away from the eye while it is held. */
  push(metres: number): void {
    this.#push += metres;
  }

  letGo(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    if (this.#view) this.#view = { ...this.#view, isHolding: false, effect: null };
    this.#stylist.letGo();
    this.#tell();
  }

  /** Follows the surface; a hand that holds hair stays in its plane, or it would climb the hair that it moves. */
  #follow(x: number, y: number): void {
    const { tool } = this.held!;
    if (tool.name === 'grab') return;
    const { camera, size } = this.#place();
    const ray = rayThrough(camera, x, y, size);
    const hit = tool.isForSkin ? this.#scenery.pickBody(ray) : this.#scenery.pick(ray);
    if (hit) this.#depth += DEPTH_EASE * (hit.distance - this.#depth);
  }

  #read(x: number, y: number, touch: Touch): HandSample {
    const { tool, parameters, isMirrored } = this.held!;
    const { camera, size } = this.#place();
    const ray = rayThrough(camera, x, y, size);
    this.#last = { x, y };
    const place = alongRay(ray, this.#depth + this.#push);
    const sample = sampleAt(place, ray, axesOf(camera), tool.grip(parameters), {
      ...touch,
      roll: touch.roll + this.roll,
      aperture: touch.aperture * this.aperture,
    });
    const pose = poseOf({ ...sample, step: 0 });
    const effect = this.#isHolding ? (this.#view?.effect ?? null) : null;
    if (this.#isHolding) this.#trail.push(place);
    const other = isMirrored ? this.#scenery.mirrored(pose) : null;
    this.#view = {
      tool,
      parameters,
      pose,
      other,
      trail: this.#isHolding ? this.#trail : [],
      place,
      isHolding: this.#isHolding,
      effect,
    };
    this.#tell();
    return sample;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
