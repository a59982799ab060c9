import { Box3, BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere } from 'three';
import type { Vec3 } from '../numeric/vector.ts';
import { boundsOf } from '../render/bounds.ts';
import { layersOf, widening } from '../render/stand-in.ts';
import { HAIR_LOOK_DEFAULTS } from '../shading/look.ts';
import { massColour, strandColours } from './strand-colours.ts';
import { writeLines, writeRibbons } from './write-points.ts';

/** Hair that a geometry is made of: `Strands` fits, and so does a message from a worker. */
export interface HairPoints {
  /** Strand i's points are first[i] .. first[i + 1]. */
  readonly first: Uint32Array;
  /** Three numbers a point, metres. */
  readonly positions: Float32Array | Float64Array;
  /** 0, 1, 2, … where absent; a strand's own tint follows it. */
  readonly id?: Uint32Array;
  /** `radius` (1) and `colour` (3, linear) are used where they are there. */
  readonly pointAttributes?: ReadonlyMap<string, { readonly size: number; readonly data: ArrayLike<number> }>;
}

/** A simulation, or what looks like one. */
export interface MovingHair {
  readonly first: Uint32Array;
  readonly ids: Uint32Array;
  readonly time: number;
  positionsAt(time: number, out: Float32Array | Float64Array): void;
}

export interface HairGeometryOptions {
  /** Strips that the hair material turns to the camera (for `Mesh`), or lines one pixel wide (for `LineSegments`). */
  readonly shape?: 'ribbons' | 'lines';
  /** Thickness of a drawn strand, metres; where absent the hair's own, or as wide as hides what is below. */
  readonly width?: number;
  /** Part of the thickness that is left at the tip, 0..1. */
  readonly tip?: number;
  /** Colour of a mass of the hair, linear; `massColour` tells it of a scene's look. Hair that brings its own keeps that. */
  readonly colour?: Vec3;
  /** How much pigment differs between strands: standard deviation of its logarithm. */
  readonly variation?: number;
  /** Pigment at the tip as a fraction of that at the root. */
  readonly tips?: number;
}

export const HAIR_GEOMETRY_DEFAULTS: Required<Omit<HairGeometryOptions, 'width'>> = Object.freeze({
  shape: 'ribbons',
  tip: 0.3,
  colour: massColour(HAIR_LOOK_DEFAULTS),
  variation: 0.15,
  tips: 0.8,
});

/** A head has about so many hairs of about this width, metres; fewer are drawn wider. */
const WHOLE_HEAD = 100_000;
const HAIR_WIDTH = 1e-4;

/**
 * Strands as three.js draws them. Attributes: `position` (3), `tangent` (3, towards the tip), `side` (1, ± half the width in
 * metres; ribbons only), `along` (1, 0 root .. 1 tip, by arc length) and `color` (3, linear). A ribbon has two vertices a
 * point, both on the strand: the material moves them apart. Bounds follow every update and contain the width.
 */
export class HairGeometry extends BufferGeometry {
  readonly isRibbons: boolean;
  readonly first: Uint32Array;
  /** Of the widest point, metres; 0 for lines. */
  readonly width: number;
  private readonly box = new Box3();
  private readonly sphere = new Sphere();

  constructor(hair: HairPoints, options: HairGeometryOptions = {}) {
    super();
    const settings = { ...HAIR_GEOMETRY_DEFAULTS, ...options };
    const { first, positions } = hair;
    checkOffsets(first, positions.length);
    this.first = first;
    this.isRibbons = settings.shape === 'ribbons';
    const points = positions.length / 3;
    const copies = this.isRibbons ? 2 : 1;
    const add = (name: string, size: number): Float32Array<ArrayBuffer> => {
      const array = new Float32Array(copies * points * size);
      this.setAttribute(name, new BufferAttribute(array, size));
      return array;
    };
    add('position', 3);
    add('tangent', 3);
    for (const name of ['position', 'tangent'] as const) this.moving(name).setUsage(DynamicDrawUsage);
    const along = arcFractions(first, positions);
    spread(along, 1, copies, add('along', 1));
    spread(strandColours(hair, along, settings), 3, copies, add('color', 3));
    this.width = this.isRibbons ? writeSides(hair, along, settings, add('side', 1)) : 0;
    this.setIndex(new BufferAttribute(this.isRibbons ? ribbonIndex(first) : lineIndex(first), 1));
    this.boundingBox = this.box;
    this.boundingSphere = this.sphere;
    this.update(positions);
  }

  /** The same strands at another moment: three numbers a point, as many as at first. Copied; nothing is allocated. */
  update(positions: Float32Array | Float64Array): this {
    const points = this.first[this.first.length - 1]!;
    if (positions.length !== 3 * points)
      throw new RangeError(
        `HairGeometry.update: ${positions.length} numbers, but the strands have ${points} points of three; make a new geometry for other strands`,
      );
    const position = this.moving('position');
    const tangent = this.moving('tangent');
    const write = this.isRibbons ? writeRibbons : writeLines;
    write(this.first, positions, position.array as Float32Array, tangent.array as Float32Array);
    position.needsUpdate = true;
    tangent.needsUpdate = true;
    this.measure(positions);
    return this;
  }

  private moving(name: 'position' | 'tangent'): BufferAttribute {
    return this.getAttribute(name) as BufferAttribute;
  }

  private measure(positions: Float32Array | Float64Array): void {
    const { box, sphere } = this;
    box.makeEmpty();
    const { min, max } = box;
    for (let i = 0; i < positions.length; i += 3) {
      const x = positions[i]!;
      const y = positions[i + 1]!;
      const z = positions[i + 2]!;
      if (x < min.x) min.x = x;
      if (y < min.y) min.y = y;
      if (z < min.z) min.z = z;
      if (x > max.x) max.x = x;
      if (y > max.y) max.y = y;
      if (z > max.z) max.z = z;
    }
    if (positions.length > 0) box.expandByScalar(0.5 * this.width);
    // The corner of the box is a little farther than the farthest point, and costs no second pass.
    box.getBoundingSphere(sphere);
  }
}

/** Strands, or what a simulation shows now, as geometry. */
export function hairGeometry(hair: HairPoints | MovingHair, options: HairGeometryOptions = {}): HairGeometry {
  if (!('positionsAt' in hair)) return new HairGeometry(hair, options);
  const positions = new Float32Array(3 * hair.first[hair.first.length - 1]!);
  hair.positionsAt(hair.time, positions);
  return new HairGeometry({ first: hair.first, id: hair.ids, positions }, options);
}

function checkOffsets(first: Uint32Array, numbers: number): void {
  if (first.length === 0 || first[0] !== 0 || 3 * first[first.length - 1]! !== numbers)
    throw new RangeError(
      `hairGeometry: first must run from 0 to the number of points (${numbers / 3}), it ends at ${first[first.length - 1]}`,
    );
}

/** How far along its strand every point is, 0..1. */
function arcFractions(first: Uint32Array, positions: ArrayLike<number>): Float32Array {
  const along = new Float32Array(positions.length / 3);
  for (let k = 0; k + 1 < first.length; k++) {
    const end = first[k + 1]!;
    for (let p = first[k]! + 1; p < end; p++) along[p] = along[p - 1]! + distanceBefore(positions, p);
    const length = along[end - 1]!;
    if (length > 0) for (let p = first[k]!; p < end; p++) along[p]! /= length;
  }
  return along;
}

const distanceBefore = (positions: ArrayLike<number>, p: number): number =>
  Math.hypot(
    positions[3 * p]! - positions[3 * p - 3]!,
    positions[3 * p + 1]! - positions[3 * p - 2]!,
    positions[3 * p + 2]! - positions[3 * p - 1]!,
  );

/** Every point's numbers, `copies` times. */
function spread(values: Float32Array, size: number, copies: number, out: Float32Array): void {
  for (let p = 0; p * size < values.length; p++)
    for (let copy = 0; copy < copies; copy++)
      for (let c = 0; c < size; c++) out[(copies * p + copy) * size + c] = values[size * p + c]!;
}

/** Writes ± half the width of every point and gives the largest width. */
function writeSides(
  hair: HairPoints,
  along: Float32Array,
  { width, tip }: { readonly width?: number | undefined; readonly tip: number },
  out: Float32Array,
): number {
  const radius = width === undefined ? hair.pointAttributes?.get('radius')?.data : undefined;
  const whole = width ?? (radius ? 0 : chosenWidth(hair));
  let widest = 0;
  for (let p = 0; p < along.length; p++) {
    const half = radius ? radius[p]! : 0.5 * whole * (1 + (tip - 1) * along[p]!);
    out[2 * p] = -half;
    out[2 * p + 1] = half;
    widest = Math.max(widest, 2 * half);
  }
  return widest;
}

/** As wide as so few strands must be to hide what all of them would. */
function chosenWidth({ first, positions }: HairPoints): number {
  const strands = Math.max(1, first.length - 1);
  let length = 0;
  for (let k = 0; k + 1 < first.length; k++)
    for (let p = first[k]! + 1; p < first[k + 1]!; p++) length += distanceBefore(positions, p);
  const layers = layersOf(WHOLE_HEAD, length / strands, HAIR_WIDTH, boundsOf(positions));
  return HAIR_WIDTH * widening(Math.max(1, WHOLE_HEAD / strands), layers, HAIR_WIDTH);
}

const edgeCount = (first: Uint32Array): number => {
  let edges = 0;
  for (let k = 0; k + 1 < first.length; k++) edges += Math.max(0, first[k + 1]! - first[k]! - 1);
  return edges;
};

function ribbonIndex(first: Uint32Array): Uint32Array {
  const index = new Uint32Array(6 * edgeCount(first));
  let at = 0;
  for (let k = 0; k + 1 < first.length; k++)
    for (let p = first[k]!; p + 1 < first[k + 1]!; p++) {
      const v = 2 * p;
      index[at++] = v;
      index[at++] = v + 1;
      index[at++] = v + 2;
      index[at++] = v + 2;
      index[at++] = v + 1;
      index[at++] = v + 3;
    }
  return index;
}

function lineIndex(first: Uint32Array): Uint32Array {
  const index = new Uint32Array(2 * edgeCount(first));
  let at = 0;
  for (let k = 0; k + 1 < first.length; k++)
    for (let p = first[k]!; p + 1 < first[k + 1]!; p++) {
      index[at++] = p;
      index[at++] = p + 1;
    }
  return index;
}
