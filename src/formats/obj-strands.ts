import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { makeStrands, pointCount, strandCount } from '../strands/strands.ts';
import { grouped } from './budget.ts';
import type { HairContent, Source, Target } from './format.ts';
import type { ObjCounts } from './obj-count.ts';
import { countObj, readValues } from './obj-count.ts';
import type { Elements } from './obj-join.ts';
import { joinSegments } from './obj-join.ts';
import { L, ObjScanner, P, V } from './obj-scanner.ts';
import { ids, leftOut } from './packing.ts';
import { TextWriter } from './text-writer.ts';

/**
 * Strands in Wavefront .obj. A line (`l`) of three points or more is a strand; lines of two points are segments, which
 * are joined where they share a vertex; a point (`p`) is a strand of one point, so that nothing gets lost.
 */

function readElements({ budget }: Source, scanner: ObjScanner, counts: ObjCounts): Elements {
  const start = budget.uint32(counts.elements + 1, 'lines');
  const vertices = budget.uint32(counts.references, 'lines');
  let before = 0;
  let element = 0;
  let filled = 0;
  for (let more = scanner.firstLine(); more; more = scanner.nextLine()) {
    const { keyword } = scanner;
    if (keyword === V) before++;
    else if (keyword === L || keyword === P) {
      while (scanner.nextWord()) {
        vertices[filled++] = scanner.reference(0, before, counts.vertices);
        if (keyword === P) start[++element] = filled;
      }
      if (keyword === L) start[++element] = filled;
    }
  }
  return { start, vertices };
}

export function readObjStrands(source: Source): HairContent {
  const { name, bytes, budget, note } = source;
  const scanner = new ObjScanner(name, bytes);
  const counts = countObj(scanner);
  if (counts.elements === 0 && (counts.vertices > 0 || counts.faces > 0))
    throw new InputError('obj/no-lines', `${name}: there is no line (l) in the file, so it has no strands`);
  const corners = readValues(scanner, budget, { ...counts, textures: 0, normals: 0 }).positions;
  const elements = readElements(source, scanner, counts);
  const { start: first, vertices } = joinSegments(elements, counts.vertices, budget);
  const positions = budget.float32(3 * vertices.length, 'points');
  for (let i = 0; i < vertices.length; i++) {
    const v = 3 * vertices[i]!;
    positions[3 * i] = corners[v]!;
    positions[3 * i + 1] = corners[v + 1]!;
    positions[3 * i + 2] = corners[v + 2]!;
  }
  if (counts.faces > 0) note(`${grouped(counts.faces)} faces are no hair and were left out`);
  return { strands: makeStrands({ id: ids(budget, first.length - 1), first, positions }), metadata: {} };
}

function putLines(out: TextWriter, first: number, end: number, isWhole: boolean): void {
  if (end === first + 1) out.text('p ').integer(end).text('\n');
  else if (isWhole) {
    out.text('l');
    for (let p = first + 1; p <= end; p++) out.text(' ').integer(p);
    out.text('\n');
  } else
    for (let p = first + 1; p < end; p++)
      out
        .text('l ')
        .integer(p)
        .text(' ')
        .integer(p + 1)
        .text('\n');
}

export function writeObjStrands(strands: Strands, { name, options, note }: Target): Uint8Array {
  const { first, id, positions } = strands;
  for (const sentence of leftOut(strands, '.obj', [], [])) note(sentence);
  const out = new TextWriter().text(`# written by Pelage: ${strandCount(strands)} strands\n`);
  for (let p = 0; p < pointCount(strands); p++) out.floats('v', positions, 3 * p, 3);
  for (let s = 0; s < id.length; s++) {
    if (first[s] === first[s + 1])
      throw new InputError(
        'obj/empty-strand',
        `${name}: strand ${id[s]} has no points, which .obj cannot say: remove it`,
      );
    putLines(out, first[s]!, first[s + 1]!, options.objLines === 'polylines');
  }
  return out.bytes();
}
