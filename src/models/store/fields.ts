/**
 * What a model keeps for its strands, declared once. From such a table the store makes everything that is the same for all
 * models: memory, snapshots, checkpoints, cuts, edits, teleports, resets.
 */

/**
 * What a value belongs to. Edge j and joint j are kept at node j: the last node has no edge, and neither end has a joint.
 * Elements and quadrature points are counted by the model itself.
 */
export type Owner = 'strand' | 'node' | 'edge' | 'joint' | 'element' | 'quadrature';

/**
 * Where a value lives. In the world it moves with its strand: metres are places, metres a second velocities, a pose is a place
 * with a quaternion, and all else are directions, three numbers each. Body values are in coordinates of the root and stay.
 */
export type Space = 'world' | 'body' | 'scalar';

/**
 * What becomes of a value where a strand is cut between two nodes. `copy`: both sides keep what they had; `interpolate`: the new end has
 * the value between its neighbours; `divide`: an amount, which the two sides divide.
 */
export type CutRule = 'copy' | 'interpolate' | 'divide';

/** A quantity that edits multiply: it is its value at creation, times a factor, times or over the growth in length. */
export interface Scaled {
  readonly by: 'mass' | 'stiffness' | 'thickness' | 'length';
  /** 1: proportional to the length that it belongs to; −1: inversely; 0: independent. */
  readonly growth: -1 | 0 | 1;
}

/**
 * A rest shape, which edits move: `angle` values add up along a strand and grow with its length, `curvature` values do not;
 * a `direction` is a unit vector relative to the one before, whose angle grows with the length.
 */
export type ShapeKind = 'angle' | 'curvature' | 'direction';

export interface Field {
  readonly of: Owner;
  /** Numbers an owner has. */
  readonly size: number;
  /** As printed: 'm', 'N/m'; '' for plain numbers. */
  readonly unit: string;
  readonly space: Space;
  readonly cut: CutRule;
  /** Whether a step changes it. */
  readonly moves: boolean;
  /** Of what moves: whether it follows from the rest, and is made when somebody reads it (`Stepper.settle`). */
  readonly follows?: boolean;
  /** The field with the value that a reset brings back: in root coordinates where this one is in the world. */
  readonly rest?: string;
  /** Of velocities in the world: the field of the places that they belong to. */
  readonly at?: string;
  /** Describes the step before: meaningless once a strand was put elsewhere. */
  readonly isPast?: boolean;
  /** What the root or the groom gives: a piece without a root has none of it. */
  readonly needsRoot?: boolean;
  readonly scaled?: Scaled;
  readonly shape?: ShapeKind;
}

export type FieldTable = Readonly<Record<string, Field>>;

type Options = Partial<
  Pick<Field, 'follows' | 'space' | 'cut' | 'rest' | 'at' | 'isPast' | 'needsRoot' | 'scaled' | 'shape'>
>;

/** A field that stays as it is in a step. */
export function fixed(of: Owner, size: number, unit: string, options: Options = {}): Field {
  return { of, size, unit, space: 'scalar', cut: 'copy', moves: false, ...options };
}

/** A field that a step changes. */
export function moving(of: Owner, size: number, unit: string, options: Options = {}): Field {
  return { ...fixed(of, size, unit, options), moves: true };
}

/** What every model has. */
export const BASE_FIELDS = {
  /** Points that others see, metres, and their velocities. */
  position: moving('node', 3, 'm', { space: 'world', cut: 'interpolate', rest: 'groomed' }),
  velocity: moving('node', 3, 'm/s', { space: 'world', cut: 'interpolate', at: 'position' }),
  /** Length of the edge from this node to the next: what arc lengths are made of. */
  restLength: fixed('edge', 1, 'm', { cut: 'divide', scaled: { by: 'length', growth: 0 } }),
  /** The groomed shape in root coordinates. */
  groomed: fixed('node', 3, 'm', { space: 'body', cut: 'interpolate' }),
  /** 1 where the strand grows from a root; 0 for a piece that was cut off. */
  rooted: fixed('strand', 1, ''),
} as const satisfies FieldTable;

/** What strands have that touch something. Sample points of contacts are the nodes and the middles of the edges. */
export const CONTACT_FIELDS = {
  /** Distance kept from bodies by the node, and by the middle of the edge that begins there. */
  clearance: fixed('node', 1, 'm', { scaled: { by: 'thickness', growth: 0 } }),
  middleClearance: fixed('node', 1, 'm', { scaled: { by: 'thickness', growth: 0 } }),
  /** Distance kept where the strand does not lie on other hair. */
  thickness: fixed('strand', 1, 'm', { scaled: { by: 'thickness', growth: 0 } }),
  /** Forces that contacts ended the last step with, at both sample points: along the normal, and across it. */
  normalForce: moving('node', 2, 'N'),
  frictionForce: moving('node', 6, 'N', { space: 'world' }),
} as const satisfies FieldTable;

/** What models of point masses have. */
export const NODAL_FIELDS = {
  ...BASE_FIELDS,
  mass: fixed('node', 1, 'kg', { cut: 'divide', scaled: { by: 'mass', growth: 1 } }),
  ...CONTACT_FIELDS,
} as const satisfies FieldTable;

/** One strand: an array of its own, or a view of one, for every field. */
export type StrandRecord<F extends FieldTable = FieldTable> = {
  readonly id: number;
  readonly nodes: number;
  readonly elements: number;
  readonly quadrature: number;
} & { readonly [name in keyof F]: Float64Array };

/** How many owners of each kind a strand has. */
export interface StrandCounts {
  readonly nodes: number;
  readonly elements: number;
  readonly quadrature: number;
}

/** Owners of a kind in a strand; edges and joints have a place at every node. */
export function countOf({ nodes, elements, quadrature }: StrandCounts, of: Owner): number {
  if (of === 'strand') return 1;
  if (of === 'element') return elements;
  return of === 'quadrature' ? quadrature : nodes;
}

/** A strand of zeros. */
export function makeRecord<F extends FieldTable>(table: F, id: number, counts: StrandCounts): StrandRecord<F> {
  const record: Record<string, unknown> = { id, ...counts };
  for (const [name, field] of Object.entries(table))
    record[name] = new Float64Array(field.size * countOf(counts, field.of));
  // A spread: an object that is made field by field is a dictionary, which every use would search.
  return { ...record } as StrandRecord<F>;
}
