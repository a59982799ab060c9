import type { Budget } from './budget.ts';

/**
 * Joins segments into polylines, as exporters that write one `l a b` a segment need it. A strand ends where a vertex has one
 * segment or more than two; a ring starts with its first segment. The segment that comes first in the file gives
 * the direction and the strand's place in the order, so files written strand by strand, root first, come back as they were.
 */

/** Lists of vertices: `start[e] .. start[e + 1]` are those of element e. */
export interface Elements {
  readonly start: Uint32Array;
  readonly vertices: Uint32Array;
}

const NONE = 0xffffffff;

/** The segments at each vertex: up to two, and how many there are (3 stands for more). */
interface Adjacency {
  readonly degree: Uint8Array;
  readonly segments: Uint32Array;
}

const isSegment = (start: Uint32Array, element: number): boolean => start[element + 1]! - start[element]! === 2;

function adjacency({ start, vertices }: Elements, vertexCount: number, budget: Budget): Adjacency {
  const degree = budget.uint8(vertexCount, 'line ends');
  const segments = budget.uint32(2 * vertexCount, 'line ends').fill(NONE);
  for (let e = 0; e < start.length - 1; e++) {
    if (!isSegment(start, e)) continue;
    for (let i = start[e]!; i < start[e + 1]!; i++) {
      const v = vertices[i]!;
      if (degree[v]! < 2) segments[2 * v + degree[v]!] = e;
      if (degree[v]! < 3) degree[v]!++;
    }
  }
  return { degree, segments };
}

export function joinSegments(elements: Elements, vertexCount: number, budget: Budget): Elements {
  const { start, vertices } = elements;
  const count = start.length - 1;
  let hasSegments = false;
  for (let e = 0; e < count && !hasSegments; e++) hasSegments = isSegment(start, e);
  if (!hasSegments) return withoutEmpty(elements, budget);
  const { degree, segments } = adjacency(elements, vertexCount, budget);
  const isDone = budget.uint8(count, 'joined lines');

  /** The other segment at a vertex where exactly two meet. */
  const across = (segment: number, v: number): number => {
    if (degree[v] !== 2) return NONE;
    return segments[2 * v] === segment ? segments[2 * v + 1]! : segments[2 * v]!;
  };
  const otherEnd = (segment: number, v: number): number => {
    const at = start[segment]!;
    return vertices[at] === v ? vertices[at + 1]! : vertices[at]!;
  };
  /** The vertex at which the strand through a segment starts, and its segment there. */
  const findStart = (from: number): { segment: number; vertex: number } => {
    let segment = from;
    let vertex = vertices[start[from]!]!;
    for (;;) {
      const next = across(segment, vertex);
      if (next === NONE || next === segment) return { segment, vertex };
      if (next === from) return { segment: from, vertex: vertices[start[from]!]! };
      vertex = otherEnd(next, vertex);
      segment = next;
    }
  };

  // Joining never needs more room: each segment becomes one point, and each strand has one point more than segments.
  const joined = budget.uint32(vertices.length, 'joined lines');
  const first = budget.uint32(count + 1, 'joined lines');
  let strands = 0;
  let filled = 0;
  for (let e = 0; e < count; e++) {
    if (isDone[e] === 1 || start[e] === start[e + 1]) continue;
    if (!isSegment(start, e)) for (let i = start[e]!; i < start[e + 1]!; i++) joined[filled++] = vertices[i]!;
    else {
      let { segment, vertex } = findStart(e);
      joined[filled++] = vertex;
      while (segment !== NONE && isDone[segment] === 0) {
        isDone[segment] = 1;
        vertex = otherEnd(segment, vertex);
        joined[filled++] = vertex;
        segment = across(segment, vertex);
      }
    }
    first[++strands] = filled;
  }
  return { start: first.slice(0, strands + 1), vertices: joined.subarray(0, filled) };
}

/** A bare `l` names nothing and is no strand. */
function withoutEmpty({ start, vertices }: Elements, budget: Budget): Elements {
  const first = budget.uint32(start.length, 'lines');
  let strands = 0;
  for (let e = 1; e < start.length; e++) if (start[e]! > start[e - 1]!) first[++strands] = start[e]!;
  return { start: first.slice(0, strands + 1), vertices };
}
