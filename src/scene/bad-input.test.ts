import { describe, expect, it } from 'vitest';
import type { RigidState } from '../body/motion.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { at, distance, subtract } from '../numeric/vector.ts';
import { prepareScene } from './instance.ts';
import { type OneGroom, oneGroomScene } from './scene.fixture.ts';

const FRAME = 1 / 24;
const POP = 8;
const FRAMES = 16;

type Body = NonNullable<OneGroom['body']>;

/** A ball with short hair whose animation is of frames, as a film's is. */
const popping = (x: number, turn: number): Body => ({
  shape: { kind: 'sphere', radius: 0.1 },
  motion: {
    kind: 'keys',
    keys: Array.from({ length: FRAMES + 2 }, (_, k) => ({
      time: k * FRAME,
      position: [k < POP ? 0 : x, 0, 0] as [number, number, number],
      rotation: [0, k < POP ? 0 : turn, 0] as [number, number, number],
    })),
  },
});

/** The farthest that any point goes in a frame, seen from its body, and what was told. */
function watch(body: Body, others: OneGroom['others'] = []) {
  const scene = oneGroomScene({
    body,
    others,
    groom: { source: { kind: 'coat', change: { length: { base: 0.08 } } }, guides: 10, strands: 0 },
    contact: { hair: [] },
  });
  const { simulation, bodies } = prepareScene(scene);
  const points = new Float64Array(3 * simulation.first.at(-1)!);
  const local = ({ position, orientation }: RigidState): Float64Array => {
    const out = new Float64Array(points.length);
    for (let i = 0; i < points.length / 3; i++)
      out.set(rotate(conjugate(orientation), subtract(at(points, i), position)), 3 * i);
    return out;
  };
  let farthest = 0;
  let before: Float64Array | null = null;
  for (let frame = 0; frame < FRAMES; frame++) {
    simulation.advanceTo(frame * FRAME);
    simulation.positionsAt(frame * FRAME, points);
    const now = local(bodies[0]!.state(frame * FRAME));
    for (let i = 0; before && i < points.length / 3; i++)
      farthest = Math.max(farthest, distance(at(now, i), at(before, i)));
    before = now;
  }
  return { farthest, events: simulation.events, ids: [...simulation.ids] };
}

describe('bad input', () => {
  it.each([
    ['moves by 30 cm', 0.3, 0],
    ['moves by a metre', 1, 0],
    ['turns right round', 0, 3],
  ])('of animation that %s in a frame moves no hair by a centimetre, and every strand is told of', (_, x, turn) => {
    const { farthest, events, ids } = watch(popping(x, turn));
    expect(farthest).toBeLessThan(0.01);
    const pops = events.filter(({ kind }) => kind === 'teleport');
    expect(pops.length).toBeGreaterThan(0);
    for (const { strands } of pops) expect([...strands]).toEqual(ids);
    for (const { detail } of pops) expect(detail).toMatch(/^the body .* in (a frame|one step); hair was carried along/);
  });

  it('of motion that is fast and no pop is let be', () => {
    const { events } = watch({
      shape: { kind: 'sphere', radius: 0.1 },
      motion: { kind: 'head', name: 'shake', amplitude: 0.6, period: 0.4, cycles: 4, start: 0 },
    });
    expect(events.filter(({ kind }) => kind === 'teleport')).toEqual([]);
  });

  it('of a root inside another body, which moves on it, moves no hair by a centimetre, and the strands are named', () => {
    const bun = {
      name: 'bun',
      shape: { kind: 'sphere', radius: 0.06 },
      position: [0, 0.1, 0],
      motion: { kind: 'head', name: 'shake', amplitude: 0.4, period: 0.6, cycles: 2 },
    } satisfies NonNullable<OneGroom['others']>[number];
    const { farthest, events } = watch({ shape: { kind: 'sphere', radius: 0.1 } }, [bun as never]);
    expect(farthest).toBeLessThan(0.01);
    const buried = events.filter(({ kind }) => kind === 'buried');
    expect(buried.length).toBeGreaterThan(0);
    for (const { strands } of buried) expect(strands.length).toBeGreaterThan(0);
  });
});
