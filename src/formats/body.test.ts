import { WebIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { AnimatedMesh } from '../body/animated-mesh.ts';
import { boxMesh } from '../body/shapes.ts';
import { ArchiveWriter, type PropertySpec } from './alembic/archive-write.ts';
import { F32, I32 } from './alembic/pod.ts';
import { type BodyFile, readBody } from './body.ts';
import { MemorySink } from './byte-sink.ts';
import { littleEndian } from './bytes.ts';
import { movingFile } from './gltf/moving.fixture.ts';
import { writeMesh } from './index.ts';

const box = boxMesh(0.2, 0.1, 0.3);
const shifted = (by: number): Float32Array => box.positions.map((c, i) => (i % 3 === 1 ? c + by : c));

/** A box that rises by 0.1, 0.3 and 0.6 units, seen 24 times a second from frame 5 on. */
function movingAlembic(): Uint8Array {
  const sink = new MemorySink(65_536);
  const archive = new ArchiveWriter(sink);
  const array = (name: string, pod: number, extent: number, frames: (Float32Array | Int32Array)[]): PropertySpec => ({
    name,
    kind: 'array',
    pod,
    extent,
    data: frames.map((frame) => archive.sample(littleEndian(frame))),
    ...(frames.length > 1 ? { timing: 1 } : {}),
  });
  const corners = Int32Array.from(box.triangles, (_, i) => box.triangles[i - (i % 3) + [0, 2, 1][i % 3]!]!);
  const meta = 'schema=AbcGeom_PolyMesh_v1;schemaBaseType=AbcGeom_GeomBase_v1';
  const properties = [
    array('P', F32, 3, [shifted(0), shifted(0.1), shifted(0.3), shifted(0.6)]),
    array('.faceIndices', I32, 1, [corners]),
    array('.faceCounts', I32, 1, [new Int32Array(corners.length / 3).fill(3)]),
  ];
  archive.finish([{ name: 'box', meta, properties: [{ name: '.geom', meta, properties }] }], 'metersPerUnit=0.01', [
    { perCycle: 1, times: [0], samples: 1 },
    { perCycle: 1 / 24, times: [5 / 24], samples: 4 },
  ]);
  return sink.bytes();
}

/** A box that a transform lifts, and that grows. */
const movingUsd = (): Uint8Array => {
  const rows = (positions: Float32Array): string =>
    `[${Array.from({ length: 8 }, (_, v) => `(${positions.subarray(3 * v, 3 * v + 3).join(', ')})`).join(', ')}]`;
  return new TextEncoder().encode(`#usda 1.0
( metersPerUnit = 1
  timeCodesPerSecond = 10 )
def Xform "a" {
  double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (0, 2, 0) }
  uniform token[] xformOpOrder = ["xformOp:translate"]
  def Mesh "box" {
    int[] faceVertexCounts = [${Array.from(box.triangles.subarray(2), () => 3)
      .slice(0, box.triangles.length / 3)
      .join(', ')}]
    int[] faceVertexIndices = [${box.triangles.join(', ')}]
    point3f[] points.timeSamples = { 0: ${rows(box.positions)}, 10: ${rows(box.positions.map((c) => 2 * c))} }
  }
}`);
};

function poseAt({ mesh, animation }: BodyFile, time: number): Float32Array {
  const out = new Float32Array(mesh.positions.length);
  const shape = { triangles: mesh.triangles, vertexCount: out.length / 3 };
  new AnimatedMesh(animation!, shape, false).positionsAt(time, out);
  return out;
}

const near = (a: Float32Array, b: ArrayLike<number>): void =>
  a.forEach((value, i) => {
    expect(value).toBeCloseTo(b[i]!, 5);
  });

describe('a body of any format', () => {
  it('moves in Alembic files from their first frame on, in metres', async () => {
    const body = await readBody('box.abc', movingAlembic());
    expect(body.mesh.triangles).toEqual(box.triangles);
    near(
      body.mesh.positions,
      box.positions.map((c) => 0.01 * c),
    );
    for (const [frame, rise] of [
      [1, 0.1],
      [3, 0.6],
    ] as const)
      near(
        poseAt(body, frame / 24),
        shifted(rise).map((c) => 0.01 * c),
      );
    expect(body.notes.join(' ')).not.toMatch(/first sample/);
  });

  it('moves in USD files by its points and by its transforms', async () => {
    const body = await readBody('box.usda', movingUsd());
    near(body.mesh.positions, box.positions);
    near(
      poseAt(body, 1),
      box.positions.map((c, i) => 2 * c + (i % 3 === 1 ? 2 : 0)),
    );
  });

  it('stands still in files that only have a shape', async () => {
    for (const name of ['box.obj', 'box.abc', 'box.usda', 'box.usdc', 'box.usdz']) {
      const body = await readBody(name, writeMesh(name, box));
      expect(body.animation).toBeNull();
      near(body.mesh.positions, box.positions);
    }
    expect((await readBody('box.glb', await movingFile({ mesh: box }))).animation).toBeNull();
  });

  it('comes from .gltf with its numbers beside it as from .glb, in the unit that is said', async () => {
    const turn = { times: [0, 1], values: [0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2] };
    const binary = await movingFile({ mesh: box, turn });
    const { json, resources } = await new WebIO().writeJSON(await new WebIO().readBinary(binary), {});
    const text = new TextEncoder().encode(JSON.stringify(json));
    const asked: string[] = [];
    const files = (name: string): Uint8Array => {
      asked.push(name);
      return Object.values(resources)[0]!;
    };
    const beside = await readBody('models/box.gltf', text, { unit: 0.01 }, files);
    const whole = await readBody('box.glb', binary, { unit: 0.01 });
    expect(asked).toEqual([`models/${Object.keys(resources)[0]}`]);
    expect({ ...beside, notes: [] }).toEqual({ ...whole, notes: [] });
    expect(beside.notes).toEqual(whole.notes.map((note) => note.replace('box.glb', 'models/box.gltf')));
    near(
      whole.mesh.positions,
      box.positions.map((c) => 0.01 * c),
    );
    await expect(readBody('box.gltf', text)).rejects.toThrow(/export it as one \.glb/);
  });

  it('has a region for every name that a part has', async () => {
    const file = await new WebIO().readBinary(await movingFile({ mesh: box }));
    file.getRoot().listMeshes()[0]!.setName('Scalp_cap');
    const { mesh } = await readBody('box.glb', await new WebIO().writeBinary(file));
    expect([...mesh.regions.get('Scalp_cap')!.weight]).toEqual(Array(8).fill(1));
  });
});
