import { StrandsKernels } from '../../kernels/kernels.ts';
import type { HairState } from '../interaction.ts';
import { Capsules } from './capsules.ts';
import { roomFor } from './growable.ts';
import type { InteractionPart } from './interactions.ts';
import { kernel, kernelSlope } from './kernel.ts';
import { nodeMass, rootRadius } from './mass.ts';
import { PairList } from './pair-list.ts';
import { PairSearch } from './pair-search.ts';
import type { FluidParameters } from './parameters.ts';
import { makeSegments, type Segments } from './segments.ts';
import { Topology } from './topology.ts';

/** Arc length of a particle, in radius sums: finer ones would only cost more, the kernel is four radii wide. */
const SPREAD = 0.5;
/** Numbers of a pair of particles: distance, unit vector from second to first (3), slope of the kernel, viscosities (2). */
const PAIR = 7;

/**
 * Hair as a continuum of particles, one a segment of about a radius (Hadap and Magnenat-Thalmann 2001): density, pressure above the groomed
 * density, viscosity of hair that closes in or rubs. Forces act between pairs along equal and opposite vectors.
 */
export class Fluid implements InteractionPart {
  /** Distance over which particles feel each other. */
  readonly reach: number;
  /** Density at each particle in the last step, kg/m³. */
  density: Float64Array = new Float64Array(0);
  private readonly parameters: FluidParameters;
  private readonly groom = new Topology();
  private readonly groomedDensity: Float64Array;
  private readonly groomedParticle: Int32Array;
  private segments: Segments;
  private known: Uint32Array | null = null;
  private rest: Float64Array = new Float64Array(0);
  private readonly search: PairSearch;
  private readonly points = new Capsules();
  private readonly near = new PairList();
  private position: Float64Array = new Float64Array(0);
  private velocity: Float64Array = new Float64Array(0);
  private tangent: Float64Array = new Float64Array(0);
  private weight: Float64Array = new Float64Array(0);
  private mass: Float64Array = new Float64Array(0);
  /** Pressure over density squared, and the sum of viscosities at each particle. */
  private tension: Float64Array = new Float64Array(0);
  private viscosity: Float64Array = new Float64Array(0);
  private pairs: Float64Array = new Float64Array(0);
  private force: Float64Array = new Float64Array(0);

  constructor(parameters: FluidParameters, groomed: HairState, wantsSimd = true) {
    this.parameters = parameters;
    this.search = new PairSearch(new StrandsKernels(wantsSimd));
    this.reach = parameters.reach > 0 ? parameters.reach : Math.max(2.5 * rootRadius(groomed), 1e-4);
    this.groom.update(groomed);
    this.segments = makeSegments(groomed, SPREAD);
    this.measure(groomed, 0);
    this.groomedDensity = this.density.slice(0, this.segments.count);
    this.groomedParticle = new Int32Array(groomed.s.length).fill(-1);
    for (let p = 0; p < this.segments.count; p++) this.groomedParticle[this.segments.start[p]!] = p;
  }

  act(hair: HairState, topology: Topology, force: Float64Array): void {
    this.recognise(hair, topology);
    this.measure(hair, hair.dt);
    this.findPressure(hair.dt);
    this.findViscosity();
    this.applyPairs(hair.dt);
    this.spread(force);
  }

  private recognise(hair: HairState, topology: Topology): void {
    if (this.known === topology.ids) return;
    this.known = topology.ids;
    this.segments = makeSegments(hair, SPREAD);
    this.rest = new Float64Array(this.segments.count).fill(Number.MAX_VALUE);
    for (let p = 0; p < this.segments.count; p++) {
      const k = this.segments.strand[p]!;
      const node = this.groom.node(topology.ids[k]!, this.segments.start[p]! - topology.first[k]!);
      const particle = node < 0 ? -1 : this.groomedParticle[node]!;
      if (particle >= 0) this.rest[p] = this.groomedDensity[particle]!;
    }
  }

  /** Particles, their neighbours and densities, where free flight brings them: pressure then damps instead of exciting. */
  private measure(hair: HairState, time: number): void {
    const { segments, reach } = this;
    const { count } = segments;
    this.placeParticles(hair, time);
    this.points.begin(segments.first);
    for (let p = 0; p < count; p++) this.points.write(p, this.position, this.position, 0, 3 * p, 3 * p, 0.5 * reach);
    this.search.find(this.points, this.near);
    const { near, density, mass, position: x } = this;
    this.pairs = roomFor(this.pairs, PAIR * near.count);
    const { pairs } = this;
    for (let p = 0; p < count; p++) density[p] = mass[p]! * kernel(0, reach);
    for (let n = 0; n < near.count; n++) {
      const p = near.first[n]!;
      const q = near.second[n]!;
      const dx = x[3 * p]! - x[3 * q]!;
      const dy = x[3 * p + 1]! - x[3 * q + 1]!;
      const dz = x[3 * p + 2]! - x[3 * q + 2]!;
      const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const scale = r > 1e-12 ? 1 / r : 0;
      pairs[PAIR * n] = r;
      pairs[PAIR * n + 1] = dx * scale;
      pairs[PAIR * n + 2] = dy * scale;
      pairs[PAIR * n + 3] = dz * scale;
      pairs[PAIR * n + 4] = kernelSlope(r, reach);
      const w = kernel(r, reach);
      density[p] = density[p]! + mass[q]! * w;
      density[q] = density[q]! + mass[p]! * w;
    }
  }

  private placeParticles(hair: HairState, time: number): void {
    const { segments } = this;
    const { count, start, end } = segments;
    this.weight = roomFor(this.weight, hair.s.length);
    nodeMass(hair, this.weight);
    for (const name of ['density', 'mass', 'tension', 'viscosity'] as const) this[name] = roomFor(this[name], count);
    for (const name of ['position', 'velocity', 'tangent', 'force'] as const)
      this[name] = roomFor(this[name], 3 * count);
    for (let p = 0; p < count; p++) this.placeParticle(hair, p, start[p]!, end[p]!, time);
  }

  /** The middle of the segment's mass, and how it moves; end nodes belong to two segments. */
  private placeParticle({ position: x, velocity: v }: HairState, p: number, a: number, b: number, time: number): void {
    const { weight, position, velocity, tangent } = this;
    let mass = 0;
    for (let c = 0; c < 3; c++) position[3 * p + c] = velocity[3 * p + c] = 0;
    for (let i = a; i <= b; i++) {
      const m = i === a || i === b ? 0.5 * weight[i]! : weight[i]!;
      mass += m;
      for (let c = 0; c < 3; c++) {
        position[3 * p + c] = position[3 * p + c]! + m * (x[3 * i + c]! + time * v[3 * i + c]!);
        velocity[3 * p + c] = velocity[3 * p + c]! + m * v[3 * i + c]!;
      }
    }
    this.mass[p] = mass;
    const inverse = mass > 0 ? 1 / mass : 0;
    let square = 0;
    for (let c = 0; c < 3; c++) {
      position[3 * p + c] = position[3 * p + c]! * inverse;
      velocity[3 * p + c] = velocity[3 * p + c]! * inverse;
      const along = x[3 * b + c]! - x[3 * a + c]!;
      tangent[3 * p + c] = along;
      square += along * along;
    }
    const scale = 1 / Math.sqrt(square + 1e-300);
    for (let c = 0; c < 3; c++) tangent[3 * p + c] = tangent[3 * p + c]! * scale;
  }

  /** p / ρ² of every particle; none below the groomed density: hair resists compression, never tension. */
  private findPressure(dt: number): void {
    const { density, rest, tension, parameters, reach } = this;
    const { soundSpeed, hardest, power } = parameters;
    const cells = (soundSpeed * dt) / reach;
    const strength = (soundSpeed * soundSpeed) / (1 + 2 * cells * cells);
    for (let p = 0; p < this.segments.count; p++) {
      const excess = Math.min(1, Math.max(0, (density[p]! / rest[p]! - 1) / (hardest - 1)));
      const pressure = excess > 0 ? rest[p]! * strength * (hardest - 1) * (power === 2 ? excess * excess : excess) : 0;
      tension[p] = pressure / (density[p]! * density[p]!);
    }
  }

  /** Viscosity of every pair, kg/s: along their line where they close in, and in all directions. */
  private findViscosity(): void {
    const { pairs, near, mass, density, velocity: v, viscosity, reach, parameters } = this;
    viscosity.fill(0, 0, this.segments.count);
    for (let n = 0; n < near.count; n++) {
      const p = near.first[n]!;
      const q = near.second[n]!;
      const at = PAIR * n;
      const r = pairs[at]!;
      const common = (-mass[p]! * mass[q]! * pairs[at + 4]! * r) / (r * r + 0.01 * reach * reach);
      let closing = 0;
      for (let c = 0; c < 3; c++) closing += (v[3 * p + c]! - v[3 * q + c]!) * pairs[at + 1 + c]!;
      const speed = closing < 0 ? (-closing * reach * r) / (r * r + 0.01 * reach * reach) : 0;
      const mean = 0.5 * (density[p]! + density[q]!);
      pairs[at + 5] = closing < 0 ? (common * reach * (parameters.collision + 2 * speed)) / mean : 0;
      pairs[at + 6] = (2 * parameters.shearViscosity * common) / (density[p]! * density[q]!);
      const sum = pairs[at + 5]! + pairs[at + 6]!;
      viscosity[p] = viscosity[p]! + sum;
      viscosity[q] = viscosity[q]! + sum;
    }
  }

  private applyPairs(dt: number): void {
    const { pairs, near, mass, tension, viscosity, velocity: v, tangent: t, force, parameters } = this;
    force.fill(0, 0, 3 * this.segments.count);
    for (let n = 0; n < near.count; n++) {
      const p = near.first[n]!;
      const q = near.second[n]!;
      const at = PAIR * n;
      if (pairs[at + 4] === 0) continue;
      const pressure = -mass[p]! * mass[q]! * (tension[p]! + tension[q]!) * pairs[at + 4]!;
      // All viscosities of both particles together cannot turn a motion round.
      const less = 1 / (1 + dt * (viscosity[p]! / mass[p]! + viscosity[q]! / mass[q]!));
      let closing = 0;
      let cosine = 0;
      for (let c = 0; c < 3; c++) {
        closing += (v[3 * p + c]! - v[3 * q + c]!) * pairs[at + 1 + c]!;
        cosine += t[3 * p + c]! * t[3 * q + c]!;
      }
      const sign = cosine < 0 ? -1 : 1;
      // Both tangents, turned the same way, halved: their mean's square is (1 + |cosine|) / 2.
      let along = 0;
      for (let c = 0; c < 3; c++)
        along += (v[3 * p + c]! - v[3 * q + c]!) * 0.5 * (t[3 * p + c]! + sign * t[3 * q + c]!);
      along *= (1 - parameters.along) / (0.5 * (1 + sign * cosine));
      for (let c = 0; c < 3; c++) {
        const relative = v[3 * p + c]! - v[3 * q + c]!;
        const middle = 0.5 * (t[3 * p + c]! + sign * t[3 * q + c]!);
        const rubbed = pairs[at + 6]! * (relative - along * middle);
        const f = pressure * pairs[at + 1 + c]! - less * (pairs[at + 5]! * closing * pairs[at + 1 + c]! + rubbed);
        force[3 * p + c] = force[3 * p + c]! + f;
        force[3 * q + c] = force[3 * q + c]! - f;
      }
    }
  }

  /** Each particle's force to the nodes of its segment, by mass. */
  private spread(out: Float64Array): void {
    const { weight, mass, force } = this;
    const { count, start, end } = this.segments;
    for (let p = 0; p < count; p++)
      for (let i = start[p]!; i <= end[p]!; i++) {
        const m = i === start[p] || i === end[p] ? 0.5 * weight[i]! : weight[i]!;
        for (let c = 0; c < 3; c++) out[3 * i + c] = out[3 * i + c]! + (m / mass[p]!) * force[3 * p + c]!;
      }
  }
}
