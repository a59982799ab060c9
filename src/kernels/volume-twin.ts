import { GAP, HALO, LAYERS, PASSES, POINT, PRESSES, PRESSURE, RECORD, RUN, VOLUME } from './volume-layout.ts';

/** Excess of density over which pressure sets in softly. */
const SOFT = Math.fround(0.05);
/** Fraction of its own mass that a node finds at its place on average over where it is in its cell: (2/3)³. */
const OWN = Math.fround(8 / 27);
const NONE = 0x7fffffff;

/** The parts of a volume, as views and places in them. */
function partsOf(words: Uint32Array, head: number) {
  const ints = new Int32Array(words.buffer);
  const doubles = new Float64Array(words.buffer);
  const singles = new Float32Array(words.buffer);
  const word = (n: number): number => ints[4 * head + n]!;
  return {
    ints,
    doubles,
    singles,
    bytes: new Uint8Array(words.buffer),
    word,
    double: (n: number): number => doubles[2 * head + n / 2]!,
    single: (n: number): number => singles[4 * head + n]!,
    /** The first word, and the first double, of a part. */
    words: (part: number): number => 4 * word(part),
    numbers: (part: number): number => 2 * word(part),
    write: (n: number, value: number): void => {
      ints[4 * head + n] = value;
    },
  };
}

/** Every item's cell, counted from `low`, and where it is in it; the least and the most cell along each axis. */
export function placeItems(words: Uint32Array, head: number): void {
  const { ints, doubles, singles, bytes, word, double, words: at, numbers, write } = partsOf(words, head);
  const [x, v] = [numbers(VOLUME.position), numbers(VOLUME.velocity)];
  const [time, scale] = [double(VOLUME.time), double(VOLUME.scale)];
  const own = 16 * word(VOLUME.own);
  const least = [NONE, NONE, NONE];
  const most = [-NONE, -NONE, -NONE];
  for (let n = 0; n < word(VOLUME.items); n++) {
    const i = words[at(VOLUME.order) + n]!;
    const record = at(VOLUME.records) + RECORD * n;
    for (let c = 0; c < 3; c++) {
      const place = (doubles[x + 3 * i + c]! + time * doubles[v + 3 * i + c]! - double(VOLUME.origin + 2 * c)) * scale;
      const whole = Math.floor(place);
      const cell = wholeNumber(whole);
      singles[record + c] = place - whole;
      if (cell < least[c]!) least[c] = cell;
      if (cell > most[c]!) most[c] = cell;
      ints[record + 4 + c] = cell - word(VOLUME.low + c);
    }
    ints[record + 3] = i;
    ints[record + 7] = bytes[own + i]!;
  }
  for (let c = 0; c < 3; c++) {
    write(VOLUME.least + c, least[c]!);
    write(VOLUME.most + c, most[c]!);
  }
  write(VOLUME.recordCount, word(VOLUME.items));
}

/** What fits into a word, as one instruction has it. */
function wholeNumber(x: number): number {
  return Number.isNaN(x) ? 0 : Math.min(0x7fffffff, Math.max(-0x80000000, x));
}

/**
 * Cells in layers across each axis: of layers without hair only some are kept, so that hair may be as far apart as it likes. Cells of
 * records become places, from RUN on; a place on both sides stays free, so that every point has neighbours. The layers must be zero before.
 */
export function packLayers(words: Uint32Array, head: number): void {
  const { ints, word, words: at, write } = partsOf(words, head);
  const count = word(VOLUME.recordCount);
  for (let c = 0; c < 3; c++) {
    const layers = at(VOLUME.layers) + LAYERS * c;
    const layerOf = (n: number): number => layers + (ints[at(VOLUME.records) + RECORD * n + 4 + c]! & (LAYERS - 1));
    for (let n = 0; n < count; n++) ints[layerOf(n)] = 1;
    let place = RUN;
    let most = RUN;
    let last = 0;
    for (let layer = 0; layer < LAYERS; layer++) {
      if (ints[layers + layer] === 0) continue;
      const gap = layer - last;
      // Runs begin where they would without anything left out.
      place += gap < GAP ? gap : GAP + ((gap - GAP) % RUN);
      // Hair that is spread too wide shares places.
      if (place > word(VOLUME.limit + c)) place = RUN + (place % RUN);
      if (place > most) most = place;
      ints[layers + layer] = place;
      last = layer;
    }
    for (let n = 0; n < count; n++) ints[at(VOLUME.records) + RECORD * n + 4 + c] = ints[layerOf(n)]!;
    write(VOLUME.size + c, most + 3);
  }
}

/** Leaves records only of items that one's own may feel: those within HALO cells of the range that own ones have in a column along y. */
export function keepNear(words: Uint32Array, head: number): void {
  const { ints, word, words: at, write } = partsOf(words, head);
  const [records, reach] = [at(VOLUME.records), at(VOLUME.reach)];
  const [sizeX, sizeZ] = [word(VOLUME.size), word(VOLUME.size + 2)];
  const columns = sizeX * sizeZ;
  for (let column = 0; column < columns; column++) {
    ints[reach + 2 * column] = NONE;
    ints[reach + 2 * column + 1] = -NONE;
  }
  const count = word(VOLUME.recordCount);
  for (let n = 0; n < count; n++) {
    const record = records + RECORD * n;
    if (ints[record + 7] === 0) continue;
    const y = ints[record + 5]!;
    widen(ints, reach + 2 * (ints[record + 6]! * sizeX + ints[record + 4]!), y, y);
  }
  spread(ints, reach, reach + 2 * columns, { rows: sizeZ, length: sizeX, row: sizeX, step: 1 });
  spread(ints, reach + 2 * columns, reach, { rows: sizeX, length: sizeZ, row: 1, step: sizeX });
  let kept = 0;
  for (let n = 0; n < count; n++) {
    const record = records + RECORD * n;
    const y = ints[record + 5]!;
    const range = reach + 2 * (ints[record + 6]! * sizeX + ints[record + 4]!);
    if (y + HALO < ints[range]! || y - HALO > ints[range + 1]!) continue;
    ints.copyWithin(records + RECORD * kept, record, record + RECORD);
    kept++;
  }
  write(VOLUME.recordCount, kept);
}

function widen(ints: Int32Array, range: number, low: number, high: number): void {
  if (low < ints[range]!) ints[range] = low;
  if (high > ints[range + 1]!) ints[range + 1] = high;
}

interface Lines {
  readonly rows: number;
  readonly length: number;
  /** Columns from one line to the next, and from one place of a line to the next. */
  readonly row: number;
  readonly step: number;
}

/** Ranges as wide as those of all within HALO of them along a line. */
function spread(ints: Int32Array, from: number, to: number, { rows, length, row, step }: Lines): void {
  for (let r = 0; r < rows; r++)
    for (let k = 0; k < length; k++) {
      const out = to + 2 * (r * row + k * step);
      ints[out] = NONE;
      ints[out + 1] = -NONE;
      for (let other = Math.max(0, k - HALO); other <= Math.min(length - 1, k + HALO); other++) {
        const range = from + 2 * (r * row + other * step);
        widen(ints, out, ints[range]!, ints[range + 1]!);
      }
    }
}

/** Runs that a column may have. */
const strideOf = (word: (n: number) => number): number => Math.floor((word(VOLUME.size + 1) - 1) / RUN) + 1;

/** How much farther in the table the columns of a cell are than its first: along x, z, both. */
const wayOf = (column: number, stride: number, sizeX: number): number =>
  (column & 1) * stride + (column >> 1) * sizeX * stride;

/** The eight points of a cell, x before z before y. */
type Corners = Int32Array;

function pointsOf({ ints, word, words: at }: ReturnType<typeof partsOf>, record: number, out: Corners): void {
  const table = at(VOLUME.table);
  const stride = strideOf(word);
  const place = ints[record + 4]!;
  const y = ints[record + 5]!;
  for (let column = 0; column < 4; column++) {
    const entry = table + place + wayOf(column, stride, word(VOLUME.size));
    out[column] = RUN * ints[entry]! + y;
    out[4 + column] = y === RUN - 1 ? RUN * ints[entry + 1]! : RUN * ints[entry]! + y + 1;
  }
}

/**
 * Mass and momentum of all items with a record to their points. Runs of points are made and numbered from 1 on as items come to them, so
 * that those that come one after the other find theirs side by side in memory; run 0 stands for all that are not there. The table must be
 * zero but for the runs that there were. Returns 0 where there is not enough room for runs.
 */
export function deposit(words: Uint32Array, head: number): number {
  const parts = partsOf(words, head);
  const { ints, doubles, singles, word, double, words: at, numbers, write } = parts;
  const [points, velocity] = [numbers(VOLUME.points), numbers(VOLUME.velocity)];
  const [table, runs] = [at(VOLUME.table), at(VOLUME.runs)];
  const sizeX = word(VOLUME.size);
  const stride = strideOf(word);
  for (let run = 1; run < word(VOLUME.runCount); run++) ints[table + ints[runs + run]!] = 0;
  const corners: Corners = new Int32Array(8);
  let count = 1;
  const clear = (run: number): unknown => doubles.fill(0, points + RUN * POINT * run, points + RUN * POINT * (run + 1));
  clear(0);
  for (let n = 0; n < word(VOLUME.recordCount); n++) {
    const record = at(VOLUME.records) + RECORD * n;
    const layer = ints[record + 5]!;
    const place = (ints[record + 6]! * sizeX + ints[record + 4]!) * stride + Math.floor(layer / RUN);
    const row = layer % RUN;
    ints[record + 4] = place;
    ints[record + 5] = row;
    for (let corner = 0; corner < 8; corner++) {
      const entry = place + wayOf(corner & 3, stride, sizeX) + (corner > 3 && row === RUN - 1 ? 1 : 0);
      if (ints[table + entry] !== 0) continue;
      if (count + 8 > word(VOLUME.room)) {
        write(VOLUME.runCount, count);
        return 0;
      }
      clear(count);
      ints[runs + count] = entry;
      ints[table + entry] = count++;
    }
    const i = ints[record + 3]!;
    const m = doubles[numbers(VOLUME.mass) + i]!;
    if (m === 0) continue;
    pointsOf(parts, record, corners);
    const [x, y, z] = [singles[record]!, singles[record + 1]!, singles[record + 2]!];
    const high = m * z;
    const low = m - high;
    const [highBack, lowBack] = [high * y, low * y];
    const along = [low - lowBack, high - highBack, lowBack, highBack];
    for (let c = 0; c < 8; c++) {
      const both = along[c >> 1]!;
      const share = c % 2 === 0 ? both - both * x : both * x;
      const to = points + POINT * corners[c]!;
      doubles[to] = doubles[to]! + share;
      for (let axis = 0; axis < 3; axis++)
        doubles[to + 1 + axis] =
          doubles[to + 1 + axis]! + share * (double(VOLUME.rate) * doubles[velocity + 3 * i + axis]!);
    }
  }
  write(VOLUME.runCount, count);
  return 1;
}

const f = Math.fround;
/** The number a fraction t of the way from a to b, in single precision. */
const mix = (a: number, b: number, t: number): number => f(a + f(t * f(b - a)));
const smaller = (a: number, b: number): number => (b < a ? b : a);

/** Fraction of itself that a node finds along one axis: the sum of the squares of its weights. */
const ownWeight = (x: number): number => f(1 - f(f(2 * x) * f(1 - x)));

/**
 * Pressure of every item by the density that it finds, newton, to its points by mass and weight; in single precision. A run has room for the
 * first point behind it, so that a cell's points along y stand side by side.
 */
export function press(words: Uint32Array, head: number): void {
  const { ints, doubles, singles, word, single, words: at, numbers } = partsOf(words, head);
  const [pressure, table, runs] = [at(VOLUME.pressure), at(VOLUME.table), at(VOLUME.runs)];
  const stride = strideOf(word);
  const behind = (run: number): number => (run > 0 ? ints[table + ints[runs + run]! + 1]! : 0);
  for (let run = 0; run < word(VOLUME.runCount); run++)
    for (let k = 0; k <= RUN; k++) {
      const point = k < RUN ? RUN * run + k : RUN * behind(run);
      singles[pressure + PRESSURE * run + k] = doubles[numbers(VOLUME.points) + POINT * point]!;
      singles[pressure + PRESSURE * run + PRESSES + k] = 0;
    }
  for (let n = 0; n < word(VOLUME.recordCount); n++) {
    const record = at(VOLUME.records) + RECORD * n;
    const item = at(VOLUME.rest) + 2 * ints[record + 3]!;
    const column = (c: number): number => {
      const run = ints[table + ints[record + 4]! + wayOf(c, stride, word(VOLUME.size))]!;
      return pressure + PRESSURE * run + ints[record + 5]!;
    };
    const [x, y, z] = [singles[record]!, singles[record + 1]!, singles[record + 2]!];
    const mass = (c: number): number => mix(singles[column(c)]!, singles[column(c) + 1]!, y);
    const here = mix(mix(mass(0), mass(1), x), mix(mass(2), mass(3), x), z);
    const weight = singles[item]!;
    const groomed = singles[item + 1]!;
    const own = f(f(ownWeight(x) * ownWeight(y)) * ownWeight(z));
    const others = f(f(here - f(weight * own)) - f(single(VOLUME.slack) * groomed));
    const excess = f(others / f(groomed + f(OWN * weight)));
    if (!(excess > 0)) continue;
    // The law of `soundSpeed`.
    const soft = smaller(excess, SOFT);
    const law = f(f(excess - soft) + f(f(soft * soft) * f(0.5 / SOFT)));
    const amount = f(f(f(weight * single(VOLUME.strength)) * here) * law);
    const up = f(amount * z);
    const down = f(amount - up);
    for (const [c, share] of [f(down - f(down * x)), f(down * x), f(up - f(up * x)), f(up * x)].entries()) {
      const to = column(c) + PRESSES;
      const back = f(share * y);
      singles[to] = singles[to]! + f(share - back);
      singles[to + 1] = singles[to + 1]! + back;
    }
  }
  for (let run = 1; run < word(VOLUME.runCount); run++) {
    const to = pressure + PRESSURE * behind(run) + PRESSES;
    singles[to] = singles[to]! + singles[pressure + PRESSURE * run + PRESSES + RUN]!;
  }
}

/** Where the mass of a point stands in `pressure`. */
const placeIn = (point: number): number => PRESSURE * (point >> 2) + (point & 3);

/**
 * Neighbouring grid points push each other with the mean of their pressures, each the mean over its hair, and pull their hair
 * towards their own velocity. What two push with is found in single precision, and is the same for both. Leaves accelerations where momenta were.
 */
export function pushPoints(words: Uint32Array, head: number): void {
  const { ints, doubles, singles, word, single, words: at, numbers } = partsOf(words, head);
  const [points, pressure, table] = [numbers(VOLUME.points), at(VOLUME.pressure), at(VOLUME.table)];
  const runs = word(VOLUME.runCount);
  for (let n = 0; n < RUN * runs; n++) {
    const place = pressure + placeIn(n);
    const mass = singles[place]!;
    singles[place + PRESSES] = mass > 0 ? f(f(0.5 * singles[place + PRESSES]!) / mass) : 0;
    singles[place + PASSES] = smaller(f(single(VOLUME.thin) * mass), 1);
  }
  /** Force from one point to the next. */
  const push = (a: number, b: number): number => {
    const [first, second] = [pressure + placeIn(a), pressure + placeIn(b)];
    const passing = smaller(singles[first + PASSES]!, singles[second + PASSES]!);
    return f(passing * f(singles[first + PRESSES]! + singles[second + PRESSES]!));
  };
  const stride = strideOf(word);
  for (let n = RUN; n < RUN * runs; n++) {
    const entry = table + ints[at(VOLUME.runs) + (n >> 2)]!;
    const k = n & 3;
    const run = (way: number): number => RUN * ints[entry + way]!;
    const acrossZ = stride * word(VOLUME.size);
    const sides = [
      [run(-stride) + k, run(stride) + k],
      [k > 0 ? n - 1 : run(-1) + 3, k < RUN - 1 ? n + 1 : run(1)],
      [run(-acrossZ) + k, run(acrossZ) + k],
    ] as const;
    const to = points + POINT * n;
    const mass = doubles[to]!;
    const part = mass > 0 ? 1 / mass : 0;
    for (const [c, [before, after]] of sides.entries())
      doubles[to + 1 + c] = part * (doubles[to + 1 + c]! + (push(before, n) - push(n, after)));
  }
}

/** What the points have as accelerations, at every own item, less its velocity times `rate`, times its mass: added to `out`. */
export function takeForces(words: Uint32Array, head: number): void {
  const parts = partsOf(words, head);
  const { ints, doubles, singles, word, double, words: at, numbers } = parts;
  const points = numbers(VOLUME.points);
  const corners: Corners = new Int32Array(8);
  const mixed = (a: number, b: number, t: number): number => a + t * (b - a);
  for (let n = 0; n < word(VOLUME.recordCount); n++) {
    const record = at(VOLUME.records) + RECORD * n;
    if (ints[record + 7] === 0) continue;
    const i = ints[record + 3]!;
    pointsOf(parts, record, corners);
    const [x, y, z] = [singles[record]!, singles[record + 1]!, singles[record + 2]!];
    const m = doubles[numbers(VOLUME.mass) + i]!;
    for (let c = 0; c < 3; c++) {
      const one = (corner: number): number => doubles[points + POINT * corners[corner]! + 1 + c]!;
      const low = mixed(mixed(one(0), one(1), x), mixed(one(4), one(5), x), y);
      const high = mixed(mixed(one(2), one(3), x), mixed(one(6), one(7), x), y);
      const v = doubles[numbers(VOLUME.velocity) + 3 * i + c]!;
      const to = numbers(VOLUME.out) + 3 * i + c;
      doubles[to] = doubles[to]! + m * (mixed(low, high, z) - double(VOLUME.rate) * v);
    }
  }
}
