// Boxes in a tree, eight to a node: `src/kernels/tree-twin.ts` does exactly the same and states what each is.
export function boundCapsules(index: i32): void {
  const head = usize(index) << 4;
  const table = usize(load<u32>(head)) << 4;
  const end = table + (usize(load<u32>(head, 4)) << 6);
  let least = f32x4.splat(Infinity);
  let most = f32x4.splat(-Infinity);
  let sideX: f64 = 0;
  let sideY: f64 = 0;
  let sideZ: f64 = 0;
  for (let at = table; at < end; at += 64) {
    const middle = v128.load(at);
    const wide = f32x4.add(f32x4.abs(v128.load(at, 16)), f32x4.splat(load<f32>(at, 12)));
    least = f32x4.pmin(least, f32x4.sub(middle, wide));
    most = f32x4.pmax(most, f32x4.add(middle, wide));
    sideX += f64(f32x4.extract_lane(wide, 0));
    sideY += f64(f32x4.extract_lane(wide, 1));
    sideZ += f64(f32x4.extract_lane(wide, 2));
  }
  v128.store(head, least, 64);
  v128.store(head, most, 80);
  store<f64>(head, sideX, 96);
  store<f64>(head, sideY, 104);
  store<f64>(head, sideZ, 112);
}

// Ten bits with two free places behind each.
// @ts-ignore: decorator
@inline
function spreadBits(x: u32): u32 {
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}

function sortPass(from: usize, to: usize, counts: usize, count: u32, shift: u32): void {
  for (let at = counts; at < counts + 8192; at += 4) store<u32>(at, 0);
  const end = from + (usize(count) << 3);
  for (let at = from; at < end; at += 8) {
    const slot = counts + (usize((load<u32>(at) >> shift) & 2047) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let at = counts; at < counts + 8192; at += 4) {
    const size = load<u32>(at);
    store<u32>(at, sum);
    sum += size;
  }
  for (let at = from; at < end; at += 8) {
    const slot = counts + (usize((load<u32>(at) >> shift) & 2047) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(to + (usize(place) << 3), load<u64>(at));
  }
}

export function sortSlots(index: i32): void {
  const head = usize(index) << 4;
  const table = usize(load<u32>(head)) << 4;
  const count = load<u32>(head, 4);
  const slots = usize(load<u32>(head, 8)) << 4;
  const own = usize(load<u32>(head, 20)) << 4;
  const counts = usize(load<u32>(head, 240)) << 4;
  const keys = counts + 8192;
  const other = keys + ((usize(count) + 1) << 3);
  const low = v128.load(head, 64);
  const scale = v128.load(head, 224);
  const zero = f32x4.splat(0);
  const most = f32x4.splat(1023);
  let owned: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    const middle = f32x4.mul(f32x4.sub(v128.load(table + (usize(p) << 6)), low), scale);
    const place = i32x4.trunc_sat_f32x4_u(f32x4.pmin(f32x4.pmax(middle, zero), most));
    const isOther = u32(load<u8>(own + usize(p)) === 0);
    owned += 1 - isOther;
    const key =
      spreadBits(u32(i32x4.extract_lane(place, 0))) |
      (spreadBits(u32(i32x4.extract_lane(place, 1))) << 1) |
      (spreadBits(u32(i32x4.extract_lane(place, 2))) << 2) |
      (isOther << 30);
    store<u32>(keys + (usize(p) << 3), key);
    store<u32>(keys + (usize(p) << 3), p, 4);
  }
  sortPass(keys, other, counts, count, 0);
  sortPass(other, keys, counts, count, 11);
  sortPass(keys, other, counts, count, 22);
  const ownSlots = (owned + 7) & ~7;
  const all = (ownSlots + (count - owned) + 7) & ~7;
  for (let slot: u32 = 0; slot < all; slot++) store<i32>(slots + (usize(slot) << 2), -1);
  const places = usize(load<u32>(head, 48)) << 4;
  for (let n: u32 = 0; n < count; n++) {
    const slot = n < owned ? n : n - owned + ownSlots;
    const p = load<u32>(other + (usize(n) << 3), 4);
    store<u32>(slots + (usize(slot) << 2), p);
    store<u32>(places + (usize(p) << 2), slot);
  }
  store<u32>(head, all, 40);
  store<u32>(head, ownSlots >> 3, 44);
}

export function placeLeaves(index: i32): void {
  const head = usize(index) << 4;

  const table = usize(load<u32>(head)) << 4;
  const slots = usize(load<u32>(head, 8)) << 4;
  const leaves = usize(load<u32>(head, 12)) << 4;
  const next = usize(load<u32>(head, 16)) << 4;
  const count = load<u32>(head, 40);
  const boxes = usize(load<u32>(head, 128)) << 4;
  const low = v128.load(head, 64);
  const scale = f32x4.splat(load<f32>(head, 120));
  const shift = f32x4.splat(32000);
  const edge = i16x8.splat(32000);
  const edgeToo = i16x8.splat(-32000);
  for (let slot: u32 = 0; slot < count; slot++) {
    const p = load<i32>(slots + (usize(slot) << 2));
    const lane = usize(slot & 7);
    const leaf = leaves + (usize(slot >> 3) << 6) + (lane << 2);
    const block = boxes + usize(slot >> 3) * 96 + (lane << 1);
    if (p < 0) {
      store<f32>(leaf, -1);
      store<i32>(leaf, -1, 32);
      for (let c: usize = 0; c < 48; c += 16) {
        store<i16>(block + c, 32767);
        store<i16>(block + c, -32768, 48);
      }
      continue;
    }
    const at = table + (usize(p) << 6);
    const middle = v128.load(at);
    const half = v128.load(at, 16);
    const reach = load<f32>(at, 12);
    store<f32>(leaf, f32(p << 2));
    store<u32>(leaf, load<u32>(next + (usize(p) << 2)), 32);
    const wide = f32x4.add(f32x4.abs(half), f32x4.splat(reach));
    const from = f32x4.floor(f32x4.sub(f32x4.mul(f32x4.sub(f32x4.sub(middle, wide), low), scale), shift));
    const to = f32x4.floor(f32x4.sub(f32x4.mul(f32x4.sub(f32x4.add(middle, wide), low), scale), shift));
    // A step more on both sides than round-off.
    const first = i32x4.sub(i32x4.trunc_sat_f32x4_s(from), i32x4.splat(1));
    const last = i32x4.add(i32x4.trunc_sat_f32x4_s(to), i32x4.splat(2));
    const both = i16x8.min_s(i16x8.max_s(i16x8.narrow_i32x4_s(first, last), edgeToo), edge);
    v128.store16_lane(block, both, 0);
    v128.store16_lane(block, both, 1, 16);
    v128.store16_lane(block, both, 2, 32);
    v128.store16_lane(block, both, 4, 48);
    v128.store16_lane(block, both, 5, 64);
    v128.store16_lane(block, both, 6, 80);
  }
}

// @ts-ignore: decorator
@inline
function leastOf(a: v128): v128 {
  const b = i16x8.min_s(a, v128.shuffle<i16>(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
  const c = i16x8.min_s(b, v128.shuffle<i16>(b, b, 2, 3, 0, 1, 6, 7, 4, 5));
  return i16x8.min_s(c, v128.shuffle<i16>(c, c, 1, 0, 3, 2, 5, 4, 7, 6));
}

// @ts-ignore: decorator
@inline
function mostOf(a: v128): v128 {
  const b = i16x8.max_s(a, v128.shuffle<i16>(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
  const c = i16x8.max_s(b, v128.shuffle<i16>(b, b, 2, 3, 0, 1, 6, 7, 4, 5));
  return i16x8.max_s(c, v128.shuffle<i16>(c, c, 1, 0, 3, 2, 5, 4, 7, 6));
}

export function boundLevel(index: i32, level: i32): void {
  const head = usize(index) << 4;
  const words = head + (usize(level) << 2);
  const children = usize(load<u32>(words, 124)) << 4;
  const boxes = usize(load<u32>(words, 128)) << 4;
  const count = load<u32>(words, 160);
  for (let node: u32 = 0; node < ((count + 7) & ~7); node++) {
    const block = boxes + usize(node >> 3) * 96 + (usize(node & 7) << 1);
    const from = children + usize(node) * 96;
    for (let c: usize = 0; c < 48; c += 16) {
      store<i16>(block + c, node < count ? i16(i16x8.extract_lane_s(leastOf(v128.load(from + c)), 0)) : 32767);
      store<i16>(block + c, node < count ? i16(i16x8.extract_lane_s(mostOf(v128.load(from + c, 48)), 0)) : -32768, 48);
    }
  }
}

// Which of eight boxes overlap one, as bits.
// @ts-ignore: decorator
@inline
function meeting(block: usize, box: usize): i32 {
  const apart = v128.or(
    v128.or(
      v128.or(
        i16x8.gt_s(v128.load(block), v128.load16_splat(box, 48)),
        i16x8.gt_s(v128.load16_splat(box), v128.load(block, 48)),
      ),
      v128.or(
        i16x8.gt_s(v128.load(block, 16), v128.load16_splat(box, 64)),
        i16x8.gt_s(v128.load16_splat(box, 16), v128.load(block, 64)),
      ),
    ),
    v128.or(
      i16x8.gt_s(v128.load(block, 32), v128.load16_splat(box, 80)),
      i16x8.gt_s(v128.load16_splat(box, 32), v128.load(block, 80)),
    ),
  );
  return ~i16x8.bitmask(apart) & 0xff;
}

export function descend(index: i32, level: i32, list: i32, size: i32, from: i32, to: i32, out: i32, room: i32): i32 {
  const head = usize(index) << 4;
  const words = head + (usize(level) << 2);
  const children = usize(load<u32>(words, 124)) << 4;
  const boxes = usize(load<u32>(words, 128)) << 4;
  const limit = load<i32>(words, 188);
  const orders = usize(load<u32>(head, 32)) << 4;
  const first = usize(list) << 4;
  const second = first + (usize(size) << 2);
  const outFirst = usize(out) << 4;
  const outSecond = outFirst + (usize(room) << 2);
  const steps = i32x4(0, 1, 2, 3);
  let count: u32 = 0;
  let n = from;
  for (; n < to && count + 72 <= u32(room); n++) {
    const a = load<u32>(first + (usize(n) << 2));
    const b = load<u32>(second + (usize(n) << 2));
    const blockA = children + usize(a) * 96;
    const blockB = children + usize(b) * 96;
    const left = limit - i32(a << 3);
    const ownA = left >= 8 ? 0xff : (1 << left) - 1;
    let rows = meeting(blockA, boxes + usize(b >> 3) * 96 + (usize(b & 7) << 1)) & ownA;
    let lanes = meeting(blockB, boxes + usize(a >> 3) * 96 + (usize(a & 7) << 1));
    const isSame = a === b;
    // Rows are those of which there are fewer.
    const isTurned = !isSame && popcnt(lanes) < popcnt(rows);
    const rowBlock = isTurned ? blockB : blockA;
    const laneBlock = isTurned ? blockA : blockB;
    const rowBase = (isTurned ? b : a) << 3;
    const laneBase = i32x4.add(i32x4.splat(i32(isTurned ? a : b) << 3), steps);
    const laneBaseToo = i32x4.add(laneBase, i32x4.splat(4));
    const rowOut = isTurned ? outSecond : outFirst;
    const laneOut = isTurned ? outFirst : outSecond;
    if (isTurned) {
      const swap = rows;
      rows = lanes;
      lanes = swap;
    }
    while (rows !== 0) {
      const r = ctz(rows);
      rows &= rows - 1;
      const met = meeting(laneBlock, rowBlock + (usize(r) << 1)) & lanes & (isSame ? 0xff << r : 0xff);
      const row = i32x4.splat(i32(rowBase) + r);
      const low = met & 15;
      const high = met >> 4;
      v128.store(rowOut + (usize(count) << 2), row);
      v128.store(laneOut + (usize(count) << 2), i8x16.swizzle(laneBase, v128.load(orders + (usize(low) << 4))));
      count += popcnt(low);
      v128.store(rowOut + (usize(count) << 2), row);
      v128.store(laneOut + (usize(count) << 2), i8x16.swizzle(laneBaseToo, v128.load(orders + (usize(high) << 4))));
      count += popcnt(high);
    }
  }
  store<u32>(head, count, 36);
  return n;
}

export function listKnown(index: i32, pairs: i32, count: i32, list: i32): i32 {
  const head = usize(index) << 4;
  const places = usize(load<u32>(head, 48)) << 4;
  const begin = usize(load<u32>(head, 24)) << 4;
  const others = usize(load<u32>(head, 28)) << 4;
  const leaves = usize(load<u32>(head, 40) >> 3) << 2;
  const from = usize(pairs) << 4;
  const found = usize(list) << 4;
  for (let at = begin; at <= begin + leaves; at += 4) store<u32>(at, 0);
  let end = found;
  for (let n = 0; n < count; n++) {
    const at = from + (usize(n >> 2) << 7) + (usize(n & 3) << 2);
    const p = load<u32>(places + ((u32(load<f32>(at)) / 6) << 2));
    const q = load<u32>(places + ((u32(load<f32>(at, 16)) / 6) << 2));
    const low = min(p, q);
    store<u32>(end, low);
    store<u32>(end, max(p, q), 4);
    const isThere = u32(load<f32>(at, 32) !== -2);
    const slot = begin + (usize(low >> 3) << 2);
    store<u32>(slot, load<u32>(slot) + isThere);
    end += usize(isThere) << 3;
  }
  let sum: u32 = 0;
  for (let at = begin; at <= begin + leaves; at += 4) {
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  // From the last on, so that where each leaf's end becomes where they begin.
  for (let at = end; at > found; ) {
    at -= 8;
    const low = load<u32>(at);
    const slot = begin + (usize(low >> 3) << 2);
    const to = load<u32>(slot) - 1;
    store<u32>(slot, to);
    store<u32>(others + (usize(to) << 2), (load<u32>(at, 4) << 3) | (low & 7));
  }
  return i32(sum);
}

export function sortNodes(index: i32, list: i32, size: i32, count: i32): void {
  const head = usize(index) << 4;
  const begin = usize(load<u32>(head, 56)) << 4;
  const others = usize(load<u32>(head, 60)) << 4;
  const nodes = usize(load<u32>(head, 168)) << 2;
  const first = usize(list) << 4;
  const second = first + (usize(size) << 2);
  for (let at = begin; at <= begin + nodes; at += 4) store<u32>(at, 0);
  for (let n: usize = 0; n < usize(count) << 2; n += 4) {
    const slot = begin + (usize(load<u32>(first + n)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let at = begin; at <= begin + nodes; at += 4) {
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let n = usize(count) << 2; n > 0; ) {
    n -= 4;
    const slot = begin + (usize(load<u32>(first + n)) << 2);
    const to = load<u32>(slot) - 1;
    store<u32>(slot, to);
    store<u32>(others + (usize(to) << 2), load<u32>(second + n));
  }
}

export function meetLeaves(index: i32, from: i32, to: i32, out: i32, room: i32): i32 {
  const head = usize(index) << 4;
  const leaves = usize(load<u32>(head, 12)) << 4;
  const known = usize(load<u32>(head, 24)) << 4;
  const others = usize(load<u32>(head, 28)) << 4;
  const orders = usize(load<u32>(head, 32)) << 4;
  const marks = usize(load<u32>(head, 52)) << 4;
  const begin = usize(load<u32>(head, 56)) << 4;
  const nodes = usize(load<u32>(head, 60)) << 4;
  const scratch = usize(load<u32>(head, 248)) << 4;
  const slots = load<u32>(head, 40);
  const boxes = usize(load<u32>(head, 128)) << 4;
  const leafBoxes = usize(load<u32>(head, 132)) << 4;
  // Marks are bytes: of every slot, bits of the capsules of this leaf; of every capsule of this leaf and every leaf, bits of that leaf's capsules.
  const leafMarks = marks + usize(slots);
  const leafCount = usize(slots >> 3);
  const steps = i32x4(0, 1, 2, 3);
  const four = i32x4.splat(4);
  const outFirst = usize(out) << 4;
  const outSecond = outFirst + (usize(room) << 2);
  let count: u32 = 0;
  let pairs: u32 = 0;
  let a = u32(from);
  for (; a < u32(to); a++) {
    const own = leafBoxes + usize(a >> 3) * 96 + (usize(a & 7) << 1);
    // Leaves that this one meets.
    let met: usize = 0;
    const last = load<u32>(begin + (usize(a >> 3) << 2), 4);
    for (let n = load<u32>(begin + (usize(a >> 3) << 2)); n < last; n++) {
      const node = load<u32>(nodes + (usize(n) << 2));
      const bits = meeting(leafBoxes + usize(node) * 96, own) & (node === a >> 3 ? 0xff << (a & 7) : 0xff);
      const ids = i32x4.add(i32x4.splat(i32(node << 3)), steps);
      v128.store(scratch + met, i8x16.swizzle(ids, v128.load(orders + (usize(bits & 15) << 4))));
      met += usize(popcnt(bits & 15)) << 2;
      v128.store(
        scratch + met,
        i8x16.swizzle(i32x4.add(ids, four), v128.load(orders + (usize((bits >> 4) & 15) << 4))),
      );
      met += usize(popcnt((bits >> 4) & 15)) << 2;
    }
    // Capsules of one leaf with the other leaf: those of which there are fewer. By slot, other leaf, and where their marks are.
    const rows = scratch + met + 16;
    const rowRoom = (met << 3) + 32;
    let rowCount: usize = 0;
    for (let n: usize = 0; n < met; n += 4) {
      const b = load<u32>(scratch + n);
      const inA = meeting(boxes + usize(a) * 96, leafBoxes + usize(b >> 3) * 96 + (usize(b & 7) << 1));
      const inB = meeting(boxes + usize(b) * 96, own);
      const isTurned = i32(popcnt(inB) < popcnt(inA));
      const leaf = a ^ ((a ^ b) & -isTurned);
      const bits = inA ^ ((inA ^ inB) & -isTurned);
      const ids = i32x4.add(i32x4.splat(i32(leaf << 3)), steps);
      const other = i32x4.splat(i32(a ^ b ^ leaf));
      // Those of this leaf: one row of marks a capsule; those of the other: one mark each.
      const mark = i32x4.splat(isTurned ? i32(marks) + i32(b << 3) : i32(leafMarks) + i32(b));
      const apart = i32x4.splat(isTurned ? 1 : i32(leafCount));
      const markIds = i32x4.add(mark, i32x4.mul(apart, steps));
      const low = v128.load(orders + (usize(bits & 15) << 4));
      v128.store(rows + rowCount, i8x16.swizzle(ids, low));
      v128.store(rows + rowRoom + rowCount, other);
      v128.store(rows + 2 * rowRoom + rowCount, i8x16.swizzle(markIds, low));
      rowCount += usize(popcnt(bits & 15)) << 2;
      const high = v128.load(orders + (usize(bits >> 4) << 4));
      v128.store(rows + rowCount, i8x16.swizzle(i32x4.add(ids, four), high));
      v128.store(rows + rowRoom + rowCount, other);
      v128.store(
        rows + 2 * rowRoom + rowCount,
        i8x16.swizzle(i32x4.add(markIds, i32x4.shl(apart, 2)), high),
      );
      rowCount += usize(popcnt(bits >> 4)) << 2;
    }
    if (count + u32(rowCount << 1) + 16 > u32(room)) break;
    pairs += u32(met >> 2);
    const lastKnown = load<u32>(known + (usize(a) << 2), 4);
    for (let k = load<u32>(known + (usize(a) << 2)); k < lastKnown; k++) {
      const entry = load<u32>(others + (usize(k) << 2));
      const slot = usize(entry >> 3);
      store<u8>(marks + slot, u8(u32(load<u8>(marks + slot)) | (1 << (entry & 7))));
      const mark = leafMarks + usize(entry & 7) * leafCount + (slot >> 3);
      store<u8>(mark, u8(u32(load<u8>(mark)) | (1 << u32(slot & 7))));
    }
    for (let n: usize = 0; n < rowCount; n += 4) {
      const slot = load<u32>(rows + n);
      const other = load<u32>(rows + rowRoom + n);
      const isKnown = i32(load<u8>(usize(load<u32>(rows + 2 * rowRoom + n))));
      const row = leaves + (usize(slot >> 3) << 6) + (usize(slot & 7) << 2);
      const lanes = leaves + (usize(other) << 6);
      const strand = v128.load32_splat(row, 32);
      const same =
        i32x4.bitmask(i32x4.eq(strand, v128.load(lanes, 32))) |
        (i32x4.bitmask(i32x4.eq(strand, v128.load(lanes, 48))) << 4);
      // Of one leaf with itself each pair is found once.
      const later = 0xff << ((slot & 7) & -u32(slot >> 3 === other));
      const bits =
        meeting(boxes + usize(other) * 96, boxes + usize(slot >> 3) * 96 + (usize(slot & 7) << 1)) &
        ~same &
        ~isKnown &
        later;
      const p = v128.load32_splat(row);
      const q = v128.load(lanes);
      const order = v128.load(orders + (usize(bits & 15) << 4));
      v128.store(outFirst + (usize(count) << 2), p);
      v128.store(outSecond + (usize(count) << 2), i8x16.swizzle(q, order));
      count += popcnt(bits & 15);
      const more = v128.load(lanes, 16);
      const orderToo = v128.load(orders + (usize((bits >> 4) & 15) << 4));
      v128.store(outFirst + (usize(count) << 2), p);
      v128.store(outSecond + (usize(count) << 2), i8x16.swizzle(more, orderToo));
      count += popcnt((bits >> 4) & 15);
    }
    for (let k = load<u32>(known + (usize(a) << 2)); k < lastKnown; k++) {
      const entry = load<u32>(others + (usize(k) << 2));
      store<u8>(marks + usize(entry >> 3), 0);
      store<u8>(leafMarks + usize(entry & 7) * leafCount + usize(entry >> 6), 0);
    }
  }
  store<u32>(head, count, 36);
  store<u32>(head, pairs, 252);
  return i32(a);
}

export function keepFound(index: i32, list: i32, room: i32, count: i32, out: i32, size: i32, found: i32): i32 {
  const orders = usize(load<u32>(usize(index) << 4, 32)) << 4;
  const from = usize(list) << 4;
  const step = usize(room) << 2;
  const to = usize(out) << 4;
  const stepOut = usize(size) << 2;
  let kept = usize(found) << 2;
  for (let n: i32 = 0; n < count; n += 4) {
    const at = from + (usize(n) << 2);
    const third = v128.load(at + 2 * step);
    const left = count - n;
    const wanted = i32x4.bitmask(f32x4.ge(third, f32x4.splat(0))) & (left < 4 ? (1 << left) - 1 : 15);
    const order = v128.load(orders + (usize(wanted) << 4));
    const p = v128.load(at);
    const q = v128.load(at + step);
    v128.store(to + kept, i8x16.swizzle(p, order));
    v128.store(to + stepOut + kept, i8x16.swizzle(q, order));
    v128.store(to + 2 * stepOut + kept, i8x16.swizzle(third, order));
    kept += usize(popcnt(wanted)) << 2;
  }
  return i32(kept >> 2);
}
