import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { Budget } from './budget.ts';
import { readMesh, writeMesh } from './registry.ts';

const read = (text: string): ReturnType<typeof readMesh> => readMesh('a.obj', new TextEncoder().encode(text));
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('reading .obj meshes', () => {
  it('makes fans of polygons and normals where there are none', () => {
    const { mesh, notes } = read(`${square}f 1 2 3 4\n`);
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...mesh.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(mesh.uv).toBeUndefined();
    expect(notes).toEqual([
      expect.stringMatching(/^[^ ]+\.obj: the file has no normals: smooth ones were made from its faces$/),
      expect.stringMatching(/^[^ ]+\.obj: no unit in the file: metres were assumed$/),
    ]);
  });
  it.each([
    ['f 1 2 3', 'indices'],
    ['f 1/1 2/2 3/3', 'with texture'],
    ['f 1//1 2//1 3//1', 'with normal'],
    ['f 1/1/1 2/2/1 3/3/1', 'with both'],
    ['f -4 -3 -2', 'counted back'],
    ['f -4/-3/-1 -3/-2/-1 -2/-1/-1', 'all counted back'],
    ['f  1\t2   3  ', 'with blanks'],
    ['f 1 2 3 # a comment', 'before a comment'],
    ['f 1 \\\n2 \\\n 3', 'over several lines'],
    ['usemtl skin\ns off\nf 1 2 3', 'after words we do not use'],
    ['f 1 2 3\nl 1 2\nf 2 3\n', 'beside lines and thin faces'],
  ])('reads "%s" (%s)', (faces) => {
    for (const end of ['\n', '\r\n', '\r', '']) {
      const text =
        `\ufeff# head\n\n${square}vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\n${faces}`.replaceAll('\n', end || '\n') + end;
      expect([...read(text).mesh.triangles]).toEqual([0, 1, 2]);
    }
  });
  it('reads numbers in every spelling', () => {
    const { mesh } = read('v 1e-1 +2.5E+1 -.5 1.0\nv nan -inf 0 0.1 0.2 0.3\nv 3. 4 5\nf 1 2 3\n');
    expect([...mesh.positions]).toEqual([
      ...Float32Array.of(0.1, 25, -0.5, Number.NaN, Number.NEGATIVE_INFINITY, 0, 3, 4, 5),
    ]);
  });
  it('counts back from where a face stands, not from the end', () => {
    const { mesh } = read(`${square}f -4 -3 -2\nv 5 5 5\nf -1 -2 -3\n`);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 4, 3, 2]);
  });
  it('reads texture coordinates of one number', () => {
    expect([...read(`${square}vt 0.5\nf 1/1 2/1 3/1\n`).mesh.uv!]).toEqual([0.5, 0, 0.5, 0, 0.5, 0, 0, 0]);
  });
  it('ends a line at its comment, and continues none from there', () => {
    expect([...read(`# a \\\nv 0 0 0 # b \\\n${square}usemtl x#1 # c \\\nf 1 2 3\n`).mesh.triangles]).toEqual([
      0, 1, 2,
    ]);
  });
  it('keeps the first texture coordinates at a seam, and says so', () => {
    const { mesh, notes } = read(`${square}vt 0 0.5\nvt 1 0\nvt 1 1\nvt 0.25 0.75\nf 1/1 2/2 3/3\nf 1/4 3/3 4/4\n`);
    expect([...mesh.uv!]).toEqual([0, 0.5, 1, 0, 1, 1, 0.25, 0.75]);
    expect(notes[0]).toMatch(/^1 face corners lie on a texture seam/);
  });
  it('takes the mean of normals at an edge, and the surface where there is none', () => {
    const { mesh } = read(`${square}v 0 0 1\nvn 0 0 2\nvn 1 0 0\nf 1//1 2//1 3//1\nf 3 4 1\nf 1//2 4 5\n`);
    expect(mesh.normals[0]).toBeCloseTo(1 / Math.sqrt(5), 6);
    expect(mesh.normals[2]).toBeCloseTo(2 / Math.sqrt(5), 6);
    expect([...mesh.normals.slice(3, 6)]).toEqual([0, 0, 1]);
    expect([...mesh.normals.slice(12, 15)].map((x) => x + 0)).toEqual([1, 0, 0]);
  });
  it('makes regions of groups', () => {
    const { mesh } = read(`${square}g left scalp\nf 1 2 3\ng\nf 3 4 1\ng neck\nf 1 3 4\n`);
    expect([...mesh.regions.keys()]).toEqual(['left scalp', 'neck']);
    expect([...mesh.regions.get('left scalp')!.weight]).toEqual([1, 1, 1, 0]);
    expect([...mesh.regions.get('neck')!.weight]).toEqual([1, 0, 1, 1]);
  });
  it('leaves groups out where they would take too much room', () => {
    const groups = Array.from({ length: 100 }, (_, i) => `g part${i}\nf 1 2 3\n`).join('');
    const bytes = new TextEncoder().encode(square + 'v 0 0 0\n'.repeat(3000) + groups);
    const { mesh, notes } = readMesh('a.obj', bytes, { budget: new Budget(bytes.length, { extra: 250_000 }) });
    expect(mesh.regions.size).toBeGreaterThan(0);
    expect(notes[0]).toBe(`${100 - mesh.regions.size} groups were not kept as regions: there are too many`);
  });
});

describe('.obj mesh errors name the file and the line', () => {
  it.each([
    ['obj/no-faces', square, /^a\.obj: /],
    ['obj/index', `${square}f 1 2 5\n`, /^a\.obj, line 5: "5" names a vertex that the file does not have \(it has 4\)/],
    ['obj/index', `${square}f 0 1 2\n`, /line 5/],
    ['obj/index', `${square}f -5 1 2\n`, /line 5/],
    ['obj/index', `${square}f 1.5 1 2\n`, /line 5/],
    ['obj/index', `${square}f a b c\n`, /line 5/],
    ['obj/index', `${square}f 1/2 1 2\n`, /texture coordinates/],
    ['obj/index', `${square}f 1//2 1 2\n`, /a normal/],
    ['obj/number', 'v 1 2\nf 1 1 1\n', /^a\.obj, line 1: a number is missing/],
    ['obj/number', '\\\n\n# x\r\nv 1 2 blue\nf 1 1 1\n', /^a\.obj, line 4: "blue" is no number/],
  ])('%s', (code, text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });
});

describe('writing .obj meshes', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0);
  const triangles = Uint32Array.of(0, 1, 2);
  it('writes one index for all', () => {
    const mesh = makeMesh({ positions, triangles, uv: Float32Array.of(0, 0, 1, 0, 1, 0.5) });
    expect(new TextDecoder().decode(writeMesh('a.obj', mesh))).toBe(
      '# written by Pelage\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 0.5\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nf 1/1/1 2/2/2 3/3/3\n',
    );
  });
  it('converts unit and axes, and mentions regions', () => {
    const notes: string[] = [];
    const mesh = makeMesh({ positions, triangles, regions: new Map([['scalp', { weight: new Float32Array(3) }]]) });
    const bytes = writeMesh('a.obj', mesh, { unit: 'cm', up: 'z', note: (sentence) => notes.push(sentence) });
    expect(new TextDecoder().decode(bytes)).toContain('v 100 -0 100\n');
    expect([...readMesh('a.obj', bytes, { unit: 'cm', up: 'z' }).mesh.positions].map((x) => x + 0)).toEqual([
      ...positions,
    ]);
    expect(notes).toEqual(['.obj has no place for these regions, they were left out: scalp']);
  });
});
