/** Made by kernels/build.mjs from kernels/field/: change that, not this. */

const larger = (a: number, b: number): number => (a < b ? b : a);
const smaller = (a: number, b: number): number => (b < a ? b : a);

function mean(e: number, f: number, v0: number, v1: number): number {
return ((e * v0) + (f * v1));
}

function slope(f: number, side: number, m0: number, m1: number, beyond: number): number {
const q = (f - 0.5);
return (((1.0 - Math.abs(q)) * (m1 - m0)) + (q * ((beyond - m0) - (side * (m1 - m0)))));
}

export function sampleField(memory: Float64Array, tables: Float32Array, points: number, pose: number, grid: number, values: number, row: number, slice: number, count: number): void {
for (let lane = 0; lane < 2; lane++) in_sampleField(memory, tables, lane, points, pose, grid, values, row, slice, count);
}
function in_sampleField(memory: Float64Array, tables: Float32Array, lane: number, points: number, pose: number, grid: number, values: number, row: number, slice: number, count: number): void {
for (let i: number = 0; (i < count); i++) {
in_samplePoint(memory, tables, lane, points, pose, grid, values, row, slice, (11 * i));
}
}

function in_samplePoint(memory: Float64Array, tables: Float32Array, lane: number, points: number, pose: number, grid: number, values: number, row: number, slice: number, p: number): void {
let r_0: number = 0.0;
let r_1: number = 0.0;
let r_2: number = 0.0;
let f_0: number = 0.0;
let f_1: number = 0.0;
let f_2: number = 0.0;
let cell_0: number = 0.0;
let cell_1: number = 0.0;
let cell_2: number = 0.0;
let away_0: number = 0.0;
let away_1: number = 0.0;
let away_2: number = 0.0;
let b_0: number = 0.0;
let b_1: number = 0.0;
let b_2: number = 0.0;
r_0 = (memory[2 * (points + p) + lane]! - memory[2 * (pose + 9) + lane]!);
r_1 = (memory[2 * (points + p + 1) + lane]! - memory[2 * (pose + 10) + lane]!);
r_2 = (memory[2 * (points + p + 2) + lane]! - memory[2 * (pose + 11) + lane]!);
{
const own2 = (memory[2 * (pose + 26) + lane]! * (((memory[2 * (pose) + lane]! * r_0) + (memory[2 * (pose + 3) + lane]! * r_1)) + (memory[2 * (pose + 6) + lane]! * r_2)));
const g = ((own2 - memory[2 * (grid) + lane]!) * memory[2 * (grid + 3) + lane]!);
const last = memory[2 * (grid + 7) + lane]!;
const held = smaller(larger(1.0, g), last);
cell_0 = smaller(Math.floor(held), (last - 1.0));
f_0 = (held - cell_0);
away_0 = (g - held);
}
{
const own2 = (memory[2 * (pose + 26) + lane]! * (((memory[2 * (pose + 1) + lane]! * r_0) + (memory[2 * (pose + 4) + lane]! * r_1)) + (memory[2 * (pose + 7) + lane]! * r_2)));
const g = ((own2 - memory[2 * (grid + 1) + lane]!) * memory[2 * (grid + 3) + lane]!);
const last = memory[2 * (grid + 8) + lane]!;
const held = smaller(larger(1.0, g), last);
cell_1 = smaller(Math.floor(held), (last - 1.0));
f_1 = (held - cell_1);
away_1 = (g - held);
}
{
const own2 = (memory[2 * (pose + 26) + lane]! * (((memory[2 * (pose + 2) + lane]! * r_0) + (memory[2 * (pose + 5) + lane]! * r_1)) + (memory[2 * (pose + 8) + lane]! * r_2)));
const g = ((own2 - memory[2 * (grid + 2) + lane]!) * memory[2 * (grid + 3) + lane]!);
const last = memory[2 * (grid + 9) + lane]!;
const held = smaller(larger(1.0, g), last);
cell_2 = smaller(Math.floor(held), (last - 1.0));
f_2 = (held - cell_2);
away_2 = (g - held);
}
const fx = f_0;
const fy = f_1;
const fz = f_2;
const ex = (1.0 - fx);
const ey = (1.0 - fy);
const ez = (1.0 - fz);
const n = ((cell_0 + (memory[2 * (grid + 5) + lane]! * cell_1)) + (memory[2 * (grid + 6) + lane]! * cell_2));
const corner = n;
const v000 = tables[4 * values + corner + 0]!;
const v100 = tables[4 * values + corner + 1]!;
const v010 = tables[4 * values + corner + row + 0]!;
const v110 = tables[4 * values + corner + row + 1]!;
const v001 = tables[4 * values + corner + slice + 0]!;
const v101 = tables[4 * values + corner + slice + 1]!;
const v011 = tables[4 * values + corner + slice + row + 0]!;
const v111 = tables[4 * values + corner + slice + row + 1]!;
const x0 = mean(ez, fz, mean(ey, fy, v000, v010), mean(ey, fy, v001, v011));
const x1 = mean(ez, fz, mean(ey, fy, v100, v110), mean(ey, fy, v101, v111));
const a00 = mean(ex, fx, v000, v100);
const a10 = mean(ex, fx, v010, v110);
const a01 = mean(ex, fx, v001, v101);
const a11 = mean(ex, fx, v011, v111);
const inside = mean(ex, fx, x0, x1);
let own: number = inside;
const isBeyond = (((away_0 !== 0.0) || (away_1 !== 0.0)) || (away_2 !== 0.0));
if (isBeyond) {
const e = (memory[2 * (grid + 4) + lane]! * (Math.sqrt((((away_0 * away_0) + (away_1 * away_1)) + (away_2 * away_2)))));
const out = ((inside > 0.0) ? (Math.sqrt(((e * (e + (2.0 * memory[2 * (grid + 10) + lane]!))) + (inside * inside)))) : (inside + e));
own = (isBeyond ? out : inside);
}
const field = (memory[2 * (pose + 18) + lane]! * own);
b_0 = larger(larger((memory[2 * (pose + 20) + lane]! - memory[2 * (points + p) + lane]!), (memory[2 * (points + p) + lane]! - memory[2 * (pose + 23) + lane]!)), 0.0);
b_1 = larger(larger((memory[2 * (pose + 21) + lane]! - memory[2 * (points + p + 1) + lane]!), (memory[2 * (points + p + 1) + lane]! - memory[2 * (pose + 24) + lane]!)), 0.0);
b_2 = larger(larger((memory[2 * (pose + 22) + lane]! - memory[2 * (points + p + 2) + lane]!), (memory[2 * (points + p + 2) + lane]! - memory[2 * (pose + 25) + lane]!)), 0.0);
const box = (((b_0 * b_0) + (b_1 * b_1)) + (b_2 * b_2));
let d: number = field;
if ((box > 0.0)) {
const far = (Math.sqrt(box));
d = (((box > 0.0) && (far > field)) ? far : field);
}
memory[2 * (points + p + 4) + lane] = d;
if (!(d > memory[2 * (points + p + 3) + lane]!)) {
const y0 = mean(ez, fz, a00, a01);
const y1 = mean(ez, fz, a10, a11);
const z0 = mean(ey, fy, a00, a10);
const z1 = mean(ey, fy, a01, a11);
const hx = Math.floor((fx + 0.5));
const hy = Math.floor((fy + 0.5));
const hz = Math.floor((fz + 0.5));
const px = ((n - 1.0) + (3.0 * hx));
const py = (n + (((3.0 * hy) - 1.0) * memory[2 * (grid + 5) + lane]!));
const pz = (n + (((3.0 * hz) - 1.0) * memory[2 * (grid + 6) + lane]!));
const xb = mean(ez, fz, mean(ey, fy, tables[4 * values + px + 0]!, tables[4 * values + px + row + 0]!), mean(ey, fy, tables[4 * values + px + slice + 0]!, tables[4 * values + px + slice + row + 0]!));
const yb = mean(ez, fz, mean(ex, fx, tables[4 * values + py + 0]!, tables[4 * values + py + 1]!), mean(ex, fx, tables[4 * values + py + slice + 0]!, tables[4 * values + py + slice + 1]!));
const zb = mean(ey, fy, mean(ex, fx, tables[4 * values + pz + 0]!, tables[4 * values + pz + 1]!), mean(ex, fx, tables[4 * values + pz + row + 0]!, tables[4 * values + pz + row + 1]!));
const dx = slope(fx, hx, x0, x1, xb);
const dy = slope(fy, hy, y0, y1, yb);
const dz = slope(fz, hz, z0, z1, zb);
const l = (Math.sqrt((((dx * dx) + (dy * dy)) + (dz * dz))));
const scale = (1.0 / l);
let nx: number = ((l > 1e-30) ? (dx * scale) : 0.0);
let ny: number = ((l > 1e-30) ? (dy * scale) : 1.0);
let nz: number = ((l > 1e-30) ? (dz * scale) : 0.0);
if (isBeyond) {
const ax = ((away_0 * memory[2 * (grid + 4) + lane]!) + (inside * nx));
const ay = ((away_1 * memory[2 * (grid + 4) + lane]!) + (inside * ny));
const az = ((away_2 * memory[2 * (grid + 4) + lane]!) + (inside * nz));
const far = (Math.sqrt((((ax * ax) + (ay * ay)) + (az * az))));
const isOut = (isBeyond && (far > 0.0));
nx = (isOut ? (ax / far) : nx);
ny = (isOut ? (ay / far) : ny);
nz = (isOut ? (az / far) : nz);
}
{
const w = (((memory[2 * (pose) + lane]! * nx) + (memory[2 * (pose + 1) + lane]! * ny)) + (memory[2 * (pose + 2) + lane]! * nz));
memory[2 * (points + p + 5) + lane] = w;
memory[2 * (points + p + 8) + lane] = (((memory[2 * (pose + 12) + lane]! + (memory[2 * (pose + 16) + lane]! * r_2)) - (memory[2 * (pose + 17) + lane]! * r_1)) + (memory[2 * (pose + 27) + lane]! * (r_0 - (field * w))));
}
{
const w = (((memory[2 * (pose + 3) + lane]! * nx) + (memory[2 * (pose + 4) + lane]! * ny)) + (memory[2 * (pose + 5) + lane]! * nz));
memory[2 * (points + p + 6) + lane] = w;
memory[2 * (points + p + 9) + lane] = (((memory[2 * (pose + 13) + lane]! + (memory[2 * (pose + 17) + lane]! * r_0)) - (memory[2 * (pose + 15) + lane]! * r_2)) + (memory[2 * (pose + 27) + lane]! * (r_1 - (field * w))));
}
{
const w = (((memory[2 * (pose + 6) + lane]! * nx) + (memory[2 * (pose + 7) + lane]! * ny)) + (memory[2 * (pose + 8) + lane]! * nz));
memory[2 * (points + p + 7) + lane] = w;
memory[2 * (points + p + 10) + lane] = (((memory[2 * (pose + 14) + lane]! + (memory[2 * (pose + 15) + lane]! * r_1)) - (memory[2 * (pose + 16) + lane]! * r_0)) + (memory[2 * (pose + 27) + lane]! * (r_2 - (field * w))));
}
}
}

/** All kernels on one memory. */
export const bindTwin = (memory: Float64Array, tables: Float32Array) => ({
sampleField: (points: number, pose: number, grid: number, values: number, row: number, slice: number, count: number): void => sampleField(memory, tables, points, pose, grid, values, row, slice, count),
});
