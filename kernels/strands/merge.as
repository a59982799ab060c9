// Lists of pairs, which are no arithmetic: `src/kernels/merge-twin.ts` does exactly the same and states what each is.
export function merge(pairs: i32, count: i32, near: i32, nearCount: i32, out: i32, slips: i32, outSlips: i32): i32 {
  const from = usize(pairs) << 4;
  const into = usize(out) << 4;
  const packs = usize(near) << 4;
  const sticks = outSlips >= 0;
  const none: f32 = 3e38;
  let to = 0;
  let n = 0;
  let old = 0;
  let p: f32 = nearCount > 0 ? load<f32>(packs) : none;
  let q: f32 = nearCount > 0 ? load<f32>(packs, 16) : none;
  while (n < nearCount || old < count) {
    const row = into + (usize(to >> 2) << 7) + (usize(to & 3) << 2);
    if (old < count) {
      const at = from + (usize(old >> 2) << 7) + (usize(old & 3) << 2);
      const stiff = load<f32>(at, 32);
      if (stiff === -2) {
        old++;
        continue;
      }
      const a = load<f32>(at);
      const b = load<f32>(at, 16);
      if (a < p || (a === p && b <= q)) {
        store<f32>(row, a);
        store<f32>(row, b, 16);
        store<f32>(row, stiff, 32);
        store<f32>(row, load<f32>(at, 48), 48);
        store<f32>(row, load<f32>(at, 64), 64);
        store<f32>(row, load<f32>(at, 80), 80);
        store<f32>(row, load<f32>(at, 96), 96);
        store<f32>(row, load<f32>(at, 112), 112);
        if (sticks) {
          const spring = (usize(slips) << 4) + usize(old >> 2) * 48 + (usize(old & 3) << 2);
          const next = (usize(outSlips) << 4) + usize(to >> 2) * 48 + (usize(to & 3) << 2);
          store<f32>(next, load<f32>(spring));
          store<f32>(next, load<f32>(spring, 16), 16);
          store<f32>(next, load<f32>(spring, 32), 32);
        }
        old++;
        to++;
        if (a === p && b === q) {
          n++;
          p = n < nearCount ? load<f32>(packs + usize(n >> 2) * 48 + (usize(n & 3) << 2)) : none;
          q = n < nearCount ? load<f32>(packs + usize(n >> 2) * 48 + (usize(n & 3) << 2), 16) : none;
        }
        continue;
      }
    }
    beginPair(row, p, q, load<f32>(packs + usize(n >> 2) * 48 + (usize(n & 3) << 2), 32));
    if (sticks) beginSlip(outSlips, to);
    to++;
    n++;
    p = n < nearCount ? load<f32>(packs + usize(n >> 2) * 48 + (usize(n & 3) << 2)) : none;
    q = n < nearCount ? load<f32>(packs + usize(n >> 2) * 48 + (usize(n & 3) << 2), 16) : none;
  }
  for (let rest = to; (rest & 3) > 0; rest++) {
    beginPair(into + (usize(rest >> 2) << 7) + (usize(rest & 3) << 2), 0, 0, 0);
    if (sticks) beginSlip(outSlips, rest);
  }
  return to;
}

// @ts-ignore: decorator
@inline
function beginPair(row: usize, p: f32, q: f32, groomed: f32): void {
  store<f32>(row, p);
  store<f32>(row, q, 16);
  store<f32>(row, -1, 32);
  store<f32>(row, 0, 48);
  store<f32>(row, 0, 64);
  store<f32>(row, 0, 80);
  store<f32>(row, 0, 96);
  store<f32>(row, groomed, 112);
}

function beginSlip(slips: i32, n: i32): void {
  const at = (usize(slips) << 4) + usize(n >> 2) * 48 + (usize(n & 3) << 2);
  store<f32>(at, 0);
  store<f32>(at, 0, 16);
  store<f32>(at, 0, 32);
}

export function dropFar(packs: i32, count: i32): i32 {
  const base = usize(packs) << 4;
  let to = 0;
  for (let n = 0; n < count; n++) {
    const at = base + usize(n >> 2) * 48 + (usize(n & 3) << 2);
    const square = load<f32>(at, 32);
    const into = base + usize(to >> 2) * 48 + (usize(to & 3) << 2);
    store<f32>(into, load<f32>(at));
    store<f32>(into, load<f32>(at, 16), 16);
    store<f32>(into, square, 32);
    // Without a branch, for it cannot be foretold.
    to += i32(square >= 0);
  }
  return to;
}

export function sortFound(list: i32, size: i32, count: i32, counts: i32, capsules: i32, out: i32): void {
  const from = usize(list) << 4;
  const step = usize(size) << 2;
  const begin = usize(counts) << 4;
  const first = usize(out) << 4;
  const second = first + (usize(count) << 2);
  const groomed = second + (usize(count) << 2);
  for (let at = begin; at <= begin + (usize(capsules) << 2); at += 4) store<u32>(at, 0);
  for (let at = from; at < from + (usize(count) << 2); at += 4) {
    const slot = begin + usize(load<f32>(at));
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let at = begin; at <= begin + (usize(capsules) << 2); at += 4) {
    const here = load<u32>(at);
    store<u32>(at, sum);
    sum += here;
  }
  for (let at = from; at < from + (usize(count) << 2); at += 4) {
    const p = usize(load<f32>(at));
    const to = usize(load<u32>(begin + p)) << 2;
    store<u32>(begin + p, load<u32>(begin + p) + 1);
    store<u32>(first + to, u32(p >> 2));
    store<u32>(second + to, u32(load<f32>(at + step)) >> 2);
    store<f32>(groomed + to, load<f32>(at + 2 * step));
  }
  let start: usize = 0;
  for (let slot = begin; slot < begin + (usize(capsules) << 2); slot += 4) {
    const end = usize(load<u32>(slot)) << 2;
    for (let n = start + 4; n < end; n += 4) {
      const q = load<u32>(second + n);
      const distance = load<f32>(groomed + n);
      let to = n;
      for (; to > start && load<u32>(second + to - 4) > q; to -= 4) {
        store<u32>(second + to, load<u32>(second + to - 4));
        store<f32>(groomed + to, load<f32>(groomed + to - 4));
      }
      store<u32>(second + to, q);
      store<f32>(groomed + to, distance);
    }
    start = end;
  }
}

export function packNear(lists: i32, count: i32, out: i32): void {
  const first = usize(lists) << 4;
  const size = usize((count + 3) >> 2) << 4;
  for (let n = 0; n < ((count + 3) & -4); n++) {
    const from = first + (usize(n) << 2);
    const to = (usize(out) << 4) + usize(n >> 2) * 48 + (usize(n & 3) << 2);
    const isOne = n < count;
    store<f32>(to, isOne ? 6 * f32(load<u32>(from)) : 0);
    store<f32>(to, isOne ? 6 * f32(load<u32>(from + size)) : 0, 16);
    store<f32>(to, isOne ? load<f32>(from + 2 * size) : 0, 32);
  }
}
