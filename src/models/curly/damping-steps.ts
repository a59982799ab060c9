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
  /** Tensions of the core's damping. */
  private readonly coreTension: Float64Array;

  constructor(nodes: number) {
    this.direction = new Float64Array(3 * nodes);
    this.across = new Float64Array(nodes);
    this.along = new Float64Array(nodes);
    this.coreTension = new Float64Array(3 * nodes);
  }

  /** Freezes what damping goes with at positions `x`. */
  freeze({ from, to, restLength, bendDamping, stretchDamping }: SpringView, x: Float64Array): void {
    const { direction, across, along } = this;
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
      along[i] = stretchDamping / restLength[i]! - bendDamping[i]!;
    }
  }

  /** `count` steps of `h`; no edge's ends differ in velocity by more than `rate` lengths. */
  run(
    view: SpringView,
    core: CoreState,
    v: Float64Array,
    inverseMass: Float64Array,
    h: number,
    count: number,
    rate: number,
  ): void {
    for (let n = 0; n < count; n++) {
      if (core.isActive) this.dampCore(view, core, v);
      this.sweep(view, core.isActive, v, inverseMass, h, rate);
    }
  }

  /** Kernel. */
  private sweep(
    { from, to, restLength }: SpringView,
    hasCore: boolean,
    v: Float64Array,
    inverseMass: Float64Array,
    h: number,
    rate: number,
  ): void {
    const { direction, across, along, coreTension } = this;
    let vx = v[3 * from]!;
    let vy = v[3 * from + 1]!;
    let vz = v[3 * from + 2]!;
    // Tension of the edge before, and the node before as it has become.
    let px = 0;
    let py = 0;
    let pz = 0;
    let lx = 0;
    let ly = 0;
    let lz = 0;
    for (let i = from; i < to; i++) {
      const a = 3 * i;
      const w = h * inverseMass[i]!;
      let fx = 0;
      let fy = 0;
      let fz = 0;
      let nx = 0;
      let ny = 0;
      let nz = 0;
      if (i < to - 1) {
        nx = v[a + 3]!;
        ny = v[a + 4]!;
        nz = v[a + 5]!;
        const dx = nx - vx;
        const dy = ny - vy;
        const dz = nz - vz;
        const tx = direction[a]!;
        const ty = direction[a + 1]!;
        const tz = direction[a + 2]!;
        const c = across[i]!;
        const axial = along[i]! * (dx * tx + dy * ty + dz * tz);
        fx = c * dx + axial * tx;
        fy = c * dy + axial * ty;
        fz = c * dz + axial * tz;
        if (hasCore) {
          fx += coreTension[a]!;
          fy += coreTension[a + 1]!;
          fz += coreTension[a + 2]!;
        }
      }
      vx += w * (fx - px);
      vy += w * (fy - py);
      vz += w * (fz - pz);
      if (i > from && w !== 0) {
        const dx = vx - lx;
        const dy = vy - ly;
        const dz = vz - lz;
        const square = dx * dx + dy * dy + dz * dz;
        const most = rate * restLength[i - 1]!;
        if (square > most * most) {
          const f = most / Math.sqrt(square);
          vx = lx + f * dx;
          vy = ly + f * dy;
          vz = lz + f * dz;
        }
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
    }
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
