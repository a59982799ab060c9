import { conjugate, multiply, type Quat, rotate, transport } from '../../numeric/rotation.ts';
import { add, at, cross, mix, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import {
  type Environment,
  makeRootStates,
  type RestReport,
  type RootStates,
  type Roots,
  type StepReport,
  type StrandDynamics,
  type StrandEdit,
  type StrandEnergy,
} from '../model.ts';
import { locateEdge, type NodalStrands, strandIndex, writeArcLengths } from '../nodal.ts';
import { type PackedArray, packArrays, unpackArrays } from '../snapshot.ts';
import { measureStrand } from './build.ts';
import { cutStrand } from './edit.ts';
import { reshape } from './reshape.ts';
import { MOVING as MOVING_ROWS } from './saved.ts';
import {
  makeRodStrand,
  nodeFields,
  packStrand,
  packStrands,
  type RodState,
  type RodStrand,
  strandFields,
  unpackStrand,
} from './state.ts';
import { RodStepper } from './step.ts';

/** How strands come into being: shared by creation, `add` and rest-shape edits. */
export interface RodMaker {
  make(strands: Strands, roots: Roots, time: number): RodStrand[];
  /** Makes the present shape the rest shape. */
  rest(strand: RodStrand): void;
}

/** Running rods: the contract around their state; the step itself is in `step.ts`. */
export class RodDynamics implements StrandDynamics {
  private readonly maker: RodMaker;
  private state!: RodState;
  private flat!: NodalStrands;
  private stepper!: RodStepper;
  private index: Map<number, number> = new Map();
  private kept: Float64Array[] = [];
  private isKeepDue = false;

  constructor(strands: readonly RodStrand[], maker: RodMaker) {
    this.maker = maker;
    this.replace(strands);
  }

  get ids(): Uint32Array {
    return this.flat.ids;
  }

  get first(): Uint32Array {
    return this.flat.first;
  }

  step(dt: number, environment: Environment): StepReport {
    if (this.isKeepDue && !environment.asleep?.every((isAsleep) => isAsleep === 1)) this.copyMoving();
    return this.stepper.step(dt, environment);
  }

  positions(out: Float32Array | Float64Array): void {
    out.set(this.flat.position);
  }

  velocities(out: Float32Array | Float64Array): void {
    out.set(this.flat.velocity);
  }

  arcLengths(out: Float64Array): void {
    writeArcLengths(this.flat, out);
  }

  positionAt(id: number, s: number): Vec3 {
    return this.interpolate(this.flat.position, id, s);
  }

  velocityAt(id: number, s: number): Vec3 {
    return this.interpolate(this.flat.velocity, id, s);
  }

  inverseMass(id: number, s: number): number {
    const k = this.strandOf(id);
    const { mass, rooted, first } = this.state;
    const [node, t] = locateEdge(this.flat, k, s);
    const held = rooted[k] ? first[k]! + 1 : -1;
    const w = (i: number): number => (i <= held ? 0 : 1 / mass[i]!);
    return (1 - t) * (1 - t) * w(node) + t * t * w(node + 1);
  }

  energy(): StrandEnergy {
    let kinetic = 0;
    let elastic = 0;
    for (const { mass, v, weight, measure, restMeasure, nodes } of this.unpack()) {
      for (let i = 0; i < 3 * nodes; i++) kinetic += 0.5 * mass[Math.floor(i / 3)]! * v[i]! * v[i]!;
      for (let i = 0; i < measure.length; i++) {
        const strain = measure[i]! - restMeasure[i]!;
        elastic += 0.5 * weight[i]! * strain * strain;
      }
    }
    return { kinetic, elastic };
  }

  restReport(): RestReport {
    const strands = this.unpack();
    const isCarried = ({ support }: RodStrand): boolean => support.some((force) => force !== 0);
    const isHeld = ({ hold }: RodStrand): boolean => hold.some((stiffness) => stiffness !== 0);
    return {
      strands: strands.length,
      carried: strands.filter(isCarried).length,
      held: strands.filter(isHeld).length,
      helped: strands.filter((strand) => isCarried(strand) || isHeld(strand)).length,
    };
  }

  edit(ids: Uint32Array, change: StrandEdit): void {
    let from = 0;
    for (const id of ids) {
      const k = this.strandOf(id);
      reshape(this.state, k, change, from);
      if (change.restFromShape) {
        const strand = unpackStrand(this.state, k);
        this.maker.rest(strand);
        packStrand(this.state, k, strand);
      }
      from += this.first[k + 1]! - this.first[k]!;
    }
    // Lengths are known to whoever looks for places along a strand.
    if (change.lengthen !== undefined) this.replace(this.unpack());
  }

  split(id: number, s: number, newId: number): boolean {
    const strands = this.unpack();
    const k = this.strandOf(id);
    const parts = cutStrand(strands[k]!, s, newId);
    if (!parts) return false;
    strands[k] = parts[0];
    strands.push(parts[1]);
    this.replace(strands);
    return true;
  }

  add(strands: Strands, roots: Roots, time: number): void {
    this.replace([...this.unpack(), ...this.maker.make(strands, roots, time)]);
  }

  remove(ids: Uint32Array): void {
    const gone = new Set(ids);
    this.replace(this.unpack().filter((strand) => !gone.has(strand.id)));
  }

  teleport(before: RootStates, after: RootStates): void {
    const strands = this.unpack();
    strands.forEach((strand, k) => {
      if (!strand.rooted) return;
      const turn = multiply(quatRow(after.orientation, k), conjugate(quatRow(before.orientation, k)));
      for (let i = 0; i < strand.nodes; i++) {
        const arm = rotate(turn, subtract(at(strand.x, i), at(before.position, k)));
        this.place(strand, i, arm, rotate(turn, at(strand.m1, i)), after, k);
      }
      forgetPast(strand);
    });
    this.replace(strands);
  }

  reset(ids: Uint32Array, roots: Roots, time: number): void {
    const strands = this.unpack();
    const rooted = ids.filter((id) => strands[this.strandOf(id)]!.rooted);
    const rows = makeRootStates(rooted.length);
    roots.sample(rooted, time, rows);
    rooted.forEach((id, row) => {
      const strand = strands[this.strandOf(id)]!;
      const turn = quatRow(rows.orientation, row);
      for (let i = 0; i < strand.nodes; i++)
        this.place(strand, i, rotate(turn, at(strand.groomed, i)), rotate(turn, at(strand.groomedM1, i)), rows, row);
      strand.measure.set(strand.restMeasure);
      strand.measurePast.set(strand.restMeasure);
      strand.tension.fill(0);
      forgetPast(strand);
    });
    this.replace(strands);
  }

  takeShape(positions: Float64Array, velocities: Float64Array, roots: Roots, time: number): number {
    this.reset(this.ids, roots, time);
    const strands = this.unpack();
    strands.forEach((strand, k) => {
      const from = 3 * this.first[k]!;
      const tangent = (i: number): Vec3 => normalize(subtract(at(strand.x, i + 1), at(strand.x, i)));
      const before = Array.from({ length: strand.nodes - 1 }, (_, i) => tangent(i));
      strand.x.set(positions.subarray(from, from + 3 * strand.nodes));
      strand.xPast.set(strand.x);
      strand.v.set(velocities.subarray(from, from + 3 * strand.nodes));
      strand.vPast.set(strand.v);
      before.forEach((t, i) => {
        strand.m1.set(transport(t, tangent(i), at(strand.m1, i)), 3 * i);
      });
      measureStrand(strand);
      strand.measurePast.set(strand.measure);
    });
    this.replace(strands);
    return 0;
  }

  /** Puts a node at `arm` from its root, moving with it. */
  private place(strand: RodStrand, i: number, arm: Vec3, m1: Vec3, roots: RootStates, row: number): void {
    strand.x.set(add(at(roots.position, row), arm), 3 * i);
    strand.v.set(add(at(roots.velocity, row), cross(at(roots.angularVelocity, row), arm)), 3 * i);
    strand.m1.set(m1, 3 * i);
  }

  /** Only a step that moves something copies: hair that sleeps costs nothing. */
  keep(): void {
    this.isKeepDue = true;
  }

  private copyMoving(): void {
    this.isKeepDue = false;
    MOVING.forEach((field, n) => {
      const array = this.state[field];
      const kept = this.kept[n];
      if (kept?.length === array.length) kept.set(array);
      else this.kept[n] = array.slice();
    });
  }

  rollback(): void {
    if (this.isKeepDue) return;
    MOVING.forEach((field, n) => {
      this.state[field].set(this.kept[n]!);
    });
  }

  snapshot(): Uint8Array {
    const arrays: PackedArray[] = [this.flat.ids, this.flat.first];
    for (const strand of this.unpack()) {
      for (const field of nodeFields) arrays.push(strand[field]);
      arrays.push(Float64Array.from(strandFields, (field) => strand[field]));
    }
    return packArrays(arrays);
  }

  restore(snapshot: Uint8Array, only?: Uint32Array): void {
    const arrays = unpackArrays(snapshot);
    const ids = arrays[0] as Uint32Array;
    const first = arrays[1] as Uint32Array;
    let next = 2;
    const strands = Array.from(ids, (id, k) => {
      const strand = makeRodStrand(id, first[k + 1]! - first[k]!);
      for (const field of nodeFields) strand[field].set(arrays[next++] as Float64Array);
      const own = arrays[next++]!;
      strandFields.forEach((field, i) => {
        strand[field] = own[i]!;
      });
      return strand;
    });
    if (!only) {
      this.replace(strands);
      return;
    }
    const wanted = new Set(only);
    const places = strandIndex(ids);
    this.replace(this.unpack().map((own) => (wanted.has(own.id) ? strands[places.get(own.id)!]! : own)));
  }

  private unpack(): RodStrand[] {
    return Array.from(this.state.ids, (_, k) => unpackStrand(this.state, k));
  }

  private replace(strands: readonly RodStrand[]): void {
    this.state = packStrands(strands);
    const { ids, first, x, v, restLength } = this.state;
    this.flat = { ids, first, position: x, velocity: v, restLength };
    this.index = strandIndex(ids);
    this.stepper = new RodStepper(this.state, this.flat);
  }

  private strandOf(id: number): number {
    const strand = this.index.get(id);
    if (strand === undefined) throw new RangeError(`rod: no strand has the id ${id}`);
    return strand;
  }

  private interpolate(values: Float64Array, id: number, s: number): Vec3 {
    const [node, t] = locateEdge(this.flat, this.strandOf(id), s);
    return mix(at(values, node), at(values, node + 1), t);
  }
}

/** What a step changes. */
const MOVING = [...MOVING_ROWS, 'stepPast'] as const;

/** A strand that was put elsewhere has no past there. */
function forgetPast(strand: RodStrand): void {
  strand.stepPast = 0;
  strand.push.fill(0);
  strand.grip.fill(0);
}

function quatRow(array: Float64Array, row: number): Quat {
  return [array[4 * row]!, array[4 * row + 1]!, array[4 * row + 2]!, array[4 * row + 3]!];
}
