import { afterAll, expect, it, vi } from 'vitest';
import { sphereMesh } from '../src/body/shapes.ts';
import { movingFile } from '../src/formats/gltf/moving.fixture.ts';
import type { Frame, FromWorker, NamedFile, SceneSummary, ToWorker } from '../studio/src/simulation/protocol.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => void vi.unstubAllGlobals());

/** The studio's worker within this process: what it says, in order. */
async function makeWorker(): Promise<{
  tell(message: ToWorker): void;
  next(type: FromWorker['type']): Promise<FromWorker>;
}> {
  const said: FromWorker[] = [];
  const scope = {
    onmessage: null as ((event: { data: ToWorker }) => void) | null,
    postMessage: (message: FromWorker) => void said.push(message),
  };
  vi.stubGlobal('self', scope);
  // Every browser's worker has one, Node 20 has not.
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
  await import('../studio/src/simulation/worker.ts');
  return {
    tell: (data) => scope.onmessage!({ data }),
    next: (type) => vi.waitUntil(() => said.find((message) => message.type === type), { timeout: 100_000 }) as never,
  };
}

it('a body that moves by itself is opened with its scene, and every frame has its shape', async () => {
  const ball = sphereMesh(0.1, 2);
  const target = ball.positions.map((c) => 0.3 * c);
  const bytes = await movingFile({ mesh: ball, morph: { target, times: [0, 0.5], weights: [0, 1] } });
  const scene = {
    format: 'pelage-scene',
    version: 2,
    bodies: [{ shape: { kind: 'mesh', file: 'models/ball.glb' }, resolution: 64 }],
    grooms: [{ source: { kind: 'style', style: 'buzz' }, guides: 6, strands: 40 }],
  };
  const files = [
    { name: 'scene.json', bytes: new TextEncoder().encode(JSON.stringify(scene)) },
    { name: 'ball.glb', bytes },
  ] as NamedFile[];
  const worker = await makeWorker();
  worker.tell({ type: 'prepare', request: { source: { kind: 'files', files }, playing: false, frame: 15 } });
  const { summary } = (await worker.next('ready')) as { summary: SceneSummary };
  expect(summary.bodies[0]!.positions).toEqual(ball.positions);
  const { frame } = (await worker.next('frame')) as { frame: Frame };
  frame.bodies[0]!.shape!.positions.forEach((value, i) => {
    expect(value).toBeCloseTo(1.3 * ball.positions[i]!, 6);
  });
  // The page makes strands of guides, on the vertices of the body as it is: 0.13 m from the middle.
  expect(summary.shown.grooms[0]!.generator).toBeDefined();
  expect(frame.points.length).toBeGreaterThan(0);
  for (let p = 0; p < frame.points.length; p += 3)
    expect(Math.hypot(...frame.points.subarray(p, p + 3))).toBeGreaterThan(0.12);
});
