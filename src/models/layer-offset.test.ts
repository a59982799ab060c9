import { describe, expect, it } from 'vitest';
import { restMotion } from '../body/motion.ts';
import { sphereSolid } from '../body/solids.ts';
import { solidCollider } from '../contact/bodies/collider.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import { findHairBelow } from './layer-offset.ts';

const RADIUS = 0.1;
const LAYER = { thickness: 0.0015, layerOffset: 0.05 };
const ball = solidCollider({ name: 'ball', friction: 0, solid: sphereSolid(RADIUS), motion: restMotion() });
const obstacles = new BodyObstacles([ball]);

/** A straight strand from 2 mm above the ball whose direction has this product with the normal at its root. */
function strandAt(product: number, nodes = 8): Float64Array {
  const across = Math.sqrt(1 - product * product);
  const x = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++) x.set([RADIUS + 0.002 + 0.003 * i * product, 0.003 * i * across, 0], 3 * i);
  return x;
}

const gapOf = (x: Float64Array, i: number): number =>
  Math.sqrt(x[3 * i]! ** 2 + x[3 * i + 1]! ** 2 + x[3 * i + 2]! ** 2) - RADIUS;

describe('the distance that a strand keeps for the hair below it', () => {
  it('is the groomed one where it lies along the skin, which carries it there', () => {
    const x = strandAt(0.1);
    const { clearance, normal } = findHairBelow(x, obstacles, 0, LAYER);
    for (let i = 0; i < clearance.length; i++) expect(clearance[i]).toBeCloseTo(gapOf(x, i), 12);
    expect(normal.some((value) => value !== 0)).toBe(true);
  });

  it('is its own thickness where it stands straight out: nothing lies below, and no force pulls along the fibre', () => {
    const { clearance, normal } = findHairBelow(strandAt(1), obstacles, 0, LAYER);
    expect([...clearance]).toEqual([...clearance].fill(LAYER.thickness));
    expect([...normal]).toEqual([...normal].fill(0));
  });

  it('falls steadily from the one to the other', () => {
    const kept = [0.4, 0.5, 0.6, 0.7, 0.8].map(
      (product) => findHairBelow(strandAt(product), obstacles, 0, LAYER).clearance[0]!,
    );
    for (let k = 1; k < kept.length; k++) expect(kept[k]).toBeLessThanOrEqual(kept[k - 1]!);
    expect(kept[0]).toBeGreaterThan(kept.at(-1)!);
  });

  it('knows where strands begin: two in one array are each as they are alone', () => {
    const [lying, standing] = [strandAt(0.1), strandAt(1)];
    const both = Float64Array.of(...lying, ...standing);
    const { clearance } = findHairBelow(both, obstacles, 0, LAYER, [0, 8, 16]);
    expect(clearance.slice(0, 8)).toEqual(findHairBelow(lying, obstacles, 0, LAYER).clearance);
    expect(clearance.slice(8)).toEqual(findHairBelow(standing, obstacles, 0, LAYER).clearance);
  });
});
