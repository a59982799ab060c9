// Capsules in cells, in double precision from the table on: `src/kernels/boxes-twin.ts` does exactly the same and states what each is.
export function boundCapsules(index: i32): void {
  const head = usize(index) << 4;
  const table = usize(load<u32>(head, 52)) << 4;
  const count = load<u32>(head, 56);
  let side: f64 = 0;
  for (let c: usize = 0; c < 3; c++) {
    let least = Infinity;
    let most = -Infinity;
    for (let p: u32 = 0; p < count; p++) {
      const at = table + (usize(p) << 6);
      const x = f64(load<f32>(at + (c << 2)));
      const half = abs(f64(load<f32>(at + (c << 2), 16))) + f64(load<f32>(at, 12));
      if (x - half < least) least = x - half;
      if (x + half > most) most = x + half;
      side += half;
    }
    store<f64>(head + (c << 3), least, 80);
    store<f64>(head + (c << 3), most, 104);
  }
  store<f64>(head, side, 128);
}

// @ts-ignore: decorator
@inline
function placeOf(x: f64, cells: i32): i32 {
  if (!(x > 0)) return 1;
  if (x >= f64(cells)) return ((cells - 1) << 8) | 253;
  const cell = i32(x);
  return (cell << 8) | (1 + i32((x - f64(cell)) * 252));
}

// @ts-ignore: decorator
@inline
function stepOf(x: f64): i32 {
  return x > -32767 ? (x < 32767 ? i32(Math.floor(x)) : 32767) : -32767;
}

// @ts-ignore: decorator
@inline
function lean(out: usize, middle: f64, half: f64): void {
  const low = stepOf(middle - half);
  const high = stepOf(middle + half);
  store<i16>(out, i16(low));
  store<i16>(out, i16(-high), 8);
  store<i16>(out, i16(high), 16);
  store<i16>(out, i16(-low), 24);
}

export function countBoxes(index: i32): void {
  const head = usize(index) << 4;
  const table = usize(load<u32>(head, 52)) << 4;
  const count = load<u32>(head, 56);
  const boxes = usize(load<u32>(head, 48)) << 4;
  const cells = usize(load<u32>(head, 8)) << 4;
  const leaning = usize(load<u32>(head, 32)) << 4;
  const cx = load<f64>(head, 80);
  const cy = load<f64>(head, 88);
  const cz = load<f64>(head, 96);
  const scale = load<f64>(head, 136);
  const nx = load<i32>(head, 144);
  const ny = load<i32>(head, 148);
  const nz = load<i32>(head, 152);
  const fine = 128 * scale;
  let entries: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    const at = table + (usize(p) << 6);
    const reach = f64(load<f32>(at, 12));
    const ux = f64(load<f32>(at, 16));
    const uy = f64(load<f32>(at, 20));
    const uz = f64(load<f32>(at, 24));
    const mx = f64(load<f32>(at));
    const my = f64(load<f32>(at, 4));
    const mz = f64(load<f32>(at, 8));
    const x = mx - cx;
    const y = my - cy;
    const z = mz - cz;
    const wideX = abs(ux) + reach;
    const wideY = abs(uy) + reach;
    const wideZ = abs(uz) + reach;
    const lowX = placeOf(scale * (x - wideX), nx);
    const lowY = placeOf(scale * (y - wideY), ny);
    const lowZ = placeOf(scale * (z - wideZ), nz);
    const highX = placeOf(scale * (x + wideX), nx);
    const highY = placeOf(scale * (y + wideY), ny);
    const highZ = placeOf(scale * (z + wideZ), nz);
    const box = boxes + (usize(p) << 4);
    store<i32>(box, (lowX >> 8) | (lowY & 0xff00) | ((lowZ & 0xff00) << 8));
    store<i32>(box, (highX >> 8) | (highY & 0xff00) | ((highZ & 0xff00) << 8), 4);
    store<i32>(box, (lowX & 0xff) | ((lowY & 0xff) << 8) | ((lowZ & 0xff) << 16), 8);
    store<i32>(box, (highX & 0xff) | ((highY & 0xff) << 8) | ((highZ & 0xff) << 16), 12);
    const wide = 1.7320508075688772 * reach;
    const out = leaning + (usize(p) << 5);
    lean(out, fine * (mx + my + mz), fine * (abs(ux + uy + uz) + wide));
    lean(out + 2, fine * (mx + my - mz), fine * (abs(ux + uy - uz) + wide));
    lean(out + 4, fine * (mx - my + mz), fine * (abs(ux - uy + uz) + wide));
    lean(out + 6, fine * (mx - my - mz), fine * (abs(ux - uy - uz) + wide));
    for (let k = lowZ >> 8; k <= highZ >> 8; k++)
      for (let j = lowY >> 8; j <= highY >> 8; j++)
        for (let i = lowX >> 8; i <= highX >> 8; i++) {
          const slot = cells + (usize((k * ny + j) * nx + i) << 3);
          store<u32>(slot, load<u32>(slot) + 1);
          entries++;
        }
  }
  const last = cells + (usize(nx * ny * nz) << 3);
  let groups: u32 = 0;
  for (let cell = cells; cell < last; cell += 8) {
    const boxesIn = load<u32>(cell);
    store<u32>(cell, groups << 4);
    store<u32>(cell, groups << 4, 4);
    groups += (boxesIn + 15) >> 4;
  }
  store<u32>(head, groups, 60);
  store<u32>(head, entries, 64);
}

export function placeBoxes(index: i32): void {
  const head = usize(index) << 4;
  const count = load<u32>(head, 56);
  const boxes = usize(load<u32>(head, 48)) << 4;
  const groups = usize(load<u32>(head)) << 4;
  const slots = usize(load<u32>(head, 4)) << 4;
  const cells = usize(load<u32>(head, 8)) << 4;
  const begin = usize(load<u32>(head, 12)) << 4;
  const nx = load<i32>(head, 144);
  const ny = load<i32>(head, 148);
  const end = groups + usize(load<u32>(head, 60)) * 160;
  const nowhere = i8x16.splat(-1);
  for (let group = groups; group < end; group += 160) v128.store(group, nowhere);
  let entry: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    store<u32>(begin + (usize(p) << 2), entry);
    const box = boxes + (usize(p) << 4);
    const low = load<i32>(box);
    const high = load<i32>(box, 4);
    const lowIn = load<i32>(box, 8);
    const highIn = load<i32>(box, 12);
    const lowX = low & 0xff;
    const lowY = (low >> 8) & 0xff;
    const lowZ = low >> 16;
    const highX = high & 0xff;
    const highY = (high >> 8) & 0xff;
    const highZ = high >> 16;
    for (let k = lowZ; k <= highZ; k++)
      for (let j = lowY; j <= highY; j++)
        for (let i = lowX; i <= highX; i++) {
          const cell = usize((k * ny + j) * nx + i);
          const slot = load<u32>(cells + (cell << 3), 4);
          store<u32>(cells + (cell << 3), slot + 1, 4);
          const group = groups + usize(slot >> 4) * 160;
          const to = group + usize(slot & 15);
          store<u8>(to, i === lowX ? lowIn & 0xff : 0);
          store<u8>(to, j === lowY ? (lowIn >> 8) & 0xff : 0, 16);
          store<u8>(to, k === lowZ ? lowIn >> 16 : 0, 32);
          store<u8>(to, i === highX ? highIn & 0xff : 254, 48);
          store<u8>(to, j === highY ? (highIn >> 8) & 0xff : 254, 64);
          store<u8>(to, k === highZ ? highIn >> 16 : 254, 80);
          store<u32>(group + (usize(slot & 15) << 2), p, 96);
          store<u32>(slots + (usize(entry) << 3), slot);
          store<u32>(slots + (usize(entry) << 3), u32(cell), 4);
          entry++;
        }
  }
  store<u32>(begin + (usize(count) << 2), entry);
}
