/**
 * Cells of a grid folded into a table: a cell's list may hold points of other cells, which only costs a distance check.
 * The cell size follows the shrinking radius; the table is rebuilt whenever the number of points has grown fourfold.
 */
export class PointTable {
  private head = new Int32Array(0);
  private readonly next: Int32Array;
  private mask = 0;
  private inverse = 1;
  private readonly position: Float32Array;

  constructor(position: Float32Array) {
    this.position = position;
    this.next = new Int32Array(position.length / 3);
  }

  rebuild(count: number, capacity: number, cell: number): void {
    let size = 64;
    while (size < capacity) size *= 2;
    this.head = new Int32Array(size).fill(-1);
    this.mask = size - 1;
    this.inverse = 1 / cell;
    for (let i = 0; i < count; i++) this.insert(i);
  }

  insert(i: number): void {
    const p = this.position;
    const slot = this.slot(
      Math.floor(p[3 * i]! * this.inverse),
      Math.floor(p[3 * i + 1]! * this.inverse),
      Math.floor(p[3 * i + 2]! * this.inverse),
    );
    this.next[i] = this.head[slot]!;
    this.head[slot] = i;
  }

  private slot(x: number, y: number, z: number): number {
    const h = Math.imul(x, 0x8da6b343) ^ Math.imul(y, 0xd8163841) ^ Math.imul(z, 0xcb1ab31f);
    return (h ^ (h >>> 15)) & this.mask;
  }

  /** No point within the radius. Nearly all darts are refused, most by a point of their own cell: look there first. */
  isFree(x: number, y: number, z: number, radius: number): boolean {
    const { inverse } = this;
    const square = radius * radius;
    const cx = Math.floor(x * inverse);
    const cy = Math.floor(y * inverse);
    const cz = Math.floor(z * inverse);
    if (this.isNear(this.slot(cx, cy, cz), x, y, z, square)) return false;
    const x1 = Math.floor((x + radius) * inverse);
    const y1 = Math.floor((y + radius) * inverse);
    const z1 = Math.floor((z + radius) * inverse);
    for (let iz = Math.floor((z - radius) * inverse); iz <= z1; iz++)
      for (let iy = Math.floor((y - radius) * inverse); iy <= y1; iy++)
        for (let ix = Math.floor((x - radius) * inverse); ix <= x1; ix++)
          if ((ix !== cx || iy !== cy || iz !== cz) && this.isNear(this.slot(ix, iy, iz), x, y, z, square))
            return false;
    return true;
  }

  private isNear(slot: number, x: number, y: number, z: number, square: number): boolean {
    const { position: p, next } = this;
    for (let i = this.head[slot]!; i >= 0; i = next[i]!) {
      const dx = p[3 * i]! - x;
      const dy = p[3 * i + 1]! - y;
      const dz = p[3 * i + 2]! - z;
      if (dx * dx + dy * dy + dz * dz < square) return true;
    }
    return false;
  }
}
