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
    store<f64>(p, load<f64>(p) + (sum - first));
    store<f64>(p, load<f64>(p, 8) + first, 8);
    store<f64>(q, load<f64>(q) + (sum - second));
    store<f64>(q, load<f64>(q, 8) + second, 8);
  }
}

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
    for (let c: usize = 0; c < 3; c++) {
      const f = f64(load<f32>(force + (c << 4)));
      const a = p + (c << 3);
      const b = q + (c << 3);
      store<f64>(a, load<f64>(a) + (f - s * f));
      store<f64>(a, load<f64>(a, 24) + s * f, 24);
      store<f64>(b, load<f64>(b) - (f - t * f));
      store<f64>(b, load<f64>(b, 24) - t * f, 24);
    }
  }
}
