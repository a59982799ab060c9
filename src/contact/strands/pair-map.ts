/** Numbers kept under pairs of numbers: open addressing in typed arrays, no allocation while it does not grow. */
export class PairMap {
  private a: Uint32Array;
  private b: Uint32Array;
  private value: Int32Array;
  private mask: number;
  private count = 0;

  constructor(capacity = 64) {
    let size = 64;
    while (size < 2 * capacity) size *= 2;
    this.a = new Uint32Array(size);
    this.b = new Uint32Array(size);
    this.value = new Int32Array(size).fill(-1);
    this.mask = size - 1;
  }

  clear(): void {
    if (this.count > 0) this.value.fill(-1);
    this.count = 0;
  }

  /** The number under (a, b); -1 where there is none. */
  get(a: number, b: number): number {
    return this.value[this.slot(a, b)]!;
  }

  /** `value` is not negative. */
  set(a: number, b: number, value: number): void {
    let at = this.slot(a, b);
    if (this.value[at] === -1) {
      if (2 * ++this.count > this.mask) {
        this.grow();
        at = this.slot(a, b);
      }
      this.a[at] = a;
      this.b[at] = b;
    }
    this.value[at] = value;
  }

  private slot(a: number, b: number): number {
    const { mask, value } = this;
    let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
    let at = (h ^ (h >>> 13)) & mask;
    while (value[at] !== -1 && (this.a[at] !== a || this.b[at] !== b)) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { a, b, value } = this;
    const size = 2 * value.length;
    this.a = new Uint32Array(size);
    this.b = new Uint32Array(size);
    this.value = new Int32Array(size).fill(-1);
    this.mask = size - 1;
    for (let i = 0; i < value.length; i++) {
      if (value[i] === -1) continue;
      const at = this.slot(a[i]!, b[i]!);
      this.a[at] = a[i]!;
      this.b[at] = b[i]!;
      this.value[at] = value[i]!;
    }
  }
}
