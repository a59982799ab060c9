/** Made by kernels/build.mjs from kernels/strands/: change that, not this. */

const larger = (a: number, b: number): number => (a < b ? b : a);
const smaller = (a: number, b: number): number => (b < a ? b : a);

function within(x: number): number {
return smaller(larger(x, (-1.0)), 1.0);
}

function closestSecond(b: number, c: number, f: number, over1: number, over2: number): number {
const free = within(Math.fround(Math.fround(Math.fround(Math.fround(b * f) * over1) - c) / Math.fround(1.0000100135803223 - Math.fround(Math.fround(Math.fround(b * b) * over1) * over2))));
return within(Math.fround(Math.fround(Math.fround(b * over2) * free) + f));
}

function closestFirst(b: number, c: number, t: number, over1: number): number {
return within(Math.fround(Math.fround(Math.fround(b * over1) * t) - c));
}

function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
return Math.fround(Math.fround(Math.fround(ax * bx) + Math.fround(ay * by)) + Math.fround(az * bz));
}

function squaredDistance(rx: number, ry: number, rz: number, ux: number, uy: number, uz: number, over1: number, vx: number, vy: number, vz: number, over2: number): number {
const b = dot(ux, uy, uz, vx, vy, vz);
const c = Math.fround(dot(ux, uy, uz, rx, ry, rz) * over1);
const f = Math.fround(dot(vx, vy, vz, rx, ry, rz) * over2);
const t = closestSecond(b, c, f, over1, over2);
const s = closestFirst(b, c, t, over1);
const dx = Math.fround(Math.fround(rx + Math.fround(s * ux)) - Math.fround(t * vx));
const dy = Math.fround(Math.fround(ry + Math.fround(s * uy)) - Math.fround(t * vy));
const dz = Math.fround(Math.fround(rz + Math.fround(s * uz)) - Math.fround(t * vz));
return dot(dx, dy, dz, dx, dy, dz);
}

function between(a: number, b: number, s: number): number {
return Math.fround(0.5 * Math.fround(Math.fround(a + b) + Math.fround(s * Math.fround(b - a))));
}

export function findNew(memory: Float32Array, pairs: number, table: number, law: number, packs: number): void {
for (let lane = 0; lane < 4; lane++) in_findNew(memory, lane, pairs, table, law, packs);
}
function in_findNew(memory: Float32Array, lane: number, pairs: number, table: number, law: number, packs: number): void {
for (let n: number = 0; (n < packs); n++) {
let p_0: number = 0.0;
let p_1: number = 0.0;
let p_2: number = 0.0;
let p_3: number = 0.0;
let p_4: number = 0.0;
let p_5: number = 0.0;
let p_6: number = 0.0;
let p_7: number = 0.0;
let p_16: number = 0.0;
let p_17: number = 0.0;
let p_18: number = 0.0;
let p_19: number = 0.0;
let q_0: number = 0.0;
let q_1: number = 0.0;
let q_2: number = 0.0;
let q_3: number = 0.0;
let q_4: number = 0.0;
let q_5: number = 0.0;
let q_6: number = 0.0;
let q_7: number = 0.0;
let q_16: number = 0.0;
let q_17: number = 0.0;
let q_18: number = 0.0;
let q_19: number = 0.0;
const o = (3 * n);
{
const at = 4 * (table + memory[4 * (pairs + o) + lane]! + 0);
p_0 = memory[at + 0]!;
p_1 = memory[at + 1]!;
p_2 = memory[at + 2]!;
p_3 = memory[at + 3]!;
p_4 = memory[at + 4]!;
p_5 = memory[at + 5]!;
p_6 = memory[at + 6]!;
p_7 = memory[at + 7]!;
p_16 = memory[at + 16]!;
p_17 = memory[at + 17]!;
p_18 = memory[at + 18]!;
p_19 = memory[at + 19]!;
}
{
const at = 4 * (table + memory[4 * (pairs + o + 1) + lane]! + 0);
q_0 = memory[at + 0]!;
q_1 = memory[at + 1]!;
q_2 = memory[at + 2]!;
q_3 = memory[at + 3]!;
q_4 = memory[at + 4]!;
q_5 = memory[at + 5]!;
q_6 = memory[at + 6]!;
q_7 = memory[at + 7]!;
q_16 = memory[at + 16]!;
q_17 = memory[at + 17]!;
q_18 = memory[at + 18]!;
q_19 = memory[at + 19]!;
}
const ux = p_4;
const uy = p_5;
const uz = p_6;
const vx = q_4;
const vy = q_5;
const vz = q_6;
const rx = Math.fround(p_0 - q_0);
const ry = Math.fround(p_1 - q_1);
const rz = Math.fround(p_2 - q_2);
const b = dot(ux, uy, uz, vx, vy, vz);
const c = Math.fround(dot(ux, uy, uz, rx, ry, rz) * p_7);
const f = Math.fround(dot(vx, vy, vz, rx, ry, rz) * q_7);
const t = closestSecond(b, c, f, p_7, q_7);
const s = closestFirst(b, c, t, p_7);
const dx = Math.fround(Math.fround(rx + Math.fround(s * ux)) - Math.fround(t * vx));
const dy = Math.fround(Math.fround(ry + Math.fround(s * uy)) - Math.fround(t * vy));
const dz = Math.fround(Math.fround(rz + Math.fround(s * uz)) - Math.fround(t * vz));
const distance = Math.fround(Math.sqrt(dot(dx, dy, dz, dx, dy, dz)));
const stored = memory[4 * (pairs + o + 2) + lane]!;
const radii = Math.fround(between(p_16, p_17, s) + between(q_16, q_17, t));
const isFar = (distance >= Math.fround(memory[4 * (law + 7) + lane]! * Math.fround(p_3 + q_3)));
const isApart = (distance >= ((stored < 500000000.0) ? smaller(radii, stored) : radii));
const isBeyond = (distance >= Math.fround(0.9990000128746033 * stored));
const isShared1 = (((s <= (-1.0)) && (p_18 > 0.0)) || ((s >= 1.0) && (p_19 > 0.0)));
const isShared2 = (((t <= (-1.0)) && (q_18 > 0.0)) || ((t >= 1.0) && (q_19 > 0.0)));
const isCorner = ((isShared1 && isShared2) && ((s > (-1.0)) || (t > (-1.0))));
const isOut = (((isFar || isApart) || isBeyond) || isCorner);
memory[4 * (pairs + o + 2) + lane] = (((memory[4 * (law + 10) + lane]! === 0.0) && isOut) ? (-1.0) : stored);
}
}

function velocityAt(a: number, b: number, s: number): number {
return Math.fround(0.5 * Math.fround(Math.fround(a + b) + Math.fround(s * Math.fround(b - a))));
}

function shared(a: number, b: number, s: number, c: number, d: number, t: number): number {
return Math.fround(1.0 / Math.fround(1.0 + Math.fround(0.5 * Math.fround(Math.fround(Math.fround(Math.fround(Math.fround(1.0 - s) * a) + Math.fround(Math.fround(1.0 + s) * b)) + Math.fround(Math.fround(1.0 - t) * c)) + Math.fround(Math.fround(1.0 + t) * d)))));
}

export function findForces(memory: Float32Array, pairs: number, contacts: number, table: number, forces: number, packs: number): void {
for (let lane = 0; lane < 4; lane++) in_findForces(memory, lane, pairs, contacts, table, forces, packs);
}
function in_findForces(memory: Float32Array, lane: number, pairs: number, contacts: number, table: number, forces: number, packs: number): void {
for (let n: number = 0; (n < packs); n++) {
let p_0: number = 0.0;
let p_1: number = 0.0;
let p_2: number = 0.0;
let p_4: number = 0.0;
let p_5: number = 0.0;
let p_6: number = 0.0;
let p_12: number = 0.0;
let p_13: number = 0.0;
let q_0: number = 0.0;
let q_1: number = 0.0;
let q_2: number = 0.0;
let q_4: number = 0.0;
let q_5: number = 0.0;
let q_6: number = 0.0;
let q_12: number = 0.0;
let q_13: number = 0.0;
const o = (10 * n);
{
const at = 4 * (table + memory[4 * (pairs + (8 * n)) + lane]! + 2);
p_0 = memory[at + 0]!;
p_1 = memory[at + 1]!;
p_2 = memory[at + 2]!;
p_4 = memory[at + 4]!;
p_5 = memory[at + 5]!;
p_6 = memory[at + 6]!;
p_12 = memory[at + 12]!;
p_13 = memory[at + 13]!;
}
{
const at = 4 * (table + memory[4 * (pairs + (8 * n) + 1) + lane]! + 2);
q_0 = memory[at + 0]!;
q_1 = memory[at + 1]!;
q_2 = memory[at + 2]!;
q_4 = memory[at + 4]!;
q_5 = memory[at + 5]!;
q_6 = memory[at + 6]!;
q_12 = memory[at + 12]!;
q_13 = memory[at + 13]!;
}
const s = memory[4 * (contacts + o) + lane]!;
const t = memory[4 * (contacts + o + 1) + lane]!;
const nx = memory[4 * (contacts + o + 2) + lane]!;
const ny = memory[4 * (contacts + o + 3) + lane]!;
const nz = memory[4 * (contacts + o + 4) + lane]!;
const less = shared(p_12, p_13, s, q_12, q_13, t);
const wx = Math.fround(velocityAt(p_0, p_4, s) - velocityAt(q_0, q_4, t));
const wy = Math.fround(velocityAt(p_1, p_5, s) - velocityAt(q_1, q_5, t));
const wz = Math.fround(velocityAt(p_2, p_6, s) - velocityAt(q_2, q_6, t));
const rate = dot(wx, wy, wz, nx, ny, nz);
const f = Math.fround(less * Math.fround(memory[4 * (contacts + o + 5) + lane]! - Math.fround(memory[4 * (contacts + o + 6) + lane]! * rate)));
const drag = Math.fround(less * memory[4 * (contacts + o + 7) + lane]!);
memory[4 * (forces + (3 * n)) + lane] = Math.fround(Math.fround(f * nx) - Math.fround(drag * Math.fround(wx - Math.fround(rate * nx))));
memory[4 * (forces + (3 * n) + 1) + lane] = Math.fround(Math.fround(f * ny) - Math.fround(drag * Math.fround(wy - Math.fround(rate * ny))));
memory[4 * (forces + (3 * n) + 2) + lane] = Math.fround(Math.fround(f * nz) - Math.fround(drag * Math.fround(wz - Math.fround(rate * nz))));
}
}

export function stick(memory: Float32Array, pairs: number, contacts: number, table: number, forces: number, slips: number, law: number, packs: number): void {
for (let lane = 0; lane < 4; lane++) in_stick(memory, lane, pairs, contacts, table, forces, slips, law, packs);
}
function in_stick(memory: Float32Array, lane: number, pairs: number, contacts: number, table: number, forces: number, slips: number, law: number, packs: number): void {
for (let n: number = 0; (n < packs); n++) {
let p_0: number = 0.0;
let p_1: number = 0.0;
let p_2: number = 0.0;
let p_4: number = 0.0;
let p_5: number = 0.0;
let p_6: number = 0.0;
let p_12: number = 0.0;
let p_13: number = 0.0;
let q_0: number = 0.0;
let q_1: number = 0.0;
let q_2: number = 0.0;
let q_4: number = 0.0;
let q_5: number = 0.0;
let q_6: number = 0.0;
let q_12: number = 0.0;
let q_13: number = 0.0;
let normal_0: number = 0.0;
let normal_1: number = 0.0;
let normal_2: number = 0.0;
let w_0: number = 0.0;
let w_1: number = 0.0;
let w_2: number = 0.0;
let moved_0: number = 0.0;
let moved_1: number = 0.0;
let moved_2: number = 0.0;
const o = (10 * n);
{
const at = 4 * (table + memory[4 * (pairs + (8 * n)) + lane]! + 2);
p_0 = memory[at + 0]!;
p_1 = memory[at + 1]!;
p_2 = memory[at + 2]!;
p_4 = memory[at + 4]!;
p_5 = memory[at + 5]!;
p_6 = memory[at + 6]!;
p_12 = memory[at + 12]!;
p_13 = memory[at + 13]!;
}
{
const at = 4 * (table + memory[4 * (pairs + (8 * n) + 1) + lane]! + 2);
q_0 = memory[at + 0]!;
q_1 = memory[at + 1]!;
q_2 = memory[at + 2]!;
q_4 = memory[at + 4]!;
q_5 = memory[at + 5]!;
q_6 = memory[at + 6]!;
q_12 = memory[at + 12]!;
q_13 = memory[at + 13]!;
}
const s = memory[4 * (contacts + o) + lane]!;
const t = memory[4 * (contacts + o + 1) + lane]!;
const less = shared(p_12, p_13, s, q_12, q_13, t);
normal_0 = memory[4 * (contacts + o + 2) + lane]!;
w_0 = Math.fround(velocityAt(p_0, p_4, s) - velocityAt(q_0, q_4, t));
normal_1 = memory[4 * (contacts + o + 3) + lane]!;
w_1 = Math.fround(velocityAt(p_1, p_5, s) - velocityAt(q_1, q_5, t));
normal_2 = memory[4 * (contacts + o + 4) + lane]!;
w_2 = Math.fround(velocityAt(p_2, p_6, s) - velocityAt(q_2, q_6, t));
const rate = dot(w_0, w_1, w_2, normal_0, normal_1, normal_2);
const f = Math.fround(less * Math.fround(memory[4 * (contacts + o + 5) + lane]! - Math.fround(memory[4 * (contacts + o + 6) + lane]! * rate)));
const held = memory[4 * (contacts + o + 8) + lane]!;
const soft = Math.fround(Math.fround(less * held) / memory[4 * (law + 9) + lane]!);
const most = Math.fround(memory[4 * (law + 5) + lane]! * larger(f, 0.0));
const x = memory[4 * (slips + (3 * n)) + lane]!;
const y = memory[4 * (slips + (3 * n) + 1) + lane]!;
const z = memory[4 * (slips + (3 * n) + 2) + lane]!;
const along = dot(x, y, z, normal_0, normal_1, normal_2);
moved_0 = Math.fround(Math.fround(memory[4 * (slips + (3 * n)) + lane]! - Math.fround(along * normal_0)) + Math.fround(memory[4 * (law + 9) + lane]! * Math.fround(w_0 - Math.fround(rate * normal_0))));
moved_1 = Math.fround(Math.fround(memory[4 * (slips + (3 * n) + 1) + lane]! - Math.fround(along * normal_1)) + Math.fround(memory[4 * (law + 9) + lane]! * Math.fround(w_1 - Math.fround(rate * normal_1))));
moved_2 = Math.fround(Math.fround(memory[4 * (slips + (3 * n) + 2) + lane]! - Math.fround(along * normal_2)) + Math.fround(memory[4 * (law + 9) + lane]! * Math.fround(w_2 - Math.fround(rate * normal_2))));
const pull2 = Math.fround(soft * Math.fround(Math.sqrt(dot(moved_0, moved_1, moved_2, moved_0, moved_1, moved_2))));
const scale = ((pull2 > most) ? Math.fround(most / pull2) : 1.0);
{
const slip = ((held > 0.0) ? Math.fround(scale * moved_0) : memory[4 * (slips + (3 * n)) + lane]!);
memory[4 * (slips + (3 * n)) + lane] = slip;
memory[4 * (forces + (3 * n)) + lane] = Math.fround(memory[4 * (forces + (3 * n)) + lane]! - ((held > 0.0) ? Math.fround(soft * slip) : 0.0));
}
{
const slip = ((held > 0.0) ? Math.fround(scale * moved_1) : memory[4 * (slips + (3 * n) + 1) + lane]!);
memory[4 * (slips + (3 * n) + 1) + lane] = slip;
memory[4 * (forces + (3 * n) + 1) + lane] = Math.fround(memory[4 * (forces + (3 * n) + 1) + lane]! - ((held > 0.0) ? Math.fround(soft * slip) : 0.0));
}
{
const slip = ((held > 0.0) ? Math.fround(scale * moved_2) : memory[4 * (slips + (3 * n) + 2) + lane]!);
memory[4 * (slips + (3 * n) + 2) + lane] = slip;
memory[4 * (forces + (3 * n) + 2) + lane] = Math.fround(memory[4 * (forces + (3 * n) + 2) + lane]! - ((held > 0.0) ? Math.fround(soft * slip) : 0.0));
}
}
}

function normalForce(g: number, delta: number): number {
const depth = larger(g, 0.0);
return ((depth < delta) ? Math.fround(Math.fround(0.5 * depth) * Math.fround(depth / delta)) : Math.fround(depth - Math.fround(0.5 * delta)));
}

function normalForceSlope(g: number, delta: number): number {
return smaller(Math.fround(larger(g, 0.0) / delta), 1.0);
}

function pull(d: number, end: number): number {
const t = smaller(Math.fround(larger(d, 0.0) / larger(end, 1.0000000031710769e-30)), 1.0);
return Math.fround(Math.fround(Math.fround(Math.fround(Math.fround(4.0 * end) * t) * t) * Math.fround(1.0 - t)) * Math.fround(1.0 - t));
}

function alikeness(cosine: number): number {
const t = smaller(larger(Math.fround(Math.fround(Math.abs(cosine) - 0.5) / 0.4000000059604645), 0.0), 1.0);
return Math.fround(Math.fround(t * t) * Math.fround(3.0 - Math.fround(2.0 * t)));
}

function cuticle(cosine: number): number {
return Math.fround(1.0 + Math.fround(Math.sqrt(smaller(larger(Math.fround(0.5 * Math.fround(1.0 + cosine)), 0.0), 1.0))));
}

function agedPush(push: number, distance: number, rest: number, rate: number, fraction: number): number {
return (((distance < rest) || (rate < 0.0)) ? smaller(Math.fround(push + fraction), 1.0) : larger(Math.fround(push - fraction), 0.0));
}

function agedDamping(push: number, damping: number, distance: number, rest: number, rate: number, fraction: number): number {
const risen = ((distance < rest) ? 1.0 : smaller(Math.fround(damping + fraction), 1.0));
const fallen = ((push > 0.0) ? damping : larger(Math.fround(damping - fraction), 0.0));
return (((distance < rest) || (rate < 0.0)) ? risen : fallen);
}

function between2(a: number, b: number, s: number): number {
return Math.fround(0.5 * Math.fround(Math.fround(a + b) + Math.fround(s * Math.fround(b - a))));
}

export function meet(memory: Float32Array, pairs: number, contacts: number, table: number, law: number, packs: number): void {
for (let lane = 0; lane < 4; lane++) in_meet(memory, lane, pairs, contacts, table, law, packs);
}
function in_meet(memory: Float32Array, lane: number, pairs: number, contacts: number, table: number, law: number, packs: number): void {
for (let n: number = 0; (n < packs); n++) {
let p_0: number = 0.0;
let p_1: number = 0.0;
let p_2: number = 0.0;
let p_3: number = 0.0;
let p_4: number = 0.0;
let p_5: number = 0.0;
let p_6: number = 0.0;
let p_7: number = 0.0;
let p_8: number = 0.0;
let p_9: number = 0.0;
let p_10: number = 0.0;
let p_11: number = 0.0;
let p_12: number = 0.0;
let p_13: number = 0.0;
let p_14: number = 0.0;
let p_15: number = 0.0;
let p_16: number = 0.0;
let p_17: number = 0.0;
let p_18: number = 0.0;
let p_19: number = 0.0;
let q_0: number = 0.0;
let q_1: number = 0.0;
let q_2: number = 0.0;
let q_3: number = 0.0;
let q_4: number = 0.0;
let q_5: number = 0.0;
let q_6: number = 0.0;
let q_7: number = 0.0;
let q_8: number = 0.0;
let q_9: number = 0.0;
let q_10: number = 0.0;
let q_11: number = 0.0;
let q_12: number = 0.0;
let q_13: number = 0.0;
let q_14: number = 0.0;
let q_15: number = 0.0;
let q_16: number = 0.0;
let q_17: number = 0.0;
let q_18: number = 0.0;
let q_19: number = 0.0;
const m = (8 * n);
const o = (10 * n);
{
const at = 4 * (table + memory[4 * (pairs + m) + lane]! + 0);
p_0 = memory[at + 0]!;
p_1 = memory[at + 1]!;
p_2 = memory[at + 2]!;
p_3 = memory[at + 3]!;
p_4 = memory[at + 4]!;
p_5 = memory[at + 5]!;
p_6 = memory[at + 6]!;
p_7 = memory[at + 7]!;
p_8 = memory[at + 8]!;
p_9 = memory[at + 9]!;
p_10 = memory[at + 10]!;
p_11 = memory[at + 11]!;
p_12 = memory[at + 12]!;
p_13 = memory[at + 13]!;
p_14 = memory[at + 14]!;
p_15 = memory[at + 15]!;
p_16 = memory[at + 16]!;
p_17 = memory[at + 17]!;
p_18 = memory[at + 18]!;
p_19 = memory[at + 19]!;
}
{
const at = 4 * (table + memory[4 * (pairs + m + 1) + lane]! + 0);
q_0 = memory[at + 0]!;
q_1 = memory[at + 1]!;
q_2 = memory[at + 2]!;
q_3 = memory[at + 3]!;
q_4 = memory[at + 4]!;
q_5 = memory[at + 5]!;
q_6 = memory[at + 6]!;
q_7 = memory[at + 7]!;
q_8 = memory[at + 8]!;
q_9 = memory[at + 9]!;
q_10 = memory[at + 10]!;
q_11 = memory[at + 11]!;
q_12 = memory[at + 12]!;
q_13 = memory[at + 13]!;
q_14 = memory[at + 14]!;
q_15 = memory[at + 15]!;
q_16 = memory[at + 16]!;
q_17 = memory[at + 17]!;
q_18 = memory[at + 18]!;
q_19 = memory[at + 19]!;
}
const ux = p_4;
const uy = p_5;
const uz = p_6;
const vx = q_4;
const vy = q_5;
const vz = q_6;
const rx = Math.fround(p_0 - q_0);
const ry = Math.fround(p_1 - q_1);
const rz = Math.fround(p_2 - q_2);
const b = dot(ux, uy, uz, vx, vy, vz);
const c = Math.fround(dot(ux, uy, uz, rx, ry, rz) * p_7);
const f = Math.fround(dot(vx, vy, vz, rx, ry, rz) * q_7);
const t = closestSecond(b, c, f, p_7, q_7);
const s = closestFirst(b, c, t, p_7);
const dx = Math.fround(Math.fround(rx + Math.fround(s * ux)) - Math.fround(t * vx));
const dy = Math.fround(Math.fround(ry + Math.fround(s * uy)) - Math.fround(t * vy));
const dz = Math.fround(Math.fround(rz + Math.fround(s * uz)) - Math.fround(t * vz));
const distance = Math.fround(Math.sqrt(dot(dx, dy, dz, dx, dy, dz)));
const release = memory[4 * (law + 7) + lane]!;
const stored = memory[4 * (pairs + m + 7) + lane]!;
const isNew = (memory[4 * (pairs + m + 2) + lane]! < 0.0);
const isKnown = ((stored >= 0.0) && (stored < 500000000.0));
const reach = Math.fround(p_3 + q_3);
const radii = Math.fround(between2(p_16, p_17, s) + between2(q_16, q_17, t));
const rest = ((stored < 0.0) ? (-stored) : smaller(radii, (isKnown ? stored : distance)));
const isFar = (distance >= Math.fround(release * reach));
const groomed = (isNew ? Math.fround(0.9990000128746033 * stored) : Math.fround(release * stored));
const isBeyond = ((stored >= 0.0) && (distance >= groomed));
const isShared1 = (((s <= (-1.0)) && (p_18 > 0.0)) || ((s >= 1.0) && (p_19 > 0.0)));
const isShared2 = (((t <= (-1.0)) && (q_18 > 0.0)) || ((t >= 1.0) && (q_19 > 0.0)));
const isCorner = ((isShared1 && isShared2) && ((s > (-1.0)) || (t > (-1.0))));
const isLeftOut = ((memory[4 * (law + 10) + lane]! === 0.0) && (isBeyond || isCorner));
const isInterior = ((((s > (-1.0)) && (s < 1.0)) && (t > (-1.0))) && (t < 1.0));
const before = dot(memory[4 * (pairs + m + 4) + lane]!, memory[4 * (pairs + m + 5) + lane]!, memory[4 * (pairs + m + 6) + lane]!, dx, dy, dz);
const side = (((isInterior && !isNew) && (before < 0.0)) ? (-1.0) : 1.0);
const u = Math.fround(side * distance);
const isApart = (isNew && (distance >= (isKnown ? rest : radii)));
const isOut = ((isFar || isLeftOut) || isApart);
const scale = ((distance > 9.999999960041972e-13) ? Math.fround(side / distance) : 0.0);
const nx = Math.fround(scale * dx);
const ny = Math.fround(scale * dy);
const nz = Math.fround(scale * dz);
const wx = Math.fround(between2(p_8, p_12, s) - between2(q_8, q_12, t));
const wy = Math.fround(between2(p_9, p_13, s) - between2(q_9, q_13, t));
const wz = Math.fround(between2(p_10, p_14, s) - between2(q_10, q_14, t));
const rate = dot(wx, wy, wz, nx, ny, nz);
const fraction = memory[4 * (law + 8) + lane]!;
const oldStiff = memory[4 * (pairs + m + 2) + lane]!;
const oldDamp = memory[4 * (pairs + m + 3) + lane]!;
const agedStiff = agedPush(oldStiff, u, rest, rate, fraction);
const agedDamp = agedDamping(oldStiff, oldDamp, u, rest, rate, fraction);
const stiff = (isOut ? 0.0 : (isNew ? smaller(Math.fround(0.5 * fraction), 1.0) : agedStiff));
const damp = (isOut ? 0.0 : (isNew ? 1.0 : agedDamp));
const isEnded = (!isNew && ((u >= Math.fround(release * rest)) || !(((u < rest) || (stiff > 0.0)) || (damp > 0.0))));
const lasts = ((!isOut && !isEnded) || ((memory[4 * (law + 10) + lane]! > 0.0) && (memory[4 * (contacts + o + 9) + lane]! > 0.0)));
memory[4 * (pairs + m + 2) + lane] = (lasts ? stiff : (-2.0));
memory[4 * (pairs + m + 3) + lane] = damp;
memory[4 * (pairs + m + 4) + lane] = (isInterior ? nx : 0.0);
memory[4 * (pairs + m + 5) + lane] = (isInterior ? ny : 0.0);
memory[4 * (pairs + m + 6) + lane] = (isInterior ? nz : 0.0);
memory[4 * (pairs + m + 7) + lane] = ((isNew && (stored > 500000000.0)) ? (-larger(rest, 9.999999717180685e-10)) : stored);
const sa = Math.fround(0.5 * Math.fround(1.0 - s));
const sb = Math.fround(0.5 * Math.fround(1.0 + s));
const ta = Math.fround(0.5 * Math.fround(1.0 - t));
const tb = Math.fround(0.5 * Math.fround(1.0 + t));
const free = Math.fround(Math.fround(Math.fround(Math.fround(Math.fround(sa * sa) * p_11) + Math.fround(Math.fround(sb * sb) * p_15)) + Math.fround(Math.fround(ta * ta) * q_11)) + Math.fround(Math.fround(tb * tb) * q_15));
const gx = Math.fround(wx - Math.fround(rate * nx));
const gy = Math.fround(wy - Math.fround(rate * ny));
const gz = Math.fround(wz - Math.fround(rate * nz));
const speed = Math.fround(Math.sqrt(dot(gx, gy, gz, gx, gy, gz)));
const overU = Math.fround(Math.sqrt(p_7));
const overV = Math.fround(Math.sqrt(q_7));
const isSliding = (speed > 0.0);
const overSpeed = Math.fround(1.0 / (isSliding ? speed : 1.0));
const first = (isSliding ? Math.fround(Math.fround(dot(ux, uy, uz, gx, gy, gz) * overU) * overSpeed) : (-1.0));
const second = (isSliding ? Math.fround(Math.fround((-dot(vx, vy, vz, gx, gy, gz)) * overV) * overSpeed) : (-1.0));
const like = alikeness(Math.fround(Math.fround(b * overU) * overV));
const normal = Math.fround(1.0 - Math.fround(like * Math.fround(1.0 - memory[4 * (law + 2) + lane]!)));
const full = Math.fround(memory[4 * (law) + lane]! * normal);
const overlap = Math.fround(rest - u);
const delta = Math.fround(0.25 * rest);
const stiffness = Math.fround(full * stiff);
const drag = Math.fround(Math.fround(memory[4 * (law + 4) + lane]! * like) * damp);
const critical = Math.fround(Math.fround(Math.fround(Math.fround(2.0 * memory[4 * (law + 1) + lane]!) * normal) * Math.fround(Math.sqrt(Math.fround(memory[4 * (law) + lane]! / ((free > 0.0) ? free : 1.0))))) * damp);
const friction = Math.fround(Math.fround(Math.fround(memory[4 * (law + 3) + lane]! * 0.5) * Math.fround(cuticle(first) + cuticle(second))) * damp);
const held = ((memory[4 * (law + 5) + lane]! > 0.0) ? Math.fround(memory[4 * (law + 9) + lane]! * full) : 0.0);
const pulled = Math.fround(memory[4 * (law + 6) + lane]! * pull((-overlap), Math.fround(Math.fround(release - 1.0) * rest)));
const acts = ((lasts && (free > 0.0)) && (damp > 0.0));
const alongNormal = (acts ? Math.fround(Math.fround(Math.fround(Math.fround(memory[4 * (law + 9) + lane]! * stiffness) * normalForceSlope(overlap, delta)) + critical) + drag) : 0.0);
const across = (acts ? Math.fround(friction + drag) : 0.0);
memory[4 * (contacts + o) + lane] = s;
memory[4 * (contacts + o + 1) + lane] = t;
memory[4 * (contacts + o + 2) + lane] = nx;
memory[4 * (contacts + o + 3) + lane] = ny;
memory[4 * (contacts + o + 4) + lane] = nz;
memory[4 * (contacts + o + 5) + lane] = (acts ? Math.fround(Math.fround(stiffness * normalForce(overlap, delta)) - Math.fround(Math.fround(full * damp) * pulled)) : 0.0);
memory[4 * (contacts + o + 6) + lane] = alongNormal;
memory[4 * (contacts + o + 7) + lane] = across;
memory[4 * (contacts + o + 8) + lane] = (acts ? held : 0.0);
}
}

export function findNear(memory: Float32Array, first: number, second: number, out: number, table: number, packs: number): void {
for (let lane = 0; lane < 4; lane++) in_findNear(memory, lane, first, second, out, table, packs);
}
function in_findNear(memory: Float32Array, lane: number, first: number, second: number, out: number, table: number, packs: number): void {
for (let n: number = 0; (n < packs); n++) {
let a_0: number = 0.0;
let a_1: number = 0.0;
let a_2: number = 0.0;
let a_3: number = 0.0;
let a_4: number = 0.0;
let a_5: number = 0.0;
let a_6: number = 0.0;
let a_7: number = 0.0;
let b_0: number = 0.0;
let b_1: number = 0.0;
let b_2: number = 0.0;
let b_3: number = 0.0;
let b_4: number = 0.0;
let b_5: number = 0.0;
let b_6: number = 0.0;
let b_7: number = 0.0;
const low = smaller(memory[4 * (first + n) + lane]!, memory[4 * (second + n) + lane]!);
const high = larger(memory[4 * (first + n) + lane]!, memory[4 * (second + n) + lane]!);
memory[4 * (first + n) + lane] = low;
memory[4 * (second + n) + lane] = high;
{
const at = 4 * (table + low + 0);
a_0 = memory[at + 0]!;
a_1 = memory[at + 1]!;
a_2 = memory[at + 2]!;
a_3 = memory[at + 3]!;
a_4 = memory[at + 4]!;
a_5 = memory[at + 5]!;
a_6 = memory[at + 6]!;
a_7 = memory[at + 7]!;
}
{
const at = 4 * (table + high + 0);
b_0 = memory[at + 0]!;
b_1 = memory[at + 1]!;
b_2 = memory[at + 2]!;
b_3 = memory[at + 3]!;
b_4 = memory[at + 4]!;
b_5 = memory[at + 5]!;
b_6 = memory[at + 6]!;
b_7 = memory[at + 7]!;
}
const rx = Math.fround(a_0 - b_0);
const ry = Math.fround(a_1 - b_1);
const rz = Math.fround(a_2 - b_2);
const square = squaredDistance(rx, ry, rz, a_4, a_5, a_6, a_7, b_4, b_5, b_6, b_7);
const reach = Math.fround(a_3 + b_3);
memory[4 * (out + n) + lane] = ((square < Math.fround(reach * reach)) ? square : (-1.0));
}
}

export function findNearer(memory: Float32Array, first: number, second: number, out: number, table: number, packs: number): void {
for (let lane = 0; lane < 4; lane++) in_findNearer(memory, lane, first, second, out, table, packs);
}
function in_findNearer(memory: Float32Array, lane: number, first: number, second: number, out: number, table: number, packs: number): void {
for (let n: number = 0; (n < packs); n++) {
let a_0: number = 0.0;
let a_1: number = 0.0;
let a_2: number = 0.0;
let a_3: number = 0.0;
let a_4: number = 0.0;
let a_5: number = 0.0;
let a_6: number = 0.0;
let a_7: number = 0.0;
let b_0: number = 0.0;
let b_1: number = 0.0;
let b_2: number = 0.0;
let b_3: number = 0.0;
let b_4: number = 0.0;
let b_5: number = 0.0;
let b_6: number = 0.0;
let b_7: number = 0.0;
{
const at = 4 * (table + memory[4 * (first + n) + lane]! + 2);
a_0 = memory[at + 0]!;
a_1 = memory[at + 1]!;
a_2 = memory[at + 2]!;
a_3 = memory[at + 3]!;
a_4 = memory[at + 4]!;
a_5 = memory[at + 5]!;
a_6 = memory[at + 6]!;
a_7 = memory[at + 7]!;
}
{
const at = 4 * (table + memory[4 * (second + n) + lane]! + 2);
b_0 = memory[at + 0]!;
b_1 = memory[at + 1]!;
b_2 = memory[at + 2]!;
b_3 = memory[at + 3]!;
b_4 = memory[at + 4]!;
b_5 = memory[at + 5]!;
b_6 = memory[at + 6]!;
b_7 = memory[at + 7]!;
}
const rx = Math.fround(a_0 - b_0);
const ry = Math.fround(a_1 - b_1);
const rz = Math.fround(a_2 - b_2);
const groomed = Math.fround(Math.sqrt(squaredDistance(rx, ry, rz, a_4, a_5, a_6, a_7, b_4, b_5, b_6, b_7)));
const slack = Math.fround(a_3 + b_3);
const most = Math.fround(Math.fround(0.9990000128746033 * groomed) + slack);
const distance = ((slack < 500000000.0) ? groomed : 1000000000.0);
memory[4 * (out + n) + lane] = ((memory[4 * (out + n) + lane]! < Math.fround(most * most)) ? distance : (-1.0));
}
}

/** All kernels on one memory. */
export const bindTwin = (memory: Float32Array) => ({
findNew: (pairs: number, table: number, law: number, packs: number): void => findNew(memory, pairs, table, law, packs),
findForces: (pairs: number, contacts: number, table: number, forces: number, packs: number): void => findForces(memory, pairs, contacts, table, forces, packs),
stick: (pairs: number, contacts: number, table: number, forces: number, slips: number, law: number, packs: number): void => stick(memory, pairs, contacts, table, forces, slips, law, packs),
meet: (pairs: number, contacts: number, table: number, law: number, packs: number): void => meet(memory, pairs, contacts, table, law, packs),
findNear: (first: number, second: number, out: number, table: number, packs: number): void => findNear(memory, first, second, out, table, packs),
findNearer: (first: number, second: number, out: number, table: number, packs: number): void => findNearer(memory, first, second, out, table, packs),
});
