import { withEdits } from '../store/edit.ts';
import { type Field, fixed, moving, NODAL_FIELDS, type StrandRecord } from '../store/fields.ts';
import { makeRod, type Rod, setSpans } from './rod.ts';

/** What the published rod keeps besides what all strands of nodes have. */
const OWN_FIELDS = {
  /** θ against the Bishop frame. */
  theta: moving('edge', 1, 'rad', { rest: 'groomedTheta' }),
  groomedTheta: fixed('edge', 1, 'rad'),
  /** Bishop u₁ of the first edge. */
  u1: moving('strand', 3, '', { space: 'world', rest: 'groomedU1' }),
  groomedU1: fixed('strand', 3, '', { space: 'body' }),
  /** ω of the last internal step, four numbers as in `Rod`, and its size; 0 where ω must not be used: internal friction needs its rate. */
  curvature: moving('joint', 4, 'rad'),
  lastStep: moving('strand', 1, 's'),
  /** B of the edge, three numbers; β of the joint. */
  bending: fixed('edge', 3, 'N m²', { scaled: { by: 'stiffness', growth: 0 } }),
  twisting: fixed('joint', 1, 'N m²', { scaled: { by: 'stiffness', growth: 0 } }),
  restCurvature: fixed('joint', 4, 'rad', { shape: 'angle' }),
  restTwist: fixed('joint', 1, 'rad', { shape: 'angle' }),
  /** How much softer the joint is made than its section says, from 1 on: see `jointSoftness`. */
  softness: fixed('joint', 1, ''),
} as const satisfies Record<string, Field>;

export const ROD_EXPLICIT_FIELDS = withEdits({ ...NODAL_FIELDS, ...OWN_FIELDS });

/** One strand as its physics sees it. */
export type ExplicitStrand = StrandRecord<typeof NODAL_FIELDS & typeof OWN_FIELDS>;

/** The strand as a rod; a softer joint has a longer span. Rest shape arrays are the strand's own. */
export function rodOf(strand: ExplicitStrand): Rod {
  const rod: Rod = {
    ...makeRod(strand.nodes),
    restLength: strand.restLength.subarray(0, strand.nodes - 1),
    bending: strand.bending.subarray(0, 3 * (strand.nodes - 1)),
    twisting: strand.twisting,
    restCurvature: strand.restCurvature,
    restTwist: strand.restTwist,
  };
  setSpans(rod);
  for (let i = 1; i < rod.nodes - 1; i++) rod.span[i] = rod.span[i]! * strand.softness[i]!;
  return rod;
}
