import { withEdits } from '../store/edit.ts';
import { BASE_FIELDS, CONTACT_FIELDS, type Field, fixed, moving, type StrandRecord } from '../store/fields.ts';

/**
 * What a super-helix keeps. Besides its elements it remembers where its quadrature points are and were: the step works on these
 * places and velocities, which are not functions of the unknowns' rates. Nodes are the groomed polyline's points; at them and
 * between them the strand looks for contacts, at places 0, ½, 1, 1½, … of them: two a node.
 */
const OWN_FIELDS = {
  /** Elements: arc length, and Darboux vectors (twist, bending about the major and the minor axis), 1/m. */
  length: fixed('element', 1, 'm', { cut: 'divide', scaled: { by: 'length', growth: 0 } }),
  w: moving('element', 3, '1/m', { rest: 'groomedW' }),
  wPast: moving('element', 3, '1/m', { rest: 'groomedW', isPast: true }),
  /** Change of w in a second, for the first guess and for the published step. */
  rate: moving('element', 3, '1/(m s)', { isPast: true }),
  rest: fixed('element', 3, '1/m', { shape: 'curvature' }),
  groomedW: fixed('element', 3, '1/m'),
  /** EI times length, and internal friction times length. */
  stiffness: fixed('element', 3, 'N m³', { cut: 'divide', scaled: { by: 'stiffness', growth: 1 } }),
  viscosity: fixed('element', 3, 'N m³ s', { cut: 'divide' }),

  /** Quadrature points: element, arc length in it, mass, length that they stand for. */
  massElement: fixed('quadrature', 1, ''),
  massPlace: fixed('quadrature', 1, 'm'),
  mass: fixed('quadrature', 1, 'kg', { scaled: { by: 'mass', growth: 1 } }),
  span: fixed('quadrature', 1, 'm'),
  x: moving('quadrature', 3, 'm', { space: 'world', rest: 'groomedX' }),
  xPast: moving('quadrature', 3, 'm', { space: 'world', rest: 'groomedX' }),
  v: moving('quadrature', 3, 'm/s', { space: 'world', at: 'x' }),
  vPast: moving('quadrature', 3, 'm/s', { space: 'world', at: 'x' }),
  /** Unit tangents there, for forces that depend on them. */
  tangent: moving('quadrature', 3, '', { space: 'world' }),
  /** The groomed place in root coordinates and the spring to it. */
  groomedX: fixed('quadrature', 3, 'm', { space: 'body' }),
  poseSpring: fixed('quadrature', 1, 'N/m', { needsRoot: true }),
  /** The force that carries a fraction of the weight. */
  support: fixed('quadrature', 3, 'N', { space: 'body', needsRoot: true }),

  /** Arc length of the groomed polyline: what others mean by s. */
  arc: fixed('node', 1, 'm'),
  positionPast: moving('node', 3, 'm', { space: 'world', rest: 'groomed' }),
  /** Element and arc length in it of both sample points. */
  placeElement: fixed('node', 2, ''),
  placePlace: fixed('node', 2, 'm'),

  /** Place and frame of the first point: in the world, and in root coordinates. */
  pose: moving('strand', 7, 'pose', { space: 'world', rest: 'bind' }),
  bind: fixed('strand', 7, 'pose', { space: 'body' }),
  /** Velocity and spin of the first point, for the first guess of free strands. */
  poseRate: moving('strand', 6, '', { isPast: true }),
  /** The last step's length, 0 where it has no meaning for the next one. */
  stepPast: moving('strand', 1, 's', { isPast: true }),
  /** Unknowns an element. */
  modes: fixed('strand', 1, ''),
  /** Farthest distance of the fitted curve from a groomed point. */
  fitError: fixed('strand', 1, 'm'),
} as const satisfies Record<string, Field>;

export const HELIX_FIELDS = withEdits({ ...BASE_FIELDS, ...CONTACT_FIELDS, ...OWN_FIELDS });

/** One strand with what edits keep beside it, and as its physics sees it. */
export type HelixRecord = StrandRecord<typeof HELIX_FIELDS>;
export type HelixStrand = StrandRecord<typeof BASE_FIELDS & typeof CONTACT_FIELDS & typeof OWN_FIELDS>;
