/** Made by kernels/build.mjs from kernels/curly/: change that, not this. */

const larger = (a: number, b: number): number => (a < b ? b : a);
const smaller = (a: number, b: number): number => (b < a ? b : a);

function hermite(s: number): number {
const t = smaller(larger(s, 0.0), 1.0);
return Math.fround(Math.fround(t * t) * Math.fround(3.0 - Math.fround(2.0 * t)));
}

function in_pullCore(memory: Float32Array, lane: number, strand: number, edges: number, count: number, isConsistent: number): void {
in_measureCore(memory, lane, strand, edges, count);
if ((memory[4 * (strand + 29) + lane]! > 0.0)) {
for (let i: number = 0; (i < count); i++) {
const a = (49 * i);
const moment = Math.fround(memory[4 * (strand + 30) + lane]! * memory[4 * (edges + a + 39) + lane]!);
memory[4 * (edges + a + 40) + lane] = Math.fround(memory[4 * (strand + 31) + lane]! * memory[4 * (edges + a + 40) + lane]!);
memory[4 * (edges + a + 41) + lane] = Math.fround(moment * memory[4 * (edges + a + 36) + lane]!);
memory[4 * (edges + a + 42) + lane] = Math.fround(moment * memory[4 * (edges + a + 37) + lane]!);
memory[4 * (edges + a + 43) + lane] = Math.fround(moment * memory[4 * (edges + a + 38) + lane]!);
}
in_passOn(memory, lane, edges, count, isConsistent);
for (let i: number = 0; (i < count); i++) {
{
const a = (49 * i);
memory[4 * (edges + a + 29) + lane] = Math.fround(memory[4 * (edges + a + 29) + lane]! + memory[4 * (edges + a + 41) + lane]!);
memory[4 * (edges + a + 41) + lane] = 0.0;
}
{
const a = (49 * i);
memory[4 * (edges + a + 30) + lane] = Math.fround(memory[4 * (edges + a + 30) + lane]! + memory[4 * (edges + a + 42) + lane]!);
memory[4 * (edges + a + 42) + lane] = 0.0;
}
{
const a = (49 * i);
memory[4 * (edges + a + 31) + lane] = Math.fround(memory[4 * (edges + a + 31) + lane]! + memory[4 * (edges + a + 43) + lane]!);
memory[4 * (edges + a + 43) + lane] = 0.0;
}
}
}
}

function in_measureCore(memory: Float32Array, lane: number, strand: number, edges: number, count: number): void {
let y_0: number = 0.0;
let y_1: number = 0.0;
let y_2: number = 0.0;
let z_0: number = 0.0;
let z_1: number = 0.0;
let z_2: number = 0.0;
y_0 = 0.0;
z_0 = 0.0;
y_1 = 0.0;
z_1 = 0.0;
y_2 = 0.0;
z_2 = 0.0;
let whole: number = Math.fround(0.0 / memory[4 * (strand + 8) + lane]!);
let pulled: number = whole;
for (let i: number = 0; (i < count); i++) {
const a = (49 * i);
const q = memory[4 * (edges + a + 23) + lane]!;
const beta = Math.fround(1.0 - q);
const s = Math.fround(beta * memory[4 * (edges + a + 14) + lane]!);
y_0 = Math.fround(Math.fround(q * y_0) + Math.fround(s * memory[4 * (edges + a + 26) + lane]!));
z_0 = Math.fround(Math.fround(q * z_0) + Math.fround(beta * y_0));
y_1 = Math.fround(Math.fround(q * y_1) + Math.fround(s * memory[4 * (edges + a + 27) + lane]!));
z_1 = Math.fround(Math.fround(q * z_1) + Math.fround(beta * y_1));
y_2 = Math.fround(Math.fround(q * y_2) + Math.fround(s * memory[4 * (edges + a + 28) + lane]!));
z_2 = Math.fround(Math.fround(q * z_2) + Math.fround(beta * y_2));
const length = Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(z_0 * z_0) + Math.fround(z_1 * z_1)) + Math.fround(z_2 * z_2))));
const one = Math.fround(1.0 / Math.fround(length + 1.0000000031710769e-30));
memory[4 * (edges + a + 36) + lane] = Math.fround(z_0 * one);
memory[4 * (edges + a + 37) + lane] = Math.fround(z_1 * one);
memory[4 * (edges + a + 38) + lane] = Math.fround(z_2 * one);
const l = memory[4 * (edges + a + 13) + lane]!;
whole = Math.fround(whole + Math.fround(l * length));
const extension = Math.fround(length - memory[4 * (edges + a + 21) + lane]!);
const isLonger = (extension > 0.0020000000949949026);
const w = (isLonger ? Math.fround(l * hermite(Math.fround(extension * 2.0))) : 0.0);
memory[4 * (edges + a + 39) + lane] = Math.fround(w * extension);
memory[4 * (edges + a + 40) + lane] = w;
pulled = (isLonger ? 1.0 : pulled);
}
memory[4 * (strand + 29) + lane] = pulled;
const most = hermite(Math.fround(Math.fround(Math.fround(whole / memory[4 * (strand + 8) + lane]!) - 1.0) * memory[4 * (strand + 9) + lane]!));
memory[4 * (strand + 30) + lane] = Math.fround(memory[4 * (strand + 4) + lane]! + Math.fround(memory[4 * (strand + 5) + lane]! * most));
memory[4 * (strand + 31) + lane] = Math.fround(memory[4 * (strand + 6) + lane]! + Math.fround(memory[4 * (strand + 7) + lane]! * most));
}

function in_passOn(memory: Float32Array, lane: number, edges: number, count: number, isConsistent: number): void {
if ((isConsistent === 0)) {
for (let i: number = 0; (i < count); i++) {
{
const a = (49 * i);
memory[4 * (edges + a + 41) + lane] = Math.fround(memory[4 * (edges + a + 41) + lane]! * memory[4 * (edges + a + 14) + lane]!);
}
{
const a = (49 * i);
memory[4 * (edges + a + 42) + lane] = Math.fround(memory[4 * (edges + a + 42) + lane]! * memory[4 * (edges + a + 14) + lane]!);
}
{
const a = (49 * i);
memory[4 * (edges + a + 43) + lane] = Math.fround(memory[4 * (edges + a + 43) + lane]! * memory[4 * (edges + a + 14) + lane]!);
}
}
}
if ((isConsistent === 1)) {
let y_0: number = 0.0;
let y_1: number = 0.0;
let y_2: number = 0.0;
let z_0: number = 0.0;
let z_1: number = 0.0;
let z_2: number = 0.0;
y_0 = 0.0;
z_0 = 0.0;
y_1 = 0.0;
z_1 = 0.0;
y_2 = 0.0;
z_2 = 0.0;
let q: number = Math.fround(0.0 / memory[4 * (edges + 13) + lane]!);
for (let i: number = (count - 1); (i >= 0); i--) {
const a = (49 * i);
const beta = Math.fround(1.0 - memory[4 * (edges + a + 23) + lane]!);
const s = Math.fround(beta * memory[4 * (edges + a + 14) + lane]!);
z_0 = Math.fround(memory[4 * (edges + a + 41) + lane]! + Math.fround(q * z_0));
y_0 = Math.fround(Math.fround(beta * z_0) + Math.fround(q * y_0));
memory[4 * (edges + a + 41) + lane] = Math.fround(s * y_0);
z_1 = Math.fround(memory[4 * (edges + a + 42) + lane]! + Math.fround(q * z_1));
y_1 = Math.fround(Math.fround(beta * z_1) + Math.fround(q * y_1));
memory[4 * (edges + a + 42) + lane] = Math.fround(s * y_1);
z_2 = Math.fround(memory[4 * (edges + a + 43) + lane]! + Math.fround(q * z_2));
y_2 = Math.fround(Math.fround(beta * z_2) + Math.fround(q * y_2));
memory[4 * (edges + a + 43) + lane] = Math.fround(s * y_2);
q = memory[4 * (edges + a + 23) + lane]!;
}
}
}

function in_dampCore(memory: Float32Array, lane: number, edges: number, count: number, isConsistent: number): void {
let y_0: number = 0.0;
let y_1: number = 0.0;
let y_2: number = 0.0;
let z_0: number = 0.0;
let z_1: number = 0.0;
let z_2: number = 0.0;
y_0 = 0.0;
z_0 = 0.0;
y_1 = 0.0;
z_1 = 0.0;
y_2 = 0.0;
z_2 = 0.0;
for (let i: number = 0; (i < count); i++) {
const a = (49 * i);
const q = memory[4 * (edges + a + 23) + lane]!;
const beta = Math.fround(1.0 - q);
const s = Math.fround(beta * memory[4 * (edges + a + 14) + lane]!);
y_0 = Math.fround(Math.fround(q * y_0) + Math.fround(s * memory[4 * (edges + a + 6) + lane]!));
z_0 = Math.fround(Math.fround(q * z_0) + Math.fround(beta * y_0));
y_1 = Math.fround(Math.fround(q * y_1) + Math.fround(s * memory[4 * (edges + a + 7) + lane]!));
z_1 = Math.fround(Math.fround(q * z_1) + Math.fround(beta * y_1));
y_2 = Math.fround(Math.fround(q * y_2) + Math.fround(s * memory[4 * (edges + a + 8) + lane]!));
z_2 = Math.fround(Math.fround(q * z_2) + Math.fround(beta * y_2));
const pull = Math.fround(memory[4 * (edges + a + 40) + lane]! * Math.fround(Math.fround(Math.fround(z_0 * memory[4 * (edges + a + 36) + lane]!) + Math.fround(z_1 * memory[4 * (edges + a + 37) + lane]!)) + Math.fround(z_2 * memory[4 * (edges + a + 38) + lane]!)));
memory[4 * (edges + a + 41) + lane] = Math.fround(pull * memory[4 * (edges + a + 36) + lane]!);
memory[4 * (edges + a + 42) + lane] = Math.fround(pull * memory[4 * (edges + a + 37) + lane]!);
memory[4 * (edges + a + 43) + lane] = Math.fround(pull * memory[4 * (edges + a + 38) + lane]!);
}
in_passOn(memory, lane, edges, count, isConsistent);
}

function in_pullEdges(memory: Float32Array, lane: number, strand: number, edges: number, count: number): void {
for (let i: number = 0; (i < count); i++) {
const a = (49 * i);
let square: number = 1.0000000031710769e-30;
{
const e = Math.fround(memory[4 * (edges + a) + lane]! + memory[4 * (edges + a + 3) + lane]!);
memory[4 * (edges + a + 26) + lane] = e;
square = Math.fround(square + Math.fround(e * e));
}
{
const e = Math.fround(memory[4 * (edges + a + 1) + lane]! + memory[4 * (edges + a + 4) + lane]!);
memory[4 * (edges + a + 27) + lane] = e;
square = Math.fround(square + Math.fround(e * e));
}
{
const e = Math.fround(memory[4 * (edges + a + 2) + lane]! + memory[4 * (edges + a + 5) + lane]!);
memory[4 * (edges + a + 28) + lane] = e;
square = Math.fround(square + Math.fround(e * e));
}
const length = Math.fround(Math.sqrt(square));
const one = Math.fround(1.0 / length);
const l = memory[4 * (edges + a + 13) + lane]!;
const f = Math.fround(Math.fround(Math.fround(Math.fround(memory[4 * (strand + 2) + lane]! * Math.fround(length - l)) * memory[4 * (edges + a + 14) + lane]!) + memory[4 * (edges + a + 15) + lane]!) * one);
memory[4 * (edges + a + 32) + lane] = Math.fround(memory[4 * (edges + a + 26) + lane]! * one);
memory[4 * (edges + a + 29) + lane] = Math.fround(f * memory[4 * (edges + a + 26) + lane]!);
memory[4 * (edges + a + 33) + lane] = Math.fround(memory[4 * (edges + a + 27) + lane]! * one);
memory[4 * (edges + a + 30) + lane] = Math.fround(f * memory[4 * (edges + a + 27) + lane]!);
memory[4 * (edges + a + 34) + lane] = Math.fround(memory[4 * (edges + a + 28) + lane]! * one);
memory[4 * (edges + a + 31) + lane] = Math.fround(f * memory[4 * (edges + a + 28) + lane]!);
memory[4 * (edges + a + 35) + lane] = Math.fround(Math.fround(memory[4 * (strand + 3) + lane]! * memory[4 * (edges + a + 14) + lane]!) - memory[4 * (edges + a + 17) + lane]!);
}
}

function in_bendEdges(memory: Float32Array, lane: number, strand: number, edges: number, count: number): void {
let d_0: number = 0.0;
let d_1: number = 0.0;
let d_2: number = 0.0;
let u_0: number = 0.0;
let u_1: number = 0.0;
let u_2: number = 0.0;
let w_0: number = 0.0;
let w_1: number = 0.0;
let w_2: number = 0.0;
let y_0: number = 0.0;
let y_1: number = 0.0;
let y_2: number = 0.0;
let z_0: number = 0.0;
let z_1: number = 0.0;
let z_2: number = 0.0;
let b_0: number = 0.0;
let b_1: number = 0.0;
let b_2: number = 0.0;
d_0 = memory[4 * (edges + 32) + lane]!;
y_0 = Math.fround(memory[4 * (edges + 26) + lane]! * memory[4 * (edges + 14) + lane]!);
z_0 = y_0;
u_0 = memory[4 * (strand + 16) + lane]!;
d_1 = memory[4 * (edges + 33) + lane]!;
y_1 = Math.fround(memory[4 * (edges + 27) + lane]! * memory[4 * (edges + 14) + lane]!);
z_1 = y_1;
u_1 = memory[4 * (strand + 17) + lane]!;
d_2 = memory[4 * (edges + 34) + lane]!;
y_2 = Math.fround(memory[4 * (edges + 28) + lane]! * memory[4 * (edges + 14) + lane]!);
z_2 = y_2;
u_2 = memory[4 * (strand + 18) + lane]!;
const along = Math.fround(Math.fround(Math.fround(u_0 * d_0) + Math.fround(u_1 * d_1)) + Math.fround(u_2 * d_2));
u_0 = Math.fround(u_0 - Math.fround(along * d_0));
u_1 = Math.fround(u_1 - Math.fround(along * d_1));
u_2 = Math.fround(u_2 - Math.fround(along * d_2));
const upright = Math.fround(1.0 / Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(Math.fround(u_0 * u_0) + Math.fround(u_1 * u_1)) + Math.fround(u_2 * u_2)) + 1.0000000031710769e-30))));
u_0 = Math.fround(upright * u_0);
u_1 = Math.fround(upright * u_1);
u_2 = Math.fround(upright * u_2);
for (let i: number = 1; (i < count); i++) {
const a = (49 * i);
const l = memory[4 * (edges + a + 13) + lane]!;
const k = memory[4 * (edges + a + 16) + lane]!;
{
const across = Math.fround(Math.fround(d_1 * u_2) - Math.fround(d_2 * u_1));
const target = Math.fround(l * Math.fround(Math.fround(Math.fround(memory[4 * (edges + a + 18) + lane]! * d_0) + Math.fround(memory[4 * (edges + a + 19) + lane]! * u_0)) + Math.fround(memory[4 * (edges + a + 20) + lane]! * across)));
memory[4 * (edges + a + 29) + lane] = Math.fround(memory[4 * (edges + a + 29) + lane]! + Math.fround(k * Math.fround(memory[4 * (edges + a + 26) + lane]! - target)));
}
{
const across = Math.fround(Math.fround(d_2 * u_0) - Math.fround(d_0 * u_2));
const target = Math.fround(l * Math.fround(Math.fround(Math.fround(memory[4 * (edges + a + 18) + lane]! * d_1) + Math.fround(memory[4 * (edges + a + 19) + lane]! * u_1)) + Math.fround(memory[4 * (edges + a + 20) + lane]! * across)));
memory[4 * (edges + a + 30) + lane] = Math.fround(memory[4 * (edges + a + 30) + lane]! + Math.fround(k * Math.fround(memory[4 * (edges + a + 27) + lane]! - target)));
}
{
const across = Math.fround(Math.fround(d_0 * u_1) - Math.fround(d_1 * u_0));
const target = Math.fround(l * Math.fround(Math.fround(Math.fround(memory[4 * (edges + a + 18) + lane]! * d_2) + Math.fround(memory[4 * (edges + a + 19) + lane]! * u_2)) + Math.fround(memory[4 * (edges + a + 20) + lane]! * across)));
memory[4 * (edges + a + 31) + lane] = Math.fround(memory[4 * (edges + a + 31) + lane]! + Math.fround(k * Math.fround(memory[4 * (edges + a + 28) + lane]! - target)));
}
const q = memory[4 * (edges + a + 22) + lane]!;
const beta = Math.fround(1.0 - q);
const s = Math.fround(beta * memory[4 * (edges + a + 14) + lane]!);
y_0 = Math.fround(Math.fround(q * y_0) + Math.fround(s * memory[4 * (edges + a + 26) + lane]!));
z_0 = Math.fround(Math.fround(q * z_0) + Math.fround(beta * y_0));
y_1 = Math.fround(Math.fround(q * y_1) + Math.fround(s * memory[4 * (edges + a + 27) + lane]!));
z_1 = Math.fround(Math.fround(q * z_1) + Math.fround(beta * y_1));
y_2 = Math.fround(Math.fround(q * y_2) + Math.fround(s * memory[4 * (edges + a + 28) + lane]!));
z_2 = Math.fround(Math.fround(q * z_2) + Math.fround(beta * y_2));
const length = Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(z_0 * z_0) + Math.fround(z_1 * z_1)) + Math.fround(z_2 * z_2))));
const goes = (length > 9.999999717180685e-10);
const one = Math.fround(1.0 / length);
b_0 = (goes ? Math.fround(z_0 * one) : d_0);
b_1 = (goes ? Math.fround(z_1 * one) : d_1);
b_2 = (goes ? Math.fround(z_2 * one) : d_2);
const cosine = Math.fround(Math.fround(Math.fround(d_0 * b_0) + Math.fround(d_1 * b_1)) + Math.fround(d_2 * b_2));
w_0 = Math.fround(Math.fround(d_1 * b_2) - Math.fround(d_2 * b_1));
w_1 = Math.fround(Math.fround(d_2 * b_0) - Math.fround(d_0 * b_2));
w_2 = Math.fround(Math.fround(d_0 * b_1) - Math.fround(d_1 * b_0));
const turns = (Math.fround(1.0 + cosine) > 9.999999974752427e-7);
const f = (turns ? Math.fround(Math.fround(Math.fround(Math.fround(w_0 * u_0) + Math.fround(w_1 * u_1)) + Math.fround(w_2 * u_2)) / Math.fround(1.0 + cosine)) : 0.0);
d_0 = (turns ? Math.fround(Math.fround(Math.fround(Math.fround(cosine * u_0) + Math.fround(w_1 * u_2)) - Math.fround(w_2 * u_1)) + Math.fround(f * w_0)) : u_0);
d_1 = (turns ? Math.fround(Math.fround(Math.fround(Math.fround(cosine * u_1) + Math.fround(w_2 * u_0)) - Math.fround(w_0 * u_2)) + Math.fround(f * w_1)) : u_1);
d_2 = (turns ? Math.fround(Math.fround(Math.fround(Math.fround(cosine * u_2) + Math.fround(w_0 * u_1)) - Math.fround(w_1 * u_0)) + Math.fround(f * w_2)) : u_2);
u_0 = d_0;
d_0 = b_0;
u_1 = d_1;
d_1 = b_1;
u_2 = d_2;
d_2 = b_2;
}
}

export function stepCurls(memory: Float32Array, strand: number, edges: number, count: number, forces: number, dampings: number, cores: number): void {
for (let lane = 0; lane < 4; lane++) in_stepCurls(memory, lane, strand, edges, count, forces, dampings, cores);
}
function in_stepCurls(memory: Float32Array, lane: number, strand: number, edges: number, count: number, forces: number, dampings: number, cores: number): void {
memory[4 * (strand + 23) + lane] = 0.0;
memory[4 * (strand + 26) + lane] = 0.0;
memory[4 * (strand + 16) + lane] = memory[4 * (strand + 10) + lane]!;
memory[4 * (strand + 24) + lane] = 0.0;
memory[4 * (strand + 27) + lane] = 0.0;
memory[4 * (strand + 17) + lane] = memory[4 * (strand + 11) + lane]!;
memory[4 * (strand + 25) + lane] = 0.0;
memory[4 * (strand + 28) + lane] = 0.0;
memory[4 * (strand + 18) + lane] = memory[4 * (strand + 12) + lane]!;
memory[4 * (strand + 29) + lane] = 0.0;
for (let i: number = 0; (i < count); i++) {
memory[4 * (edges + (49 * i) + 3) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 41) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 4) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 42) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 5) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 43) + lane] = 0.0;
}
for (let n: number = 0; (n < forces); n++) {
in_pullEdges(memory, lane, strand, edges, count);
in_bendEdges(memory, lane, strand, edges, count);
if ((cores > 0)) {
in_pullCore(memory, lane, strand, edges, count, (cores - 1));
}
in_pushNodes(memory, lane, strand, edges, count);
for (let m: number = 0; (m < dampings); m++) {
if (((cores > 0) && (memory[4 * (strand + 29) + lane]! > 0.0))) {
in_dampCore(memory, lane, edges, count, (cores - 1));
}
in_dampNodes(memory, lane, strand, edges, count);
}
if (((cores > 0) && (memory[4 * (strand + 29) + lane]! > 0.0))) {
for (let i: number = 0; (i < count); i++) {
memory[4 * (edges + (49 * i) + 41) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 42) + lane] = 0.0;
memory[4 * (edges + (49 * i) + 43) + lane] = 0.0;
}
}
in_moveNodes(memory, lane, strand, edges, count);
memory[4 * (strand + 16) + lane] = Math.fround(memory[4 * (strand + 16) + lane]! + memory[4 * (strand + 13) + lane]!);
memory[4 * (strand + 17) + lane] = Math.fround(memory[4 * (strand + 17) + lane]! + memory[4 * (strand + 14) + lane]!);
memory[4 * (strand + 18) + lane] = Math.fround(memory[4 * (strand + 18) + lane]! + memory[4 * (strand + 15) + lane]!);
}
}

function in_pushNodes(memory: Float32Array, lane: number, strand: number, edges: number, count: number): void {
let push_0: number = 0.0;
let push_1: number = 0.0;
let push_2: number = 0.0;
const h = memory[4 * (strand) + lane]!;
push_0 = Math.fround(Math.fround(h * memory[4 * (strand + 19) + lane]!) * memory[4 * (edges + 29) + lane]!);
memory[4 * (strand + 23) + lane] = Math.fround(Math.fround(memory[4 * (strand + 23) + lane]! + Math.fround(h * memory[4 * (strand + 20) + lane]!)) + push_0);
push_1 = Math.fround(Math.fround(h * memory[4 * (strand + 19) + lane]!) * memory[4 * (edges + 30) + lane]!);
memory[4 * (strand + 24) + lane] = Math.fround(Math.fround(memory[4 * (strand + 24) + lane]! + Math.fround(h * memory[4 * (strand + 21) + lane]!)) + push_1);
push_2 = Math.fround(Math.fround(h * memory[4 * (strand + 19) + lane]!) * memory[4 * (edges + 31) + lane]!);
memory[4 * (strand + 25) + lane] = Math.fround(Math.fround(memory[4 * (strand + 25) + lane]! + Math.fround(h * memory[4 * (strand + 22) + lane]!)) + push_2);
for (let i: number = 0; (i < (count - 1)); i++) {
const a2 = (49 * i);
const w2 = Math.fround(h * memory[4 * (edges + a2 + 12) + lane]!);
{
const next = Math.fround(w2 * Math.fround(memory[4 * (edges + a2 + 78) + lane]! - memory[4 * (edges + a2 + 29) + lane]!));
memory[4 * (edges + a2 + 6) + lane] = Math.fround(Math.fround(memory[4 * (edges + a2 + 6) + lane]! + Math.fround(h * memory[4 * (edges + a2 + 9) + lane]!)) + Math.fround(next - push_0));
push_0 = next;
}
{
const next = Math.fround(w2 * Math.fround(memory[4 * (edges + a2 + 79) + lane]! - memory[4 * (edges + a2 + 30) + lane]!));
memory[4 * (edges + a2 + 7) + lane] = Math.fround(Math.fround(memory[4 * (edges + a2 + 7) + lane]! + Math.fround(h * memory[4 * (edges + a2 + 10) + lane]!)) + Math.fround(next - push_1));
push_1 = next;
}
{
const next = Math.fround(w2 * Math.fround(memory[4 * (edges + a2 + 80) + lane]! - memory[4 * (edges + a2 + 31) + lane]!));
memory[4 * (edges + a2 + 8) + lane] = Math.fround(Math.fround(memory[4 * (edges + a2 + 8) + lane]! + Math.fround(h * memory[4 * (edges + a2 + 11) + lane]!)) + Math.fround(next - push_2));
push_2 = next;
}
}
const a = (49 * (count - 1));
const w = Math.fround(h * memory[4 * (edges + a + 12) + lane]!);
memory[4 * (edges + a + 6) + lane] = Math.fround(Math.fround(memory[4 * (edges + a + 6) + lane]! + Math.fround(h * memory[4 * (edges + a + 9) + lane]!)) - Math.fround(Math.fround(w * memory[4 * (edges + a + 29) + lane]!) + push_0));
memory[4 * (edges + a + 7) + lane] = Math.fround(Math.fround(memory[4 * (edges + a + 7) + lane]! + Math.fround(h * memory[4 * (edges + a + 10) + lane]!)) - Math.fround(Math.fround(w * memory[4 * (edges + a + 30) + lane]!) + push_1));
memory[4 * (edges + a + 8) + lane] = Math.fround(Math.fround(memory[4 * (edges + a + 8) + lane]! + Math.fround(h * memory[4 * (edges + a + 11) + lane]!)) - Math.fround(Math.fround(w * memory[4 * (edges + a + 31) + lane]!) + push_2));
}

function in_dampNodes(memory: Float32Array, lane: number, strand: number, edges: number, count: number): void {
let f_0: number = 0.0;
let f_1: number = 0.0;
let f_2: number = 0.0;
let r_0: number = 0.0;
let r_1: number = 0.0;
let r_2: number = 0.0;
let push_0: number = 0.0;
let push_1: number = 0.0;
let push_2: number = 0.0;
let taken_0: number = 0.0;
let taken_1: number = 0.0;
let taken_2: number = 0.0;
const h = memory[4 * (strand + 1) + lane]!;
r_0 = memory[4 * (edges + 6) + lane]!;
r_1 = memory[4 * (edges + 7) + lane]!;
r_2 = memory[4 * (edges + 8) + lane]!;
const axial0 = Math.fround(memory[4 * (edges + 35) + lane]! * Math.fround(Math.fround(Math.fround(r_0 * memory[4 * (edges + 32) + lane]!) + Math.fround(r_1 * memory[4 * (edges + 33) + lane]!)) + Math.fround(r_2 * memory[4 * (edges + 34) + lane]!)));
f_0 = Math.fround(Math.fround(Math.fround(memory[4 * (edges + 17) + lane]! * r_0) + Math.fround(axial0 * memory[4 * (edges + 32) + lane]!)) + memory[4 * (edges + 41) + lane]!);
push_0 = Math.fround(Math.fround(h * memory[4 * (strand + 19) + lane]!) * f_0);
memory[4 * (strand + 23) + lane] = Math.fround(memory[4 * (strand + 23) + lane]! + push_0);
taken_0 = 0.0;
f_1 = Math.fround(Math.fround(Math.fround(memory[4 * (edges + 17) + lane]! * r_1) + Math.fround(axial0 * memory[4 * (edges + 33) + lane]!)) + memory[4 * (edges + 42) + lane]!);
push_1 = Math.fround(Math.fround(h * memory[4 * (strand + 19) + lane]!) * f_1);
memory[4 * (strand + 24) + lane] = Math.fround(memory[4 * (strand + 24) + lane]! + push_1);
taken_1 = 0.0;
f_2 = Math.fround(Math.fround(Math.fround(memory[4 * (edges + 17) + lane]! * r_2) + Math.fround(axial0 * memory[4 * (edges + 34) + lane]!)) + memory[4 * (edges + 43) + lane]!);
push_2 = Math.fround(Math.fround(h * memory[4 * (strand + 19) + lane]!) * f_2);
memory[4 * (strand + 25) + lane] = Math.fround(memory[4 * (strand + 25) + lane]! + push_2);
taken_2 = 0.0;
for (let i: number = 0; (i < (count - 1)); i++) {
let n_0: number = 0.0;
let n_1: number = 0.0;
let n_2: number = 0.0;
const a2 = (49 * i);
const b = ((49 * i) + 49);
n_0 = memory[4 * (edges + b + 6) + lane]!;
n_1 = memory[4 * (edges + b + 7) + lane]!;
n_2 = memory[4 * (edges + b + 8) + lane]!;
const axial = Math.fround(memory[4 * (edges + b + 35) + lane]! * Math.fround(Math.fround(Math.fround(n_0 * memory[4 * (edges + b + 32) + lane]!) + Math.fround(n_1 * memory[4 * (edges + b + 33) + lane]!)) + Math.fround(n_2 * memory[4 * (edges + b + 34) + lane]!)));
const weight2 = memory[4 * (edges + a2 + 12) + lane]!;
const w2 = Math.fround(h * weight2);
{
const g = Math.fround(Math.fround(Math.fround(memory[4 * (edges + b + 17) + lane]! * n_0) + Math.fround(axial * memory[4 * (edges + b + 32) + lane]!)) + memory[4 * (edges + b + 41) + lane]!);
const next = Math.fround(w2 * Math.fround(g - f_0));
r_0 = Math.fround(Math.fround(r_0 + Math.fround(next - push_0)) + taken_0);
push_0 = next;
f_0 = g;
taken_0 = 0.0;
}
{
const g = Math.fround(Math.fround(Math.fround(memory[4 * (edges + b + 17) + lane]! * n_1) + Math.fround(axial * memory[4 * (edges + b + 33) + lane]!)) + memory[4 * (edges + b + 42) + lane]!);
const next = Math.fround(w2 * Math.fround(g - f_1));
r_1 = Math.fround(Math.fround(r_1 + Math.fround(next - push_1)) + taken_1);
push_1 = next;
f_1 = g;
taken_1 = 0.0;
}
{
const g = Math.fround(Math.fround(Math.fround(memory[4 * (edges + b + 17) + lane]! * n_2) + Math.fround(axial * memory[4 * (edges + b + 34) + lane]!)) + memory[4 * (edges + b + 43) + lane]!);
const next = Math.fround(w2 * Math.fround(g - f_2));
r_2 = Math.fround(Math.fround(r_2 + Math.fround(next - push_2)) + taken_2);
push_2 = next;
f_2 = g;
taken_2 = 0.0;
}
const square2 = Math.fround(Math.fround(Math.fround(r_0 * r_0) + Math.fround(r_1 * r_1)) + Math.fround(r_2 * r_2));
const isFast = ((square2 > memory[4 * (edges + a2 + 24) + lane]!) && (weight2 > 0.0));
if (isFast) {
const left2 = (isFast ? Math.fround(Math.sqrt(Math.fround(memory[4 * (edges + a2 + 24) + lane]! / square2))) : 1.0);
taken_0 = Math.fround(Math.fround(1.0 - left2) * r_0);
r_0 = Math.fround(left2 * r_0);
taken_1 = Math.fround(Math.fround(1.0 - left2) * r_1);
r_1 = Math.fround(left2 * r_1);
taken_2 = Math.fround(Math.fround(1.0 - left2) * r_2);
r_2 = Math.fround(left2 * r_2);
}
memory[4 * (edges + a2 + 6) + lane] = r_0;
r_0 = n_0;
memory[4 * (edges + a2 + 7) + lane] = r_1;
r_1 = n_1;
memory[4 * (edges + a2 + 8) + lane] = r_2;
r_2 = n_2;
}
const a = (49 * (count - 1));
const weight = memory[4 * (edges + a + 12) + lane]!;
const w = Math.fround(h * weight);
r_0 = Math.fround(Math.fround(r_0 - Math.fround(Math.fround(w * f_0) + push_0)) + taken_0);
r_1 = Math.fround(Math.fround(r_1 - Math.fround(Math.fround(w * f_1) + push_1)) + taken_1);
r_2 = Math.fround(Math.fround(r_2 - Math.fround(Math.fround(w * f_2) + push_2)) + taken_2);
const square = Math.fround(Math.fround(Math.fround(r_0 * r_0) + Math.fround(r_1 * r_1)) + Math.fround(r_2 * r_2));
const left = (((square > memory[4 * (edges + a + 24) + lane]!) && (weight > 0.0)) ? Math.fround(Math.sqrt(Math.fround(memory[4 * (edges + a + 24) + lane]! / square))) : 1.0);
memory[4 * (edges + a + 6) + lane] = Math.fround(left * r_0);
memory[4 * (edges + a + 7) + lane] = Math.fround(left * r_1);
memory[4 * (edges + a + 8) + lane] = Math.fround(left * r_2);
}

function in_moveNodes(memory: Float32Array, lane: number, strand: number, edges: number, count: number): void {
let d_0: number = 0.0;
let d_1: number = 0.0;
let d_2: number = 0.0;
let e_0: number = 0.0;
let e_1: number = 0.0;
let e_2: number = 0.0;
let taken_0: number = 0.0;
let taken_1: number = 0.0;
let taken_2: number = 0.0;
const h = memory[4 * (strand) + lane]!;
memory[4 * (strand + 26) + lane] = Math.fround(memory[4 * (strand + 26) + lane]! + Math.fround(h * memory[4 * (strand + 23) + lane]!));
taken_0 = 0.0;
memory[4 * (strand + 27) + lane] = Math.fround(memory[4 * (strand + 27) + lane]! + Math.fround(h * memory[4 * (strand + 24) + lane]!));
taken_1 = 0.0;
memory[4 * (strand + 28) + lane] = Math.fround(memory[4 * (strand + 28) + lane]! + Math.fround(h * memory[4 * (strand + 25) + lane]!));
taken_2 = 0.0;
for (let i: number = 0; (i < count); i++) {
const a = (49 * i);
d_0 = Math.fround(Math.fround(memory[4 * (edges + a + 3) + lane]! + Math.fround(h * memory[4 * (edges + a + 6) + lane]!)) + taken_0);
e_0 = Math.fround(memory[4 * (edges + a) + lane]! + d_0);
taken_0 = 0.0;
d_1 = Math.fround(Math.fround(memory[4 * (edges + a + 4) + lane]! + Math.fround(h * memory[4 * (edges + a + 7) + lane]!)) + taken_1);
e_1 = Math.fround(memory[4 * (edges + a + 1) + lane]! + d_1);
taken_1 = 0.0;
d_2 = Math.fround(Math.fround(memory[4 * (edges + a + 5) + lane]! + Math.fround(h * memory[4 * (edges + a + 8) + lane]!)) + taken_2);
e_2 = Math.fround(memory[4 * (edges + a + 2) + lane]! + d_2);
taken_2 = 0.0;
const square = Math.fround(Math.fround(Math.fround(e_0 * e_0) + Math.fround(e_1 * e_1)) + Math.fround(e_2 * e_2));
const isLong = ((square > memory[4 * (edges + a + 25) + lane]!) && (memory[4 * (edges + a + 12) + lane]! > 0.0));
if (isLong) {
const over = (isLong ? Math.fround(1.0 - Math.fround(Math.sqrt(Math.fround(memory[4 * (edges + a + 25) + lane]! / square)))) : 0.0);
taken_0 = Math.fround(over * e_0);
d_0 = Math.fround(d_0 - taken_0);
taken_1 = Math.fround(over * e_1);
d_1 = Math.fround(d_1 - taken_1);
taken_2 = Math.fround(over * e_2);
d_2 = Math.fround(d_2 - taken_2);
}
memory[4 * (edges + a + 3) + lane] = d_0;
memory[4 * (edges + a + 4) + lane] = d_1;
memory[4 * (edges + a + 5) + lane] = d_2;
}
}

/** All kernels on one memory. */
export const bindTwin = (memory: Float32Array) => ({
stepCurls: (strand: number, edges: number, count: number, forces: number, dampings: number, cores: number): void => stepCurls(memory, strand, edges, count, forces, dampings, cores),
});
