/** Made by kernels/build.mjs from kernels/springs/: change that, not this. */

const larger = (a: number, b: number): number => (a < b ? b : a);
const smaller = (a: number, b: number): number => (b < a ? b : a);

function angleOverSine(cosine: number): number {
const half = (Math.sqrt(((1.0 - cosine) / (1.0 + cosine))));
const a = (half / (1.0 + (Math.sqrt((1.0 + (half * half))))));
const b = (a / (1.0 + (Math.sqrt((1.0 + (a * a))))));
const c = (b / (1.0 + (Math.sqrt((1.0 + (b * b))))));
const t = (c / (1.0 + (Math.sqrt((1.0 + (c * c))))));
const s = (t * t);
const angle = ((32.0 * t) * (1.0 - (s * (0.3333333333333333 - (s * (0.2 - (s * (0.14285714285714285 - (s * (0.1111111111111111 - (s * 0.09090909090909091)))))))))));
const sine = (Math.sqrt((1.0 - (cosine * cosine))));
const near = (1.0 + ((1.0 - cosine) / 3.0));
return ((cosine > 0.99999) ? near : (angle / sine));
}

function slopeOf(cosine: number, g: number): number {
const near = ((-0.3333333333333333) - (0.26666666666666666 * (1.0 - cosine)));
return ((cosine > 0.99999) ? near : (((g * cosine) - 1.0) / (1.0 - (cosine * cosine))));
}

function in_assembleSprings(memory: Float64Array, lane: number, strand: number, nodes: number, count: number): void {
for (let i: number = 0; (i < count); i++) {
in_layNode(memory, lane, nodes, (74 * i));
}
for (let i: number = 0; (i < (count - 1)); i++) {
in_measureEdge(memory, lane, nodes, (74 * i));
}
in_beginAxes(memory, lane, strand, nodes);
for (let i: number = 1; (i < (count - 1)); i++) {
in_carryAxis(memory, lane, nodes, (74 * i));
}
for (let i: number = 1; (i < (count - 1)); i++) {
in_addEdge(memory, lane, strand, nodes, (74 * i));
}
for (let i: number = 1; (i < (count - 1)); i++) {
in_addJoint(memory, lane, strand, nodes, (74 * i));
}
}

function in_layNode(memory: Float64Array, lane: number, nodes: number, a: number): void {
let way_0: number = 0.0;
let way_1: number = 0.0;
let way_2: number = 0.0;
way_0 = (memory[2 * (nodes + a + 27) + lane]! - memory[2 * (nodes + a) + lane]!);
way_1 = (memory[2 * (nodes + a + 28) + lane]! - memory[2 * (nodes + a + 1) + lane]!);
way_2 = (memory[2 * (nodes + a + 29) + lane]! - memory[2 * (nodes + a + 2) + lane]!);
memory[2 * (nodes + a + 42) + lane] = (((memory[2 * (nodes + a + 36) + lane]! + (memory[2 * (nodes + a + 30) + lane]! * way_0)) + (memory[2 * (nodes + a + 31) + lane]! * way_1)) + (memory[2 * (nodes + a + 32) + lane]! * way_2));
memory[2 * (nodes + a + 43) + lane] = (((memory[2 * (nodes + a + 37) + lane]! + (memory[2 * (nodes + a + 31) + lane]! * way_0)) + (memory[2 * (nodes + a + 33) + lane]! * way_1)) + (memory[2 * (nodes + a + 34) + lane]! * way_2));
memory[2 * (nodes + a + 44) + lane] = (((memory[2 * (nodes + a + 38) + lane]! + (memory[2 * (nodes + a + 32) + lane]! * way_0)) + (memory[2 * (nodes + a + 34) + lane]! * way_1)) + (memory[2 * (nodes + a + 35) + lane]! * way_2));
memory[2 * (nodes + a + 54) + lane] = 0.0;
memory[2 * (nodes + a + 45) + lane] = 0.0;
memory[2 * (nodes + a + 55) + lane] = 0.0;
memory[2 * (nodes + a + 46) + lane] = 0.0;
memory[2 * (nodes + a + 56) + lane] = 0.0;
memory[2 * (nodes + a + 47) + lane] = 0.0;
memory[2 * (nodes + a + 57) + lane] = 0.0;
memory[2 * (nodes + a + 48) + lane] = 0.0;
memory[2 * (nodes + a + 58) + lane] = 0.0;
memory[2 * (nodes + a + 49) + lane] = 0.0;
memory[2 * (nodes + a + 59) + lane] = 0.0;
memory[2 * (nodes + a + 50) + lane] = 0.0;
memory[2 * (nodes + a + 60) + lane] = 0.0;
memory[2 * (nodes + a + 51) + lane] = 0.0;
memory[2 * (nodes + a + 61) + lane] = 0.0;
memory[2 * (nodes + a + 52) + lane] = 0.0;
memory[2 * (nodes + a + 62) + lane] = 0.0;
memory[2 * (nodes + a + 53) + lane] = 0.0;
memory[2 * (nodes + a + 63) + lane] = memory[2 * (nodes + a + 30) + lane]!;
memory[2 * (nodes + a + 64) + lane] = memory[2 * (nodes + a + 31) + lane]!;
memory[2 * (nodes + a + 65) + lane] = memory[2 * (nodes + a + 33) + lane]!;
memory[2 * (nodes + a + 66) + lane] = memory[2 * (nodes + a + 32) + lane]!;
memory[2 * (nodes + a + 67) + lane] = memory[2 * (nodes + a + 34) + lane]!;
memory[2 * (nodes + a + 68) + lane] = memory[2 * (nodes + a + 35) + lane]!;
}

function in_measureEdge(memory: Float64Array, lane: number, nodes: number, a: number): void {
let e_0: number = 0.0;
let e_1: number = 0.0;
let e_2: number = 0.0;
e_0 = (memory[2 * (nodes + a + 74) + lane]! - memory[2 * (nodes + a) + lane]!);
e_1 = (memory[2 * (nodes + a + 75) + lane]! - memory[2 * (nodes + a + 1) + lane]!);
e_2 = (memory[2 * (nodes + a + 76) + lane]! - memory[2 * (nodes + a + 2) + lane]!);
const inverse = (1.0 / (Math.sqrt(((((e_0 * e_0) + (e_1 * e_1)) + (e_2 * e_2)) + 1e-60))));
memory[2 * (nodes + a + 72) + lane] = inverse;
memory[2 * (nodes + a + 69) + lane] = (e_0 * inverse);
memory[2 * (nodes + a + 70) + lane] = (e_1 * inverse);
memory[2 * (nodes + a + 71) + lane] = (e_2 * inverse);
}

function in_beginAxes(memory: Float64Array, lane: number, strand: number, nodes: number): void {
let u_0: number = 0.0;
let u_1: number = 0.0;
let u_2: number = 0.0;
let t_0: number = 0.0;
let t_1: number = 0.0;
let t_2: number = 0.0;
u_0 = memory[2 * (strand + 20) + lane]!;
t_0 = memory[2 * (nodes + 69) + lane]!;
u_1 = memory[2 * (strand + 21) + lane]!;
t_1 = memory[2 * (nodes + 70) + lane]!;
u_2 = memory[2 * (strand + 22) + lane]!;
t_2 = memory[2 * (nodes + 71) + lane]!;
const along = (((u_0 * t_0) + (u_1 * t_1)) + (u_2 * t_2));
u_0 = (u_0 - (along * t_0));
u_1 = (u_1 - (along * t_1));
u_2 = (u_2 - (along * t_2));
const n = (1.0 / (Math.sqrt(((((u_0 * u_0) + (u_1 * u_1)) + (u_2 * u_2)) + 1e-60))));
memory[2 * (nodes + 39) + lane] = (u_0 * n);
memory[2 * (nodes + 40) + lane] = (u_1 * n);
memory[2 * (nodes + 41) + lane] = (u_2 * n);
}

function in_carryAxis(memory: Float64Array, lane: number, nodes: number, a: number): void {
let u_0: number = 0.0;
let u_1: number = 0.0;
let u_2: number = 0.0;
let t_0: number = 0.0;
let t_1: number = 0.0;
let t_2: number = 0.0;
let p_0: number = 0.0;
let p_1: number = 0.0;
let p_2: number = 0.0;
u_0 = memory[2 * (nodes + a - 35) + lane]!;
p_0 = memory[2 * (nodes + a - 5) + lane]!;
t_0 = memory[2 * (nodes + a + 69) + lane]!;
u_1 = memory[2 * (nodes + a - 34) + lane]!;
p_1 = memory[2 * (nodes + a - 4) + lane]!;
t_1 = memory[2 * (nodes + a + 70) + lane]!;
u_2 = memory[2 * (nodes + a - 33) + lane]!;
p_2 = memory[2 * (nodes + a - 3) + lane]!;
t_2 = memory[2 * (nodes + a + 71) + lane]!;
const both = (1.0 + (((p_0 * t_0) + (p_1 * t_1)) + (p_2 * t_2)));
const f = ((((u_0 * t_0) + (u_1 * t_1)) + (u_2 * t_2)) / larger(0.0001, both));
u_0 = (u_0 - (f * (p_0 + t_0)));
u_1 = (u_1 - (f * (p_1 + t_1)));
u_2 = (u_2 - (f * (p_2 + t_2)));
const along = (((u_0 * t_0) + (u_1 * t_1)) + (u_2 * t_2));
u_0 = (u_0 - (along * t_0));
u_1 = (u_1 - (along * t_1));
u_2 = (u_2 - (along * t_2));
const n = (1.0 / (Math.sqrt(((((u_0 * u_0) + (u_1 * u_1)) + (u_2 * u_2)) + 1e-60))));
memory[2 * (nodes + a + 39) + lane] = (u_0 * n);
memory[2 * (nodes + a + 40) + lane] = (u_1 * n);
memory[2 * (nodes + a + 41) + lane] = (u_2 * n);
}

function in_addEdge(memory: Float64Array, lane: number, strand: number, nodes: number, a: number): void {
let t_0: number = 0.0;
let t_1: number = 0.0;
let t_2: number = 0.0;
let rate: number = (0.0 / memory[2 * (strand + 4) + lane]!);
{
t_0 = memory[2 * (nodes + a + 69) + lane]!;
const moved = ((memory[2 * (nodes + a + 74) + lane]! - memory[2 * (nodes + a + 101) + lane]!) - (memory[2 * (nodes + a) + lane]! - memory[2 * (nodes + a + 27) + lane]!));
rate = (rate + (t_0 * moved));
}
{
t_1 = memory[2 * (nodes + a + 70) + lane]!;
const moved = ((memory[2 * (nodes + a + 75) + lane]! - memory[2 * (nodes + a + 102) + lane]!) - (memory[2 * (nodes + a + 1) + lane]! - memory[2 * (nodes + a + 28) + lane]!));
rate = (rate + (t_1 * moved));
}
{
t_2 = memory[2 * (nodes + a + 71) + lane]!;
const moved = ((memory[2 * (nodes + a + 76) + lane]! - memory[2 * (nodes + a + 103) + lane]!) - (memory[2 * (nodes + a + 2) + lane]! - memory[2 * (nodes + a + 29) + lane]!));
rate = (rate + (t_2 * moved));
}
const l = memory[2 * (nodes + a + 22) + lane]!;
const length = (1.0 / memory[2 * (nodes + a + 72) + lane]!);
const k = (memory[2 * (strand + 10) + lane]! / l);
const drag = ((k * memory[2 * (strand + 9) + lane]!) / memory[2 * (strand + 4) + lane]!);
const pull = ((k * (length - l)) + memory[2 * (nodes + a + 23) + lane]!);
const f = (pull + (drag * rate));
const sideways = (larger(pull, 0.0) * memory[2 * (nodes + a + 72) + lane]!);
const more = ((k + drag) - sideways);
memory[2 * (nodes + a + 42) + lane] = (memory[2 * (nodes + a + 42) + lane]! + (f * t_0));
memory[2 * (nodes + a + 116) + lane] = (memory[2 * (nodes + a + 116) + lane]! - (f * t_0));
{
const block = (((more * t_0) * t_0) + (1.0 * sideways));
memory[2 * (nodes + a + 128) + lane] = (memory[2 * (nodes + a + 128) + lane]! - block);
{
memory[2 * (nodes + a + 63) + lane] = (memory[2 * (nodes + a + 63) + lane]! + block);
memory[2 * (nodes + a + 137) + lane] = (memory[2 * (nodes + a + 137) + lane]! + block);
}
}
{
const block = (((more * t_0) * t_1) + (0.0 * sideways));
memory[2 * (nodes + a + 129) + lane] = (memory[2 * (nodes + a + 129) + lane]! - block);
}
{
const block = (((more * t_0) * t_2) + (0.0 * sideways));
memory[2 * (nodes + a + 130) + lane] = (memory[2 * (nodes + a + 130) + lane]! - block);
}
memory[2 * (nodes + a + 43) + lane] = (memory[2 * (nodes + a + 43) + lane]! + (f * t_1));
memory[2 * (nodes + a + 117) + lane] = (memory[2 * (nodes + a + 117) + lane]! - (f * t_1));
{
const block = (((more * t_1) * t_0) + (0.0 * sideways));
memory[2 * (nodes + a + 131) + lane] = (memory[2 * (nodes + a + 131) + lane]! - block);
{
memory[2 * (nodes + a + 64) + lane] = (memory[2 * (nodes + a + 64) + lane]! + block);
memory[2 * (nodes + a + 138) + lane] = (memory[2 * (nodes + a + 138) + lane]! + block);
}
}
{
const block = (((more * t_1) * t_1) + (1.0 * sideways));
memory[2 * (nodes + a + 132) + lane] = (memory[2 * (nodes + a + 132) + lane]! - block);
{
memory[2 * (nodes + a + 65) + lane] = (memory[2 * (nodes + a + 65) + lane]! + block);
memory[2 * (nodes + a + 139) + lane] = (memory[2 * (nodes + a + 139) + lane]! + block);
}
}
{
const block = (((more * t_1) * t_2) + (0.0 * sideways));
memory[2 * (nodes + a + 133) + lane] = (memory[2 * (nodes + a + 133) + lane]! - block);
}
memory[2 * (nodes + a + 44) + lane] = (memory[2 * (nodes + a + 44) + lane]! + (f * t_2));
memory[2 * (nodes + a + 118) + lane] = (memory[2 * (nodes + a + 118) + lane]! - (f * t_2));
{
const block = (((more * t_2) * t_0) + (0.0 * sideways));
memory[2 * (nodes + a + 134) + lane] = (memory[2 * (nodes + a + 134) + lane]! - block);
{
memory[2 * (nodes + a + 66) + lane] = (memory[2 * (nodes + a + 66) + lane]! + block);
memory[2 * (nodes + a + 140) + lane] = (memory[2 * (nodes + a + 140) + lane]! + block);
}
}
{
const block = (((more * t_2) * t_1) + (0.0 * sideways));
memory[2 * (nodes + a + 135) + lane] = (memory[2 * (nodes + a + 135) + lane]! - block);
{
memory[2 * (nodes + a + 67) + lane] = (memory[2 * (nodes + a + 67) + lane]! + block);
memory[2 * (nodes + a + 141) + lane] = (memory[2 * (nodes + a + 141) + lane]! + block);
}
}
{
const block = (((more * t_2) * t_2) + (1.0 * sideways));
memory[2 * (nodes + a + 136) + lane] = (memory[2 * (nodes + a + 136) + lane]! - block);
{
memory[2 * (nodes + a + 68) + lane] = (memory[2 * (nodes + a + 68) + lane]! + block);
memory[2 * (nodes + a + 142) + lane] = (memory[2 * (nodes + a + 142) + lane]! + block);
}
}
}

function in_addJoint(memory: Float64Array, lane: number, strand: number, nodes: number, a: number): void {
let p_0: number = 0.0;
let p_1: number = 0.0;
let p_2: number = 0.0;
let q_0: number = 0.0;
let q_1: number = 0.0;
let q_2: number = 0.0;
let u_0: number = 0.0;
let u_1: number = 0.0;
let u_2: number = 0.0;
let w_0: number = 0.0;
let w_1: number = 0.0;
let w_2: number = 0.0;
let first_0: number = 0.0;
let first_1: number = 0.0;
let first_2: number = 0.0;
let first_3: number = 0.0;
let first_4: number = 0.0;
let first_5: number = 0.0;
let first_6: number = 0.0;
let first_7: number = 0.0;
let first_8: number = 0.0;
let second_0: number = 0.0;
let second_1: number = 0.0;
let second_2: number = 0.0;
let second_3: number = 0.0;
let second_4: number = 0.0;
let second_5: number = 0.0;
let second_6: number = 0.0;
let second_7: number = 0.0;
let second_8: number = 0.0;
p_0 = memory[2 * (nodes + a - 5) + lane]!;
q_0 = memory[2 * (nodes + a + 69) + lane]!;
u_0 = memory[2 * (nodes + a - 35) + lane]!;
p_1 = memory[2 * (nodes + a - 4) + lane]!;
q_1 = memory[2 * (nodes + a + 70) + lane]!;
u_1 = memory[2 * (nodes + a - 34) + lane]!;
p_2 = memory[2 * (nodes + a - 3) + lane]!;
q_2 = memory[2 * (nodes + a + 71) + lane]!;
u_2 = memory[2 * (nodes + a - 33) + lane]!;
w_0 = ((p_1 * u_2) - (p_2 * u_1));
w_1 = ((p_2 * u_0) - (p_0 * u_2));
w_2 = ((p_0 * u_1) - (p_1 * u_0));
const ip = memory[2 * (nodes + a - 2) + lane]!;
const iq = memory[2 * (nodes + a + 72) + lane]!;
const dot = (((p_0 * q_0) + (p_1 * q_1)) + (p_2 * q_2));
const cosine = smaller(larger(dot, (-0.99)), 1.0);
const g = angleOverSine(cosine);
const slope = ((dot < (-0.99)) ? 0.0 : slopeOf(cosine, g));
const su = (((q_0 * u_0) + (q_1 * u_1)) + (q_2 * u_2));
const sw = (((q_0 * w_0) + (q_1 * w_1)) + (q_2 * w_2));
{
const s = (slope * su);
const b = ((((s * p_0) + (g * u_0)) - (((s * cosine) + (g * su)) * q_0)) * iq);
const e = ((((s * q_0) - ((g * cosine) * u_0)) - ((s * cosine) * p_0)) * ip);
first_0 = (-e);
first_3 = (e - b);
first_6 = b;
const z = (slope * sw);
const d = ((((z * p_0) + (g * w_0)) - (((z * cosine) + (g * sw)) * q_0)) * iq);
const h = ((((z * q_0) - ((g * cosine) * w_0)) - ((z * cosine) * p_0)) * ip);
second_0 = (-h);
second_3 = (h - d);
second_6 = d;
}
{
const s = (slope * su);
const b = ((((s * p_1) + (g * u_1)) - (((s * cosine) + (g * su)) * q_1)) * iq);
const e = ((((s * q_1) - ((g * cosine) * u_1)) - ((s * cosine) * p_1)) * ip);
first_1 = (-e);
first_4 = (e - b);
first_7 = b;
const z = (slope * sw);
const d = ((((z * p_1) + (g * w_1)) - (((z * cosine) + (g * sw)) * q_1)) * iq);
const h = ((((z * q_1) - ((g * cosine) * w_1)) - ((z * cosine) * p_1)) * ip);
second_1 = (-h);
second_4 = (h - d);
second_7 = d;
}
{
const s = (slope * su);
const b = ((((s * p_2) + (g * u_2)) - (((s * cosine) + (g * su)) * q_2)) * iq);
const e = ((((s * q_2) - ((g * cosine) * u_2)) - ((s * cosine) * p_2)) * ip);
first_2 = (-e);
first_5 = (e - b);
first_8 = b;
const z = (slope * sw);
const d = ((((z * p_2) + (g * w_2)) - (((z * cosine) + (g * sw)) * q_2)) * iq);
const h = ((((z * q_2) - ((g * cosine) * w_2)) - ((z * cosine) * p_2)) * ip);
second_2 = (-h);
second_5 = (h - d);
second_8 = d;
}
const e1 = ((g * su) - memory[2 * (nodes + a + 25) + lane]!);
const e2 = ((g * sw) - memory[2 * (nodes + a + 26) + lane]!);
const far = (Math.sqrt(((e1 * e1) + (e2 * e2))));
const cap = ((far > 1.0) ? (1.0 / far) : 1.0);
const k = memory[2 * (nodes + a + 24) + lane]!;
const drag = ((k * memory[2 * (strand + 9) + lane]!) / memory[2 * (strand + 4) + lane]!);
let rate1: number = (0.0 / memory[2 * (strand + 4) + lane]!);
let rate2: number = (0.0 / memory[2 * (strand + 4) + lane]!);
{
const moved = (memory[2 * (nodes + a - 74) + lane]! - memory[2 * (nodes + a - 47) + lane]!);
rate1 = (rate1 + (first_0 * moved));
rate2 = (rate2 + (second_0 * moved));
}
{
const moved = (memory[2 * (nodes + a - 73) + lane]! - memory[2 * (nodes + a - 46) + lane]!);
rate1 = (rate1 + (first_1 * moved));
rate2 = (rate2 + (second_1 * moved));
}
{
const moved = (memory[2 * (nodes + a - 72) + lane]! - memory[2 * (nodes + a - 45) + lane]!);
rate1 = (rate1 + (first_2 * moved));
rate2 = (rate2 + (second_2 * moved));
}
{
const moved = (memory[2 * (nodes + a) + lane]! - memory[2 * (nodes + a + 27) + lane]!);
rate1 = (rate1 + (first_3 * moved));
rate2 = (rate2 + (second_3 * moved));
}
{
const moved = (memory[2 * (nodes + a + 1) + lane]! - memory[2 * (nodes + a + 28) + lane]!);
rate1 = (rate1 + (first_4 * moved));
rate2 = (rate2 + (second_4 * moved));
}
{
const moved = (memory[2 * (nodes + a + 2) + lane]! - memory[2 * (nodes + a + 29) + lane]!);
rate1 = (rate1 + (first_5 * moved));
rate2 = (rate2 + (second_5 * moved));
}
{
const moved = (memory[2 * (nodes + a + 74) + lane]! - memory[2 * (nodes + a + 101) + lane]!);
rate1 = (rate1 + (first_6 * moved));
rate2 = (rate2 + (second_6 * moved));
}
{
const moved = (memory[2 * (nodes + a + 75) + lane]! - memory[2 * (nodes + a + 102) + lane]!);
rate1 = (rate1 + (first_7 * moved));
rate2 = (rate2 + (second_7 * moved));
}
{
const moved = (memory[2 * (nodes + a + 76) + lane]! - memory[2 * (nodes + a + 103) + lane]!);
rate1 = (rate1 + (first_8 * moved));
rate2 = (rate2 + (second_8 * moved));
}
const f1 = ((-(k * (e1 * cap))) - (drag * rate1));
const f2 = ((-(k * (e2 * cap))) - (drag * rate2));
const stiff = (k + drag);
{
memory[2 * (nodes + a - 32) + lane] = ((memory[2 * (nodes + a - 32) + lane]! + (f1 * first_0)) + (f2 * second_0));
}
{
memory[2 * (nodes + a - 31) + lane] = ((memory[2 * (nodes + a - 31) + lane]! + (f1 * first_1)) + (f2 * second_1));
}
{
memory[2 * (nodes + a - 30) + lane] = ((memory[2 * (nodes + a - 30) + lane]! + (f1 * first_2)) + (f2 * second_2));
}
{
memory[2 * (nodes + a + 42) + lane] = ((memory[2 * (nodes + a + 42) + lane]! + (f1 * first_3)) + (f2 * second_3));
}
{
memory[2 * (nodes + a + 43) + lane] = ((memory[2 * (nodes + a + 43) + lane]! + (f1 * first_4)) + (f2 * second_4));
}
{
memory[2 * (nodes + a + 44) + lane] = ((memory[2 * (nodes + a + 44) + lane]! + (f1 * first_5)) + (f2 * second_5));
}
{
memory[2 * (nodes + a + 116) + lane] = ((memory[2 * (nodes + a + 116) + lane]! + (f1 * first_6)) + (f2 * second_6));
}
{
memory[2 * (nodes + a + 117) + lane] = ((memory[2 * (nodes + a + 117) + lane]! + (f1 * first_7)) + (f2 * second_7));
}
{
memory[2 * (nodes + a + 118) + lane] = ((memory[2 * (nodes + a + 118) + lane]! + (f1 * first_8)) + (f2 * second_8));
}
{
memory[2 * (nodes + a - 11) + lane] = (memory[2 * (nodes + a - 11) + lane]! + (stiff * ((first_0 * first_0) + (second_0 * second_0))));
}
{
memory[2 * (nodes + a - 10) + lane] = (memory[2 * (nodes + a - 10) + lane]! + (stiff * ((first_1 * first_0) + (second_1 * second_0))));
}
{
memory[2 * (nodes + a - 9) + lane] = (memory[2 * (nodes + a - 9) + lane]! + (stiff * ((first_1 * first_1) + (second_1 * second_1))));
}
{
memory[2 * (nodes + a - 8) + lane] = (memory[2 * (nodes + a - 8) + lane]! + (stiff * ((first_2 * first_0) + (second_2 * second_0))));
}
{
memory[2 * (nodes + a - 7) + lane] = (memory[2 * (nodes + a - 7) + lane]! + (stiff * ((first_2 * first_1) + (second_2 * second_1))));
}
{
memory[2 * (nodes + a - 6) + lane] = (memory[2 * (nodes + a - 6) + lane]! + (stiff * ((first_2 * first_2) + (second_2 * second_2))));
}
{
memory[2 * (nodes + a + 63) + lane] = (memory[2 * (nodes + a + 63) + lane]! + (stiff * ((first_3 * first_3) + (second_3 * second_3))));
}
{
memory[2 * (nodes + a + 64) + lane] = (memory[2 * (nodes + a + 64) + lane]! + (stiff * ((first_4 * first_3) + (second_4 * second_3))));
}
{
memory[2 * (nodes + a + 65) + lane] = (memory[2 * (nodes + a + 65) + lane]! + (stiff * ((first_4 * first_4) + (second_4 * second_4))));
}
{
memory[2 * (nodes + a + 66) + lane] = (memory[2 * (nodes + a + 66) + lane]! + (stiff * ((first_5 * first_3) + (second_5 * second_3))));
}
{
memory[2 * (nodes + a + 67) + lane] = (memory[2 * (nodes + a + 67) + lane]! + (stiff * ((first_5 * first_4) + (second_5 * second_4))));
}
{
memory[2 * (nodes + a + 68) + lane] = (memory[2 * (nodes + a + 68) + lane]! + (stiff * ((first_5 * first_5) + (second_5 * second_5))));
}
{
memory[2 * (nodes + a + 137) + lane] = (memory[2 * (nodes + a + 137) + lane]! + (stiff * ((first_6 * first_6) + (second_6 * second_6))));
}
{
memory[2 * (nodes + a + 138) + lane] = (memory[2 * (nodes + a + 138) + lane]! + (stiff * ((first_7 * first_6) + (second_7 * second_6))));
}
{
memory[2 * (nodes + a + 139) + lane] = (memory[2 * (nodes + a + 139) + lane]! + (stiff * ((first_7 * first_7) + (second_7 * second_7))));
}
{
memory[2 * (nodes + a + 140) + lane] = (memory[2 * (nodes + a + 140) + lane]! + (stiff * ((first_8 * first_6) + (second_8 * second_6))));
}
{
memory[2 * (nodes + a + 141) + lane] = (memory[2 * (nodes + a + 141) + lane]! + (stiff * ((first_8 * first_7) + (second_8 * second_7))));
}
{
memory[2 * (nodes + a + 142) + lane] = (memory[2 * (nodes + a + 142) + lane]! + (stiff * ((first_8 * first_8) + (second_8 * second_8))));
}
{
memory[2 * (nodes + a + 54) + lane] = (memory[2 * (nodes + a + 54) + lane]! + (stiff * ((first_3 * first_0) + (second_3 * second_0))));
memory[2 * (nodes + a + 128) + lane] = (memory[2 * (nodes + a + 128) + lane]! + (stiff * ((first_6 * first_3) + (second_6 * second_3))));
memory[2 * (nodes + a + 119) + lane] = (memory[2 * (nodes + a + 119) + lane]! + (stiff * ((first_6 * first_0) + (second_6 * second_0))));
}
{
memory[2 * (nodes + a + 55) + lane] = (memory[2 * (nodes + a + 55) + lane]! + (stiff * ((first_3 * first_1) + (second_3 * second_1))));
memory[2 * (nodes + a + 129) + lane] = (memory[2 * (nodes + a + 129) + lane]! + (stiff * ((first_6 * first_4) + (second_6 * second_4))));
memory[2 * (nodes + a + 120) + lane] = (memory[2 * (nodes + a + 120) + lane]! + (stiff * ((first_6 * first_1) + (second_6 * second_1))));
}
{
memory[2 * (nodes + a + 56) + lane] = (memory[2 * (nodes + a + 56) + lane]! + (stiff * ((first_3 * first_2) + (second_3 * second_2))));
memory[2 * (nodes + a + 130) + lane] = (memory[2 * (nodes + a + 130) + lane]! + (stiff * ((first_6 * first_5) + (second_6 * second_5))));
memory[2 * (nodes + a + 121) + lane] = (memory[2 * (nodes + a + 121) + lane]! + (stiff * ((first_6 * first_2) + (second_6 * second_2))));
}
{
memory[2 * (nodes + a + 57) + lane] = (memory[2 * (nodes + a + 57) + lane]! + (stiff * ((first_4 * first_0) + (second_4 * second_0))));
memory[2 * (nodes + a + 131) + lane] = (memory[2 * (nodes + a + 131) + lane]! + (stiff * ((first_7 * first_3) + (second_7 * second_3))));
memory[2 * (nodes + a + 122) + lane] = (memory[2 * (nodes + a + 122) + lane]! + (stiff * ((first_7 * first_0) + (second_7 * second_0))));
}
{
memory[2 * (nodes + a + 58) + lane] = (memory[2 * (nodes + a + 58) + lane]! + (stiff * ((first_4 * first_1) + (second_4 * second_1))));
memory[2 * (nodes + a + 132) + lane] = (memory[2 * (nodes + a + 132) + lane]! + (stiff * ((first_7 * first_4) + (second_7 * second_4))));
memory[2 * (nodes + a + 123) + lane] = (memory[2 * (nodes + a + 123) + lane]! + (stiff * ((first_7 * first_1) + (second_7 * second_1))));
}
{
memory[2 * (nodes + a + 59) + lane] = (memory[2 * (nodes + a + 59) + lane]! + (stiff * ((first_4 * first_2) + (second_4 * second_2))));
memory[2 * (nodes + a + 133) + lane] = (memory[2 * (nodes + a + 133) + lane]! + (stiff * ((first_7 * first_5) + (second_7 * second_5))));
memory[2 * (nodes + a + 124) + lane] = (memory[2 * (nodes + a + 124) + lane]! + (stiff * ((first_7 * first_2) + (second_7 * second_2))));
}
{
memory[2 * (nodes + a + 60) + lane] = (memory[2 * (nodes + a + 60) + lane]! + (stiff * ((first_5 * first_0) + (second_5 * second_0))));
memory[2 * (nodes + a + 134) + lane] = (memory[2 * (nodes + a + 134) + lane]! + (stiff * ((first_8 * first_3) + (second_8 * second_3))));
memory[2 * (nodes + a + 125) + lane] = (memory[2 * (nodes + a + 125) + lane]! + (stiff * ((first_8 * first_0) + (second_8 * second_0))));
}
{
memory[2 * (nodes + a + 61) + lane] = (memory[2 * (nodes + a + 61) + lane]! + (stiff * ((first_5 * first_1) + (second_5 * second_1))));
memory[2 * (nodes + a + 135) + lane] = (memory[2 * (nodes + a + 135) + lane]! + (stiff * ((first_8 * first_4) + (second_8 * second_4))));
memory[2 * (nodes + a + 126) + lane] = (memory[2 * (nodes + a + 126) + lane]! + (stiff * ((first_8 * first_1) + (second_8 * second_1))));
}
{
memory[2 * (nodes + a + 62) + lane] = (memory[2 * (nodes + a + 62) + lane]! + (stiff * ((first_5 * first_2) + (second_5 * second_2))));
memory[2 * (nodes + a + 136) + lane] = (memory[2 * (nodes + a + 136) + lane]! + (stiff * ((first_8 * first_5) + (second_8 * second_5))));
memory[2 * (nodes + a + 127) + lane] = (memory[2 * (nodes + a + 127) + lane]! + (stiff * ((first_8 * first_2) + (second_8 * second_2))));
}
}

function in_factorSprings(memory: Float64Array, lane: number, nodes: number, count: number): void {
memory[2 * (nodes + 42) + lane] = 0.0;
memory[2 * (nodes + 43) + lane] = 0.0;
memory[2 * (nodes + 44) + lane] = 0.0;
memory[2 * (nodes + 63) + lane] = 1.0;
memory[2 * (nodes + 64) + lane] = 0.0;
memory[2 * (nodes + 65) + lane] = 1.0;
memory[2 * (nodes + 66) + lane] = 0.0;
memory[2 * (nodes + 67) + lane] = 0.0;
memory[2 * (nodes + 68) + lane] = 1.0;
memory[2 * (nodes + 54) + lane] = 0.0;
memory[2 * (nodes + 193) + lane] = 0.0;
memory[2 * (nodes + 202) + lane] = 0.0;
memory[2 * (nodes + 55) + lane] = 0.0;
memory[2 * (nodes + 194) + lane] = 0.0;
memory[2 * (nodes + 203) + lane] = 0.0;
memory[2 * (nodes + 56) + lane] = 0.0;
memory[2 * (nodes + 195) + lane] = 0.0;
memory[2 * (nodes + 204) + lane] = 0.0;
memory[2 * (nodes + 57) + lane] = 0.0;
memory[2 * (nodes + 196) + lane] = 0.0;
memory[2 * (nodes + 205) + lane] = 0.0;
memory[2 * (nodes + 58) + lane] = 0.0;
memory[2 * (nodes + 197) + lane] = 0.0;
memory[2 * (nodes + 206) + lane] = 0.0;
memory[2 * (nodes + 59) + lane] = 0.0;
memory[2 * (nodes + 198) + lane] = 0.0;
memory[2 * (nodes + 207) + lane] = 0.0;
memory[2 * (nodes + 60) + lane] = 0.0;
memory[2 * (nodes + 199) + lane] = 0.0;
memory[2 * (nodes + 208) + lane] = 0.0;
memory[2 * (nodes + 61) + lane] = 0.0;
memory[2 * (nodes + 200) + lane] = 0.0;
memory[2 * (nodes + 209) + lane] = 0.0;
memory[2 * (nodes + 62) + lane] = 0.0;
memory[2 * (nodes + 201) + lane] = 0.0;
memory[2 * (nodes + 210) + lane] = 0.0;
memory[2 * (nodes + 116) + lane] = 0.0;
memory[2 * (nodes + 117) + lane] = 0.0;
memory[2 * (nodes + 118) + lane] = 0.0;
memory[2 * (nodes + 137) + lane] = 1.0;
memory[2 * (nodes + 138) + lane] = 0.0;
memory[2 * (nodes + 139) + lane] = 1.0;
memory[2 * (nodes + 140) + lane] = 0.0;
memory[2 * (nodes + 141) + lane] = 0.0;
memory[2 * (nodes + 142) + lane] = 1.0;
memory[2 * (nodes + 128) + lane] = 0.0;
memory[2 * (nodes + 267) + lane] = 0.0;
memory[2 * (nodes + 202) + lane] = 0.0;
memory[2 * (nodes + 129) + lane] = 0.0;
memory[2 * (nodes + 268) + lane] = 0.0;
memory[2 * (nodes + 203) + lane] = 0.0;
memory[2 * (nodes + 130) + lane] = 0.0;
memory[2 * (nodes + 269) + lane] = 0.0;
memory[2 * (nodes + 204) + lane] = 0.0;
memory[2 * (nodes + 131) + lane] = 0.0;
memory[2 * (nodes + 270) + lane] = 0.0;
memory[2 * (nodes + 205) + lane] = 0.0;
memory[2 * (nodes + 132) + lane] = 0.0;
memory[2 * (nodes + 271) + lane] = 0.0;
memory[2 * (nodes + 206) + lane] = 0.0;
memory[2 * (nodes + 133) + lane] = 0.0;
memory[2 * (nodes + 272) + lane] = 0.0;
memory[2 * (nodes + 207) + lane] = 0.0;
memory[2 * (nodes + 134) + lane] = 0.0;
memory[2 * (nodes + 273) + lane] = 0.0;
memory[2 * (nodes + 208) + lane] = 0.0;
memory[2 * (nodes + 135) + lane] = 0.0;
memory[2 * (nodes + 274) + lane] = 0.0;
memory[2 * (nodes + 209) + lane] = 0.0;
memory[2 * (nodes + 136) + lane] = 0.0;
memory[2 * (nodes + 275) + lane] = 0.0;
memory[2 * (nodes + 210) + lane] = 0.0;
for (let i: number = 2; (i < count); i++) {
in_factorNode(memory, lane, nodes, (74 * (i - 2)));
}
}

function in_factorNode(memory: Float64Array, lane: number, nodes: number, b: number): void {
{
let v_0: number = 0.0;
let v_1: number = 0.0;
let v_2: number = 0.0;
let v_3: number = 0.0;
let v_4: number = 0.0;
let v_5: number = 0.0;
{
let sum: number = memory[2 * (nodes + b + 193) + lane]!;
v_0 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 194) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 64) + lane]!));
v_1 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 195) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 66) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 67) + lane]!));
v_2 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 202) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 128) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 129) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 130) + lane]!));
v_3 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 203) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 131) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 132) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 133) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 138) + lane]!));
v_4 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 204) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 134) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 135) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 136) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 140) + lane]!));
sum = (sum - (v_4 * memory[2 * (nodes + b + 141) + lane]!));
v_5 = sum;
}
let pivot: number = memory[2 * (nodes + b + 211) + lane]!;
{
const l = (v_0 * memory[2 * (nodes + b + 63) + lane]!);
pivot = (pivot - (l * v_0));
memory[2 * (nodes + b + 193) + lane] = l;
}
{
const l = (v_1 * memory[2 * (nodes + b + 65) + lane]!);
pivot = (pivot - (l * v_1));
memory[2 * (nodes + b + 194) + lane] = l;
}
{
const l = (v_2 * memory[2 * (nodes + b + 68) + lane]!);
pivot = (pivot - (l * v_2));
memory[2 * (nodes + b + 195) + lane] = l;
}
{
const l = (v_3 * memory[2 * (nodes + b + 137) + lane]!);
pivot = (pivot - (l * v_3));
memory[2 * (nodes + b + 202) + lane] = l;
}
{
const l = (v_4 * memory[2 * (nodes + b + 139) + lane]!);
pivot = (pivot - (l * v_4));
memory[2 * (nodes + b + 203) + lane] = l;
}
{
const l = (v_5 * memory[2 * (nodes + b + 142) + lane]!);
pivot = (pivot - (l * v_5));
memory[2 * (nodes + b + 204) + lane] = l;
}
memory[2 * (nodes + b + 211) + lane] = (1.0 / pivot);
}
{
let v_0: number = 0.0;
let v_1: number = 0.0;
let v_2: number = 0.0;
let v_3: number = 0.0;
let v_4: number = 0.0;
let v_5: number = 0.0;
let v_6: number = 0.0;
{
let sum: number = memory[2 * (nodes + b + 196) + lane]!;
v_0 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 197) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 64) + lane]!));
v_1 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 198) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 66) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 67) + lane]!));
v_2 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 205) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 128) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 129) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 130) + lane]!));
v_3 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 206) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 131) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 132) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 133) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 138) + lane]!));
v_4 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 207) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 134) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 135) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 136) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 140) + lane]!));
sum = (sum - (v_4 * memory[2 * (nodes + b + 141) + lane]!));
v_5 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 212) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 193) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 194) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 195) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 202) + lane]!));
sum = (sum - (v_4 * memory[2 * (nodes + b + 203) + lane]!));
sum = (sum - (v_5 * memory[2 * (nodes + b + 204) + lane]!));
v_6 = sum;
}
let pivot: number = memory[2 * (nodes + b + 213) + lane]!;
{
const l = (v_0 * memory[2 * (nodes + b + 63) + lane]!);
pivot = (pivot - (l * v_0));
memory[2 * (nodes + b + 196) + lane] = l;
}
{
const l = (v_1 * memory[2 * (nodes + b + 65) + lane]!);
pivot = (pivot - (l * v_1));
memory[2 * (nodes + b + 197) + lane] = l;
}
{
const l = (v_2 * memory[2 * (nodes + b + 68) + lane]!);
pivot = (pivot - (l * v_2));
memory[2 * (nodes + b + 198) + lane] = l;
}
{
const l = (v_3 * memory[2 * (nodes + b + 137) + lane]!);
pivot = (pivot - (l * v_3));
memory[2 * (nodes + b + 205) + lane] = l;
}
{
const l = (v_4 * memory[2 * (nodes + b + 139) + lane]!);
pivot = (pivot - (l * v_4));
memory[2 * (nodes + b + 206) + lane] = l;
}
{
const l = (v_5 * memory[2 * (nodes + b + 142) + lane]!);
pivot = (pivot - (l * v_5));
memory[2 * (nodes + b + 207) + lane] = l;
}
{
const l = (v_6 * memory[2 * (nodes + b + 211) + lane]!);
pivot = (pivot - (l * v_6));
memory[2 * (nodes + b + 212) + lane] = l;
}
memory[2 * (nodes + b + 213) + lane] = (1.0 / pivot);
}
{
let v_0: number = 0.0;
let v_1: number = 0.0;
let v_2: number = 0.0;
let v_3: number = 0.0;
let v_4: number = 0.0;
let v_5: number = 0.0;
let v_6: number = 0.0;
let v_7: number = 0.0;
{
let sum: number = memory[2 * (nodes + b + 199) + lane]!;
v_0 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 200) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 64) + lane]!));
v_1 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 201) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 66) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 67) + lane]!));
v_2 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 208) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 128) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 129) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 130) + lane]!));
v_3 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 209) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 131) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 132) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 133) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 138) + lane]!));
v_4 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 210) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 134) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 135) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 136) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 140) + lane]!));
sum = (sum - (v_4 * memory[2 * (nodes + b + 141) + lane]!));
v_5 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 214) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 193) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 194) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 195) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 202) + lane]!));
sum = (sum - (v_4 * memory[2 * (nodes + b + 203) + lane]!));
sum = (sum - (v_5 * memory[2 * (nodes + b + 204) + lane]!));
v_6 = sum;
}
{
let sum: number = memory[2 * (nodes + b + 215) + lane]!;
sum = (sum - (v_0 * memory[2 * (nodes + b + 196) + lane]!));
sum = (sum - (v_1 * memory[2 * (nodes + b + 197) + lane]!));
sum = (sum - (v_2 * memory[2 * (nodes + b + 198) + lane]!));
sum = (sum - (v_3 * memory[2 * (nodes + b + 205) + lane]!));
sum = (sum - (v_4 * memory[2 * (nodes + b + 206) + lane]!));
sum = (sum - (v_5 * memory[2 * (nodes + b + 207) + lane]!));
sum = (sum - (v_6 * memory[2 * (nodes + b + 212) + lane]!));
v_7 = sum;
}
let pivot: number = memory[2 * (nodes + b + 216) + lane]!;
{
const l = (v_0 * memory[2 * (nodes + b + 63) + lane]!);
pivot = (pivot - (l * v_0));
memory[2 * (nodes + b + 199) + lane] = l;
}
{
const l = (v_1 * memory[2 * (nodes + b + 65) + lane]!);
pivot = (pivot - (l * v_1));
memory[2 * (nodes + b + 200) + lane] = l;
}
{
const l = (v_2 * memory[2 * (nodes + b + 68) + lane]!);
pivot = (pivot - (l * v_2));
memory[2 * (nodes + b + 201) + lane] = l;
}
{
const l = (v_3 * memory[2 * (nodes + b + 137) + lane]!);
pivot = (pivot - (l * v_3));
memory[2 * (nodes + b + 208) + lane] = l;
}
{
const l = (v_4 * memory[2 * (nodes + b + 139) + lane]!);
pivot = (pivot - (l * v_4));
memory[2 * (nodes + b + 209) + lane] = l;
}
{
const l = (v_5 * memory[2 * (nodes + b + 142) + lane]!);
pivot = (pivot - (l * v_5));
memory[2 * (nodes + b + 210) + lane] = l;
}
{
const l = (v_6 * memory[2 * (nodes + b + 211) + lane]!);
pivot = (pivot - (l * v_6));
memory[2 * (nodes + b + 214) + lane] = l;
}
{
const l = (v_7 * memory[2 * (nodes + b + 213) + lane]!);
pivot = (pivot - (l * v_7));
memory[2 * (nodes + b + 215) + lane] = l;
}
memory[2 * (nodes + b + 216) + lane] = (1.0 / pivot);
}
}

function in_substituteSprings(memory: Float64Array, lane: number, nodes: number, count: number): void {
for (let i: number = 2; (i < count); i++) {
in_forwardNode(memory, lane, nodes, (74 * (i - 2)));
}
for (let i: number = 2; (i < count); i++) {
memory[2 * (nodes + (74 * i) + 42) + lane] = (memory[2 * (nodes + (74 * i) + 42) + lane]! * memory[2 * (nodes + (74 * i) + 63) + lane]!);
memory[2 * (nodes + (74 * i) + 43) + lane] = (memory[2 * (nodes + (74 * i) + 43) + lane]! * memory[2 * (nodes + (74 * i) + 65) + lane]!);
memory[2 * (nodes + (74 * i) + 44) + lane] = (memory[2 * (nodes + (74 * i) + 44) + lane]! * memory[2 * (nodes + (74 * i) + 68) + lane]!);
}
for (let i: number = (count - 1); (i > 1); i--) {
in_backwardNode(memory, lane, nodes, (74 * (i - 2)));
}
}

function in_forwardNode(memory: Float64Array, lane: number, nodes: number, b: number): void {
{
let sum: number = memory[2 * (nodes + b + 190) + lane]!;
{
sum = (sum - (memory[2 * (nodes + b + 193) + lane]! * memory[2 * (nodes + b + 42) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 194) + lane]! * memory[2 * (nodes + b + 43) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 195) + lane]! * memory[2 * (nodes + b + 44) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 202) + lane]! * memory[2 * (nodes + b + 116) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 203) + lane]! * memory[2 * (nodes + b + 117) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 204) + lane]! * memory[2 * (nodes + b + 118) + lane]!));
}
memory[2 * (nodes + b + 190) + lane] = sum;
}
{
let sum: number = memory[2 * (nodes + b + 191) + lane]!;
{
sum = (sum - (memory[2 * (nodes + b + 196) + lane]! * memory[2 * (nodes + b + 42) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 197) + lane]! * memory[2 * (nodes + b + 43) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 198) + lane]! * memory[2 * (nodes + b + 44) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 205) + lane]! * memory[2 * (nodes + b + 116) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 206) + lane]! * memory[2 * (nodes + b + 117) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 207) + lane]! * memory[2 * (nodes + b + 118) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 212) + lane]! * memory[2 * (nodes + b + 190) + lane]!));
}
memory[2 * (nodes + b + 191) + lane] = sum;
}
{
let sum: number = memory[2 * (nodes + b + 192) + lane]!;
{
sum = (sum - (memory[2 * (nodes + b + 199) + lane]! * memory[2 * (nodes + b + 42) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 200) + lane]! * memory[2 * (nodes + b + 43) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 201) + lane]! * memory[2 * (nodes + b + 44) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 208) + lane]! * memory[2 * (nodes + b + 116) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 209) + lane]! * memory[2 * (nodes + b + 117) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 210) + lane]! * memory[2 * (nodes + b + 118) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 214) + lane]! * memory[2 * (nodes + b + 190) + lane]!));
}
{
sum = (sum - (memory[2 * (nodes + b + 215) + lane]! * memory[2 * (nodes + b + 191) + lane]!));
}
memory[2 * (nodes + b + 192) + lane] = sum;
}
}

function in_backwardNode(memory: Float64Array, lane: number, nodes: number, b: number): void {
{
const value = memory[2 * (nodes + b + 192) + lane]!;
{
memory[2 * (nodes + b + 42) + lane] = (memory[2 * (nodes + b + 42) + lane]! - (memory[2 * (nodes + b + 199) + lane]! * value));
}
{
memory[2 * (nodes + b + 43) + lane] = (memory[2 * (nodes + b + 43) + lane]! - (memory[2 * (nodes + b + 200) + lane]! * value));
}
{
memory[2 * (nodes + b + 44) + lane] = (memory[2 * (nodes + b + 44) + lane]! - (memory[2 * (nodes + b + 201) + lane]! * value));
}
{
memory[2 * (nodes + b + 116) + lane] = (memory[2 * (nodes + b + 116) + lane]! - (memory[2 * (nodes + b + 208) + lane]! * value));
}
{
memory[2 * (nodes + b + 117) + lane] = (memory[2 * (nodes + b + 117) + lane]! - (memory[2 * (nodes + b + 209) + lane]! * value));
}
{
memory[2 * (nodes + b + 118) + lane] = (memory[2 * (nodes + b + 118) + lane]! - (memory[2 * (nodes + b + 210) + lane]! * value));
}
{
memory[2 * (nodes + b + 190) + lane] = (memory[2 * (nodes + b + 190) + lane]! - (memory[2 * (nodes + b + 214) + lane]! * value));
}
{
memory[2 * (nodes + b + 191) + lane] = (memory[2 * (nodes + b + 191) + lane]! - (memory[2 * (nodes + b + 215) + lane]! * value));
}
}
{
const value = memory[2 * (nodes + b + 191) + lane]!;
{
memory[2 * (nodes + b + 42) + lane] = (memory[2 * (nodes + b + 42) + lane]! - (memory[2 * (nodes + b + 196) + lane]! * value));
}
{
memory[2 * (nodes + b + 43) + lane] = (memory[2 * (nodes + b + 43) + lane]! - (memory[2 * (nodes + b + 197) + lane]! * value));
}
{
memory[2 * (nodes + b + 44) + lane] = (memory[2 * (nodes + b + 44) + lane]! - (memory[2 * (nodes + b + 198) + lane]! * value));
}
{
memory[2 * (nodes + b + 116) + lane] = (memory[2 * (nodes + b + 116) + lane]! - (memory[2 * (nodes + b + 205) + lane]! * value));
}
{
memory[2 * (nodes + b + 117) + lane] = (memory[2 * (nodes + b + 117) + lane]! - (memory[2 * (nodes + b + 206) + lane]! * value));
}
{
memory[2 * (nodes + b + 118) + lane] = (memory[2 * (nodes + b + 118) + lane]! - (memory[2 * (nodes + b + 207) + lane]! * value));
}
{
memory[2 * (nodes + b + 190) + lane] = (memory[2 * (nodes + b + 190) + lane]! - (memory[2 * (nodes + b + 212) + lane]! * value));
}
}
{
const value = memory[2 * (nodes + b + 190) + lane]!;
{
memory[2 * (nodes + b + 42) + lane] = (memory[2 * (nodes + b + 42) + lane]! - (memory[2 * (nodes + b + 193) + lane]! * value));
}
{
memory[2 * (nodes + b + 43) + lane] = (memory[2 * (nodes + b + 43) + lane]! - (memory[2 * (nodes + b + 194) + lane]! * value));
}
{
memory[2 * (nodes + b + 44) + lane] = (memory[2 * (nodes + b + 44) + lane]! - (memory[2 * (nodes + b + 195) + lane]! * value));
}
{
memory[2 * (nodes + b + 116) + lane] = (memory[2 * (nodes + b + 116) + lane]! - (memory[2 * (nodes + b + 202) + lane]! * value));
}
{
memory[2 * (nodes + b + 117) + lane] = (memory[2 * (nodes + b + 117) + lane]! - (memory[2 * (nodes + b + 203) + lane]! * value));
}
{
memory[2 * (nodes + b + 118) + lane] = (memory[2 * (nodes + b + 118) + lane]! - (memory[2 * (nodes + b + 204) + lane]! * value));
}
}
}

export function stepSprings(memory: Float64Array, strand: number, nodes: number, count: number, most: number): void {
for (let lane = 0; lane < 2; lane++) in_stepSprings(memory, lane, strand, nodes, count, most);
}
function in_stepSprings(memory: Float64Array, lane: number, strand: number, nodes: number, count: number, most: number): void {
for (let i: number = 0; (i < count); i++) {
in_beginNode(memory, lane, strand, nodes, (74 * i));
}
memory[2 * (nodes) + lane] = memory[2 * (nodes + 12) + lane]!;
memory[2 * (nodes + 1) + lane] = memory[2 * (nodes + 13) + lane]!;
memory[2 * (nodes + 2) + lane] = memory[2 * (nodes + 14) + lane]!;
memory[2 * (nodes + 74) + lane] = memory[2 * (nodes + 86) + lane]!;
memory[2 * (nodes + 75) + lane] = memory[2 * (nodes + 87) + lane]!;
memory[2 * (nodes + 76) + lane] = memory[2 * (nodes + 88) + lane]!;
memory[2 * (strand + 23) + lane] = 0.0;
memory[2 * (strand + 24) + lane] = 1.0;
for (let n: number = 0; ((n < most) && (memory[2 * (strand + 24) + lane]! > 0.000001)); n++) {
in_assembleSprings(memory, lane, strand, nodes, count);
in_factorSprings(memory, lane, nodes, count);
in_substituteSprings(memory, lane, nodes, count);
in_moveNodes(memory, lane, strand, nodes, count);
}
for (let i: number = 0; (i < count); i++) {
in_endNode(memory, lane, strand, nodes, (74 * i));
}
}

function in_beginNode(memory: Float64Array, lane: number, strand: number, nodes: number, a: number): void {
let arm_0: number = 0.0;
let arm_1: number = 0.0;
let arm_2: number = 0.0;
let flight_0: number = 0.0;
let flight_1: number = 0.0;
let flight_2: number = 0.0;
const H = memory[2 * (strand + 4) + lane]!;
const inverse = (1.0 / (H * H));
const m = memory[2 * (nodes + a + 21) + lane]!;
const hc = (H * memory[2 * (strand + 8) + lane]!);
{
const x = memory[2 * (nodes + a) + lane]!;
const v = memory[2 * (nodes + a + 3) + lane]!;
const datum = ((memory[2 * (strand + 5) + lane]! * x) - (memory[2 * (strand + 6) + lane]! * memory[2 * (nodes + a + 6) + lane]!));
const vNow = ((memory[2 * (strand + 5) + lane]! * v) - (memory[2 * (strand + 6) + lane]! * memory[2 * (nodes + a + 9) + lane]!));
memory[2 * (nodes + a + 27) + lane] = datum;
arm_0 = (datum - memory[2 * (strand + 11) + lane]!);
flight_0 = vNow;
memory[2 * (nodes + a) + lane] = (x + (memory[2 * (strand + 3) + lane]! * (v + (memory[2 * (strand + 7) + lane]! * (v - memory[2 * (nodes + a + 9) + lane]!)))));
memory[2 * (nodes + a + 6) + lane] = x;
memory[2 * (nodes + a + 9) + lane] = v;
}
{
const x = memory[2 * (nodes + a + 1) + lane]!;
const v = memory[2 * (nodes + a + 4) + lane]!;
const datum = ((memory[2 * (strand + 5) + lane]! * x) - (memory[2 * (strand + 6) + lane]! * memory[2 * (nodes + a + 7) + lane]!));
const vNow = ((memory[2 * (strand + 5) + lane]! * v) - (memory[2 * (strand + 6) + lane]! * memory[2 * (nodes + a + 10) + lane]!));
memory[2 * (nodes + a + 28) + lane] = datum;
arm_1 = (datum - memory[2 * (strand + 12) + lane]!);
flight_1 = vNow;
memory[2 * (nodes + a + 1) + lane] = (x + (memory[2 * (strand + 3) + lane]! * (v + (memory[2 * (strand + 7) + lane]! * (v - memory[2 * (nodes + a + 10) + lane]!)))));
memory[2 * (nodes + a + 7) + lane] = x;
memory[2 * (nodes + a + 10) + lane] = v;
}
{
const x = memory[2 * (nodes + a + 2) + lane]!;
const v = memory[2 * (nodes + a + 5) + lane]!;
const datum = ((memory[2 * (strand + 5) + lane]! * x) - (memory[2 * (strand + 6) + lane]! * memory[2 * (nodes + a + 8) + lane]!));
const vNow = ((memory[2 * (strand + 5) + lane]! * v) - (memory[2 * (strand + 6) + lane]! * memory[2 * (nodes + a + 11) + lane]!));
memory[2 * (nodes + a + 29) + lane] = datum;
arm_2 = (datum - memory[2 * (strand + 13) + lane]!);
flight_2 = vNow;
memory[2 * (nodes + a + 2) + lane] = (x + (memory[2 * (strand + 3) + lane]! * (v + (memory[2 * (strand + 7) + lane]! * (v - memory[2 * (nodes + a + 11) + lane]!)))));
memory[2 * (nodes + a + 8) + lane] = x;
memory[2 * (nodes + a + 11) + lane] = v;
}
{
const ridden = ((memory[2 * (strand + 14) + lane]! + (memory[2 * (strand + 18) + lane]! * arm_2)) - (memory[2 * (strand + 19) + lane]! * arm_1));
const impulse = (((m * (flight_0 + (H * memory[2 * (strand) + lane]!))) + (H * memory[2 * (nodes + a + 12) + lane]!)) + ((m * hc) * ridden));
memory[2 * (nodes + a + 36) + lane] = (impulse / H);
}
{
const ridden = ((memory[2 * (strand + 15) + lane]! + (memory[2 * (strand + 19) + lane]! * arm_0)) - (memory[2 * (strand + 17) + lane]! * arm_2));
const impulse = (((m * (flight_1 + (H * memory[2 * (strand + 1) + lane]!))) + (H * memory[2 * (nodes + a + 13) + lane]!)) + ((m * hc) * ridden));
memory[2 * (nodes + a + 37) + lane] = (impulse / H);
}
{
const ridden = ((memory[2 * (strand + 16) + lane]! + (memory[2 * (strand + 17) + lane]! * arm_1)) - (memory[2 * (strand + 18) + lane]! * arm_0));
const impulse = (((m * (flight_2 + (H * memory[2 * (strand + 2) + lane]!))) + (H * memory[2 * (nodes + a + 14) + lane]!)) + ((m * hc) * ridden));
memory[2 * (nodes + a + 38) + lane] = (impulse / H);
}
memory[2 * (nodes + a + 30) + lane] = (((1.0 * (m * (1.0 + hc))) + (H * memory[2 * (nodes + a + 15) + lane]!)) * inverse);
memory[2 * (nodes + a + 31) + lane] = (((0.0 * (m * (1.0 + hc))) + (H * memory[2 * (nodes + a + 16) + lane]!)) * inverse);
memory[2 * (nodes + a + 32) + lane] = (((0.0 * (m * (1.0 + hc))) + (H * memory[2 * (nodes + a + 17) + lane]!)) * inverse);
memory[2 * (nodes + a + 33) + lane] = (((1.0 * (m * (1.0 + hc))) + (H * memory[2 * (nodes + a + 18) + lane]!)) * inverse);
memory[2 * (nodes + a + 34) + lane] = (((0.0 * (m * (1.0 + hc))) + (H * memory[2 * (nodes + a + 19) + lane]!)) * inverse);
memory[2 * (nodes + a + 35) + lane] = (((1.0 * (m * (1.0 + hc))) + (H * memory[2 * (nodes + a + 20) + lane]!)) * inverse);
}

function in_moveNodes(memory: Float64Array, lane: number, strand: number, nodes: number, count: number): void {
const goes = (memory[2 * (strand + 24) + lane]! > 0.000001);
for (let i: number = 1; (i < (count - 1)); i++) {
const a = (74 * i);
let longer: number = (0.0 / memory[2 * (nodes + a + 22) + lane]!);
longer = (longer + (memory[2 * (nodes + a + 69) + lane]! * (memory[2 * (nodes + a + 116) + lane]! - memory[2 * (nodes + a + 42) + lane]!)));
longer = (longer + (memory[2 * (nodes + a + 70) + lane]! * (memory[2 * (nodes + a + 117) + lane]! - memory[2 * (nodes + a + 43) + lane]!)));
longer = (longer + (memory[2 * (nodes + a + 71) + lane]! * (memory[2 * (nodes + a + 118) + lane]! - memory[2 * (nodes + a + 44) + lane]!)));
memory[2 * (nodes + a + 73) + lane] = ((1.0 / memory[2 * (nodes + a + 72) + lane]!) + longer);
}
for (let i: number = 2; (i < count); i++) {
{
const a = (74 * i);
memory[2 * (nodes + a) + lane] = (memory[2 * (nodes + a) + lane]! + (goes ? memory[2 * (nodes + a + 42) + lane]! : 0.0));
}
{
const a = (74 * i);
memory[2 * (nodes + a + 1) + lane] = (memory[2 * (nodes + a + 1) + lane]! + (goes ? memory[2 * (nodes + a + 43) + lane]! : 0.0));
}
{
const a = (74 * i);
memory[2 * (nodes + a + 2) + lane] = (memory[2 * (nodes + a + 2) + lane]! + (goes ? memory[2 * (nodes + a + 44) + lane]! : 0.0));
}
}
let worst: number = (0.0 / memory[2 * (strand + 3) + lane]!);
for (let i: number = 1; (i < (count - 1)); i++) {
const a = (74 * i);
let square: number = (0.0 / memory[2 * (nodes + a + 22) + lane]!);
{
const e = (memory[2 * (nodes + a + 74) + lane]! - memory[2 * (nodes + a) + lane]!);
square = (square + (e * e));
}
{
const e = (memory[2 * (nodes + a + 75) + lane]! - memory[2 * (nodes + a + 1) + lane]!);
square = (square + (e * e));
}
{
const e = (memory[2 * (nodes + a + 76) + lane]! - memory[2 * (nodes + a + 2) + lane]!);
square = (square + (e * e));
}
worst = larger(worst, (Math.abs(((Math.sqrt(square)) - memory[2 * (nodes + a + 73) + lane]!)) / memory[2 * (nodes + a + 22) + lane]!));
}
memory[2 * (strand + 24) + lane] = (goes ? worst : memory[2 * (strand + 24) + lane]!);
memory[2 * (strand + 23) + lane] = (memory[2 * (strand + 23) + lane]! + (goes ? 1.0 : 0.0));
}

function in_endNode(memory: Float64Array, lane: number, strand: number, nodes: number, a: number): void {
memory[2 * (nodes + a + 3) + lane] = ((memory[2 * (nodes + a) + lane]! - memory[2 * (nodes + a + 27) + lane]!) / memory[2 * (strand + 4) + lane]!);
memory[2 * (nodes + a + 4) + lane] = ((memory[2 * (nodes + a + 1) + lane]! - memory[2 * (nodes + a + 28) + lane]!) / memory[2 * (strand + 4) + lane]!);
memory[2 * (nodes + a + 5) + lane] = ((memory[2 * (nodes + a + 2) + lane]! - memory[2 * (nodes + a + 29) + lane]!) / memory[2 * (strand + 4) + lane]!);
}

/** All kernels on one memory. */
export const bindTwin = (memory: Float64Array) => ({
stepSprings: (strand: number, nodes: number, count: number, most: number): void => stepSprings(memory, strand, nodes, count, most),
});
