// Sixteen boxes at once against one: whole numbers, so `overlapTwin` (src/kernels/overlap-twin.ts) does exactly the same and states what it is.
export function overlap(from: i32, to: i32, index: i32, room: i32): i32 {
  const head = usize(index) << 4;
  const groups = usize(load<u32>(head)) << 4;
  const slots = usize(load<u32>(head, 4)) << 4;
  const cells = usize(load<u32>(head, 8)) << 4;
  const begin = usize(load<u32>(head, 12)) << 4;
  const next = usize(load<u32>(head, 16)) << 4;
  const out = usize(load<u32>(head, 20)) << 4;
  const rows = f32(load<u32>(head, 24));
  const leaning = usize(load<u32>(head, 32)) << 4;
  const known = usize(load<u32>(head, 36)) << 4;
  const others = usize(load<u32>(head, 40)) << 4;
  const marks = usize(load<u32>(head, 44)) << 4;
  const met = usize(load<u32>(head, 68)) << 4;
  const orders = usize(load<u32>(head, 72)) << 4;
  const nothing = i8x16.splat(0);
  let count: u32 = 0;
  let p = from;
  for (; p < to; p++) {
    let list = met;
    const own = v128.load(leaning + (usize(p) << 5));
    const after = load<u32>(next + (usize(p) << 2));
    const end = load<u32>(begin + (usize(p + 1) << 2));
    const mark = u32(p) + 1;
    const lastKnown = load<u32>(known + (usize(p + 1) << 2));
    for (let k = load<u32>(known + (usize(p) << 2)); k < lastKnown; k++)
      store<u32>(marks + (usize(load<u32>(others + (usize(k) << 2))) << 2), mark);
    for (let e = load<u32>(begin + (usize(p) << 2)); e < end; e++) {
      const slot = load<u32>(slots + (usize(e) << 3));
      const cell = cells + (usize(load<u32>(slots + (usize(e) << 3), 4)) << 3);
      const last = load<u32>(cell, 4);
      let cursor = load<u32>(cell);
      while (cursor < last && load<u32>(groups + usize(cursor >> 4) * 160 + (usize(cursor & 15) << 2), 96) < after) cursor++;
      store<u32>(cell, cursor);
      if (cursor >= last) continue;
      const box = groups + usize(slot >> 4) * 160 + usize(slot & 15);
      const lowX = v128.load8_splat(box);
      const lowY = v128.load8_splat(box, 16);
      const lowZ = v128.load8_splat(box, 32);
      const highX = v128.load8_splat(box, 48);
      const highY = v128.load8_splat(box, 64);
      const highZ = v128.load8_splat(box, 80);
      let skip: i32 = -1 << (cursor & 15);
      const stop = groups + usize((last + 15) >> 4) * 160;
      for (let group = groups + usize(cursor >> 4) * 160; group < stop; group += 160) {
        const x = i8x16.max_u(lowX, v128.load(group));
        const y = i8x16.max_u(lowY, v128.load(group, 16));
        const z = i8x16.max_u(lowZ, v128.load(group, 32));
        const meet = v128.and(
          v128.and(
            i8x16.le_u(x, i8x16.min_u(highX, v128.load(group, 48))),
            i8x16.le_u(y, i8x16.min_u(highY, v128.load(group, 64))),
          ),
          v128.and(
            i8x16.le_u(z, i8x16.min_u(highZ, v128.load(group, 80))),
            i8x16.gt_u(i8x16.min_u(x, i8x16.min_u(y, z)), nothing),
          ),
        );
        let bits = i8x16.bitmask(meet) & skip;
        skip = -1;
        if (bits === 0) continue;
        // The owners of those that meet, one after the other: without a loop over bits, whose end cannot be foretold.
        bits &= 0xffff;
        for (let part: usize = 0; part < 4; part++) {
          const four = (bits >> (i32(part) << 2)) & 15;
          const order = v128.load(orders + (usize(four) << 4));
          v128.store(list, i8x16.swizzle(v128.load(group + (part << 4), 96), order));
          list += usize(popcnt(four)) << 2;
        }
      }
    }
    if (count + u32((list - met) >> 2) + 16 > u32(room)) break;
    for (let one = met; one < list; one += 4) {
      const q = load<u32>(one);
      const at = out + usize(count >> 2) * 48 + (usize(count & 3) << 2);
      store<f32>(at, f32(p) * rows);
      store<f32>(at, f32(q) * rows, 16);
      // Without a branch, for it cannot be foretold.
      count +=
        u32(i16x8.all_true(i16x8.le_s(own, v128.load(leaning + (usize(q) << 5), 16)))) &
        u32(load<u32>(marks + (usize(q) << 2)) !== mark);
    }
  }
  store<u32>(head, count, 28);
  return p;
}
