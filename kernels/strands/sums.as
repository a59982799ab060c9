// Sums over contacts in double precision, in their order: `src/kernels/sums-twin.ts` does exactly the same and states what it is.
export function sumImpedance(pairs: i32, contacts: i32, sums: i32, count: i32, dt: f64): void {
  const out = usize(sums) << 4;
  for (let n = 0; n < count; n++) {
    const lane = usize(n & 3) << 2;
    const pair = (usize(pairs) << 4) + (usize(n >> 2) << 7) + lane;
    const contact = (usize(contacts) << 4) + usize(n >> 2) * 160 + lane;
    const sum = dt * (f64(load<f32>(contact, 96)) + f64(load<f32>(contact, 112)) + f64(load<f32>(contact, 128)));
    const first = 0.5 * sum * (1.0 + f64(load<f32>(contact)));
    const second = 0.5 * sum * (1.0 + f64(load<f32>(contact, 16)));
    const p = out + (usize(load<f32>(pair)) << 3);
    const q = out + (usize(load<f32>(pair, 16)) << 3);
    v128.store(p, f64x2.add(v128.load(p), f64x2.replace_lane(f64x2.splat(sum - first), 1, first)));
    v128.store(q, f64x2.add(v128.load(q), f64x2.replace_lane(f64x2.splat(sum - second), 1, second)));
  }
}

// Start x and y, end x and y, start and end z: three vectors a segment.
export function sumForces(pairs: i32, contacts: i32, forces: i32, sums: i32, count: i32): void {
  const out = usize(sums) << 4;
  for (let n = 0; n < count; n++) {
    const lane = usize(n & 3) << 2;
    const pair = (usize(pairs) << 4) + (usize(n >> 2) << 7) + lane;
    const contact = (usize(contacts) << 4) + usize(n >> 2) * 160 + lane;
    const force = (usize(forces) << 4) + usize(n >> 2) * 48 + lane;
    const s = 0.5 + 0.5 * f64(load<f32>(contact));
    const t = 0.5 + 0.5 * f64(load<f32>(contact, 16));
    const p = out + (usize(load<f32>(pair)) << 3);
    const q = out + (usize(load<f32>(pair, 16)) << 3);
    const xy = f64x2.promote_low_f32x4(v128.load32_lane(force + 16, v128.load32_zero(force), 1));
    const z = f64(load<f32>(force, 32));
    const first = f64x2.mul(f64x2.splat(s), xy);
    const second = f64x2.mul(f64x2.splat(t), xy);
    const firstZ = s * z;
    const secondZ = t * z;
    v128.store(p, f64x2.add(v128.load(p), f64x2.sub(xy, first)));
    v128.store(p, f64x2.add(v128.load(p, 16), first), 16);
    v128.store(p, f64x2.add(v128.load(p, 32), f64x2.replace_lane(f64x2.splat(z - firstZ), 1, firstZ)), 32);
    v128.store(q, f64x2.sub(v128.load(q), f64x2.sub(xy, second)));
    v128.store(q, f64x2.sub(v128.load(q, 16), second), 16);
    v128.store(q, f64x2.sub(v128.load(q, 32), f64x2.replace_lane(f64x2.splat(z - secondZ), 1, secondZ)), 32);
  }
}
