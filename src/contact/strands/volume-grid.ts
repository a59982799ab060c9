import { LANES, StrandsKernels } from '../../kernels/kernels.ts';
import { LAYERS, POINT, PRESSURE, RECORD, RUN, VOLUME, VOLUME_HEAD_ROWS } from '../../kernels/volume-layout.ts';

/** Places of the table of runs at most; hair that is spread wider shares them: the grid repeats. */
const MOST = 1 << 20;
/** Free cells about the items when layers are laid out: so far they may go before these must be laid out anew. */
const MARGIN = 3;

/** Items that stay the same for many steps. */
export interface GridItems {
  /** Items in the order in which they are gone through: neighbours one after the other. */
  readonly order: Uint32Array;
  readonly mass: Float64Array;
  /** Mass of other items at each item's place, as groomed: with more it presses. */
  readonly rest: Float64Array;
  /** 1 where an item is one's own: others are of interest as far as own ones feel them. Absent: all are. */
  readonly own?: Uint8Array | undefined;
}

/** How items come to the grid: (position + time · velocity − origin) · scale is their place in cells. */
export interface GridState {
  /** xyz rows. */
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly time: number;
  readonly origin: ArrayLike<number>;
  readonly scale: number;
  /** What momenta are multiplied by. */
  readonly rate: number;
}

/** When and how hard items press. */
export interface PressureLaw {
  readonly strength: number;
  readonly slack: number;
  /** Grid points with less mass than this pass less pressure on. */
  readonly thin: number;
}

const HEAD = 0;

/** Places of runs in a box of so many points along the axes. */
const runsIn = ([x = 1, y = 1, z = 1]: readonly number[]): number => x * (Math.floor((y - 1) / RUN) + 1) * z;

/**
 * Grid points with trilinear weights: what is given to the grid at a place is given whole (the shares add up to 1), and what is
 * asked for there comes back by the same shares. Points exist where items are, in runs of four along y, made anew in every step and
 * numbered as items come to them; sums over items at a point are in the items' order, so nothing depends on the numbers, nor on
 * which items are one's own. Items keep where they are in their cell and not their eight shares: to make these again is cheaper than to read them.
 */
export class VolumeGrid {
  private readonly kernels: StrandsKernels;
  private items: GridItems | null = null;
  private count = 0;
  private isShared = false;
  /** Whether layers without hair are left out. */
  private isPacked = false;
  /** The first row behind what items are, behind the table, and behind all. */
  private itemsEnd = 0;
  private kept = 0;
  private end = 0;
  /** Runs for which there is room. */
  private room = 1024;

  constructor(wantsSimd = true) {
    this.kernels = new StrandsKernels(wantsSimd);
  }

  /** Takes up the mass and the momentum of these items instead of those it had. */
  enter(items: GridItems, state: GridState): void {
    this.recognise(items);
    this.doubles(VOLUME.position).set(state.position.subarray(0, 3 * this.count));
    this.doubles(VOLUME.velocity).set(state.velocity.subarray(0, 3 * this.count));
    this.setNumbers(VOLUME.time, [state.time, ...Array.from(state.origin).slice(0, 3), state.scale, state.rate]);
    this.findPlaces();
    while (!this.deposit()) this.room = 2 * this.room;
  }

  /** Whether there was room for all points. */
  private deposit(): boolean {
    const { kernels } = this;
    this.end = this.kept;
    this.place(VOLUME.points, 2 * RUN * POINT * this.room);
    this.place(VOLUME.pressure, PRESSURE * this.room);
    kernels.words[LANES * HEAD + VOLUME.room] = this.room;
    if (kernels.run.deposit(HEAD) > 0) return true;
    // Places become layers again.
    this.findPlaces();
    return false;
  }

  /** Finds where all items are, as far as they are of interest. */
  private findPlaces(): void {
    this.kernels.run.placeItems(HEAD);
    if (!this.isInside) this.layOut();
    if (this.isPacked) this.packLayers();
    if (this.isShared) this.kernels.run.keepNear(HEAD);
  }

  /** What items press by goes to the grid points, which push each other; accelerations are left where momenta were. */
  push({ strength, slack, thin }: PressureLaw): void {
    this.kernels.numbers.set([strength, 1 + slack, 1 / thin], LANES * HEAD + VOLUME.strength);
    this.kernels.run.press(HEAD);
    this.kernels.run.pushPoints(HEAD);
  }

  /** Adds mass times what the points have in place of momentum, less velocity times `rate`, at every own item, xyz. */
  take(force: Float64Array): void {
    // To copy both ways takes a fourth of the time of adding here.
    const out = this.doubles(VOLUME.out);
    out.set(force.subarray(0, 3 * this.count));
    this.kernels.run.takeForces(HEAD);
    force.set(out);
  }

  /** Mass and momentum (or what stands in its place) of all points that there are, POINT numbers each. */
  get points(): Float64Array {
    return this.doubles(VOLUME.points, RUN * POINT * this.word(VOLUME.runCount));
  }

  /** The mass of the grid at any place, in cells, by trilinear weights; nothing where there is no hair. */
  massAt(x: number, y: number, z: number): number {
    const place = [x, y, z];
    const { points } = this;
    let sum = 0;
    for (let c = 0; c < 8; c++) {
      let weight = 1;
      const point = place.map((p, axis) => {
        const whole = Math.floor(p);
        weight *= (c >> axis) & 1 ? p - whole : 1 - p + whole;
        return this.placeOf(axis, Math.floor(p) + ((c >> axis) & 1));
      });
      const n = point.includes(0) ? 0 : this.pointAt(point[0]!, point[1]!, point[2]!);
      if (n > 0) sum += weight * points[POINT * n]!;
    }
    return sum;
  }

  /** Takes up items that are new, or stand for others than before. */
  private recognise(items: GridItems): void {
    const { items: had, kernels } = this;
    if (had && had.order === items.order && had.mass === items.mass && had.rest === items.rest && had.own === items.own)
      return;
    this.items = items;
    this.count = items.order.length;
    this.isShared = items.own?.includes(0) ?? false;
    this.end = HEAD + VOLUME_HEAD_ROWS;
    const words = this.place(VOLUME.order, this.count);
    kernels.words.set(items.order, words);
    for (const part of [VOLUME.position, VOLUME.velocity, VOLUME.out]) this.place(part, 6 * this.count);
    this.place(VOLUME.mass, 2 * this.count);
    this.doubles(VOLUME.mass, this.count).set(items.mass.subarray(0, this.count));
    const rest = this.place(VOLUME.rest, 2 * this.count);
    for (let i = 0; i < this.count; i++) kernels.numbers.set([items.mass[i]!, items.rest[i]!], rest + 2 * i);
    const bytes = 4 * this.place(VOLUME.own, Math.ceil(this.count / 4));
    if (items.own) kernels.bytes.set(items.own.subarray(0, this.count), bytes);
    else kernels.bytes.fill(1, bytes, bytes + this.count);
    this.place(VOLUME.records, RECORD * this.count);
    kernels.words[LANES * HEAD + VOLUME.items] = this.count;
    this.place(VOLUME.pressing, this.count + 1);
    this.itemsEnd = this.end;
    this.isPacked = false;
    kernels.words.fill(0, LANES * HEAD + VOLUME.size, LANES * HEAD + VOLUME.size + 3);
  }

  /** Whether the table reaches as far as the items do. */
  private get isInside(): boolean {
    if (this.isPacked) return false;
    return [0, 1, 2].every((c) => {
      const low = this.word(VOLUME.low + c);
      return this.word(VOLUME.least + c) > low && this.word(VOLUME.most + c) < low + this.size(c) - 2;
    });
  }

  /** Lays the table about all items, and finds the items' places in it. */
  private layOut(): void {
    const head = LANES * HEAD;
    const axes = [0, 1, 2];
    // Runs begin at the same cells whatever the box: sums depend on it.
    const low = axes.map((c) => RUN * Math.floor((this.word(VOLUME.least + c) - MARGIN - 1) / RUN));
    const sizes = axes.map((c) => this.word(VOLUME.most + c) - low[c]! + MARGIN + 3);
    this.isPacked = runsIn(sizes) > MOST;
    this.kernels.words.set(low, head + VOLUME.low);
    this.kernels.words.set(sizes, head + VOLUME.size);
    this.kernels.run.placeItems(HEAD);
    if (!this.isPacked) this.makeTable();
  }

  /** Layers of hair that is spread wide: those alone in which there is some. */
  private packLayers(): void {
    const { kernels } = this;
    const limits = [4 * LAYERS, 4 * LAYERS, 4 * LAYERS];
    this.end = this.itemsEnd;
    for (;;) {
      const layers = this.place(VOLUME.layers, 3 * LAYERS);
      kernels.words.fill(0, layers, layers + 3 * LAYERS);
      kernels.words.set(limits, LANES * HEAD + VOLUME.limit);
      kernels.run.packLayers(HEAD);
      const sizes = [0, 1, 2].map((c) => this.size(c));
      if (runsIn(sizes) <= MOST) break;
      const widest = sizes.indexOf(Math.max(...sizes));
      limits[widest] = Math.floor(sizes[widest]! / 2);
      // Places become cells again.
      kernels.run.placeItems(HEAD);
      this.end = this.itemsEnd;
    }
    this.makeTable();
  }

  /** An empty table of as many places as the axes have. */
  private makeTable(): void {
    if (!this.isPacked) this.end = this.itemsEnd;
    const places = runsIn([0, 1, 2].map((c) => this.size(c)));
    const table = this.place(VOLUME.table, places);
    this.place(VOLUME.runs, Math.min(places, 8 * this.count) + 1);
    if (this.isShared) this.place(VOLUME.reach, 4 * this.size(0) * this.size(2));
    this.kernels.words.fill(0, table, table + places);
    this.kernels.words[LANES * HEAD + VOLUME.runCount] = 0;
    this.kept = this.end;
  }

  /** Place of a grid point along an axis; 0 where there is none. */
  private placeOf(axis: number, cell: number): number {
    const at = cell - this.word(VOLUME.low + axis);
    if (!this.isPacked) return at > 0 && at < this.size(axis) ? at : 0;
    const layers = LANES * this.word(VOLUME.layers) + LAYERS * axis;
    const layer = (k: number): number => (k >= 0 && k < LAYERS ? this.kernels.words[layers + k]! : 0);
    if (layer(at) > 0) return layer(at);
    return layer(at - 1) > 0 ? layer(at - 1) + 1 : 0;
  }

  /** The point at a place; 0 where there is none. */
  private pointAt(x: number, y: number, z: number): number {
    const stride = Math.floor((this.size(1) - 1) / RUN) + 1;
    const entry = (z * this.size(0) + x) * stride + Math.floor(y / RUN);
    const run = this.kernels.words[LANES * this.word(VOLUME.table) + entry]!;
    return run > 0 ? RUN * run + (y % RUN) : 0;
  }

  private word(n: number): number {
    return this.kernels.words[LANES * HEAD + n]! | 0;
  }

  private size(axis: number): number {
    return this.word(VOLUME.size + axis);
  }

  private setNumbers(from: number, values: readonly number[]): void {
    new Float64Array(this.kernels.bytes.buffer, 16 * HEAD + 4 * from, values.length).set(values);
  }

  /** A part of the memory in double precision: as many numbers as three an item where none are given. */
  private doubles(part: number, length = 3 * this.count): Float64Array {
    return new Float64Array(this.kernels.bytes.buffer, 16 * this.word(part), length);
  }

  /** Room for so many words; returns the first. */
  private place(part: number, words: number): number {
    const { kernels } = this;
    const row = this.end;
    // A vector that begins with the last number ends behind it.
    this.end += Math.ceil(words / LANES) + 1;
    kernels.makeRoom(this.end);
    kernels.words[LANES * HEAD + part] = row;
    return LANES * row;
  }
}
