// States in double precision and rows in single, both ways: `src/kernels/rod-state-twin.ts` does exactly the same and states what it is.
// @ts-ignore: decorator
@inline
function pair(a: usize, b: usize): v128 {
  return v128.load_lane<f64>(b, v128.load_zero<f64>(a), 1);
}

// @ts-ignore: decorator
@inline
function together(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}

// @ts-ignore: decorator
@inline
function upper(row: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(row, row, 2, 3, 2, 3));
}

export function spread(from: i32, size: i32, count: i32, to: i32, step: i32, next: i32): void {
  const stride = usize(size * count) << 3;
  let a = usize(from) << 3;
  for (let i = 0; i < count; i++) {
    let row = usize(to + next * i) << 4;
    for (let c = 0; c < size; c++) {
      v128.store(row, together(pair(a, a + stride), pair(a + 2 * stride, a + 3 * stride)));
      row += usize(step) << 4;
      a += 8;
    }
  }
}

export function spreadMotion(x: i32, xPast: i32, v: i32, vPast: i32, last: i32, edge: i32, speed: i32, change: i32, lag: i32, next: i32, count: i32): void {
  const stride = usize(3 * count) << 3;
  const last0 = v128.load(usize(last) << 3);
  const last1 = v128.load(usize(last) << 3, 16);
  let a = usize(x) << 3;
  let p = usize(xPast) << 3;
  let w = usize(v) << 3;
  let o = usize(vPast) << 3;
  for (let i = 0; i < count; i++) {
    let row = usize(next * i) << 4;
    for (let c = 0; c < 3; c++) {
      const x0 = pair(a, a + stride);
      const x1 = pair(a + 2 * stride, a + 3 * stride);
      const v0 = pair(w, w + stride);
      const v1 = pair(w + 2 * stride, w + 3 * stride);
      const e0 = f64x2.sub(pair(a + 24, a + 24 + stride), x0);
      const e1 = f64x2.sub(pair(a + 24 + 2 * stride, a + 24 + 3 * stride), x1);
      const way0 = f64x2.sub(x0, pair(p, p + stride));
      const way1 = f64x2.sub(x1, pair(p + 2 * stride, p + 3 * stride));
      v128.store(row + (usize(edge) << 4), together(e0, e1));
      v128.store(row + (usize(speed) << 4), together(v0, v1));
      v128.store(
        row + (usize(change) << 4),
        together(f64x2.sub(v0, pair(o, o + stride)), f64x2.sub(v1, pair(o + 2 * stride, o + 3 * stride))),
      );
      v128.store(
        row + (usize(lag) << 4),
        together(f64x2.sub(way0, f64x2.mul(last0, v0)), f64x2.sub(way1, f64x2.mul(last1, v1))),
      );
      row += 16;
      a += 8;
      p += 8;
      w += 8;
      o += 8;
    }
  }
}

export function collect(from: i32, step: i32, next: i32, size: i32, count: i32, to: i32): void {
  const stride = usize(size * count) << 3;
  let a = usize(to) << 3;
  for (let i = 0; i < count; i++) {
    let row = usize(from + next * i) << 4;
    for (let c = 0; c < size; c++) {
      const values = v128.load(row);
      const low = f64x2.promote_low_f32x4(values);
      const high = upper(values);
      v128.store_lane<f64>(a, low, 0);
      v128.store_lane<f64>(a + stride, low, 1);
      v128.store_lane<f64>(a + 2 * stride, high, 0);
      v128.store_lane<f64>(a + 3 * stride, high, 1);
      row += usize(step) << 4;
      a += 8;
    }
  }
}

export function moveOn(x: i32, xPast: i32, v: i32, history: i32, from: i32, next: i32, count: i32): void {
  const stride = usize(3 * count) << 3;
  const h = usize(history) << 3;
  const past0 = v128.load(h);
  const past1 = v128.load(h, 16);
  const inverse0 = v128.load(h, 32);
  const inverse1 = v128.load(h, 48);
  let a = (usize(x) << 3) + 48;
  let p = (usize(xPast) << 3) + 48;
  let w = (usize(v) << 3) + 48;
  for (let i = 2; i < count; i++) {
    let row = usize(from + next * i) << 4;
    for (let c = 0; c < 3; c++) {
      const moved = v128.load(row);
      const low = f64x2.promote_low_f32x4(moved);
      const high = upper(moved);
      const x0 = pair(a, a + stride);
      const x1 = pair(a + 2 * stride, a + 3 * stride);
      const p0 = pair(p, p + stride);
      const p1 = pair(p + 2 * stride, p + 3 * stride);
      const v0 = f64x2.mul(f64x2.sub(low, f64x2.mul(past0, f64x2.sub(x0, p0))), inverse0);
      const v1 = f64x2.mul(f64x2.sub(high, f64x2.mul(past1, f64x2.sub(x1, p1))), inverse1);
      const y0 = f64x2.add(x0, low);
      const y1 = f64x2.add(x1, high);
      v128.store_lane<f64>(p, y0, 0);
      v128.store_lane<f64>(p + stride, y0, 1);
      v128.store_lane<f64>(p + 2 * stride, y1, 0);
      v128.store_lane<f64>(p + 3 * stride, y1, 1);
      v128.store_lane<f64>(w, v0, 0);
      v128.store_lane<f64>(w + stride, v0, 1);
      v128.store_lane<f64>(w + 2 * stride, v1, 0);
      v128.store_lane<f64>(w + 3 * stride, v1, 1);
      row += 16;
      a += 8;
      p += 8;
      w += 8;
    }
  }
}

export function placeInGrid(x: i32, pose: i32, cell: i32, part: i32, away: i32, next: i32, count: i32): void {
  const stride = usize(3 * count) << 3;
  const m = usize(pose) << 3;
  let a = usize(x) << 3;
  for (let i = 0; i < count; i++) {
    const row = usize(next * i) << 4;
    const x0 = f64x2.sub(pair(a, a + stride), v128.load_splat<f64>(m, 72));
    const x1 = f64x2.sub(pair(a + 2 * stride, a + 3 * stride), v128.load_splat<f64>(m, 72));
    const y0 = f64x2.sub(pair(a + 8, a + 8 + stride), v128.load_splat<f64>(m, 80));
    const y1 = f64x2.sub(pair(a + 8 + 2 * stride, a + 8 + 3 * stride), v128.load_splat<f64>(m, 80));
    const z0 = f64x2.sub(pair(a + 16, a + 16 + stride), v128.load_splat<f64>(m, 88));
    const z1 = f64x2.sub(pair(a + 16 + 2 * stride, a + 16 + 3 * stride), v128.load_splat<f64>(m, 88));
    const w = row + (usize(away) << 4);
    v128.store(w, together(x0, x1));
    v128.store(w, together(y0, y1), 16);
    v128.store(w, together(z0, z1), 32);
    for (let c: usize = 0; c < 3; c++) {
      const k = m + c * 24;
      const mx = v128.load_splat<f64>(k);
      const my = v128.load_splat<f64>(k, 8);
      const mz = v128.load_splat<f64>(k, 16);
      const o = v128.load_splat<f64>(m + c * 8, 96);
      const g0 = f64x2.sub(f64x2.add(f64x2.add(f64x2.mul(mx, x0), f64x2.mul(my, y0)), f64x2.mul(mz, z0)), o);
      const g1 = f64x2.sub(f64x2.add(f64x2.add(f64x2.mul(mx, x1), f64x2.mul(my, y1)), f64x2.mul(mz, z1)), o);
      const n0 = f64x2.floor(g0);
      const n1 = f64x2.floor(g1);
      const to = row + (c << 4);
      v128.store(to + (usize(cell) << 4), together(n0, n1));
      v128.store(to + (usize(part) << 4), together(f64x2.sub(g0, n0), f64x2.sub(g1, n1)));
    }
    a += 24;
  }
}
