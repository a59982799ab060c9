import type { CoreState } from './core.ts';
import type { SpringView } from './springs.ts';

/**
 * The innermost loop of the published integrator: explicit steps of velocities under damping alone, all directions and weights frozen
 * (Iben et al. 2013, section 5). Ten of them in each of hundreds of force steps a frame: this is where its time goes. What `addEdgeDamping`,
 * `addCoreDamping` and `limitVelocities` do one after another is here one sweep over the nodes, and two more where a core spring holds.
 */
export class DampingSteps {
  /** Unit vectors along edges. */
  private readonly direction: Float64Array;
  /** Damping across the edge, and what is more along it. */
  private readonly across: Float64Array;
  private readonly along: Float64Array;
  /** Square of the largest difference of its ends' velocities. */
  private readonly limit: Float64Array;
  /** Tensions of the core's damping. */
  private readonly coreTension: Float64Array;

  constructor(nodes: number) {
    this.direction = new Float64Array(3 * nodes);
    this.across = new Float64Array(nodes);
    this.along = new Float64Array(nodes);
    this.limit = new Float64Array(nodes);
    this.coreTension = new Float64Array(3 * nodes);
  }

  /** Freezes what damping goes with at positions `x`; no edge's ends differ in velocity by more than `rate` lengths. */
  freeze({ from, to, restLength, bendDamping, stretchDamping }: SpringView, x: Float64Array, rate: number): void {
    const { direction, across, along, limit } = this;
    for (let i = from; i < to - 1; i++) {
      const a = 3 * i;
      const ex = x[a + 3]! - x[a]!;
      const ey = x[a + 4]! - x[a + 1]!;
      const ez = x[a + 5]! - x[a + 2]!;
      const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
      direction[a] = ex * inverse;
      direction[a + 1] = ey * inverse;
      direction[a + 2] = ez * inverse;
      across[i] = bendDamping[i]!;
      limit[i] = rate * rate * restLength[i]! * restLength[i]!;
      along[i] = stretchDamping / restLength[i]! - bendDamping[i]!;
    }
  }

  /** `count` steps of `h`. */
  run(view: SpringView, core: CoreState, v: Float64Array, inverseMass: Float64Array, h: number, count: number): void {
    for (let n = 0; n < count; n++) {
      if (core.isActive) this.dampCore(view, core, v);
      this.sweep(view, core.isActive, v, inverseMass, h);
    }
  }

  /** Kernel. */
  private sweep(
    { from, to }: SpringView,
    hasCore: boolean,
    v: Float64Array,
    inverseMass: Float64Array,
    h: number,
  ): void {
    const { direction, across, along, coreTension, limit } = this;
    const last = to - 1;
    let vx = v[3 * from]!;
    let vy = v[3 * from + 1]!;
    let vz = v[3 * from + 2]!;
    // Tension of the edge before; the node before as it has become, and by how much this one may differ from it, squared.
    let px = 0;
    let py = 0;
    let pz = 0;
    let lx = vx;
    let ly = vy;
    let lz = vz;
    let most = 1e60;
    for (let i = from; i < last; i++) {
      const a = 3 * i;
      const nx = v[a + 3]!;
      const ny = v[a + 4]!;
      const nz = v[a + 5]!;
      const dx = nx - vx;
      const dy = ny - vy;
      const dz = nz - vz;
      const tx = direction[a]!;
      const ty = direction[a + 1]!;
      const tz = direction[a + 2]!;
      const c = across[i]!;
      const axial = along[i]! * (dx * tx + dy * ty + dz * tz);
      let fx = c * dx + axial * tx;
      let fy = c * dy + axial * ty;
      let fz = c * dz + axial * tz;
      if (hasCore) {
        fx += coreTension[a]!;
        fy += coreTension[a + 1]!;
        fz += coreTension[a + 2]!;
      }
      const w = h * inverseMass[i]!;
      vx += w * (fx - px);
      vy += w * (fy - py);
      vz += w * (fz - pz);
      const rx = vx - lx;
      const ry = vy - ly;
      const rz = vz - lz;
      const square = rx * rx + ry * ry + rz * rz;
      if (square > most && w !== 0) {
        const f = Math.sqrt(most / square);
        vx = lx + f * rx;
        vy = ly + f * ry;
        vz = lz + f * rz;
      }
      v[a] = lx = vx;
      v[a + 1] = ly = vy;
      v[a + 2] = lz = vz;
      px = fx;
      py = fy;
      pz = fz;
      vx = nx;
      vy = ny;
      vz = nz;
      most = limit[i]!;
    }
    const a = 3 * last;
    const w = h * inverseMass[last]!;
    vx -= w * px;
    vy -= w * py;
    vz -= w * pz;
    const rx = vx - lx;
    const ry = vy - ly;
    const rz = vz - lz;
    const square = rx * rx + ry * ry + rz * rz;
    const f = square > most && w !== 0 ? Math.sqrt(most / square) : 1;
    v[a] = lx + f * rx;
    v[a + 1] = ly + f * ry;
    v[a + 2] = lz + f * rz;
  }

  /** Kernel. Rates of smoothed edges root to tip, their pulls as tensions tip to root. */
  private dampCore(
    { from, to, restLength, coreWeight, isConsistent }: SpringView,
    { direction, drag }: CoreState,
    v: Float64Array,
  ): void {
    const { coreTension: out } = this;
    let yx = 0;
    let yy = 0;
    let yz = 0;
    let dx = 0;
    let dy = 0;
    let dz = 0;
    for (let i = from; i < to - 1; i++) {
      const a = 3 * i;
      const q = coreWeight[i]!;
      const beta = 1 - q;
      const s = beta / restLength[i]!;
      yx = q * yx + s * (v[a + 3]! - v[a]!);
      yy = q * yy + s * (v[a + 4]! - v[a + 1]!);
      yz = q * yz + s * (v[a + 5]! - v[a + 2]!);
      dx = q * dx + beta * yx;
      dy = q * dy + beta * yy;
      dz = q * dz + beta * yz;
      const pull = drag[i]! * (dx * direction[a]! + dy * direction[a + 1]! + dz * direction[a + 2]!);
      const f = isConsistent ? pull : pull / restLength[i]!;
      out[a] = f * direction[a]!;
      out[a + 1] = f * direction[a + 1]!;
      out[a + 2] = f * direction[a + 2]!;
    }
    if (!isConsistent) return;
    yx = yy = yz = dx = dy = dz = 0;
    let q = 0;
    for (let i = to - 2; i >= from; i--) {
      const a = 3 * i;
      const beta = 1 - coreWeight[i]!;
      const s = beta / restLength[i]!;
      dx = out[a]! + q * dx;
      dy = out[a + 1]! + q * dy;
      dz = out[a + 2]! + q * dz;
      yx = beta * dx + q * yx;
      yy = beta * dy + q * yy;
      yz = beta * dz + q * yz;
      q = coreWeight[i]!;
      out[a] = s * yx;
      out[a + 1] = s * yy;
      out[a + 2] = s * yz;
    }
  }
}
