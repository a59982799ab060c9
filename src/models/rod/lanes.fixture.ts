import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import type { Random } from '../../numeric/random.ts';
import { fromAxisAngle, rotate, writeMatrix } from '../../numeric/rotation.ts';
import { add, at, type Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import { type StrandContacts, sampledStrands } from '../contactable.ts';
import { type History, historyOf } from '../history.ts';
import type { Environment } from '../model.ts';
import { makeNodeLoads } from '../nodal.ts';
import { NodalContactable } from '../nodal-contactable.ts';
import { plainMemory } from '../store/memory.ts';
import { StrandStore } from '../store/strand-store.ts';
import { buildStrand } from './build.ts';
import { ROD_FIELDS, type RodRecord, type RodStore } from './fields.ts';
import type { RodLanes } from './lanes.ts';
import { rodParameters } from './parameters.ts';
import { type OuterLoads, predictNodes } from './predict.ts';
import { RodSolver, type SolveReport } from './solver.ts';
import { loadWork, makeRodWork, type RodWork, type StepRows, stepRows, storeWork } from './work.ts';

export const FIBRE = { radius: 45e-6, ellipticity: 1.2, density: 1300, youngsModulus: 2e9, poissonRatio: 0.45 };
const GRAVITY: Vec3 = [0, -9.81, 0];
const NOTHING = { time: 0, gravity: GRAVITY, obstacles: null, contacts: null } as unknown as Environment;

/** Crooked rods whose rest shapes are others, in motion, with roots that move and turn and air about them. */
export class MovingRods {
  readonly store: RodStore;
  readonly rows: StepRows;
  readonly outer: OuterLoads;
  /** Nine a strand: places of the first two nodes and m1 of their edge at the end of the step. */
  readonly clamps: Float64Array;
  readonly work: RodWork;
  readonly solver: RodSolver;
  private readonly contacts: StrandContacts;
  private readonly contactable: NodalContactable;

  constructor(random: Random, strands: number, nodes: number, speed = 0.03) {
    this.store = new StrandStore(ROD_FIELDS, plainMemory);
    this.store.assign(Array.from({ length: strands }, (_, k) => movingRod(random, k, nodes, speed)));
    this.rows = stepRows(this.store);
    const loads = makeNodeLoads(strands * nodes);
    for (let i = 0; i < loads.force.length; i++) loads.force[i] = random.between(-1e-7, 1e-7);
    for (let b = 0; b < loads.damping.length; b += 6)
      for (const d of [0, 3, 5]) loads.damping[b + d] = random.between(0, 1e-6);
    const matrix = new Float64Array(9);
    writeMatrix(fromAxisAngle([1, 2, 2], 0.1), matrix);
    this.outer = {
      loads,
      hasForces: true,
      hasDamping: true,
      hasSprings: true,
      air: null,
      gravity: GRAVITY,
      matrix,
      turn: 0,
      position: new Float64Array(3),
      origin: 0,
    };
    this.clamps = new Float64Array(9 * strands);
    for (let k = 0; k < strands; k++) this.clampOf(random, k);
    this.work = makeRodWork(nodes, this.rows);
    this.solver = new RodSolver(nodes);
    this.contacts = makeContacts(sampledStrands(this.store), { stiffness: 2000 });
    this.contactable = new NodalContactable(this.work, this.solver.equations);
  }

  private clampOf(random: Random, k: number): void {
    const { x, m1, first } = this.rows;
    const begin = first[k]!;
    const turn = fromAxisAngle([random.between(-1, 1), 1, random.between(-1, 1)], random.between(-0.02, 0.02));
    const by: Vec3 = [random.between(-1e-3, 1e-3), random.between(-1e-3, 1e-3), random.between(-1e-3, 1e-3)];
    this.clamps.set(add(rotate(turn, at(x, begin)), by), 9 * k);
    this.clamps.set(add(rotate(turn, at(x, begin + 1)), by), 9 * k + 3);
    this.clamps.set(rotate(turn, at(m1, begin)), 9 * k + 6);
  }

  history(k: number, h: number): History {
    return historyOf(h, this.rows.stepPast[k]!);
  }

  /** Puts strand k into a lane. */
  load(lanes: RodLanes, k: number, h: number): void {
    lanes.add(k, h, this.history(k, h), this.outer, this.clamps.subarray(9 * k, 9 * k + 9));
  }

  /** The same step in double precision, one strand alone. */
  solve(k: number, h: number): SolveReport {
    const { work, solver } = this;
    loadWork(work, k, h, this.history(k, h));
    predictNodes(work, this.outer);
    for (let c = 0; c < 6; c++) work.x[c] = this.clamps[9 * k + c]!;
    for (let c = 0; c < 3; c++) work.m1Start[c] = this.clamps[9 * k + 6 + c]!;
    work.clampedAngle[0] = 1;
    this.contacts.gather(k, this.contactable, NOTHING, h, 0);
    return solver.solve(work, this.contacts);
  }

  /** Writes what was solved last. */
  keep(k: number, h: number): void {
    storeWork(this.work);
    this.rows.stepPast[k] = h;
  }
}

function movingRod(random: Random, id: number, nodes: number, speed: number): RodRecord {
  const positions = new Float32Array(3 * nodes);
  for (let i = 1; i < nodes; i++)
    for (let c = 0; c < 3; c++)
      positions[3 * i + c] = positions[3 * i - 3 + c]! + (c === 1 ? -0.006 : 0) + random.between(-0.0015, 0.0015);
  const strands = makeStrands({ first: uniformFirst(1, nodes), positions, id: Uint32Array.of(id) });
  const strand = buildStrand(strands, 0, FIBRE, completeParameters(rodParameters));
  for (let i = 0; i < strand.restMeasure.length; i++)
    strand.restMeasure[i] = strand.restMeasure[i]! + random.between(-0.05, 0.05);
  for (let i = 6; i < strand.velocity.length; i++) strand.velocity[i] = random.between(-speed, speed);
  for (let i = 0; i < strand.positionPast.length; i++) {
    strand.positionPast[i] = strand.position[i]! - strand.velocity[i]! / 240;
    strand.velocityPast[i] = strand.velocity[i]! + random.between(-0.01, 0.01);
  }
  strand.stepPast[0] = 1 / 240;
  for (let i = 0; i < nodes; i++) strand.poseSpring[i] = random.between(0, 1e-4);
  for (let i = 0; i < strand.support.length; i++) strand.support[i] = random.between(-1e-8, 1e-8);
  return strand;
}
