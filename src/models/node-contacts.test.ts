import { describe, expect, it } from 'vitest';
import { layNodes, makeNodalSystem, solveNodes, strainOf } from './nodal-system.ts';
import { makeContactRow, NodeContacts } from './node-contacts.ts';

const H = 1 / 240;
const MASS = 1e-6;

/** One step of a straight free strand on the plane y = 0 under an acceleration, its memory carried along. */
class Sled {
  readonly nodes = 5;
  readonly x = Float64Array.from({ length: 15 }, (_, c) => (c % 3 === 2 ? 0.01 * Math.floor(c / 3) : 0));
  readonly velocity = new Float64Array(15);
  readonly memory = { normalForce: new Float64Array(10), frictionForce: new Float64Array(30) };
  private readonly tension = new Float64Array(5);
  private readonly contacts = new NodeContacts();
  private readonly system = makeNodalSystem(5);
  readonly friction: number;
  readonly belt: number;
  solves = 0;

  /** `belt`: speed of the plane along x. */
  constructor(friction: number, belt = 0) {
    this.friction = friction;
    this.belt = belt;
  }

  step(ax: number, ay: number): void {
    const { x, velocity, contacts, system, nodes } = this;
    const previous = x.slice();
    const target = x.map((value, c) => value + H * velocity[c]! + H * H * [ax, ay, 0][c % 3]!);
    const view = {
      x,
      target,
      inertia: Float64Array.from({ length: 30 }, (_, c) => ([0, 3, 5].includes(c % 6) ? MASS / (H * H) : 0)),
      restLength: new Float64Array(5).fill(0.01),
      tension: this.tension,
      compliance: 1e-3,
      from: 0,
      to: nodes,
    };
    const strand = { x, previous, inverseMass: new Float64Array(5).fill(1 / MASS), from: 0, h: H };
    for (let c = 0; c < 15; c++) x[c] = x[c]! + H * velocity[c]!;
    contacts.clear();
    const row = { ...makeContactRow(), ny: 1, travelX: H * this.belt, friction: this.friction };
    for (let i = 0; i < nodes; i++) {
      contacts.add({ ...row, node: i, point: 2 * i });
      if (i + 1 < nodes) contacts.add({ ...row, node: i, fraction: 0.5, point: 2 * i + 1 });
    }
    contacts.begin(strand, this.memory);
    let isConverged = false;
    for (this.solves = 0; !isConverged && this.solves < 10; this.solves++) {
      layNodes(view, system);
      contacts.addTo(system, strand);
      solveNodes(view, system);
      isConverged = contacts.updateActiveSet(strand);
    }
    contacts.remember(strand, nodes, this.memory);
    for (let c = 0; c < 15; c++) velocity[c] = (x[c]! - previous[c]!) / H;
    const lengths = { strain: 0, error: 0 };
    strainOf(view, lengths);
    expect(lengths.error).toBeLessThan(1e-9);
    expect(contacts.deepest(strand)).toBeLessThan(1e-7);
  }

  sum(field: Float64Array): number {
    return field.reduce((total, value) => total + value, 0);
  }
}

describe('contacts inside a solve for nodes', () => {
  it('push with the weight that rests on them, whichever of nodes and middles bear it', () => {
    const sled = new Sled(0.5);
    for (let n = 0; n < 5; n++) sled.step(0, -9.81);
    expect(sled.sum(sled.memory.normalForce)).toBeCloseTo(5 * MASS * 9.81, 12);
    expect(sled.solves).toBe(1);
  });

  it('hold what pulls less than μN without any creep, and slide with μN beyond', () => {
    const held = new Sled(0.5);
    const slid = new Sled(0.5);
    for (let n = 0; n < 240; n++) {
      held.step(0.49 * 9.81, -9.81);
      slid.step(0.6 * 9.81, -9.81);
    }
    expect(Math.abs(held.x[6]!)).toBeLessThan(1e-8);
    // Backward Euler from rest: a t (t + h)/2.
    expect(slid.x[6]! / (0.5 * 0.1 * 9.81 * (1 + H))).toBeCloseTo(1, 4);
    expect(slid.sum(slid.memory.frictionForce)).toBeCloseTo(-0.5 * 5 * MASS * 9.81, 12);
  });

  it('let go of what is lifted, and push nobody towards a surface', () => {
    const sled = new Sled(0.5);
    for (let n = 0; n < 3; n++) sled.step(0, -9.81);
    const from = sled.x[7]!;
    for (let n = 0; n < 24; n++) sled.step(0, 2);
    expect(sled.sum(sled.memory.normalForce)).toBe(0);
    expect((sled.x[7]! - from) / (0.5 * 2 * 0.1 * (0.1 + H))).toBeCloseTo(1, 6);
  });

  it('carry along what lies on a travelling surface, at μg until it has the speed', () => {
    const sled = new Sled(0.5, 0.1);
    for (let n = 0; n < 3; n++) sled.step(0, -9.81);
    expect(sled.velocity[6]! / (3 * H * 0.5 * 9.81)).toBeCloseTo(1, 6);
    for (let n = 0; n < 7; n++) sled.step(0, -9.81);
    expect(sled.velocity[6]!).toBeCloseTo(0.1, 7);
    expect(Math.abs(sled.sum(sled.memory.frictionForce))).toBeLessThan(1e-3 * MASS * 9.81);
  });
});
