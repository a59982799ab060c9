import { LANES } from './lanes.ts';
import { CAPSULE_ROWS, ENDS, GROOMED, SEGMENT_ROWS, SHARE, UNKNOWN, VELOCITY } from './strands-layout.ts';
import { SUMS } from './sums-twin.ts';

/** Words at the head of the tables: counts, and rows at which parts begin. Numbers are in double precision where nothing else is said. */
export const TABLES = {
  nodes: 0,
  segments: 1,
  /** Of nodes: position and velocity, mass, inverse mass (0 where one is held), arc length. */
  position: 2,
  velocity: 3,
  own: 4,
  inverse: 5,
  s: 6,
  /** Of nodes that stand for those between them as well: velocity, mass, inverse mass; force and impedance of their contacts. */
  lumpedVelocity: 7,
  mass: 8,
  lumpedInverse: 9,
  force: 10,
  impedance: 11,
  /** Of segments: first and last node; a row of radii at both and 1 where a segment comes before it, and after it, on its strand (single precision). */
  start: 12,
  end: 13,
  ends: 14,
  /** Radius at the start, and the larger one of both ends. */
  radius: 15,
  table: 16,
  sums: 17,
  /** How far a segment may go before what was found does not serve any more, and where nodes were then. */
  margin: 18,
  kept: 19,
  /** The table of the search, and bytes: 1 where the groom knows a segment. */
  capsules: 20,
  known: 21,
  /** 1 where no segment leaves nodes out. */
  isWhole: 22,
  /** Forces on all nodes. */
  out: 23,
  /** Seconds and metres that margins are made of; sums of margins and radii. */
  horizon: 24,
  least: 26,
  motion: 28,
  thickness: 30,
} as const;
export const TABLES_HEAD_ROWS = 8;

function partsOf(words: Uint32Array, index: number) {
  const doubles = new Float64Array(words.buffer);
  const word = (n: number): number => words[LANES * index + n]!;
  return {
    numbers: new Float32Array(words.buffer),
    doubles,
    bytes: new Uint8Array(words.buffer),
    word,
    /** The first word, and the first double, of a part. */
    at: (n: number): number => LANES * word(n),
    from: (n: number): number => 2 * word(n),
    double: (n: number): number => doubles[2 * index + n / 2]!,
    write: (n: number, value: number): void => {
      doubles[2 * index + n / 2] = value;
    },
    /** Nodes at the ends of a segment. */
    start: (p: number): number => words[LANES * word(TABLES.start) + p]!,
    end: (p: number): number => words[LANES * word(TABLES.end) + p]!,
  };
}

type Parts = ReturnType<typeof partsOf>;

/** A part of a mass; nothing of nothing. */
const over = (m: number, mass: number): number => (mass > 0 ? m / mass : 0);

/** Nodes between the ends of a segment, and how far each is from its start to its end. */
function* between({ doubles, from, start, end }: Parts, p: number): Generator<readonly [i: number, fraction: number]> {
  const s = from(TABLES.s);
  const [a, b] = [doubles[s + start(p)]!, doubles[s + end(p)]!];
  for (let i = start(p) + 1; i < end(p); i++) yield [i, (doubles[s + i]! - a) / (b - a)];
}

/**
 * Kept nodes stand for the nodes between them: each carries a fraction of its neighbours' mass, falling off linearly along the
 * strand, moves as that mass does on average, and hands its force on by the same weights. A kept node alone would be fifteen
 * times too light to hold a curl up.
 */
export function lumpNodes(words: Uint32Array, index: number): void {
  const parts = partsOf(words, index);
  const { doubles, word, from, start, end } = parts;
  const [v, own] = [from(TABLES.velocity), from(TABLES.own)];
  const [velocity, mass] = [from(TABLES.lumpedVelocity), from(TABLES.mass)];
  const add = (to: number, m: number, i: number): void => {
    doubles[mass + to] = doubles[mass + to]! + m;
    for (let c = 0; c < 3; c++)
      doubles[velocity + 3 * to + c] = doubles[velocity + 3 * to + c]! + m * doubles[v + 3 * i + c]!;
  };
  for (let i = 0; i < word(TABLES.nodes); i++) {
    doubles[mass + i] = doubles[own + i]!;
    for (let c = 0; c < 3; c++) doubles[velocity + 3 * i + c] = doubles[own + i]! * doubles[v + 3 * i + c]!;
  }
  for (let p = 0; p < word(TABLES.segments); p++)
    for (const [i, fraction] of between(parts, p)) {
      add(start(p), (1 - fraction) * doubles[own + i]!, i);
      add(end(p), fraction * doubles[own + i]!, i);
    }
  for (let i = 0; i < word(TABLES.nodes); i++) {
    const inverted = over(1, doubles[mass + i]!);
    doubles[from(TABLES.lumpedInverse) + i] = doubles[from(TABLES.inverse) + i]! > 0 ? inverted : 0;
    for (let c = 0; c < 3; c++) doubles[velocity + 3 * i + c] = doubles[velocity + 3 * i + c]! * inverted;
  }
}

/** The table of segments, from the first node of all hair on: where they are, how they move, and what they are. */
export function writeSegments(words: Uint32Array, index: number): void {
  const { numbers, doubles, word, at, from, start, end } = partsOf(words, index);
  const x = from(TABLES.position);
  for (let p = 0; p < word(TABLES.segments); p++) {
    const to = at(TABLES.table) + LANES * SEGMENT_ROWS * p;
    const ends = at(TABLES.ends) + LANES * p;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const a = doubles[x + 3 * start(p) + c]!;
      const half = 0.5 * (doubles[x + 3 * end(p) + c]! - a);
      numbers[to + c] = a + half - doubles[x + c]!;
      numbers[to + LANES + c] = half;
      square += half * half;
    }
    numbers[to + 3] = Math.max(numbers[ends]!, numbers[ends + 1]!);
    numbers[to + LANES + 3] = 1 / (square + 1e-30);
    for (const [row, i] of [start(p), end(p)].entries()) {
      const out = to + LANES * (VELOCITY + row);
      for (let c = 0; c < 3; c++) numbers[out + c] = doubles[from(TABLES.lumpedVelocity) + 3 * i + c]!;
      numbers[out + 3] = doubles[from(TABLES.lumpedInverse) + i]!;
    }
    for (let c = 0; c < LANES; c++) numbers[to + LANES * ENDS + c] = numbers[ends + c]!;
  }
}

/** How far each segment goes in the given time, with a little more, as its margin; the sums of that and of radii. */
export function findMargins(words: Uint32Array, index: number): void {
  const { doubles, word, from, double, write, start, end } = partsOf(words, index);
  const squaredSpeed = (i: number): number => {
    const [x, y, z] = [0, 1, 2].map((c) => doubles[from(TABLES.velocity) + 3 * i + c]!) as [number, number, number];
    return x * x + y * y + z * z;
  };
  let [motion, thickness] = [0, 0];
  for (let p = 0; p < word(TABLES.segments); p++) {
    const fastest = Math.max(squaredSpeed(start(p)), squaredSpeed(end(p)));
    const far = double(TABLES.horizon) * Math.sqrt(fastest) + double(TABLES.least);
    doubles[from(TABLES.margin) + p] = far;
    motion += far;
    thickness += doubles[from(TABLES.radius) + 2 * p]!;
  }
  write(TABLES.motion, motion);
  write(TABLES.thickness, thickness);
}

/** 1 where a segment has left its margin. */
export function hasLeft(words: Uint32Array, index: number): number {
  const { doubles, word, from, start, end } = partsOf(words, index);
  const isFar = (i: number, far: number): boolean => {
    const [x, y, z] = [0, 1, 2].map(
      (c) => doubles[from(TABLES.position) + 3 * i + c]! - doubles[from(TABLES.kept) + 3 * i + c]!,
    ) as [number, number, number];
    return !(x * x + y * y + z * z <= far * far);
  };
  for (let p = 0; p < word(TABLES.segments); p++) {
    const far = doubles[from(TABLES.margin) + p]!;
    if (isFar(start(p), far) || isFar(end(p), far)) return 1;
  }
  return 0;
}

/** Segments in the table of the search, from the middle of all on, a little thicker than they are, with their margins. */
export function writeCapsules(words: Uint32Array, index: number): void {
  const { numbers, doubles, bytes, word, at, from, start, end } = partsOf(words, index);
  const x = from(TABLES.position);
  const count = word(TABLES.segments);
  const ends = (p: number, c: number): [number, number] => [
    doubles[x + 3 * start(p) + c]!,
    doubles[x + 3 * end(p) + c]!,
  ];
  const middle = [0, 0, 0];
  for (let p = 0; p < count; p++)
    for (let c = 0; c < 3; c++) {
      const [low, high] = ends(p, c);
      middle[c] = middle[c]! + (0.5 * (low + high)) / count;
    }
  for (let p = 0; p < count; p++) {
    const to = at(TABLES.capsules) + LANES * CAPSULE_ROWS * p;
    const far = doubles[from(TABLES.margin) + p]!;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const [low, high] = ends(p, c);
      numbers[to + c] = 0.5 * (low + high) - middle[c]!;
      numbers[to + LANES + c] = 0.5 * (high - low);
      square += 0.25 * (high - low) * (high - low);
    }
    numbers[to + 3] = (1 + 1e-6) * doubles[from(TABLES.radius) + 2 * p + 1]! + far;
    numbers[to + LANES + 3] = 1 / (square + 1e-30);
    numbers[to + LANES * GROOMED + 3] = bytes[16 * word(TABLES.known) + p] !== 0 ? far : UNKNOWN;
  }
}

/** Impedance of all contacts at each node, from the sums over segments, and what follows from it in the table. */
export function shareImpedance(words: Uint32Array, index: number): void {
  const { numbers, doubles, word, at, from, start, end } = partsOf(words, index);
  const impedance = from(TABLES.impedance);
  doubles.fill(0, impedance, impedance + word(TABLES.nodes));
  for (let p = 0; p < word(TABLES.segments); p++)
    for (const [k, i] of [start(p), end(p)].entries())
      doubles[impedance + i] = doubles[impedance + i]! + doubles[from(TABLES.sums) + SUMS * p + k]!;
  for (let p = 0; p < word(TABLES.segments); p++)
    for (const [k, i] of [start(p), end(p)].entries())
      numbers[at(TABLES.table) + LANES * (SEGMENT_ROWS * p + SHARE) + k] =
        doubles[from(TABLES.lumpedInverse) + i]! * doubles[impedance + i]!;
}

/** Forces on kept nodes, from the sums over segments, added to the nodes that bear them. */
export function spreadForces(words: Uint32Array, index: number): void {
  const parts = partsOf(words, index);
  const { numbers, doubles, word, at, from, start, end } = parts;
  const [force, out, own, mass] = [TABLES.force, TABLES.out, TABLES.own, TABLES.mass].map(from) as [
    number,
    number,
    number,
    number,
  ];
  doubles.fill(0, force, force + 3 * word(TABLES.nodes));
  for (let p = 0; p < word(TABLES.segments); p++)
    for (const [k, i] of [start(p), end(p)].entries())
      for (let c = 0; c < 3; c++)
        doubles[force + 3 * i + c] = doubles[force + 3 * i + c]! + doubles[from(TABLES.sums) + SUMS * p + 3 * k + c]!;
  const pass = (i: number, to: number, weight: number): void => {
    for (let c = 0; c < 3; c++)
      doubles[out + 3 * to + c] = doubles[out + 3 * to + c]! + weight * doubles[force + 3 * i + c]!;
  };
  const pushes = (i: number): boolean => [0, 1, 2].some((c) => doubles[force + 3 * i + c] !== 0);
  for (let p = 0; p < word(TABLES.segments); p++) {
    const [a, b] = [start(p), end(p)];
    const [massA, massB] = [doubles[mass + a]!, doubles[mass + b]!];
    const isFirst = numbers[at(TABLES.ends) + LANES * p + 2] === 0;
    if (isFirst) pass(a, a, over(doubles[own + a]!, massA));
    pass(b, b, over(doubles[own + b]!, massB));
    for (const [i, fraction] of between(parts, p)) {
      if (pushes(a)) pass(a, i, over((1 - fraction) * doubles[own + i]!, massA));
      if (pushes(b)) pass(b, i, over(fraction * doubles[own + i]!, massB));
    }
  }
}
