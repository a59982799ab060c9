import { type Accessor, Document, WebIO } from '@gltf-transform/core';
import type { TriangleMesh } from '../../body/mesh.ts';

export interface MovingFile {
  readonly mesh: Pick<TriangleMesh, 'positions' | 'triangles'>;
  /** Turns the node that carries the mesh: xyzw rows at times. */
  readonly turn?: { readonly times: readonly number[]; readonly values: readonly number[] };
  /** One morph: displacements of all vertices, and its weight at times. */
  readonly morph?: {
    readonly target: Float32Array;
    readonly times: readonly number[];
    readonly weights: readonly number[];
  };
  /** Two joints at y = 0 that share vertices by the weight of the second; the second turns. */
  readonly bend?: {
    readonly weight: (y: number) => number;
    readonly times: readonly number[];
    readonly values: readonly number[];
  };
}

/** A .glb with one mesh and one animation "move". */
export async function movingFile({ mesh, turn, morph, bend }: MovingFile): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const array = (type: 'VEC3' | 'VEC4' | 'SCALAR', values: ArrayLike<number>, isWhole = false): Accessor =>
    document
      .createAccessor()
      .setType(type)
      .setArray(isWhole ? Uint32Array.from(values) : Float32Array.from(values))
      .setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', array('VEC3', mesh.positions))
    .setIndices(array('SCALAR', mesh.triangles, true));
  if (morph)
    primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', array('VEC3', morph.target)));
  const shape = document
    .createMesh('shape')
    .addPrimitive(primitive)
    .setWeights(morph ? [0] : []);
  const node = document.createNode('body').setMesh(shape);
  const scene = document.createScene().addChild(node);
  const animation = document.createAnimation('move');
  const animate = (
    target: typeof node,
    path: 'rotation' | 'weights',
    times: readonly number[],
    values: readonly number[],
  ): void => {
    const sampler = document
      .createAnimationSampler()
      .setInput(array('SCALAR', times))
      .setOutput(array(path === 'weights' ? 'SCALAR' : 'VEC4', values));
    const channel = document.createAnimationChannel().setTargetNode(target).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  };
  if (turn) animate(node, 'rotation', turn.times, turn.values);
  if (morph) animate(node, 'weights', morph.times, morph.weights);
  if (bend) {
    const [still, moving] = [document.createNode('still'), document.createNode('moving')];
    scene.addChild(still).addChild(moving);
    node.setSkin(document.createSkin().addJoint(still).addJoint(moving));
    const fraction = Array.from({ length: mesh.positions.length / 3 }, (_, v) =>
      bend.weight(mesh.positions[3 * v + 1]!),
    );
    const joints = Uint16Array.from(fraction.flatMap(() => [0, 1, 0, 0]));
    primitive
      .setAttribute('JOINTS_0', document.createAccessor().setType('VEC4').setArray(joints).setBuffer(buffer))
      .setAttribute(
        'WEIGHTS_0',
        array(
          'VEC4',
          fraction.flatMap((w) => [1 - w, w, 0, 0]),
        ),
      );
    animate(moving, 'rotation', bend.times, bend.values);
  }
  return new WebIO().writeBinary(document);
}
