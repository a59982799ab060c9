import { type Contactable, type ContactMaker, type StrandContacts, sampledStrands } from '../contactable.ts';
import type { Environment } from '../model.ts';
import { NodalContactable, type NodalStep } from '../nodal-contactable.ts';
import { NodalSolver } from '../nodal-solver.ts';
import { layNodes, makeNodalSystem, type NodalSystem, type NodalView } from '../nodal-system.ts';
import type { StrandStore } from '../store/strand-store.ts';
import type { ROD_EXPLICIT_FIELDS } from './fields.ts';
import type { ClampedPoint } from './holds.ts';
import { type LengthScratch, projectLengths } from './project-lengths.ts';

/** One strand at the end of an internal step, before its constraints are met. */
export interface ConstraintProblem {
  /** Predicted before, with its lengths and outside of everything after. */
  readonly x: Float64Array;
  /** Positions at the start of the internal step. */
  readonly previous: Float64Array;
  /** Where nodes would be at the end of it if they flew on: forces that will balance must not bend the guess. */
  readonly flight: Float64Array;
  readonly mass: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly restLength: Float64Array;
  readonly held: readonly ClampedPoint[];
  /** At the start of the internal step. */
  readonly environment: Environment;
  readonly h: number;
  /** What remains of the whole step after this one, s. */
  readonly left: number;
  /** Relative lengthening that may be left. */
  readonly tolerance: number;
  readonly scratch: LengthScratch;
}

const MOST_SOLVES = 12;
/** Softness of edges in units of the nodes': lets edges between held nodes be, and lengthens none that can be seen. */
const SOFTNESS = 1e-12;
/** A solve that leaves an edge off by less than this fraction is of use. */
const NEARLY = 0.05;
/** Stiffness of a contact: at fifty times as much a strand wound about a cylinder is thrown off; of a held point. */
const STIFFNESS = 2000;
const HELD_STIFFNESS = 1e8;
/** A point deeper than this is pushed on, metres: what is left comes out in the next internal step, at this over its length. */
const DEPTH = 1e-8;

/** The published projection onto lengths alone. */
export function keepLengths({ x, restLength, inverseMass, tolerance, scratch }: ConstraintProblem): number {
  return projectLengths({ x, restLength, inverseMass }, { tolerance: 2 * tolerance }, scratch).iterations;
}

/**
 * Lengths, held points and contacts of one strand as one problem: min ½ (x − x̆)ᵀ M (x − x̆)/h², linearised at free flight.
 *
 * Friction that is taken back after a projection, node by node, does not know the tension that it sets free: wound about
 * a cylinder, a strand slid at a ratio of pulls of 1.1 where exp(μφ) is 2.6. Here every tension, push and friction feels
 * every other in one solve.
 */
export class StrandConstraints {
  private readonly contacts: StrandContacts;
  private readonly contactable: Contactable;
  private readonly system: NodalSystem;
  private readonly solver: NodalSolver;
  private readonly moved: NodalStep & { mass: Float64Array; xStart: Float64Array };
  private readonly tension: Float64Array;

  constructor(store: StrandStore<typeof ROD_EXPLICIT_FIELDS>, makeContacts: ContactMaker, tolerance: number) {
    const nodes = Math.max(2, store.mostNodes);
    const none = new Float64Array(0);
    this.contacts = makeContacts(sampledStrands(store), { stiffness: STIFFNESS, depth: DEPTH });
    this.system = makeNodalSystem(nodes);
    this.solver = new NodalSolver(this.system, nodes, tolerance);
    this.moved = {
      nodes,
      x: new Float64Array(3 * nodes),
      xStart: none,
      mass: none,
      inertia: new Float64Array(6 * nodes),
      shift: new Float64Array(3 * nodes),
      isShifted: false,
    };
    this.contactable = new NodalContactable(this.moved, this.system);
    this.tension = new Float64Array(nodes);
  }

  /** Looks for surfaces near strand k, which has not moved yet. */
  look(k: number, { obstacles, time }: Environment, h: number): void {
    if (obstacles) this.contacts.look(obstacles, time, h, k, k + 1);
  }

  /** How far coordinate c was moved without gaining velocity. */
  shiftOf(c: number): number {
    return this.moved.isShifted ? this.moved.shift[c]! : 0;
  }

  /** Meets all constraints of strand k. */
  meet(k: number, problem: ConstraintProblem): { solves: number; contacts: number } {
    const { contacts, moved } = this;
    const { held, x } = problem;
    this.begin(problem);
    contacts.gather(k, this.contactable, problem.environment, problem.h, problem.left);
    contacts.begin(1 / (problem.h * problem.h));
    let solves = 0;
    if (contacts.count === 0 && held.length === 0) {
      solves = keepLengths(problem);
      moved.x.set(x);
      if (!contacts.follow(false)) return { solves, contacts: contacts.finish() };
      this.guess(problem);
    }
    const isMet = this.solve(problem);
    solves += this.solver.solves;
    // What was not found to the last digit is outside all the same; lengths are then kept from there.
    if (isMet || this.solver.lengths.error < NEARLY) x.set(moved.x.subarray(0, x.length));
    if (!isMet) solves += keepLengths(problem);
    return { solves, contacts: contacts.finish() };
  }

  private begin(problem: ConstraintProblem): void {
    const { moved } = this;
    const { inverseMass, h } = problem;
    moved.nodes = inverseMass.length;
    moved.xStart = problem.previous;
    moved.mass = problem.mass;
    moved.isShifted = false;
    moved.inertia.fill(0);
    for (let i = 0; i < inverseMass.length; i++) {
      const w = inverseMass[i]!;
      if (w > 0) moved.inertia[6 * i] = moved.inertia[6 * i + 3] = moved.inertia[6 * i + 5] = 1 / (w * h * h);
    }
    this.guess(problem);
  }

  /** Free flight; what is held is where it shall be. */
  private guess({ x, flight, inverseMass }: ConstraintProblem): void {
    for (let c = 0; c < x.length; c++) this.moved.x[c] = inverseMass[(c / 3) | 0]! > 0 ? flight[c]! : x[c]!;
  }

  private solve({ x, inverseMass, restLength, held, h, tolerance }: ConstraintProblem): boolean {
    const { system, solver, moved, tension, contacts } = this;
    let lightest = 0;
    for (let i = 0; i < inverseMass.length; i++) lightest = Math.max(lightest, inverseMass[i]!);
    const view: NodalView = {
      ...{ x: moved.x, target: x, inertia: moved.inertia, restLength, tension, from: 0, to: inverseMass.length },
      compliance: (SOFTNESS * lightest * h * h) / restLength[0]!,
    };
    tension.fill(0);
    solver.solve(view, contacts, MOST_SOLVES, () => {
      layNodes(view, system);
      if (held.length > 0) this.hold(held, HELD_STIFFNESS / (lightest * h * h));
    });
    // What asks for another solve in vain is friction alone.
    return solver.lengths.error <= tolerance && !contacts.isLeftIn();
  }

  /** Springs that hold points where they shall be. */
  private hold(held: readonly ClampedPoint[], k: number): void {
    const points = {
      count: held.length,
      edge: Int32Array.from(held, ({ edge }) => edge),
      t: Float64Array.from(held, ({ fraction }) => fraction),
    };
    const force = new Float64Array(3 * held.length);
    this.contactable.positions(points, 0, held.length, force);
    held.forEach(({ target }, n) => {
      for (let c = 0; c < 3; c++) force[3 * n + c] = k * (target[c]! - force[3 * n + c]!);
    });
    const stiffness = new Float64Array(6 * held.length).map((_, c) =>
      c % 6 === 0 || c % 6 === 3 || c % 6 === 5 ? k : 0,
    );
    this.contactable.scatter(points, new Uint8Array(held.length).fill(1), force, stiffness);
  }
}
