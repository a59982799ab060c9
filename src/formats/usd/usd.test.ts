import { describe, expect, it } from 'vitest';
import { strandsFromPolylines } from '../../strands/strands.ts';
import { memorySource } from '../byte-source.ts';
import { crc32 } from '../crc32.ts';
import { openAnimation, readHair, readMesh, writeHair } from '../index.ts';
import { unpackLz4 } from './lz4.ts';
import { filesOfZip, writeZip } from './zip.ts';

const usda = (body: string, stage = 'metersPerUnit = 1'): Uint8Array =>
  new TextEncoder().encode(`#usda 1.0\n(\n  ${stage}\n)\n${body}`);
const read = (body: string, stage?: string) => readHair('a.usda', usda(body, stage));

const HAIR = `
  uniform token type = "linear"
  int[] curveVertexCounts = [2, 2]
  point3f[] points = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1)]`;

describe('USD text', () => {
  it('is read whatever stands around the curves', () => {
    const { strands, notes } = read(`
# a comment with { and "
class "_ignored" { def BasisCurves "no" { ${HAIR} } }
def Scope "Looks" (
  doc = """several
lines with } and )"""
  customData = { string note = "a } b"; dictionary more = { int x = 1 } }
) {
  custom rel target = [</a>, </b>]
  asset file = @./a(b).png@
  token[] names = ["a]", 'b']
  double spin.timeSamples = { 0: 1, 2.5: 3, }
  float other.connect = </Looks.spin>
}
over "World" {
  def Xform "Body" (kind = "group") {
    def BasisCurves "hair" { ${HAIR}
      float[] widths = [0.5] ( interpolation = "constant" )
      color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] (
        interpolation = "uniform"
      )
      int[] primvars:kind = [4, 5]
      int[] primvars:kind:indices = [1, 0, 0, 1]
    }
  }
}`);
    expect(strands.first).toEqual(Uint32Array.of(0, 2, 4));
    expect([...strands.strandAttributes.get('radius')!.data]).toEqual([0.25, 0.25]);
    expect([...strands.strandAttributes.get('colour')!.data]).toEqual([1, 0, 0, 0, 1, 0]);
    expect([...strands.pointAttributes.get('kind')!.data]).toEqual([5, 4, 4, 5]);
    expect(notes).toEqual([expect.stringMatching(/hair is defined nowhere \(over\) and was read all the same/)]);
  });

  it('has centimetres where the stage says nothing, and time in codes', () => {
    const { notes, strands } = read(`def BasisCurves "h" { ${HAIR} }`, 'upAxis = "Y"');
    expect(strands.positions[4]).toBeCloseTo(0.01, 8);
    expect(notes[0]).toMatch(/in centimetres \(the stage says nothing/);
    const bytes = usda(
      `def BasisCurves "h" { int[] curveVertexCounts = [1] uniform token type = "linear"
       point3f[] points.timeSamples = { 10: [(1, 0, 0)], 5: [(0, 0, 0)], 12: [(0, 0, 0), (1, 1, 1)] } }`,
      'timeCodesPerSecond = 10\n metersPerUnit = 1',
    );
    const { animation, notes: said } = openAnimation('a.usda', memorySource(bytes));
    expect([...animation.times]).toEqual([0.5, 1]);
    expect([...animation.frame(1)]).toEqual([1, 0, 0]);
    expect(said[0]).toMatch(/1 of 3 samples have another number of points .* at time 12/);
  });

  it('moves curves by the transforms above them, the last named first', () => {
    const at = (body: string): number[] => [...read(body).strands.positions.slice(3, 6)];
    const wrap = (ops: string): string => `def Xform "a" { ${ops} def BasisCurves "h" { ${HAIR} } }`;
    expect(
      at(wrap('double3 xformOp:translate = (1, 2, 3) uniform token[] xformOpOrder = ["xformOp:translate"]')),
    ).toEqual([1, 3, 3]);
    const turned = at(
      wrap(`double3 xformOp:translate = (1, 0, 0) float3 xformOp:rotateXYZ = (90, 0, 0) float3 xformOp:scale = (2, 2, 2)
            uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale"]`),
    );
    expect(turned).toEqual([1, 0, 2].map((x) => expect.closeTo(x, 6)));
    const undone = at(
      wrap(`double3 xformOp:translate:pivot = (1, 5, 0) quatf xformOp:orient = (0.70710678, 0, 0, 0.70710678)
            uniform token[] xformOpOrder = ["xformOp:translate:pivot", "xformOp:orient", "!invert!xformOp:translate:pivot"]`),
    );
    // A quarter turn about z around (1, 5, 0).
    expect(undone).toEqual([5, 4, 0].map((x) => expect.closeTo(x, 5)));
  });

  it('gives cubic curves by their wrap', () => {
    const curve = (wrap: string): number[] => {
      const { strands } = read(`def BasisCurves "h" {
        uniform token basis = "bspline" uniform token wrap = "${wrap}" int[] curveVertexCounts = [5]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)] }`);
      return [strands.first[1]!, strands.positions[0]!, strands.positions[strands.positions.length - 3]!];
    };
    expect(curve('nonperiodic')).toEqual([5, expect.closeTo(1), expect.closeTo(3)]);
    expect(curve('pinned')).toEqual([9, expect.closeTo(0), expect.closeTo(4)]);
    expect(curve('periodic')[0]).toBe(11);
  });

  it('names the line of an error, and leaves out one bad prim', () => {
    expect(() => read('def Xform "a"\n{\n  float x = \n}')).toThrow(/a.usda, line \d+: a value is expected/);
    expect(() => read('def Xform "a" {')).toThrow(/the file ends within the prim \/a/);
    expect(() => read('def Xform "a" { string s = "b }')).toThrow(/does not end/);
    expect(() => read('hello')).toThrow(/a prim starts with def, over or class/);
    expect(() => read('def Mesh "a" {}')).toThrow(/no curves .* but 1 meshes/);
    const { strands, notes } = read(`def BasisCurves "bad" { int[] curveVertexCounts = [2] }
      def BasisCurves "worse" { uniform token type = "linear" int[] curveVertexCounts = [2]
        point3f[] points = [(0, no, 0), (1, 1, 1)] }
      def BasisCurves "good" { ${HAIR} }`);
    expect(strands.id).toHaveLength(3);
    expect(strands.positions.slice(0, 6)).toEqual(Float32Array.of(0, NaN, 0, 1, 1, 1));
    expect(notes[0]).toMatch(/^\/bad was left out/);
    expect(notes).toContain('line 7: "no" is no number; what it stands for is not finite');
  });

  it('does not fall for depth', () => {
    const deep = `${'def Xform "x" { '.repeat(20_000)} ${'}'.repeat(20_000)}`;
    expect(() => read(deep)).toThrow(/no curves/);
    expect(() => read(`def Xform "x" { float[] a = ${'['.repeat(100_000)} }`)).toThrow(/ends within the value/);
  });

  it('reads left-handed meshes the right way round', () => {
    const mesh = (orientation: string): number[] => [
      ...readMesh(
        'a.usda',
        usda(`def Mesh "m" { uniform token orientation = "${orientation}" int[] faceVertexCounts = [4, 3]
        int[] faceVertexIndices = [0, 1, 2, 3, 0, 1, 9] point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0)] }`),
      ).mesh.triangles,
    ];
    expect(mesh('rightHanded')).toEqual([0, 1, 2, 0, 2, 3]);
    expect(mesh('leftHanded')).toEqual([0, 2, 1, 0, 3, 2]);
  });
});

describe('USD archives', () => {
  it('have files on multiples of 64 bytes, not compressed, with right checksums', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    for (let size = 0; size < 130; size += 7) {
      const files = [
        { name: `${'n'.repeat(size % 40)}.usda`, bytes: new Uint8Array(size).fill(7) },
        { name: 'b', bytes: Uint8Array.of(1) },
      ];
      const zip = writeZip(files);
      const view = new DataView(zip.buffer);
      const start = 30 + view.getUint16(26, true) + view.getUint16(28, true);
      expect(start % 64).toBe(0);
      expect(view.getUint32(14, true)).toBe(crc32(files[0]!.bytes));
      expect(filesOfZip('a', zip)).toEqual(files);
      const second = start + size;
      expect((second + 30 + view.getUint16(second + 26, true) + view.getUint16(second + 28, true)) % 64).toBe(0);
    }
  });
  it('refuse what is compressed or cut', () => {
    const zip = writeHair(
      'a.usdz',
      strandsFromPolylines([
        [
          [0, 0, 0],
          [0, 1, 0],
        ],
      ]),
    );
    expect(() => readHair('a.usdz', zip.slice(0, 200))).toThrow(/archive ends at 200/);
    const packed = zip.slice();
    packed[8] = 8;
    expect(() => readHair('a.usdz', packed)).toThrow(/pack it again without compression/);
  });
});

it('LZ4 repeats what it refers to, also within itself', () => {
  const out = new Uint8Array(16);
  const fail = (why: string) => new (class extends Error {})(why) as never;
  // "ab", then 10 bytes from 2 back, then "c".
  const packed = Uint8Array.of(0, 0x26, 97, 98, 2, 0, 0x10, 99);
  expect(unpackLz4(packed, out, fail)).toBe(13);
  expect(new TextDecoder().decode(out.subarray(0, 13))).toBe('ababababababc');
  expect(() => unpackLz4(Uint8Array.of(0, 0x26, 97, 98, 9, 0), out, fail)).toThrow(/what is not there/);
});
