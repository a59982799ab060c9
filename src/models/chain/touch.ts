import type { Environment, Obstacles, PointContacts } from '../model.ts';
import { locateEdge, strandIndex } from '../nodal.ts';
import type { NodalSystem } from '../nodal-system.ts';
import { type ContactRow, makeContactRow, NodeContacts } from '../node-contacts.ts';
import { NodeSurfaces } from '../node-surfaces.ts';
import type { Probes } from '../probes.ts';
import { RowsByStrand } from '../rows-by-strand.ts';
import type { ChainState } from './fields.ts';

/** Points nearer to a surface than this at the guess are minded in the solve; none goes farther from it, metres. */
const REACH = 0.005;
/** A strand that is nowhere deeper than this after its solve needs no further push, metres. */
const OUTSIDE = 1e-5;
/** What moves is placed to this share of its way in a step: nobody sees less. */
const LOOSENESS = 0.02;
/** At most so often in a step is a solve taken back that brought points into surfaces. */
const MOST_RESTARTS = 3;

/** What strands touch, one after another, inside their solves. */
export class StrandTouch {
  /** Points that push at the end of the step. */
  touching = 0;
  /** Whether a strand went where nobody had looked, or could not be solved with its contacts. */
  isLost = false;
  /** Whether the present strand has planes that the caller gave. */
  hasPlanes = false;
  private readonly state: ChainState;
  private readonly contacts = new NodeContacts(LOOSENESS);
  private readonly surfaces: NodeSurfaces;
  private readonly rows: RowsByStrand;
  private readonly index: ReadonlyMap<number, number>;
  private readonly row: ContactRow = makeContactRow();
  private readonly strand: {
    x: Float64Array;
    previous: Float64Array;
    inverseMass: Float64Array;
    from: number;
    h: number;
  };
  private to = 0;
  /** Positions before the last solve, and how often they were taken back. */
  private readonly before: Float64Array;
  private restarts = 0;
  private time = 0;
  private obstacles: Obstacles | null = null;
  private given: PointContacts | null = null;

  constructor(state: ChainState, previous: Float64Array, inverseMass: Float64Array, probes: Probes) {
    this.state = state;
    this.before = new Float64Array(state.position.length);
    this.strand = { x: state.position, previous, inverseMass, from: 0, h: 0 };
    this.surfaces = new NodeSurfaces(this.contacts, probes, 0.5 * OUTSIDE);
    this.rows = new RowsByStrand(state.ids.length);
    this.index = strandIndex(state.ids);
  }

  begin(h: number, { time, obstacles, contacts }: Environment): void {
    this.strand.h = h;
    this.time = time + h;
    this.obstacles = obstacles;
    this.given = contacts;
    this.touching = 0;
    this.isLost = false;
    if (contacts) this.rows.fill(contacts.count, contacts.id, this.index);
  }

  get isNear(): boolean {
    return this.contacts.count > 0;
  }

  /** Gathers what strand k may touch; `rows` are those of all probes at its guess. */
  beginStrand(k: number, rows: Float64Array): void {
    const { strand, contacts, state } = this;
    strand.from = state.first[k]!;
    this.to = state.first[k + 1]!;
    contacts.clear();
    this.restarts = 0;
    if (this.obstacles) this.surfaces.gather(strand, this.to, rows, REACH);
    this.hasPlanes = this.given !== null && this.rows.first(k) >= 0;
    if (this.given) this.addPlanes(k, this.given);
    contacts.begin(strand, state);
  }

  private addPlanes(k: number, given: PointContacts): void {
    const { row, strand } = this;
    for (let r = this.rows.first(k); r >= 0; r = this.rows.after(r)) {
      const [node, share] = locateEdge(this.state, k, given.s[r]!);
      const { normal, plane, velocity } = given;
      const n = 3 * r;
      row.node = node - strand.from;
      row.share = share;
      row.nx = normal[n]!;
      row.ny = normal[n + 1]!;
      row.nz = normal[n + 2]!;
      row.offset = row.nx * plane[n]! + row.ny * plane[n + 1]! + row.nz * plane[n + 2]!;
      row.travelX = strand.h * velocity[n]!;
      row.travelY = strand.h * velocity[n + 1]!;
      row.travelZ = strand.h * velocity[n + 2]!;
      row.friction = given.friction[r]!;
      row.point = -1;
      this.contacts.add(row);
    }
  }

  addTo(system: NodalSystem): void {
    const { contacts, strand } = this;
    if (contacts.count === 0) return;
    for (let c = 3 * strand.from; c < 3 * this.to; c++) this.before[c] = strand.x[c]!;
    contacts.addTo(system, strand);
  }

  /** After a solve: true where nothing asks for another. */
  settle(): boolean {
    const { contacts, strand, obstacles } = this;
    if (contacts.count === 0) return true;
    const isSettled = contacts.settle(strand);
    if (contacts.isSpoilt && this.restarts++ < MOST_RESTARTS) {
      for (let c = 3 * strand.from; c < 3 * this.to; c++) strand.x[c] = this.before[c]!;
      return false;
    }
    const isOff = obstacles !== null && this.surfaces.follow(strand, obstacles, this.time);
    return isSettled && !isOff;
  }

  /** After the last solve: remembers; true where the strand is outside of everything, with the lengths that its tension gives it. */
  finish(isLong: boolean): boolean {
    const { contacts, strand, state } = this;
    this.touching += contacts.remember(strand, this.to, state);
    const isFar = this.obstacles !== null && this.isFar();
    const isDone = contacts.count > 0 && isLong && !isFar && contacts.deepest(strand) < OUTSIDE;
    if (isFar || (contacts.count > 0 && !isDone)) this.isLost = true;
    return isDone;
  }

  /** Whether a node is so far from its guess that it may have met what was not near it there. */
  private isFar(): boolean {
    const { x, previous, from, h } = this.strand;
    const { velocity: v } = this.state;
    for (let c = 3 * from; c < 3 * this.to; c++)
      if (!(Math.abs(x[c]! - previous[c]! - h * v[c]!) < REACH / 2)) return true;
    return false;
  }
}
