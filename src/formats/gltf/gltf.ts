import { type HairAnimation, stillAnimation } from '../animation.ts';
import type { FileFormat, Target } from '../format.ts';
import { writeGlb } from './write.ts';

function bytesOf(animation: HairAnimation, target: Target): Uint8Array {
  const { gltfShape = 'cards', cards, width } = target.options;
  return writeGlb(
    animation,
    gltfShape,
    { ...(cards === undefined ? {} : { cards }), ...(width === undefined ? {} : { width }) },
    target,
  );
}

/** Hair is written as cards, tubes or lines. Bodies are read by `readGltfBody`, which needs a library that answers later. */
export const GLTF: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'glTF',
  extensions: ['glb'],
  writeHair: (strands, target) => bytesOf(stillAnimation(strands), target),
  writeAnimation: (animation, target) => target.sink.write(bytesOf(animation, target)),
} satisfies FileFormat);
