// Tables of segments and what comes of their contacts, in double precision: `src/kernels/tables-twin.ts` does exactly the same and states what each is.
// @ts-ignore: decorator
@inline
function part(head: usize, n: usize): usize {
  return usize(load<u32>(head + (n << 2))) << 4;
}

export function lumpNodes(index: i32): void {
  const head = usize(index) << 4;
  const nodes = usize(load<u32>(head));
  const count = usize(load<u32>(head, 4));
  const v = part(head, 3);
  const own = part(head, 4);
  const inverse = part(head, 5);
  const s = part(head, 6);
  const velocity = part(head, 7);
  const mass = part(head, 8);
  const lumpedInverse = part(head, 9);
  const start = part(head, 12);
  const end = part(head, 13);
  for (let i: usize = 0; i < nodes; i++) {
    const m = load<f64>(own + (i << 3));
    const from = v + i * 24;
    const to = velocity + i * 24;
    store<f64>(mass + (i << 3), m);
    v128.store(to, f64x2.mul(f64x2.splat(m), v128.load(from)));
    store<f64>(to, m * load<f64>(from, 16), 16);
  }
  if (load<u32>(head, 88) === 0)
    for (let p: usize = 0; p < count; p++) {
      const a = usize(load<u32>(start + (p << 2)));
      const b = usize(load<u32>(end + (p << 2)));
      const sa = load<f64>(s + (a << 3));
      const length = load<f64>(s + (b << 3)) - sa;
      for (let i = a + 1; i < b; i++) {
        const second = (load<f64>(s + (i << 3)) - sa) / length;
        const m = load<f64>(own + (i << 3));
        const toA = (1 - second) * m;
        const toB = second * m;
        store<f64>(mass + (a << 3), load<f64>(mass + (a << 3)) + toA);
        store<f64>(mass + (b << 3), load<f64>(mass + (b << 3)) + toB);
        for (let c: usize = 0; c < 24; c += 8) {
          const speed = load<f64>(v + i * 24 + c);
          const atA = velocity + a * 24 + c;
          const atB = velocity + b * 24 + c;
          store<f64>(atA, load<f64>(atA) + toA * speed);
          store<f64>(atB, load<f64>(atB) + toB * speed);
        }
      }
    }
  for (let i: usize = 0; i < nodes; i++) {
    const m = load<f64>(mass + (i << 3));
    const inverted = over(1, m);
    const to = velocity + i * 24;
    store<f64>(lumpedInverse + (i << 3), load<f64>(inverse + (i << 3)) > 0 ? inverted : 0);
    v128.store(to, f64x2.mul(v128.load(to), f64x2.splat(inverted)));
    store<f64>(to, load<f64>(to, 16) * inverted, 16);
  }
}

export function writeSegments(index: i32): void {
  const head = usize(index) << 4;
  const count = usize(load<u32>(head, 4));
  const x = part(head, 2);
  const velocity = part(head, 7);
  const inverse = part(head, 9);
  const start = part(head, 12);
  const end = part(head, 13);
  const ends = part(head, 14);
  const table = part(head, 16);
  const origin = v128.load(x);
  const originZ = load<f64>(x, 16);
  const half = f64x2.splat(0.5);
  for (let p: usize = 0; p < count; p++) {
    const a = usize(load<u32>(start + (p << 2)));
    const b = usize(load<u32>(end + (p << 2)));
    const xa = v128.load(x + a * 24);
    const za = load<f64>(x + a * 24, 16);
    const hxy = f64x2.mul(half, f64x2.sub(v128.load(x + b * 24), xa));
    const hx = f64x2.extract_lane(hxy, 0);
    const hy = f64x2.extract_lane(hxy, 1);
    const hz = 0.5 * (load<f64>(x + b * 24, 16) - za);
    const to = table + p * 96;
    const radii = ends + (p << 4);
    const first = load<f32>(radii);
    const second = load<f32>(radii, 4);
    v128.store(to, f32x4.demote_f64x2_zero(f64x2.sub(f64x2.add(xa, hxy), origin)));
    store<f32>(to, f32(za + hz - originZ), 8);
    store<f32>(to, max(first, second), 12);
    v128.store(to, f32x4.demote_f64x2_zero(hxy), 16);
    store<f32>(to, f32(hz), 24);
    store<f32>(to, f32(1 / (hx * hx + hy * hy + hz * hz + 1e-30)), 28);
    v128.store(to, f32x4.demote_f64x2_zero(v128.load(velocity + a * 24)), 32);
    store<f32>(to, f32(load<f64>(velocity + a * 24, 16)), 40);
    store<f32>(to, f32(load<f64>(inverse + (a << 3))), 44);
    v128.store(to, f32x4.demote_f64x2_zero(v128.load(velocity + b * 24)), 48);
    store<f32>(to, f32(load<f64>(velocity + b * 24, 16)), 56);
    store<f32>(to, f32(load<f64>(inverse + (b << 3))), 60);
    v128.store(to, v128.load(radii), 64);
  }
}

export function findMargins(index: i32): void {
  const head = usize(index) << 4;
  const count = usize(load<u32>(head, 4));
  const v = part(head, 3);
  const start = part(head, 12);
  const end = part(head, 13);
  const radius = part(head, 15);
  const margin = part(head, 18);
  const time = load<f64>(head, 96);
  const least = load<f64>(head, 104);
  let motion: f64 = 0;
  let thickness: f64 = 0;
  for (let p: usize = 0; p < count; p++) {
    const a = v + usize(load<u32>(start + (p << 2))) * 24;
    const b = v + usize(load<u32>(end + (p << 2))) * 24;
    const fast = load<f64>(a) * load<f64>(a) + load<f64>(a, 8) * load<f64>(a, 8) + load<f64>(a, 16) * load<f64>(a, 16);
    const fastToo =
      load<f64>(b) * load<f64>(b) + load<f64>(b, 8) * load<f64>(b, 8) + load<f64>(b, 16) * load<f64>(b, 16);
    const far = time * sqrt(fast > fastToo ? fast : fastToo) + least;
    store<f64>(margin + (p << 3), far);
    motion += far;
    thickness += load<f64>(radius + (p << 4));
  }
  store<f64>(head, motion, 112);
  store<f64>(head, thickness, 120);
}

// @ts-ignore: decorator
@inline
function squareBetween(x: usize, y: usize): f64 {
  const dx = load<f64>(x) - load<f64>(y);
  const dy = load<f64>(x, 8) - load<f64>(y, 8);
  const dz = load<f64>(x, 16) - load<f64>(y, 16);
  return dx * dx + dy * dy + dz * dz;
}

export function hasLeft(index: i32): i32 {
  const head = usize(index) << 4;
  const count = usize(load<u32>(head, 4));
  const x = part(head, 2);
  const start = part(head, 12);
  const end = part(head, 13);
  const margin = part(head, 18);
  const old = part(head, 19);
  for (let p: usize = 0; p < count; p++) {
    const far = load<f64>(margin + (p << 3));
    const a = usize(load<u32>(start + (p << 2))) * 24;
    const b = usize(load<u32>(end + (p << 2))) * 24;
    if (!(squareBetween(x + a, old + a) <= far * far && squareBetween(x + b, old + b) <= far * far)) return 1;
  }
  return 0;
}

export function writeCapsules(index: i32): void {
  const head = usize(index) << 4;
  const count = usize(load<u32>(head, 4));
  const x = part(head, 2);
  const start = part(head, 12);
  const end = part(head, 13);
  const radius = part(head, 15);
  const margin = part(head, 18);
  const table = part(head, 20);
  const known = part(head, 21);
  const half = f64x2.splat(0.5);
  const all = f64x2.splat(f64(count));
  let middle = f64x2.splat(0);
  let middleZ: f64 = 0;
  for (let p: usize = 0; p < count; p++) {
    const a = x + usize(load<u32>(start + (p << 2))) * 24;
    const b = x + usize(load<u32>(end + (p << 2))) * 24;
    middle = f64x2.add(middle, f64x2.div(f64x2.mul(half, f64x2.add(v128.load(a), v128.load(b))), all));
    middleZ += (0.5 * (load<f64>(a, 16) + load<f64>(b, 16))) / f64(count);
  }
  for (let p: usize = 0; p < count; p++) {
    const a = x + usize(load<u32>(start + (p << 2))) * 24;
    const b = x + usize(load<u32>(end + (p << 2))) * 24;
    const low = v128.load(a);
    const high = v128.load(b);
    const low2 = load<f64>(a, 16);
    const high2 = load<f64>(b, 16);
    const way = f64x2.sub(high, low);
    const squares = f64x2.mul(f64x2.mul(f64x2.splat(0.25), way), way);
    const square =
      0 + f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + 0.25 * (high2 - low2) * (high2 - low2);
    const far = load<f64>(margin + (p << 3));
    const to = table + (p << 6);
    v128.store(to, f32x4.demote_f64x2_zero(f64x2.sub(f64x2.mul(half, f64x2.add(low, high)), middle)));
    store<f32>(to, f32(0.5 * (low2 + high2) - middleZ), 8);
    store<f32>(to, f32((1 + 1e-6) * load<f64>(radius + (p << 4), 8) + far), 12);
    v128.store(to, f32x4.demote_f64x2_zero(f64x2.mul(half, way)), 16);
    store<f32>(to, f32(0.5 * (high2 - low2)), 24);
    store<f32>(to, f32(1 / (square + 1e-30)), 28);
    store<f32>(to, load<u8>(known + p) !== 0 ? f32(far) : f32(1e9), 44);
  }
}

export function shareImpedance(index: i32): void {
  const head = usize(index) << 4;
  const nodes = usize(load<u32>(head));
  const count = usize(load<u32>(head, 4));
  const inverse = part(head, 9);
  const impedance = part(head, 11);
  const start = part(head, 12);
  const end = part(head, 13);
  const table = part(head, 16);
  const sums = part(head, 17);
  for (let i: usize = 0; i < nodes; i++) store<f64>(impedance + (i << 3), 0);
  for (let p: usize = 0; p < count; p++) {
    const a = impedance + (usize(load<u32>(start + (p << 2))) << 3);
    const b = impedance + (usize(load<u32>(end + (p << 2))) << 3);
    store<f64>(a, load<f64>(a) + load<f64>(sums + p * 48));
    store<f64>(b, load<f64>(b) + load<f64>(sums + p * 48, 8));
  }
  for (let p: usize = 0; p < count; p++) {
    const a = usize(load<u32>(start + (p << 2))) << 3;
    const b = usize(load<u32>(end + (p << 2))) << 3;
    store<f32>(table + p * 96, f32(load<f64>(inverse + a) * load<f64>(impedance + a)), 80);
    store<f32>(table + p * 96, f32(load<f64>(inverse + b) * load<f64>(impedance + b)), 84);
  }
}

// @ts-ignore: decorator
@inline
function over(m: f64, mass: f64): f64 {
  return mass > 0 ? m / mass : 0;
}

// @ts-ignore: decorator
@inline
function passOn(force: usize, out: usize, weight: f64): void {
  v128.store(out, f64x2.add(v128.load(out), f64x2.mul(f64x2.splat(weight), v128.load(force))));
  store<f64>(out, load<f64>(out, 16) + weight * load<f64>(force, 16), 16);
}

export function spreadForces(index: i32): void {
  const head = usize(index) << 4;
  const nodes = usize(load<u32>(head));
  const count = usize(load<u32>(head, 4));
  const own = part(head, 4);
  const s = part(head, 6);
  const mass = part(head, 8);
  const force = part(head, 10);
  const start = part(head, 12);
  const end = part(head, 13);
  const ends = part(head, 14);
  const sums = part(head, 17);
  const out = part(head, 23);
  for (let i: usize = 0; i < nodes * 24; i += 8) store<f64>(force + i, 0);
  for (let p: usize = 0; p < count; p++) {
    const a = force + usize(load<u32>(start + (p << 2))) * 24;
    const b = force + usize(load<u32>(end + (p << 2))) * 24;
    const sum = sums + p * 48;
    for (let c: usize = 0; c < 24; c += 8) {
      store<f64>(a + c, load<f64>(a + c) + load<f64>(sum + c));
      store<f64>(b + c, load<f64>(b + c) + load<f64>(sum + c, 24));
    }
  }
  for (let p: usize = 0; p < count; p++) {
    const a = usize(load<u32>(start + (p << 2)));
    const b = usize(load<u32>(end + (p << 2)));
    const atA = force + a * 24;
    const atB = force + b * 24;
    const massA = load<f64>(mass + (a << 3));
    const massB = load<f64>(mass + (b << 3));
    if (load<f32>(ends + (p << 4), 8) === 0) passOn(atA, out + a * 24, over(load<f64>(own + (a << 3)), massA));
    passOn(atB, out + b * 24, over(load<f64>(own + (b << 3)), massB));
    if (b === a + 1) continue;
    const pushesA = load<f64>(atA) !== 0 || load<f64>(atA, 8) !== 0 || load<f64>(atA, 16) !== 0;
    const pushesB = load<f64>(atB) !== 0 || load<f64>(atB, 8) !== 0 || load<f64>(atB, 16) !== 0;
    const sa = load<f64>(s + (a << 3));
    const length = load<f64>(s + (b << 3)) - sa;
    for (let i = a + 1; i < b; i++) {
      const second = (load<f64>(s + (i << 3)) - sa) / length;
      const m = load<f64>(own + (i << 3));
      if (pushesA) passOn(atA, out + i * 24, over((1 - second) * m, massA));
      if (pushesB) passOn(atB, out + i * 24, over(second * m, massB));
    }
  }
}
