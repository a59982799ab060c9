import { absorptionOfColour } from '../shading/pigment.ts';
import { type Attribute, type Strands, strandCount } from '../strands/strands.ts';
import type { SceneGroom } from './groom-schema.ts';

/** What strands themselves say of how they look: files give them colours and thicknesses. */
export interface OwnLook {
  /** Mean thickness, metres; null where they have none. */
  readonly strandWidth: number | null;
  /** Mean colour of a mass of them, linear; null where they have none. */
  readonly colour: readonly [number, number, number] | null;
  /** By how much each strand's colour differs from the mean, three factors a strand. */
  readonly colours: Float32Array | null;
}

/** Thicknesses outside are no fibre's: some files write 1 where they do not know. */
const THINNEST = 2e-6;
const THICKEST = 0.005;

/** What is not above this, of 1, is black: factors of it mean nothing. */
const BLACK = 1e-3;

/** The look that strands bring. Colours and thicknesses that differ along a strand count by their mean. */
export function ownLook(strands: Strands): OwnLook {
  const radius = strandMeans(strands, 'radius', 1);
  const colour = strandMeans(strands, 'colour', 3);
  const width = radius ? 2 * mean(radius, 1, 0) : 0;
  return {
    strandWidth: width >= THINNEST && width <= THICKEST ? width : null,
    ...(colour ? aroundTheMean(colour) : { colour: null, colours: null }),
  };
}

/** The declared look with what strands say in place of it. */
export function lookWithOwn(look: SceneGroom['look'], { strandWidth, colour }: OwnLook): SceneGroom['look'] {
  const absorption = colour && [...absorptionOfColour([...colour], look.roundness)];
  return {
    ...look,
    ...(strandWidth === null ? {} : { strandWidth }),
    ...(absorption ? { colour: { kind: 'absorption', absorption: absorption as [number, number, number] } } : {}),
  };
}

function aroundTheMean(colours: Float32Array): Pick<OwnLook, 'colour' | 'colours'> {
  const colour = [0, 1, 2].map((c) => Math.max(BLACK, mean(colours, 3, c))) as [number, number, number];
  return { colour, colours: colours.map((value, i) => Math.max(0, value) / colour[i % 3]!) };
}

/** The mean of an attribute over each strand's points; null where there is none of that size. */
function strandMeans(strands: Strands, name: string, size: number): Float32Array | null {
  const { first, strandAttributes, pointAttributes } = strands;
  const count = strandCount(strands);
  const has = (attribute: Attribute | undefined): attribute is Attribute => attribute?.size === size && count > 0;
  const ofStrands = strandAttributes.get(name);
  if (has(ofStrands)) return Float32Array.from(ofStrands.data);
  const ofPoints = pointAttributes.get(name);
  if (!has(ofPoints)) return null;
  const means = new Float32Array(size * count);
  for (let k = 0; k < count; k++)
    for (let point = first[k]!; point < first[k + 1]!; point++)
      for (let c = 0; c < size; c++)
        means[size * k + c]! += ofPoints.data[size * point + c]! / (first[k + 1]! - first[k]!);
  return means;
}

function mean(rows: Float32Array, size: number, c: number): number {
  let sum = 0;
  for (let i = c; i < rows.length; i += size) sum += rows[i]!;
  return (sum * size) / rows.length;
}
