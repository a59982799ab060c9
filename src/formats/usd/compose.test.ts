import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import { openAnimation, readHair, readMesh } from '../index.ts';
import { PIXAR_INSTANCES } from './pixar-crate.fixture.ts';
import { writeZip } from './zip.ts';

/** Stages as other programs write them, in USD text written here by hand after the grammar of OpenUSD. */

const usda = (body: string, stage = ''): Uint8Array =>
  new TextEncoder().encode(`#usda 1.0\n(\n  metersPerUnit = 1\n  ${stage}\n)\n${body}`);

const HAIR = `
  uniform token type = "linear"
  int[] curveVertexCounts = [2]
  point3f[] points = [(0, 0, 0), (0, 1, 0)]`;

const moved = (x: number): string =>
  `double3 xformOp:translate = (${x}, 0, 0) uniform token[] xformOpOrder = ["xformOp:translate"]`;

const read = (body: string, files: Readonly<Record<string, Uint8Array>> = {}, stage = '') =>
  readHair('a.usda', usda(body, stage), { files: (path) => files[path] });

const roots = ({ strands }: ReturnType<typeof readHair>): number[] =>
  Array.from(strands.id, (_, s) => strands.positions[3 * strands.first[s]!]!);

describe('USD stages are composed', () => {
  it('of prims that refer to others of the same layer, each at its own place', () => {
    const found = read(`
      class "_tuft" { def BasisCurves "hair" { ${HAIR} float[] widths = [0.2] ( interpolation = "constant" ) } }
      def Xform "a" ( inherits = </_tuft> ) { ${moved(1)} }
      def Xform "b" ( prepend references = [</_tuft>] instanceable = true ) { ${moved(2)} }
      def Xform "c" ( references = </b> ) {
        over "hair" { float[] widths = [0.4] ( interpolation = "constant" ) }
      }`);
    // c takes over b's place with its hair, and says itself how wide the hair is.
    expect(roots(found)).toEqual([1, 2, 2]);
    const radius = [...found.strands.strandAttributes.get('radius')!.data];
    expect(radius).toEqual([0.1, 0.1, 0.2].map((x) => expect.closeTo(x, 6)));
    expect(found.notes).toHaveLength(1);
  });

  it("of instances that refer to a prototype, in a crate of Pixar's own writing: the prototype alone is no hair", () => {
    const { strands, notes } = readHair('a.usdc', PIXAR_INSTANCES);
    expect(strands.first).toEqual(Uint32Array.of(0, 3, 5, 8, 10, 13, 15));
    const tuft = [0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 1, 1, 0];
    const at = (x: number, y: number): number[] => tuft.map((c, i) => c + (i % 3 === 0 ? x : i % 3 === 1 ? y : 0));
    expect([...strands.positions]).toEqual([...at(5, 0), ...at(0, 7), ...tuft]);
    expect(notes.join('\n')).toMatch(/Flattened_Prototype_1\/hair is defined nowhere \(over\) and was left out/);
  });

  it('of files beside it, through the reader of the caller: references, payloads, sublayers, files within files', () => {
    const found = read(
      `def "a" ( references = @./parts/tuft.usda@ ) { ${moved(1)} }
       def "b" ( payload = @@@parts/tuft.usda@@@</tuft> ) { ${moved(2)} }
       over "c" { double3 xformOp:translate = (7, 0, 0) }`,
      {
        'parts/tuft.usda': usda('def "tuft" ( references = @hair.usda@</hair> ) {}', 'defaultPrim = "tuft"'),
        'parts/hair.usda': usda(`def BasisCurves "hair" { ${HAIR} }`),
        'below.usda': usda(`def Xform "c" { ${moved(3)} def BasisCurves "hair" { ${HAIR} } }`),
      },
      'subLayers = [@below.usda@]',
    );
    expect(roots(found)).toEqual([1, 2, 7]);
  });

  it('of the files of an archive', () => {
    const bytes = writeZip([
      { name: 'stage.usda', bytes: usda(`def "a" ( references = @geo/hair.usda@</h> ) { ${moved(4)} }`) },
      { name: 'geo/hair.usda', bytes: usda(`def BasisCurves "h" { ${HAIR} }`) },
    ]);
    expect(roots(readHair('a.usdz', bytes))).toEqual([4]);
  });

  it('and say which files were missing, and ask for no others than USD', () => {
    const asked: string[] = [];
    const { notes } = readHair(
      'a.usda',
      usda(`def Xform "a" ( references = [@gone.usda@, @/etc/passwd@] ) {} def BasisCurves "h" { ${HAIR} }`),
      { files: (path) => void asked.push(path) as undefined },
    );
    expect(asked).toEqual(['gone.usda']);
    expect(notes[0]).toBe(
      'the stage refers to gone.usda and 1 more, which could not be read: what stands there is left out',
    );
    const alone = readHair('a.usda', usda(`def Xform "a" ( payload = @b.usd@ ) {} def BasisCurves "h" { ${HAIR} }`));
    expect(alone.notes[0]).toMatch(/refers to b\.usd, which cannot be loaded from here/);
  });

  it('and do not follow circles, nor doublings without end', () => {
    const circle = read(`def Xform "a" ( references = </b> ) {} def Xform "b" ( references = </a> ) {}
      def BasisCurves "h" { ${HAIR} }`);
    expect(circle.notes[0]).toMatch(/lead back to themselves/);
    const twice = Array.from(
      { length: 40 },
      (_, k) => `def "p${k}" { def "x" ( references = </p${k + 1}> ) {} def "y" ( references = </p${k + 1}> ) {} }`,
    ).join('\n');
    expect(() => read(`${twice} def "p40" { def BasisCurves "h" { ${HAIR} } }`)).toThrow(/names the same data again/);
  });

  it('without what is not active, not visible or not to be shown, which is said', () => {
    const found = read(`
      def Xform "a" ( active = false ) { def BasisCurves "h" { ${HAIR} } }
      def Xform "b" { token visibility = "invisible" def BasisCurves "h" { ${HAIR} } }
      def BasisCurves "c" { ${HAIR} uniform token purpose = "proxy" }
      def Xform "d" { uniform token purpose = "render" token visibility = "inherited" ${moved(5)} def BasisCurves "h" { ${HAIR} } }`);
    expect(roots(found)).toEqual([5]);
    expect(found.notes).toEqual([
      '1 prims are not active and were left out, the first is /a',
      '/b/h, and 1 more, is invisible and was left out',
    ]);
    expect(read(`def BasisCurves "h" { ${HAIR} token visibility = "invisible" }`).notes[0]).toBe(
      '/h is invisible and was read all the same, since there is nothing else',
    );
  });

  it('with the mesh of a head that another file holds', () => {
    const head = usda(`def Mesh "m" { int[] faceVertexCounts = [3] int[] faceVertexIndices = [0, 1, 2]
      point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)] }`);
    const bytes = usda('def "a" ( references = @head.usda@</m> ) {}');
    expect(readMesh('a.usda', bytes, { files: () => head }).mesh.triangles).toHaveLength(3);
  });
});

describe('the grammar of USD text', () => {
  it('has comments of three kinds, orders, files with @ in their names and values that are taken away', () => {
    const { strands, notes } = read(`
      // slashes { "
      /* over
         several lines } */
      reorder rootPrims = ["h", "g"]
      def Xform "g" ( doc = "x" /* here too */ ) {
        reorder nameChildren = ["b", "a"]
        reorder properties = ["y", "x"]
        asset a = @@@./with@at.png@@@
        asset[] b = [@a.png@, @@@c@d.png@@@]
        float x = None // none
        float y.timeSamples = { 0:1, 1 : 2, -2.5:None }
        double z.spline = { bezier, 1: 2; 3: 4 }
        delete rel target = </a>
        custom rel other
        string s = 'it\\'s "quoted"'
      }
      def BasisCurves "h" ( delete references = @no.usda@ ) {
        uniform token type = "linear" # linear
        int[] curveVertexCounts = [2, /* 7 */ 1] // [9]
        point3f[] points = [(0, 0, 0), # (9, 9, 9)
          (0, 1, 0), (1, 1, 1)]
        float[] widths = None
      }`);
    expect(strands.first).toEqual(Uint32Array.of(0, 2, 3));
    expect(strands.positions[6]).toBe(1);
    expect(strands.strandAttributes.has('radius')).toBe(false);
    expect(notes).toEqual([]);
  });

  it('allows a layer without anything', () => {
    for (const text of ['#usda 1.0', '#usda 1.0\n', '#usda 1.0\n()\n', '#usda 1.0\n# nothing\n'])
      expect(() => readHair('a.usda', new TextEncoder().encode(text))).toThrow(
        'a.usda: there are no curves that can be read in the file: it is empty: export the hair as BasisCurves',
      );
    expect(() => read('/* without end')).toThrow(/a comment that starts here does not end/);
    expect(() => read('def NurbsPatch "a" {} def Camera "b" {}')).toThrow(/but 1 NurbsPatch, 1 Camera/);
  });

  it('has films with samples that are taken away', () => {
    const bytes = usda(`def BasisCurves "h" { uniform token type = "linear" int[] curveVertexCounts = [1]
      point3f[] points.timeSamples = { 0: [(0, 0, 0)], 1: None, 2: [(2, 0, 0)] } }`);
    expect([...openAnimation('a.usda', memorySource(bytes)).animation.times]).toEqual([0, 2 / 24]);
  });
});

describe('USD curves of other kinds', () => {
  it('NURBS are evaluated with their orders, knots, ranges and weights', () => {
    const { strands, notes } = read(`def NurbsCurves "h" {
      int[] curveVertexCounts = [3, 5] int[] order = [3, 2]
      double[] knots = [0, 0, 0, 1, 1, 1, 0, 0, 1, 2, 3, 4, 4]
      double2[] ranges = [(0, 1), (1, 3)]
      double[] pointWeights = [1, 0.70710678, 1, 1, 1, 1, 1, 1]
      point3f[] points = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)] }`);
    expect(notes).toEqual([]);
    // A quarter of a circle, and the middle of a polyline.
    for (let p = 0; p < strands.first[1]!; p++)
      expect(Math.hypot(strands.positions[3 * p]!, strands.positions[3 * p + 1]!)).toBeCloseTo(1, 5);
    expect([...strands.positions.slice(3 * strands.first[1]!)]).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 0]);
  });

  it('Hermite curves go through their points in the direction of their tangents', () => {
    const { strands } = read(`def HermiteCurves "h" { int[] curveVertexCounts = [2, 3]
      point3f[] points = [(0, 0, 0), (0, 1, 0), (5, 0, 0), (5, 1, 0), (5, 2, 0)]
      vector3f[] tangents = [(3, 0, 0), (-3, 0, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0)]
      float[] widths = [1, 2, 1, 1, 1] ( interpolation = "vertex" ) }`);
    expect([...strands.first]).toEqual([0, 7, 20]);
    expect(strands.positions.slice(0, 3)).toEqual(Float32Array.of(0, 0, 0));
    expect(strands.positions.slice(18, 21)).toEqual(Float32Array.of(0, 1, 0));
    // Halfway: (p + q) / 2 + (a - b) / 8.
    expect([...strands.positions.slice(9, 12)]).toEqual([0.75, 0.5, 0]);
    // Straight tangents as long as the steps give even steps.
    expect(strands.positions[3 * 13 + 1]).toBeCloseTo(1, 6);
    expect(strands.pointAttributes.get('radius')!.data[3]).toBeCloseTo(0.75, 6);
  });
});
