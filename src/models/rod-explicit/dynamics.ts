import { conjugate, multiply, rotate, transport } from '../../numeric/rotation.ts';
import { add, at, cross, mix, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import {
  type Clamps,
  type Environment,
  makeRootStates,
  type PointContacts,
  type PointForces,
  type RootStates,
  type Roots,
  type Stations,
  type StepReport,
  type StrandDynamics,
  type StrandEdit,
} from '../model.ts';
import {
  clearLoads,
  locateEdge,
  makeNodeLoads,
  makeStations,
  type NodalStrands,
  type NodeLoads,
  strandIndex,
  updateStations,
  writeArcLengths,
} from '../nodal.ts';
import { packArrays, unpackArrays } from '../snapshot.ts';
import { type BuildOptions, balance, buildStrands, quatAt } from './build.ts';
import type { PlanePoint } from './constraint-rows.ts';
import { cutStrand } from './cut.ts';
import type { RodExplicitParameters } from './parameters.ts';
import { groomAsPresent, rememberNatural, reshape } from './reshape.ts';
import { MOVING, packStrands, type RodStrand, unpackStrands } from './state.ts';
import { type Hold, StrandStepper } from './strand-step.ts';

/** Running rods: the contract around the strands; the step itself is in `strand-step.ts`. */
export class RodExplicitDynamics implements StrandDynamics {
  private strands: RodStrand[] = [];
  private steppers: StrandStepper[] = [];
  private readonly parameters: RodExplicitParameters;
  private readonly options: BuildOptions;
  private index: Map<number, number> = new Map();
  private kept: Float64Array[][] = [];
  /** All strands one after another: what fields see and what places along a strand are looked up in. */
  private packed!: NodalStrands;
  private stations!: Stations;
  private loads!: NodeLoads;

  constructor(strands: RodStrand[], parameters: RodExplicitParameters, options: BuildOptions) {
    this.parameters = parameters;
    this.options = options;
    this.replace(strands);
  }

  get ids(): Uint32Array {
    return this.packed.ids;
  }

  get first(): Uint32Array {
    return this.packed.first;
  }

  step(dt: number, environment: Environment): StepReport {
    this.gatherLoads(dt, environment);
    const report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    this.steppers.forEach((stepper, k) => {
      if (environment.asleep?.[k]) return;
      const done = stepper.step(dt, {
        time: environment.time,
        gravity: environment.gravity,
        roots: environment.roots,
        loads: this.loadsOf(k),
        forces: environment.forces && rowsOf(environment.forces, this.ids[k]!),
        obstacles: environment.obstacles,
        holds: environment.clamps ? this.holdsOf(k, environment.clamps) : [],
        planes: environment.contacts ? this.planesOf(k, environment.contacts) : [],
      });
      report.substeps = Math.max(report.substeps, done.substeps);
      report.contacts += done.contacts;
      report.strain = Math.max(report.strain, done.strain);
      report.solves += done.solves;
      if (done.isCarried) report.carried.push(this.ids[k]!);
    });
    return report;
  }

  private gatherLoads(dt: number, environment: Environment): void {
    this.positions(this.packed.position);
    this.velocities(this.packed.velocity);
    clearLoads(this.loads);
    if (environment.fields.length === 0) return;
    updateStations(this.packed, this.stations);
    for (const field of environment.fields) field.apply(this.stations, environment.time + dt, this.loads);
  }

  private loadsOf(k: number): NodeLoads {
    const from = this.first[k]!;
    const to = this.first[k + 1]!;
    const { force, damping, stiffness } = this.loads;
    return {
      force: force.subarray(3 * from, 3 * to),
      damping: damping.subarray(6 * from, 6 * to),
      stiffness: stiffness.subarray(6 * from, 6 * to),
    };
  }

  private holdsOf(k: number, clamps: Clamps): Hold[] {
    const holds: Hold[] = [];
    if (this.strands[k]!.nodes < 2) return holds;
    for (let r = 0; r < clamps.count; r++) {
      if (clamps.id[r] !== this.ids[k]) continue;
      const [node, share] = locateEdge(this.packed, k, clamps.s[r]!);
      const given = clamps.frame ? quatAt(clamps.frame, r) : null;
      const frame = given?.some((value) => value !== 0) ? given : null;
      holds.push({ edge: node - this.first[k]!, share, target: at(clamps.target, r), frame });
    }
    return holds;
  }

  private planesOf(k: number, contacts: PointContacts): PlanePoint[] {
    const planes: PlanePoint[] = [];
    if (this.strands[k]!.nodes < 2) return planes;
    for (let r = 0; r < contacts.count; r++) {
      if (contacts.id[r] !== this.ids[k]) continue;
      const [node, share] = locateEdge(this.packed, k, contacts.s[r]!);
      planes.push({
        edge: node - this.first[k]!,
        share,
        normal: at(contacts.normal, r),
        point: at(contacts.plane, r),
        velocity: at(contacts.velocity, r),
        friction: contacts.friction[r]!,
      });
    }
    return planes;
  }

  positions(out: Float32Array | Float64Array): void {
    this.strands.forEach((strand, k) => {
      out.set(strand.position, 3 * this.first[k]!);
    });
  }

  velocities(out: Float32Array | Float64Array): void {
    this.strands.forEach((strand, k) => {
      out.set(strand.velocity, 3 * this.first[k]!);
    });
  }

  arcLengths(out: Float64Array): void {
    writeArcLengths(this.packed, out);
  }

  positionAt(id: number, s: number): Vec3 {
    const { strand, node, share } = this.locate(id, s);
    return mix(at(strand.position, node), at(strand.position, node + 1), share);
  }

  velocityAt(id: number, s: number): Vec3 {
    const { strand, node, share } = this.locate(id, s);
    return mix(at(strand.velocity, node), at(strand.velocity, node + 1), share);
  }

  inverseMass(id: number, s: number): number {
    const { strand, node, share } = this.locate(id, s);
    const held = strand.rooted[0] ? 1 : -1;
    const w = (i: number): number => (i <= held ? 0 : 1 / (strand.massFactor[i]! * strand.mass[i]!));
    return (1 - share) * (1 - share) * w(node) + share * share * w(node + 1);
  }

  edit(ids: Uint32Array, change: StrandEdit): void {
    let from = 0;
    for (const id of ids) {
      const strand = this.strands[this.strandOf(id)]!;
      const nodes = from;
      from += strand.nodes;
      if (strand.nodes < 2) continue;
      const stepper = this.steppers[this.strandOf(id)]!;
      // Measuring settles the twist, which is the step's business.
      const theta = strand.theta.slice();
      const pose = stepper.present();
      reshape(strand, pose, change, nodes);
      if (!change.restFromShape) strand.theta.set(theta);
      if (!change.restFromShape) continue;
      balance(strand, pose, this.options);
      if (strand.rooted[0]) groomAsPresent(strand);
      rememberNatural(strand);
    }
    this.replace(this.strands);
  }

  split(id: number, s: number, newId: number): boolean {
    const k = this.strandOf(id);
    const parts = cutStrand(this.strands[k]!, s, newId);
    if (!parts) return false;
    this.replace([...this.strands.slice(0, k), parts[0], ...this.strands.slice(k + 1), parts[1]]);
    return true;
  }

  add(strands: Strands, roots: Roots, time: number): void {
    this.replace([...this.strands, ...buildStrands(strands, roots, time, this.options)]);
  }

  remove(ids: Uint32Array): void {
    const gone = new Set(ids);
    this.replace(this.strands.filter((strand) => !gone.has(strand.id)));
  }

  teleport(before: RootStates, after: RootStates): void {
    this.strands.forEach((strand, k) => {
      if (!strand.rooted[0]) return;
      const turn = multiply(quatAt(after.orientation, k), conjugate(quatAt(before.orientation, k)));
      for (let i = 0; i < strand.nodes; i++) {
        const arm = rotate(turn, subtract(at(strand.position, i), at(before.position, k)));
        strand.position.set(add(at(after.position, k), arm), 3 * i);
        strand.velocity.set(add(at(after.velocity, k), cross(at(after.angularVelocity, k), arm)), 3 * i);
        for (let p = 2 * i; p < 2 * i + 2; p++) strand.grip.set(rotate(turn, at(strand.grip, p)), 3 * p);
      }
      strand.u1.set(rotate(turn, at(strand.u1, 0)));
    });
  }

  reset(ids: Uint32Array, roots: Roots, time: number): void {
    const rooted = ids.filter((id) => this.strands[this.strandOf(id)]!.rooted[0]);
    const rows = makeRootStates(rooted.length);
    roots.sample(rooted, time, rows);
    rooted.forEach((id, row) => {
      const strand = this.strands[this.strandOf(id)]!;
      const turn = quatAt(rows.orientation, row);
      for (let i = 0; i < strand.nodes; i++) {
        const arm = rotate(turn, at(strand.groomed, i));
        strand.position.set(add(at(rows.position, row), arm), 3 * i);
        strand.velocity.set(add(at(rows.velocity, row), cross(at(rows.angularVelocity, row), arm)), 3 * i);
      }
      strand.theta.set(strand.groomedTheta);
      strand.u1.set(rotate(turn, at(strand.up, 0)));
      strand.lastStep[0] = 0;
      strand.push.fill(0);
    });
  }

  setState(positions: Float64Array, velocities: Float64Array, roots: Roots, time: number): number {
    this.reset(this.ids, roots, time);
    this.strands.forEach((strand, k) => {
      const from = 3 * this.first[k]!;
      const tangent = (): Vec3 => normalize(subtract(at(strand.position, 1), at(strand.position, 0)));
      const before = strand.nodes > 1 ? tangent() : null;
      strand.position.set(positions.subarray(from, from + 3 * strand.nodes));
      strand.velocity.set(velocities.subarray(from, from + 3 * strand.nodes));
      if (before) strand.u1.set(transport(before, tangent(), at(strand.u1, 0)));
    });
    return 0;
  }

  checkpoint(): void {
    this.strands.forEach((strand, k) => {
      MOVING.forEach((field, n) => {
        this.kept[k]![n]!.set(strand[field]);
      });
    });
  }

  rollback(): void {
    this.strands.forEach((strand, k) => {
      MOVING.forEach((field, n) => {
        strand[field].set(this.kept[k]![n]!);
      });
    });
  }

  snapshot(): Uint8Array {
    return packArrays(packStrands(this.strands));
  }

  restore(snapshot: Uint8Array): void {
    this.replace(unpackStrands(unpackArrays(snapshot)));
  }

  private replace(strands: RodStrand[]): void {
    this.strands = strands;
    this.steppers = strands.map((strand) => new StrandStepper(strand, this.parameters));
    this.kept = strands.map((strand) => MOVING.map((field) => strand[field].slice()));
    const first = new Uint32Array(strands.length + 1);
    strands.forEach((strand, k) => {
      first[k + 1] = first[k]! + strand.nodes;
    });
    const nodes = first[strands.length]!;
    const restLength = new Float64Array(nodes);
    strands.forEach((strand, k) => {
      restLength.set(strand.restLength, first[k]!);
    });
    const ids = Uint32Array.from(strands, (strand) => strand.id);
    this.packed = {
      ids,
      first,
      position: new Float64Array(3 * nodes),
      velocity: new Float64Array(3 * nodes),
      restLength,
    };
    this.stations = makeStations(this.packed);
    this.loads = makeNodeLoads(nodes);
    this.index = strandIndex(ids);
  }

  private strandOf(id: number): number {
    const strand = this.index.get(id);
    if (strand === undefined) throw new RangeError(`rod-explicit: no strand has the id ${id}`);
    return strand;
  }

  private locate(id: number, s: number): { strand: RodStrand; node: number; share: number } {
    const k = this.strandOf(id);
    const [node, share] = locateEdge(this.packed, k, s);
    return { strand: this.strands[k]!, node: node - this.first[k]!, share };
  }
}

/** The rows of one strand; rows are sorted by id, so they lie side by side. */
function rowsOf(forces: PointForces, id: number): PointForces | null {
  let from = 0;
  while (from < forces.count && forces.id[from] !== id) from++;
  let to = from;
  while (to < forces.count && forces.id[to] === id) to++;
  if (from === to) return null;
  return {
    count: to - from,
    id: forces.id.subarray(from, to),
    s: forces.s.subarray(from, to),
    force: forces.force.subarray(3 * from, 3 * to),
    anchor: forces.anchor.subarray(3 * from, 3 * to),
    stiffness: forces.stiffness.subarray(6 * from, 6 * to),
    damping: forces.damping.subarray(6 * from, 6 * to),
  };
}
