/** Where the numbers of hair as a volume stand. Parts are given by their first rows (16 bytes), in words of the head. */

/** Words of the head. */
export const VOLUME = {
  /** Items in the order in which they are gone through; position and velocity, mass, and mass with groomed density (single precision) of each; bytes that are 1 where an item is one's own. */
  order: 0,
  position: 1,
  velocity: 2,
  mass: 3,
  rest: 4,
  own: 5,
  /** What is found: records of items, layers of the three axes, the run at each place, and the place of each run. */
  records: 6,
  layers: 7,
  table: 8,
  runs: 9,
  /** POINT numbers a grid point; mass, pressure and passing of the points of each run. */
  points: 10,
  pressure: 11,
  out: 13,
  /** Least and most own layer along y in every column, twice. */
  reach: 14,
  /** Room for a word an item. */
  pressing: 15,
  /** Items, and how many of them have a record. */
  items: 16,
  recordCount: 17,
  /** Along each axis: the least and the most cell that items have, and the cell at place 0; places at most, where layers are packed; places. */
  least: 18,
  most: 21,
  low: 24,
  limit: 33,
  size: 36,
  runCount: 39,
  /** Double precision: (position + time · velocity − origin) · scale is a place in cells. */
  time: 40,
  origin: 42,
  scale: 48,
  /** What momenta are multiplied by. */
  rate: 50,
  /** Single precision, the law of pressure: how hard, 1 + how much denser, 1 / the mass below which a grid point passes less on. */
  strength: 52,
  slack: 53,
  thin: 54,
  /** Runs for which there is room. */
  room: 55,
} as const;
export const VOLUME_HEAD_ROWS = 14;

/** Grid points in a row along y that are made together. */
export const RUN = 4;
/** Numbers of a grid point: mass, momentum (3). */
export const POINT = 4;
/** Words of an item's record: where it is in its cell (3, single precision), its number; its cell's place along each axis, later its run's place and its point in the run; 1 where it is one's own. */
export const RECORD = 8;
/** Numbers of a run in `pressure`: mass and pressure of its points and of the one behind them, and how much its points pass on. */
export const PRESSURE = 4 * RUN;
export const PRESSES = 5;
export const PASSES = 12;
/** Cells that hair feels beyond its own: pressure of neighbouring points, by the density of all who press on them. */
export const HALO = 3;
/** Layers without hair in a row that are kept: neighbours across them have nothing to do with each other. */
export const GAP = 3;
/** Layers that an axis has where they are packed; hair that is farther apart shares them. */
export const LAYERS = 1 << 16;
