/** Made by kernels/build.mjs from kernels/rod/: change that, not this. */

const larger = (a: number, b: number): number => (a < b ? b : a);
const smaller = (a: number, b: number): number => (b < a ? b : a);

export function assemble(memory: Float32Array, work: number, fixed: number, system: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_assemble(memory, lane, work, fixed, system, nodes);
}
function in_assemble(memory: Float32Array, lane: number, work: number, fixed: number, system: number, nodes: number): void {
in_clearTip(memory, lane, system);
const root = (55 * ((nodes + 2) - 1));
in_layNode(memory, lane, work, system, 49, (root - 0));
in_layNode(memory, lane, work, system, 120, (root - 55));
in_layEdge(memory, lane, work, fixed, system, 49, 0, (root - 55));
in_layNode(memory, lane, work, system, 191, (root - 110));
in_layEdge(memory, lane, work, fixed, system, 120, 26, (root - 110));
for (let i: number = 1; (i < (nodes - 2)); i++) {
const w = (49 + (71 * (i - 1)));
const b = (root - (55 * (i + 1)));
in_layNode(memory, lane, work, system, (w + 213), (b - 55));
in_layEdge(memory, lane, work, fixed, system, (w + 142), (26 * (i + 1)), (b - 55));
in_addJoint(memory, lane, work, fixed, system, w, (26 * i), b);
}
in_addJoint(memory, lane, work, fixed, system, (49 + (71 * (nodes - 3))), (26 * (nodes - 2)), 110);
}

function in_clearTip(memory: Float32Array, lane: number, system: number): void {
memory[4 * (system + 110) + lane] = 0.0;
memory[4 * (system + 111) + lane] = 0.0;
memory[4 * (system + 112) + lane] = 0.0;
memory[4 * (system + 113) + lane] = 0.0;
memory[4 * (system + 114) + lane] = 0.0;
memory[4 * (system + 115) + lane] = 0.0;
memory[4 * (system + 116) + lane] = 0.0;
memory[4 * (system + 117) + lane] = 0.0;
memory[4 * (system + 118) + lane] = 0.0;
memory[4 * (system + 119) + lane] = 0.0;
memory[4 * (system + 121) + lane] = 0.0;
memory[4 * (system + 122) + lane] = 0.0;
memory[4 * (system + 123) + lane] = 0.0;
memory[4 * (system + 124) + lane] = 0.0;
memory[4 * (system + 125) + lane] = 0.0;
memory[4 * (system + 126) + lane] = 0.0;
memory[4 * (system + 127) + lane] = 0.0;
memory[4 * (system + 128) + lane] = 0.0;
memory[4 * (system + 129) + lane] = 0.0;
memory[4 * (system + 130) + lane] = 0.0;
memory[4 * (system + 133) + lane] = 0.0;
memory[4 * (system + 134) + lane] = 0.0;
memory[4 * (system + 135) + lane] = 0.0;
memory[4 * (system + 136) + lane] = 0.0;
memory[4 * (system + 137) + lane] = 0.0;
memory[4 * (system + 138) + lane] = 0.0;
memory[4 * (system + 139) + lane] = 0.0;
memory[4 * (system + 140) + lane] = 0.0;
memory[4 * (system + 141) + lane] = 0.0;
memory[4 * (system + 142) + lane] = 0.0;
memory[4 * (system + 146) + lane] = 0.0;
memory[4 * (system + 147) + lane] = 0.0;
memory[4 * (system + 148) + lane] = 0.0;
memory[4 * (system + 149) + lane] = 0.0;
memory[4 * (system + 150) + lane] = 0.0;
memory[4 * (system + 165) + lane] = 0.0;
memory[4 * (system + 166) + lane] = 0.0;
memory[4 * (system + 167) + lane] = 0.0;
memory[4 * (system + 168) + lane] = 0.0;
memory[4 * (system + 169) + lane] = 0.0;
memory[4 * (system + 170) + lane] = 0.0;
memory[4 * (system + 171) + lane] = 0.0;
memory[4 * (system + 172) + lane] = 0.0;
memory[4 * (system + 173) + lane] = 0.0;
memory[4 * (system + 174) + lane] = 0.0;
memory[4 * (system + 176) + lane] = 0.0;
memory[4 * (system + 177) + lane] = 0.0;
memory[4 * (system + 178) + lane] = 0.0;
memory[4 * (system + 179) + lane] = 0.0;
memory[4 * (system + 180) + lane] = 0.0;
memory[4 * (system + 181) + lane] = 0.0;
memory[4 * (system + 182) + lane] = 0.0;
memory[4 * (system + 183) + lane] = 0.0;
memory[4 * (system + 184) + lane] = 0.0;
memory[4 * (system + 185) + lane] = 0.0;
memory[4 * (system + 188) + lane] = 0.0;
memory[4 * (system + 189) + lane] = 0.0;
memory[4 * (system + 190) + lane] = 0.0;
memory[4 * (system + 191) + lane] = 0.0;
memory[4 * (system + 192) + lane] = 0.0;
memory[4 * (system + 193) + lane] = 0.0;
memory[4 * (system + 194) + lane] = 0.0;
memory[4 * (system + 195) + lane] = 0.0;
memory[4 * (system + 196) + lane] = 0.0;
memory[4 * (system + 197) + lane] = 0.0;
memory[4 * (system + 201) + lane] = 0.0;
memory[4 * (system + 202) + lane] = 0.0;
memory[4 * (system + 203) + lane] = 0.0;
memory[4 * (system + 204) + lane] = 0.0;
memory[4 * (system + 205) + lane] = 0.0;
}

function in_layNode(memory: Float32Array, lane: number, work: number, system: number, w: number, b: number): void {
{
let pull: number = memory[4 * (work + w + 15) + lane]!;
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 9) + lane]! * Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!)));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 10) + lane]! * Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!)));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 11) + lane]! * Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!)));
memory[4 * (system + b + 50) + lane] = pull;
memory[4 * (system + b + 10) + lane] = memory[4 * (work + w + 9) + lane]!;
memory[4 * (system + b + 8) + lane] = 0.0;
memory[4 * (system + b + 4) + lane] = 0.0;
}
{
let pull: number = memory[4 * (work + w + 16) + lane]!;
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 10) + lane]! * Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!)));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 12) + lane]! * Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!)));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 13) + lane]! * Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!)));
memory[4 * (system + b + 51) + lane] = pull;
memory[4 * (system + b + 21) + lane] = memory[4 * (work + w + 10) + lane]!;
memory[4 * (system + b + 22) + lane] = memory[4 * (work + w + 12) + lane]!;
memory[4 * (system + b + 19) + lane] = 0.0;
memory[4 * (system + b + 15) + lane] = 0.0;
}
{
let pull: number = memory[4 * (work + w + 17) + lane]!;
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 11) + lane]! * Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!)));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 13) + lane]! * Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!)));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 14) + lane]! * Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!)));
memory[4 * (system + b + 52) + lane] = pull;
memory[4 * (system + b + 33) + lane] = memory[4 * (work + w + 11) + lane]!;
memory[4 * (system + b + 34) + lane] = memory[4 * (work + w + 13) + lane]!;
memory[4 * (system + b + 35) + lane] = memory[4 * (work + w + 14) + lane]!;
memory[4 * (system + b + 31) + lane] = 0.0;
memory[4 * (system + b + 27) + lane] = 0.0;
}
memory[4 * (system + b + 41) + lane] = 0.0;
memory[4 * (system + b + 42) + lane] = 0.0;
memory[4 * (system + b + 43) + lane] = 0.0;
memory[4 * (system + b + 40) + lane] = 0.0;
memory[4 * (system + b + 48) + lane] = 0.0;
memory[4 * (system + b + 53) + lane] = 0.0;
}

function in_layEdge(memory: Float32Array, lane: number, work: number, fixed: number, system: number, w: number, f: number, b: number): void {
let t_0: number = 0.0;
let t_1: number = 0.0;
let t_2: number = 0.0;
t_0 = memory[4 * (work + w + 32) + lane]!;
t_1 = memory[4 * (work + w + 33) + lane]!;
t_2 = memory[4 * (work + w + 34) + lane]!;
memory[4 * (system + b + 44) + lane] = Math.fround(memory[4 * (fixed + f + 13) + lane]! * memory[4 * (work + 1) + lane]!);
memory[4 * (system + b + 49) + lane] = (-memory[4 * (fixed + f + 14) + lane]!);
memory[4 * (system + b + 54) + lane] = Math.fround(memory[4 * (fixed + f) + lane]! - memory[4 * (work + w + 36) + lane]!);
const pull = larger(0.0, Math.fround(memory[4 * (work + w + 24) + lane]! * memory[4 * (work + w + 35) + lane]!));
memory[4 * (system + b + 45) + lane] = t_0;
memory[4 * (system + b + 64) + lane] = (-t_0);
{
let across: number = (-Math.fround(Math.fround(pull * t_0) * t_0));
across = Math.fround(across + pull);
memory[4 * (system + b + 10) + lane] = Math.fround(memory[4 * (system + b + 10) + lane]! + across);
memory[4 * (system + b + 65) + lane] = Math.fround(memory[4 * (system + b + 65) + lane]! + across);
memory[4 * (system + b + 60) + lane] = (-across);
}
memory[4 * (system + b + 46) + lane] = t_1;
memory[4 * (system + b + 75) + lane] = (-t_1);
{
let across: number = (-Math.fround(Math.fround(pull * t_1) * t_0));
memory[4 * (system + b + 21) + lane] = Math.fround(memory[4 * (system + b + 21) + lane]! + across);
memory[4 * (system + b + 76) + lane] = Math.fround(memory[4 * (system + b + 76) + lane]! + across);
memory[4 * (system + b + 71) + lane] = (-across);
memory[4 * (system + b + 61) + lane] = (-across);
}
{
let across: number = (-Math.fround(Math.fround(pull * t_1) * t_1));
across = Math.fround(across + pull);
memory[4 * (system + b + 22) + lane] = Math.fround(memory[4 * (system + b + 22) + lane]! + across);
memory[4 * (system + b + 77) + lane] = Math.fround(memory[4 * (system + b + 77) + lane]! + across);
memory[4 * (system + b + 72) + lane] = (-across);
}
memory[4 * (system + b + 47) + lane] = t_2;
memory[4 * (system + b + 87) + lane] = (-t_2);
{
let across: number = (-Math.fround(Math.fround(pull * t_2) * t_0));
memory[4 * (system + b + 33) + lane] = Math.fround(memory[4 * (system + b + 33) + lane]! + across);
memory[4 * (system + b + 88) + lane] = Math.fround(memory[4 * (system + b + 88) + lane]! + across);
memory[4 * (system + b + 83) + lane] = (-across);
memory[4 * (system + b + 62) + lane] = (-across);
}
{
let across: number = (-Math.fround(Math.fround(pull * t_2) * t_1));
memory[4 * (system + b + 34) + lane] = Math.fround(memory[4 * (system + b + 34) + lane]! + across);
memory[4 * (system + b + 89) + lane] = Math.fround(memory[4 * (system + b + 89) + lane]! + across);
memory[4 * (system + b + 84) + lane] = (-across);
memory[4 * (system + b + 73) + lane] = (-across);
}
{
let across: number = (-Math.fround(Math.fround(pull * t_2) * t_2));
across = Math.fround(across + pull);
memory[4 * (system + b + 35) + lane] = Math.fround(memory[4 * (system + b + 35) + lane]! + across);
memory[4 * (system + b + 90) + lane] = Math.fround(memory[4 * (system + b + 90) + lane]! + across);
memory[4 * (system + b + 85) + lane] = (-across);
}
}

function in_addJoint(memory: Float32Array, lane: number, work: number, fixed: number, system: number, w: number, f: number, b: number): void {
let a0_0: number = 0.0;
let a0_1: number = 0.0;
let a0_2: number = 0.0;
let b0_0: number = 0.0;
let b0_1: number = 0.0;
let b0_2: number = 0.0;
let h0_0: number = 0.0;
let h0_1: number = 0.0;
let h0_2: number = 0.0;
let a1_0: number = 0.0;
let a1_1: number = 0.0;
let a1_2: number = 0.0;
let b1_0: number = 0.0;
let b1_1: number = 0.0;
let b1_2: number = 0.0;
let h1_0: number = 0.0;
let h1_1: number = 0.0;
let h1_2: number = 0.0;
let m_0: number = 0.0;
let m_1: number = 0.0;
let m_2: number = 0.0;
let m_3: number = 0.0;
let m_4: number = 0.0;
let v_0: number = 0.0;
let v_1: number = 0.0;
let v_2: number = 0.0;
let v_3: number = 0.0;
let v_4: number = 0.0;
let rows0_0: number = 0.0;
let rows0_1: number = 0.0;
let rows0_2: number = 0.0;
let rows0_3: number = 0.0;
let rows0_4: number = 0.0;
let rows0_5: number = 0.0;
let rows0_6: number = 0.0;
let rows0_7: number = 0.0;
let rows0_8: number = 0.0;
let rows1_0: number = 0.0;
let rows1_1: number = 0.0;
let rows1_2: number = 0.0;
let rows1_3: number = 0.0;
let rows1_4: number = 0.0;
let rows1_5: number = 0.0;
let rows1_6: number = 0.0;
let rows1_7: number = 0.0;
let rows1_8: number = 0.0;
let by0_0: number = 0.0;
let by0_1: number = 0.0;
let by0_2: number = 0.0;
let by0_3: number = 0.0;
let by0_4: number = 0.0;
let by0_5: number = 0.0;
let by0_6: number = 0.0;
let by0_7: number = 0.0;
let by0_8: number = 0.0;
let by1_0: number = 0.0;
let by1_1: number = 0.0;
let by1_2: number = 0.0;
let by1_3: number = 0.0;
let by1_4: number = 0.0;
let by1_5: number = 0.0;
let by1_6: number = 0.0;
let by1_7: number = 0.0;
let by1_8: number = 0.0;
const j = (w + 71);
const c0 = memory[4 * (work + j + 43) + lane]!;
const c1 = memory[4 * (work + j + 44) + lane]!;
const c2 = memory[4 * (work + j + 45) + lane]!;
const c3 = memory[4 * (work + j + 46) + lane]!;
const cosine = memory[4 * (work + j + 48) + lane]!;
const sine = memory[4 * (work + j + 49) + lane]!;
const g = memory[4 * (work + j + 51) + lane]!;
const gs0 = Math.fround(g * memory[4 * (work + w + 36) + lane]!);
const gc0 = Math.fround(g * c0);
const gc1 = Math.fround(g * c1);
const g2 = Math.fround(2.0 * g);
const n0 = memory[4 * (work + w + 35) + lane]!;
const n1 = memory[4 * (work + j + 35) + lane]!;
const nn = Math.fround(Math.fround(memory[4 * (work + j + 50) + lane]! * n0) * n1);
{
const e1 = memory[4 * (work + j + 29) + lane]!;
const e1n = memory[4 * (work + j + 30) + lane]!;
const e1l = memory[4 * (work + j + 31) + lane]!;
const p1 = memory[4 * (work + w + 37) + lane]!;
const p2 = memory[4 * (work + w + 40) + lane]!;
const t0 = memory[4 * (work + w + 32) + lane]!;
const x = memory[4 * (work + j + 52) + lane]!;
a0_0 = Math.fround(Math.fround(g2 * Math.fround(Math.fround(e1n * memory[4 * (work + w + 42) + lane]!) - Math.fround(e1l * memory[4 * (work + w + 41) + lane]!))) - Math.fround(gc0 * e1));
b0_0 = Math.fround(Math.fround(g2 * Math.fround(Math.fround(memory[4 * (work + w + 38) + lane]! * e1l) - Math.fround(memory[4 * (work + w + 39) + lane]! * e1n))) - Math.fround(gc1 * e1));
h0_0 = Math.fround(Math.fround(nn * n0) * x);
a1_0 = Math.fround(gs0 * Math.fround(Math.fround(2.0 * p1) - Math.fround(c0 * t0)));
b1_0 = Math.fround(gs0 * Math.fround(Math.fround(2.0 * p2) - Math.fround(c1 * t0)));
h1_0 = Math.fround(Math.fround(nn * n1) * x);
}
{
const e1 = memory[4 * (work + j + 30) + lane]!;
const e1n = memory[4 * (work + j + 31) + lane]!;
const e1l = memory[4 * (work + j + 29) + lane]!;
const p1 = memory[4 * (work + w + 38) + lane]!;
const p2 = memory[4 * (work + w + 41) + lane]!;
const t0 = memory[4 * (work + w + 33) + lane]!;
const x = memory[4 * (work + j + 53) + lane]!;
a0_1 = Math.fround(Math.fround(g2 * Math.fround(Math.fround(e1n * memory[4 * (work + w + 40) + lane]!) - Math.fround(e1l * memory[4 * (work + w + 42) + lane]!))) - Math.fround(gc0 * e1));
b0_1 = Math.fround(Math.fround(g2 * Math.fround(Math.fround(memory[4 * (work + w + 39) + lane]! * e1l) - Math.fround(memory[4 * (work + w + 37) + lane]! * e1n))) - Math.fround(gc1 * e1));
h0_1 = Math.fround(Math.fround(nn * n0) * x);
a1_1 = Math.fround(gs0 * Math.fround(Math.fround(2.0 * p1) - Math.fround(c0 * t0)));
b1_1 = Math.fround(gs0 * Math.fround(Math.fround(2.0 * p2) - Math.fround(c1 * t0)));
h1_1 = Math.fround(Math.fround(nn * n1) * x);
}
{
const e1 = memory[4 * (work + j + 31) + lane]!;
const e1n = memory[4 * (work + j + 29) + lane]!;
const e1l = memory[4 * (work + j + 30) + lane]!;
const p1 = memory[4 * (work + w + 39) + lane]!;
const p2 = memory[4 * (work + w + 42) + lane]!;
const t0 = memory[4 * (work + w + 34) + lane]!;
const x = memory[4 * (work + j + 54) + lane]!;
a0_2 = Math.fround(Math.fround(g2 * Math.fround(Math.fround(e1n * memory[4 * (work + w + 41) + lane]!) - Math.fround(e1l * memory[4 * (work + w + 40) + lane]!))) - Math.fround(gc0 * e1));
b0_2 = Math.fround(Math.fround(g2 * Math.fround(Math.fround(memory[4 * (work + w + 37) + lane]! * e1l) - Math.fround(memory[4 * (work + w + 38) + lane]! * e1n))) - Math.fround(gc1 * e1));
h0_2 = Math.fround(Math.fround(nn * n0) * x);
a1_2 = Math.fround(gs0 * Math.fround(Math.fround(2.0 * p1) - Math.fround(c0 * t0)));
b1_2 = Math.fround(gs0 * Math.fround(Math.fround(2.0 * p2) - Math.fround(c1 * t0)));
h1_2 = Math.fround(Math.fround(nn * n1) * x);
}
const friction = Math.fround(memory[4 * (work) + lane]! * memory[4 * (fixed + f + 12) + lane]!);
{
const own = memory[4 * (work + j + 43) + lane]!;
const k = memory[4 * (fixed + f + 2) + lane]!;
let viscous: number = friction;
m_0 = Math.fround(k + viscous);
v_0 = Math.fround(Math.fround(k * Math.fround(own - memory[4 * (fixed + f + 7) + lane]!)) + Math.fround(viscous * Math.fround(own - memory[4 * (work + j + 18) + lane]!)));
}
{
const own = memory[4 * (work + j + 44) + lane]!;
const k = memory[4 * (fixed + f + 3) + lane]!;
let viscous: number = friction;
m_1 = Math.fround(k + viscous);
v_1 = Math.fround(Math.fround(k * Math.fround(own - memory[4 * (fixed + f + 8) + lane]!)) + Math.fround(viscous * Math.fround(own - memory[4 * (work + j + 19) + lane]!)));
}
{
const own = memory[4 * (work + j + 45) + lane]!;
const k = memory[4 * (fixed + f + 4) + lane]!;
let viscous: number = friction;
m_2 = Math.fround(k + viscous);
v_2 = Math.fround(Math.fround(k * Math.fround(own - memory[4 * (fixed + f + 9) + lane]!)) + Math.fround(viscous * Math.fround(own - memory[4 * (work + j + 20) + lane]!)));
}
{
const own = memory[4 * (work + j + 46) + lane]!;
const k = memory[4 * (fixed + f + 5) + lane]!;
let viscous: number = friction;
m_3 = Math.fround(k + viscous);
v_3 = Math.fround(Math.fround(k * Math.fround(own - memory[4 * (fixed + f + 10) + lane]!)) + Math.fround(viscous * Math.fround(own - memory[4 * (work + j + 21) + lane]!)));
}
{
const own = memory[4 * (work + j + 47) + lane]!;
const k = memory[4 * (fixed + f + 6) + lane]!;
let viscous: number = friction;
viscous = Math.fround(2.0 * friction);
m_4 = Math.fround(k + viscous);
v_4 = Math.fround(Math.fround(k * Math.fround(own - memory[4 * (fixed + f + 11) + lane]!)) + Math.fround(viscous * Math.fround(own - memory[4 * (work + j + 22) + lane]!)));
}
const w2c = Math.fround(m_2 * cosine);
const w2s = Math.fround(m_2 * sine);
const w3c = Math.fround(m_3 * cosine);
const w3s = Math.fround(m_3 * sine);
const V00 = Math.fround(Math.fround(m_0 + Math.fround(w2c * cosine)) + Math.fround(w3s * sine));
const V01 = Math.fround(Math.fround(w2c * sine) - Math.fround(w3s * cosine));
const V02 = Math.fround(Math.fround(w2c * c3) + Math.fround(w3s * c2));
const V11 = Math.fround(Math.fround(m_1 + Math.fround(w2s * sine)) + Math.fround(w3c * cosine));
const V12 = Math.fround(Math.fround(w2s * c3) - Math.fround(w3c * c2));
const V22 = Math.fround(Math.fround(m_4 + Math.fround(Math.fround(m_2 * c3) * c3)) + Math.fround(Math.fround(m_3 * c2) * c2));
const l1 = Math.fround(V01 / larger(V00, 1.0000000031710769e-30));
const l2 = Math.fround(V02 / larger(V00, 1.0000000031710769e-30));
const d1 = Math.fround(V11 - Math.fround(l1 * V01));
const rest12 = Math.fround(V12 - Math.fround(l1 * V02));
const l3 = Math.fround(rest12 / larger(d1, 1.0000000031710769e-30));
const d2 = Math.fround(Math.fround(V22 - Math.fround(l2 * V02)) - Math.fround(l3 * rest12));
const r0 = Math.fround(Math.fround(c1 - Math.fround(l1 * c0)) - l2);
const r1 = Math.fround((-c0) - l3);
const z0 = Math.fround(V00 * r0);
const z1 = Math.fround(d1 * r1);
const y0 = Math.fround(Math.fround(v_0 + Math.fround(cosine * v_2)) - Math.fround(sine * v_3));
const y1 = Math.fround(Math.fround(v_1 + Math.fround(sine * v_2)) + Math.fround(cosine * v_3));
const y2 = Math.fround(Math.fround(v_4 + Math.fround(c3 * v_2)) - Math.fround(c2 * v_3));
rows0_0 = Math.fround(Math.fround(a0_0 + Math.fround(l1 * b0_0)) + Math.fround(l2 * h0_0));
rows0_3 = Math.fround(b0_0 + Math.fround(l3 * h0_0));
rows0_6 = h0_0;
rows1_0 = Math.fround(Math.fround(a1_0 + Math.fround(l1 * b1_0)) + Math.fround(l2 * h1_0));
rows1_3 = Math.fround(b1_0 + Math.fround(l3 * h1_0));
rows1_6 = h1_0;
by0_0 = Math.fround(V00 * rows0_0);
by0_3 = Math.fround(d1 * rows0_3);
by0_6 = Math.fround(d2 * h0_0);
by1_0 = Math.fround(V00 * rows1_0);
by1_3 = Math.fround(d1 * rows1_3);
by1_6 = Math.fround(d2 * h1_0);
rows0_1 = Math.fround(Math.fround(a0_1 + Math.fround(l1 * b0_1)) + Math.fround(l2 * h0_1));
rows0_4 = Math.fround(b0_1 + Math.fround(l3 * h0_1));
rows0_7 = h0_1;
rows1_1 = Math.fround(Math.fround(a1_1 + Math.fround(l1 * b1_1)) + Math.fround(l2 * h1_1));
rows1_4 = Math.fround(b1_1 + Math.fround(l3 * h1_1));
rows1_7 = h1_1;
by0_1 = Math.fround(V00 * rows0_1);
by0_4 = Math.fround(d1 * rows0_4);
by0_7 = Math.fround(d2 * h0_1);
by1_1 = Math.fround(V00 * rows1_1);
by1_4 = Math.fround(d1 * rows1_4);
by1_7 = Math.fround(d2 * h1_1);
rows0_2 = Math.fround(Math.fround(a0_2 + Math.fround(l1 * b0_2)) + Math.fround(l2 * h0_2));
rows0_5 = Math.fround(b0_2 + Math.fround(l3 * h0_2));
rows0_8 = h0_2;
rows1_2 = Math.fround(Math.fround(a1_2 + Math.fround(l1 * b1_2)) + Math.fround(l2 * h1_2));
rows1_5 = Math.fround(b1_2 + Math.fround(l3 * h1_2));
rows1_8 = h1_2;
by0_2 = Math.fround(V00 * rows0_2);
by0_5 = Math.fround(d1 * rows0_5);
by0_8 = Math.fround(d2 * h0_2);
by1_2 = Math.fround(V00 * rows1_2);
by1_5 = Math.fround(d1 * rows1_5);
by1_8 = Math.fround(d2 * h1_2);
const last = b;
const here = (b + 55);
const first = (b + 110);
{
{
const C = Math.fround(Math.fround(Math.fround(by1_0 * rows0_0) + Math.fround(by1_3 * rows0_3)) + Math.fround(by1_6 * rows0_6));
const A = Math.fround(Math.fround(Math.fround(by0_0 * rows0_0) + Math.fround(by0_3 * rows0_3)) + Math.fround(by0_6 * rows0_6));
const B = Math.fround(Math.fround(Math.fround(by1_0 * rows1_0) + Math.fround(by1_3 * rows1_3)) + Math.fround(by1_6 * rows1_6));
memory[4 * (system + first) + lane] = (-C);
memory[4 * (system + first + 5) + lane] = Math.fround(memory[4 * (system + first + 5) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 5) + lane] = Math.fround(memory[4 * (system + here + 5) + lane]! + Math.fround(C - B));
{
const D = Math.fround(Math.fround(Math.fround(by1_0 * rows0_0) + Math.fround(by1_3 * rows0_3)) + Math.fround(by1_6 * rows0_6));
memory[4 * (system + last + 10) + lane] = Math.fround(memory[4 * (system + last + 10) + lane]! + B);
memory[4 * (system + here + 10) + lane] = Math.fround(memory[4 * (system + here + 10) + lane]! + Math.fround(Math.fround(Math.fround(A - C) - D) + B));
memory[4 * (system + first + 10) + lane] = Math.fround(memory[4 * (system + first + 10) + lane]! + A);
}
}
{
const C = Math.fround(Math.fround(Math.fround(by1_1 * rows0_0) + Math.fround(by1_4 * rows0_3)) + Math.fround(by1_7 * rows0_6));
const A = Math.fround(Math.fround(Math.fround(by0_0 * rows0_1) + Math.fround(by0_3 * rows0_4)) + Math.fround(by0_6 * rows0_7));
const B = Math.fround(Math.fround(Math.fround(by1_0 * rows1_1) + Math.fround(by1_3 * rows1_4)) + Math.fround(by1_6 * rows1_7));
memory[4 * (system + first + 1) + lane] = (-C);
memory[4 * (system + first + 6) + lane] = Math.fround(memory[4 * (system + first + 6) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 6) + lane] = Math.fround(memory[4 * (system + here + 6) + lane]! + Math.fround(C - B));
}
{
const C = Math.fround(Math.fround(Math.fround(by1_2 * rows0_0) + Math.fround(by1_5 * rows0_3)) + Math.fround(by1_8 * rows0_6));
const A = Math.fround(Math.fround(Math.fround(by0_0 * rows0_2) + Math.fround(by0_3 * rows0_5)) + Math.fround(by0_6 * rows0_8));
const B = Math.fround(Math.fround(Math.fround(by1_0 * rows1_2) + Math.fround(by1_3 * rows1_5)) + Math.fround(by1_6 * rows1_8));
memory[4 * (system + first + 2) + lane] = (-C);
memory[4 * (system + first + 7) + lane] = Math.fround(memory[4 * (system + first + 7) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 7) + lane] = Math.fround(memory[4 * (system + here + 7) + lane]! + Math.fround(C - B));
}
const f00 = Math.fround(Math.fround(Math.fround(z0 * rows0_0) + Math.fround(z1 * rows0_3)) - by0_6);
const f01 = Math.fround(Math.fround(Math.fround(l2 * by0_0) + Math.fround(l3 * by0_3)) + by0_6);
const f10 = Math.fround(Math.fround(Math.fround(z0 * rows1_0) + Math.fround(z1 * rows1_3)) - by1_6);
const f11 = Math.fround(Math.fround(Math.fround(l2 * by1_0) + Math.fround(l3 * by1_3)) + by1_6);
memory[4 * (system + last + 41) + lane] = Math.fround(memory[4 * (system + last + 41) + lane]! + f11);
memory[4 * (system + here + 8) + lane] = Math.fround(memory[4 * (system + here + 8) + lane]! + Math.fround(f01 - f11));
memory[4 * (system + here + 36) + lane] = f10;
memory[4 * (system + here + 41) + lane] = Math.fround(memory[4 * (system + here + 41) + lane]! + Math.fround(f00 - f10));
memory[4 * (system + first + 3) + lane] = (-f01);
memory[4 * (system + first + 8) + lane] = Math.fround(memory[4 * (system + first + 8) + lane]! - f00);
const G0 = Math.fround(Math.fround(Math.fround(y0 * a0_0) + Math.fround(y1 * b0_0)) + Math.fround(y2 * h0_0));
const G1 = Math.fround(Math.fround(Math.fround(y0 * a1_0) + Math.fround(y1 * b1_0)) + Math.fround(y2 * h1_0));
memory[4 * (system + first + 50) + lane] = Math.fround(memory[4 * (system + first + 50) + lane]! + G0);
memory[4 * (system + here + 50) + lane] = Math.fround(memory[4 * (system + here + 50) + lane]! + Math.fround(G1 - G0));
memory[4 * (system + last + 50) + lane] = Math.fround(memory[4 * (system + last + 50) + lane]! - G1);
}
{
{
const C = Math.fround(Math.fround(Math.fround(by1_0 * rows0_1) + Math.fround(by1_3 * rows0_4)) + Math.fround(by1_6 * rows0_7));
const A = Math.fround(Math.fround(Math.fround(by0_1 * rows0_0) + Math.fround(by0_4 * rows0_3)) + Math.fround(by0_7 * rows0_6));
const B = Math.fround(Math.fround(Math.fround(by1_1 * rows1_0) + Math.fround(by1_4 * rows1_3)) + Math.fround(by1_7 * rows1_6));
memory[4 * (system + first + 11) + lane] = (-C);
memory[4 * (system + first + 16) + lane] = Math.fround(memory[4 * (system + first + 16) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 16) + lane] = Math.fround(memory[4 * (system + here + 16) + lane]! + Math.fround(C - B));
{
const D = Math.fround(Math.fround(Math.fround(by1_1 * rows0_0) + Math.fround(by1_4 * rows0_3)) + Math.fround(by1_7 * rows0_6));
memory[4 * (system + last + 21) + lane] = Math.fround(memory[4 * (system + last + 21) + lane]! + B);
memory[4 * (system + here + 21) + lane] = Math.fround(memory[4 * (system + here + 21) + lane]! + Math.fround(Math.fround(Math.fround(A - C) - D) + B));
memory[4 * (system + first + 21) + lane] = Math.fround(memory[4 * (system + first + 21) + lane]! + A);
}
}
{
const C = Math.fround(Math.fround(Math.fround(by1_1 * rows0_1) + Math.fround(by1_4 * rows0_4)) + Math.fround(by1_7 * rows0_7));
const A = Math.fround(Math.fround(Math.fround(by0_1 * rows0_1) + Math.fround(by0_4 * rows0_4)) + Math.fround(by0_7 * rows0_7));
const B = Math.fround(Math.fround(Math.fround(by1_1 * rows1_1) + Math.fround(by1_4 * rows1_4)) + Math.fround(by1_7 * rows1_7));
memory[4 * (system + first + 12) + lane] = (-C);
memory[4 * (system + first + 17) + lane] = Math.fround(memory[4 * (system + first + 17) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 17) + lane] = Math.fround(memory[4 * (system + here + 17) + lane]! + Math.fround(C - B));
{
const D = Math.fround(Math.fround(Math.fround(by1_1 * rows0_1) + Math.fround(by1_4 * rows0_4)) + Math.fround(by1_7 * rows0_7));
memory[4 * (system + last + 22) + lane] = Math.fround(memory[4 * (system + last + 22) + lane]! + B);
memory[4 * (system + here + 22) + lane] = Math.fround(memory[4 * (system + here + 22) + lane]! + Math.fround(Math.fround(Math.fround(A - C) - D) + B));
memory[4 * (system + first + 22) + lane] = Math.fround(memory[4 * (system + first + 22) + lane]! + A);
}
}
{
const C = Math.fround(Math.fround(Math.fround(by1_2 * rows0_1) + Math.fround(by1_5 * rows0_4)) + Math.fround(by1_8 * rows0_7));
const A = Math.fround(Math.fround(Math.fround(by0_1 * rows0_2) + Math.fround(by0_4 * rows0_5)) + Math.fround(by0_7 * rows0_8));
const B = Math.fround(Math.fround(Math.fround(by1_1 * rows1_2) + Math.fround(by1_4 * rows1_5)) + Math.fround(by1_7 * rows1_8));
memory[4 * (system + first + 13) + lane] = (-C);
memory[4 * (system + first + 18) + lane] = Math.fround(memory[4 * (system + first + 18) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 18) + lane] = Math.fround(memory[4 * (system + here + 18) + lane]! + Math.fround(C - B));
}
const f00 = Math.fround(Math.fround(Math.fround(z0 * rows0_1) + Math.fround(z1 * rows0_4)) - by0_7);
const f01 = Math.fround(Math.fround(Math.fround(l2 * by0_1) + Math.fround(l3 * by0_4)) + by0_7);
const f10 = Math.fround(Math.fround(Math.fround(z0 * rows1_1) + Math.fround(z1 * rows1_4)) - by1_7);
const f11 = Math.fround(Math.fround(Math.fround(l2 * by1_1) + Math.fround(l3 * by1_4)) + by1_7);
memory[4 * (system + last + 42) + lane] = Math.fround(memory[4 * (system + last + 42) + lane]! + f11);
memory[4 * (system + here + 19) + lane] = Math.fround(memory[4 * (system + here + 19) + lane]! + Math.fround(f01 - f11));
memory[4 * (system + here + 37) + lane] = f10;
memory[4 * (system + here + 42) + lane] = Math.fround(memory[4 * (system + here + 42) + lane]! + Math.fround(f00 - f10));
memory[4 * (system + first + 14) + lane] = (-f01);
memory[4 * (system + first + 19) + lane] = Math.fround(memory[4 * (system + first + 19) + lane]! - f00);
const G0 = Math.fround(Math.fround(Math.fround(y0 * a0_1) + Math.fround(y1 * b0_1)) + Math.fround(y2 * h0_1));
const G1 = Math.fround(Math.fround(Math.fround(y0 * a1_1) + Math.fround(y1 * b1_1)) + Math.fround(y2 * h1_1));
memory[4 * (system + first + 51) + lane] = Math.fround(memory[4 * (system + first + 51) + lane]! + G0);
memory[4 * (system + here + 51) + lane] = Math.fround(memory[4 * (system + here + 51) + lane]! + Math.fround(G1 - G0));
memory[4 * (system + last + 51) + lane] = Math.fround(memory[4 * (system + last + 51) + lane]! - G1);
}
{
{
const C = Math.fround(Math.fround(Math.fround(by1_0 * rows0_2) + Math.fround(by1_3 * rows0_5)) + Math.fround(by1_6 * rows0_8));
const A = Math.fround(Math.fround(Math.fround(by0_2 * rows0_0) + Math.fround(by0_5 * rows0_3)) + Math.fround(by0_8 * rows0_6));
const B = Math.fround(Math.fround(Math.fround(by1_2 * rows1_0) + Math.fround(by1_5 * rows1_3)) + Math.fround(by1_8 * rows1_6));
memory[4 * (system + first + 23) + lane] = (-C);
memory[4 * (system + first + 28) + lane] = Math.fround(memory[4 * (system + first + 28) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 28) + lane] = Math.fround(memory[4 * (system + here + 28) + lane]! + Math.fround(C - B));
{
const D = Math.fround(Math.fround(Math.fround(by1_2 * rows0_0) + Math.fround(by1_5 * rows0_3)) + Math.fround(by1_8 * rows0_6));
memory[4 * (system + last + 33) + lane] = Math.fround(memory[4 * (system + last + 33) + lane]! + B);
memory[4 * (system + here + 33) + lane] = Math.fround(memory[4 * (system + here + 33) + lane]! + Math.fround(Math.fround(Math.fround(A - C) - D) + B));
memory[4 * (system + first + 33) + lane] = Math.fround(memory[4 * (system + first + 33) + lane]! + A);
}
}
{
const C = Math.fround(Math.fround(Math.fround(by1_1 * rows0_2) + Math.fround(by1_4 * rows0_5)) + Math.fround(by1_7 * rows0_8));
const A = Math.fround(Math.fround(Math.fround(by0_2 * rows0_1) + Math.fround(by0_5 * rows0_4)) + Math.fround(by0_8 * rows0_7));
const B = Math.fround(Math.fround(Math.fround(by1_2 * rows1_1) + Math.fround(by1_5 * rows1_4)) + Math.fround(by1_8 * rows1_7));
memory[4 * (system + first + 24) + lane] = (-C);
memory[4 * (system + first + 29) + lane] = Math.fround(memory[4 * (system + first + 29) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 29) + lane] = Math.fround(memory[4 * (system + here + 29) + lane]! + Math.fround(C - B));
{
const D = Math.fround(Math.fround(Math.fround(by1_2 * rows0_1) + Math.fround(by1_5 * rows0_4)) + Math.fround(by1_8 * rows0_7));
memory[4 * (system + last + 34) + lane] = Math.fround(memory[4 * (system + last + 34) + lane]! + B);
memory[4 * (system + here + 34) + lane] = Math.fround(memory[4 * (system + here + 34) + lane]! + Math.fround(Math.fround(Math.fround(A - C) - D) + B));
memory[4 * (system + first + 34) + lane] = Math.fround(memory[4 * (system + first + 34) + lane]! + A);
}
}
{
const C = Math.fround(Math.fround(Math.fround(by1_2 * rows0_2) + Math.fround(by1_5 * rows0_5)) + Math.fround(by1_8 * rows0_8));
const A = Math.fround(Math.fround(Math.fround(by0_2 * rows0_2) + Math.fround(by0_5 * rows0_5)) + Math.fround(by0_8 * rows0_8));
const B = Math.fround(Math.fround(Math.fround(by1_2 * rows1_2) + Math.fround(by1_5 * rows1_5)) + Math.fround(by1_8 * rows1_8));
memory[4 * (system + first + 25) + lane] = (-C);
memory[4 * (system + first + 30) + lane] = Math.fround(memory[4 * (system + first + 30) + lane]! + Math.fround(C - A));
memory[4 * (system + here + 30) + lane] = Math.fround(memory[4 * (system + here + 30) + lane]! + Math.fround(C - B));
{
const D = Math.fround(Math.fround(Math.fround(by1_2 * rows0_2) + Math.fround(by1_5 * rows0_5)) + Math.fround(by1_8 * rows0_8));
memory[4 * (system + last + 35) + lane] = Math.fround(memory[4 * (system + last + 35) + lane]! + B);
memory[4 * (system + here + 35) + lane] = Math.fround(memory[4 * (system + here + 35) + lane]! + Math.fround(Math.fround(Math.fround(A - C) - D) + B));
memory[4 * (system + first + 35) + lane] = Math.fround(memory[4 * (system + first + 35) + lane]! + A);
}
}
const f00 = Math.fround(Math.fround(Math.fround(z0 * rows0_2) + Math.fround(z1 * rows0_5)) - by0_8);
const f01 = Math.fround(Math.fround(Math.fround(l2 * by0_2) + Math.fround(l3 * by0_5)) + by0_8);
const f10 = Math.fround(Math.fround(Math.fround(z0 * rows1_2) + Math.fround(z1 * rows1_5)) - by1_8);
const f11 = Math.fround(Math.fround(Math.fround(l2 * by1_2) + Math.fround(l3 * by1_5)) + by1_8);
memory[4 * (system + last + 43) + lane] = Math.fround(memory[4 * (system + last + 43) + lane]! + f11);
memory[4 * (system + here + 31) + lane] = Math.fround(memory[4 * (system + here + 31) + lane]! + Math.fround(f01 - f11));
memory[4 * (system + here + 38) + lane] = f10;
memory[4 * (system + here + 43) + lane] = Math.fround(memory[4 * (system + here + 43) + lane]! + Math.fround(f00 - f10));
memory[4 * (system + first + 26) + lane] = (-f01);
memory[4 * (system + first + 31) + lane] = Math.fround(memory[4 * (system + first + 31) + lane]! - f00);
const G0 = Math.fround(Math.fround(Math.fround(y0 * a0_2) + Math.fround(y1 * b0_2)) + Math.fround(y2 * h0_2));
const G1 = Math.fround(Math.fround(Math.fround(y0 * a1_2) + Math.fround(y1 * b1_2)) + Math.fround(y2 * h1_2));
memory[4 * (system + first + 52) + lane] = Math.fround(memory[4 * (system + first + 52) + lane]! + G0);
memory[4 * (system + here + 52) + lane] = Math.fround(memory[4 * (system + here + 52) + lane]! + Math.fround(G1 - G0));
memory[4 * (system + last + 52) + lane] = Math.fround(memory[4 * (system + last + 52) + lane]! - G1);
}
memory[4 * (system + here + 39) + lane] = (-m_4);
memory[4 * (system + last + 44) + lane] = Math.fround(memory[4 * (system + last + 44) + lane]! + Math.fround(Math.fround(Math.fround(Math.fround(m_2 * c3) * c3) + Math.fround(Math.fround(m_3 * c2) * c2)) + m_4));
memory[4 * (system + here + 44) + lane] = Math.fround(memory[4 * (system + here + 44) + lane]! + Math.fround(Math.fround(Math.fround(Math.fround(m_0 * c1) * c1) + Math.fround(Math.fround(m_1 * c0) * c0)) + m_4));
memory[4 * (system + here + 53) + lane] = Math.fround(memory[4 * (system + here + 53) + lane]! - Math.fround(Math.fround(Math.fround(v_0 * c1) - Math.fround(v_1 * c0)) - v_4));
memory[4 * (system + last + 53) + lane] = Math.fround(memory[4 * (system + last + 53) + lane]! - Math.fround(Math.fround(Math.fround(v_2 * c3) - Math.fround(v_3 * c2)) + v_4));
}

export function setUpPack(memory: Float32Array, work: number, fixed: number, nodes: number, forces: number, damping: number, air: number, springs: number, helps: number): void {
for (let lane = 0; lane < 4; lane++) in_setUpPack(memory, lane, work, fixed, nodes, forces, damping, air, springs, helps);
}
function in_setUpPack(memory: Float32Array, lane: number, work: number, fixed: number, nodes: number, forces: number, damping: number, air: number, springs: number, helps: number): void {
for (let n: number = forces; (n < 1); n++) {
for (let i: number = 2; (i < nodes); i++) {
memory[4 * (work + (71 * i) + 64) + lane] = 0.0;
memory[4 * (work + (71 * i) + 65) + lane] = 0.0;
memory[4 * (work + (71 * i) + 66) + lane] = 0.0;
}
}
for (let n: number = damping; (n < 1); n++) {
for (let i: number = 2; (i < nodes); i++) {
memory[4 * (work + (71 * i) + 58) + lane] = 0.0;
memory[4 * (work + (71 * i) + 59) + lane] = 0.0;
memory[4 * (work + (71 * i) + 60) + lane] = 0.0;
memory[4 * (work + (71 * i) + 61) + lane] = 0.0;
memory[4 * (work + (71 * i) + 62) + lane] = 0.0;
memory[4 * (work + (71 * i) + 63) + lane] = 0.0;
}
}
for (let n: number = 0; (n < air); n++) {
for (let i: number = 2; (i < (nodes - 1)); i++) {
in_addAir(memory, lane, work, fixed, (49 + (71 * i)), (26 * i), 1);
}
in_addAir(memory, lane, work, fixed, (49 + (71 * (nodes - 1))), (26 * (nodes - 1)), 0);
}
for (let i: number = 2; (i < nodes); i++) {
in_setUpNode(memory, lane, work, fixed, (49 + (71 * i)), (26 * i));
}
for (let n: number = 0; (n < springs); n++) {
for (let i: number = 2; (i < nodes); i++) {
in_addSprings(memory, lane, work, (49 + (71 * i)));
}
}
for (let n: number = 0; (n < helps); n++) {
for (let i: number = 0; (i < nodes); i++) {
in_addHelp(memory, lane, work, fixed, (49 + (71 * i)), (26 * i));
memory[4 * (work + 39) + lane] = Math.fround(memory[4 * (work + 39) + lane]! + memory[4 * (work + (71 * i) + 49) + lane]!);
memory[4 * (work + 40) + lane] = Math.fround(memory[4 * (work + 40) + lane]! + memory[4 * (work + (71 * i) + 50) + lane]!);
memory[4 * (work + 41) + lane] = Math.fround(memory[4 * (work + 41) + lane]! + memory[4 * (work + (71 * i) + 51) + lane]!);
}
}
for (let i: number = 0; (i < (nodes - 1)); i++) {
in_setUpEdge(memory, lane, work, (49 + (71 * i)));
}
const tip = (49 + (71 * (nodes - 1)));
memory[4 * (work + tip + 37) + lane] = memory[4 * (work + tip + 6) + lane]!;
memory[4 * (work + tip + 38) + lane] = memory[4 * (work + tip + 7) + lane]!;
memory[4 * (work + tip + 39) + lane] = memory[4 * (work + tip + 8) + lane]!;
}

function in_setUpNode(memory: Float32Array, lane: number, work: number, fixed: number, w: number, f: number): void {
let damping_0: number = 0.0;
let damping_1: number = 0.0;
let damping_2: number = 0.0;
let damping_3: number = 0.0;
let damping_4: number = 0.0;
let damping_5: number = 0.0;
let back_0: number = 0.0;
let back_1: number = 0.0;
let back_2: number = 0.0;
let pull_0: number = 0.0;
let pull_1: number = 0.0;
let pull_2: number = 0.0;
const rate = memory[4 * (work + 18) + lane]!;
const mH = Math.fround(memory[4 * (fixed + f + 15) + lane]! * rate);
damping_0 = Math.fround(rate * memory[4 * (work + w + 9) + lane]!);
damping_1 = Math.fround(rate * memory[4 * (work + w + 10) + lane]!);
damping_2 = Math.fround(rate * memory[4 * (work + w + 11) + lane]!);
damping_3 = Math.fround(rate * memory[4 * (work + w + 12) + lane]!);
damping_4 = Math.fround(rate * memory[4 * (work + w + 13) + lane]!);
damping_5 = Math.fround(rate * memory[4 * (work + w + 14) + lane]!);
const change = Math.fround(memory[4 * (work + 21) + lane]! - Math.fround(Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (work + 22) + lane]!) * rate));
{
const v = memory[4 * (work + w + 29) + lane]!;
const dv = memory[4 * (work + w + 32) + lane]!;
const lag = Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 37) + lane]!);
const guess = Math.fround(memory[4 * (work + 19) + lane]! * Math.fround(v + Math.fround(memory[4 * (work + 22) + lane]! * dv)));
pull_0 = Math.fround(Math.fround(mH * Math.fround(Math.fround(Math.fround(rate * lag) + Math.fround(change * dv)) + memory[4 * (work + 23) + lane]!)) + memory[4 * (work + w + 15) + lane]!);
back_0 = Math.fround(Math.fround(lag + Math.fround(memory[4 * (work + 42) + lane]! * v)) - guess);
memory[4 * (work + w + 68) + lane] = guess;
memory[4 * (work + w + 25) + lane] = guess;
}
{
const v = memory[4 * (work + w + 30) + lane]!;
const dv = memory[4 * (work + w + 33) + lane]!;
const lag = Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 38) + lane]!);
const guess = Math.fround(memory[4 * (work + 19) + lane]! * Math.fround(v + Math.fround(memory[4 * (work + 22) + lane]! * dv)));
pull_1 = Math.fround(Math.fround(mH * Math.fround(Math.fround(Math.fround(rate * lag) + Math.fround(change * dv)) + memory[4 * (work + 24) + lane]!)) + memory[4 * (work + w + 16) + lane]!);
back_1 = Math.fround(Math.fround(lag + Math.fround(memory[4 * (work + 42) + lane]! * v)) - guess);
memory[4 * (work + w + 69) + lane] = guess;
memory[4 * (work + w + 26) + lane] = guess;
}
{
const v = memory[4 * (work + w + 31) + lane]!;
const dv = memory[4 * (work + w + 34) + lane]!;
const lag = Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 39) + lane]!);
const guess = Math.fround(memory[4 * (work + 19) + lane]! * Math.fround(v + Math.fround(memory[4 * (work + 22) + lane]! * dv)));
pull_2 = Math.fround(Math.fround(mH * Math.fround(Math.fround(Math.fround(rate * lag) + Math.fround(change * dv)) + memory[4 * (work + 25) + lane]!)) + memory[4 * (work + w + 17) + lane]!);
back_2 = Math.fround(Math.fround(lag + Math.fround(memory[4 * (work + 42) + lane]! * v)) - guess);
memory[4 * (work + w + 70) + lane] = guess;
memory[4 * (work + w + 27) + lane] = guess;
}
{
const held = Math.fround(Math.fround(Math.fround(damping_0 * back_0) + Math.fround(damping_1 * back_1)) + Math.fround(damping_2 * back_2));
memory[4 * (work + w + 15) + lane] = Math.fround(pull_0 + held);
damping_0 = Math.fround(damping_0 + Math.fround(mH * rate));
}
{
const held = Math.fround(Math.fround(Math.fround(damping_1 * back_0) + Math.fround(damping_3 * back_1)) + Math.fround(damping_4 * back_2));
memory[4 * (work + w + 16) + lane] = Math.fround(pull_1 + held);
damping_3 = Math.fround(damping_3 + Math.fround(mH * rate));
}
{
const held = Math.fround(Math.fround(Math.fround(damping_2 * back_0) + Math.fround(damping_4 * back_1)) + Math.fround(damping_5 * back_2));
memory[4 * (work + w + 17) + lane] = Math.fround(pull_2 + held);
damping_5 = Math.fround(damping_5 + Math.fround(mH * rate));
}
memory[4 * (work + w + 9) + lane] = damping_0;
memory[4 * (work + w + 10) + lane] = damping_1;
memory[4 * (work + w + 11) + lane] = damping_2;
memory[4 * (work + w + 12) + lane] = damping_3;
memory[4 * (work + w + 13) + lane] = damping_4;
memory[4 * (work + w + 14) + lane] = damping_5;
}

function in_addAir(memory: Float32Array, lane: number, work: number, fixed: number, w: number, f: number, after: number): void {
let t_0: number = 0.0;
let t_1: number = 0.0;
let t_2: number = 0.0;
let drag_0: number = 0.0;
let drag_1: number = 0.0;
let drag_2: number = 0.0;
let drag_3: number = 0.0;
let drag_4: number = 0.0;
let drag_5: number = 0.0;
let length: number = memory[4 * (fixed + f - 26) + lane]!;
t_0 = memory[4 * (work + w - 71) + lane]!;
t_1 = memory[4 * (work + w - 70) + lane]!;
t_2 = memory[4 * (work + w - 69) + lane]!;
for (let n: number = 0; (n < after); n++) {
length = Math.fround(length + memory[4 * (fixed + f) + lane]!);
t_0 = Math.fround(t_0 + memory[4 * (work + w) + lane]!);
t_1 = Math.fround(t_1 + memory[4 * (work + w + 1) + lane]!);
t_2 = Math.fround(t_2 + memory[4 * (work + w + 2) + lane]!);
}
const inverse = Math.fround(1.0 / Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(Math.fround(t_0 * t_0) + Math.fround(t_1 * t_1)) + Math.fround(t_2 * t_2)) + 1.0000000031710769e-30))));
t_0 = Math.fround(t_0 * inverse);
t_1 = Math.fround(t_1 * inverse);
t_2 = Math.fround(t_2 * inverse);
const across = Math.fround(Math.fround(0.5 * length) * memory[4 * (work + 44) + lane]!);
const less = Math.fround(Math.fround(0.5 * length) * memory[4 * (work + 45) + lane]!);
drag_0 = (-Math.fround(Math.fround(less * t_0) * t_0));
drag_0 = Math.fround(drag_0 + across);
drag_1 = (-Math.fround(Math.fround(less * t_0) * t_1));
drag_2 = (-Math.fround(Math.fround(less * t_0) * t_2));
drag_3 = (-Math.fround(Math.fround(less * t_1) * t_1));
drag_3 = Math.fround(drag_3 + across);
drag_4 = (-Math.fround(Math.fround(less * t_1) * t_2));
drag_5 = (-Math.fround(Math.fround(less * t_2) * t_2));
drag_5 = Math.fround(drag_5 + across);
memory[4 * (work + w + 9) + lane] = Math.fround(memory[4 * (work + w + 9) + lane]! + drag_0);
memory[4 * (work + w + 10) + lane] = Math.fround(memory[4 * (work + w + 10) + lane]! + drag_1);
memory[4 * (work + w + 11) + lane] = Math.fround(memory[4 * (work + w + 11) + lane]! + drag_2);
memory[4 * (work + w + 12) + lane] = Math.fround(memory[4 * (work + w + 12) + lane]! + drag_3);
memory[4 * (work + w + 13) + lane] = Math.fround(memory[4 * (work + w + 13) + lane]! + drag_4);
memory[4 * (work + w + 14) + lane] = Math.fround(memory[4 * (work + w + 14) + lane]! + drag_5);
memory[4 * (work + w + 15) + lane] = Math.fround(memory[4 * (work + w + 15) + lane]! + Math.fround(Math.fround(Math.fround(drag_0 * memory[4 * (work + 46) + lane]!) + Math.fround(drag_1 * memory[4 * (work + 47) + lane]!)) + Math.fround(drag_2 * memory[4 * (work + 48) + lane]!)));
memory[4 * (work + w + 16) + lane] = Math.fround(memory[4 * (work + w + 16) + lane]! + Math.fround(Math.fround(Math.fround(drag_1 * memory[4 * (work + 46) + lane]!) + Math.fround(drag_3 * memory[4 * (work + 47) + lane]!)) + Math.fround(drag_4 * memory[4 * (work + 48) + lane]!)));
memory[4 * (work + w + 17) + lane] = Math.fround(memory[4 * (work + w + 17) + lane]! + Math.fround(Math.fround(Math.fround(drag_2 * memory[4 * (work + 46) + lane]!) + Math.fround(drag_4 * memory[4 * (work + 47) + lane]!)) + Math.fround(drag_5 * memory[4 * (work + 48) + lane]!)));
}

function in_addSprings(memory: Float32Array, lane: number, work: number, w: number): void {
{
let pull: number = memory[4 * (work + w + 15) + lane]!;
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 48) + lane]! * memory[4 * (work + w + 68) + lane]!));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 49) + lane]! * memory[4 * (work + w + 69) + lane]!));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 50) + lane]! * memory[4 * (work + w + 70) + lane]!));
memory[4 * (work + w + 15) + lane] = pull;
}
{
let pull: number = memory[4 * (work + w + 16) + lane]!;
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 49) + lane]! * memory[4 * (work + w + 68) + lane]!));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 51) + lane]! * memory[4 * (work + w + 69) + lane]!));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 52) + lane]! * memory[4 * (work + w + 70) + lane]!));
memory[4 * (work + w + 16) + lane] = pull;
}
{
let pull: number = memory[4 * (work + w + 17) + lane]!;
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 50) + lane]! * memory[4 * (work + w + 68) + lane]!));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 52) + lane]! * memory[4 * (work + w + 69) + lane]!));
pull = Math.fround(pull - Math.fround(memory[4 * (work + w + 53) + lane]! * memory[4 * (work + w + 70) + lane]!));
memory[4 * (work + w + 17) + lane] = pull;
}
memory[4 * (work + w + 9) + lane] = Math.fround(memory[4 * (work + w + 9) + lane]! + memory[4 * (work + w + 48) + lane]!);
memory[4 * (work + w + 10) + lane] = Math.fround(memory[4 * (work + w + 10) + lane]! + memory[4 * (work + w + 49) + lane]!);
memory[4 * (work + w + 11) + lane] = Math.fround(memory[4 * (work + w + 11) + lane]! + memory[4 * (work + w + 50) + lane]!);
memory[4 * (work + w + 12) + lane] = Math.fround(memory[4 * (work + w + 12) + lane]! + memory[4 * (work + w + 51) + lane]!);
memory[4 * (work + w + 13) + lane] = Math.fround(memory[4 * (work + w + 13) + lane]! + memory[4 * (work + w + 52) + lane]!);
memory[4 * (work + w + 14) + lane] = Math.fround(memory[4 * (work + w + 14) + lane]! + memory[4 * (work + w + 53) + lane]!);
}

function in_addHelp(memory: Float32Array, lane: number, work: number, fixed: number, w: number, f: number): void {
const held = memory[4 * (fixed + f + 20) + lane]!;
{
const s = (f + 17);
const g = (f + 21);
const carried = Math.fround(Math.fround(Math.fround(memory[4 * (work + 26) + lane]! * memory[4 * (fixed + s) + lane]!) + Math.fround(memory[4 * (work + 27) + lane]! * memory[4 * (fixed + s + 1) + lane]!)) + Math.fround(memory[4 * (work + 28) + lane]! * memory[4 * (fixed + s + 2) + lane]!));
const there = Math.fround(Math.fround(Math.fround(memory[4 * (work + 26) + lane]! * memory[4 * (fixed + g) + lane]!) + Math.fround(memory[4 * (work + 27) + lane]! * memory[4 * (fixed + g + 1) + lane]!)) + Math.fround(memory[4 * (work + 28) + lane]! * memory[4 * (fixed + g + 2) + lane]!));
const way = Math.fround(Math.fround(there - memory[4 * (work + 39) + lane]!) - memory[4 * (work + w + 68) + lane]!);
memory[4 * (work + w + 15) + lane] = Math.fround(memory[4 * (work + w + 15) + lane]! + Math.fround(carried + Math.fround(held * way)));
memory[4 * (work + w + 9) + lane] = Math.fround(memory[4 * (work + w + 9) + lane]! + held);
}
{
const s = (f + 17);
const g = (f + 21);
const carried = Math.fround(Math.fround(Math.fround(memory[4 * (work + 29) + lane]! * memory[4 * (fixed + s) + lane]!) + Math.fround(memory[4 * (work + 30) + lane]! * memory[4 * (fixed + s + 1) + lane]!)) + Math.fround(memory[4 * (work + 31) + lane]! * memory[4 * (fixed + s + 2) + lane]!));
const there = Math.fround(Math.fround(Math.fround(memory[4 * (work + 29) + lane]! * memory[4 * (fixed + g) + lane]!) + Math.fround(memory[4 * (work + 30) + lane]! * memory[4 * (fixed + g + 1) + lane]!)) + Math.fround(memory[4 * (work + 31) + lane]! * memory[4 * (fixed + g + 2) + lane]!));
const way = Math.fround(Math.fround(there - memory[4 * (work + 40) + lane]!) - memory[4 * (work + w + 69) + lane]!);
memory[4 * (work + w + 16) + lane] = Math.fround(memory[4 * (work + w + 16) + lane]! + Math.fround(carried + Math.fround(held * way)));
memory[4 * (work + w + 12) + lane] = Math.fround(memory[4 * (work + w + 12) + lane]! + held);
}
{
const s = (f + 17);
const g = (f + 21);
const carried = Math.fround(Math.fround(Math.fround(memory[4 * (work + 32) + lane]! * memory[4 * (fixed + s) + lane]!) + Math.fround(memory[4 * (work + 33) + lane]! * memory[4 * (fixed + s + 1) + lane]!)) + Math.fround(memory[4 * (work + 34) + lane]! * memory[4 * (fixed + s + 2) + lane]!));
const there = Math.fround(Math.fround(Math.fround(memory[4 * (work + 32) + lane]! * memory[4 * (fixed + g) + lane]!) + Math.fround(memory[4 * (work + 33) + lane]! * memory[4 * (fixed + g + 1) + lane]!)) + Math.fround(memory[4 * (work + 34) + lane]! * memory[4 * (fixed + g + 2) + lane]!));
const way = Math.fround(Math.fround(there - memory[4 * (work + 41) + lane]!) - memory[4 * (work + w + 70) + lane]!);
memory[4 * (work + w + 17) + lane] = Math.fround(memory[4 * (work + w + 17) + lane]! + Math.fround(carried + Math.fround(held * way)));
memory[4 * (work + w + 14) + lane] = Math.fround(memory[4 * (work + w + 14) + lane]! + held);
}
}

function in_setUpEdge(memory: Float32Array, lane: number, work: number, w: number): void {
const e = (w + 0);
const inverse = Math.fround(1.0 / Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(Math.fround(memory[4 * (work + e) + lane]! * memory[4 * (work + e) + lane]!) + Math.fround(memory[4 * (work + e + 1) + lane]! * memory[4 * (work + e + 1) + lane]!)) + Math.fround(memory[4 * (work + e + 2) + lane]! * memory[4 * (work + e + 2) + lane]!)) + 1.0000000031710769e-30))));
memory[4 * (work + w + 3) + lane] = Math.fround(memory[4 * (work + e) + lane]! * inverse);
memory[4 * (work + w + 4) + lane] = Math.fround(memory[4 * (work + e + 1) + lane]! * inverse);
memory[4 * (work + w + 5) + lane] = Math.fround(memory[4 * (work + e + 2) + lane]! * inverse);
memory[4 * (work + w + 28) + lane] = 0.0;
memory[4 * (work + w + 23) + lane] = memory[4 * (work + w + 47) + lane]!;
memory[4 * (work + w + 18) + lane] = Math.fround(Math.fround(memory[4 * (work + 20) + lane]! * memory[4 * (work + w + 43) + lane]!) - Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 18) + lane]!));
memory[4 * (work + w + 19) + lane] = Math.fround(Math.fround(memory[4 * (work + 20) + lane]! * memory[4 * (work + w + 44) + lane]!) - Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 19) + lane]!));
memory[4 * (work + w + 20) + lane] = Math.fround(Math.fround(memory[4 * (work + 20) + lane]! * memory[4 * (work + w + 45) + lane]!) - Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 20) + lane]!));
memory[4 * (work + w + 21) + lane] = Math.fround(Math.fround(memory[4 * (work + 20) + lane]! * memory[4 * (work + w + 46) + lane]!) - Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 21) + lane]!));
memory[4 * (work + w + 22) + lane] = Math.fround(Math.fround(memory[4 * (work + 20) + lane]! * memory[4 * (work + w + 47) + lane]!) - Math.fround(memory[4 * (work + 21) + lane]! * memory[4 * (work + w + 22) + lane]!));
}

export function factor(memory: Float32Array, system: number, blocks: number): void {
for (let lane = 0; lane < 4; lane++) in_factor(memory, lane, system, blocks);
}
function in_factor(memory: Float32Array, lane: number, system: number, blocks: number): void {
for (let i: number = 0; (i < blocks); i++) {
in_factorBlock(memory, lane, system, (55 * ((i + 2) - 2)));
in_forwardBlock(memory, lane, system, (55 * ((i + 2) - 2)));
}
}

function in_factorBlock(memory: Float32Array, lane: number, system: number, b: number): void {
{
let v_0: number = 0.0;
let v_1: number = 0.0;
let v_2: number = 0.0;
let v_3: number = 0.0;
let v_4: number = 0.0;
let v_5: number = 0.0;
let v_6: number = 0.0;
let v_7: number = 0.0;
let v_8: number = 0.0;
let v_9: number = 0.0;
let pivot: number = memory[4 * (system + b + 120) + lane]!;
{
let sum: number = memory[4 * (system + b + 110) + lane]!;
v_0 = sum;
}
{
let sum: number = memory[4 * (system + b + 111) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 21) + lane]!));
v_1 = sum;
}
{
let sum: number = memory[4 * (system + b + 112) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 33) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 34) + lane]!));
v_2 = sum;
}
{
let sum: number = memory[4 * (system + b + 113) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 41) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 42) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 43) + lane]!));
v_3 = sum;
}
{
let sum: number = memory[4 * (system + b + 114) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 45) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 46) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 47) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 48) + lane]!));
v_4 = sum;
}
{
let sum: number = memory[4 * (system + b + 115) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 60) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 61) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 62) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 63) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 64) + lane]!));
v_5 = sum;
}
{
let sum: number = memory[4 * (system + b + 116) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 71) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 72) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 73) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 74) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 75) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 76) + lane]!));
v_6 = sum;
}
{
let sum: number = memory[4 * (system + b + 117) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 83) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 84) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 85) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 86) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 87) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 88) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 89) + lane]!));
v_7 = sum;
}
{
let sum: number = memory[4 * (system + b + 118) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 91) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 92) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 93) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 94) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 95) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 96) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 97) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 98) + lane]!));
v_8 = sum;
}
{
let sum: number = memory[4 * (system + b + 119) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 100) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 101) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 102) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 103) + lane]!));
v_9 = sum;
}
{
const l = Math.fround(v_0 * memory[4 * (system + b + 10) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_0));
memory[4 * (system + b + 110) + lane] = l;
}
{
const l = Math.fround(v_1 * memory[4 * (system + b + 22) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_1));
memory[4 * (system + b + 111) + lane] = l;
}
{
const l = Math.fround(v_2 * memory[4 * (system + b + 35) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_2));
memory[4 * (system + b + 112) + lane] = l;
}
{
const l = Math.fround(v_3 * memory[4 * (system + b + 44) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_3));
memory[4 * (system + b + 113) + lane] = l;
}
{
const l = Math.fround(v_4 * memory[4 * (system + b + 49) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_4));
memory[4 * (system + b + 114) + lane] = l;
}
{
const l = Math.fround(v_5 * memory[4 * (system + b + 65) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_5));
memory[4 * (system + b + 115) + lane] = l;
}
{
const l = Math.fround(v_6 * memory[4 * (system + b + 77) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_6));
memory[4 * (system + b + 116) + lane] = l;
}
{
const l = Math.fround(v_7 * memory[4 * (system + b + 90) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_7));
memory[4 * (system + b + 117) + lane] = l;
}
{
const l = Math.fround(v_8 * memory[4 * (system + b + 99) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_8));
memory[4 * (system + b + 118) + lane] = l;
}
{
const l = Math.fround(v_9 * memory[4 * (system + b + 104) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_9));
memory[4 * (system + b + 119) + lane] = l;
}
memory[4 * (system + b + 120) + lane] = Math.fround(1.0 / pivot);
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
let v_8: number = 0.0;
let v_9: number = 0.0;
let v_10: number = 0.0;
let pivot: number = memory[4 * (system + b + 132) + lane]!;
{
let sum: number = memory[4 * (system + b + 121) + lane]!;
v_0 = sum;
}
{
let sum: number = memory[4 * (system + b + 122) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 21) + lane]!));
v_1 = sum;
}
{
let sum: number = memory[4 * (system + b + 123) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 33) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 34) + lane]!));
v_2 = sum;
}
{
let sum: number = memory[4 * (system + b + 124) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 41) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 42) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 43) + lane]!));
v_3 = sum;
}
{
let sum: number = memory[4 * (system + b + 125) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 45) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 46) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 47) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 48) + lane]!));
v_4 = sum;
}
{
let sum: number = memory[4 * (system + b + 126) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 60) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 61) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 62) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 63) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 64) + lane]!));
v_5 = sum;
}
{
let sum: number = memory[4 * (system + b + 127) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 71) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 72) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 73) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 74) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 75) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 76) + lane]!));
v_6 = sum;
}
{
let sum: number = memory[4 * (system + b + 128) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 83) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 84) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 85) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 86) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 87) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 88) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 89) + lane]!));
v_7 = sum;
}
{
let sum: number = memory[4 * (system + b + 129) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 91) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 92) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 93) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 94) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 95) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 96) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 97) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 98) + lane]!));
v_8 = sum;
}
{
let sum: number = memory[4 * (system + b + 130) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 100) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 101) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 102) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 103) + lane]!));
v_9 = sum;
}
{
let sum: number = memory[4 * (system + b + 131) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 110) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 111) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 112) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 113) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 114) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 115) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 116) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 117) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 118) + lane]!));
sum = Math.fround(sum - Math.fround(v_9 * memory[4 * (system + b + 119) + lane]!));
v_10 = sum;
}
{
const l = Math.fround(v_0 * memory[4 * (system + b + 10) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_0));
memory[4 * (system + b + 121) + lane] = l;
}
{
const l = Math.fround(v_1 * memory[4 * (system + b + 22) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_1));
memory[4 * (system + b + 122) + lane] = l;
}
{
const l = Math.fround(v_2 * memory[4 * (system + b + 35) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_2));
memory[4 * (system + b + 123) + lane] = l;
}
{
const l = Math.fround(v_3 * memory[4 * (system + b + 44) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_3));
memory[4 * (system + b + 124) + lane] = l;
}
{
const l = Math.fround(v_4 * memory[4 * (system + b + 49) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_4));
memory[4 * (system + b + 125) + lane] = l;
}
{
const l = Math.fround(v_5 * memory[4 * (system + b + 65) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_5));
memory[4 * (system + b + 126) + lane] = l;
}
{
const l = Math.fround(v_6 * memory[4 * (system + b + 77) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_6));
memory[4 * (system + b + 127) + lane] = l;
}
{
const l = Math.fround(v_7 * memory[4 * (system + b + 90) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_7));
memory[4 * (system + b + 128) + lane] = l;
}
{
const l = Math.fround(v_8 * memory[4 * (system + b + 99) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_8));
memory[4 * (system + b + 129) + lane] = l;
}
{
const l = Math.fround(v_9 * memory[4 * (system + b + 104) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_9));
memory[4 * (system + b + 130) + lane] = l;
}
{
const l = Math.fround(v_10 * memory[4 * (system + b + 120) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_10));
memory[4 * (system + b + 131) + lane] = l;
}
memory[4 * (system + b + 132) + lane] = Math.fround(1.0 / pivot);
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
let v_8: number = 0.0;
let v_9: number = 0.0;
let v_10: number = 0.0;
let v_11: number = 0.0;
let pivot: number = memory[4 * (system + b + 145) + lane]!;
{
let sum: number = memory[4 * (system + b + 133) + lane]!;
v_0 = sum;
}
{
let sum: number = memory[4 * (system + b + 134) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 21) + lane]!));
v_1 = sum;
}
{
let sum: number = memory[4 * (system + b + 135) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 33) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 34) + lane]!));
v_2 = sum;
}
{
let sum: number = memory[4 * (system + b + 136) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 41) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 42) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 43) + lane]!));
v_3 = sum;
}
{
let sum: number = memory[4 * (system + b + 137) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 45) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 46) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 47) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 48) + lane]!));
v_4 = sum;
}
{
let sum: number = memory[4 * (system + b + 138) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 60) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 61) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 62) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 63) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 64) + lane]!));
v_5 = sum;
}
{
let sum: number = memory[4 * (system + b + 139) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 71) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 72) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 73) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 74) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 75) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 76) + lane]!));
v_6 = sum;
}
{
let sum: number = memory[4 * (system + b + 140) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 83) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 84) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 85) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 86) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 87) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 88) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 89) + lane]!));
v_7 = sum;
}
{
let sum: number = memory[4 * (system + b + 141) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 91) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 92) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 93) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 94) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 95) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 96) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 97) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 98) + lane]!));
v_8 = sum;
}
{
let sum: number = memory[4 * (system + b + 142) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 100) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 101) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 102) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 103) + lane]!));
v_9 = sum;
}
{
let sum: number = memory[4 * (system + b + 143) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 110) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 111) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 112) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 113) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 114) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 115) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 116) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 117) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 118) + lane]!));
sum = Math.fround(sum - Math.fround(v_9 * memory[4 * (system + b + 119) + lane]!));
v_10 = sum;
}
{
let sum: number = memory[4 * (system + b + 144) + lane]!;
sum = Math.fround(sum - Math.fround(v_0 * memory[4 * (system + b + 121) + lane]!));
sum = Math.fround(sum - Math.fround(v_1 * memory[4 * (system + b + 122) + lane]!));
sum = Math.fround(sum - Math.fround(v_2 * memory[4 * (system + b + 123) + lane]!));
sum = Math.fround(sum - Math.fround(v_3 * memory[4 * (system + b + 124) + lane]!));
sum = Math.fround(sum - Math.fround(v_4 * memory[4 * (system + b + 125) + lane]!));
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 126) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 127) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 128) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 129) + lane]!));
sum = Math.fround(sum - Math.fround(v_9 * memory[4 * (system + b + 130) + lane]!));
sum = Math.fround(sum - Math.fround(v_10 * memory[4 * (system + b + 131) + lane]!));
v_11 = sum;
}
{
const l = Math.fround(v_0 * memory[4 * (system + b + 10) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_0));
memory[4 * (system + b + 133) + lane] = l;
}
{
const l = Math.fround(v_1 * memory[4 * (system + b + 22) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_1));
memory[4 * (system + b + 134) + lane] = l;
}
{
const l = Math.fround(v_2 * memory[4 * (system + b + 35) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_2));
memory[4 * (system + b + 135) + lane] = l;
}
{
const l = Math.fround(v_3 * memory[4 * (system + b + 44) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_3));
memory[4 * (system + b + 136) + lane] = l;
}
{
const l = Math.fround(v_4 * memory[4 * (system + b + 49) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_4));
memory[4 * (system + b + 137) + lane] = l;
}
{
const l = Math.fround(v_5 * memory[4 * (system + b + 65) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_5));
memory[4 * (system + b + 138) + lane] = l;
}
{
const l = Math.fround(v_6 * memory[4 * (system + b + 77) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_6));
memory[4 * (system + b + 139) + lane] = l;
}
{
const l = Math.fround(v_7 * memory[4 * (system + b + 90) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_7));
memory[4 * (system + b + 140) + lane] = l;
}
{
const l = Math.fround(v_8 * memory[4 * (system + b + 99) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_8));
memory[4 * (system + b + 141) + lane] = l;
}
{
const l = Math.fround(v_9 * memory[4 * (system + b + 104) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_9));
memory[4 * (system + b + 142) + lane] = l;
}
{
const l = Math.fround(v_10 * memory[4 * (system + b + 120) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_10));
memory[4 * (system + b + 143) + lane] = l;
}
{
const l = Math.fround(v_11 * memory[4 * (system + b + 132) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_11));
memory[4 * (system + b + 144) + lane] = l;
}
memory[4 * (system + b + 145) + lane] = Math.fround(1.0 / pivot);
}
{
let v_5: number = 0.0;
let v_6: number = 0.0;
let v_7: number = 0.0;
let v_8: number = 0.0;
let v_9: number = 0.0;
let v_10: number = 0.0;
let v_11: number = 0.0;
let v_12: number = 0.0;
let pivot: number = memory[4 * (system + b + 154) + lane]!;
{
let sum: number = memory[4 * (system + b + 146) + lane]!;
v_5 = sum;
}
{
let sum: number = memory[4 * (system + b + 147) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 76) + lane]!));
v_6 = sum;
}
{
let sum: number = memory[4 * (system + b + 148) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 88) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 89) + lane]!));
v_7 = sum;
}
{
let sum: number = memory[4 * (system + b + 149) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 96) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 97) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 98) + lane]!));
v_8 = sum;
}
{
let sum: number = memory[4 * (system + b + 150) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 100) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 101) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 102) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 103) + lane]!));
v_9 = sum;
}
{
let sum: number = memory[4 * (system + b + 151) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 115) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 116) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 117) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 118) + lane]!));
sum = Math.fround(sum - Math.fround(v_9 * memory[4 * (system + b + 119) + lane]!));
v_10 = sum;
}
{
let sum: number = memory[4 * (system + b + 152) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 126) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 127) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 128) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 129) + lane]!));
sum = Math.fround(sum - Math.fround(v_9 * memory[4 * (system + b + 130) + lane]!));
sum = Math.fround(sum - Math.fround(v_10 * memory[4 * (system + b + 131) + lane]!));
v_11 = sum;
}
{
let sum: number = memory[4 * (system + b + 153) + lane]!;
sum = Math.fround(sum - Math.fround(v_5 * memory[4 * (system + b + 138) + lane]!));
sum = Math.fround(sum - Math.fround(v_6 * memory[4 * (system + b + 139) + lane]!));
sum = Math.fround(sum - Math.fround(v_7 * memory[4 * (system + b + 140) + lane]!));
sum = Math.fround(sum - Math.fround(v_8 * memory[4 * (system + b + 141) + lane]!));
sum = Math.fround(sum - Math.fround(v_9 * memory[4 * (system + b + 142) + lane]!));
sum = Math.fround(sum - Math.fround(v_10 * memory[4 * (system + b + 143) + lane]!));
sum = Math.fround(sum - Math.fround(v_11 * memory[4 * (system + b + 144) + lane]!));
v_12 = sum;
}
{
const l = Math.fround(v_5 * memory[4 * (system + b + 65) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_5));
memory[4 * (system + b + 146) + lane] = l;
}
{
const l = Math.fround(v_6 * memory[4 * (system + b + 77) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_6));
memory[4 * (system + b + 147) + lane] = l;
}
{
const l = Math.fround(v_7 * memory[4 * (system + b + 90) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_7));
memory[4 * (system + b + 148) + lane] = l;
}
{
const l = Math.fround(v_8 * memory[4 * (system + b + 99) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_8));
memory[4 * (system + b + 149) + lane] = l;
}
{
const l = Math.fround(v_9 * memory[4 * (system + b + 104) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_9));
memory[4 * (system + b + 150) + lane] = l;
}
{
const l = Math.fround(v_10 * memory[4 * (system + b + 120) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_10));
memory[4 * (system + b + 151) + lane] = l;
}
{
const l = Math.fround(v_11 * memory[4 * (system + b + 132) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_11));
memory[4 * (system + b + 152) + lane] = l;
}
{
const l = Math.fround(v_12 * memory[4 * (system + b + 145) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_12));
memory[4 * (system + b + 153) + lane] = l;
}
memory[4 * (system + b + 154) + lane] = Math.fround(1.0 / pivot);
}
{
let v_10: number = 0.0;
let v_11: number = 0.0;
let v_12: number = 0.0;
let v_13: number = 0.0;
let pivot: number = memory[4 * (system + b + 159) + lane]!;
{
let sum: number = memory[4 * (system + b + 155) + lane]!;
v_10 = sum;
}
{
let sum: number = memory[4 * (system + b + 156) + lane]!;
sum = Math.fround(sum - Math.fround(v_10 * memory[4 * (system + b + 131) + lane]!));
v_11 = sum;
}
{
let sum: number = memory[4 * (system + b + 157) + lane]!;
sum = Math.fround(sum - Math.fround(v_10 * memory[4 * (system + b + 143) + lane]!));
sum = Math.fround(sum - Math.fround(v_11 * memory[4 * (system + b + 144) + lane]!));
v_12 = sum;
}
{
let sum: number = memory[4 * (system + b + 158) + lane]!;
sum = Math.fround(sum - Math.fround(v_10 * memory[4 * (system + b + 151) + lane]!));
sum = Math.fround(sum - Math.fround(v_11 * memory[4 * (system + b + 152) + lane]!));
sum = Math.fround(sum - Math.fround(v_12 * memory[4 * (system + b + 153) + lane]!));
v_13 = sum;
}
{
const l = Math.fround(v_10 * memory[4 * (system + b + 120) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_10));
memory[4 * (system + b + 155) + lane] = l;
}
{
const l = Math.fround(v_11 * memory[4 * (system + b + 132) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_11));
memory[4 * (system + b + 156) + lane] = l;
}
{
const l = Math.fround(v_12 * memory[4 * (system + b + 145) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_12));
memory[4 * (system + b + 157) + lane] = l;
}
{
const l = Math.fround(v_13 * memory[4 * (system + b + 154) + lane]!);
pivot = Math.fround(pivot - Math.fround(l * v_13));
memory[4 * (system + b + 158) + lane] = l;
}
memory[4 * (system + b + 159) + lane] = Math.fround(1.0 / pivot);
}
}

export function substitute(memory: Float32Array, system: number, blocks: number): void {
for (let lane = 0; lane < 4; lane++) in_substitute(memory, lane, system, blocks);
}
function in_substitute(memory: Float32Array, lane: number, system: number, blocks: number): void {
memory[4 * (system + (55 * (blocks + 2)) + 50) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 105) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 51) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 106) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 52) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 107) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 53) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 108) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 54) + lane] = 0.0;
memory[4 * (system + (55 * (blocks + 2)) + 109) + lane] = 0.0;
for (let i: number = (blocks - 1); (i >= 0); i--) {
in_backwardBlock(memory, lane, system, (55 * (i + 2)));
}
}

function in_forwardBlock(memory: Float32Array, lane: number, system: number, b: number): void {
{
let sum: number = memory[4 * (system + b + 160) + lane]!;
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 110) + lane]! * memory[4 * (system + b + 50) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 111) + lane]! * memory[4 * (system + b + 51) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 112) + lane]! * memory[4 * (system + b + 52) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 113) + lane]! * memory[4 * (system + b + 53) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 114) + lane]! * memory[4 * (system + b + 54) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 115) + lane]! * memory[4 * (system + b + 105) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 116) + lane]! * memory[4 * (system + b + 106) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 117) + lane]! * memory[4 * (system + b + 107) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 118) + lane]! * memory[4 * (system + b + 108) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 119) + lane]! * memory[4 * (system + b + 109) + lane]!));
}
memory[4 * (system + b + 160) + lane] = sum;
}
{
let sum: number = memory[4 * (system + b + 161) + lane]!;
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 121) + lane]! * memory[4 * (system + b + 50) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 122) + lane]! * memory[4 * (system + b + 51) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 123) + lane]! * memory[4 * (system + b + 52) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 124) + lane]! * memory[4 * (system + b + 53) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 125) + lane]! * memory[4 * (system + b + 54) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 126) + lane]! * memory[4 * (system + b + 105) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 127) + lane]! * memory[4 * (system + b + 106) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 128) + lane]! * memory[4 * (system + b + 107) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 129) + lane]! * memory[4 * (system + b + 108) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 130) + lane]! * memory[4 * (system + b + 109) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 131) + lane]! * memory[4 * (system + b + 160) + lane]!));
}
memory[4 * (system + b + 161) + lane] = sum;
}
{
let sum: number = memory[4 * (system + b + 162) + lane]!;
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 133) + lane]! * memory[4 * (system + b + 50) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 134) + lane]! * memory[4 * (system + b + 51) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 135) + lane]! * memory[4 * (system + b + 52) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 136) + lane]! * memory[4 * (system + b + 53) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 137) + lane]! * memory[4 * (system + b + 54) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 138) + lane]! * memory[4 * (system + b + 105) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 139) + lane]! * memory[4 * (system + b + 106) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 140) + lane]! * memory[4 * (system + b + 107) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 141) + lane]! * memory[4 * (system + b + 108) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 142) + lane]! * memory[4 * (system + b + 109) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 143) + lane]! * memory[4 * (system + b + 160) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 144) + lane]! * memory[4 * (system + b + 161) + lane]!));
}
memory[4 * (system + b + 162) + lane] = sum;
}
{
let sum: number = memory[4 * (system + b + 163) + lane]!;
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 146) + lane]! * memory[4 * (system + b + 105) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 147) + lane]! * memory[4 * (system + b + 106) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 148) + lane]! * memory[4 * (system + b + 107) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 149) + lane]! * memory[4 * (system + b + 108) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 150) + lane]! * memory[4 * (system + b + 109) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 151) + lane]! * memory[4 * (system + b + 160) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 152) + lane]! * memory[4 * (system + b + 161) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 153) + lane]! * memory[4 * (system + b + 162) + lane]!));
}
memory[4 * (system + b + 163) + lane] = sum;
}
{
let sum: number = memory[4 * (system + b + 164) + lane]!;
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 155) + lane]! * memory[4 * (system + b + 160) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 156) + lane]! * memory[4 * (system + b + 161) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 157) + lane]! * memory[4 * (system + b + 162) + lane]!));
}
{
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 158) + lane]! * memory[4 * (system + b + 163) + lane]!));
}
memory[4 * (system + b + 164) + lane] = sum;
}
}

function in_backwardBlock(memory: Float32Array, lane: number, system: number, b: number): void {
{
let sum: number = Math.fround(memory[4 * (system + b + 54) + lane]! * memory[4 * (system + b + 49) + lane]!);
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 64) + lane]! * memory[4 * (system + b + 105) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 75) + lane]! * memory[4 * (system + b + 106) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 87) + lane]! * memory[4 * (system + b + 107) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 95) + lane]! * memory[4 * (system + b + 108) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 114) + lane]! * memory[4 * (system + b + 160) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 125) + lane]! * memory[4 * (system + b + 161) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 137) + lane]! * memory[4 * (system + b + 162) + lane]!));
memory[4 * (system + b + 54) + lane] = sum;
}
{
let sum: number = Math.fround(memory[4 * (system + b + 53) + lane]! * memory[4 * (system + b + 44) + lane]!);
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 48) + lane]! * memory[4 * (system + b + 54) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 63) + lane]! * memory[4 * (system + b + 105) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 74) + lane]! * memory[4 * (system + b + 106) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 86) + lane]! * memory[4 * (system + b + 107) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 94) + lane]! * memory[4 * (system + b + 108) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 113) + lane]! * memory[4 * (system + b + 160) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 124) + lane]! * memory[4 * (system + b + 161) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 136) + lane]! * memory[4 * (system + b + 162) + lane]!));
memory[4 * (system + b + 53) + lane] = sum;
}
{
let sum: number = Math.fround(memory[4 * (system + b + 52) + lane]! * memory[4 * (system + b + 35) + lane]!);
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 43) + lane]! * memory[4 * (system + b + 53) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 47) + lane]! * memory[4 * (system + b + 54) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 62) + lane]! * memory[4 * (system + b + 105) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 73) + lane]! * memory[4 * (system + b + 106) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 85) + lane]! * memory[4 * (system + b + 107) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 93) + lane]! * memory[4 * (system + b + 108) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 112) + lane]! * memory[4 * (system + b + 160) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 123) + lane]! * memory[4 * (system + b + 161) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 135) + lane]! * memory[4 * (system + b + 162) + lane]!));
memory[4 * (system + b + 52) + lane] = sum;
}
{
let sum: number = Math.fround(memory[4 * (system + b + 51) + lane]! * memory[4 * (system + b + 22) + lane]!);
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 34) + lane]! * memory[4 * (system + b + 52) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 42) + lane]! * memory[4 * (system + b + 53) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 46) + lane]! * memory[4 * (system + b + 54) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 61) + lane]! * memory[4 * (system + b + 105) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 72) + lane]! * memory[4 * (system + b + 106) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 84) + lane]! * memory[4 * (system + b + 107) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 92) + lane]! * memory[4 * (system + b + 108) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 111) + lane]! * memory[4 * (system + b + 160) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 122) + lane]! * memory[4 * (system + b + 161) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 134) + lane]! * memory[4 * (system + b + 162) + lane]!));
memory[4 * (system + b + 51) + lane] = sum;
}
{
let sum: number = Math.fround(memory[4 * (system + b + 50) + lane]! * memory[4 * (system + b + 10) + lane]!);
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 21) + lane]! * memory[4 * (system + b + 51) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 33) + lane]! * memory[4 * (system + b + 52) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 41) + lane]! * memory[4 * (system + b + 53) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 45) + lane]! * memory[4 * (system + b + 54) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 60) + lane]! * memory[4 * (system + b + 105) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 71) + lane]! * memory[4 * (system + b + 106) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 83) + lane]! * memory[4 * (system + b + 107) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 91) + lane]! * memory[4 * (system + b + 108) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 110) + lane]! * memory[4 * (system + b + 160) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 121) + lane]! * memory[4 * (system + b + 161) + lane]!));
sum = Math.fround(sum - Math.fround(memory[4 * (system + b + 133) + lane]! * memory[4 * (system + b + 162) + lane]!));
memory[4 * (system + b + 50) + lane] = sum;
}
}

function turnAngle(sine: number, cosine: number): number {
const half = Math.fround(sine / larger(Math.fround(1.0 + cosine), 9.999999974752427e-7));
const quarter = Math.fround(half / Math.fround(1.0 + Math.fround(Math.sqrt(Math.fround(1.0 + Math.fround(half * half))))));
const t = Math.fround(quarter / Math.fround(1.0 + Math.fround(Math.sqrt(Math.fround(1.0 + Math.fround(quarter * quarter))))));
const z = Math.fround(t * t);
const p = Math.fround(0.1111111119389534 - Math.fround(z * Math.fround(0.09090909361839294 - Math.fround(z * Math.fround(0.07692307978868484 - Math.fround(z * 0.06666667014360428))))));
return Math.fround(Math.fround(8.0 * t) * Math.fround(1.0 - Math.fround(z * Math.fround(0.3333333432674408 - Math.fround(z * Math.fround(0.20000000298023224 - Math.fround(z * Math.fround(0.1428571492433548 - Math.fround(z * p)))))))));
}

function wholeTurns(angle: number): number {
return Math.fround(6.2831854820251465 * Math.floor(Math.fround(Math.fround(angle * 0.15915493667125702) + 0.5)));
}

export function measure(memory: Float32Array, work: number, fixed: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_measure(memory, lane, work, fixed, nodes);
}
function in_measure(memory: Float32Array, lane: number, work: number, fixed: number, nodes: number): void {
for (let i: number = 0; (i < (nodes - 1)); i++) {
in_carryFrame(memory, lane, work, (49 + (71 * i)));
}
for (let i: number = 1; (i < (nodes - 1)); i++) {
in_measureJoint(memory, lane, work, fixed, (49 + (71 * (i - 1))), (26 * i));
}
}

function in_carryFrame(memory: Float32Array, lane: number, work: number, w: number): void {
let e_0: number = 0.0;
let e_1: number = 0.0;
let e_2: number = 0.0;
let t_0: number = 0.0;
let t_1: number = 0.0;
let t_2: number = 0.0;
let u_0: number = 0.0;
let u_1: number = 0.0;
let u_2: number = 0.0;
e_0 = Math.fround(memory[4 * (work + w) + lane]! + Math.fround(memory[4 * (work + w + 96) + lane]! - memory[4 * (work + w + 25) + lane]!));
e_1 = Math.fround(memory[4 * (work + w + 1) + lane]! + Math.fround(memory[4 * (work + w + 97) + lane]! - memory[4 * (work + w + 26) + lane]!));
e_2 = Math.fround(memory[4 * (work + w + 2) + lane]! + Math.fround(memory[4 * (work + w + 98) + lane]! - memory[4 * (work + w + 27) + lane]!));
const square = Math.fround(Math.fround(Math.fround(Math.fround(e_0 * e_0) + Math.fround(e_1 * e_1)) + Math.fround(e_2 * e_2)) + 1.0000000031710769e-30);
const inverse = Math.fround(1.0 / Math.fround(Math.sqrt(square)));
t_0 = Math.fround(e_0 * inverse);
t_1 = Math.fround(e_1 * inverse);
t_2 = Math.fround(e_2 * inverse);
u_0 = memory[4 * (work + w + 6) + lane]!;
u_1 = memory[4 * (work + w + 7) + lane]!;
u_2 = memory[4 * (work + w + 8) + lane]!;
const p = (w + 3);
const facing = Math.fround(1.0 + Math.fround(Math.fround(Math.fround(memory[4 * (work + p) + lane]! * t_0) + Math.fround(memory[4 * (work + p + 1) + lane]! * t_1)) + Math.fround(memory[4 * (work + p + 2) + lane]! * t_2)));
const fall = Math.fround(Math.fround(Math.fround(Math.fround(u_0 * t_0) + Math.fround(u_1 * t_1)) + Math.fround(u_2 * t_2)) / larger(facing, 0.00009999999747378752));
u_0 = Math.fround(u_0 - Math.fround(fall * Math.fround(memory[4 * (work + p) + lane]! + t_0)));
u_1 = Math.fround(u_1 - Math.fround(fall * Math.fround(memory[4 * (work + p + 1) + lane]! + t_1)));
u_2 = Math.fround(u_2 - Math.fround(fall * Math.fround(memory[4 * (work + p + 2) + lane]! + t_2)));
const along = Math.fround(Math.fround(Math.fround(u_0 * t_0) + Math.fround(u_1 * t_1)) + Math.fround(u_2 * t_2));
u_0 = Math.fround(u_0 - Math.fround(along * t_0));
u_1 = Math.fround(u_1 - Math.fround(along * t_1));
u_2 = Math.fround(u_2 - Math.fround(along * t_2));
const half = Math.fround(0.5 * memory[4 * (work + w + 28) + lane]!);
const n = Math.fround(1.0 / Math.fround(Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(Math.fround(u_0 * u_0) + Math.fround(u_1 * u_1)) + Math.fround(u_2 * u_2)) + 1.0000000031710769e-30))) * Math.fround(1.0 + Math.fround(half * half))));
const cs = Math.fround(n * Math.fround(1.0 - Math.fround(half * half)));
const sn = Math.fround(Math.fround(2.0 * n) * half);
{
const v = Math.fround(Math.fround(t_1 * u_2) - Math.fround(t_2 * u_1));
memory[4 * (work + w + 29) + lane] = e_0;
memory[4 * (work + w + 32) + lane] = t_0;
memory[4 * (work + w + 37) + lane] = Math.fround(Math.fround(cs * u_0) + Math.fround(sn * v));
memory[4 * (work + w + 40) + lane] = Math.fround(Math.fround(cs * v) - Math.fround(sn * u_0));
}
{
const v = Math.fround(Math.fround(t_2 * u_0) - Math.fround(t_0 * u_2));
memory[4 * (work + w + 30) + lane] = e_1;
memory[4 * (work + w + 33) + lane] = t_1;
memory[4 * (work + w + 38) + lane] = Math.fround(Math.fround(cs * u_1) + Math.fround(sn * v));
memory[4 * (work + w + 41) + lane] = Math.fround(Math.fround(cs * v) - Math.fround(sn * u_1));
}
{
const v = Math.fround(Math.fround(t_0 * u_1) - Math.fround(t_1 * u_0));
memory[4 * (work + w + 31) + lane] = e_2;
memory[4 * (work + w + 34) + lane] = t_2;
memory[4 * (work + w + 39) + lane] = Math.fround(Math.fround(cs * u_2) + Math.fround(sn * v));
memory[4 * (work + w + 42) + lane] = Math.fround(Math.fround(cs * v) - Math.fround(sn * u_2));
}
memory[4 * (work + w + 35) + lane] = inverse;
memory[4 * (work + w + 36) + lane] = Math.fround(square * inverse);
}

function in_measureJoint(memory: Float32Array, lane: number, work: number, fixed: number, w: number, f: number): void {
let x_0: number = 0.0;
let x_1: number = 0.0;
let x_2: number = 0.0;
let k_0: number = 0.0;
let k_1: number = 0.0;
let k_2: number = 0.0;
const a = (w + 29);
const b = ((w + 71) + 29);
x_0 = Math.fround(Math.fround(memory[4 * (work + a + 1) + lane]! * memory[4 * (work + b + 2) + lane]!) - Math.fround(memory[4 * (work + a + 2) + lane]! * memory[4 * (work + b + 1) + lane]!));
x_1 = Math.fround(Math.fround(memory[4 * (work + a + 2) + lane]! * memory[4 * (work + b) + lane]!) - Math.fround(memory[4 * (work + a) + lane]! * memory[4 * (work + b + 2) + lane]!));
x_2 = Math.fround(Math.fround(memory[4 * (work + a) + lane]! * memory[4 * (work + b + 1) + lane]!) - Math.fround(memory[4 * (work + a + 1) + lane]! * memory[4 * (work + b) + lane]!));
const along = Math.fround(Math.fround(Math.fround(memory[4 * (work + a) + lane]! * memory[4 * (work + b) + lane]!) + Math.fround(memory[4 * (work + a + 1) + lane]! * memory[4 * (work + b + 1) + lane]!)) + Math.fround(memory[4 * (work + a + 2) + lane]! * memory[4 * (work + b + 2) + lane]!));
const product = memory[4 * (fixed + f + 1) + lane]!;
const g = Math.fround(1.0 / larger(Math.fround(product + along), Math.fround(0.019999999552965164 * product)));
k_0 = Math.fround(Math.fround(2.0 * g) * x_0);
k_1 = Math.fround(Math.fround(2.0 * g) * x_1);
k_2 = Math.fround(Math.fround(2.0 * g) * x_2);
const p1 = (w + 37);
const p2 = (w + 40);
const q1 = ((w + 71) + 37);
const q2 = ((w + 71) + 40);
const j = (w + 71);
memory[4 * (work + j + 43) + lane] = Math.fround(Math.fround(Math.fround(k_0 * memory[4 * (work + p2) + lane]!) + Math.fround(k_1 * memory[4 * (work + p2 + 1) + lane]!)) + Math.fround(k_2 * memory[4 * (work + p2 + 2) + lane]!));
memory[4 * (work + j + 44) + lane] = (-Math.fround(Math.fround(Math.fround(k_0 * memory[4 * (work + p1) + lane]!) + Math.fround(k_1 * memory[4 * (work + p1 + 1) + lane]!)) + Math.fround(k_2 * memory[4 * (work + p1 + 2) + lane]!)));
memory[4 * (work + j + 45) + lane] = Math.fround(Math.fround(Math.fround(k_0 * memory[4 * (work + q2) + lane]!) + Math.fround(k_1 * memory[4 * (work + q2 + 1) + lane]!)) + Math.fround(k_2 * memory[4 * (work + q2 + 2) + lane]!));
memory[4 * (work + j + 46) + lane] = (-Math.fround(Math.fround(Math.fround(k_0 * memory[4 * (work + q1) + lane]!) + Math.fround(k_1 * memory[4 * (work + q1 + 1) + lane]!)) + Math.fround(k_2 * memory[4 * (work + q1 + 2) + lane]!)));
const t0 = (w + 32);
const t1 = ((w + 71) + 32);
const open = Math.fround(1.0 / larger(Math.fround(1.0 + Math.fround(Math.fround(memory[4 * (work + w + 35) + lane]! * memory[4 * (work + j + 35) + lane]!) * along)), 0.019999999552965164));
const fall = Math.fround(open * Math.fround(Math.fround(Math.fround(memory[4 * (work + p1) + lane]! * memory[4 * (work + t1) + lane]!) + Math.fround(memory[4 * (work + p1 + 1) + lane]! * memory[4 * (work + t1 + 1) + lane]!)) + Math.fround(memory[4 * (work + p1 + 2) + lane]! * memory[4 * (work + t1 + 2) + lane]!)));
const cosine = Math.fround(Math.fround(Math.fround(Math.fround(memory[4 * (work + p1) + lane]! * memory[4 * (work + q1) + lane]!) + Math.fround(memory[4 * (work + p1 + 1) + lane]! * memory[4 * (work + q1 + 1) + lane]!)) + Math.fround(memory[4 * (work + p1 + 2) + lane]! * memory[4 * (work + q1 + 2) + lane]!)) - Math.fround(fall * Math.fround(Math.fround(Math.fround(memory[4 * (work + t0) + lane]! * memory[4 * (work + q1) + lane]!) + Math.fround(memory[4 * (work + t0 + 1) + lane]! * memory[4 * (work + q1 + 1) + lane]!)) + Math.fround(memory[4 * (work + t0 + 2) + lane]! * memory[4 * (work + q1 + 2) + lane]!))));
const sine = Math.fround(Math.fround(fall * Math.fround(Math.fround(Math.fround(memory[4 * (work + t0) + lane]! * memory[4 * (work + q2) + lane]!) + Math.fround(memory[4 * (work + t0 + 1) + lane]! * memory[4 * (work + q2 + 1) + lane]!)) + Math.fround(memory[4 * (work + t0 + 2) + lane]! * memory[4 * (work + q2 + 2) + lane]!))) - Math.fround(Math.fround(Math.fround(memory[4 * (work + p1) + lane]! * memory[4 * (work + q2) + lane]!) + Math.fround(memory[4 * (work + p1 + 1) + lane]! * memory[4 * (work + q2 + 1) + lane]!)) + Math.fround(memory[4 * (work + p1 + 2) + lane]! * memory[4 * (work + q2 + 2) + lane]!)));
const angle = turnAngle(sine, cosine);
memory[4 * (work + j + 47) + lane] = Math.fround(angle + wholeTurns(Math.fround(memory[4 * (work + j + 23) + lane]! - angle)));
memory[4 * (work + j + 48) + lane] = cosine;
memory[4 * (work + j + 49) + lane] = sine;
memory[4 * (work + j + 50) + lane] = open;
memory[4 * (work + j + 51) + lane] = g;
memory[4 * (work + j + 52) + lane] = x_0;
memory[4 * (work + j + 53) + lane] = x_1;
memory[4 * (work + j + 54) + lane] = x_2;
}

function in_addContacts(memory: Float32Array, lane: number, work: number, contacts: number, system: number, nodes: number): void {
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 0) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
const b = (55 * (((nodes + 2) - 2) - i));
if (((memory[4 * (contacts + node) + lane]! > 0.0) && (memory[4 * (contacts + c + 17) + lane]! > 0.0))) {
in_placeAtNode(memory, lane, work, contacts, c, w);
in_linearise(memory, lane, contacts, c, node);
in_addAtNode(memory, lane, contacts, system, c, (b + 55));
}
if (((memory[4 * (contacts + node + 1) + lane]! > 0.0) && (memory[4 * (contacts + c + 63) + lane]! > 0.0))) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
in_linearise(memory, lane, contacts, (c + 46), (node + 1));
in_addBetween(memory, lane, contacts, system, (c + 46), b);
}
}
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 1) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
const b = (55 * (((nodes + 2) - 2) - i));
if (((memory[4 * (contacts + node) + lane]! > 0.0) && (memory[4 * (contacts + c + 17) + lane]! > 0.0))) {
in_placeAtNode(memory, lane, work, contacts, c, w);
in_linearise(memory, lane, contacts, c, node);
in_addAtNode(memory, lane, contacts, system, c, (b + 55));
}
if (((memory[4 * (contacts + node + 1) + lane]! > 0.0) && (memory[4 * (contacts + c + 63) + lane]! > 0.0))) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
in_linearise(memory, lane, contacts, (c + 46), (node + 1));
in_addBetween(memory, lane, contacts, system, (c + 46), b);
}
}
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 2) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
const b = (55 * (((nodes + 2) - 2) - i));
if (((memory[4 * (contacts + node) + lane]! > 0.0) && (memory[4 * (contacts + c + 17) + lane]! > 0.0))) {
in_placeAtNode(memory, lane, work, contacts, c, w);
in_linearise(memory, lane, contacts, c, node);
in_addAtNode(memory, lane, contacts, system, c, (b + 55));
}
if (((memory[4 * (contacts + node + 1) + lane]! > 0.0) && (memory[4 * (contacts + c + 63) + lane]! > 0.0))) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
in_linearise(memory, lane, contacts, (c + 46), (node + 1));
in_addBetween(memory, lane, contacts, system, (c + 46), b);
}
}
}

function depthOf(gap: number, nx: number, ny: number, nz: number, x: number, y: number, z: number): number {
return Math.fround(Math.fround(Math.fround(gap - Math.fround(nx * x)) - Math.fround(ny * y)) - Math.fround(nz * z));
}

function in_checkContacts(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number): void {
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 0) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
if ((memory[4 * (contacts + node) + lane]! > 0.0)) {
in_placeAtNode(memory, lane, work, contacts, c, w);
if (((memory[4 * (contacts + c + 17) + lane]! > 0.0) || (depthOf(memory[4 * (contacts + c + 3) + lane]!, memory[4 * (contacts + c) + lane]!, memory[4 * (contacts + c + 1) + lane]!, memory[4 * (contacts + c + 2) + lane]!, memory[4 * (contacts + c + 22) + lane]!, memory[4 * (contacts + c + 23) + lane]!, memory[4 * (contacts + c + 24) + lane]!) > 0.000029999999242136255))) {
in_check(memory, lane, work, contacts, c, node);
}
}
if ((memory[4 * (contacts + node + 1) + lane]! > 0.0)) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
const m = (c + 46);
if (((memory[4 * (contacts + m + 17) + lane]! > 0.0) || (depthOf(memory[4 * (contacts + m + 3) + lane]!, memory[4 * (contacts + m) + lane]!, memory[4 * (contacts + m + 1) + lane]!, memory[4 * (contacts + m + 2) + lane]!, memory[4 * (contacts + m + 22) + lane]!, memory[4 * (contacts + m + 23) + lane]!, memory[4 * (contacts + m + 24) + lane]!) > 0.000029999999242136255))) {
in_check(memory, lane, work, contacts, m, (node + 1));
}
}
}
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 1) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
if ((memory[4 * (contacts + node) + lane]! > 0.0)) {
in_placeAtNode(memory, lane, work, contacts, c, w);
if (((memory[4 * (contacts + c + 17) + lane]! > 0.0) || (depthOf(memory[4 * (contacts + c + 3) + lane]!, memory[4 * (contacts + c) + lane]!, memory[4 * (contacts + c + 1) + lane]!, memory[4 * (contacts + c + 2) + lane]!, memory[4 * (contacts + c + 22) + lane]!, memory[4 * (contacts + c + 23) + lane]!, memory[4 * (contacts + c + 24) + lane]!) > 0.000029999999242136255))) {
in_check(memory, lane, work, contacts, c, node);
}
}
if ((memory[4 * (contacts + node + 1) + lane]! > 0.0)) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
const m = (c + 46);
if (((memory[4 * (contacts + m + 17) + lane]! > 0.0) || (depthOf(memory[4 * (contacts + m + 3) + lane]!, memory[4 * (contacts + m) + lane]!, memory[4 * (contacts + m + 1) + lane]!, memory[4 * (contacts + m + 2) + lane]!, memory[4 * (contacts + m + 22) + lane]!, memory[4 * (contacts + m + 23) + lane]!, memory[4 * (contacts + m + 24) + lane]!) > 0.000029999999242136255))) {
in_check(memory, lane, work, contacts, m, (node + 1));
}
}
}
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 2) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
if ((memory[4 * (contacts + node) + lane]! > 0.0)) {
in_placeAtNode(memory, lane, work, contacts, c, w);
if (((memory[4 * (contacts + c + 17) + lane]! > 0.0) || (depthOf(memory[4 * (contacts + c + 3) + lane]!, memory[4 * (contacts + c) + lane]!, memory[4 * (contacts + c + 1) + lane]!, memory[4 * (contacts + c + 2) + lane]!, memory[4 * (contacts + c + 22) + lane]!, memory[4 * (contacts + c + 23) + lane]!, memory[4 * (contacts + c + 24) + lane]!) > 0.000029999999242136255))) {
in_check(memory, lane, work, contacts, c, node);
}
}
if ((memory[4 * (contacts + node + 1) + lane]! > 0.0)) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
const m = (c + 46);
if (((memory[4 * (contacts + m + 17) + lane]! > 0.0) || (depthOf(memory[4 * (contacts + m + 3) + lane]!, memory[4 * (contacts + m) + lane]!, memory[4 * (contacts + m + 1) + lane]!, memory[4 * (contacts + m + 2) + lane]!, memory[4 * (contacts + m + 22) + lane]!, memory[4 * (contacts + m + 23) + lane]!, memory[4 * (contacts + m + 24) + lane]!) > 0.000029999999242136255))) {
in_check(memory, lane, work, contacts, m, (node + 1));
}
}
}
}

function in_addContactEnergy(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number): void {
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 0) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
if ((memory[4 * (contacts + node) + lane]! > 0.0)) {
in_placeAtNode(memory, lane, work, contacts, c, w);
in_addEnergy(memory, lane, work, contacts, c, node);
}
if ((memory[4 * (contacts + node + 1) + lane]! > 0.0)) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
in_addEnergy(memory, lane, work, contacts, (c + 46), (node + 1));
}
}
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 1) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
if ((memory[4 * (contacts + node) + lane]! > 0.0)) {
in_placeAtNode(memory, lane, work, contacts, c, w);
in_addEnergy(memory, lane, work, contacts, c, node);
}
if ((memory[4 * (contacts + node + 1) + lane]! > 0.0)) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
in_addEnergy(memory, lane, work, contacts, (c + 46), (node + 1));
}
}
for (let i: number = 1; (i < nodes); i++) {
const node = (((2 * nodes) * 2) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * node));
const w = (49 + (71 * i));
if ((memory[4 * (contacts + node) + lane]! > 0.0)) {
in_placeAtNode(memory, lane, work, contacts, c, w);
in_addEnergy(memory, lane, work, contacts, c, node);
}
if ((memory[4 * (contacts + node + 1) + lane]! > 0.0)) {
in_placeBetween(memory, lane, work, contacts, (c + 46), w);
in_addEnergy(memory, lane, work, contacts, (c + 46), (node + 1));
}
}
}

function in_placeAtNode(memory: Float32Array, lane: number, work: number, contacts: number, c: number, w: number): void {
memory[4 * (contacts + c + 22) + lane] = memory[4 * (work + w + 25) + lane]!;
memory[4 * (contacts + c + 23) + lane] = memory[4 * (work + w + 26) + lane]!;
memory[4 * (contacts + c + 24) + lane] = memory[4 * (work + w + 27) + lane]!;
}

function in_placeBetween(memory: Float32Array, lane: number, work: number, contacts: number, c: number, w: number): void {
const t = memory[4 * (contacts + c + 7) + lane]!;
memory[4 * (contacts + c + 22) + lane] = Math.fround(memory[4 * (work + w + 25) + lane]! + Math.fround(t * Math.fround(memory[4 * (work + w + 96) + lane]! - memory[4 * (work + w + 25) + lane]!)));
memory[4 * (contacts + c + 23) + lane] = Math.fround(memory[4 * (work + w + 26) + lane]! + Math.fround(t * Math.fround(memory[4 * (work + w + 97) + lane]! - memory[4 * (work + w + 26) + lane]!)));
memory[4 * (contacts + c + 24) + lane] = Math.fround(memory[4 * (work + w + 27) + lane]! + Math.fround(t * Math.fround(memory[4 * (work + w + 98) + lane]! - memory[4 * (work + w + 27) + lane]!)));
}

function in_linearise(memory: Float32Array, lane: number, contacts: number, c: number, slot: number): void {
let slip_0: number = 0.0;
let slip_1: number = 0.0;
let slip_2: number = 0.0;
let used_0: number = 0.0;
let used_1: number = 0.0;
let used_2: number = 0.0;
const isOn = ((memory[4 * (contacts + slot) + lane]! > 0.0) && (memory[4 * (contacts + c + 17) + lane]! > 0.0));
const k = memory[4 * (contacts + c + 8) + lane]!;
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (contacts + c + 22) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (contacts + c + 23) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (contacts + c + 24) + lane]!));
const push = Math.fround(memory[4 * (contacts + c + 9) + lane]! + Math.fround(k * depth));
let along: number = 0.0;
slip_0 = Math.fround(memory[4 * (contacts + c + 22) + lane]! - memory[4 * (contacts + c + 4) + lane]!);
along = Math.fround(along + Math.fround(slip_0 * memory[4 * (contacts + c) + lane]!));
slip_1 = Math.fround(memory[4 * (contacts + c + 23) + lane]! - memory[4 * (contacts + c + 5) + lane]!);
along = Math.fround(along + Math.fround(slip_1 * memory[4 * (contacts + c + 1) + lane]!));
slip_2 = Math.fround(memory[4 * (contacts + c + 24) + lane]! - memory[4 * (contacts + c + 6) + lane]!);
along = Math.fround(along + Math.fround(slip_2 * memory[4 * (contacts + c + 2) + lane]!));
let square: number = 0.0;
slip_0 = Math.fround(slip_0 - Math.fround(along * memory[4 * (contacts + c) + lane]!));
used_0 = Math.fround(memory[4 * (contacts + c + 12) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip_0));
square = Math.fround(square + Math.fround(used_0 * used_0));
slip_1 = Math.fround(slip_1 - Math.fround(along * memory[4 * (contacts + c + 1) + lane]!));
used_1 = Math.fround(memory[4 * (contacts + c + 13) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip_1));
square = Math.fround(square + Math.fround(used_1 * used_1));
slip_2 = Math.fround(slip_2 - Math.fround(along * memory[4 * (contacts + c + 2) + lane]!));
used_2 = Math.fround(memory[4 * (contacts + c + 14) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip_2));
square = Math.fround(square + Math.fround(used_2 * used_2));
const size = Math.fround(Math.sqrt(square));
const limit = memory[4 * (contacts + c + 15) + lane]!;
const isOver = ((size > limit) && !(memory[4 * (contacts + c + 19) + lane]! > 0.0));
const ratio = (isOver ? Math.fround(limit / size) : 1.0);
const share = ((limit > 0.0) ? ratio : 0.0);
let like: number = 0.0;
let force: number = 0.0;
used_0 = Math.fround(share * used_0);
like = Math.fround(like + Math.fround(used_0 * memory[4 * (contacts + c + 12) + lane]!));
force = Math.fround(force + Math.fround(used_0 * used_0));
used_1 = Math.fround(share * used_1);
like = Math.fround(like + Math.fround(used_1 * memory[4 * (contacts + c + 13) + lane]!));
force = Math.fround(force + Math.fround(used_1 * used_1));
used_2 = Math.fround(share * used_2);
like = Math.fround(like + Math.fround(used_2 * memory[4 * (contacts + c + 14) + lane]!));
force = Math.fround(force + Math.fround(used_2 * used_2));
const kt = Math.fround(share * memory[4 * (contacts + c + 16) + lane]!);
const isSliding = ((isOver && (limit > 0.0)) && ((memory[4 * (contacts + c + 18) + lane]! > 0.0) || (like > Math.fround(Math.fround(0.8999999761581421 * limit) * limit))));
const given = (isSliding ? Math.fround(kt / Math.fround(force + 1.0000000031710769e-30)) : 0.0);
const kn = Math.fround(k - kt);
memory[4 * (contacts + c + 28) + lane] = used_0;
memory[4 * (contacts + c + 32) + lane] = slip_0;
memory[4 * (contacts + c + 36) + lane] = (isOn ? Math.fround(Math.fround(push * memory[4 * (contacts + c) + lane]!) + used_0) : 0.0);
{
let own: number = Math.fround(Math.fround(Math.fround(kn * memory[4 * (contacts + c) + lane]!) * memory[4 * (contacts + c) + lane]!) - Math.fround(Math.fround(given * used_0) * used_0));
own = Math.fround(own + kt);
memory[4 * (contacts + c + 39) + lane] = (isOn ? own : 0.0);
}
memory[4 * (contacts + c + 29) + lane] = used_1;
memory[4 * (contacts + c + 33) + lane] = slip_1;
memory[4 * (contacts + c + 37) + lane] = (isOn ? Math.fround(Math.fround(push * memory[4 * (contacts + c + 1) + lane]!) + used_1) : 0.0);
{
let own: number = Math.fround(Math.fround(Math.fround(kn * memory[4 * (contacts + c + 1) + lane]!) * memory[4 * (contacts + c) + lane]!) - Math.fround(Math.fround(given * used_1) * used_0));
memory[4 * (contacts + c + 40) + lane] = (isOn ? own : 0.0);
}
{
let own: number = Math.fround(Math.fround(Math.fround(kn * memory[4 * (contacts + c + 1) + lane]!) * memory[4 * (contacts + c + 1) + lane]!) - Math.fround(Math.fround(given * used_1) * used_1));
own = Math.fround(own + kt);
memory[4 * (contacts + c + 42) + lane] = (isOn ? own : 0.0);
}
memory[4 * (contacts + c + 30) + lane] = used_2;
memory[4 * (contacts + c + 34) + lane] = slip_2;
memory[4 * (contacts + c + 38) + lane] = (isOn ? Math.fround(Math.fround(push * memory[4 * (contacts + c + 2) + lane]!) + used_2) : 0.0);
{
let own: number = Math.fround(Math.fround(Math.fround(kn * memory[4 * (contacts + c + 2) + lane]!) * memory[4 * (contacts + c) + lane]!) - Math.fround(Math.fround(given * used_2) * used_0));
memory[4 * (contacts + c + 41) + lane] = (isOn ? own : 0.0);
}
{
let own: number = Math.fround(Math.fround(Math.fround(kn * memory[4 * (contacts + c + 2) + lane]!) * memory[4 * (contacts + c + 1) + lane]!) - Math.fround(Math.fround(given * used_2) * used_1));
memory[4 * (contacts + c + 43) + lane] = (isOn ? own : 0.0);
}
{
let own: number = Math.fround(Math.fround(Math.fround(kn * memory[4 * (contacts + c + 2) + lane]!) * memory[4 * (contacts + c + 2) + lane]!) - Math.fround(Math.fround(given * used_2) * used_2));
own = Math.fround(own + kt);
memory[4 * (contacts + c + 44) + lane] = (isOn ? own : 0.0);
}
memory[4 * (contacts + c + 31) + lane] = kt;
memory[4 * (contacts + c + 35) + lane] = (isSliding ? 1.0 : 0.0);
memory[4 * (contacts + c + 19) + lane] = 0.0;
}

function in_addAtNode(memory: Float32Array, lane: number, contacts: number, system: number, c: number, b: number): void {
memory[4 * (system + b + 50) + lane] = Math.fround(memory[4 * (system + b + 50) + lane]! + memory[4 * (contacts + c + 36) + lane]!);
memory[4 * (system + b + 10) + lane] = Math.fround(memory[4 * (system + b + 10) + lane]! + memory[4 * (contacts + c + 39) + lane]!);
memory[4 * (system + b + 51) + lane] = Math.fround(memory[4 * (system + b + 51) + lane]! + memory[4 * (contacts + c + 37) + lane]!);
memory[4 * (system + b + 21) + lane] = Math.fround(memory[4 * (system + b + 21) + lane]! + memory[4 * (contacts + c + 40) + lane]!);
memory[4 * (system + b + 22) + lane] = Math.fround(memory[4 * (system + b + 22) + lane]! + memory[4 * (contacts + c + 42) + lane]!);
memory[4 * (system + b + 52) + lane] = Math.fround(memory[4 * (system + b + 52) + lane]! + memory[4 * (contacts + c + 38) + lane]!);
memory[4 * (system + b + 33) + lane] = Math.fround(memory[4 * (system + b + 33) + lane]! + memory[4 * (contacts + c + 41) + lane]!);
memory[4 * (system + b + 34) + lane] = Math.fround(memory[4 * (system + b + 34) + lane]! + memory[4 * (contacts + c + 43) + lane]!);
memory[4 * (system + b + 35) + lane] = Math.fround(memory[4 * (system + b + 35) + lane]! + memory[4 * (contacts + c + 44) + lane]!);
}

function in_addBetween(memory: Float32Array, lane: number, contacts: number, system: number, c: number, b: number): void {
const t = memory[4 * (contacts + c + 7) + lane]!;
const u = Math.fround(1.0 - t);
const tt = Math.fround(t * t);
const uu = Math.fround(u * u);
const ut = Math.fround(u * t);
{
const force = memory[4 * (contacts + c + 36) + lane]!;
memory[4 * (system + b + 50) + lane] = Math.fround(memory[4 * (system + b + 50) + lane]! + Math.fround(t * force));
memory[4 * (system + b + 105) + lane] = Math.fround(memory[4 * (system + b + 105) + lane]! + Math.fround(u * force));
{
const own = memory[4 * (contacts + c + 39) + lane]!;
memory[4 * (system + b + 60) + lane] = Math.fround(memory[4 * (system + b + 60) + lane]! + Math.fround(ut * own));
memory[4 * (system + b + 10) + lane] = Math.fround(memory[4 * (system + b + 10) + lane]! + Math.fround(tt * own));
memory[4 * (system + b + 65) + lane] = Math.fround(memory[4 * (system + b + 65) + lane]! + Math.fround(uu * own));
}
{
const own = memory[4 * (contacts + c + 40) + lane]!;
memory[4 * (system + b + 61) + lane] = Math.fround(memory[4 * (system + b + 61) + lane]! + Math.fround(ut * own));
}
{
const own = memory[4 * (contacts + c + 41) + lane]!;
memory[4 * (system + b + 62) + lane] = Math.fround(memory[4 * (system + b + 62) + lane]! + Math.fround(ut * own));
}
}
{
const force = memory[4 * (contacts + c + 37) + lane]!;
memory[4 * (system + b + 51) + lane] = Math.fround(memory[4 * (system + b + 51) + lane]! + Math.fround(t * force));
memory[4 * (system + b + 106) + lane] = Math.fround(memory[4 * (system + b + 106) + lane]! + Math.fround(u * force));
{
const own = memory[4 * (contacts + c + 40) + lane]!;
memory[4 * (system + b + 71) + lane] = Math.fround(memory[4 * (system + b + 71) + lane]! + Math.fround(ut * own));
memory[4 * (system + b + 21) + lane] = Math.fround(memory[4 * (system + b + 21) + lane]! + Math.fround(tt * own));
memory[4 * (system + b + 76) + lane] = Math.fround(memory[4 * (system + b + 76) + lane]! + Math.fround(uu * own));
}
{
const own = memory[4 * (contacts + c + 42) + lane]!;
memory[4 * (system + b + 72) + lane] = Math.fround(memory[4 * (system + b + 72) + lane]! + Math.fround(ut * own));
memory[4 * (system + b + 22) + lane] = Math.fround(memory[4 * (system + b + 22) + lane]! + Math.fround(tt * own));
memory[4 * (system + b + 77) + lane] = Math.fround(memory[4 * (system + b + 77) + lane]! + Math.fround(uu * own));
}
{
const own = memory[4 * (contacts + c + 43) + lane]!;
memory[4 * (system + b + 73) + lane] = Math.fround(memory[4 * (system + b + 73) + lane]! + Math.fround(ut * own));
}
}
{
const force = memory[4 * (contacts + c + 38) + lane]!;
memory[4 * (system + b + 52) + lane] = Math.fround(memory[4 * (system + b + 52) + lane]! + Math.fround(t * force));
memory[4 * (system + b + 107) + lane] = Math.fround(memory[4 * (system + b + 107) + lane]! + Math.fround(u * force));
{
const own = memory[4 * (contacts + c + 41) + lane]!;
memory[4 * (system + b + 83) + lane] = Math.fround(memory[4 * (system + b + 83) + lane]! + Math.fround(ut * own));
memory[4 * (system + b + 33) + lane] = Math.fround(memory[4 * (system + b + 33) + lane]! + Math.fround(tt * own));
memory[4 * (system + b + 88) + lane] = Math.fround(memory[4 * (system + b + 88) + lane]! + Math.fround(uu * own));
}
{
const own = memory[4 * (contacts + c + 43) + lane]!;
memory[4 * (system + b + 84) + lane] = Math.fround(memory[4 * (system + b + 84) + lane]! + Math.fround(ut * own));
memory[4 * (system + b + 34) + lane] = Math.fround(memory[4 * (system + b + 34) + lane]! + Math.fround(tt * own));
memory[4 * (system + b + 89) + lane] = Math.fround(memory[4 * (system + b + 89) + lane]! + Math.fround(uu * own));
}
{
const own = memory[4 * (contacts + c + 44) + lane]!;
memory[4 * (system + b + 85) + lane] = Math.fround(memory[4 * (system + b + 85) + lane]! + Math.fround(ut * own));
memory[4 * (system + b + 35) + lane] = Math.fround(memory[4 * (system + b + 35) + lane]! + Math.fround(tt * own));
memory[4 * (system + b + 90) + lane] = Math.fround(memory[4 * (system + b + 90) + lane]! + Math.fround(uu * own));
}
}
}

function in_check(memory: Float32Array, lane: number, work: number, contacts: number, c: number, slot: number): void {
let slip_0: number = 0.0;
let slip_1: number = 0.0;
let slip_2: number = 0.0;
let found_0: number = 0.0;
let found_1: number = 0.0;
let found_2: number = 0.0;
const k = memory[4 * (contacts + c + 8) + lane]!;
const isHere = (((memory[4 * (contacts + slot) + lane]! > 0.0) && (k > 0.0)) && (memory[4 * (work + 11) + lane]! > 0.0));
const mass = Math.fround(k / Math.fround(2000.0 * memory[4 * (work + 1) + lane]!));
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (contacts + c + 22) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (contacts + c + 23) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (contacts + c + 24) + lane]!));
const push = Math.fround(memory[4 * (contacts + c + 9) + lane]! + Math.fround(k * depth));
const isWhole = (memory[4 * (work + 8) + lane]! === 1.0);
const isStill = (memory[4 * (work + 12) + lane]! > 0.0);
const isActive = (memory[4 * (contacts + c + 17) + lane]! > 0.0);
const isOther = (((isActive && isWhole) && (push < Math.fround((-2.0) * mass))) || (!isActive && (depth > 0.000029999999242136255)));
const mostChanges = (isActive ? 3.0 : 4.0);
const isChanged = ((isHere && isOther) && (memory[4 * (contacts + c + 21) + lane]! < mostChanges));
let along: number = 0.0;
slip_0 = Math.fround(memory[4 * (contacts + c + 22) + lane]! - memory[4 * (contacts + c + 4) + lane]!);
along = Math.fround(along + Math.fround(slip_0 * memory[4 * (contacts + c) + lane]!));
slip_1 = Math.fround(memory[4 * (contacts + c + 23) + lane]! - memory[4 * (contacts + c + 5) + lane]!);
along = Math.fround(along + Math.fround(slip_1 * memory[4 * (contacts + c + 1) + lane]!));
slip_2 = Math.fround(memory[4 * (contacts + c + 24) + lane]! - memory[4 * (contacts + c + 6) + lane]!);
along = Math.fround(along + Math.fround(slip_2 * memory[4 * (contacts + c + 2) + lane]!));
let square: number = 0.0;
let way: number = 0.0;
slip_0 = Math.fround(slip_0 - Math.fround(along * memory[4 * (contacts + c) + lane]!));
found_0 = Math.fround(memory[4 * (contacts + c + 12) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip_0));
square = Math.fround(square + Math.fround(found_0 * found_0));
way = Math.fround(way + Math.fround(slip_0 * slip_0));
slip_1 = Math.fround(slip_1 - Math.fround(along * memory[4 * (contacts + c + 1) + lane]!));
found_1 = Math.fround(memory[4 * (contacts + c + 13) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip_1));
square = Math.fround(square + Math.fround(found_1 * found_1));
way = Math.fround(way + Math.fround(slip_1 * slip_1));
slip_2 = Math.fround(slip_2 - Math.fround(along * memory[4 * (contacts + c + 2) + lane]!));
found_2 = Math.fround(memory[4 * (contacts + c + 14) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip_2));
square = Math.fround(square + Math.fround(found_2 * found_2));
way = Math.fround(way + Math.fround(slip_2 * slip_2));
const size = Math.fround(Math.sqrt(square));
const limit = memory[4 * (contacts + c + 15) + lane]!;
const ratio = ((size > limit) ? Math.fround(limit / size) : 1.0);
let used: number = 0.0;
let forth: number = 0.0;
found_0 = Math.fround(ratio * found_0);
used = Math.fround(used + Math.fround(memory[4 * (contacts + c + 28) + lane]! * memory[4 * (contacts + c + 28) + lane]!));
forth = Math.fround(forth + Math.fround(memory[4 * (contacts + c + 28) + lane]! * Math.fround(slip_0 - memory[4 * (contacts + c + 32) + lane]!)));
found_1 = Math.fround(ratio * found_1);
used = Math.fround(used + Math.fround(memory[4 * (contacts + c + 29) + lane]! * memory[4 * (contacts + c + 29) + lane]!));
forth = Math.fround(forth + Math.fround(memory[4 * (contacts + c + 29) + lane]! * Math.fround(slip_1 - memory[4 * (contacts + c + 33) + lane]!)));
found_2 = Math.fround(ratio * found_2);
used = Math.fround(used + Math.fround(memory[4 * (contacts + c + 30) + lane]! * memory[4 * (contacts + c + 30) + lane]!));
forth = Math.fround(forth + Math.fround(memory[4 * (contacts + c + 30) + lane]! * Math.fround(slip_2 - memory[4 * (contacts + c + 34) + lane]!)));
const given = ((memory[4 * (contacts + c + 35) + lane]! > 0.0) ? Math.fround(forth / Math.fround(used + 1.0000000031710769e-30)) : 0.0);
let off: number = 0.0;
{
const gone = Math.fround(Math.fround(slip_0 - memory[4 * (contacts + c + 32) + lane]!) - Math.fround(given * memory[4 * (contacts + c + 28) + lane]!));
const e = Math.fround(found_0 - Math.fround(memory[4 * (contacts + c + 28) + lane]! - Math.fround(memory[4 * (contacts + c + 31) + lane]! * gone)));
off = Math.fround(off + Math.fround(e * e));
}
{
const gone = Math.fround(Math.fround(slip_1 - memory[4 * (contacts + c + 33) + lane]!) - Math.fround(given * memory[4 * (contacts + c + 29) + lane]!));
const e = Math.fround(found_1 - Math.fround(memory[4 * (contacts + c + 29) + lane]! - Math.fround(memory[4 * (contacts + c + 31) + lane]! * gone)));
off = Math.fround(off + Math.fround(e * e));
}
{
const gone = Math.fround(Math.fround(slip_2 - memory[4 * (contacts + c + 34) + lane]!) - Math.fround(given * memory[4 * (contacts + c + 30) + lane]!));
const e = Math.fround(found_2 - Math.fround(memory[4 * (contacts + c + 30) + lane]! - Math.fround(memory[4 * (contacts + c + 31) + lane]! * gone)));
off = Math.fround(off + Math.fround(e * e));
}
const floor = Math.fround(0.20000000298023224 * mass);
const allowed = Math.fround(Math.fround(0.30000001192092896 * limit) + floor);
const isNew = (memory[4 * (contacts + c + 18) + lane]! > 0.0);
const isRemembered = (memory[4 * (contacts + c + 20) + lane]! > 0.0);
const most = (isRemembered ? 2.0 : 6.0);
const isEarly = (memory[4 * (work + 14) + lane]! <= most);
const isWrong = (((limit > 0.0) && isEarly) && (off > Math.fround(allowed * allowed)));
const normal = larger(0.0, push);
const wanted = Math.fround(memory[4 * (contacts + c + 11) + lane]! * normal);
const inertia = Math.fround(k / 2000.0);
const isSoft = ((normal <= Math.fround(12.0 * mass)) && (Math.fround(Math.fround(inertia * inertia) * way) <= Math.fround(wanted * wanted)));
const isOff = (Math.abs(Math.fround(wanted - limit)) > Math.fround(Math.fround(0.05000000074505806 * limit) + floor));
const stays = (((isHere && isActive) && isWhole) && !isChanged);
const takes = (((((stays && isStill) && isEarly) && isNew) && isOff) && (isSoft || !isRemembered));
const isDeep = ((stays && isStill) && (depth > 0.00009999999747378752));
memory[4 * (contacts + c + 17) + lane] = (isChanged ? Math.fround(1.0 - memory[4 * (contacts + c + 17) + lane]!) : memory[4 * (contacts + c + 17) + lane]!);
memory[4 * (contacts + c + 21) + lane] = (isChanged ? Math.fround(memory[4 * (contacts + c + 21) + lane]! + 1.0) : memory[4 * (contacts + c + 21) + lane]!);
const force = (isChanged ? 0.0 : memory[4 * (contacts + c + 10) + lane]!);
memory[4 * (contacts + c + 10) + lane] = (stays ? normal : force);
const multiplier = (isChanged ? 0.0 : memory[4 * (contacts + c + 9) + lane]!);
memory[4 * (contacts + c + 9) + lane] = (isDeep ? normal : multiplier);
memory[4 * (contacts + c + 25) + lane] = ((stays && (limit > 0.0)) ? found_0 : memory[4 * (contacts + c + 25) + lane]!);
memory[4 * (contacts + c + 26) + lane] = ((stays && (limit > 0.0)) ? found_1 : memory[4 * (contacts + c + 26) + lane]!);
memory[4 * (contacts + c + 27) + lane] = ((stays && (limit > 0.0)) ? found_2 : memory[4 * (contacts + c + 27) + lane]!);
memory[4 * (contacts + c + 15) + lane] = (takes ? wanted : limit);
memory[4 * (contacts + c + 16) + lane] = (takes ? k : memory[4 * (contacts + c + 16) + lane]!);
memory[4 * (contacts + c + 19) + lane] = (takes ? 1.0 : memory[4 * (contacts + c + 19) + lane]!);
memory[4 * (work + 13) + lane] = ((((isChanged || (stays && isWrong)) || takes) || isDeep) ? 1.0 : memory[4 * (work + 13) + lane]!);
}

function in_addEnergy(memory: Float32Array, lane: number, work: number, contacts: number, c: number, slot: number): void {
const k = memory[4 * (contacts + c + 8) + lane]!;
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (contacts + c + 22) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (contacts + c + 23) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (contacts + c + 24) + lane]!));
const push = Math.fround(memory[4 * (contacts + c + 9) + lane]! + Math.fround(k * depth));
const isPushing = (((memory[4 * (contacts + slot) + lane]! > 0.0) && (k > 0.0)) && (push > 0.0));
let along: number = 0.0;
along = Math.fround(along + Math.fround(Math.fround(memory[4 * (contacts + c + 22) + lane]! - memory[4 * (contacts + c + 4) + lane]!) * memory[4 * (contacts + c) + lane]!));
along = Math.fround(along + Math.fround(Math.fround(memory[4 * (contacts + c + 23) + lane]! - memory[4 * (contacts + c + 5) + lane]!) * memory[4 * (contacts + c + 1) + lane]!));
along = Math.fround(along + Math.fround(Math.fround(memory[4 * (contacts + c + 24) + lane]! - memory[4 * (contacts + c + 6) + lane]!) * memory[4 * (contacts + c + 2) + lane]!));
let square: number = 0.0;
{
const slip = Math.fround(Math.fround(memory[4 * (contacts + c + 22) + lane]! - memory[4 * (contacts + c + 4) + lane]!) - Math.fround(along * memory[4 * (contacts + c) + lane]!));
const trial = Math.fround(memory[4 * (contacts + c + 12) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip));
square = Math.fround(square + Math.fround(trial * trial));
}
{
const slip = Math.fround(Math.fround(memory[4 * (contacts + c + 23) + lane]! - memory[4 * (contacts + c + 5) + lane]!) - Math.fround(along * memory[4 * (contacts + c + 1) + lane]!));
const trial = Math.fround(memory[4 * (contacts + c + 13) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip));
square = Math.fround(square + Math.fround(trial * trial));
}
{
const slip = Math.fround(Math.fround(memory[4 * (contacts + c + 24) + lane]! - memory[4 * (contacts + c + 6) + lane]!) - Math.fround(along * memory[4 * (contacts + c + 2) + lane]!));
const trial = Math.fround(memory[4 * (contacts + c + 14) + lane]! - Math.fround(memory[4 * (contacts + c + 16) + lane]! * slip));
square = Math.fround(square + Math.fround(trial * trial));
}
const size = Math.fround(Math.sqrt(square));
const held = smaller(size, memory[4 * (contacts + c + 15) + lane]!);
const rubs = ((memory[4 * (contacts + c + 15) + lane]! > 0.0) && (memory[4 * (contacts + c + 17) + lane]! > 0.0));
const friction = (rubs ? Math.fround(Math.fround(held * Math.fround(size - Math.fround(0.5 * held))) / memory[4 * (contacts + c + 16) + lane]!) : 0.0);
memory[4 * (work + 10) + lane] = (isPushing ? Math.fround(Math.fround(memory[4 * (work + 10) + lane]! + Math.fround(Math.fround(Math.fround(0.5 * push) * push) / k)) + friction) : memory[4 * (work + 10) + lane]!);
}

function in_findEnergy(memory: Float32Array, lane: number, work: number, fixed: number, nodes: number): void {
let sum: number = 0.0;
for (let i: number = 2; (i < nodes); i++) {
const w = (49 + (71 * i));
{
let pull: number = 0.0;
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 9) + lane]! * Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!)));
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 10) + lane]! * Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!)));
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 11) + lane]! * Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!)));
sum = Math.fround(sum + Math.fround(Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!) * Math.fround(Math.fround(0.5 * pull) - memory[4 * (work + w + 15) + lane]!)));
}
{
let pull: number = 0.0;
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 10) + lane]! * Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!)));
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 12) + lane]! * Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!)));
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 13) + lane]! * Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!)));
sum = Math.fround(sum + Math.fround(Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!) * Math.fround(Math.fround(0.5 * pull) - memory[4 * (work + w + 16) + lane]!)));
}
{
let pull: number = 0.0;
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 11) + lane]! * Math.fround(memory[4 * (work + w + 25) + lane]! - memory[4 * (work + w + 68) + lane]!)));
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 13) + lane]! * Math.fround(memory[4 * (work + w + 26) + lane]! - memory[4 * (work + w + 69) + lane]!)));
pull = Math.fround(pull + Math.fround(memory[4 * (work + w + 14) + lane]! * Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!)));
sum = Math.fround(sum + Math.fround(Math.fround(memory[4 * (work + w + 27) + lane]! - memory[4 * (work + w + 70) + lane]!) * Math.fround(Math.fround(0.5 * pull) - memory[4 * (work + w + 17) + lane]!)));
}
}
for (let i: number = 1; (i < (nodes - 1)); i++) {
const w = (49 + (71 * i));
const f = (26 * i);
const longer = Math.fround(memory[4 * (work + w + 36) + lane]! - memory[4 * (fixed + f) + lane]!);
sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(0.5 * longer) * longer) / memory[4 * (fixed + f + 14) + lane]!));
const friction = Math.fround(memory[4 * (work) + lane]! * memory[4 * (fixed + f + 12) + lane]!);
{
const strain = Math.fround(memory[4 * (work + w + 43) + lane]! - memory[4 * (fixed + f + 7) + lane]!);
const rate = Math.fround(memory[4 * (work + w + 43) + lane]! - memory[4 * (work + w + 18) + lane]!);
let viscous: number = Math.fround(0.5 * friction);
sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(Math.fround(0.5 * memory[4 * (fixed + f + 2) + lane]!) * strain) * strain) + Math.fround(Math.fround(viscous * rate) * rate)));
}
{
const strain = Math.fround(memory[4 * (work + w + 44) + lane]! - memory[4 * (fixed + f + 8) + lane]!);
const rate = Math.fround(memory[4 * (work + w + 44) + lane]! - memory[4 * (work + w + 19) + lane]!);
let viscous: number = Math.fround(0.5 * friction);
sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(Math.fround(0.5 * memory[4 * (fixed + f + 3) + lane]!) * strain) * strain) + Math.fround(Math.fround(viscous * rate) * rate)));
}
{
const strain = Math.fround(memory[4 * (work + w + 45) + lane]! - memory[4 * (fixed + f + 9) + lane]!);
const rate = Math.fround(memory[4 * (work + w + 45) + lane]! - memory[4 * (work + w + 20) + lane]!);
let viscous: number = Math.fround(0.5 * friction);
sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(Math.fround(0.5 * memory[4 * (fixed + f + 4) + lane]!) * strain) * strain) + Math.fround(Math.fround(viscous * rate) * rate)));
}
{
const strain = Math.fround(memory[4 * (work + w + 46) + lane]! - memory[4 * (fixed + f + 10) + lane]!);
const rate = Math.fround(memory[4 * (work + w + 46) + lane]! - memory[4 * (work + w + 21) + lane]!);
let viscous: number = Math.fround(0.5 * friction);
sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(Math.fround(0.5 * memory[4 * (fixed + f + 5) + lane]!) * strain) * strain) + Math.fround(Math.fround(viscous * rate) * rate)));
}
{
const strain = Math.fround(memory[4 * (work + w + 47) + lane]! - memory[4 * (fixed + f + 11) + lane]!);
const rate = Math.fround(memory[4 * (work + w + 47) + lane]! - memory[4 * (work + w + 22) + lane]!);
let viscous: number = Math.fround(0.5 * friction);
viscous = friction;
sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(Math.fround(0.5 * memory[4 * (fixed + f + 6) + lane]!) * strain) * strain) + Math.fround(Math.fround(viscous * rate) * rate)));
}
}
memory[4 * (work + 10) + lane] = sum;
}

export function beginPack(memory: Float32Array, work: number, fixed: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_beginPack(memory, lane, work, fixed, nodes);
}
function in_beginPack(memory: Float32Array, lane: number, work: number, fixed: number, nodes: number): void {
memory[4 * (work + 7) + lane] = 0.0;
memory[4 * (work + 3) + lane] = 0.0;
memory[4 * (work + 14) + lane] = 0.0;
in_measure(memory, lane, work, fixed, nodes);
}

export function solvePack(memory: Float32Array, work: number, fixed: number, system: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_solvePack(memory, lane, work, fixed, system, contacts, nodes);
}
function in_solvePack(memory: Float32Array, lane: number, work: number, fixed: number, system: number, contacts: number, nodes: number): void {
for (let i: number = 0; ((i < 12) && (memory[4 * (work + 2) + lane]! > 0.0)); i++) {
in_assemble(memory, lane, work, fixed, system, nodes);
in_addContacts(memory, lane, work, contacts, system, nodes);
in_factor(memory, lane, system, (nodes - 2));
in_substitute(memory, lane, system, (nodes - 2));
memory[4 * (work + 11) + lane] = memory[4 * (work + 2) + lane]!;
in_advance(memory, lane, work, fixed, system, contacts, nodes);
in_checkLengths(memory, lane, work, fixed, nodes);
memory[4 * (work + 12) + lane] = ((!(memory[4 * (work + 2) + lane]! > 0.0) || (memory[4 * (work + 4) + lane]! < 0.009999999776482582)) ? 1.0 : 0.0);
memory[4 * (work + 14) + lane] = ((memory[4 * (work + 11) + lane]! > 0.0) ? Math.fround(memory[4 * (work + 14) + lane]! + 1.0) : memory[4 * (work + 14) + lane]!);
memory[4 * (work + 13) + lane] = 0.0;
in_checkContacts(memory, lane, work, contacts, nodes);
const isAsked = ((memory[4 * (work + 13) + lane]! > 0.0) && (memory[4 * (work + 3) + lane]! < 8.0));
const isOpen = ((memory[4 * (work + 11) + lane]! > 0.0) && !(memory[4 * (work + 7) + lane]! > 0.0));
memory[4 * (work + 2) + lane] = ((isOpen && ((memory[4 * (work + 2) + lane]! > 0.0) || isAsked)) ? 1.0 : 0.0);
}
}

function in_advance(memory: Float32Array, lane: number, work: number, fixed: number, system: number, contacts: number, nodes: number): void {
in_judge(memory, lane, work, fixed, system, nodes);
if ((memory[4 * (work + 4) + lane]! >= 0.5)) {
in_findAllEnergy(memory, lane, work, fixed, contacts, nodes);
memory[4 * (work + 9) + lane] = memory[4 * (work + 10) + lane]!;
in_saveMoves(memory, lane, work, nodes);
}
in_move(memory, lane, work, fixed, system, nodes);
if ((memory[4 * (work + 4) + lane]! >= 0.5)) {
in_halve(memory, lane, work, fixed, system, contacts, nodes);
}
memory[4 * (work + 4) + lane] = Math.fround(memory[4 * (work + 4) + lane]! * memory[4 * (work + 8) + lane]!);
}

function in_move(memory: Float32Array, lane: number, work: number, fixed: number, system: number, nodes: number): void {
const isMoving = (memory[4 * (work + 8) + lane]! > 0.0);
for (let i: number = 2; (i < nodes); i++) {
const b = ((55 * (((nodes + 2) - 1) - i)) + 50);
const w = (49 + (71 * (i - 1)));
{
const there = memory[4 * (work + w + 96) + lane]!;
memory[4 * (work + w + 96) + lane] = (isMoving ? Math.fround(there + memory[4 * (system + b) + lane]!) : there);
}
{
const there = memory[4 * (work + w + 97) + lane]!;
memory[4 * (work + w + 97) + lane] = (isMoving ? Math.fround(there + memory[4 * (system + b + 1) + lane]!) : there);
}
{
const there = memory[4 * (work + w + 98) + lane]!;
memory[4 * (work + w + 98) + lane] = (isMoving ? Math.fround(there + memory[4 * (system + b + 2) + lane]!) : there);
}
const turned = memory[4 * (work + w + 28) + lane]!;
memory[4 * (work + w + 28) + lane] = (isMoving ? Math.fround(turned + memory[4 * (system + b + 3) + lane]!) : turned);
memory[4 * (work + w + 24) + lane] = (isMoving ? memory[4 * (system + b + 4) + lane]! : memory[4 * (work + w + 24) + lane]!);
in_carryFrame(memory, lane, work, w);
in_measureJoint(memory, lane, work, fixed, (w - 71), (26 * (i - 1)));
}
}

function in_findAllEnergy(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, nodes: number): void {
in_findEnergy(memory, lane, work, fixed, nodes);
in_addContactEnergy(memory, lane, work, contacts, nodes);
}

function in_judge(memory: Float32Array, lane: number, work: number, fixed: number, system: number, nodes: number): void {
let largest: number = 0.0;
let sum: number = 0.0;
for (let i: number = 2; (i < nodes); i++) {
const b = ((55 * (((nodes + 2) - 1) - i)) + 50);
const way = Math.fround(Math.fround(Math.abs(memory[4 * (system + b) + lane]!) + Math.abs(memory[4 * (system + b + 1) + lane]!)) + Math.abs(memory[4 * (system + b + 2) + lane]!));
largest = larger(largest, larger(Math.fround(way / memory[4 * (fixed + (26 * (i - 1))) + lane]!), Math.abs(memory[4 * (system + b + 3) + lane]!)));
sum = Math.fround(Math.fround(Math.fround(sum + way) + Math.abs(memory[4 * (system + b + 3) + lane]!)) + Math.abs(memory[4 * (system + b + 4) + lane]!));
}
const isGoing = (memory[4 * (work + 2) + lane]! > 0.0);
const isMoving = (isGoing && (sum < 1.0000000150474662e+30));
memory[4 * (work + 4) + lane] = (isMoving ? largest : 0.0);
memory[4 * (work + 8) + lane] = (isMoving ? 1.0 : 0.0);
memory[4 * (work + 3) + lane] = (isGoing ? Math.fround(memory[4 * (work + 3) + lane]! + 1.0) : memory[4 * (work + 3) + lane]!);
memory[4 * (work + 7) + lane] = ((isGoing && !isMoving) ? 1.0 : memory[4 * (work + 7) + lane]!);
}

function in_halve(memory: Float32Array, lane: number, work: number, fixed: number, system: number, contacts: number, nodes: number): void {
in_findAllEnergy(memory, lane, work, fixed, contacts, nodes);
for (let n: number = 0; ((n < 5) && ((memory[4 * (work + 4) + lane]! >= 0.5) && !(memory[4 * (work + 10) + lane]! <= memory[4 * (work + 9) + lane]!))); n++) {
const isRising = ((memory[4 * (work + 4) + lane]! >= 0.5) && !(memory[4 * (work + 10) + lane]! <= memory[4 * (work + 9) + lane]!));
memory[4 * (work + 8) + lane] = (isRising ? Math.fround(0.5 * memory[4 * (work + 8) + lane]!) : memory[4 * (work + 8) + lane]!);
in_moveBack(memory, lane, work, system, nodes);
in_measure(memory, lane, work, fixed, nodes);
in_findAllEnergy(memory, lane, work, fixed, contacts, nodes);
}
}

function in_saveMoves(memory: Float32Array, lane: number, work: number, nodes: number): void {
for (let i: number = 2; (i < nodes); i++) {
const w = (49 + (71 * (i - 1)));
memory[4 * (work + w + 126) + lane] = memory[4 * (work + w + 96) + lane]!;
memory[4 * (work + w + 127) + lane] = memory[4 * (work + w + 97) + lane]!;
memory[4 * (work + w + 128) + lane] = memory[4 * (work + w + 98) + lane]!;
memory[4 * (work + w + 58) + lane] = memory[4 * (work + w + 28) + lane]!;
}
}

function in_moveBack(memory: Float32Array, lane: number, work: number, system: number, nodes: number): void {
const fraction = memory[4 * (work + 8) + lane]!;
const isMoving = (fraction > 0.0);
for (let i: number = 2; (i < nodes); i++) {
const b = ((55 * (((nodes + 2) - 1) - i)) + 50);
const w = (49 + (71 * (i - 1)));
{
const there = memory[4 * (work + w + 126) + lane]!;
memory[4 * (work + w + 96) + lane] = (isMoving ? Math.fround(there + Math.fround(fraction * memory[4 * (system + b) + lane]!)) : there);
}
{
const there = memory[4 * (work + w + 127) + lane]!;
memory[4 * (work + w + 97) + lane] = (isMoving ? Math.fround(there + Math.fround(fraction * memory[4 * (system + b + 1) + lane]!)) : there);
}
{
const there = memory[4 * (work + w + 128) + lane]!;
memory[4 * (work + w + 98) + lane] = (isMoving ? Math.fround(there + Math.fround(fraction * memory[4 * (system + b + 2) + lane]!)) : there);
}
const turned = memory[4 * (work + w + 58) + lane]!;
memory[4 * (work + w + 28) + lane] = (isMoving ? Math.fround(turned + Math.fround(fraction * memory[4 * (system + b + 3) + lane]!)) : turned);
}
}

function in_checkLengths(memory: Float32Array, lane: number, work: number, fixed: number, nodes: number): void {
let worst: number = 0.0;
let worstError: number = 0.0;
for (let i: number = 1; (i < (nodes - 1)); i++) {
const w = (49 + (71 * i));
const f = (26 * i);
const inverse = Math.fround(1.0 / memory[4 * (fixed + f) + lane]!);
const longer = Math.fround(memory[4 * (work + w + 36) + lane]! - memory[4 * (fixed + f) + lane]!);
worst = larger(worst, Math.fround(Math.abs(longer) * inverse));
worstError = larger(worstError, Math.fround(Math.abs(Math.fround(longer - Math.fround(memory[4 * (fixed + f + 14) + lane]! * memory[4 * (work + w + 24) + lane]!))) * inverse));
}
memory[4 * (work + 5) + lane] = worst;
memory[4 * (work + 6) + lane] = worstError;
const isDone = (((worstError < 0.0005000000237487257) && (memory[4 * (work + 4) + lane]! < 0.25)) || (memory[4 * (work + 7) + lane]! > 0.0));
memory[4 * (work + 2) + lane] = (isDone ? 0.0 : memory[4 * (work + 2) + lane]!);
}

export function takeState(memory: Float32Array, work: number, state: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_takeState(memory, lane, work, state, contacts, nodes);
}
function in_takeState(memory: Float32Array, lane: number, work: number, state: number, contacts: number, nodes: number): void {
for (let i: number = 0; (i < nodes); i++) {
const w = (49 + (71 * i));
const s = (22 * i);
const c = (((2 * nodes) * 8) + (46 * (2 * i)));
memory[4 * (work + w + 6) + lane] = memory[4 * (state + s) + lane]!;
memory[4 * (work + w + 7) + lane] = memory[4 * (state + s + 1) + lane]!;
memory[4 * (work + w + 8) + lane] = memory[4 * (state + s + 2) + lane]!;
memory[4 * (work + w + 24) + lane] = memory[4 * (state + s + 3) + lane]!;
memory[4 * (work + w + 43) + lane] = memory[4 * (state + s + 4) + lane]!;
memory[4 * (work + w + 18) + lane] = memory[4 * (state + s + 9) + lane]!;
memory[4 * (work + w + 44) + lane] = memory[4 * (state + s + 5) + lane]!;
memory[4 * (work + w + 19) + lane] = memory[4 * (state + s + 10) + lane]!;
memory[4 * (work + w + 45) + lane] = memory[4 * (state + s + 6) + lane]!;
memory[4 * (work + w + 20) + lane] = memory[4 * (state + s + 11) + lane]!;
memory[4 * (work + w + 46) + lane] = memory[4 * (state + s + 7) + lane]!;
memory[4 * (work + w + 21) + lane] = memory[4 * (state + s + 12) + lane]!;
memory[4 * (work + w + 47) + lane] = memory[4 * (state + s + 8) + lane]!;
memory[4 * (work + w + 22) + lane] = memory[4 * (state + s + 13) + lane]!;
memory[4 * (contacts + c + 10) + lane] = memory[4 * (state + s + 14) + lane]!;
memory[4 * (contacts + c + 12) + lane] = memory[4 * (state + s + 16) + lane]!;
memory[4 * (contacts + c + 13) + lane] = memory[4 * (state + s + 17) + lane]!;
memory[4 * (contacts + c + 14) + lane] = memory[4 * (state + s + 18) + lane]!;
memory[4 * (contacts + c + 56) + lane] = memory[4 * (state + s + 15) + lane]!;
memory[4 * (contacts + c + 58) + lane] = memory[4 * (state + s + 19) + lane]!;
memory[4 * (contacts + c + 59) + lane] = memory[4 * (state + s + 20) + lane]!;
memory[4 * (contacts + c + 60) + lane] = memory[4 * (state + s + 21) + lane]!;
}
}

export function keepState(memory: Float32Array, work: number, state: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_keepState(memory, lane, work, state, contacts, nodes);
}
function in_keepState(memory: Float32Array, lane: number, work: number, state: number, contacts: number, nodes: number): void {
for (let i: number = 0; (i < nodes); i++) {
const w = (49 + (71 * i));
const s = (22 * i);
const c = (((2 * nodes) * 8) + (46 * (2 * i)));
memory[4 * (state + s) + lane] = memory[4 * (work + w + 37) + lane]!;
memory[4 * (state + s + 1) + lane] = memory[4 * (work + w + 38) + lane]!;
memory[4 * (state + s + 2) + lane] = memory[4 * (work + w + 39) + lane]!;
memory[4 * (state + s + 3) + lane] = memory[4 * (work + w + 24) + lane]!;
memory[4 * (state + s + 9) + lane] = memory[4 * (state + s + 4) + lane]!;
memory[4 * (state + s + 4) + lane] = memory[4 * (work + w + 43) + lane]!;
memory[4 * (state + s + 10) + lane] = memory[4 * (state + s + 5) + lane]!;
memory[4 * (state + s + 5) + lane] = memory[4 * (work + w + 44) + lane]!;
memory[4 * (state + s + 11) + lane] = memory[4 * (state + s + 6) + lane]!;
memory[4 * (state + s + 6) + lane] = memory[4 * (work + w + 45) + lane]!;
memory[4 * (state + s + 12) + lane] = memory[4 * (state + s + 7) + lane]!;
memory[4 * (state + s + 7) + lane] = memory[4 * (work + w + 46) + lane]!;
memory[4 * (state + s + 13) + lane] = memory[4 * (state + s + 8) + lane]!;
memory[4 * (state + s + 8) + lane] = memory[4 * (work + w + 47) + lane]!;
memory[4 * (state + s + 14) + lane] = memory[4 * (contacts + c + 10) + lane]!;
memory[4 * (state + s + 16) + lane] = memory[4 * (contacts + c + 25) + lane]!;
memory[4 * (state + s + 17) + lane] = memory[4 * (contacts + c + 26) + lane]!;
memory[4 * (state + s + 18) + lane] = memory[4 * (contacts + c + 27) + lane]!;
memory[4 * (state + s + 15) + lane] = memory[4 * (contacts + c + 56) + lane]!;
memory[4 * (state + s + 19) + lane] = memory[4 * (contacts + c + 71) + lane]!;
memory[4 * (state + s + 20) + lane] = memory[4 * (contacts + c + 72) + lane]!;
memory[4 * (state + s + 21) + lane] = memory[4 * (contacts + c + 73) + lane]!;
}
}

function mean(e: number, f: number, v0: number, v1: number): number {
return Math.fround(Math.fround(e * v0) + Math.fround(f * v1));
}

function slope(f: number, side: number, m0: number, m1: number, beyond: number): number {
const q = Math.fround(f - 0.5);
return Math.fround(Math.fround(Math.fround(1.0 - Math.abs(q)) * Math.fround(m1 - m0)) + Math.fround(q * Math.fround(Math.fround(beyond - m0) - Math.fround(side * Math.fround(m1 - m0)))));
}

function in_placePoint(memory: Float32Array, lane: number, work: number, field: number, w: number, next: number, share: number): void {
let u_0: number = 0.0;
let u_1: number = 0.0;
let u_2: number = 0.0;
u_0 = 0.0;
memory[4 * (field + 41) + lane] = memory[4 * (work + w + 59) + lane]!;
u_1 = 0.0;
memory[4 * (field + 42) + lane] = memory[4 * (work + w + 60) + lane]!;
u_2 = 0.0;
memory[4 * (field + 43) + lane] = memory[4 * (work + w + 61) + lane]!;
for (let n: number = 0; (n < share); n++) {
u_0 = Math.fround(0.5 * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + next + 25) + lane]!));
u_1 = Math.fround(0.5 * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + next + 26) + lane]!));
u_2 = Math.fround(0.5 * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + next + 27) + lane]!));
}
{
const cells = Math.fround(memory[4 * (work + w + next + 59) + lane]! - memory[4 * (work + w + 59) + lane]!);
const start = Math.fround(0.5 * Math.fround(Math.fround(cells + memory[4 * (work + w + 62) + lane]!) + memory[4 * (work + w + next + 62) + lane]!));
memory[4 * (field + 44) + lane] = Math.fround(start + Math.fround(Math.fround(Math.fround(memory[4 * (field) + lane]! * u_0) + Math.fround(memory[4 * (field + 1) + lane]! * u_1)) + Math.fround(memory[4 * (field + 2) + lane]! * u_2)));
memory[4 * (field + 38) + lane] = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 65) + lane]! + memory[4 * (work + w + next + 65) + lane]!)) + u_0);
memory[4 * (field + 35) + lane] = u_0;
}
{
const cells = Math.fround(memory[4 * (work + w + next + 60) + lane]! - memory[4 * (work + w + 60) + lane]!);
const start = Math.fround(0.5 * Math.fround(Math.fround(cells + memory[4 * (work + w + 63) + lane]!) + memory[4 * (work + w + next + 63) + lane]!));
memory[4 * (field + 45) + lane] = Math.fround(start + Math.fround(Math.fround(Math.fround(memory[4 * (field + 3) + lane]! * u_0) + Math.fround(memory[4 * (field + 4) + lane]! * u_1)) + Math.fround(memory[4 * (field + 5) + lane]! * u_2)));
memory[4 * (field + 39) + lane] = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 66) + lane]! + memory[4 * (work + w + next + 66) + lane]!)) + u_1);
memory[4 * (field + 36) + lane] = u_1;
}
{
const cells = Math.fround(memory[4 * (work + w + next + 61) + lane]! - memory[4 * (work + w + 61) + lane]!);
const start = Math.fround(0.5 * Math.fround(Math.fround(cells + memory[4 * (work + w + 64) + lane]!) + memory[4 * (work + w + next + 64) + lane]!));
memory[4 * (field + 46) + lane] = Math.fround(start + Math.fround(Math.fround(Math.fround(memory[4 * (field + 6) + lane]! * u_0) + Math.fround(memory[4 * (field + 7) + lane]! * u_1)) + Math.fround(memory[4 * (field + 8) + lane]! * u_2)));
memory[4 * (field + 40) + lane] = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 67) + lane]! + memory[4 * (work + w + next + 67) + lane]!)) + u_2);
memory[4 * (field + 37) + lane] = u_2;
}
}

function in_lookAtCell(memory: Float32Array, lane: number, known: number, k: number, values: number, row: number, slice: number): void {
const corner = memory[4 * (known + k) + lane]!;
memory[4 * (known + k + 9) + lane] = (-1.0);
memory[4 * (known + k + 1) + lane] = memory[4 * values + corner + 0]!;
memory[4 * (known + k + 2) + lane] = memory[4 * values + corner + 1]!;
memory[4 * (known + k + 3) + lane] = memory[4 * values + corner + row + 0]!;
memory[4 * (known + k + 4) + lane] = memory[4 * values + corner + row + 1]!;
memory[4 * (known + k + 5) + lane] = memory[4 * values + corner + slice + 0]!;
memory[4 * (known + k + 6) + lane] = memory[4 * values + corner + slice + 1]!;
memory[4 * (known + k + 7) + lane] = memory[4 * values + corner + slice + row + 0]!;
memory[4 * (known + k + 8) + lane] = memory[4 * values + corner + slice + row + 1]!;
}

function in_samplePoint(memory: Float32Array, lane: number, field: number, known: number, k: number, values: number, row: number, slice: number): void {
let f_0: number = 0.0;
let f_1: number = 0.0;
let f_2: number = 0.0;
let cell_0: number = 0.0;
let cell_1: number = 0.0;
let cell_2: number = 0.0;
let away_0: number = 0.0;
let away_1: number = 0.0;
let away_2: number = 0.0;
{
const g = memory[4 * (field + 44) + lane]!;
const whole = Math.floor(g);
const part = Math.fround(g - whole);
const at = Math.fround(memory[4 * (field + 41) + lane]! + whole);
const held = smaller(larger(1.0, at), Math.fround(memory[4 * (field + 27) + lane]! - 1.0));
const border = ((at < held) ? 0.0 : 1.0);
cell_0 = held;
f_0 = ((at === held) ? part : border);
away_0 = ((at === held) ? 0.0 : Math.fround(Math.fround(Math.fround(at - held) + part) - border));
}
{
const g = memory[4 * (field + 45) + lane]!;
const whole = Math.floor(g);
const part = Math.fround(g - whole);
const at = Math.fround(memory[4 * (field + 42) + lane]! + whole);
const held = smaller(larger(1.0, at), Math.fround(memory[4 * (field + 28) + lane]! - 1.0));
const border = ((at < held) ? 0.0 : 1.0);
cell_1 = held;
f_1 = ((at === held) ? part : border);
away_1 = ((at === held) ? 0.0 : Math.fround(Math.fround(Math.fround(at - held) + part) - border));
}
{
const g = memory[4 * (field + 46) + lane]!;
const whole = Math.floor(g);
const part = Math.fround(g - whole);
const at = Math.fround(memory[4 * (field + 43) + lane]! + whole);
const held = smaller(larger(1.0, at), Math.fround(memory[4 * (field + 29) + lane]! - 1.0));
const border = ((at < held) ? 0.0 : 1.0);
cell_2 = held;
f_2 = ((at === held) ? part : border);
away_2 = ((at === held) ? 0.0 : Math.fround(Math.fround(Math.fround(at - held) + part) - border));
}
const fx = f_0;
const fy = f_1;
const fz = f_2;
const ex = Math.fround(1.0 - fx);
const ey = Math.fround(1.0 - fy);
const ez = Math.fround(1.0 - fz);
const n = Math.fround(Math.fround(cell_0 + Math.fround(memory[4 * (field + 33) + lane]! * cell_1)) + Math.fround(memory[4 * (field + 34) + lane]! * cell_2));
if ((memory[4 * (known + k) + lane]! !== n)) {
memory[4 * (known + k) + lane] = n;
in_lookAtCell(memory, lane, known, k, values, row, slice);
}
const first = memory[4 * (known + k + 1) + lane]!;
const v100 = Math.fround(memory[4 * (known + k + 2) + lane]! - first);
const v010 = Math.fround(memory[4 * (known + k + 3) + lane]! - first);
const v110 = Math.fround(memory[4 * (known + k + 4) + lane]! - first);
const v001 = Math.fround(memory[4 * (known + k + 5) + lane]! - first);
const v101 = Math.fround(memory[4 * (known + k + 6) + lane]! - first);
const v011 = Math.fround(memory[4 * (known + k + 7) + lane]! - first);
const v111 = Math.fround(memory[4 * (known + k + 8) + lane]! - first);
const x0 = mean(ez, fz, Math.fround(fy * v010), mean(ey, fy, v001, v011));
const x1 = mean(ez, fz, mean(ey, fy, v100, v110), mean(ey, fy, v101, v111));
const within = mean(ex, fx, x0, x1);
const size = memory[4 * (field + 25) + lane]!;
let way: number = Math.fround(Math.fround(Math.fround(size * first) - memory[4 * (field + 47) + lane]!) + Math.fround(size * within));
let distance: number = Math.fround(Math.fround(size * first) + Math.fround(size * within));
const isBeyond = (((away_0 !== 0.0) || (away_1 !== 0.0)) || (away_2 !== 0.0));
if (isBeyond) {
const e = Math.fround(memory[4 * (field + 26) + lane]! * Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(away_0 * away_0) + Math.fround(away_1 * away_1)) + Math.fround(away_2 * away_2)))));
const out = ((distance > 0.0) ? Math.fround(Math.sqrt(Math.fround(Math.fround(e * Math.fround(e + Math.fround(2.0 * memory[4 * (field + 30) + lane]!))) + Math.fround(distance * distance)))) : Math.fround(distance + e));
way = (isBeyond ? Math.fround(out - memory[4 * (field + 47) + lane]!) : way);
distance = (isBeyond ? out : distance);
}
memory[4 * (field + 49) + lane] = way;
memory[4 * (field + 48) + lane] = distance;
if (!(way > memory[4 * (field + 56) + lane]!)) {
const a00 = Math.fround(fx * v100);
const a10 = mean(ex, fx, v010, v110);
const a01 = mean(ex, fx, v001, v101);
const a11 = mean(ex, fx, v011, v111);
const y0 = mean(ez, fz, a00, a01);
const y1 = mean(ez, fz, a10, a11);
const z0 = mean(ey, fy, a00, a10);
const z1 = mean(ey, fy, a01, a11);
const hx = Math.floor(Math.fround(fx + 0.5));
const hy = Math.floor(Math.fround(fy + 0.5));
const hz = Math.floor(Math.fround(fz + 0.5));
const sides = Math.fround(Math.fround(hx + Math.fround(2.0 * hy)) + Math.fround(4.0 * hz));
if ((memory[4 * (known + k + 9) + lane]! !== sides)) {
const px = Math.fround(Math.fround(n - 1.0) + Math.fround(3.0 * hx));
const py = Math.fround(n + Math.fround(Math.fround(Math.fround(3.0 * hy) - 1.0) * memory[4 * (field + 33) + lane]!));
const pz = Math.fround(n + Math.fround(Math.fround(Math.fround(3.0 * hz) - 1.0) * memory[4 * (field + 34) + lane]!));
memory[4 * (known + k + 9) + lane] = sides;
memory[4 * (known + k + 10) + lane] = memory[4 * values + px + 0]!;
memory[4 * (known + k + 11) + lane] = memory[4 * values + px + row + 0]!;
memory[4 * (known + k + 12) + lane] = memory[4 * values + px + slice + 0]!;
memory[4 * (known + k + 13) + lane] = memory[4 * values + px + slice + row + 0]!;
memory[4 * (known + k + 14) + lane] = memory[4 * values + py + 0]!;
memory[4 * (known + k + 15) + lane] = memory[4 * values + py + 1]!;
memory[4 * (known + k + 16) + lane] = memory[4 * values + py + slice + 0]!;
memory[4 * (known + k + 17) + lane] = memory[4 * values + py + slice + 1]!;
memory[4 * (known + k + 18) + lane] = memory[4 * values + pz + 0]!;
memory[4 * (known + k + 19) + lane] = memory[4 * values + pz + 1]!;
memory[4 * (known + k + 20) + lane] = memory[4 * values + pz + row + 0]!;
memory[4 * (known + k + 21) + lane] = memory[4 * values + pz + row + 1]!;
}
const b = (k + 10);
const xb = mean(ez, fz, mean(ey, fy, Math.fround(memory[4 * (known + b) + lane]! - first), Math.fround(memory[4 * (known + b + 1) + lane]! - first)), mean(ey, fy, Math.fround(memory[4 * (known + b + 2) + lane]! - first), Math.fround(memory[4 * (known + b + 3) + lane]! - first)));
const yb = mean(ez, fz, mean(ex, fx, Math.fround(memory[4 * (known + b + 4) + lane]! - first), Math.fround(memory[4 * (known + b + 5) + lane]! - first)), mean(ex, fx, Math.fround(memory[4 * (known + b + 6) + lane]! - first), Math.fround(memory[4 * (known + b + 7) + lane]! - first)));
const zb = mean(ey, fy, mean(ex, fx, Math.fround(memory[4 * (known + b + 8) + lane]! - first), Math.fround(memory[4 * (known + b + 9) + lane]! - first)), mean(ex, fx, Math.fround(memory[4 * (known + b + 10) + lane]! - first), Math.fround(memory[4 * (known + b + 11) + lane]! - first)));
const dx = slope(fx, hx, x0, x1, xb);
const dy = slope(fy, hy, y0, y1, yb);
const dz = slope(fz, hz, z0, z1, zb);
const l = Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(dx * dx) + Math.fround(dy * dy)) + Math.fround(dz * dz))));
const scale = Math.fround(1.0 / l);
let nx: number = ((l > 1.0000000031710769e-30) ? Math.fround(dx * scale) : 0.0);
let ny: number = ((l > 1.0000000031710769e-30) ? Math.fround(dy * scale) : 1.0);
let nz: number = ((l > 1.0000000031710769e-30) ? Math.fround(dz * scale) : 0.0);
if (isBeyond) {
const inside = Math.fround(Math.fround(size * first) + Math.fround(size * within));
const ax = Math.fround(Math.fround(away_0 * memory[4 * (field + 26) + lane]!) + Math.fround(inside * nx));
const ay = Math.fround(Math.fround(away_1 * memory[4 * (field + 26) + lane]!) + Math.fround(inside * ny));
const az = Math.fround(Math.fround(away_2 * memory[4 * (field + 26) + lane]!) + Math.fround(inside * nz));
const far = Math.fround(Math.sqrt(Math.fround(Math.fround(Math.fround(ax * ax) + Math.fround(ay * ay)) + Math.fround(az * az))));
const isOut = (isBeyond && (far > 0.0));
nx = (isOut ? Math.fround(ax / far) : nx);
ny = (isOut ? Math.fround(ay / far) : ny);
nz = (isOut ? Math.fround(az / far) : nz);
}
{
const w = Math.fround(Math.fround(Math.fround(memory[4 * (field + 9) + lane]! * nx) + Math.fround(memory[4 * (field + 10) + lane]! * ny)) + Math.fround(memory[4 * (field + 11) + lane]! * nz));
memory[4 * (field + 50) + lane] = w;
memory[4 * (field + 53) + lane] = Math.fround(Math.fround(Math.fround(memory[4 * (field + 18) + lane]! + Math.fround(memory[4 * (field + 22) + lane]! * memory[4 * (field + 40) + lane]!)) - Math.fround(memory[4 * (field + 23) + lane]! * memory[4 * (field + 39) + lane]!)) + Math.fround(memory[4 * (field + 24) + lane]! * Math.fround(memory[4 * (field + 38) + lane]! - Math.fround(distance * w))));
}
{
const w = Math.fround(Math.fround(Math.fround(memory[4 * (field + 12) + lane]! * nx) + Math.fround(memory[4 * (field + 13) + lane]! * ny)) + Math.fround(memory[4 * (field + 14) + lane]! * nz));
memory[4 * (field + 51) + lane] = w;
memory[4 * (field + 54) + lane] = Math.fround(Math.fround(Math.fround(memory[4 * (field + 19) + lane]! + Math.fround(memory[4 * (field + 23) + lane]! * memory[4 * (field + 38) + lane]!)) - Math.fround(memory[4 * (field + 21) + lane]! * memory[4 * (field + 40) + lane]!)) + Math.fround(memory[4 * (field + 24) + lane]! * Math.fround(memory[4 * (field + 39) + lane]! - Math.fround(distance * w))));
}
{
const w = Math.fround(Math.fround(Math.fround(memory[4 * (field + 15) + lane]! * nx) + Math.fround(memory[4 * (field + 16) + lane]! * ny)) + Math.fround(memory[4 * (field + 17) + lane]! * nz));
memory[4 * (field + 52) + lane] = w;
memory[4 * (field + 55) + lane] = Math.fround(Math.fround(Math.fround(memory[4 * (field + 20) + lane]! + Math.fround(memory[4 * (field + 21) + lane]! * memory[4 * (field + 39) + lane]!)) - Math.fround(memory[4 * (field + 22) + lane]! * memory[4 * (field + 38) + lane]!)) + Math.fround(memory[4 * (field + 24) + lane]! * Math.fround(memory[4 * (field + 40) + lane]! - Math.fround(distance * w))));
}
}
}

export function findSurfaces(memory: Float32Array, work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_findSurfaces(memory, lane, work, fixed, contacts, field, known, values, row, slice, nodes);
}
function in_findSurfaces(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void {
memory[4 * (work + 36) + lane] = 0.0;
memory[4 * (work + 17) + lane] = 0.0;
memory[4 * (field + 56) + lane] = 0.0010000000474974513;
memory[4 * (field + 48) + lane] = 0.0;
for (let i: number = 1; (i < (nodes - 1)); i++) {
const w = (49 + (71 * i));
const c = (((2 * nodes) * 8) + (46 * ((2 * i) + 1)));
const between = Math.fround(0.550000011920929 * memory[4 * (work + w + 36) + lane]!);
memory[4 * (field + 47) + lane] = memory[4 * (fixed + (26 * i) + 25) + lane]!;
memory[4 * (field + 48) + lane] = Math.fround(memory[4 * (field + 48) + lane]! - between);
in_findSurface(memory, lane, work, contacts, field, known, values, row, slice, nodes, ((2 * i) + 1), c, w, 71);
memory[4 * (field + 47) + lane] = memory[4 * (fixed + (26 * i) + 50) + lane]!;
memory[4 * (field + 48) + lane] = Math.fround(memory[4 * (field + 48) + lane]! - between);
in_findSurface(memory, lane, work, contacts, field, known, values, row, slice, nodes, ((2 * i) + 2), (c + 46), (w + 71), 0);
}
}

function in_findSurface(memory: Float32Array, lane: number, work: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number, q: number, c: number, w: number, next: number): void {
const isWatched = (memory[4 * (work + 35) + lane]! > 0.0);
const ways = (((2 * nodes) * 3) + q);
const others = (((2 * nodes) * 4) + q);
const asked = (((2 * nodes) * 5) + (3 * q));
memory[4 * (contacts + others) + lane] = Math.fround(memory[4 * (field + 32) + lane]! - memory[4 * (field + 47) + lane]!);
memory[4 * (contacts + ways) + lane] = Math.fround(memory[4 * (field + 48) + lane]! - memory[4 * (field + 47) + lane]!);
memory[4 * (contacts + q) + lane] = 0.0;
memory[4 * (contacts + asked) + lane] = Math.fround(0.5 * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + next + 25) + lane]!));
memory[4 * (contacts + asked + 1) + lane] = Math.fround(0.5 * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + next + 26) + lane]!));
memory[4 * (contacts + asked + 2) + lane] = Math.fround(0.5 * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + next + 27) + lane]!));
if ((isWatched && !(Math.fround(memory[4 * (field + 48) + lane]! - memory[4 * (field + 47) + lane]!) > 0.004000000189989805))) {
const isFar = (Math.fround(memory[4 * (field + 48) + lane]! - memory[4 * (field + 47) + lane]!) > 0.004000000189989805);
const least = memory[4 * (field + 48) + lane]!;
in_placePoint(memory, lane, work, field, w, next, 1);
in_samplePoint(memory, lane, field, known, (22 * q), values, row, slice);
const way = (isFar ? Math.fround(least - memory[4 * (field + 47) + lane]!) : memory[4 * (field + 49) + lane]!);
memory[4 * (field + 48) + lane] = (isFar ? least : memory[4 * (field + 48) + lane]!);
const isNear = (isWatched && (way < 0.0010000000474974513));
memory[4 * (contacts + ways) + lane] = way;
memory[4 * (contacts + q) + lane] = (isNear ? 2.0 : 0.0);
if (isNear) {
let gap: number = (-way);
memory[4 * (contacts + c) + lane] = memory[4 * (field + 50) + lane]!;
memory[4 * (contacts + c + 4) + lane] = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 53) + lane]!);
gap = Math.fround(gap + Math.fround(memory[4 * (field + 50) + lane]! * memory[4 * (field + 35) + lane]!));
memory[4 * (contacts + c + 1) + lane] = memory[4 * (field + 51) + lane]!;
memory[4 * (contacts + c + 5) + lane] = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 54) + lane]!);
gap = Math.fround(gap + Math.fround(memory[4 * (field + 51) + lane]! * memory[4 * (field + 36) + lane]!));
memory[4 * (contacts + c + 2) + lane] = memory[4 * (field + 52) + lane]!;
memory[4 * (contacts + c + 6) + lane] = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 55) + lane]!);
gap = Math.fround(gap + Math.fround(memory[4 * (field + 52) + lane]! * memory[4 * (field + 37) + lane]!));
memory[4 * (contacts + c + 3) + lane] = gap;
memory[4 * (contacts + c + 11) + lane] = memory[4 * (field + 31) + lane]!;
memory[4 * (contacts + c + 45) + lane] = 0.0;
memory[4 * (work + 17) + lane] = ((isNear && ((-way) > 0.00019999999494757503)) ? 1.0 : memory[4 * (work + 17) + lane]!);
}
}
}

export function considerStarts(memory: Float32Array, work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_considerStarts(memory, lane, work, fixed, contacts, field, known, values, row, slice, nodes);
}
function in_considerStarts(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void {
memory[4 * (field + 56) + lane] = 1.0000000150474662e+30;
for (let i: number = 1; (i < (nodes - 1)); i++) {
const w = (49 + (71 * i));
const c = (((2 * nodes) * 8) + (46 * ((2 * i) + 1)));
memory[4 * (field + 47) + lane] = memory[4 * (fixed + (26 * i) + 25) + lane]!;
in_considerStart(memory, lane, work, contacts, field, known, values, row, slice, nodes, ((2 * i) + 1), c, w, 71);
memory[4 * (field + 47) + lane] = memory[4 * (fixed + (26 * i) + 50) + lane]!;
in_considerStart(memory, lane, work, contacts, field, known, values, row, slice, nodes, ((2 * i) + 2), (c + 46), (w + 71), 0);
}
}

function in_considerStart(memory: Float32Array, lane: number, work: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number, q: number, c: number, w: number, next: number): void {
const ways = (((2 * nodes) * 3) + q);
const others = (((2 * nodes) * 4) + q);
const asked = (((2 * nodes) * 5) + (3 * q));
if (((memory[4 * (contacts + q) + lane]! >= 2.0) && ((-memory[4 * (contacts + ways) + lane]!) > 0.00019999999494757503))) {
const isSuspicious = ((memory[4 * (contacts + q) + lane]! >= 2.0) && ((-memory[4 * (contacts + ways) + lane]!) > 0.00019999999494757503));
in_placePoint(memory, lane, work, field, w, next, 0);
in_samplePoint(memory, lane, field, known, 0, values, row, slice);
const began = memory[4 * (field + 49) + lane]!;
const isInside = (isSuspicious && ((-began) > 0.00019999999494757503));
const recovery = smaller((-began), Math.fround(0.05000000074505806 * memory[4 * (work + 19) + lane]!));
memory[4 * (contacts + c + 45) + lane] = (isInside ? recovery : memory[4 * (contacts + c + 45) + lane]!);
memory[4 * (contacts + c + 3) + lane] = (isInside ? Math.fround(Math.fround(memory[4 * (contacts + c + 3) + lane]! + began) + recovery) : memory[4 * (contacts + c + 3) + lane]!);
const isFar = ((isSuspicious && !isInside) && ((-memory[4 * (contacts + ways) + lane]!) > 0.0020000000949949026));
let seen: number = (-began);
{
const travel = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 53) + lane]!);
seen = Math.fround(seen + Math.fround(memory[4 * (field + 50) + lane]! * travel));
memory[4 * (contacts + c) + lane] = (isFar ? memory[4 * (field + 50) + lane]! : memory[4 * (contacts + c) + lane]!);
memory[4 * (contacts + c + 4) + lane] = (isFar ? travel : memory[4 * (contacts + c + 4) + lane]!);
memory[4 * (contacts + asked) + lane] = (isFar ? 0.0 : memory[4 * (contacts + asked) + lane]!);
}
{
const travel = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 54) + lane]!);
seen = Math.fround(seen + Math.fround(memory[4 * (field + 51) + lane]! * travel));
memory[4 * (contacts + c + 1) + lane] = (isFar ? memory[4 * (field + 51) + lane]! : memory[4 * (contacts + c + 1) + lane]!);
memory[4 * (contacts + c + 5) + lane] = (isFar ? travel : memory[4 * (contacts + c + 5) + lane]!);
memory[4 * (contacts + asked + 1) + lane] = (isFar ? 0.0 : memory[4 * (contacts + asked + 1) + lane]!);
}
{
const travel = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 55) + lane]!);
seen = Math.fround(seen + Math.fround(memory[4 * (field + 52) + lane]! * travel));
memory[4 * (contacts + c + 2) + lane] = (isFar ? memory[4 * (field + 52) + lane]! : memory[4 * (contacts + c + 2) + lane]!);
memory[4 * (contacts + c + 6) + lane] = (isFar ? travel : memory[4 * (contacts + c + 6) + lane]!);
memory[4 * (contacts + asked + 2) + lane] = (isFar ? 0.0 : memory[4 * (contacts + asked + 2) + lane]!);
}
memory[4 * (contacts + c + 3) + lane] = (isFar ? seen : memory[4 * (contacts + c + 3) + lane]!);
memory[4 * (contacts + ways) + lane] = (isFar ? began : memory[4 * (contacts + ways) + lane]!);
memory[4 * (contacts + others) + lane] = (isFar ? (-1.0000000150474662e+30) : memory[4 * (contacts + others) + lane]!);
}
}

export function beginContacts(memory: Float32Array, work: number, fixed: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_beginContacts(memory, lane, work, fixed, contacts, nodes);
}
function in_beginContacts(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, nodes: number): void {
let past: number = 0.0;
for (let i: number = 2; (i < (2 * nodes)); i++) {
past = larger(past, memory[4 * (contacts + ((2 * nodes) * 8) + (46 * i) + 10) + lane]!);
}
memory[4 * (work + 15) + lane] = ((past > 0.0) ? 1.0 : 0.0);
memory[4 * (work + 16) + lane] = 0.0;
for (let i: number = 1; (i < nodes); i++) {
const c = (((2 * nodes) * 8) + (46 * (2 * i)));
if ((memory[4 * (contacts + (2 * i)) + lane]! >= 2.0)) {
in_beginAtNode(memory, lane, work, fixed, contacts, i, c, (2 * i));
}
if ((memory[4 * (contacts + (2 * i) + 1) + lane]! >= 2.0)) {
in_beginBetween(memory, lane, work, fixed, contacts, i, (c + 46), ((2 * i) + 1));
}
}
}

function in_beginAtNode(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, i: number, c: number, slot: number): void {
const f = (26 * i);
const k = Math.fround(Math.fround(2000.0 * memory[4 * (work + 1) + lane]!) * memory[4 * (fixed + f + 15) + lane]!);
memory[4 * (contacts + c + 8) + lane] = ((memory[4 * (contacts + slot) + lane]! >= 2.0) ? k : memory[4 * (contacts + c + 8) + lane]!);
in_placeAtNode(memory, lane, work, contacts, c, (49 + (71 * i)));
in_begin(memory, lane, work, fixed, contacts, c, slot, ((f - 26) + 0));
}

function in_beginBetween(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, i: number, c: number, slot: number): void {
const f = (26 * i);
const k = Math.fround(Math.fround(2000.0 * memory[4 * (work + 1) + lane]!) * memory[4 * (fixed + f + 16) + lane]!);
memory[4 * (contacts + c + 8) + lane] = ((memory[4 * (contacts + slot) + lane]! >= 2.0) ? k : memory[4 * (contacts + c + 8) + lane]!);
memory[4 * (contacts + c + 7) + lane] = ((memory[4 * (contacts + slot) + lane]! >= 2.0) ? 0.5 : memory[4 * (contacts + c + 7) + lane]!);
in_placeBetween(memory, lane, work, contacts, c, (49 + (71 * i)));
in_begin(memory, lane, work, fixed, contacts, c, slot, (f + 0));
}

function in_begin(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, c: number, slot: number, length: number): void {
const isFresh = (memory[4 * (contacts + slot) + lane]! >= 2.0);
const last = memory[4 * (contacts + c + 10) + lane]!;
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
let way: number = 0.0;
let along: number = 0.0;
{
const n = memory[4 * (contacts + c) + lane]!;
depth = Math.fround(depth - Math.fround(n * memory[4 * (contacts + c + 22) + lane]!));
way = Math.fround(way + Math.fround(n * Math.fround(memory[4 * (contacts + c + 4) + lane]! - memory[4 * (contacts + c + 22) + lane]!)));
along = Math.fround(along + Math.fround(n * memory[4 * (contacts + c + 12) + lane]!));
}
{
const n = memory[4 * (contacts + c + 1) + lane]!;
depth = Math.fround(depth - Math.fround(n * memory[4 * (contacts + c + 23) + lane]!));
way = Math.fround(way + Math.fround(n * Math.fround(memory[4 * (contacts + c + 5) + lane]! - memory[4 * (contacts + c + 23) + lane]!)));
along = Math.fround(along + Math.fround(n * memory[4 * (contacts + c + 13) + lane]!));
}
{
const n = memory[4 * (contacts + c + 2) + lane]!;
depth = Math.fround(depth - Math.fround(n * memory[4 * (contacts + c + 24) + lane]!));
way = Math.fround(way + Math.fround(n * Math.fround(memory[4 * (contacts + c + 6) + lane]! - memory[4 * (contacts + c + 24) + lane]!)));
along = Math.fround(along + Math.fround(n * memory[4 * (contacts + c + 14) + lane]!));
}
const isActive = ((depth > 0.0) || ((last > 0.0) && (depth > (-0.00009999999747378752))));
const limit = Math.fround(memory[4 * (contacts + c + 11) + lane]! * last);
const stick = smaller(memory[4 * (contacts + c + 8) + lane]!, Math.fround(limit / 0.000019999999494757503));
{
const across = Math.fround(memory[4 * (contacts + c + 12) + lane]! - Math.fround(along * memory[4 * (contacts + c) + lane]!));
memory[4 * (contacts + c + 12) + lane] = (isFresh ? across : memory[4 * (contacts + c + 12) + lane]!);
memory[4 * (contacts + c + 25) + lane] = (isFresh ? 0.0 : memory[4 * (contacts + c + 25) + lane]!);
}
{
const across = Math.fround(memory[4 * (contacts + c + 13) + lane]! - Math.fround(along * memory[4 * (contacts + c + 1) + lane]!));
memory[4 * (contacts + c + 13) + lane] = (isFresh ? across : memory[4 * (contacts + c + 13) + lane]!);
memory[4 * (contacts + c + 26) + lane] = (isFresh ? 0.0 : memory[4 * (contacts + c + 26) + lane]!);
}
{
const across = Math.fround(memory[4 * (contacts + c + 14) + lane]! - Math.fround(along * memory[4 * (contacts + c + 2) + lane]!));
memory[4 * (contacts + c + 14) + lane] = (isFresh ? across : memory[4 * (contacts + c + 14) + lane]!);
memory[4 * (contacts + c + 27) + lane] = (isFresh ? 0.0 : memory[4 * (contacts + c + 27) + lane]!);
}
const active = (isActive ? 1.0 : 0.0);
const multiplier = (isActive ? last : 0.0);
const isNew = ((last > 0.0) ? 0.0 : 1.0);
memory[4 * (contacts + c + 17) + lane] = (isFresh ? active : memory[4 * (contacts + c + 17) + lane]!);
memory[4 * (contacts + c + 9) + lane] = (isFresh ? multiplier : memory[4 * (contacts + c + 9) + lane]!);
memory[4 * (contacts + c + 15) + lane] = (isFresh ? limit : memory[4 * (contacts + c + 15) + lane]!);
memory[4 * (contacts + c + 16) + lane] = (isFresh ? stick : memory[4 * (contacts + c + 16) + lane]!);
memory[4 * (contacts + c + 18) + lane] = (isFresh ? isNew : memory[4 * (contacts + c + 18) + lane]!);
memory[4 * (contacts + c + 20) + lane] = (isFresh ? memory[4 * (work + 15) + lane]! : memory[4 * (contacts + c + 20) + lane]!);
memory[4 * (contacts + c + 19) + lane] = (isFresh ? 0.0 : memory[4 * (contacts + c + 19) + lane]!);
memory[4 * (contacts + c + 21) + lane] = (isFresh ? 0.0 : memory[4 * (contacts + c + 21) + lane]!);
const isTooDeep = (isFresh && (smaller(way, depth) > Math.fround(2.0 * memory[4 * (fixed + length) + lane]!)));
memory[4 * (work + 16) + lane] = (isTooDeep ? 1.0 : memory[4 * (work + 16) + lane]!);
memory[4 * (contacts + slot) + lane] = (isFresh ? 1.0 : memory[4 * (contacts + slot) + lane]!);
}

export function checkPlaces(memory: Float32Array, work: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_checkPlaces(memory, lane, work, contacts, nodes);
}
function in_checkPlaces(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number): void {
memory[4 * (work + 17) + lane] = 0.0;
for (let i: number = 1; (i < (nodes - 1)); i++) {
const w = (49 + (71 * i));
in_checkPlace(memory, lane, work, contacts, nodes, ((2 * i) + 1), w, 71);
in_checkPlace(memory, lane, work, contacts, nodes, ((2 * i) + 2), (w + 71), 0);
}
memory[4 * (work + 17) + lane] = ((memory[4 * (work + 35) + lane]! > 0.0) ? memory[4 * (work + 17) + lane]! : 0.0);
}

function in_checkPlace(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number, q: number, w: number, next: number): void {
const asked = (((2 * nodes) * 5) + (3 * q));
let moved: number = 0.0;
{
const here = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + next + 25) + lane]!)) - memory[4 * (contacts + asked) + lane]!);
moved = Math.fround(moved + Math.fround(here * here));
}
{
const here = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + next + 26) + lane]!)) - memory[4 * (contacts + asked + 1) + lane]!);
moved = Math.fround(moved + Math.fround(here * here));
}
{
const here = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + next + 27) + lane]!)) - memory[4 * (contacts + asked + 2) + lane]!);
moved = Math.fround(moved + Math.fround(here * here));
}
const isActive = memory[4 * (contacts + ((2 * nodes) * 8) + (46 * q) + 17) + lane]!;
const ways = (((2 * nodes) * 3) + q);
const others = (((2 * nodes) * 4) + q);
const isIt = isElsewhere(moved, memory[4 * (contacts + ways) + lane]!, memory[4 * (contacts + others) + lane]!, memory[4 * (contacts + q) + lane]!, isActive, memory[4 * (work + 3) + lane]!);
memory[4 * (work + 17) + lane] = larger(memory[4 * (work + 17) + lane]!, isIt);
}

function isElsewhere(moved: number, way: number, other: number, isContact: number, isActive: number, solves: number): number {
const far = Math.fround(Math.sqrt(moved));
const known = ((isContact > 0.0) ? 0.000009000000318337698 : 0.0);
const isBeyond = (((moved > known) && (way <= far)) || (other <= far));
const isPushed = (((isContact > 0.0) && (isActive > 0.0)) && (moved > ((solves > 1.0) ? 6.249999962015806e-10 : 9.000000034120603e-8)));
return ((isBeyond || isPushed) ? 1.0 : 0.0);
}

export function lookAgain(memory: Float32Array, work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_lookAgain(memory, lane, work, fixed, contacts, field, known, values, row, slice, nodes);
}
function in_lookAgain(memory: Float32Array, lane: number, work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void {
memory[4 * (field + 56) + lane] = 1.0000000150474662e+30;
for (let i: number = 1; (i < (nodes - 1)); i++) {
const w = (49 + (71 * i));
const q = ((2 * i) + 1);
const c = (((2 * nodes) * 8) + (46 * q));
memory[4 * (field + 47) + lane] = memory[4 * (fixed + (26 * i) + 25) + lane]!;
in_lookAtPoint(memory, lane, work, contacts, field, known, values, row, slice, nodes, q, c, w, 71);
const second = (c + ((2 * nodes) * 46));
if ((memory[4 * (contacts + q) + lane]! >= 2.0)) {
in_beginBetween(memory, lane, work, fixed, contacts, i, c, q);
}
if ((memory[4 * (contacts + (2 * nodes) + q) + lane]! >= 2.0)) {
in_beginBetween(memory, lane, work, fixed, contacts, i, second, ((2 * nodes) + q));
in_forgetLater(memory, lane, work, contacts, second);
}
memory[4 * (field + 47) + lane] = memory[4 * (fixed + (26 * i) + 50) + lane]!;
in_lookAtPoint(memory, lane, work, contacts, field, known, values, row, slice, nodes, (q + 1), (c + 46), (w + 71), 0);
if ((memory[4 * (contacts + q + 1) + lane]! >= 2.0)) {
in_beginAtNode(memory, lane, work, fixed, contacts, (i + 1), (c + 46), (q + 1));
}
if ((memory[4 * (contacts + (2 * nodes) + q + 1) + lane]! >= 2.0)) {
in_beginAtNode(memory, lane, work, fixed, contacts, (i + 1), (second + 46), (((2 * nodes) + q) + 1));
in_forgetLater(memory, lane, work, contacts, (second + 46));
}
}
}

function in_forgetLater(memory: Float32Array, lane: number, work: number, contacts: number, c: number): void {
memory[4 * (contacts + c + 20) + lane] = ((memory[4 * (work + 35) + lane]! > 0.0) ? 0.0 : memory[4 * (contacts + c + 20) + lane]!);
}

function in_lookAtPoint(memory: Float32Array, lane: number, work: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number, q: number, c: number, w: number, next: number): void {
const asked = (((2 * nodes) * 5) + (3 * q));
const ways = (((2 * nodes) * 3) + q);
const others = (((2 * nodes) * 4) + q);
let moved: number = 0.0;
{
const here = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + next + 25) + lane]!)) - memory[4 * (contacts + asked) + lane]!);
moved = Math.fround(moved + Math.fround(here * here));
}
{
const here = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + next + 26) + lane]!)) - memory[4 * (contacts + asked + 1) + lane]!);
moved = Math.fround(moved + Math.fround(here * here));
}
{
const here = Math.fround(Math.fround(0.5 * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + next + 27) + lane]!)) - memory[4 * (contacts + asked + 2) + lane]!);
moved = Math.fround(moved + Math.fround(here * here));
}
const asks = isElsewhere(moved, memory[4 * (contacts + ways) + lane]!, memory[4 * (contacts + others) + lane]!, memory[4 * (contacts + q) + lane]!, memory[4 * (contacts + c + 17) + lane]!, memory[4 * (work + 3) + lane]!);
if (((asks > 0.0) && (memory[4 * (work + 17) + lane]! > 0.0))) {
const isIt = ((asks > 0.0) && (memory[4 * (work + 17) + lane]! > 0.0));
in_placePoint(memory, lane, work, field, w, next, 1);
in_samplePoint(memory, lane, field, known, (22 * q), values, row, slice);
const way = memory[4 * (field + 49) + lane]!;
const other = ((memory[4 * (contacts + others) + lane]! < (-5.000000075237331e+29)) ? Math.fround(memory[4 * (field + 32) + lane]! - memory[4 * (field + 47) + lane]!) : Math.fround(memory[4 * (contacts + others) + lane]! - Math.fround(Math.sqrt(moved))));
memory[4 * (work + 36) + lane] = ((isIt && (other <= 0.0)) ? 1.0 : memory[4 * (work + 36) + lane]!);
memory[4 * (contacts + ways) + lane] = (isIt ? way : memory[4 * (contacts + ways) + lane]!);
memory[4 * (contacts + others) + lane] = (isIt ? other : memory[4 * (contacts + others) + lane]!);
memory[4 * (contacts + asked) + lane] = (isIt ? memory[4 * (field + 35) + lane]! : memory[4 * (contacts + asked) + lane]!);
memory[4 * (contacts + asked + 1) + lane] = (isIt ? memory[4 * (field + 36) + lane]! : memory[4 * (contacts + asked + 1) + lane]!);
memory[4 * (contacts + asked + 2) + lane] = (isIt ? memory[4 * (field + 37) + lane]! : memory[4 * (contacts + asked + 2) + lane]!);
let before: number = memory[4 * (contacts + c + 3) + lane]!;
let alike: number = 0.0;
before = Math.fround(before - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (field + 35) + lane]!));
alike = Math.fround(alike + Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (field + 50) + lane]!));
before = Math.fround(before - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (field + 36) + lane]!));
alike = Math.fround(alike + Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (field + 51) + lane]!));
before = Math.fround(before - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (field + 37) + lane]!));
alike = Math.fround(alike + Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (field + 52) + lane]!));
const isContact = (isIt && (memory[4 * (contacts + q) + lane]! > 0.0));
const isSecond = ((isContact && (memory[4 * (contacts + c + 17) + lane]! > 0.0)) && (alike < 0.800000011920929));
const isMoved = ((isContact && !isSecond) && !(memory[4 * (contacts + c + 45) + lane]! > 0.0));
const isFresh = ((isIt && !(memory[4 * (contacts + q) + lane]! > 0.0)) && ((-way) >= (-0.0010000000474974513)));
const isNearer = ((larger(before, (-way)) > (-0.00004999999873689376)) && (Math.abs(Math.fround((-way) - before)) > 0.00004999999873689376));
const isOther = ((isMoved && isNearer) || (isFresh && ((-way) > 0.00004999999873689376)));
memory[4 * (field + 57) + lane] = ((isMoved || isFresh) ? 1.0 : 0.0);
in_placePlane(memory, lane, work, contacts, field, c);
memory[4 * (contacts + c + 45) + lane] = (isFresh ? 0.0 : memory[4 * (contacts + c + 45) + lane]!);
memory[4 * (contacts + q) + lane] = (isFresh ? 2.0 : memory[4 * (contacts + q) + lane]!);
memory[4 * (work + 2) + lane] = (isOther ? 1.0 : memory[4 * (work + 2) + lane]!);
if ((isSecond && ((-way) >= (-0.00004999999873689376)))) {
const isCrease = (isSecond && ((-way) >= (-0.00004999999873689376)));
const slot = ((2 * nodes) + q);
const s = (c + ((2 * nodes) * 46));
let depth: number = memory[4 * (contacts + s + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + s) + lane]! * memory[4 * (field + 35) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + s + 1) + lane]! * memory[4 * (field + 36) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + s + 2) + lane]! * memory[4 * (field + 37) + lane]!));
const isKnown = (memory[4 * (contacts + slot) + lane]! > 0.0);
const isChanged = ((isKnown ? Math.abs(Math.fround((-way) - depth)) : (-way)) > 0.00004999999873689376);
memory[4 * (field + 57) + lane] = (isCrease ? 1.0 : 0.0);
in_placePlane(memory, lane, work, contacts, field, s);
memory[4 * (contacts + s + 10) + lane] = ((isCrease && !isKnown) ? 0.0 : memory[4 * (contacts + s + 10) + lane]!);
memory[4 * (contacts + s + 12) + lane] = ((isCrease && !isKnown) ? 0.0 : memory[4 * (contacts + s + 12) + lane]!);
memory[4 * (contacts + s + 13) + lane] = ((isCrease && !isKnown) ? 0.0 : memory[4 * (contacts + s + 13) + lane]!);
memory[4 * (contacts + s + 14) + lane] = ((isCrease && !isKnown) ? 0.0 : memory[4 * (contacts + s + 14) + lane]!);
memory[4 * (contacts + s + 45) + lane] = (isCrease ? 0.0 : memory[4 * (contacts + s + 45) + lane]!);
memory[4 * (contacts + slot) + lane] = ((isCrease && !isKnown) ? 2.0 : memory[4 * (contacts + slot) + lane]!);
memory[4 * (work + 2) + lane] = ((isCrease && isChanged) ? 1.0 : memory[4 * (work + 2) + lane]!);
}
}
}

function in_placePlane(memory: Float32Array, lane: number, work: number, contacts: number, field: number, c: number): void {
let gap: number = (-memory[4 * (field + 49) + lane]!);
{
gap = Math.fround(gap + Math.fround(memory[4 * (field + 50) + lane]! * memory[4 * (field + 35) + lane]!));
memory[4 * (contacts + c) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? memory[4 * (field + 50) + lane]! : memory[4 * (contacts + c) + lane]!);
const travel = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 53) + lane]!);
memory[4 * (contacts + c + 4) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? travel : memory[4 * (contacts + c + 4) + lane]!);
}
{
gap = Math.fround(gap + Math.fround(memory[4 * (field + 51) + lane]! * memory[4 * (field + 36) + lane]!));
memory[4 * (contacts + c + 1) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? memory[4 * (field + 51) + lane]! : memory[4 * (contacts + c + 1) + lane]!);
const travel = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 54) + lane]!);
memory[4 * (contacts + c + 5) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? travel : memory[4 * (contacts + c + 5) + lane]!);
}
{
gap = Math.fround(gap + Math.fround(memory[4 * (field + 52) + lane]! * memory[4 * (field + 37) + lane]!));
memory[4 * (contacts + c + 2) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? memory[4 * (field + 52) + lane]! : memory[4 * (contacts + c + 2) + lane]!);
const travel = Math.fround(memory[4 * (work + 19) + lane]! * memory[4 * (field + 55) + lane]!);
memory[4 * (contacts + c + 6) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? travel : memory[4 * (contacts + c + 6) + lane]!);
}
memory[4 * (contacts + c + 3) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? gap : memory[4 * (contacts + c + 3) + lane]!);
memory[4 * (contacts + c + 11) + lane] = ((memory[4 * (field + 57) + lane]! > 0.0) ? memory[4 * (field + 31) + lane]! : memory[4 * (contacts + c + 11) + lane]!);
}

export function findDepth(memory: Float32Array, work: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_findDepth(memory, lane, work, contacts, nodes);
}
function in_findDepth(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number): void {
let deepest: number = 0.0;
for (let i: number = 1; (i < nodes); i++) {
const slot = (((2 * nodes) * 0) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * slot));
const m = (c + 46);
const w = (49 + (71 * i));
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (work + w + 25) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (work + w + 26) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (work + w + 27) + lane]!));
deepest = larger(deepest, (((memory[4 * (contacts + slot) + lane]! > 0.0) && !(memory[4 * (contacts + c + 45) + lane]! > 0.0)) ? depth : 0.0));
let middle: number = memory[4 * (contacts + m + 3) + lane]!;
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + 96) + lane]!)));
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m + 1) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + 97) + lane]!)));
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m + 2) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + 98) + lane]!)));
deepest = larger(deepest, (((memory[4 * (contacts + slot + 1) + lane]! > 0.0) && !(memory[4 * (contacts + m + 45) + lane]! > 0.0)) ? middle : 0.0));
}
for (let i: number = 1; (i < nodes); i++) {
const slot = (((2 * nodes) * 1) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * slot));
const m = (c + 46);
const w = (49 + (71 * i));
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (work + w + 25) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (work + w + 26) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (work + w + 27) + lane]!));
deepest = larger(deepest, (((memory[4 * (contacts + slot) + lane]! > 0.0) && !(memory[4 * (contacts + c + 45) + lane]! > 0.0)) ? depth : 0.0));
let middle: number = memory[4 * (contacts + m + 3) + lane]!;
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + 96) + lane]!)));
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m + 1) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + 97) + lane]!)));
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m + 2) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + 98) + lane]!)));
deepest = larger(deepest, (((memory[4 * (contacts + slot + 1) + lane]! > 0.0) && !(memory[4 * (contacts + m + 45) + lane]! > 0.0)) ? middle : 0.0));
}
for (let i: number = 1; (i < nodes); i++) {
const slot = (((2 * nodes) * 2) + (2 * i));
const c = (((2 * nodes) * 8) + (46 * slot));
const m = (c + 46);
const w = (49 + (71 * i));
let depth: number = memory[4 * (contacts + c + 3) + lane]!;
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (work + w + 25) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (work + w + 26) + lane]!));
depth = Math.fround(depth - Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (work + w + 27) + lane]!));
deepest = larger(deepest, (((memory[4 * (contacts + slot) + lane]! > 0.0) && !(memory[4 * (contacts + c + 45) + lane]! > 0.0)) ? depth : 0.0));
let middle: number = memory[4 * (contacts + m + 3) + lane]!;
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 25) + lane]! + memory[4 * (work + w + 96) + lane]!)));
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m + 1) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 26) + lane]! + memory[4 * (work + w + 97) + lane]!)));
middle = Math.fround(middle - Math.fround(Math.fround(memory[4 * (contacts + m + 2) + lane]! * 0.5) * Math.fround(memory[4 * (work + w + 27) + lane]! + memory[4 * (work + w + 98) + lane]!)));
deepest = larger(deepest, (((memory[4 * (contacts + slot + 1) + lane]! > 0.0) && !(memory[4 * (contacts + m + 45) + lane]! > 0.0)) ? middle : 0.0));
}
memory[4 * (work + 38) + lane] = deepest;
}

export function keepForces(memory: Float32Array, work: number, contacts: number, nodes: number): void {
for (let lane = 0; lane < 4; lane++) in_keepForces(memory, lane, work, contacts, nodes);
}
function in_keepForces(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number): void {
memory[4 * (work + 37) + lane] = 0.0;
memory[4 * (work + 43) + lane] = 0.0;
for (let q: number = 0; (q < (2 * nodes)); q++) {
const c = (((2 * nodes) * 8) + (46 * q));
const isTouching = (((memory[4 * (contacts + q) + lane]! > 0.0) && (memory[4 * (contacts + c + 17) + lane]! > 0.0)) && (memory[4 * (contacts + c + 10) + lane]! > 0.0));
memory[4 * (work + 37) + lane] = (isTouching ? Math.fround(memory[4 * (work + 37) + lane]! + 1.0) : memory[4 * (work + 37) + lane]!);
memory[4 * (work + 43) + lane] = ((isTouching && (memory[4 * (contacts + c + 45) + lane]! > 0.0)) ? 1.0 : memory[4 * (work + 43) + lane]!);
memory[4 * (contacts + c + 10) + lane] = (isTouching ? memory[4 * (contacts + c + 10) + lane]! : 0.0);
memory[4 * (contacts + c + 25) + lane] = (isTouching ? memory[4 * (contacts + c + 25) + lane]! : 0.0);
memory[4 * (contacts + c + 26) + lane] = (isTouching ? memory[4 * (contacts + c + 26) + lane]! : 0.0);
memory[4 * (contacts + c + 27) + lane] = (isTouching ? memory[4 * (contacts + c + 27) + lane]! : 0.0);
}
memory[4 * (work + 43) + lane] = ((memory[4 * (work + 35) + lane]! > 0.0) ? memory[4 * (work + 43) + lane]! : 0.0);
if ((memory[4 * (work + 43) + lane]! > 0.0)) {
in_letOut(memory, lane, work, contacts, nodes);
}
}

function in_letOut(memory: Float32Array, lane: number, work: number, contacts: number, nodes: number): void {
for (let i: number = 0; (i < nodes); i++) {
memory[4 * (work + (71 * i) + 101) + lane] = 0.0;
memory[4 * (work + (71 * i) + 102) + lane] = 0.0;
memory[4 * (work + (71 * i) + 103) + lane] = 0.0;
}
for (let i: number = 1; (i < nodes); i++) {
const w = (49 + (71 * i));
const c = (((2 * nodes) * 8) + (46 * (2 * i)));
if (((memory[4 * (contacts + (2 * i)) + lane]! > 0.0) && (memory[4 * (contacts + c + 45) + lane]! > 0.0))) {
in_letNodeOut(memory, lane, work, contacts, (2 * i), c, w);
}
if (((memory[4 * (contacts + (2 * i) + 1) + lane]! > 0.0) && (memory[4 * (contacts + c + 91) + lane]! > 0.0))) {
in_letNodeOut(memory, lane, work, contacts, ((2 * i) + 1), (c + 46), w);
in_letNodeOut(memory, lane, work, contacts, ((2 * i) + 1), (c + 46), (w + 71));
}
}
}

function in_letNodeOut(memory: Float32Array, lane: number, work: number, contacts: number, slot: number, c: number, w: number): void {
const isIt = (((memory[4 * (contacts + slot) + lane]! > 0.0) && (memory[4 * (contacts + c + 10) + lane]! > 0.0)) && (memory[4 * (contacts + c + 45) + lane]! > 0.0));
let gone: number = 0.0;
let known: number = 0.0;
gone = Math.fround(gone + Math.fround(memory[4 * (contacts + c) + lane]! * Math.fround(memory[4 * (contacts + c + 22) + lane]! - memory[4 * (contacts + c + 4) + lane]!)));
known = Math.fround(known + Math.fround(memory[4 * (contacts + c) + lane]! * memory[4 * (work + w + 52) + lane]!));
gone = Math.fround(gone + Math.fround(memory[4 * (contacts + c + 1) + lane]! * Math.fround(memory[4 * (contacts + c + 23) + lane]! - memory[4 * (contacts + c + 5) + lane]!)));
known = Math.fround(known + Math.fround(memory[4 * (contacts + c + 1) + lane]! * memory[4 * (work + w + 53) + lane]!));
gone = Math.fround(gone + Math.fround(memory[4 * (contacts + c + 2) + lane]! * Math.fround(memory[4 * (contacts + c + 24) + lane]! - memory[4 * (contacts + c + 6) + lane]!)));
known = Math.fround(known + Math.fround(memory[4 * (contacts + c + 2) + lane]! * memory[4 * (work + w + 54) + lane]!));
const way = smaller(memory[4 * (contacts + c + 45) + lane]!, gone);
memory[4 * (work + w + 52) + lane] = (((isIt && (way > 0.0)) && (known < way)) ? Math.fround(way * memory[4 * (contacts + c) + lane]!) : memory[4 * (work + w + 52) + lane]!);
memory[4 * (work + w + 53) + lane] = (((isIt && (way > 0.0)) && (known < way)) ? Math.fround(way * memory[4 * (contacts + c + 1) + lane]!) : memory[4 * (work + w + 53) + lane]!);
memory[4 * (work + w + 54) + lane] = (((isIt && (way > 0.0)) && (known < way)) ? Math.fround(way * memory[4 * (contacts + c + 2) + lane]!) : memory[4 * (work + w + 54) + lane]!);
}

/** All kernels on one memory. */
export const bindTwin = (memory: Float32Array) => ({
assemble: (work: number, fixed: number, system: number, nodes: number): void => assemble(memory, work, fixed, system, nodes),
setUpPack: (work: number, fixed: number, nodes: number, forces: number, damping: number, air: number, springs: number, helps: number): void => setUpPack(memory, work, fixed, nodes, forces, damping, air, springs, helps),
factor: (system: number, blocks: number): void => factor(memory, system, blocks),
substitute: (system: number, blocks: number): void => substitute(memory, system, blocks),
measure: (work: number, fixed: number, nodes: number): void => measure(memory, work, fixed, nodes),
beginPack: (work: number, fixed: number, nodes: number): void => beginPack(memory, work, fixed, nodes),
solvePack: (work: number, fixed: number, system: number, contacts: number, nodes: number): void => solvePack(memory, work, fixed, system, contacts, nodes),
takeState: (work: number, state: number, contacts: number, nodes: number): void => takeState(memory, work, state, contacts, nodes),
keepState: (work: number, state: number, contacts: number, nodes: number): void => keepState(memory, work, state, contacts, nodes),
findSurfaces: (work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void => findSurfaces(memory, work, fixed, contacts, field, known, values, row, slice, nodes),
considerStarts: (work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void => considerStarts(memory, work, fixed, contacts, field, known, values, row, slice, nodes),
beginContacts: (work: number, fixed: number, contacts: number, nodes: number): void => beginContacts(memory, work, fixed, contacts, nodes),
checkPlaces: (work: number, contacts: number, nodes: number): void => checkPlaces(memory, work, contacts, nodes),
lookAgain: (work: number, fixed: number, contacts: number, field: number, known: number, values: number, row: number, slice: number, nodes: number): void => lookAgain(memory, work, fixed, contacts, field, known, values, row, slice, nodes),
findDepth: (work: number, contacts: number, nodes: number): void => findDepth(memory, work, contacts, nodes),
keepForces: (work: number, contacts: number, nodes: number): void => keepForces(memory, work, contacts, nodes),
});
