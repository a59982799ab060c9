import { describe, expect, test } from 'vitest';
import { adaptScene } from '../src/scene/index.ts';
import { type HandSample, LiveScene } from '../src/scene/live.ts';
import { type Scene, sceneSchema } from '../src/scene/schema.ts';
import { replay } from '../studio/src/simulation/replay.ts';
import { studioScene } from '../studio/src/simulation/start-scenes.ts';
import { trials } from '../studio/src/timeline/trials.ts';

const scene: Scene = adaptScene(studioScene('curly'), { guides: 6, strands: 20 });

const at = (x: number, y: number, z: number): HandSample => ({
  origin: [x, y, z],
  direction: [0, 0, -1],
  up: [0, 1, 0],
  press: 1,
  aperture: 1,
});

function stroke(live: LiveScene, tool: string, places: readonly HandSample[]): void {
  live.take(tool, {}, tool);
  for (const place of places) {
    live.move(place);
    live.advance(3);
  }
  live.letGo();
}

/** What a person might do in a few seconds. */
function work(live: LiveScene): void {
  live.advance(5);
  stroke(live, 'water', [at(0.05, 0.05, 0.25), at(0.06, -0.05, 0.25)]);
  live.advance(7);
  live.happen(trials.find((trial) => trial.name === 'shake')!.event, 'Shake');
  live.advance(20);
  stroke(live, 'grab', [at(0.06, 0, 0.14), at(0.09, 0.02, 0.14)]);
}

/** As a file holds it. */
const reread = (document: Scene): Scene => sceneSchema.parse(JSON.parse(JSON.stringify(document)));

/** The bust and its field take longer to make than everything else here. */
const { parts: made } = new LiveScene(scene).instance;

describe('replay', () => {
  test('a document is brought back to the same bytes, and everything in it can be undone and done again', () => {
    const live = new LiveScene(scene, { made });
    const start = live.snapshot();
    work(live);
    const end = live.snapshot();
    const again = replay(reread(live.document()), { step: live.step, labels: ['Water', 'Shake', 'Grab'], made });
    expect(again.step).toBe(live.step);
    expect(Buffer.compare(again.snapshot(), end)).toBe(0);
    expect(again.commands.map((command) => command.label)).toEqual(['Water', 'Shake', 'Grab']);
    while (again.undo());
    expect(again.document().strokes).toEqual([]);
    again.seek(0);
    expect(Buffer.compare(again.snapshot(), start)).toBe(0);
    while (again.redo());
    expect(Buffer.compare(again.snapshot(), end)).toBe(0);
  });

  test('a document that no hand made is played as it is', () => {
    const live = new LiveScene(scene, { made });
    work(live);
    const document = live.document();
    const [water, grab] = document.strokes;
    const reseeded = reread({ ...document, strokes: [{ ...water!, seed: 12 }, grab!] });
    const again = replay(reseeded, { step: 40, made });
    expect(again.step).toBe(40);
    expect(again.commands).toEqual([]);
    expect(again.document().strokes).toEqual(reseeded.strokes);
  });
});
