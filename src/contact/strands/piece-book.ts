import type { HairState } from '../interaction.ts';
import { PairGraph } from './pair-graph.ts';
import type { ContactParameters } from './parameters.ts';
import { PIECE_ROW, squaredDistance, writePiece } from './piece-rows.ts';
import { makePieces, type Pieces } from './pieces.ts';
import { type PieceNames, SPRING_ROW, Springs } from './springs.ts';
import { Topology } from './topology.ts';

/** The pieces of all strands under names that outlive cuts, what the groom says about them, and which may meet. */
export class PieceBook implements PieceNames {
  pieces: Pieces;
  readonly graph = new PairGraph();
  private readonly parameters: ContactParameters;
  private readonly groom: { readonly topology: Topology; readonly pieces: Pieces; readonly at: Map<number, number> };
  private readonly groomedRows: Float64Array;
  private ids: Uint32Array;
  private firstNode: Uint32Array;
  /** Piece that begins at each node; -1 for none. */
  private pieceAt: Int32Array;
  /** Groomed piece of each piece; -1 for those that came later. */
  private groomedPiece: Int32Array;
  private topology: Topology;

  constructor(groomed: HairState, parameters: ContactParameters) {
    this.parameters = parameters;
    this.topology = new Topology();
    this.topology.update(groomed);
    this.pieces = makePieces(groomed, spreadOf(parameters));
    this.ids = this.topology.ids;
    this.firstNode = this.topology.first;
    this.groom = {
      topology: this.topology,
      pieces: this.pieces,
      at: new Map(Array.from(this.pieces.start, (node, p) => [node, p])),
    };
    this.groomedRows = rowsOf(groomed, this.pieces);
    this.pieceAt = new Int32Array(0);
    this.groomedPiece = new Int32Array(0);
    this.enter();
    if (parameters.pairShare < 1) {
      this.graph.build(groomed, this.pieces, parameters);
      this.graph.index(this.topology);
    }
  }

  /** Makes the pieces anew where strands have changed, and carries the springs over. */
  update(hair: HairState, topology: Topology, lists: readonly Springs[]): void {
    if (topology.ids !== this.ids || topology.first !== this.firstNode) {
      const names = lists.map((springs) => this.nameSprings(springs));
      this.topology = topology;
      this.ids = topology.ids;
      this.firstNode = topology.first;
      this.pieces = makePieces(hair, spreadOf(this.parameters));
      this.enter();
      lists.forEach((springs, n) => {
        this.renameSprings(springs, names[n]!);
      });
      this.graph.index(topology);
    }
    const { pairShare, pairRefresh } = this.parameters;
    if (pairShare >= 1 || pairRefresh === 0) return;
    // Round-off of a time just before a multiple must not decide.
    const epoch = Math.floor(hair.time / pairRefresh + 1e-6);
    if (epoch === this.graph.epoch) return;
    this.graph.build(hair, this.pieces, this.parameters);
    this.graph.epoch = epoch;
    this.graph.index(topology);
  }

  mayMeet(p: number, q: number): boolean {
    return this.parameters.pairShare >= 1 || this.graph.has(this.pieces.strand[p]!, this.pieces.strand[q]!);
  }

  isGroomed(p: number, q: number): boolean {
    return this.groomedPiece[p]! >= 0 && this.groomedPiece[q]! >= 0;
  }

  /** How far apart the pieces are as groomed: locks that overlap there may, so a dense groom does not fly apart. */
  groomedDistance(p: number, q: number): number {
    const first = this.groomedPiece[p]!;
    const second = this.groomedPiece[q]!;
    if (first < 0 || second < 0) return Number.POSITIVE_INFINITY;
    // Less by more than round-off, so that the groom itself is at rest.
    return (1 - 1e-12) * Math.sqrt(squaredDistance(this.groomedRows, first, second));
  }

  id(piece: number): number {
    return this.ids[this.pieces.strand[piece]!]!;
  }

  number(piece: number): number {
    return this.pieces.start[piece]! - this.firstNode[this.pieces.strand[piece]!]!;
  }

  strand(piece: number): number {
    return this.pieces.strand[piece]!;
  }

  find(id: number, number: number): number {
    const node = this.topology.node(id, number);
    return node < 0 ? -1 : this.pieceAt[node]!;
  }

  private enter(): void {
    const { pieces, topology, groom } = this;
    this.pieceAt = new Int32Array(topology.strand.length).fill(-1);
    this.groomedPiece = new Int32Array(pieces.count).fill(-1);
    for (let p = 0; p < pieces.count; p++) {
      this.pieceAt[pieces.start[p]!] = p;
      const node = groom.topology.node(this.id(p), this.number(p));
      if (node >= 0) this.groomedPiece[p] = groom.at.get(node) ?? -1;
    }
  }

  private nameSprings(springs: Springs): Uint32Array {
    const names = new Uint32Array(4 * springs.count);
    for (let n = 0; n < springs.count; n++) {
      const p = springs.first[n]!;
      const q = springs.second[n]!;
      names.set([this.id(p), this.number(p), this.id(q), this.number(q)], 4 * n);
    }
    return names;
  }

  /** Springs of pieces that are gone are dropped; the others are put in the order of their first pieces. */
  private renameSprings(springs: Springs, names: Uint32Array): void {
    const old = new Springs();
    old.copyFrom(springs);
    const found: (readonly [p: number, q: number, n: number])[] = [];
    for (let n = 0; n < old.count; n++) {
      const p = this.find(names[4 * n]!, names[4 * n + 1]!);
      const q = this.find(names[4 * n + 2]!, names[4 * n + 3]!);
      if (p >= 0 && q >= 0) found.push([Math.min(p, q), Math.max(p, q), n]);
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    springs.clear();
    for (const [p, q, n] of found) {
      const at = springs.add(p, q);
      springs.rows.set(old.rows.subarray(SPRING_ROW * n, SPRING_ROW * (n + 1)), at);
    }
  }
}

/** What is to be kept from crossing must be seen whole. */
function spreadOf(parameters: ContactParameters): number {
  return parameters.crossing ? 0 : parameters.keepEvery;
}

function rowsOf({ position }: HairState, { count, start, end }: Pieces): Float64Array {
  const rows = new Float64Array(PIECE_ROW * count);
  for (let p = 0; p < count; p++) writePiece(position, position, 0, 3 * start[p]!, 3 * end[p]!, rows, p);
  return rows;
}
