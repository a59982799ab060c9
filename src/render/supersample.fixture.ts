/** Strands as the eye would see them: opaque ribbons with a depth test, 16 x 16 samples a pixel, no shortcut. */

const SIDE = 16;
/** Pixel rows that are held at a time. */
const BAND = 24;

export interface ProjectedStrands {
  /** Place (2), distance, a word: four a vertex; see project.wgsl.ts. */
  readonly vertices: Float32Array;
  /** Width at the start of the piece that begins here, below zero for none; width where one ends here. */
  readonly widths: Float32Array;
  /** Three a vertex. */
  readonly colours: Float32Array;
}

export interface Supersampled {
  /** Mean linear colour over the backdrop, three a pixel. */
  readonly colour: Float32Array;
  readonly coverage: Float32Array;
}

export function supersample(
  strands: ProjectedStrands,
  width: number,
  height: number,
  backdrop: readonly [number, number, number],
): Supersampled {
  const colour = new Float32Array(3 * width * height);
  const coverage = new Float32Array(width * height);
  const depth = new Float32Array(SIDE * width * SIDE * BAND);
  const rgb = new Float32Array(3 * depth.length);
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top);
    depth.fill(Infinity);
    const count = strands.vertices.length / 4;
    for (let v = 0; v + 1 < count; v++)
      if (strands.widths[2 * v]! >= 0) drawPiece(strands, v, top, rows, width, depth, rgb);
    average(depth, rgb, top, rows, width, backdrop, colour, coverage);
  }
  return { colour, coverage };
}

function drawPiece(
  { vertices, widths, colours }: ProjectedStrands,
  v: number,
  top: number,
  rows: number,
  width: number,
  depth: Float32Array,
  rgb: Float32Array,
): void {
  const ax = SIDE * vertices[4 * v]!;
  const ay = SIDE * (vertices[4 * v + 1]! - top);
  const bx = SIDE * vertices[4 * v + 4]!;
  const by = SIDE * (vertices[4 * v + 5]! - top);
  const wa = 0.5 * SIDE * widths[2 * v]!;
  const wb = 0.5 * SIDE * widths[2 * v + 3]!;
  const reach = Math.max(wa, wb) + 1;
  const low = Math.max(0, Math.floor(Math.min(ay, by) - reach));
  const high = Math.min(SIDE * rows - 1, Math.ceil(Math.max(ay, by) + reach));
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  if (low > high || square < 1e-9) return;
  const l = Math.sqrt(square);
  const za = vertices[4 * v + 2]!;
  const zb = vertices[4 * v + 6]!;
  for (let y = low; y <= high; y++) {
    const py = y + 0.5 - ay;
    // Samples of this row with 0 <= along < l and |across| < half the width.
    const [from, to] = rowSpan(py, dx, dy, square, l * Math.max(wa, wb));
    const first = Math.max(0, Math.floor(ax + from - 0.5));
    const last = Math.min(SIDE * width - 1, Math.ceil(ax + to - 0.5));
    for (let x = first; x <= last; x++) {
      const px = x + 0.5 - ax;
      const t = (px * dx + py * dy) / square;
      if (t < 0 || t >= 1) continue;
      if (Math.abs(px * dy - py * dx) > l * (wa + t * (wb - wa))) continue;
      const k = y * SIDE * width + x;
      const z = za + t * (zb - za);
      if (z >= depth[k]!) continue;
      depth[k] = z;
      for (let c = 0; c < 3; c++) {
        const a = colours[3 * v + c]!;
        rgb[3 * k + c] = a + t * (colours[3 * v + 3 + c]! - a);
      }
    }
  }
}

/** Offsets from the first end between which a row meets the ribbon. */
function rowSpan(py: number, dx: number, dy: number, square: number, across: number): readonly [number, number] {
  let from = Math.min(0, dx) - across;
  let to = Math.max(0, dx) + across;
  if (Math.abs(dy) > 1e-6) {
    const middle = (py * dx) / dy;
    const reach = across / Math.abs(dy);
    from = Math.max(from, middle - reach);
    to = Math.min(to, middle + reach);
  }
  if (Math.abs(dx) > 1e-6) {
    const a = (-py * dy) / dx;
    const b = (square - py * dy) / dx;
    from = Math.max(from, Math.min(a, b) - 1);
    to = Math.min(to, Math.max(a, b) + 1);
  }
  return [from, to];
}

function average(
  depth: Float32Array,
  rgb: Float32Array,
  top: number,
  rows: number,
  width: number,
  backdrop: readonly [number, number, number],
  colour: Float32Array,
  coverage: Float32Array,
): void {
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++) {
      const out = (top + y) * width + x;
      let hits = 0;
      const sum = [0, 0, 0];
      for (let v = 0; v < SIDE; v++)
        for (let u = 0; u < SIDE; u++) {
          const k = (SIDE * y + v) * SIDE * width + SIDE * x + u;
          if (depth[k] === Infinity) continue;
          hits++;
          for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[3 * k + c]!;
        }
      coverage[out] = hits / (SIDE * SIDE);
      for (let c = 0; c < 3; c++) colour[3 * out + c] = sum[c]! / (SIDE * SIDE) + backdrop[c]! * (1 - coverage[out]!);
    }
}
