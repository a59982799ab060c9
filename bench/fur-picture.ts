import { makeBody } from '../src/body/body.ts';
import { makeMesh, type TriangleMesh, weldedNormals } from '../src/body/mesh.ts';
import { sphereMesh } from '../src/body/shapes.ts';
import { SURFACE_FRAME, SurfacePoints } from '../src/body/surface-points.ts';
import { weldVertices } from '../src/body/weld.ts';
import { CANVAS_FORMAT, makeCanvas } from '../src/cli/render/canvas.ts';
import { openGpu } from '../src/cli/render/gpu.ts';
import { coatHair } from '../src/groom/coat/coat.ts';
import { makeCoatStyle } from '../src/groom/coat/style.ts';
import { makeGenerator } from '../src/groom/generator.ts';
import { makeGroom } from '../src/groom/groom.ts';
import { rotate } from '../src/numeric/rotation.ts';
import { createRenderer, DEFAULT_LIGHTS, packGenerator, packGuides } from '../src/render/index.ts';
import { HairSurface } from '../src/scene/hair-surface.ts';
import { FUR_LOOKS } from '../src/shading/fur-looks.ts';
import { makeHairLook } from '../src/shading/look.ts';
import { strandCount } from '../src/strands/strands.ts';
import { processorTime, say, stage } from './measure.ts';
import { Stages } from './stages.ts';

/**
 * What does a frame of an animal that runs cost, against one that stands still? A coat on a body of a metre that bends as a running
 * one does. Nothing is done for a single hair on the processor: the body's vertices and normals are worked out and handed over, and
 * the guides as a simulation gives them; the GPU makes the strands from both. All is CPU time: a software adapter draws.
 */
const STRANDS = 200_000;
const GUIDES = 500;
const SIZE = { width: 320, height: 240 };
const ROUNDS = 3;

/** A long body: an ellipsoid of 1 x 0.3 x 0.26 m with 10,000 vertices. */
function animalMesh(): TriangleMesh {
  const ball = sphereMesh(0.5, 5);
  const positions = ball.positions.map((x, i) => x * [1, 0.3, 0.26][i % 3]!);
  return makeMesh({ positions, triangles: ball.triangles });
}

/** A wave that runs along the body, twice a second. */
function runningAt(mesh: TriangleMesh, time: number, out: Float32Array): void {
  const { positions: p } = mesh;
  for (let i = 0; i < p.length; i += 3) {
    const phase = 4 * p[i]! - 4 * Math.PI * time;
    out[i] = p[i]! + 0.04 * Math.cos(phase) * p[i + 1]!;
    out[i + 1] = p[i + 1]! + 0.05 * (Math.sin(phase) + Math.sin(4 * Math.PI * time));
    out[i + 2] = p[i + 2]! + 0.03 * (Math.sin(phase + 1) - Math.sin(1 - 4 * Math.PI * time)) * p[i]!;
  }
}

/** Bytes of all buffers and textures of a device that were made since, less those that were destroyed. */
function watchMemory(device: GPUDevice): () => number {
  let bytes = 0;
  const kept = <Thing extends { destroy(): void }>(thing: Thing, size: number): Thing => {
    bytes += size;
    const destroy = thing.destroy.bind(thing);
    thing.destroy = () => {
      bytes -= size;
      destroy();
    };
    return thing;
  };
  const makeBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => kept(makeBuffer(descriptor), descriptor.size);
  const makeTexture = device.createTexture.bind(device);
  device.createTexture = (descriptor) => {
    const { width, height, depthOrArrayLayers, sampleCount, format } = makeTexture({ ...descriptor, size: [1, 1] });
    const [w = width, h = height, layers = depthOrArrayLayers] = [...(descriptor.size as Iterable<number>)];
    const each = format.includes('16float') ? 8 : 4;
    return kept(makeTexture(descriptor), w * h * layers * sampleCount * each);
  };
  return () => bytes;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

export async function furPicture(root: string): Promise<void> {
  stage(`growing ${STRANDS} hairs`);
  const gpu = await openGpu(root);
  const { device } = gpu;
  const memory = watchMemory(device);
  const mesh = animalMesh();
  const welded = weldVertices(mesh.positions);
  const body = makeBody({ name: 'animal', mesh, bake: { resolution: 64 } });
  const style = makeCoatStyle({ points: 6, length: { base: 0.025 }, body: { lift: 0.4 }, strands: { tufts: 2000 } });
  const groom = makeGroom(body, coatHair(style, { direction: [-1, -0.3, 0] }), { guides: GUIDES, strands: STRANDS });
  const generator = makeGenerator(groom.binding, groom.style.strands);
  const posed = new Float32Array(mesh.positions.length);
  const surface = new HairSurface({
    mesh,
    deformation: {
      triangles: mesh.triangles,
      vertexCount: mesh.positions.length / 3,
      positionsAt: (time, out) => runningAt(mesh, time, out as Float32Array),
    },
  });
  // Where the roots stand: asked once, and never again for a frame.
  const { roots } = groom;
  const stood = {
    ...groom.guides,
    first: Uint32Array.from({ length: STRANDS + 1 }, (_, i) => i),
    positions: roots.position,
    id: groom.binding.id,
  };
  const { roots: riding } = surface.bind(stood, null);

  const renderer = createRenderer(device, { format: CANVAS_FORMAT });
  renderer.setLook({ lights: DEFAULT_LIGHTS.slice(0, 1) });
  const drawnBody = renderer.addBody(mesh);
  const drawn = renderer.addGroom({ body: drawnBody });
  drawn.setLook({ hair: makeHairLook(FUR_LOOKS.fox), hairWidth: 6e-5 });
  drawn.setGenerator(packGenerator(generator, riding));

  const guidePoints = new SurfacePoints(mesh.triangles, mesh.positions);
  const { first, positions: rest } = groom.guides;
  const count = strandCount(groom.guides);
  guidePoints.bind(
    Float32Array.from({ length: 3 * count }, (_, i) => rest[3 * first[Math.floor(i / 3)]! + (i % 3)]!),
    mesh,
  );
  const guides = new Float32Array(rest.length);
  const frame = new Float64Array(SURFACE_FRAME);
  /** Guides that turn with their skin: what a simulation would give. */
  const carryGuides = (): void => {
    for (let g = 0; g < count; g++) {
      guidePoints.frame(g, posed, frame);
      const o = 3 * first[g]!;
      for (let p = o; p < 3 * first[g + 1]!; p += 3) {
        const turned = rotate(
          [frame[3]!, frame[4]!, frame[5]!, frame[6]!],
          [rest[p]! - rest[o]!, rest[p + 1]! - rest[o + 1]!, rest[p + 2]! - rest[o + 2]!],
        );
        for (let c = 0; c < 3; c++) guides[p + c] = frame[c]! + turned[c]!;
      }
    }
  };

  const camera = { target: [0, 0, 0] as const, azimuth: 0.4, elevation: 0.15, distance: 3, fieldOfView: 0.36 };
  const canvas = makeCanvas(device, SIZE.width, SIZE.height);
  const timed = async (work: () => void): Promise<number> => {
    const start = processorTime();
    work();
    await device.queue.onSubmittedWorkDone();
    return processorTime() - start;
  };
  const times: Record<'still' | 'skinning' | 'guides' | 'running', number[]> = {
    still: [],
    skinning: [],
    guides: [],
    running: [],
  };
  const draw = (): void => renderer.draw(canvas.view, SIZE, camera);
  const skin = (time: number): void => {
    runningAt(mesh, time, posed);
    drawnBody.setShape({ positions: posed, normals: weldedNormals(posed, mesh.triangles, welded) });
  };
  const pose = (): void => {
    carryGuides();
    drawn.setGuides(packGuides(generator, guides));
  };
  stage('compiling, and a first frame');
  skin(0);
  pose();
  do draw();
  while (!(await renderer.isComplete()));
  for (let round = 0; round < ROUNDS; round++) {
    stage(`round ${round + 1} of ${ROUNDS}`);
    times.still.push(await timed(draw));
    const time = 0.07 * (round + 1);
    const skinning = await timed(() => skin(time));
    const posing = await timed(pose);
    times.skinning.push(skinning);
    times.guides.push(posing);
    times.running.push(skinning + posing + (await timed(draw)));
  }
  const [still, skinning, posing, running] = [times.still, times.skinning, times.guides, times.running].map(median) as [
    number,
    number,
    number,
    number,
  ];
  say(
    `${STRANDS} hairs on ${mesh.positions.length / 3} vertices, ${SIZE.width} x ${SIZE.height}, still`,
    `${still.toFixed(0)} ms`,
  );
  say('  skinning: vertices and normals', `${skinning.toFixed(1)} ms`);
  say(`  ${GUIDES} guides as a simulation gives them`, `${posing.toFixed(1)} ms`);
  say('running, all of it', `${running.toFixed(0)} ms`);
  say('running over still plus skinning', `${(running / (still + skinning)).toFixed(3)} x`, 'at most 1.15 x');
  say('memory on the device', `${(memory() / 2 ** 20).toFixed(0)} MB`);
  if (device.features.has('timestamp-query')) {
    const stages = new Stages(device);
    await timed(draw);
    const before = await stages.take();
    skin(0.5);
    pose();
    await timed(draw);
    const after = await stages.take();
    for (const name of new Set([...before.keys(), ...after.keys()]))
      say(
        `  ${name}: still, running`,
        `${(before.get(name) ?? 0).toFixed(1)}, ${(after.get(name) ?? 0).toFixed(1)} ms`,
      );
  }
  renderer.destroy();
  canvas.destroy();
  gpu.close();
}
