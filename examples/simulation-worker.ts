import { prepareScene, readScene, type SceneInstance } from 'pelage';
import { guideFrameSize, packGenerator, packGuides } from 'pelage/render';
import { bodyLookOf, groomLookOf, pictureLookOf } from 'pelage/scene';
import type { Begin, Frame, Ready } from './messages.ts';

/** Runs a scene beside the page. One frame travels at a time, so that nothing queues up. */

let write: (hair: Float32Array<ArrayBuffer>) => Frame;

self.onmessage = async ({ data }: MessageEvent<Begin | Float32Array<ArrayBuffer>>) => {
  if (data instanceof Float32Array) {
    const frame = write(data);
    self.postMessage(frame, { transfer: [frame.hair.buffer] });
  } else self.postMessage(await begin(data));
};

async function begin({ scene: address, wants }: Begin): Promise<Ready> {
  const scene = readScene(await (await fetch(address)).text(), address);
  const instance = prepareScene(scene);
  // One body with one groom; a scene may have any number of both.
  const [body, groom] = [instance.bodies[0]!, instance.grooms[0]!];
  const { generator, strands } = groom.hair;
  const packed = packGenerator(generator!);
  write = frames(instance, wants);
  return {
    body: body.mesh!,
    look: { ...pictureLookOf(scene), ...bodyLookOf(body.declared), ...groomLookOf(groom.declared) },
    first: strands.first,
    id: strands.id,
    generator: packed,
    frame: write(new Float32Array(wants === 'guides' ? guideFrameSize(packed) : strands.positions.length)),
  };
}

function frames({ simulation, bodies, grooms }: SceneInstance, wants: Begin['wants']): typeof write {
  const { guides, hair } = grooms[0]!;
  const positions = new Float32Array(guides.positions.length);
  let time = 0;
  let clock = performance.now();
  return (out) => {
    const now = performance.now();
    // Where the machine cannot keep up, simulated time slows down.
    time += Math.min(1 / 20, (now - clock) / 1000);
    clock = now;
    simulation.advanceTo(time);
    simulation.positionsAt(time, positions);
    if (wants === 'guides') packGuides(hair.generator!, hair.toBodySpace!(positions, time), out);
    else hair.update(positions, time, out);
    const { position, orientation } = bodies[0]!.state(time);
    return { hair: out, position, orientation };
  };
}
