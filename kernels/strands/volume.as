// Hair as a volume, in double precision: `src/kernels/volume-twin.ts` does exactly the same and states what each is.
export function placeItems(index: i32): void {
  const head = usize(index) << 4;
  const order = usize(load<u32>(head)) << 4;
  const position = usize(load<u32>(head, 4)) << 4;
  const velocity = usize(load<u32>(head, 8)) << 4;
  const own = usize(load<u32>(head, 20)) << 4;
  const records = usize(load<u32>(head, 24)) << 4;
  const count = load<u32>(head, 64);
  const low = v128.load(head, 96);
  const time = f64x2.splat(load<f64>(head, 160));
  const originXY = v128.load(head, 168);
  const originZ = f64x2.splat(load<f64>(head, 184));
  const scale = f64x2.splat(load<f64>(head, 192));
  let least = i32x4.splat(0x7fffffff);
  let most = i32x4.splat(-0x7fffffff);
  for (let n: u32 = 0; n < count; n++) {
    const i = usize(load<u32>(order + (usize(n) << 2)));
    const x = position + i * 24;
    const v = velocity + i * 24;
    const xy = f64x2.mul(f64x2.sub(f64x2.add(v128.load(x), f64x2.mul(time, v128.load(v))), originXY), scale);
    const z = f64x2.mul(
      f64x2.sub(f64x2.add(v128.load64_zero(x, 16), f64x2.mul(time, v128.load64_zero(v, 16))), originZ),
      scale,
    );
    const wholeXY = f64x2.floor(xy);
    const wholeZ = f64x2.floor(z);
    const cell = v128.shuffle<i32>(i32x4.trunc_sat_f64x2_s_zero(wholeXY), i32x4.trunc_sat_f64x2_s_zero(wholeZ), 0, 1, 4, 4);
    least = i32x4.min_s(least, cell);
    most = i32x4.max_s(most, cell);
    const part = v128.shuffle<f32>(
      f32x4.demote_f64x2_zero(f64x2.sub(xy, wholeXY)),
      f32x4.demote_f64x2_zero(f64x2.sub(z, wholeZ)),
      0,
      1,
      4,
      4,
    );
    const record = records + (usize(n) << 5);
    v128.store(record, i32x4.replace_lane(part, 3, i32(i)));
    v128.store(record, i32x4.replace_lane(i32x4.sub(cell, low), 3, i32(load<u8>(own + i))), 16);
  }
  for (let c: usize = 0; c < 12; c += 4) {
    store<i32>(head + c, i32x4.extract_lane(least, 0), 72);
    store<i32>(head + c, i32x4.extract_lane(most, 0), 84);
    least = v128.shuffle<i32>(least, least, 1, 2, 3, 0);
    most = v128.shuffle<i32>(most, most, 1, 2, 3, 0);
  }
  store<u32>(head, count, 68);
}

export function packLayers(index: i32): void {
  const head = usize(index) << 4;
  const records = usize(load<u32>(head, 24)) << 4;
  const end = records + (usize(load<u32>(head, 68)) << 5);
  for (let c: usize = 0; c < 12; c += 4) {
    const layers = (usize(load<u32>(head, 28)) << 4) + (c << 16);
    const limit = load<i32>(head + c, 132);
    for (let record = records; record < end; record += 32)
      store<i32>(layers + (usize(load<i32>(record + c, 16) & 0xffff) << 2), 1);
    let place: i32 = 4;
    let most: i32 = 4;
    let before = layers;
    for (let layer = layers; layer < layers + 0x40000; layer += 4) {
      if (load<i32>(layer) === 0) continue;
      const gap = i32((layer - before) >> 2);
      place += gap < 3 ? gap : 3 + ((gap - 3) & 3);
      if (place > limit) place = 4 + (place & 3);
      most = max<i32>(most, place);
      store<i32>(layer, place);
      before = layer;
    }
    for (let record = records; record < end; record += 32)
      store<i32>(record + c, load<i32>(layers + (usize(load<i32>(record + c, 16) & 0xffff) << 2)), 16);
    store<i32>(head + c, most + 3, 144);
  }
}

// @ts-ignore: decorator
@inline
function widen(range: usize, low: i32, high: i32): void {
  store<i32>(range, min<i32>(load<i32>(range), low));
  store<i32>(range, max<i32>(load<i32>(range, 4), high), 4);
}

function spread(from: usize, to: usize, rows: i32, length: i32, row: i32, step: i32): void {
  for (let r = 0; r < rows; r++)
    for (let k = 0; k < length; k++) {
      const out = to + (usize(r * row + k * step) << 3);
      store<i32>(out, 0x7fffffff);
      store<i32>(out, -0x7fffffff, 4);
      for (let other = max<i32>(0, k - 3); other <= min<i32>(length - 1, k + 3); other++) {
        const range = from + (usize(r * row + other * step) << 3);
        widen(out, load<i32>(range), load<i32>(range, 4));
      }
    }
}

export function keepNear(index: i32): void {
  const head = usize(index) << 4;
  const records = usize(load<u32>(head, 24)) << 4;
  const end = records + (usize(load<u32>(head, 68)) << 5);
  const reach = usize(load<u32>(head, 56)) << 4;
  const sizeX = load<i32>(head, 144);
  const sizeZ = load<i32>(head, 152);
  const columns = usize(sizeX * sizeZ) << 3;
  for (let column = reach; column < reach + columns; column += 8) {
    store<i32>(column, 0x7fffffff);
    store<i32>(column, -0x7fffffff, 4);
  }
  for (let record = records; record < end; record += 32) {
    if (load<i32>(record, 28) === 0) continue;
    const y = load<i32>(record, 20);
    widen(reach + (usize(load<i32>(record, 24) * sizeX + load<i32>(record, 16)) << 3), y, y);
  }
  spread(reach, reach + columns, sizeZ, sizeX, sizeX, 1);
  spread(reach + columns, reach, sizeX, sizeZ, 1, sizeX);
  let to = records;
  for (let record = records; record < end; record += 32) {
    const y = load<i32>(record, 20);
    const range = reach + (usize(load<i32>(record, 24) * sizeX + load<i32>(record, 16)) << 3);
    v128.store(to, v128.load(record));
    v128.store(to, v128.load(record, 16), 16);
    to += usize(u32(y + 3 >= load<i32>(range)) & u32(y - 3 <= load<i32>(range, 4))) << 5;
  }
  store<u32>(head, u32((to - records) >> 5), 68);
}

// @ts-ignore: decorator
@inline
function give(at: usize, share: f64, first: v128, second: v128): void {
  const both = f64x2.splat(share);
  v128.store(at, f64x2.add(v128.load(at), f64x2.mul(both, first)));
  v128.store(at, f64x2.add(v128.load(at, 16), f64x2.mul(both, second)), 16);
}

// How many runs there are once there is one at an entry of the table.
function touchRun(entry: usize, table: usize, runs: usize, points: usize, count: u32): u32 {
  if (load<u32>(entry) !== 0) return count;
  store<u32>(entry, count);
  store<u32>(runs + (usize(count) << 2), u32((entry - table) >> 2));
  const none = f64x2.splat(0);
  const at = points + (usize(count) << 7);
  for (let two: usize = 0; two < 128; two += 16) v128.store(at + two, none);
  return count + 1;
}

export function deposit(index: i32): i32 {
  const head = usize(index) << 4;
  const velocity = usize(load<u32>(head, 8)) << 4;
  const mass = usize(load<u32>(head, 12)) << 4;
  const records = usize(load<u32>(head, 24)) << 4;
  const end = records + (usize(load<u32>(head, 68)) << 5);
  const table = usize(load<u32>(head, 32)) << 4;
  const runs = usize(load<u32>(head, 36)) << 4;
  const points = usize(load<u32>(head, 40)) << 4;
  const sizeX = load<i32>(head, 144);
  const stride = ((load<i32>(head, 148) - 1) >> 2) + 1;
  const nextX = usize(stride) << 2;
  const nextZ = usize(stride * sizeX) << 2;
  const rate = load<f64>(head, 200);
  const room = load<u32>(head, 220);
  const had = load<u32>(head, 156);
  for (let run: u32 = 1; run < had; run++)
    store<u32>(table + (usize(load<u32>(runs + (usize(run) << 2))) << 2), 0);
  // Run 0 stands for all that are not there.
  let count: u32 = 1;
  for (let two: usize = 0; two < 128; two += 16) v128.store(points + two, f64x2.splat(0));
  for (let record = records; record < end; record += 32) {
    const layer = load<i32>(record, 20);
    const entry = (load<i32>(record, 24) * sizeX + load<i32>(record, 16)) * stride + (layer >> 2);
    const place = table + (usize(entry) << 2);
    const row = u32(layer & 3);
    store<i32>(record, entry, 16);
    store<u32>(record, row, 20);
    const next = place + (usize(row === 3) << 2);
    const least = min(
      min(min(load<u32>(place), load<u32>(place + nextX)), min(load<u32>(place + nextZ), load<u32>(place + nextZ + nextX))),
      min(min(load<u32>(next), load<u32>(next + nextX)), min(load<u32>(next + nextZ), load<u32>(next + nextZ + nextX))),
    );
    if (least === 0) {
      if (count + 8 > room) {
        store<u32>(head, count, 156);
        return 0;
      }
      count = touchRun(place, table, runs, points, count);
      count = touchRun(place + nextX, table, runs, points, count);
      count = touchRun(place + nextZ, table, runs, points, count);
      count = touchRun(place + nextZ + nextX, table, runs, points, count);
      count = touchRun(next, table, runs, points, count);
      count = touchRun(next + nextX, table, runs, points, count);
      count = touchRun(next + nextZ, table, runs, points, count);
      count = touchRun(next + nextZ + nextX, table, runs, points, count);
    }
    const i = usize(load<u32>(record, 12));
    const m = load<f64>(mass + (i << 3));
    if (m === 0) continue;
    const here = points + (usize(row) << 5);
    const there = points + (usize((row + 1) & 3) << 5);
    const a0 = here + (usize(load<u32>(place)) << 7);
    const a1 = here + (usize(load<u32>(place + nextX)) << 7);
    const a2 = here + (usize(load<u32>(place + nextZ)) << 7);
    const a3 = here + (usize(load<u32>(place + nextZ + nextX)) << 7);
    const b0 = there + (usize(load<u32>(next)) << 7);
    const b1 = there + (usize(load<u32>(next + nextX)) << 7);
    const b2 = there + (usize(load<u32>(next + nextZ)) << 7);
    const b3 = there + (usize(load<u32>(next + nextZ + nextX)) << 7);
    const v = velocity + i * 24;
    const first = f64x2.replace_lane(f64x2.splat(1), 1, rate * load<f64>(v));
    const second = f64x2.mul(f64x2.splat(rate), v128.load(v, 8));
    const x = f64(load<f32>(record));
    const y = f64(load<f32>(record, 4));
    const high = m * f64(load<f32>(record, 8));
    const low = m - high;
    const highBack = high * y;
    const highFront = high - highBack;
    const lowBack = low * y;
    const lowFront = low - lowBack;
    give(a0, lowFront - lowFront * x, first, second);
    give(a1, lowFront * x, first, second);
    give(a2, highFront - highFront * x, first, second);
    give(a3, highFront * x, first, second);
    give(b0, lowBack - lowBack * x, first, second);
    give(b1, lowBack * x, first, second);
    give(b2, highBack - highBack * x, first, second);
    give(b3, highBack * x, first, second);
  }
  store<u32>(head, count, 156);
  return 1;
}

// @ts-ignore: decorator
@inline
function mixFour(a: v128, b: v128, t: v128): v128 {
  return f32x4.add(a, f32x4.mul(t, f32x4.sub(b, a)));
}

// @ts-ignore: decorator
@inline
function ownWeight(x: f32): f32 {
  return 1 - 2 * x * (1 - x);
}

// @ts-ignore: decorator
@inline
function addPair(at: usize, amount: f32, y: f32): void {
  const back = amount * y;
  store<f32>(at, load<f32>(at, 20) + (amount - back), 20);
  store<f32>(at, load<f32>(at, 24) + back, 24);
}

export function press(index: i32): void {
  const head = usize(index) << 4;
  const rest = usize(load<u32>(head, 16)) << 4;
  const records = usize(load<u32>(head, 24)) << 4;
  const end = records + (usize(load<u32>(head, 68)) << 5);
  const table = usize(load<u32>(head, 32)) << 4;
  const places = usize(load<u32>(head, 36)) << 4;
  const points = usize(load<u32>(head, 40)) << 4;
  const pressure = usize(load<u32>(head, 44)) << 4;
  const pressing = usize(load<u32>(head, 60)) << 4;
  const runs = usize(load<u32>(head, 156));
  const stride = ((load<i32>(head, 148) - 1) >> 2) + 1;
  const nextX = usize(stride) << 2;
  const nextZ = usize(stride * load<i32>(head, 144)) << 2;
  const strength = load<f32>(head, 208);
  const slack = load<f32>(head, 212);
  const zero = f32x4.splat(0);
  for (let run: usize = 0; run < runs; run++) {
    const after = run > 0 ? usize(load<u32>(table + (usize(load<u32>(places + (run << 2))) << 2), 4)) : 0;
    const from = points + (run << 7);
    const to = pressure + (run << 6);
    const two = f32x4.demote_f64x2_zero(v128.shuffle<f64>(v128.load(from), v128.load(from, 32), 0, 2));
    const more = f32x4.demote_f64x2_zero(v128.shuffle<f64>(v128.load(from, 64), v128.load(from, 96), 0, 2));
    v128.store(to, v128.shuffle<f64>(two, more, 0, 2));
    store<f32>(to, f32(load<f64>(points + (after << 7))), 16);
    v128.store(to, zero, 20);
    store<f32>(to, 0, 36);
  }
  let list = pressing;
  for (let record = records; record < end; record += 32) {
    const i = usize(load<u32>(record, 12)) << 3;
    const place = table + (usize(load<i32>(record, 16)) << 2);
    const here = pressure + (usize(load<u32>(record, 20)) << 2);
    const x = load<f32>(record);
    const y = load<f32>(record, 4);
    const z = load<f32>(record, 8);
    // Below along z: first and second point of both columns; above.
    const low = v128.load64_lane(
      here + (usize(load<u32>(place + nextX)) << 6),
      v128.load64_zero(here + (usize(load<u32>(place)) << 6)),
      1,
    );
    const high = v128.load64_lane(
      here + (usize(load<u32>(place + nextZ + nextX)) << 6),
      v128.load64_zero(here + (usize(load<u32>(place + nextZ)) << 6)),
      1,
    );
    const columns = mixFour(
      v128.shuffle<f32>(low, high, 0, 2, 4, 6),
      v128.shuffle<f32>(low, high, 1, 3, 5, 7),
      f32x4.splat(y),
    );
    const lines = mixFour(columns, v128.shuffle<f32>(columns, columns, 1, 1, 3, 3), f32x4.splat(x));
    const below = f32x4.extract_lane(lines, 0);
    const found = below + z * (f32x4.extract_lane(lines, 2) - below);
    const weight = load<f32>(rest + i);
    const groomed = load<f32>(rest + i, 4);
    const own = ownWeight(x) * ownWeight(y) * ownWeight(z);
    const excess = (found - weight * own - slack * groomed) / (groomed + f32(8.0 / 27.0) * weight);
    const soft = f32x4.extract_lane(f32x4.pmin(f32x4.splat(excess), f32x4.splat(0.05)), 0);
    const amount = weight * strength * found * (excess - soft + soft * soft * (f32(0.5) / f32(0.05)));
    store<f32>(record, amount, 24);
    store<u32>(list, u32(record));
    // Without a branch, for it cannot be foretold.
    list += usize(excess > 0) << 2;
  }
  for (let one = pressing; one < list; one += 4) {
    const record = usize(load<u32>(one));
    const place = table + (usize(load<i32>(record, 16)) << 2);
    const here = pressure + (usize(load<u32>(record, 20)) << 2);
    const x = load<f32>(record);
    const y = load<f32>(record, 4);
    const amount = load<f32>(record, 24);
    const up = amount * load<f32>(record, 8);
    const down = amount - up;
    addPair(here + (usize(load<u32>(place)) << 6), down - down * x, y);
    addPair(here + (usize(load<u32>(place + nextX)) << 6), down * x, y);
    addPair(here + (usize(load<u32>(place + nextZ)) << 6), up - up * x, y);
    addPair(here + (usize(load<u32>(place + nextZ + nextX)) << 6), up * x, y);
  }
  for (let run: usize = 1; run < runs; run++) {
    const after = usize(load<u32>(table + (usize(load<u32>(places + (run << 2))) << 2), 4));
    const to = pressure + (after << 6);
    store<f32>(to, load<f32>(to, 20) + load<f32>(pressure + (run << 6), 36), 20);
  }
}

// @ts-ignore: decorator
@inline
function edge(p: v128, passing: v128, other: v128, otherPassing: v128): v128 {
  return f32x4.mul(f32x4.pmin(passing, otherPassing), f32x4.add(p, other));
}

export function pushPoints(index: i32): void {
  const head = usize(index) << 4;
  const table = usize(load<u32>(head, 32)) << 4;
  const places = usize(load<u32>(head, 36)) << 4;
  const points = usize(load<u32>(head, 40)) << 4;
  const pressure = usize(load<u32>(head, 44)) << 4;
  const runs = usize(load<u32>(head, 156));
  const stride = ((load<i32>(head, 148) - 1) >> 2) + 1;
  const nextX = usize(stride) << 2;
  const nextZ = usize(stride * load<i32>(head, 144)) << 2;
  const thin = f32x4.splat(load<f32>(head, 216));
  const zero = f32x4.splat(0);
  const half = f32x4.splat(0.5);
  const one = f32x4.splat(1);
  for (let p = pressure; p < pressure + (runs << 6); p += 64) {
    const m = v128.load(p);
    v128.store(p, v128.and(f32x4.div(f32x4.mul(half, v128.load(p, 20)), m), f32x4.gt(m, zero)), 20);
    v128.store(p, f32x4.pmin(f32x4.mul(thin, m), one), 48);
  }
  for (let run: usize = 1; run < runs; run++) {
    const entry = table + (usize(load<u32>(places + (run << 2))) << 2);
    const at = pressure + (run << 6);
    const p = v128.load(at, 20);
    const passing = v128.load(at, 48);
    const left = pressure + (usize(load<u32>(entry - nextX)) << 6);
    const right = pressure + (usize(load<u32>(entry + nextX)) << 6);
    const below = pressure + (usize(load<u32>(entry - nextZ)) << 6);
    const above = pressure + (usize(load<u32>(entry + nextZ)) << 6);
    const before = pressure + (usize(load<u32>(entry - 4)) << 6);
    const after = pressure + (usize(load<u32>(entry + 4)) << 6);
    const toLeft = edge(p, passing, v128.load(left, 20), v128.load(left, 48));
    const toRight = edge(p, passing, v128.load(right, 20), v128.load(right, 48));
    const toBelow = edge(p, passing, v128.load(below, 20), v128.load(below, 48));
    const toAbove = edge(p, passing, v128.load(above, 20), v128.load(above, 48));
    const toAfter = edge(
      p,
      passing,
      v128.shuffle<f32>(p, v128.load32_zero(after, 20), 1, 2, 3, 4),
      v128.shuffle<f32>(passing, v128.load32_zero(after, 48), 1, 2, 3, 4),
    );
    const first = edge(p, passing, v128.load32_splat(before, 32), v128.load32_splat(before, 60));
    const toBefore = v128.shuffle<f32>(first, toAfter, 0, 4, 5, 6);
    let x = f64x2.sub(f64x2.promote_low_f32x4(toLeft), f64x2.promote_low_f32x4(toRight));
    let y = f64x2.sub(f64x2.promote_low_f32x4(toBefore), f64x2.promote_low_f32x4(toAfter));
    let z = f64x2.sub(f64x2.promote_low_f32x4(toBelow), f64x2.promote_low_f32x4(toAbove));
    let to = points + (run << 7);
    accelerate(to, f64x2.extract_lane(x, 0), v128.shuffle<f64>(y, z, 0, 2));
    accelerate(to + 32, f64x2.extract_lane(x, 1), v128.shuffle<f64>(y, z, 1, 3));
    x = f64x2.sub(f64x2.promote_low_f32x4(highTwo(toLeft)), f64x2.promote_low_f32x4(highTwo(toRight)));
    y = f64x2.sub(f64x2.promote_low_f32x4(highTwo(toBefore)), f64x2.promote_low_f32x4(highTwo(toAfter)));
    z = f64x2.sub(f64x2.promote_low_f32x4(highTwo(toBelow)), f64x2.promote_low_f32x4(highTwo(toAbove)));
    accelerate(to + 64, f64x2.extract_lane(x, 0), v128.shuffle<f64>(y, z, 0, 2));
    accelerate(to + 96, f64x2.extract_lane(x, 1), v128.shuffle<f64>(y, z, 1, 3));
  }
}

// @ts-ignore: decorator
@inline
function highTwo(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 1);
}

// @ts-ignore: decorator
@inline
function accelerate(at: usize, x: f64, yz: v128): void {
  const m = load<f64>(at);
  const part = m > 0 ? 1 / m : 0;
  store<f64>(at, part * (load<f64>(at, 8) + x), 8);
  v128.store(at, f64x2.mul(f64x2.splat(part), f64x2.add(v128.load(at, 16), yz)), 16);
}

// @ts-ignore: decorator
@inline
function mixTwo(a: v128, b: v128, t: v128): v128 {
  return f64x2.add(a, f64x2.mul(t, f64x2.sub(b, a)));
}

export function takeForces(index: i32): void {
  const head = usize(index) << 4;
  const velocity = usize(load<u32>(head, 8)) << 4;
  const mass = usize(load<u32>(head, 12)) << 4;
  const records = usize(load<u32>(head, 24)) << 4;
  const end = records + (usize(load<u32>(head, 68)) << 5);
  const table = usize(load<u32>(head, 32)) << 4;
  const points = usize(load<u32>(head, 40)) << 4;
  const out = usize(load<u32>(head, 52)) << 4;
  const stride = ((load<i32>(head, 148) - 1) >> 2) + 1;
  const nextX = usize(stride) << 2;
  const nextZ = usize(stride * load<i32>(head, 144)) << 2;
  const rate = load<f64>(head, 200);
  for (let record = records; record < end; record += 32) {
    if (load<i32>(record, 28) === 0) continue;
    const i = usize(load<u32>(record, 12));
    const place = table + (usize(load<i32>(record, 16)) << 2);
    const row = load<u32>(record, 20);
    const next = place + (usize(row === 3) << 2);
    const here = points + (usize(row) << 5);
    const there = points + (usize((row + 1) & 3) << 5);
    const a0 = here + (usize(load<u32>(place)) << 7);
    const a1 = here + (usize(load<u32>(place + nextX)) << 7);
    const a2 = here + (usize(load<u32>(place + nextZ)) << 7);
    const a3 = here + (usize(load<u32>(place + nextZ + nextX)) << 7);
    const b0 = there + (usize(load<u32>(next)) << 7);
    const b1 = there + (usize(load<u32>(next + nextX)) << 7);
    const b2 = there + (usize(load<u32>(next + nextZ)) << 7);
    const b3 = there + (usize(load<u32>(next + nextZ + nextX)) << 7);
    const x = f64x2.splat(f64(load<f32>(record)));
    const y = f64x2.splat(f64(load<f32>(record, 4)));
    const z = f64x2.splat(f64(load<f32>(record, 8)));
    const first = mixTwo(
      mixTwo(mixTwo(v128.load(a0), v128.load(a1), x), mixTwo(v128.load(b0), v128.load(b1), x), y),
      mixTwo(mixTwo(v128.load(a2), v128.load(a3), x), mixTwo(v128.load(b2), v128.load(b3), x), y),
      z,
    );
    const second = mixTwo(
      mixTwo(mixTwo(v128.load(a0, 16), v128.load(a1, 16), x), mixTwo(v128.load(b0, 16), v128.load(b1, 16), x), y),
      mixTwo(mixTwo(v128.load(a2, 16), v128.load(a3, 16), x), mixTwo(v128.load(b2, 16), v128.load(b3, 16), x), y),
      z,
    );
    const m = load<f64>(mass + (i << 3));
    const v = velocity + i * 24;
    const to = out + i * 24;
    store<f64>(to, load<f64>(to) + m * (f64x2.extract_lane(first, 1) - rate * load<f64>(v)));
    const around = f64x2.sub(second, f64x2.mul(f64x2.splat(rate), v128.load(v, 8)));
    v128.store(to, f64x2.add(v128.load(to, 8), f64x2.mul(f64x2.splat(m), around)), 8);
  }
}
