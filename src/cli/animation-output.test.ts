import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHair } from '../formats/index.ts';
import { sceneFromHair } from '../scene/from-hair.ts';
import type { SceneInstance } from '../scene/instance.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { AnimationOutput } from './animation-output.ts';
import { fakeContext, scratchFolder } from './context.fixture.ts';
import type { SimulatedFrame } from './frames.ts';

const guides = strandsFromPolylines([
  [
    [0, 0, 0],
    [0, 1, 0],
  ],
]);
const shown = strandsFromPolylines([
  [
    [0, 0, 0],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [1, 1, 0],
  ],
]);

const scene = sceneFromHair('x.hair');

/** A scene whose strands are the guide and its neighbour at a distance of one plus the time. */
const instance = {
  scene,
  grooms: [
    {
      name: 'hair',
      declared: scene.grooms[0],
      look: scene.grooms[0]!.look,
      fibre: { radius: 4e-5 },
      guides,
      hair: {
        strands: shown,
        update: (positions: Float32Array, time: number, out: Float32Array) => {
          out.set(positions);
          out.set(
            positions.map((value, i) => (i % 3 === 0 ? value + 1 + time : value)),
            6,
          );
        },
      },
    },
  ],
} as unknown as SceneInstance;

const frame = (steps: number, events = 0): SimulatedFrame => ({
  ids: guides.id,
  first: guides.first,
  grooms: [{ from: 0, to: 1 }],
  salon: new Uint8Array(0),
  positions: Float32Array.from([0, 0, 0, 0, 1, steps]),
  steps,
  strain: 0.01 * steps,
  solves: 3 * steps,
  helped: 0,
  events: Array.from({ length: events }, () => ({ step: steps, kind: 'retry' as const, strands: [0], detail: 'x' })),
});

describe('Animation', () => {
  it('writes frames from 1 with at least four digits, guides alone', () => {
    const cwd = scratchFolder();
    const animation = new AnimationOutput(fakeContext({ cwd }), '.', 2, instance, false);
    animation.add(frame(0), 0);
    animation.add(frame(4), 1 / 30);
    expect(readdirSync(cwd)).toEqual(['frame-0001.hair', 'frame-0002.hair']);
    const { strands } = readHair('x.hair', readFileSync(join(cwd, 'frame-0002.hair')));
    expect([...strands.positions]).toEqual([0, 0, 0, 0, 1, 4]);
    expect(animation.summary()).toMatchObject({
      frames: 2,
      steps: 4,
      solves: 12,
      seconds: 1 / 30,
      strands: 1,
      points: 2,
      largestStrain: 0.04,
    });
    expect(animation.notes()).toEqual([]);
  });

  it('writes all strands at the time of the frame', () => {
    const cwd = scratchFolder();
    const animation = new AnimationOutput(fakeContext({ cwd }), '.', 12345, instance, true);
    animation.add(frame(4), 0.5);
    const { strands } = readHair('x.hair', readFileSync(join(cwd, 'frame-00001.hair')));
    expect([...strands.positions]).toEqual([0, 0, 0, 0, 1, 4, 1.5, 0, 0, 1.5, 1, 4]);
  });

  it('counts all events and lists some', () => {
    const animation = new AnimationOutput(fakeContext({ cwd: scratchFolder() }), '.', 2, instance, false);
    animation.add(frame(1, 700), 0);
    animation.add(frame(2, 700), 1);
    const summary = animation.summary() as { eventCount: number; events: unknown[] };
    expect(summary).toMatchObject({ eventCount: 1400, eventCountByKind: { retry: 1400 } });
    expect(summary.events).toHaveLength(1000);
    expect(animation.text()).toContain('events: retry 1400');
  });

  it('says where frames of a longer run are left', () => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, 'frame-0003.hair'), '');
    const animation = new AnimationOutput(fakeContext({ cwd }), '.', 2, instance, false);
    expect(animation.notes()).toEqual(['frame-0003.hair and what follows it are of an earlier run']);
  });
});
