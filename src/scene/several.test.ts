import { describe, expect, it } from 'vitest';
import { writeHair } from '../formats/index.ts';
import { expMap, rotate } from '../numeric/rotation.ts';
import { add, at, length, type Vec3 } from '../numeric/vector.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { prepareScene, type SceneInstance } from './instance.ts';
import { LiveScene } from './live.ts';
import { LiveHair } from './live-hair.ts';
import { parseScene } from './read-scene.ts';
import type { BodyInput, GroomInput } from './scene.fixture.ts';
import type { SceneInput } from './schema.ts';

const RADIUS = 0.05;

/** Hair of 4 cm that leaves the upper half of a ball obliquely. */
const hairs = strandsFromPolylines(
  Array.from({ length: 12 }, (_, k) => {
    const y = 0.95 - (0.9 * k) / 11;
    const [r, a] = [Math.sqrt(1 - y * y), 2.39996 * k];
    const n = [r * Math.cos(a), y, r * Math.sin(a)];
    return Array.from({ length: 8 }, (_, j) => {
      const s = (0.04 * j) / 7;
      return [n[0]! * (RADIUS + s) + 3 * s * s, n[1]! * (RADIUS + s), n[2]! * (RADIUS + s)];
    });
  }),
);
const bytes = writeHair('coat.hair', hairs);
const coat: GroomInput['source'] = { kind: 'file', file: 'coat.hair', unit: 1 };
const ball: BodyInput = { shape: { kind: 'sphere', radius: RADIUS } };

function instanceOf(bodies: BodyInput[], grooms: GroomInput[], more: Partial<SceneInput> = {}): SceneInstance {
  const scene = { format: 'pelage-scene', version: 2, name: 'balls', sleep: false, bodies, grooms, ...more };
  return prepareScene(parseScene(scene, 'balls'), { files: () => bytes });
}

/** Points of a groom's guides, which nobody has cut, after some steps. */
function pointsOf({ simulation }: SceneInstance, groom: number): Vec3[] {
  const { grooms, first, ids } = simulation;
  const all = new Float64Array(3 * first[ids.length]!);
  simulation.positionsAt(simulation.time, all);
  const { from, to } = grooms[groom]!;
  return Array.from({ length: first[to]! - first[from]! }, (_, p) => at(all, first[from]! + p));
}

const farthest = (a: readonly Vec3[], b: readonly Vec3[]): number =>
  a.reduce((most, p, i) => Math.max(most, length([p[0] - b[i]![0], p[1] - b[i]![1], p[2] - b[i]![2]])), 0);

describe('several grooms on several bodies', () => {
  const nod = { kind: 'head', name: 'nod', start: 0, amplitude: 0.5 } as const;

  it('move as each would alone, where they are far apart', () => {
    const far: BodyInput = {
      ...ball,
      name: 'far',
      position: [1, 0, 0],
      motion: { kind: 'head', name: 'shake', start: 0 },
    };
    const chain: GroomInput = { name: 'far hair', body: 'far', source: coat, model: { name: 'chain' } };
    const both = instanceOf([{ ...ball, motion: nod }, far], [{ body: 'body', source: coat }, chain]);
    const [one, other] = [instanceOf([{ ...ball, motion: nod }], [{ source: coat }]), instanceOf([far], [chain])];
    for (const { simulation } of [both, one, other]) simulation.advance(40);
    expect(pointsOf(both, 0)).toEqual(pointsOf(one, 0));
    expect(pointsOf(both, 1)).toEqual(pointsOf(other, 0));
    expect(both.simulation.grooms.map(({ name, model }) => [name, model.name])).toEqual([
      ['hair', 'rod'],
      ['far hair', 'chain'],
    ]);
    expect(new Set(both.simulation.ids).size).toBe(24);
  });

  it('touch each other where the scene says so, on one body and across bodies', () => {
    const shaken: BodyInput = { ...ball, motion: { kind: 'head', name: 'shake', start: 0 } };
    const beside: BodyInput = { ...ball, name: 'beside', position: [0.12, 0, 0] };
    const grooms: GroomInput[] = [
      { name: 'a', source: coat },
      { name: 'b', source: coat, model: { name: 'chain' } },
      { name: 'c', body: 'beside', source: coat },
    ];
    const apart = instanceOf([shaken, beside], grooms, { contact: { hair: [{ kind: 'contact', stiffness: 1 }] } });
    const through = instanceOf([shaken, beside], grooms);
    for (const { simulation } of [apart, through]) simulation.advance(30);
    for (const g of [0, 1, 2]) expect(farthest(pointsOf(apart, g), pointsOf(through, g))).toBeGreaterThan(1e-4);
  });

  it('keep out of all bodies, whichever they grow on', () => {
    const press: BodyInput = { ...ball, name: 'press', position: [0.03, 0.14, 0] };
    const keys = [{ time: 0 }, { time: 0.5, position: [0, -0.03, 0] as [number, number, number] }];
    const pressed = instanceOf(
      [ball, { ...press, motion: { kind: 'keys', keys } }],
      [
        { body: 'body', source: coat },
        { name: 'other', body: 'press', source: coat },
      ],
    );
    pressed.simulation.advance(60);
    for (const g of [0, 1])
      for (const body of pressed.bodies) {
        const { position } = body.state(pressed.simulation.time);
        const inside = pointsOf(pressed, g).filter((_, p) => p % 8 > 1);
        for (const p of inside)
          expect(length([p[0] - position[0], p[1] - position[1], p[2] - position[2]])).toBeGreaterThan(RADIUS - 5e-4);
      }
  });

  it('are all reached by a tool, and what is cut off stays with its groom', () => {
    const bodies: BodyInput[] = [ball, { ...ball, name: 'far', position: [0.2, 0, 0] }];
    const scene = parseScene(
      {
        ...{ format: 'pelage-scene', version: 2, bodies },
        grooms: [{ source: coat }, { name: 'far hair', body: 'far', source: coat, model: { name: 'chain' } }],
      },
      'balls',
    );
    const live = new LiveScene(scene, { files: () => bytes });
    live.take('scissors', { blades: 0.5, opening: 1.2 }, 'cut');
    for (let n = 0; n < 3; n++) {
      live.move({ origin: [-0.12, 0.07, 0], direction: [1, 0, 0], up: [0, 0, 1], press: 1, aperture: 1 });
      live.advance(2);
    }
    live.letGo();
    for (const { from, to } of live.instance.simulation.grooms) expect(to - from).toBeGreaterThan(12);
    const shown = live.instance.grooms.map((groom, g) => new LiveHair(groom, g, live.instance.simulation));
    for (const hair of shown) {
      expect(hair.isWhole).toBe(false);
      const points = new Float32Array(3 * hair.first.at(-1)!);
      hair.write(live.time, points);
      expect(points.every(Number.isFinite)).toBe(true);
    }
    while (live.undo());
    for (const hair of shown) expect(hair.isWhole).toBe(true);
  });
});

describe('a body of a scene', () => {
  it('carries its hair wherever it stands', () => {
    const rotation: Vec3 = [0.3, -0.5, 0.2];
    const position: Vec3 = [0.4, 0.1, -0.2];
    const still = { gravity: [0, 0, 0] as [number, number, number] };
    const toBodySpace = instanceOf([ball], [{ source: coat }], still);
    const away = instanceOf([{ ...ball, position: [...position], rotation: [...rotation] }], [{ source: coat }], still);
    const moved = pointsOf(toBodySpace, 0).map((p) => add(position, rotate(expMap(rotation), p)));
    expect(farthest(pointsOf(away, 0), moved)).toBeLessThan(1e-6);
    const { hair, guides } = away.grooms[0]!;
    const shown = new Float32Array(hair.strands.positions.length);
    hair.update(guides.positions, 0, shown);
    expect(farthest([at(shown, 5)], [moved[5]!])).toBeLessThan(1e-6);
    away.simulation.advance(10);
    expect(farthest(pointsOf(away, 0), moved)).toBeLessThan(1e-4);
  });

  it('rides on another, and turns about where it stands unless it is told about what', () => {
    const turn = { kind: 'head', name: 'turn', amplitude: 1, start: 0, period: 2 } as const;
    const { bodies } = instanceOf(
      [
        { ...ball, name: 'head', motion: turn },
        { ...ball, name: 'clip', on: 'head', position: [0.1, 0, 0] },
        { ...ball, name: 'ring', on: 'clip', position: [0.02, 0, 0] },
        { ...ball, name: 'top', position: [0.5, 0, 0], motion: turn },
        { ...ball, name: 'moon', position: [0.5, 0, 0], motion: { ...turn, pivot: [0, 0, 0] } },
      ],
      [{ source: coat }],
    );
    const [head, clip, ring, top, moon] = bodies.map((body) => body.state(1));
    const turned = (x: number): Vec3 => rotate(head!.orientation, [x, 0, 0]);
    expect(head!.position).toEqual([0, 0, 0]);
    expect(farthest([clip!.position, ring!.position], [turned(0.1), turned(0.12)])).toBeLessThan(1e-12);
    expect(farthest([top!.position], [[0.5, 0, 0]])).toBeLessThan(1e-12);
    expect(top!.orientation).toEqual(head!.orientation);
    expect(farthest([moon!.position], [turned(0.5)])).toBeLessThan(1e-12);
  });

  it('of another size is that size to hair that grows on it and to hair that touches it', () => {
    const half: BodyInput = { shape: { kind: 'sphere', radius: RADIUS / 2 }, scale: 2 };
    const scaled = instanceOf([half], [{ source: coat }]);
    const plain = instanceOf([ball], [{ source: coat }]);
    expect(
      farthest([at(scaled.bodies[0]!.mesh!.positions, 7)], [at(plain.bodies[0]!.mesh!.positions, 7)]),
    ).toBeLessThan(1e-7);
    for (const { simulation } of [scaled, plain]) simulation.advance(60);
    expect(farthest(pointsOf(scaled, 0), pointsOf(plain, 0))).toBeLessThan(1e-6);
  });

  it('that breathes takes the roots of its hair along', () => {
    const breathing = { amplitude: 0.3, period: 0.4, start: 0 };
    const instance = instanceOf([{ ...ball, breathing }], [{ source: coat }]);
    const sizes: number[] = [];
    for (let n = 0; n < 30; n++) {
      instance.simulation.advance(1);
      const mesh = instance.bodies[0]!.meshAt(instance.simulation.time)!;
      const size = length(at(mesh.positions, 0));
      sizes.push(size);
      const roots = pointsOf(instance, 0).filter((_, p) => p % 8 === 0);
      for (const root of roots) expect(Math.abs(length(root) - size)).toBeLessThan(2e-4);
    }
    expect(Math.max(...sizes)).toBeGreaterThan(1.1 * RADIUS);
  });

  it('moves where an event says so, and only that one', () => {
    const { bodies, setEvents } = instanceOf(
      [ball, { ...ball, name: 'other', position: [0.5, 0, 0] }],
      [{ source: coat }],
    );
    setEvents([{ kind: 'motion', step: 0, name: 'bounce', cycles: 1, body: 'other' }]);
    expect(bodies.map((body) => body.state(0.1).position[1] !== 0)).toEqual([false, true]);
    setEvents([{ kind: 'motion', step: 0, name: 'bounce', cycles: 1 }]);
    expect(bodies.map((body) => body.state(0.1).position[1] !== 0)).toEqual([true, false]);
  });
});
