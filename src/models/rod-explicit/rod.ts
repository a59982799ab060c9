import type { Made } from '../../numeric/made.ts';

/**
 * Discrete elastic rods after Bergou et al. 2008, in the form that hair needs. Section and equation numbers in this
 * folder are those of the project's specification of the method; signs are the corrected ones.
 *
 * What a rod is made of and what shape it has where nothing acts on it. Edge j runs from node j to node j + 1; nodes 1
 * .. nodes − 2 are interior. Arrays per node and per edge are both indexed from the root; what an end does not have is
 * 0.
 */
export type Rod = Made<typeof makeRod>;

/** `lengths` in the denominator of (κb): of the rest shape (inextensible form) or of the present one (extensible form). */
export function makeRod(nodes: number, lengths: 'rest' | 'current' = 'rest') {
  return {
    nodes,
    lengths,
    /** |ê|, per edge, metres. */
    restLength: new Float64Array(nodes - 1),
    /** l, per node: the sum of the rest lengths of its two edges. Integrated quantities belong to half of it. */
    span: new Float64Array(nodes),
    /** B, per edge: the symmetric matrix (11, 12, 22) in components on m₁ and m₂; (stiff, 0, soft) for hair. N·m². */
    bending: new Float64Array(3 * (nodes - 1)),
    /** β, per node, N·m². */
    twisting: new Float64Array(nodes),
    /** ω̂, four per node: seen from the edge before (2) and from the edge after (2). */
    restCurvature: new Float64Array(4 * nodes),
    /** τ̂, per node, radian. */
    restTwist: new Float64Array(nodes),
  };
}

/** l from the rest lengths. */
export function setSpans(rod: Rod): void {
  for (let i = 1; i < rod.nodes - 1; i++) rod.span[i] = rod.restLength[i - 1]! + rod.restLength[i]!;
}

/** The same section from end to end. */
export function setStiffness(rod: Rod, stiff: number, soft: number, twist: number): void {
  for (let j = 0; j < rod.nodes - 1; j++) rod.bending.set([stiff, 0, soft], 3 * j);
  for (let i = 1; i < rod.nodes - 1; i++) rod.twisting[i] = twist;
}

/** B y of edge j. */
export function bendingTimes(rod: Rod, j: number, y1: number, y2: number): readonly [number, number] {
  const b = 3 * j;
  const mixed = rod.bending[b + 1]!;
  return [rod.bending[b]! * y1 + mixed * y2, mixed * y1 + rod.bending[b + 2]! * y2];
}
