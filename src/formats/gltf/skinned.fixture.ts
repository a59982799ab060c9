import { Document, WebIO } from '@gltf-transform/core';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Two triangles: one on the first joint, one on the second, which turns by 90 degrees about z in one second; one morph. */
export async function skinnedFile(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const array = (
    type: 'VEC3' | 'VEC4' | 'SCALAR' | 'MAT4',
    values: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(values).setBuffer(buffer);
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 1, 2, 0]);
  const target = document.createPrimitiveTarget().setAttribute(
    'POSITION',
    array(
      'VEC3',
      Float32Array.from({ length: 18 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    ),
  );
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', array('VEC3', positions))
    .setAttribute(
      'JOINTS_0',
      array(
        'VEC4',
        Uint8Array.from({ length: 24 }, (_, i) => (i % 4 === 0 && i >= 12 ? 1 : 0)),
      ),
    )
    .setAttribute(
      'WEIGHTS_0',
      array(
        'VEC4',
        Float32Array.from({ length: 24 }, (_, i) => (i % 4 === 0 ? 2 : 0)),
      ),
    )
    .setIndices(array('SCALAR', new Uint16Array([0, 1, 2, 3, 4, 5])))
    .addTarget(target);
  const mesh = document.createMesh().addPrimitive(primitive).setWeights([0]);
  const hip = document.createNode('hip');
  const arm = document.createNode('arm').setTranslation([1, 1, 0]);
  hip.addChild(arm);
  const inverse = [...IDENTITY, ...IDENTITY.map((v, i) => (i === 28 - 16 || i === 29 - 16 ? -1 : v))];
  const skin = document
    .createSkin()
    .addJoint(hip)
    .addJoint(arm)
    .setInverseBindMatrices(array('MAT4', Float32Array.from(inverse)));
  const body = document.createNode('body').setMesh(mesh).setSkin(skin);
  document.createScene().addChild(hip).addChild(body);
  const half = Math.SQRT1_2;
  const turning = document
    .createAnimationSampler()
    .setInput(array('SCALAR', new Float32Array([0, 1])))
    .setOutput(array('VEC4', new Float32Array([0, 0, 0, 1, 0, 0, half, half])))
    .setInterpolation('LINEAR');
  const morphing = document
    .createAnimationSampler()
    .setInput(array('SCALAR', new Float32Array([0, 2])))
    .setOutput(array('SCALAR', new Float32Array([0, 1])))
    .setInterpolation('LINEAR');
  const turn = document.createAnimationChannel().setTargetNode(arm).setTargetPath('rotation').setSampler(turning);
  const morph = document.createAnimationChannel().setTargetNode(body).setTargetPath('weights').setSampler(morphing);
  document.createAnimation('wave').addSampler(turning).addSampler(morphing).addChannel(turn).addChannel(morph);
  return new WebIO().writeBinary(document);
}
